"""Letters: what waits to leave, what has left and what was stopped; a look before it leaves, and stopping it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from starlette.responses import Response

from fordran import clock
from fordran.actions.letters.failed_checks import failed_checks
from fordran.actions.letters.preview_letter import preview_letter
from fordran.actions.letters.stop_letter import stop_letter
from fordran.actions.spar.last_answer import last_answer
from fordran.console.cases import UnknownCaseName, case_named, owed_text, step_text
from fordran.console.downloads import download
from fordran.console.form_acts import ShownChange, confirmed
from fordran.console.listing import address, listed
from fordran.console.who import STAFF
from fordran.domain.kinds.letter_kinds import LETTER_KINDS, LetterKind
from fordran.domain.message import Message
from fordran.resources.cases import CASES
from fordran.resources.letters import LETTERS as LETTERS_OF
from fordran.store.connections.database import Connection
from fordran.store.reading.documents import Values
from fordran.web.troubles import NoSuchPage
from fordran.web.visit import Visit

WHICH: Mapping[str, tuple[str, ...]] = {
    "queue": ("queued", "made"),
    "sent": ("sent", "shown"),
    "stopped": ("stopped", "failed"),
}


async def letters_page(visit: Visit) -> Response:
    """Letters by whether they have left, the newest first."""
    return await _shown(visit, {})


async def _shown(visit: Visit, issues: dict[str, str], status: int = 200) -> Response:
    which = visit.query.get("which", "queue")
    which = which if which in WHICH else "queue"
    where: dict[str, Any] = {"status": {"$in": list(WHICH[which])}}
    async with visit.database.connection() as connection:
        letters, pager = await listed(visit, connection, LETTERS_OF, where)
        cases = await _cases(visit, connection, letters)
    return visit.render(
        "letters.html",
        status,
        letters=letters,
        cases=cases,
        pager=pager,
        which=which,
        tabs=[(name, address(visit, which=name, after="", case="", kind="")) for name in WHICH],
        kind_options=[(kind, visit.t.of("letter_kind", kind)) for kind in LETTER_KINDS],
        asked=visit.query,
        issues=issues,
        may_write=bool(visit.signed_in.roles & STAFF),
    )


async def _cases(visit: Visit, connection: Connection, letters: list[Values]) -> dict[str, Values]:
    ids = sorted({letter["case"] for letter in letters})
    if not ids:
        return {}
    chosen = {"customer": True, "customer_name": True, "ocr_number": True, "creditor_name": True}
    cases = await visit.read(connection, CASES, {"_id": {"$in": ids}}, len(ids), projection=chosen)
    return {case["_id"]: case for case in cases}


async def letter_page(visit: Visit) -> Response:
    """A letter: to whom, what it asks for, what the law asks of it, and its document."""
    async with visit.database.connection() as connection:
        letter = await visit.find(connection, LETTERS_OF)
        case = (await _cases(visit, connection, [letter])).get(letter["case"])
        spar = await last_answer(connection, case["customer"]) if case and letter["status"] == "queued" else None
        failed = await failed_checks(connection, letter["_id"])
    visit.note_reading(LETTERS_OF.name, letter["_id"])
    return visit.render(
        "letter.html",
        letter=letter,
        case=case,
        spar=spar,
        file=letter.get("document", {}).get("id"),
        checklist=[_noted(visit, check, failed) for check in letter.get("checklist") or []],
        may_stop=letter["status"] in WHICH["queue"] and bool(visit.signed_in.roles - {"auditor"}),
        done=visit.query.get("done"),
    )


def _noted(visit: Visit, check: dict[str, Any], failed: Mapping[str, Message]) -> dict[str, Any]:
    """A line of the checklist, with what is wrong in the visitor's language."""
    return check | ({"said": visit.t.sentence(failed[check["rule"]])} if check["rule"] in failed else {})


async def stop(visit: Visit) -> Response:
    """Stop a letter that has not left, once it has been shown what follows."""
    async with visit.database.connection() as connection:
        letter = await visit.find(connection, LETTERS_OF)
        before = await visit.find(connection, CASES, letter["case"])
    here, t = f"/console/letters/{letter['_id']}", visit.t

    async def work(tx: Connection) -> str:
        await stop_letter(tx, await visit.find(tx, LETTERS_OF), clock.now())
        return f"{here}?done=stop"

    async def changes(tx: Connection) -> list[ShownChange]:
        stopped, after = await visit.find(tx, LETTERS_OF), await visit.find(tx, CASES, letter["case"])
        statuses = [t.of("letter_status", one["status"]) for one in (letter, stopped)]
        return [
            (t("console.letter.letter"), statuses[0], statuses[1]),
            (t("console.debt"), owed_text(t, before), owed_text(t, after)),
            (t("console.next_step"), step_text(t, before), step_text(t, after)),
        ]

    return await confirmed(visit, "console.letter.stop_letter", here, "stop", work, changes)


async def write(visit: Visit) -> Response:
    """To the form for a letter in own words, about a case by its number; without one, to the page that asks for it."""
    if not visit.query.get("case"):
        return visit.redirect("/console/letters")
    async with visit.database.connection() as connection:
        try:
            id_ = await case_named(visit, connection, visit.query.get("case", ""))
        except UnknownCaseName as unknown:
            return await _shown(visit, {"write-case": str(unknown)}, 422)
    return visit.redirect(f"/console/cases/{id_}/letter")


async def preview(visit: Visit) -> Response:
    """A letter of a kind about a case, as it would be made today."""
    kind = visit.query.get("kind", "")
    chosen: list[LetterKind] = [one for one in LETTER_KINDS if one == kind]
    if not chosen:
        raise NoSuchPage
    async with visit.database.connection() as connection:
        try:
            id_ = await case_named(visit, connection, visit.query.get("case", ""))
        except UnknownCaseName as unknown:
            return await _shown(visit, {"case": str(unknown)}, 422)
        case = await visit.find(connection, CASES, id_)
        letter = await preview_letter(connection, case, chosen[0], visit.settings.operator, clock.now())
    content = await letter.pdf()
    visit.note_reading(CASES.name, id_)
    return download(f"{kind}.pdf", "pdf", content, inline=True)
