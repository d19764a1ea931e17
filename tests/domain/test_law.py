"""The dated rows of the law."""

from collections.abc import Iterator
from datetime import date, timedelta
from decimal import Decimal

import pytest

from fordran.domain.days import months_after
from fordran.domain.law import reference_rates
from fordran.domain.law.deadlines import limitation_date
from fordran.domain.law.law import LAW, Law
from fordran.domain.law.payment_order import PaymentOrderRow
from fordran.domain.law.reference_rates import ReferenceRate, days_of_change, rate_on
from tests.published_rates import ALL_RATES, LAST_HALF_YEAR, published


@pytest.fixture(scope="module", autouse=True)
def _every_rate() -> Iterator[None]:
    """All rows, the newest too, which other tests do not reckon with."""
    with published(ALL_RATES):
        yield


@pytest.mark.parametrize(
    ("day", "rate_percent", "provisional", "remark"),
    [
        ("2002-07-01", "4.50", False, "the first"),
        ("2002-06-30", "4.50", True, "before there was one, the first stands in"),
        ("2012-07-01", "1.50", False, "corrected from 2.00 with effect from the first"),
        ("2016-06-30", "0.00", False, "the last day before a negative rate"),
        ("2016-07-01", "-0.50", False, "negative"),
        ("2019-06-30", "-0.50", False, "the last negative day"),
        ("2022-12-31", "0.50", False, "half-year by half-year"),
        ("2023-01-01", "2.50", False, "half-year by half-year"),
        ("2024-12-31", "4.00", False, "half-year by half-year"),
        ("2025-01-01", "3.00", False, "half-year by half-year"),
        ("2026-12-31", "2.00", False, "the last published day, for now"),
        ("2027-01-01", "2.00", True, "not yet published: the last rate holds provisionally"),
        ("2040-01-01", "2.00", True, "for as long as it takes"),
    ],
)
def test_the_reference_rate(day: str, rate_percent: str, provisional: bool, remark: str) -> None:
    assert rate_on(date.fromisoformat(day)) == (Decimal(rate_percent), provisional), remark


def test_every_half_year_has_a_row_and_a_source() -> None:
    begins = [row.begins for row in ALL_RATES]
    assert begins == [months_after(date(2002, 7, 1), 6 * number) for number in range(len(begins))]
    assert begins[-1] >= date(2026, 7, 1)
    assert all(row.source for row in ALL_RATES)
    assert all((row.rate_percent * 2) % 1 == 0 for row in ALL_RATES), "9 §: rounded to half points"


def test_the_days_of_change_are_all_the_days_on_which_the_answer_changes() -> None:
    day, found = date(2002, 1, 1), []
    while day <= reference_rates.FIRST_UNPUBLISHED_DAY + timedelta(days=366):
        if rate_on(day) != rate_on(day - timedelta(days=1)):
            found.append(day)
        day += timedelta(days=1)
    assert tuple(found) == days_of_change()
    assert found[-1] == reference_rates.FIRST_UNPUBLISHED_DAY


@pytest.mark.parametrize(
    ("article", "day", "most"),
    [
        ("reminder", "2012-01-01", 60),
        ("reminder", "2026-11-15", 60),
        ("debt_collection", "2026-11-15", 180),
        ("amortization_setup", "2026-11-15", 170),
        ("amortization_advice", "2026-11-15", 60),
        ("amortization_reminder", "2026-11-15", 60),
        ("late_payment_fee", "2026-11-15", 450),
        ("enforcement", "2026-11-15", 680),
        ("attachment", "2026-11-15", 600),
    ],
)
def test_caps(article: str, day: str, most: int) -> None:
    cap = LAW.cap_on(article, date.fromisoformat(day))
    assert cap is not None
    assert cap.most == most * 100
    assert cap.law


def test_what_has_no_cap_and_what_enforcement_is_made_of() -> None:
    assert LAW.cap_on("invoice_fee", date(2026, 11, 15)) is None
    day = date(2026, 11, 15)
    assert LAW.row("enforcement_application", day).most == 30000
    assert LAW.row("enforcement_work", day).most == 38000


@pytest.mark.parametrize(
    ("is_consumer", "is_parking", "barred"),
    [(True, False, date(2027, 2, 28)), (False, False, date(2034, 2, 28)), (True, True, date(2026, 2, 28))],
)
def test_limitation(is_consumer: bool, is_parking: bool, barred: date) -> None:
    assert limitation_date(date(2024, 2, 29), is_consumer=is_consumer, is_parking=is_parking) == barred


CAPITAL_FIRST = ("capital", "interest", "costs", "authority_costs")
COSTS_FIRST = ("authority_costs", "costs", "interest", "capital")
ADDED_ORDERS = (
    PaymentOrderRow(date(2027, 1, 1), CAPITAL_FIRST, "SFS 2026:1", is_for_consumers=True),
    PaymentOrderRow(date(2027, 7, 1), COSTS_FIRST, "SFS 2027:2", claim_kind="loan"),
)


@pytest.mark.parametrize(
    ("kind", "day", "is_consumer", "parts", "remark"),
    [
        ("rent", "2026-12-31", True, COSTS_FIRST, "the day before the new order"),
        ("rent", "2027-01-01", True, CAPITAL_FIRST, "its first day"),
        ("rent", "2027-01-01", False, COSTS_FIRST, "it is for consumers alone"),
        ("loan", "2027-06-30", True, CAPITAL_FIRST, "before the order for loans"),
        ("loan", "2027-07-01", True, COSTS_FIRST, "the order for a kind goes before the one for consumers"),
    ],
)
def test_the_narrower_order_of_payment_applies(kind, day, is_consumer, parts, remark) -> None:
    law = Law(orders=ADDED_ORDERS)
    assert law.order_of_payment(kind, date.fromisoformat(day), is_consumer=is_consumer).parts == parts, remark


@pytest.mark.parametrize(
    ("day", "expected", "remark"),
    [
        ("2027-01-01", ("2.00", True), "no rate of its own: the last one holds provisionally"),
        ("2027-07-01", ("3.00", False), "an added rate"),
        ("2027-12-31", ("3.00", False), "to the end of its half-year"),
        ("2028-01-01", ("3.00", True), "and provisionally from then on"),
    ],
)
def test_an_added_rate_holds_for_its_half_year(day: str, expected: tuple[str, bool], remark: str) -> None:
    added = (ReferenceRate(date(2027, 7, 1), Decimal("3.00"), "SFS 2027:1"),)
    percent, provisional = expected
    with published([row for row in ALL_RATES if row.begins <= LAST_HALF_YEAR]):
        assert rate_on(date.fromisoformat(day), added) == (Decimal(percent), provisional), remark
        assert date(2027, 7, 1) in days_of_change(added)
