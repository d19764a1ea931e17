"""Every act over the interface at every place that a case can be: done where the transition table has a row, else refused."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Any

import pytest

from fordran.domain.flow.case_flow import ACTS, targets
from fordran.domain.kinds.case_states import CLOSED_PLACES, OPEN_PLACES, CasePosition
from fordran.domain.kinds.steps import STEPS
from tests.actions.flow.days import Days
from tests.actions.office import Office

TODAY = date(2026, 9, 15)


@dataclass(frozen=True)
class Asked:
    """How an act is asked for."""

    act: str
    path: str
    body: dict[str, Any] | None
    """None where it is asked for by DELETE."""
    stays: bool = False
    """Whether it leaves the case where it is: an objection that is rejected still holds."""


ASKED = (
    Asked("respite", "respite", {"until": "2026-10-15"}),
    Asked("respite_end", "respite", None),
    Asked("dispute", "disputes", {"reason": "Varan kom aldrig fram."}),
    Asked("dispute_answer", "disputes", None),
    Asked("dispute_answer", "dispute-answers", {"outcome": "rejected"}, stays=True),
    Asked("dispute_answer", "dispute-answers", {"outcome": "partly", "amount": 10}, stays=True),
    Asked("amortization_plan", "amortization-plans", {"instalments": 3, "first_date": "2026-10-15"}),
    Asked("amortization_end", "amortization-plans", None),
    *(
        Asked("close", "close", {"reason": reason})
        for reason in ("written_off", "returned", "bankruptcy", "deceased", "debt_restructuring")
    ),
    *(
        Asked(f"enforcement_{reply}", "enforcement-replies", {"reply": reply})
        for reply in ("served", "contested", "verdict", "execution", "ended")
    ),
)
OF_APPLICATIONS = {"enforcement_renewed", "enforcement_contested_late"}
"""Acts of an application (test_renewals.py, test_order_of_replies.py)."""
NOBODY_ASKS = {"register", "reopen", "correct", *OF_APPLICATIONS, *STEPS} - {"respite_end"}
"""Acts of a registration, of a replay, and of the worker, who alone takes steps."""


async def open_case(office: Office, days: Days) -> str:
    days.at(date(2026, 9, 1))
    case = await office.register_debt(1000, invoice_date="2026-07-16")
    days.at(TODAY)
    return case


async def put(days: Days, case: str, place: CasePosition) -> None:
    """Let an open case stand at a place, as if it had come there."""
    flow: dict[str, Any] = {"sent": {"debt_collection": {"sent": "2026-09-02", "pay_by": "2026-09-14"}}}
    if place.status == "respite":
        flow["respite_until"] = "2026-10-01"
    if place.status == "amortization":
        flow["plan"] = {"made_on": "2026-09-10", "instalments": [["2026-10-10", 1200_00]]}
    async with days.transaction() as tx:
        await tx.execute(
            "update cases set state = $2, status = $3, flow = $4 where id = $1", case, place.state, place.status, flow
        )


async def closed_case(office: Office, days: Days, reason: str) -> str:
    """A case that was closed for a reason by whatever closes for it."""
    if reason == "time_barred":
        days.at(date(2026, 9, 1))
        case = await office.register_debt(1000, invoice_date="2023-09-02", invoice_due_days_after_invoice_date=30)
        await days.work(date(2026, 9, 3))
        days.at(TODAY)
        return case
    case = await open_case(office, days)
    match reason:
        case "paid":
            await office.pay(case, 2000, "2026-09-10")
        case "credited":
            await office.credit(case, 1000)
        case "cancelled":
            await office.cancel(case)
        case "wrong_person":
            await office.post(f"cases/{case}/wrong-person", {"note": "En granne."})
        case _:
            await office.post(f"cases/{case}/close", {"reason": reason})
    return case


async def asked(office: Office, case: str, how: Asked) -> tuple[int, CasePosition]:
    """How an act is answered, and where the case is then; what a POST does is not kept."""
    if how.body is None:
        etag = (await office.case(case))["_etag"]
        answer = await office.client.delete(f"/cases/{case}/{how.path}", headers={"If-Match": etag})
        after = await office.case(case)
    else:
        answer = await office.client.post(f"/cases/{case}/{how.path}?dry_run=true", json=how.body)
        after = answer.json()
    return answer.status_code, CasePosition(after.get("state", ""), after.get("status", ""))


def test_every_act_of_the_table_is_asked_for_or_nobodys_to_ask() -> None:
    assert set(ACTS) <= {how.act for how in ASKED} | NOBODY_ASKS
    assert {how.act for how in ASKED} <= set(ACTS) - NOBODY_ASKS


@pytest.mark.parametrize("place", OPEN_PLACES, ids=lambda place: f"{place.state}-{place.status}")
async def test_at_an_open_place_the_acts_of_the_table_are_done_and_no_others(
    office: Office, days: Days, place: CasePosition
) -> None:
    case = await open_case(office, days)
    for how in ASKED:
        await put(days, case, place)
        status, after = await asked(office, case, how)
        allowed = targets(place, how.act)
        if not allowed:
            assert status == 409, f"{how} is refused"
        else:
            assert status == (204 if how.body is None else 200), how
            assert after in _after(how, place), how


def _after(how: Asked, place: CasePosition) -> set[CasePosition]:
    """Where an act may leave a case. A reply of the authority to a disputed case leaves the objection holding."""
    if how.stays:
        return {place}
    found = targets(place, how.act)
    if how.act.startswith("enforcement_") and place.status == "disputed":
        return {CasePosition(target.state, "disputed") for target in found}
    return {*found}


@pytest.mark.parametrize("place", CLOSED_PLACES, ids=lambda place: place.status)
async def test_at_a_closed_place_every_act_is_refused(office: Office, days: Days, place: CasePosition) -> None:
    case = await closed_case(office, days, place.status)
    before = await office.case(case)
    assert CasePosition(before["state"], before["status"]) == place
    for how in ASKED:
        assert not targets(place, how.act)
        status, _ = await asked(office, case, how)
        assert status == 409, how
    assert (await office.client.post(f"/cases/{case}/start", json={})).status_code == 409
    assert await office.case(case) == before
