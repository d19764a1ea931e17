"""When interest begins, by where the due date comes from; which costs a kind of claim may bear. Rows computed by hand."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from decimal import Decimal
from typing import Any

import pytest

from fordran.domain.claims.facts import Capital, ClaimTerms, Fact, Fee, LetterLeft, PaymentFact
from fordran.domain.claims.particulars import ClaimDays, Particulars, claim_days
from fordran.domain.claims.statement import statement
from fordran.domain.flow.case_settings import FlowSettings
from fordran.domain.flow.step_fees import fees_of
from fordran.domain.house_rules import EDITION
from fordran.domain.kinds.claim_kinds import ClaimKind, DueDateBasis
from tests.domain.situations import case

INVOICED = date(2026, 9, 1)


@pytest.mark.parametrize(
    ("basis", "term", "left", "by_us", "due", "without_interest", "remark"),
    [
        ("agreed_date", 10, date(2026, 9, 1), False, 10, 10, "the day after a date that was agreed on"),
        ("agreed_date", 10, date(2026, 9, 20), False, 10, 10, "whenever the invoice left"),
        ("agreed_days", 10, date(2026, 9, 1), False, 10, 10, "the agreed days from the day it left"),
        ("agreed_days", 10, date(2026, 9, 6), False, 10, 15, "left five days later: 11 + 5 September"),
        ("invoice_only", 10, date(2026, 9, 1), False, 10, 29, "from the thirtieth day after it left, 1 October"),
        ("invoice_only", 10, date(2026, 9, 6), False, 10, 34, "six September and 29 days"),
        ("invoice_only", 29, date(2026, 9, 1), False, 29, 29, "29 and 30 days come out alike"),
        ("invoice_only", 30, date(2026, 9, 1), False, 30, 30, "a longer term counts whole"),
        ("invoice_only", 45, date(2026, 9, 11), False, 45, 45, "also where it left late"),
        ("agreed_date", 10, date(2026, 9, 6), True, 15, 15, "an invoice of ours that leaves late is due later"),
        ("invoice_only", 10, date(2026, 9, 6), True, 15, 34, "and its interest begins later"),
    ],
)
def test_when_interest_begins(
    basis: DueDateBasis, term: int, left: date, by_us: bool, due: int, without_interest: int, remark: str
) -> None:
    of = Particulars(rules_day=EDITION, due_date_basis=basis, left=left, sent_by_us=by_us)
    assert claim_days(of, INVOICED, term) == ClaimDays(due, without_interest), remark


def test_a_creditor_may_let_interest_begin_later_and_not_earlier() -> None:
    of = Particulars(rules_day=EDITION, due_date_basis="invoice_only", left=INVOICED)
    assert claim_days(of, INVOICED, 10, 5).without_interest == 29
    assert claim_days(of, INVOICED, 10, 60).without_interest == 60


def test_a_case_of_before_keeps_its_days() -> None:
    assert claim_days(Particulars(), INVOICED, 10) == ClaimDays(10, 10)
    assert claim_days(Particulars(), INVOICED, 10, 5) == ClaimDays(10, 5)


@pytest.mark.parametrize(
    ("kind", "reminder", "late"),
    [
        ("goods_or_services", True, True),
        ("loan", True, False),
        ("rent", True, True),
        ("control_fee", False, False),
        ("damages", False, False),
        ("membership", True, False),
        ("statutory_fee", False, False),
    ],
)
def test_the_costs_that_a_kind_of_claim_bears(kind: ClaimKind, reminder: bool, late: bool) -> None:
    of = Particulars(rules_day=EDITION, claim_kind=kind)
    assert (of.may_agree_reminder_fee, of.bears_late_payment_fee) == (reminder, late)
    terms = ClaimTerms(due_date=INVOICED, interest_from=INVOICED, is_business=True, particulars=of)
    claimed: list[Fact] = [
        Capital("claim", INVOICED, 1000_00),
        Fee("their reminder", date(2026, 9, 8), "reminder", 60_00, by_creditor=True),
    ]
    assert statement(claimed, terms, date(2026, 9, 8)).costs.remaining == (60_00 if reminder else 0)
    assert (terms.late_payment_fee_from == date(2026, 9, 2)) is late


def test_a_public_authority_has_no_late_payment_fee() -> None:
    assert not Particulars(rules_day=EDITION, creditor_is_public=True).bears_late_payment_fee
    assert Particulars(creditor_is_public=True).bears_late_payment_fee, "an older case keeps its rule"


def test_the_late_payment_fee_begins_with_interest() -> None:
    settings = FlowSettings(reminder_fee_agreed=False)
    begins = date(2026, 10, 1)
    company = case(is_business=True, late_payment_fee_from=begins)
    assert fees_of("reminder", company, settings, date(2026, 9, 30)) == []
    assert fees_of("reminder", company, settings, begins) == [("late_payment_fee", 450_00)]
    assert fees_of("reminder", case(is_business=True, late_payment_fee_from=None), settings, begins) == []


def test_interest_of_a_short_invoice_by_hand() -> None:
    """36,500 kr at 10 % cost 10 kr a day. Ten days' term on the invoice alone: free up to 30 September."""
    of = Particulars(rules_day=EDITION, due_date_basis="invoice_only", left=INVOICED)
    days = claim_days(of, INVOICED, 10)
    terms = ClaimTerms(
        due_date=date(2026, 9, 11),
        interest_from=date.fromordinal(INVOICED.toordinal() + days.without_interest),
        reference_rate=False,
        rate_percent=Decimal(10),
        particulars=of,
    )
    facts = [Capital("claim", INVOICED, 36_500_00)]
    owed = [statement(facts, terms, day).interest.remaining for day in (date(2026, 9, 30), date(2026, 10, 1))]
    assert owed == [0, 10_00]


