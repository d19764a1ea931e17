"""What follows from replies of the enforcement authority, by hand-computed rows."""

from dataclasses import replace
from datetime import date
from itertools import permutations

import pytest

from fordran.domain.claims.facts import Capital, ClaimTerms, Fact, Fee, PaymentFact
from fordran.domain.claims.statement import booked, statement
from fordran.domain.flow.enforcements import (
    DatedReply,
    hand_over_by,
    may_charge_attachment,
    reverses_costs,
    standing,
    why_not_renewed,
)
from fordran.domain.kinds.case_states import Reply
from fordran.domain.kinds.enforcement_kinds import EnforcementStatus

D = date.fromisoformat
TERMS = ClaimTerms(due_date=D("2026-08-31"), interest_from=D("2026-08-31"), reference_rate=False, rate_percent=None)
CLAIM = Capital("claim", D("2026-08-01"), 1_000_00)
APPLICATION = Fee("application", D("2026-09-20"), "enforcement", 300_00, reversed_on=D("2026-10-10"))
WORK = Fee("work", D("2026-09-20"), "enforcement", 380_00, reversed_on=D("2026-10-10"))


@pytest.mark.parametrize(
    ("reply", "order", "handed_over", "reverses"),
    [
        ("dismissed", None, None, True),
        ("withdrawn", None, None, True),
        ("ended", None, None, True),
        ("ended", D("2026-10-01"), None, False),
        ("dismissed", None, D("2026-10-01"), False),
        ("contested", None, None, False),
        ("received", None, None, False),
    ],
)
def test_costs_follow_an_order(reply: Reply, order: date | None, handed_over: date | None, reverses: bool) -> None:
    assert reverses_costs(reply, order, handed_over) is reverses


def test_a_request_to_hand_over_comes_within_four_weeks() -> None:
    assert hand_over_by(D("2026-12-10")) == D("2027-01-07")


@pytest.mark.parametrize(
    ("status", "order", "remaining", "refused"),
    [
        ("ended", D("2026-10-01"), 1, None),
        ("execution", D("2026-10-01"), 1, "error.application_not_ended"),
        ("dismissed", None, 1, "error.application_not_ended"),
        ("ended", None, 1, "error.renewal_without_order"),
        ("ended", D("2026-10-01"), 0, "error.nothing_to_execute"),
    ],
)
def test_execution_that_is_asked_for_again(
    status: EnforcementStatus, order: date | None, remaining: int, refused: str | None
) -> None:
    assert why_not_renewed(status, order, remaining) == refused


@pytest.mark.parametrize(
    ("remaining", "latest", "day", "may"),
    [
        (50_00, None, "2026-10-01", True),
        (500_00, D("2026-10-01"), "2027-09-30", False),
        (500_00, D("2026-10-01"), "2027-10-01", True),
        (100_00, D("2026-10-01"), "2027-10-01", True),
        (99_99, D("2026-10-01"), "2027-10-01", False),
    ],
)
def test_the_yearly_fee(remaining: int, latest: date | None, day: str, may: bool) -> None:
    assert may_charge_attachment(remaining, latest, D(day)) is may


@pytest.mark.parametrize(
    ("day", "paid", "costs", "capital"),
    [
        ("2026-10-09", 0, 680_00, 1_000_00),
        ("2026-10-10", 0, 0, 1_000_00),
        ("2026-10-09", 400_00, 280_00, 1_000_00),
        ("2026-10-10", 400_00, 0, 600_00),
    ],
)
def test_reversed_costs_are_owed_until_their_day(day: str, paid: int, costs: int, capital: int) -> None:
    terms = replace(TERMS, interest_from=D("2030-01-01"))
    payments: list[Fact] = [PaymentFact("money", D("2026-09-25"), paid, reached_us=True)] if paid else []
    found = statement([CLAIM, APPLICATION, WORK, *payments], terms, D(day))
    assert (found.costs.remaining, found.capital.remaining) == (costs, capital)


def test_a_case_shows_the_reversal_at_once_and_money_beyond_the_claim_goes_back() -> None:
    terms = replace(TERMS, interest_from=D("2030-01-01"))
    paid = PaymentFact("money", D("2026-09-25"), 1_500_00, reached_us=True)
    found = booked([CLAIM, APPLICATION, WORK, paid], terms)
    assert (found.remaining, found.refund) == (0, 500_00)
    assert found.closed is not None
    assert found.closed.date == D("2026-10-10")


@pytest.mark.parametrize(
    ("replies", "stands"),
    [
        ([], None),
        ([("received", "09-21"), ("served", "09-21")], "served"),
        ([("contested", "09-22"), ("served", "09-25")], "contested"),
        ([("served", "09-21"), ("execution", "10-02")], "execution"),
        ([("verdict", "10-01"), ("execution", "10-01")], "execution"),
        ([("contested", "10-01"), ("verdict", "10-01")], "verdict"),
        ([("verdict", "10-01"), ("execution", "10-01"), ("contested", "10-10")], "contested"),
        ([("execution", "10-01"), ("contested", "10-10"), ("verdict", "10-20")], "verdict"),
        ([("ended", "10-05"), ("served", "10-09")], "ended"),
        ([("ended", "10-05"), ("dismissed", "10-02")], "dismissed"),
        ([("withdrawn", "10-02"), ("dismissed", "10-02"), ("ended", "10-02")], "withdrawn"),
        ([("supplement", "10-02"), ("new_fee", "10-03"), ("received", "09-21")], "received"),
    ],
)
def test_an_application_stands_where_its_replies_say_in_any_order(
    replies: list[tuple[Reply, str]], stands: str | None
) -> None:
    for order in permutations(DatedReply(reply, D(f"2026-{day}")) for reply, day in replies):
        found = standing(order)
        assert (None if found is None else found.reply) == stands
