"""POST on a resource: one document, or an array of them all or nothing."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from pydantic import Field

from fordran import clock
from fordran.actions.accounts.create_account import CreatedAccount
from fordran.actions.answer_warnings import doubtful, warnings_field
from fordran.actions.log_request import log_request
from fordran.api.endpoint import EndpointHandler
from fordran.api.http.answers import Answer, Headers, answer, error, without
from fordran.api.http.errors import HttpError, answer_to, http_error, issues_of, refusal
from fordran.api.http.gathering import GatheredRequest, Gathering, client_of, may_gather
from fordran.api.http.request import Request
from fordran.api.http.switches import is_on
from fordran.api.http.versions import deprecation_headers
from fordran.api.serving.bodies import read_all_issues
from fordran.api.serving.once import IdempotentWork, is_dry_run, once, once_together, tried
from fordran.shape.fields import Refused, Shape, read
from fordran.shape.kinds import Id
from fordran.shape.moments import rfc_1123
from fordran.shape.resource import META, Resource
from fordran.store.connections.database import Connection, Database
from fordran.store.connections.savepoints import savepoint
from fordran.store.reading.listing import read_item
from fordran.store.reading.scope import SYSTEM, Caller

MOST_DOCUMENTS = 1000
FEW = 10
"""Fewer documents than that are created one by one, which takes fewer statements."""

Create = Callable[[Connection, Caller, Any, datetime], Awaitable["Created"]]

CreateMany = Callable[[Connection, Caller, Sequence[Any], datetime], Awaitable["list[Created] | None"]]
"""Creates all of them at once; or None where they have to be created one by one, and nothing is done."""

CreateTogether = Callable[[Connection, Caller, Sequence[Any], Sequence[str], datetime], Awaitable["Sequence[Created]"]]
"""Creates the documents of several requests, which their ids tell apart, at once; raises where that cannot be."""


@dataclass(frozen=True)
class Together:
    """How the documents of several requests are created at once, and which of them can be."""

    create: CreateTogether
    is_apart: Callable[[Any], bool]
    """Whether a document has to be created by itself."""


Preview = Callable[[Any], Mapping[str, Any]]
"""Further fields of a dry run's answer, of a document as it was sent."""

Created = Mapping[str, Any]
"""The answer of a create beside `_status`: the id and its own fields."""


class AccountCreated(Shape):
    """The answer of creating an account: also the id of its first creditor."""

    creditor: Id = Field(alias="_creditor")
    """The first creditor of the account, made with it."""


def read_after(
    resource: Resource, create: Callable[[Connection, Caller, Any, datetime], Awaitable[str | CreatedAccount]]
) -> Create:
    """A verb that returns an id, as one that returns what is answered: the document is read after it is made."""

    async def create_and_read(tx: Connection, caller: Caller, given: Any, now: datetime) -> Created:
        made = await create(tx, caller, given, now)
        id_, more = (made.id, {"_creditor": made.creditor}) if isinstance(made, CreatedAccount) else (made, {})
        # Read as the service, since a caller may create documents that its groups do not let it see.
        shown = {"_id": True} | ({"warnings": True} if "warnings" in resource.fields else {})
        item = await read_item(tx, resource, SYSTEM, id_, shown)
        assert item is not None
        warnings = warnings_field(doubtful(item.document.get("warnings")))
        return {name: item.document[name] for name in META} | more | warnings

    return create_and_read


def post(
    resource: Resource,
    create: Create,
    create_many: CreateMany | None = None,
    preview: Preview | None = None,
    switches: tuple[str, ...] = (),
    together: Together | None = None,
) -> EndpointHandler:
    """The endpoint that creates documents of a resource: one, or an array of them all or nothing.

    A dry run's answer has the fields of `preview` too. `switches` are fields that the query string may set for all documents.
    With `together`, documents of requests that wait for each other are created at once.
    """
    assert resource.input is not None
    shape = resource.input
    gathering = Gathering()

    async def serve(request: Request, database: Database) -> Answer:
        document = _with_switches(await request.json(), request, switches)
        request.answer_headers += deprecation_headers(shape, document)
        read_before = _readable(shape, document) if together is not None else None

        async def work(tx: Connection) -> Answer:
            now = clock.now()
            more = preview if is_dry_run(request) else None
            if isinstance(document, list):
                outcomes = await _create_all(tx, request.signed_in, shape, document, create, create_many, more, now)
                _refuse_all_for_one(outcomes)
                if len(outcomes) == 1:
                    return answer(outcomes[0], 201, _location(resource, outcomes[0]))
                return answer({"_status": "OK", "_items": outcomes}, 201)
            value = read_before or await read_all_issues(tx, request.signed_in, shape, document)
            body = _body(await create(tx, request.signed_in, value, now), value, more)
            return answer(body, 201, _location(resource, body))

        if resource.name in request.signed_in.logs:
            return await _logged(request, database, resource, work, document)
        if together is None or read_before is None or together.is_apart(read_before) or not may_gather(request):
            return await once(request, database, work, document)
        return await gathering.answer(
            client_of(request, read_before.account),
            lambda: GatheredRequest(request, document, read_before),
            lambda: once(request, database, work, document),
            lambda batch: _create_together(database, resource, together, batch),
        )

    return serve


