"""Operator invoices: a hand-computed month, and how VAT, settlement and the first month are decided."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fordran.domain.house_rules import EDITION
from fordran.domain.kinds.articles import PayoutArticle
from fordran.domain.payouts.operator_invoice import (
    FeeLine,
    FeeTaxation,
    FeeVat,
    KeptFee,
    fee_invoice,
    first_month,
    settlements,
    taxation_of,
)

MONTH = (
    KeptFee("debt_collection", 108_00),  # 180.00 less the creditor's 40 %
    KeptFee("debt_collection", 107_99),  # a demand paid in part: 179.98 less 71.99
    KeptFee("reminder", 36_00),
    KeptFee("enforcement", 228_00),  # the work on an application, 380.00 less 40 %; the authority's 300.00 is no pay
    KeptFee("debt_collection", -108_00, "41"),  # recalled; it was on invoice 41
)


@pytest.mark.parametrize(
    ("fee_vat", "taxation", "net", "vat", "total", "to_pay", "remark"),
    [
        ("on_top", "swedish", 371_99, 93_00, 464_99, 93_00, "371.99 × 25 % = 92.9975"),
        ("included", "swedish", 297_59, 74_40, 371_99, 0, "371.99 / 1.25 = 297.592"),
        ("on_top", "reverse_charge", 371_99, 0, 371_99, 0, "the buyer accounts for it"),
        ("included", "reverse_charge", 371_99, 0, 371_99, 0, "there is none to include"),
        ("on_top", "outside_eu", 371_99, 0, 371_99, 0, "not taxed by Sweden"),
    ],
)
def test_a_month_to_the_ore(
    fee_vat: FeeVat, taxation: FeeTaxation, net: int, vat: int, total: int, to_pay: int, remark: str
) -> None:
    made = fee_invoice(MONTH, fee_vat, taxation)
    assert (made.kept, made.net, made.vat, made.total, made.to_pay) == (371_99, net, vat, total, to_pay), remark
    assert sum(line.amount for line in made.lines) == net


def test_what_was_given_back_is_a_line_of_its_own_that_names_its_invoice() -> None:
    assert fee_invoice(MONTH, "on_top", "swedish").lines == (
        FeeLine("debt_collection", 2, 215_99),
        FeeLine("enforcement", 1, 228_00),
        FeeLine("reminder", 1, 36_00),
        FeeLine("debt_collection", 1, -108_00, ("41",)),
    )


def test_a_month_of_reversals_alone_is_a_credit() -> None:
    made = fee_invoice([KeptFee("debt_collection", -180_00, "7")], "on_top", "swedish")
    assert (made.net, made.vat, made.total, made.to_pay) == (-180_00, -45_00, -225_00, -45_00)


AMOUNTS = st.lists(st.tuples(st.sampled_from(("reminder", "debt_collection")), st.integers(-10_000_00, 10_000_00)))


@given(AMOUNTS, st.sampled_from(("on_top", "included")), st.sampled_from(("swedish", "reverse_charge")))
def test_lines_vat_and_total_add_up(
    amounts: list[tuple[PayoutArticle, int]], fee_vat: FeeVat, taxation: FeeTaxation
) -> None:
    made = fee_invoice([KeptFee(article, amount) for article, amount in amounts], fee_vat, taxation)
    assert sum(line.amount for line in made.lines) == made.net
    assert made.total == made.net + made.vat
    assert made.to_pay == (made.vat if fee_vat == "on_top" else 0)
    assert abs(made.net * made.vat_percent - made.vat * 100) <= 125, "VAT is its rate of the net, to half an öre"


@pytest.mark.parametrize(
    ("area", "number", "expected", "remark"),
    [
        ("", "", "swedish", "a creditor that says nothing"),
        ("Sverige", "SE556016068001", "swedish", "here"),
        ("germany", "DE136695976", "reverse_charge", "a business in the EU"),
        ("DE", "DE 136 695 976", "reverse_charge", "by the letters of its country"),
        ("germany", "DE136695975", "swedish", "its check digit is wrong"),
        ("germany", "", "swedish", "no number was shown"),
        ("germany", "SE556016068001", "swedish", "a number of another country"),
        ("greece", "EL094259216", "reverse_charge", "Greek numbers begin with EL"),
        ("norway", "", "outside_eu", "outside of the EU"),
    ],
)
def test_where_the_service_is_taxed(area: str, number: str, expected: FeeTaxation, remark: str) -> None:
    assert taxation_of(area, number) == expected, remark


@pytest.mark.parametrize(
    ("owed", "available", "set_off", "netted", "remark"),
    [
        ([("a", 50)], 100, {}, {"a": 50}, "there is enough"),
        ([("a", 50)], 30, {}, {"a": 30}, "the rest waits"),
        ([("a", 50)], 0, {}, {}, "nobody else's money pays it"),
        ([("a", 50), ("b", 30)], 60, {}, {"a": 50, "b": 10}, "the oldest first"),
        ([("a", 50), ("b", -80)], 100, {"a": 50, "b": -50}, {}, "a credit note settles an invoice first"),
        ([("a", -20), ("b", 50)], 100, {"a": -20, "b": 20}, {"b": 30}, "and the rest is netted"),
        ([("a", -20)], 100, {}, {}, "a credit alone waits for an invoice"),
        ([("a", 50)], -10, {}, {}, "a creditor that owes has nothing to net"),
    ],
)
def test_how_open_invoices_are_settled(
    owed: list[tuple[str, int]], available: int, set_off: dict[str, int], netted: dict[str, int], remark: str
) -> None:
    assert settlements(owed, available) == (set_off, netted), remark


def test_the_first_month_began_after_the_rule_and_the_upgrade() -> None:
    assert first_month(None) > EDITION
    assert first_month(date(2027, 2, 1)) == date(2027, 2, 1), "upgraded on its first day"
    assert first_month(date(2027, 2, 2)) == date(2027, 3, 1)
