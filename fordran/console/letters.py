"""Letters: what waits to leave, what has left and what was stopped; a look before it leaves, and stopping it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from starlette.responses import Response

from fordran import clock
from fordran.actions.letters.failed_checks import failed_checks
from fordran.actions.letters.preview_letter import preview_letter
from fordran.actions.letters.stop_letter import stop_letter
from fordran.console.confirming import ShownChange, confirm_page, is_confirmed
from fordran.console.downloads import download
from fordran.console.listing import address, listed
from fordran.console.naming import UnknownCaseName, case_named
from fordran.console.who import STAFF
from fordran.domain.flow.next_step import shown_day
from fordran.domain.kinds.letter_kinds import LETTER_KINDS, LetterKind
from fordran.domain.message import Message
from fordran.resources.cases import CASES
from fordran.resources.letters import LETTERS as LETTERS_OF
from fordran.store.connections.database import Connection
from fordran.store.reading.documents import Values
from fordran.web.acts import do_once, dry_run
from fordran.web.formatting import amount_text, day_in
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
    chosen = {"customer_name": True, "ocr_number": True, "creditor_name": True}
    cases = await visit.read(connection, CASES, {"_id": {"$in": ids}}, len(ids), projection=chosen)
    return {case["_id"]: case for case in cases}


async def letter_page(visit: Visit) -> Response:
    """A letter: to whom, what it asks for, what the law asks of it, and its document."""
    async with visit.database.connection() as connection:
        letter = await visit.find(connection, LETTERS_OF)
        case = (await _cases(visit, connection, [letter])).get(letter["case"])
        failed = await failed_checks(connection, letter["_id"])
    visit.note_reading(LETTERS_OF.name, letter["_id"])
    return visit.render(
        "letter.html",
        letter=letter,
        case=case,
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
    here = f"/console/letters/{letter['_id']}"

    async def work(tx: Connection) -> str:
        await stop_letter(tx, await visit.find(tx, LETTERS_OF), clock.now())
        return f"{here}?done=stop"

    if is_confirmed(visit):
        return visit.redirect(await do_once(visit, work))

    async def trial(tx: Connection) -> list[ShownChange]:
        before = await visit.find(tx, CASES, letter["case"])
        await work(tx)
        return _changes(
            visit, letter, await visit.find(tx, LETTERS_OF), before, await visit.find(tx, CASES, letter["case"])
        )

    return confirm_page(visit, visit.t("console.letter.stop_letter"), here, f"{here}/stop", await dry_run(visit, trial))


def _changes(visit: Visit, letter: Values, stopped: Values, before: Values, after: Values) -> list[ShownChange]:
    t = visit.t

    def owed(case: Values) -> str:
        return amount_text(case["total_remaining_transaction_amount"], t.language)

    def step(case: Values) -> str:
        day = shown_day(case.get("next_step"), day_in(case.get("next_step_date")))
        name = t.of("next_step", case["next_step"]) if case.get("next_step") else ""
        return f"{name}{f', {day}' if day else ''}"

    return [
        (t("console.letter.letter"), t.of("letter_status", letter["status"]), t.of("letter_status", stopped["status"])),
        (t("console.debt"), owed(before), owed(after)),
        (t("console.next_step"), step(before), step(after)),
    ]


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
        content = await preview_letter(connection, case, chosen[0], visit.settings.operator, clock.now())
    visit.note_reading(CASES.name, id_)
    return download(f"{kind}.pdf", "pdf", content, inline=True)