def _readable(shape: type[Shape], document: Any) -> Any:
    """A single document by its shape; None where it is refused, or where there are several."""
    if not isinstance(document, dict):
        return None
    try:
        return read(shape, document)
    except Refused:
        return None


async def _create_together(
    database: Database, resource: Resource, together: Together, batch: Sequence[GatheredRequest]
) -> list[Answer]:
    """The answers to requests of one caller, whose documents are created by one transaction."""

    async def work(tx: Connection) -> list[Answer]:
        caller, values = batch[0].request.signed_in, [one.value for one in batch]
        created = await together.create(tx, caller, values, [one.request.id for one in batch], clock.now())
        bodies = [_body(one, value, None) for one, value in zip(created, values, strict=True)]
        return [answer(body, 201, _location(resource, body)) for body in bodies]

    return await once_together(database, [(one.request, one.document) for one in batch], work)


def _with_switches(sent: Any, request: Request, switches: tuple[str, ...]) -> Any:
    """The documents of a request, with the fields that are switched on in the query string."""
    on = {name: True for name in switches if is_on(request, name)}
    if not on:
        return sent
    documents = sent if isinstance(sent, list) else [sent]
    filled = [document | on if isinstance(document, dict) else document for document in documents]
    return filled if isinstance(sent, list) else filled[0]


async def _logged(
    request: Request, database: Database, resource: Resource, work: IdempotentWork, document: Any
) -> Answer:
    """The same, with request and answer kept: in the same transaction, or by themselves where it was refused."""

    async def work_and_log(tx: Connection) -> Answer:
        done = await work(tx)
        kept = without(done.body, request.secrets)
        await log_request(tx, request.signed_in, resource, done.status, document, kept, clock.now())
        return done

    try:
        return await once(request, database, work_and_log, document)
    except Exception as trouble:
        refused = answer_to(trouble, request.method)
        if refused is not None and refused.status < 500:
            async with database.transaction() as tx:
                await log_request(tx, request.signed_in, resource, refused.status, document, refused.body, clock.now())
        raise


async def _create_all(
    tx: Connection,
    caller: Caller,
    shape: type[Shape],
    documents: list[Any],
    create: Create,
    create_many: CreateMany | None,
    preview: Preview | None,
    now: datetime,
) -> list[dict[str, Any]]:
    """The outcome of each document. Each is checked, so that all issues of all documents are reported at once."""
    if not 0 < len(documents) <= MOST_DOCUMENTS:
        raise http_error(400, f"An array must have 1 to {MOST_DOCUMENTS} documents.")
    read = [await _read(tx, caller, shape, document) for document in documents]
    if create_many is not None and len(read) >= FEW and not any(isinstance(one, Refused) for one in read):
        created = await create_many(tx, caller, read, now)
        if created is not None:
            return [_body(one, value, preview) for one, value in zip(created, read, strict=True)]
    outcomes: list[dict[str, Any]] = []
    for one in read:
        try:
            if isinstance(one, Refused):
                raise one
            outcomes.append(_body(await _create_within(tx, caller, one, create, now), one, preview))
        except Refused as wrong:
            outcomes.append({"_status": "ERR", "_issues": wrong.issues})
    return outcomes


async def _read(tx: Connection, caller: Caller, shape: type[Shape], document: Any) -> Any:
    """A document by its shape, or why it is refused. Of an array, other requests have a turn before each."""
    await asyncio.sleep(0)
    try:
        return await read_all_issues(tx, caller, shape, document)
    except Refused as wrong:
        return wrong


def _refuse_all_for_one(outcomes: list[dict[str, Any]]) -> None:
    refused = [outcome for outcome in outcomes if outcome["_status"] == "ERR"]
    if refused and len(outcomes) == 1:
        raise Refused(refused[0]["_issues"])
    if refused:
        items = [
            {"_status": "ERR"} | issues_of(outcome["_issues"]) if outcome["_status"] == "ERR" else {"_status": "OK"}
            for outcome in outcomes
        ]
        raise HttpError(error(422, refusal("POST", len(refused)), "refused", _items=items))


async def _create_within(tx: Connection, caller: Caller, value: Any, create: Create, now: datetime) -> Created:
    """Create one of several, so that a refusal undoes that one alone."""

    async def attempt() -> Created:
        async with savepoint(tx):
            return await create(tx, caller, value, now)

    return await tried(attempt)


def _body(created: Created, value: Any, preview: Preview | None) -> dict[str, Any]:
    shown = dict(created)
    if preview is not None:
        shown |= preview(value)
    for name in ("_created", "_updated"):
        if isinstance(shown[name], datetime):
            shown[name] = rfc_1123(shown[name])
    return shown | {"_status": "OK"}


def _location(resource: Resource, body: dict[str, Any]) -> Headers:
    return [(b"location", f"/{resource.name}/{body['_id']}".encode()), (b"etag", f'"{body["_etag"]}"'.encode())]