# Consumer credit, rent, earmarks and a missing notice ---------------------------------------------------------------------------


def _credit(**changes: Any) -> ClaimTerms:
    """A loan of a consumer at 30 %, due on 31 December 2025, which bears interest from 1 January 2026."""
    terms = ClaimTerms(
        due_date=date(2025, 12, 31),
        interest_from=date(2025, 12, 31),
        arose=date(2025, 12, 1),
        reference_rate=False,
        rate_percent=Decimal(30),
        particulars=Particulars(rules_day=EDITION, claim_kind="loan", left=date(2025, 12, 1)),
    )
    return replace(terms, **changes)


CREDIT: list[Fact] = [Capital("claim", date(2025, 12, 1), 36_500_00)]


@pytest.mark.parametrize(
    ("terms", "a_day", "remark"),
    [
        (_credit(), 22_00, "2 % and 20 points: 22 kr a day on 36,500 kr"),
        (_credit(rate_percent=Decimal(12)), 12_00, "a lower rate holds"),
        (_credit(is_business=True), 30_00, "no consumer"),
        (_credit(arose=date(2025, 2, 28)), 30_00, "agreed on before the caps"),
        (_credit(particulars=Particulars(rules_day=EDITION)), 30_00, "no credit"),
        (_credit(particulars=Particulars(claim_kind="loan")), 30_00, "a case of before"),
    ],
)
def test_the_rate_of_a_consumers_credit_is_capped(terms: ClaimTerms, a_day: int, remark: str) -> None:
    assert statement(CREDIT, terms, date(2026, 1, 1)).interest.remaining == a_day, remark


def test_interest_and_costs_never_exceed_the_credit() -> None:
    """22 kr a day on 36,500 kr: after 1,650 days 36,300 kr. A demand of 180 kr leaves 20 kr for interest, and no more."""
    terms = _credit()
    late = date.fromordinal(date(2025, 12, 31).toordinal() + 1650)
    facts = [*CREDIT, Fee("demand", late, "debt_collection", 180_00), Fee("application", late, "enforcement", 300_00)]
    then = statement(facts, terms, late)
    assert (then.interest.remaining, then.costs.remaining) == (36_300_00, 480_00)
    later = statement(facts, terms, date.fromordinal(late.toordinal() + 100))
    assert (later.interest.remaining, later.costs.remaining) == (36_320_00, 480_00), "the authority's costs are outside"


@pytest.mark.parametrize(
    ("kind", "ordered", "left"),
    [
        ("rent", None, 0),
        ("rent", date(2026, 9, 15), 0),
        ("rent", date(2026, 9, 16), 180_00),
        ("goods_or_services", date(2026, 9, 1), 180_00),
    ],
)
def test_rent_is_paid_when_the_bank_has_the_order(kind: ClaimKind, ordered: date | None, left: int) -> None:
    """Paid at the bank on Friday 18 September, a demand of 180 kr on the 17th; two banking days before is the 16th."""
    terms = ClaimTerms(
        due_date=date(2026, 9, 30),
        interest_from=date(2026, 9, 30),
        particulars=Particulars(rules_day=EDITION, claim_kind=kind),
        write_off_below=0,
    )
    demanded = date(2026, 9, 17) if ordered is None else date(2026, 9, 16)
    facts: list[Fact] = [
        Capital("claim", INVOICED, 5000_00),
        Fee("demand", demanded, "debt_collection", 180_00),
        PaymentFact("paid", date(2026, 9, 18), 5000_00, reached_us=True, ordered_on=ordered),
    ]
    assert statement(facts, terms, date(2026, 9, 20)).remaining == left


def test_a_payment_for_the_capital_alone_leaves_interest_and_costs() -> None:
    terms = ClaimTerms(due_date=INVOICED, interest_from=INVOICED, reference_rate=False, rate_percent=Decimal(10))
    facts: list[Fact] = [
        Capital("claim", INVOICED, 36_500_00),
        Fee("demand", date(2026, 9, 5), "debt_collection", 180_00),
        PaymentFact("paid", date(2026, 9, 11), 36_500_00, reached_us=False, earmark="capital"),
    ]
    stated = statement(facts, terms, date(2026, 12, 31))
    assert (stated.capital.remaining, stated.interest.remaining, stated.costs.remaining) == (0, 100_00, 180_00)


@pytest.mark.parametrize(
    ("letters", "is_business", "owed"),
    [
        ([], False, 0),
        ([date(2026, 9, 20)], False, 2_00),
        ([date(2026, 9, 20), date(2026, 10, 1)], False, 2_00),
        ([], True, 500_00),
    ],
)
def test_an_invoice_that_does_not_mention_interest(letters: list[date], is_business: bool, owed: int) -> None:
    """10 kr a day. A consumer owes interest from the 30th day after the first letter, 20 October; two days by the 21st."""
    terms = ClaimTerms(
        due_date=INVOICED,
        interest_from=INVOICED,
        reference_rate=False,
        rate_percent=Decimal(1) if not is_business else Decimal(10),
        is_business=is_business,
        particulars=Particulars(rules_day=EDITION, interest_notice=False),
    )
    facts: list[Fact] = [Capital("claim", INVOICED, 36_500_00)]
    facts += [LetterLeft(str(day), day, date(2026, 12, 1), 99_999_00) for day in letters]
    assert statement(facts, terms, date(2026, 10, 21)).interest.remaining == owed
