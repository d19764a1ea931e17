"""What is looked at and does not move is not looked at again and again on the same day."""

from __future__ import annotations

from datetime import date, timedelta
from itertools import product

import pytest

from fordran import clock
from fordran.actions.cases import move_case
from fordran.actions.flow.advance_cases import advance_cases
from fordran.domain.flow.case_settings import FlowSettings
from fordran.domain.flow.next_step import CaseSituation, limitation_day, looked_at_again, next_step
from tests.actions.flow.days import Days
from tests.actions.flow.people import person
from tests.actions.office import Office

TODAY = date(2026, 9, 1)
MOST_ROUNDS = 5


async def _rounds(days: Days) -> int:
    """How often cases are found due before none is."""
    for round_ in range(MOST_ROUNDS):
        async with days.transaction() as tx:
            if await advance_cases(tx, clock.now()) == 0:
                return round_
    return MOST_ROUNDS


async def test_an_old_case_that_owes_nothing_is_left_alone(office: Office, days: Days) -> None:
    days.at(TODAY)
    case = await office.register_invoice(0, invoice_date="2000-01-01", invoice_due_date="2000-01-01")
    await office.post(f"cases/{case}/respite", {"until": "2026-09-03"})
    assert await _rounds(days) < MOST_ROUNDS
    assert (await office.case(case))["status"] == "respite"
    assert "next_step_date" not in await office.case(case)
    days.at(TODAY + timedelta(days=1))
    assert await _rounds(days) < MOST_ROUNDS


async def test_whatever_is_said_to_come_next_a_case_that_does_not_move_waits_until_tomorrow(
    office: Office, days: Days, monkeypatch: pytest.MonkeyPatch
) -> None:
    days.at(TODAY)
    case = await office.register_invoice(0)
    async with days.transaction() as tx:
        await tx.execute("update cases set next_step_date = $2 where id = $1", case, TODAY)
    monkeypatch.setattr(move_case, "_upcoming", lambda *_, **__: ("review", date(2003, 1, 2)))
    assert await _rounds(days) == 1
    async with days.transaction() as tx:
        assert await tx.fetchval("select next_step_date from cases where id = $1", case) == TODAY + timedelta(days=1)


ACTS = {
    "nothing": [],
    "respite": [("respite", {"until": "2026-09-03"})],
    "dispute": [("disputes", {"reason": "Varan kom aldrig."})],
    "plan": [("amortization-plans", {"instalments": 3, "first_date": "2026-09-03"})],
    "letter": [("letters", {"template": "documents_wanted"})],
    "respite after dispute": [("disputes", {"reason": "Varan kom aldrig."}), ("respite", {"until": "2026-09-02"})],
}


async def test_every_sort_of_old_and_small_case_comes_to_rest(office: Office, days: Days) -> None:
    days.at(TODAY)
    taken = 0
    for number, (invoiced, amount, acts) in enumerate(
        product(("2000-01-01", "2023-09-02", "2026-07-01"), (0, 5, 1000), ACTS.values())
    ):
        dates = {"invoice_date": invoiced, "invoice_due_date": invoiced}
        case = await office.register_invoice(amount, customer=person(7000 + number), **dates)
        for act, body in acts:
            answer = await office.client.post(f"/cases/{case}/{act}", json=body)
            assert answer.status_code in (201, 409, 422), answer.text
            taken += answer.status_code == 201
    assert taken > 30, "most acts are possible"
    for passed in range(4):
        today = TODAY + timedelta(days=passed)
        # A letter that leaves or is stopped lets its case be looked at once more.
        for _ in range(3):
            await days.work(today)
        async with days.transaction() as tx:
            rows = await tx.fetch("select id, state, status, next_step from cases where next_step_date <= $1", today)
        assert [tuple(row) for row in rows] == []


def _situation(**more: object) -> CaseSituation:
    stands = {"state": "invoice", "status": "invoice", "state_since": TODAY, "registered": TODAY, "due_date": TODAY}
    return CaseSituation(**(stands | {"arose": date(2026, 3, 3), "remaining": 1000_00} | more))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("situation", "day", "remark"),
    [
        (_situation(), date(2029, 3, 4), "a consumer's claim, after three years"),
        (_situation(arose=date(2023, 8, 31)), None, "that was yesterday"),
        (_situation(arose=date(2023, 9, 1)), date(2026, 9, 2), "that is tomorrow"),
        (_situation(remaining=0), None, "nothing can be barred where nothing is owed"),
        (_situation(remaining=-5), None, "and less than nothing"),
    ],
)
def test_the_day_of_limitation_is_one_that_is_to_come(situation: CaseSituation, day: date | None, remark: str) -> None:
    assert limitation_day(situation, TODAY) == day, remark


@pytest.mark.parametrize("status", ["amortization", "invoice"])
@pytest.mark.parametrize("asked_from", [None, date(2026, 12, 24), date(2050, 1, 1)])
@pytest.mark.parametrize("arose", [date(2000, 1, 1), date(2026, 3, 3)])
def test_too_little_is_looked_at_again_on_a_day_to_come_unless_it_is_due(
    status: str, asked_from: date | None, arose: date
) -> None:
    situation = _situation(status=status, asked_from=asked_from, arose=arose, remaining=5_00)
    if next_step(situation, FlowSettings(), TODAY) is None:
        again = looked_at_again(situation, TODAY)
        assert again is None or again > TODAY
    else:
        assert (status, arose) == ("invoice", date(2000, 1, 1)), "the claim is barred"
