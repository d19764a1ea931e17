"""Letters over HTTP: stopping one that has not left, and previewing one that is not made."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from fordran import clock
from fordran.actions.letters.preview_letter import preview_letter
from fordran.actions.letters.stop_letter import stop_letter
from fordran.actions.work.return_letter import return_letter
from fordran.api.cases.acts import case_of
from fordran.api.endpoint import EndpointHandler
from fordran.api.http.answers import Answer, answer
from fordran.api.http.errors import not_found
from fordran.api.http.request import Request
from fordran.api.serving.bodies import read_all_issues
from fordran.api.serving.once import once
from fordran.domain.kinds.letter_kinds import LetterKind, LetterStatus
from fordran.operator import Operator
from fordran.resources.case_acts import FreeLetterInput
from fordran.resources.letters import LETTERS, ReturnedInput
from fordran.shape.fields import Issues, Shape
from fordran.shape.kinds import Id
from fordran.shape.resource import META
from fordran.shape.rules import Rule, any_of, is_, lacks
from fordran.store.connections.database import Connection, Database
from fordran.store.rows.rows import find

PDF_TYPE = "application/pdf"


class StopInput(Shape):
    """Stopping a letter takes no body."""


class LetterStopped(Shape):
    """A letter that will not leave, or that came back."""

    case: Id
    """The case that it is about."""
    kind: LetterKind
    """Which kind of letter."""
    status: LetterStatus
    """How far the letter came."""


class PreviewInput(Shape):
    """The letter to preview. A `free` one is previewed by what it would say, or else as what was written last."""

    kind: LetterKind
    """Which kind of letter."""
    free: FreeLetterInput | None = None
    """The contents of a letter of the kind `free`."""
    schema_rules: ClassVar[tuple[Rule, ...]] = (any_of(is_("kind", "free"), lacks("free")),)

    @classmethod
    def broken_rules(cls, given: Mapping[str, Any]) -> Issues:
        if given.get("free") is not None and given.get("kind") != "free":
            return {"free": "goes with the kind free"}
        return {}


async def stop(request: Request, database: Database) -> Answer:
    """Stop a letter that has not left."""

    async def work(tx: Connection) -> Answer:
        letter = await find(tx, LETTERS, request.signed_in, request.path["id"])
        if letter is None:
            raise not_found()
        await stop_letter(tx, letter.document, clock.now())
        after = await find(tx, LETTERS, request.signed_in, request.path["id"])
        assert after is not None
        shown = {name: after.document[name] for name in (*META, "case", "kind", "status")}
        return answer(shown | {"_status": "OK"}, 201)

    return await once(request, database, work, {})


async def note_return(request: Request, database: Database) -> Answer:
    """Note that a letter that had left came back."""
    document = await request.json()

    async def work(tx: Connection) -> Answer:
        caller, now = request.signed_in, clock.now()
        letter = await find(tx, LETTERS, caller, request.path["id"])
        if letter is None:
            raise not_found()
        given = await read_all_issues(tx, caller, ReturnedInput, document)
        await return_letter(tx, letter.document, given, now)
        after = await find(tx, LETTERS, caller, request.path["id"])
        assert after is not None
        shown = {name: after.document[name] for name in (*META, "case", "kind", "status")}
        return answer(shown | {"_status": "OK"}, 201)

    return await once(request, database, work, document)


def preview(operator: Operator) -> EndpointHandler:
    """The endpoint that shows a letter which is not made. It does nothing, so that there is no answer to keep for a key."""

    async def serve(request: Request, database: Database) -> Answer:
        document = await request.json()
        async with database.connection() as connection:
            case = await case_of(connection, request)
            given = await read_all_issues(connection, request.signed_in, PreviewInput, document)
            letter = await preview_letter(connection, case, given.kind, operator, clock.now(), given.free)
        return shown_pdf(given.kind, await letter.pdf())

    return serve


def shown_pdf(name: str, content: bytes) -> Answer:
    """A PDF that was made to be looked at, and is not kept."""
    headers = [
        (b"content-disposition", f'inline; filename="{name}.pdf"'.encode()),
        (b"cache-control", b"no-store"),
        (b"content-security-policy", b"sandbox"),
    ]
    return Answer(200, content, headers, PDF_TYPE.encode())
