"""Doing something to a case: the form, what it would come to, and then the deed, once, on the case as it was seen."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from starlette.responses import Response

from fordran import clock
from fordran.actions.cases.move_case import lock_flowing
from fordran.actions.cases.state_case import state_case
from fordran.actions.flow.read_plans import read_plans
from fordran.actions.work.case_notes import write_note
from fordran.console.case import REMAINING, case_of
from fordran.console.case_act_table import CaseAct, options_of
from fordran.console.fields import Unreadable, issues_of, read_fields
from fordran.console.terms import LETTERS, STATUSES, STEPS
from fordran.resources.letters import LETTERS as LETTERS_OF
from fordran.shape.fields import Refused, Shape
from fordran.store.connections.database import Connection
from fordran.store.reading.listing import Document, Query, read_page
from fordran.web.acts import do_once, would
from fordran.web.formatting import amount_text, day_in, ore_in
from fordran.web.visit import Visit

Change = tuple[str, str, str]
"""What it is, how it is now, and how it will be."""


@dataclass(frozen=True)
class Standing:
    """How a case stands: what of it an act can change."""

    case: Document
    owed: int
    letters: list[str]
    """Kinds of its letters, the latest first."""
    plans: list[dict[str, Any]]


class _Changed(Exception):
    """The case is not as the form's sender saw it."""

    def __init__(self, case: Document) -> None:
        super().__init__()
        self.case = case


def act_page(act: CaseAct) -> Callable[[Visit], Awaitable[Response]]:
    """The act's own page, with its form."""

    async def serve(visit: Visit) -> Response:
        async with visit.database.connection() as connection:
            case = await case_of(visit, connection)
        return _form(visit, act, case, {})

    return serve


def act_deed(act: CaseAct) -> Callable[[Visit], Awaitable[Response]]:
    """What the form is sent to: it shows what the act would come to, and does it once that is confirmed."""

    async def serve(visit: Visit) -> Response:
        async with visit.database.connection() as connection:
            case = await case_of(visit, connection)
        try:
            given = read_fields(visit.t, visit.form, act.fields, act.shape)
            if visit.form.texts.get("_confirmed") == "yes":
                return visit.redirect(await do_once(visit, lambda tx: _do(visit, tx, act, given)))
            before, after = await would(visit, lambda tx: _try(visit, tx, act, given))
        except Unreadable as unreadable:
            return _form(visit, act, case, unreadable.issues, 422)
        except Refused as refused:
            return _form(visit, act, case, issues_of(visit.t, refused), 422)
        except _Changed as changed:
            return _out_of_date(visit, act, case, changed.case)
        return visit.render(
            "confirm_case_act.html",
            act=act,
            case=before.case,
            changes=changes_of(visit, before, after),
            plan=after.plans[-1] if len(after.plans) > len(before.plans) else None,
            written=_written(visit, act),
            hidden=visit.form.own | {"_etag": before.case["_etag"]},
        )

    return serve


async def _try(visit: Visit, tx: Connection, act: CaseAct, given: Shape) -> tuple[Standing, Standing]:
    before = await _standing(visit, tx)
    _check_seen(visit, before.case)
    await _act(visit, tx, act, given, before.case)
    return before, await _standing(visit, tx)


async def _do(visit: Visit, tx: Connection, act: CaseAct, given: Shape) -> str:
    """Do it to the case as it was seen; the path to go on to."""
    case = await case_of(visit, tx)
    await _act(visit, tx, act, given, case, is_checked=True)
    return f"/console/cases/{case['_id']}?done={act.path}"


async def _act(
    visit: Visit, tx: Connection, act: CaseAct, given: Shape, case: Document, *, is_checked: bool = False
) -> None:
    now = clock.now()
    if act.act is None:
        await write_note(tx, visit.signed_in, case, given, now)  # type: ignore[arg-type]
        return
    flowing = await lock_flowing(tx, case["_id"], case["creditor"], case["account"], now)
    assert flowing is not None
    if is_checked:
        # Once it is locked nobody changes it any more.
        _check_seen(visit, await case_of(visit, tx))
    await act.act(tx, flowing, given, now)


def _check_seen(visit: Visit, case: Document) -> None:
    seen = visit.form.text("_etag")
    if seen and seen != case["_etag"]:
        raise _Changed(case)


async def _standing(visit: Visit, tx: Connection) -> Standing:
    case = await case_of(visit, tx)
    now = clock.now()
    stated = await state_case(tx, visit.signed_in, case["_id"], None, now)
    assert stated is not None
    of_case = Query(max_results=100, where={"case": case["_id"]}, sort=(("_id", True),))
    letters = (await read_page(tx, LETTERS_OF, visit.signed_in, of_case)).items
    flowing = await lock_flowing(tx, case["_id"], case["creditor"], case["account"], now)
    assert flowing is not None
    plans = await read_plans(tx, flowing)
    return Standing(case, ore_in(stated[REMAINING]), [letter["kind"] for letter in letters], plans)


def changes_of(visit: Visit, before: Standing, after: Standing) -> list[Change]:
    """What the act changes, and beside it what a person would ask about though it stays."""
    t = visit.t

    def step(case: Document) -> str:
        if not case.get("next_step"):
            return ""
        day = day_in(case.get("next_step_date"))
        return f"{t(STEPS[case['next_step']])}{f', {day}' if day else ''}"

    new = after.letters[: len(after.letters) - len(before.letters)]
    return [
        (t("Status"), t(STATUSES[before.case["status"]]), t(STATUSES[after.case["status"]])),
        (t("Skuld idag"), amount_text(before.owed, t.language), amount_text(after.owed, t.language)),
        (t("Nästa steg"), step(before.case), step(after.case)),
        (t("Brev som skickas"), "", ", ".join(t(LETTERS[kind]) for kind in new)),
    ]


def _written(visit: Visit, act: CaseAct) -> list[tuple[str, str]]:
    """What was filled in, by the fields' labels; of a choice, its words."""
    found = []
    for field in act.fields:
        text = visit.form.text(field.name)
        if text:
            words = act.choices.get(field.name, {}).get(text)
            found.append((visit.t(field.label), visit.t(words) if words else text))
    return found


def _form(visit: Visit, act: CaseAct, case: Document, issues: dict[str, str], status: int = 200) -> Response:
    return visit.render(
        "case_act.html", status, act=act, case=case, issues=issues, options=options_of(visit.t, act), form=visit.form
    )


def _out_of_date(visit: Visit, act: CaseAct, _seen: Document, case: Document) -> Response:
    """What was written and how the case is now; sent again, it shows anew what would come of it."""
    return visit.render(
        "case_out_of_date.html",
        409,
        act=act,
        case=case,
        written=_written(visit, act),
        hidden=visit.form.own | {"_etag": case["_etag"]},
        status_words=visit.t(STATUSES[case["status"]]),
        owed=ore_in(case[REMAINING]),
    )
