"""The same dated facts, sent to the real service in any order, leave the case the same, to the öre and line for line."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Any, Literal
from unittest.mock import patch

import hypothesis
from hypothesis import strategies as st

from fordran import clock
from tests.actions import fixtures
from tests.actions.office import COMPANY, Body, Office

app, office, quiet, settings = fixtures.app, fixtures.office, fixtures.quiet, fixtures.settings

EXAMPLES = int(os.environ.get("FORDRAN_TEST_EXAMPLES", "25"))
INVOICED, DUE_IN_DAYS = date(2025, 11, 10), 30
LAST = date(2027, 1, 31)


@dataclass(frozen=True)
class Sent:
    """Something that a creditor's system sends: on the day it is of, or a payment on some later day."""

    kind: Literal["pay", "credit", "waive interest", "waive costs", "cancel"]
    of: date
    ore: int = 0
    on: date | None = None


# Before the invoice, before the due date, over a rate change, and past the last published rate.
days = st.dates(INVOICED - timedelta(days=20), LAST)
amounts = st.integers(1, 700_00) | st.sampled_from([1, 24_99, 25_00, 60_00, 500_00, 1000_00, 2000_00])
payments = st.builds(Sent, st.just("pay"), days, amounts, days)
creditings = st.builds(Sent, st.just("credit"), st.dates(INVOICED, LAST), amounts)
waivers = st.builds(Sent, st.sampled_from(["waive interest", "waive costs"]), st.dates(INVOICED, LAST), amounts)
cancellations = st.builds(Sent, st.just("cancel"), st.dates(INVOICED, LAST))

fees = st.dictionaries(
    st.sampled_from(["reminder", "debt_collection", "late_payment_fee", "invoice_fee"]),
    st.fixed_dictionaries(
        {
            "amount": st.integers(1, 500).map(float),
            "fee_registration_date": st.dates(INVOICED, LAST).map(date.isoformat),
        }
    ),
    max_size=3,
)
rates = st.sampled_from(
    [
        {},
        {"interest_rate": {"reference_rate": False, "rate_percent": 24.5}},
        {"interest_rate": {"reference_rate": False}},
    ]
)


@st.composite
def histories(draw: st.DrawFn) -> tuple[list[Sent], list[Sent]]:
    """The same facts in two orders."""
    facts = draw(st.lists(payments, min_size=1, max_size=5)) + draw(st.lists(creditings, max_size=2))
    facts += draw(st.lists(waivers, max_size=2))
    facts += draw(st.lists(cancellations, max_size=1))
    return draw(st.permutations(facts)), draw(st.permutations(facts))


async def play(office: Office, case: str, facts: Iterable[Sent]) -> None:
    for fact in facts:
        # A payment is of a day that has come.
        noon = datetime.combine(max(fact.on or fact.of, fact.of), time(12), UTC)
        with patch.object(clock, "now", lambda noon=noon: noon):
            if fact.kind == "pay":
                await office.pay(case, fact.ore / 100, fact.of)
            elif fact.kind == "credit":
                await office.credit(case, fact.ore / 100)
            elif fact.kind.startswith("waive"):
                await office.waive(case, component=fact.kind.removeprefix("waive "), amount=fact.ore / 100)
            else:
                await office.cancel(case)


async def outcome(office: Office, case: str) -> dict[str, Any]:
    """All that must not depend on the order: not who told what when, nor what things are called."""
    document = await office.case(case)
    shown = {name: value for name, value in document.items() if name.startswith(("total_", "local_", "refund_"))}
    shown |= {name: document.get(name) for name in ("state", "status", "closed", "close_reason")}
    shown["transactions"] = [_without(line, "registration_date") for line in document["transactions"]]
    for at in (INVOICED, date(2025, 12, 10), date(2026, 1, 15), date(2026, 8, 1), LAST, date(2028, 3, 1)):
        statement = await office.statement(case, at)
        # `known` is the moment of asking.
        shown[f"statement {at}"] = _without(_without(statement, "case"), "known") | {
            "lines": [_without(line, "fact") for line in statement["lines"]]
        }
    paid = (await office.get("creditor--payments", where=f'{{"case": "{case}"}}'))["_items"]
    shown["payments"] = sorted((one["bank_transaction_date"], one["amount"], one["settled_amount"]) for one in paid)
    return shown


def _without(document: Body, name: str) -> Body:
    return {key: value for key, value in document.items() if key != name}


@hypothesis.settings(
    max_examples=EXAMPLES, deadline=None, suppress_health_check=list(hypothesis.HealthCheck), print_blob=True
)
@hypothesis.given(histories(), fees, rates, st.booleans())
async def test_the_order_of_arrival_makes_no_difference(
    office: Office, orders: tuple[list[Sent], list[Sent]], claimed: Body, rate: Body, is_business: bool
) -> None:
    customer = office.case_body()["customer"]
    if is_business:
        customer |= {"id_number": COMPANY, "is_person": False, "is_company": True}
    outcomes = []
    for order in orders:
        debt = office.debt(
            1000,
            invoice_date=INVOICED.isoformat(),
            invoice_due_days_after_invoice_date=DUE_IN_DAYS,
            fees_already_claimed=claimed,
        )
        made = await office.post("case--registrations", office.case_body(debt, customer=customer, case_settings=rate))
        (case,) = made["_cases"]
        await play(office, case, order)
        outcomes.append(await outcome(office, case))
    assert outcomes[0] == outcomes[1]


async def test_afterwards_everything_is_as_it_should_be(office: Office) -> None:
    assert await office.differences() == []
