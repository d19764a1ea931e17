"""Dela upp and Få mer tid: each shows what it comes to before it is asked for; within bounds it is agreed at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from typing import Any
from urllib.parse import urlencode

from starlette.responses import Response

from fordran import clock
from fordran.actions.cases.move_case import lock_flowing, read_flowing
from fordran.actions.flow.hold_case import give_respite
from fordran.actions.flow.read_plans import quote
from fordran.actions.my.own_acts import debtors_bounds, lock_own, plan_or_ask, respite_or_ask
from fordran.actions.refusals import EtagDiffers
from fordran.domain.days import months_after
from fordran.domain.flow.debtors_own import MOST_RESPITE_DAYS, SelfServiceLimits
from fordran.domain.flow.plans import MOST_INSTALMENTS
from fordran.my.own_cases import Changes, OwnCase, changes_of, own_case, today_of
from fordran.resources.case_acts import PlanInput, RespiteInput
from fordran.resources.cases import CASES
from fordran.shape.fields import Refused, read
from fordran.store.connections.database import Connection
from fordran.web.acts import do_once, dry_run
from fordran.web.visit import Visit

_FIRST_DATE_WRONG = "my.plan_wrong.first_date"
_PLAN_WRONG = {"instalments": "my.plan_wrong.instalments", "amount": "my.plan_wrong.instalments"}
USUAL_INSTALMENTS = 6
MOST_WRITTEN = 20
"""Characters of a day or a number, as a form may send it."""


async def plan_page(visit: Visit) -> Response:
    """A plan as it would be, with all that it costs."""
    return await _plan(visit, dict(visit.query))


async def make_own_plan(visit: Visit) -> Response:
    """Agree on the plan that is shown, or ask for it; another choice is shown first."""
    wish = visit.form.own
    if _asks_anew(wish, ("instalments", "first_date")):
        await visit.look_up(CASES)
        return visit.redirect(f"/my/cases/{visit.path['id']}/plan?{_query(wish, 'instalments', 'first_date')}")

    async def work(tx: Connection) -> str:
        now = clock.now()
        flowing = await lock_own(tx, visit.signed_in, visit.path["id"], wish.get("etag", ""), now)
        is_agreed = await plan_or_ask(tx, flowing, _plan_input(wish), now)
        return f"/my/cases/{visit.path['id']}?done={'plan' if is_agreed else 'asked'}"

    try:
        return visit.redirect(await do_once(visit, work))
    except EtagDiffers:
        return await _plan(visit, wish, is_changed=True)
    except Refused:
        return await _plan(visit, wish)


def _asks_anew(wish: Mapping[str, str], chosen: Sequence[str]) -> bool:
    """Whether the button is the one that computes, or something else is chosen than what the page shows."""
    return wish.get("act") == "compute" or any(wish.get(name) != wish.get(f"shown_{name}") for name in chosen)


def _query(wish: Mapping[str, str], *chosen: str) -> str:
    """The address of what is chosen; `chosen` lets the page point out that it is another plan than the last one."""
    given = {name: wish.get(name, "")[:MOST_WRITTEN] for name in chosen}
    return urlencode(given | ({} if wish.get("act") == "compute" else {"chosen": "yes"}))


def _plan_input(wish: dict[str, str]) -> PlanInput:
    number = wish.get("instalments", "")
    many = int(number) if number.isascii() and number.isdigit() and len(number) < 5 else number
    return read(PlanInput, {"instalments": many, "first_date": wish.get("first_date", "")})


async def _plan(visit: Visit, wish: dict[str, str], *, is_changed: bool = False) -> Response:
    async with visit.database.connection() as connection:
        case = await own_case(visit, connection, visit.path["id"])
        bounds, today = await _bounds(connection, case), await today_of(connection)
        wish = {"instalments": str(_usual(bounds)), "first_date": months_after(today, 1).isoformat()} | wish
        quoted, wrong = None, {}
        if not (why_not := case.why_not("amortization_plan")):
            flowing = await read_flowing(connection, case.id, case.document["account"], clock.now())
            try:
                quoted = quote(flowing, _plan_input(wish))
            except Refused as refused:
                wrong = {name: _PLAN_WRONG.get(str(name), _FIRST_DATE_WRONG) for name in refused.issues}
    visit.note_reading("cases", case.id)
    return visit.render(
        "plan.html",
        _status(is_changed, wrong),
        case=case,
        why_not=why_not,
        wish=wish,
        quoted=quoted,
        wrong=wrong,
        bounds=bounds,
        is_changed=is_changed,
        is_chosen="chosen" in visit.query,
        is_at_once=quoted is not None and bounds.agrees_to_instalments(len(quoted["instalments"])),
        extra=quoted["total_amount"] - case.owed if quoted else 0,
        choices=sorted({*range(2, 13), 18, 24, 36, 48, 60, *_number(wish["instalments"])}),
    )


def _usual(bounds: SelfServiceLimits) -> int:
    return max(2, min(USUAL_INSTALMENTS, bounds.instalments_most or USUAL_INSTALMENTS))


def _number(text: str) -> list[int]:
    """The wishes for a plan, bounded by its longest length."""
    return (
        [int(text)]
        if text.isascii() and text.isdigit() and len(text) < 5 and 1 <= int(text) <= MOST_INSTALMENTS
        else []
    )


def _status(is_changed: bool, wrong: dict[str, Any]) -> int:
    return 409 if is_changed else 422 if wrong else 200


async def _bounds(connection: Connection, case: OwnCase) -> SelfServiceLimits:
    return await debtors_bounds(connection, case.document["account"], case.document["creditor"])


async def respite_page(visit: Visit) -> Response:
    """The consequences of more time."""
    return await _respite(visit, visit.query.get("until", ""))


async def take_respite(visit: Visit) -> Response:
    """Take more time, or ask for it."""
    until = visit.form.text("until")
    if _asks_anew(visit.form.own, ("until",)):
        await visit.look_up(CASES)
        return visit.redirect(f"/my/cases/{visit.path['id']}/respite?{_query(visit.form.own, 'until')}")

    async def work(tx: Connection) -> str:
        now = clock.now()
        flowing = await lock_own(tx, visit.signed_in, visit.path["id"], visit.form.text("etag"), now)
        is_given = await respite_or_ask(tx, flowing, read(RespiteInput, {"until": until}), now)
        return f"/my/cases/{visit.path['id']}?done={'respite' if is_given else 'asked'}"

    if not await _is_day_to_come(visit, until):
        return await _respite(visit, until)
    try:
        return visit.redirect(await do_once(visit, work))
    except EtagDiffers:
        return await _respite(visit, until, is_changed=True)


async def _is_day_to_come(visit: Visit, text: str) -> bool:
    async with visit.database.connection() as connection:
        return _read_day(text, await today_of(connection)) is not None


def _read_day(text: str, today: date) -> date | None:
    """The day that is written, if it is one to come within the longest respite."""
    try:
        day = date.fromisoformat(text)
    except ValueError:
        return None
    return day if today < day <= today + timedelta(days=MOST_RESPITE_DAYS) else None


async def _respite(visit: Visit, written: str, *, is_changed: bool = False) -> Response:
    async with visit.database.connection() as connection:
        case = await own_case(visit, connection, visit.path["id"])
        bounds, today = await _bounds(connection, case), await today_of(connection)
    until = _read_day(written or (today + timedelta(days=bounds.respite_days_most or 14)).isoformat(), today)
    why_not, changes = case.why_not("respite"), None
    wrong = {} if until else {"until": visit.t("my.holds.day_required")}
    is_at_once = until is not None and bounds.agrees_to_respite(today, until)
    if until is not None and is_at_once and why_not is None:
        changes = await dry_run(visit, lambda tx: _given(visit, tx, case, until))
    visit.note_reading("cases", case.id)
    return visit.render(
        "respite.html",
        _status(is_changed, wrong),
        case=case,
        why_not=why_not,
        until=until,
        written=written or (until.isoformat() if until else ""),
        wrong=wrong,
        bounds=bounds,
        is_changed=is_changed,
        is_chosen="chosen" in visit.query,
        is_at_once=is_at_once,
        changes=changes,
        last_at_once=today + timedelta(days=bounds.respite_days_most),
    )


async def _given(visit: Visit, tx: Connection, case: OwnCase, until: date) -> Changes:
    now = clock.now()
    flowing = await lock_flowing(tx, case.id, case.document["creditor"], case.document["account"], now)
    assert flowing is not None
    await give_respite(tx, flowing, read(RespiteInput, {"until": until.isoformat()}), now)
    return await changes_of(visit, tx, case)
