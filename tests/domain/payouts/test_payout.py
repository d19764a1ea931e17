"""What settled money owes to a creditor, how it is gathered into payouts, and when and where to it is paid."""

from collections import Counter
from dataclasses import replace
from datetime import date, timedelta
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fordran.domain.books.journal import (
    CLIENT_FUND_LIABILITIES,
    CLIENT_FUNDS,
    OWED_TO_CREDITOR,
    OWN_BANK,
    OWN_CLAIM_ON_CLIENT_FUNDS,
    OWN_FEES_IN_CLIENT_FUNDS,
)
from fordran.domain.claims.entries import LedgerEntry, difference
from fordran.domain.days import FinancePeriod, finance_period, is_banking_day
from fordran.domain.kinds.articles import PAYOUT_ARTICLES
from fordran.domain.payouts.gathering import Gathered, PayoutGroup, gather, not_ready
from fordran.domain.payouts.payout import (
    Commission,
    Payee,
    PayoutTerms,
    SettlementCause,
    SettlementLine,
    commission,
    lines_of,
    payee_by_number,
    payee_of,
    postings_of,
)

DAY = date(2026, 11, 16)
HALF = Commission(Decimal(50))


def settled(amount: int, type_: str = "capital", component: str = "capital", **more: Any) -> LedgerEntry:
    said = {"fact": "p", "settles": "c", "reached_us": True} | more
    return LedgerEntry(DAY, type_, -amount, component, "settled", **said)  # type: ignore[arg-type]


def fee(amount: int, type_: str = "reminder", **more: Any) -> LedgerEntry:
    return settled(amount, type_, "costs", **more)


def charged(id_: str, amount: int, type_: str = "enforcement") -> LedgerEntry:
    return LedgerEntry(DAY, type_, amount, "costs", "added", id_)  # type: ignore[arg-type]


def said_by(lines: list[SettlementLine]) -> list[tuple[str, str, int, int]]:
    return [(line.category, line.article, line.amount, line.vat_amount) for line in lines]


# Lines -----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("entry", "category", "article", "amount", "vat_amount", "remark"),
    [
        (settled(100_00), "capital", "capital", 100_00, 0, "capital is the creditor's"),
        (settled(5_00, "interest", "interest"), "interest", "interest", 5_00, 0, "and so is interest, without VAT"),
        (fee(60_00, by_creditor=True), "creditor_outlay", "reminder", 60_00, 0, "a fee that the creditor had added"),
        (fee(50_00, "invoice_fee", by_creditor=True), "creditor_outlay", "cost", 50_00, 0, "a cost without a name"),
        (fee(600_00, "attachment", by_creditor=True), "creditor_outlay", "enforcement", 600_00, 0, "the authority's"),
        (fee(1), "creditor_commission", "commission", 1, 0, "half an öre is an öre, has no VAT and leaves us nothing"),
        (
            fee(600_00, "attachment", settles="a"),
            "operator_fees",
            "enforcement",
            600_00,
            0,
            "what we paid the authority",
        ),
    ],
)
def test_what_is_settled_makes_a_line(
    entry: LedgerEntry, category: str, article: str, amount: int, vat_amount: int, remark: str
) -> None:
    (line,) = lines_of([charged("a", 600_00, "attachment")], [entry], HALF, {})
    assert (line.category, line.article, line.amount, line.vat_amount) == (category, article, amount, vat_amount), (
        remark
    )
    assert line.article in PAYOUT_ARTICLES


@pytest.mark.parametrize(
    ("entry", "remark"),
    [
        (settled(100_00, reached_us=False), "the creditor has that money already"),
        (LedgerEntry(DAY, "capital", 100_00, "capital", "added", "c"), "a claim is no money"),
        (LedgerEntry(DAY, "capital", -100_00, "capital", "credited", "c"), "nor is its crediting"),
        (LedgerEntry(DAY, "interest", -1_00, "interest", "written_off", "c"), "nor what is written off"),
    ],
)
def test_what_brought_us_no_money_makes_none(entry: LedgerEntry, remark: str) -> None:
    assert lines_of([], [entry], HALF, {}) == [], remark


def test_a_fee_of_ours_is_shared_as_agreed_and_the_rest_is_left_to_us() -> None:
    assert said_by(lines_of([], [fee(180_00, "debt_collection")], HALF, {})) == [
        ("creditor_commission", "commission", 90_00, 22_50),
        ("operator_fees", "debt_collection", 67_50, 0),
    ]


def test_without_an_agreed_share_our_fees_are_ours() -> None:
    assert said_by(lines_of([], [fee(180_00)], Commission(), {})) == [("operator_fees", "reminder", 180_00, 0)]


def test_no_share_is_given_in_what_the_authority_took_for_an_application() -> None:
    """The application is charged first, and so has the first id, whichever of the two is more."""
    booked = [charged("2", 380_00), charged("1", 300_00)]
    paid = [fee(300_00, "enforcement", settles="1"), fee(380_00, "enforcement", settles="2")]
    assert said_by(lines_of(booked, paid, HALF, {})) == [
        ("operator_fees", "enforcement", 300_00, 0),
        ("creditor_commission", "commission", 190_00, 47_50),
        ("operator_fees", "enforcement", 142_50, 0),
    ]


def test_a_share_that_was_given_in_the_authoritys_fee_is_taken_back_whole() -> None:
    booked = [charged("1", 300_00), fee(300_00, "enforcement", settles="1")]
    back = [replace(booked[1], amount=300_00)]
    cause = SettlementCause("p", "1", "enforcement", DAY)
    assert said_by(lines_of(booked, back, HALF, {cause: HALF})) == [
        ("creditor_commission", "commission", -150_00, -37_50),
        ("operator_fees", "enforcement", -112_50, 0),
    ]


@pytest.mark.parametrize(
    ("excluded_vat", "vat_area", "expected", "remark"),
    [
        (False, "", 25, "Sweden unless said otherwise"),
        (False, "sweden", 25, "as the interface's example"),
        (False, "SE", 25, "by its letters"),
        (False, "norway", 0, "taxed elsewhere"),
        (False, "eu", 0, "taxed elsewhere in the union"),
        (True, "sweden", 0, "agreed to be without"),
    ],
)
def test_commission_has_vat_unless(excluded_vat: bool, vat_area: str, expected: int, remark: str) -> None:
    assert commission(Decimal(10), excluded_vat=excluded_vat, vat_area=vat_area).vat_percent == expected, remark


def test_what_is_taken_back_makes_a_negative_line() -> None:
    before = [settled(100_00), fee(180_00, settles="f")]
    back = [replace(entry, amount=-entry.amount) for entry in before]
    lines = lines_of(before, back, HALF, {SettlementCause("p", "f", "reminder", DAY): HALF})
    assert [(line.category, line.amount, line.vat_amount) for line in lines] == [
        ("capital", -100_00, 0),
        ("creditor_commission", -90_00, -22_50),
        ("operator_fees", -67_50, 0),
    ]


def test_a_share_is_taken_back_on_the_terms_that_it_was_given_on() -> None:
    before, back = [fee(180_00)], [replace(fee(180_00), amount=180_00)]
    cause = SettlementCause("p", "c", "reminder", DAY)
    now = Commission(Decimal(10), 0)
    assert said_by(lines_of(before, back, now, {cause: HALF})) == [
        ("creditor_commission", "commission", -90_00, -22_50),
        ("operator_fees", "reminder", -67_50, 0),
    ]
    none_given = [("operator_fees", "reminder", -180_00, 0)]
    assert said_by(lines_of(before, back, now, {})) == none_given, "none was given, so none is taken back"


amounts = st.integers(0, 500_00)
percents = st.decimals(0, 100, places=2)


@given(st.lists(amounts, min_size=1, max_size=6), percents, st.sampled_from([0, 25]))
def test_corrections_lead_to_the_same_share_whatever_they_went_through(
    stages: list[int], share: Decimal, vat_percent: int
) -> None:
    terms = Commission(share, vat_percent)
    earlier: dict[SettlementCause, Commission] = {}
    booked: list[LedgerEntry] = []
    given_so_far = vat_so_far = ours_so_far = 0
    for stage in stages:
        appended = difference(booked, [fee(stage)] if stage else [])
        for line in lines_of(booked, appended, terms, earlier):
            if line.category == "operator_fees":
                ours_so_far += line.amount
                continue
            given_so_far += line.amount
            vat_so_far += line.vat_amount
            earlier[line.cause] = terms
        booked += appended
        assert (given_so_far, vat_so_far) == terms.of(stage)
        assert given_so_far + vat_so_far + ours_so_far == stage


@given(st.lists(st.tuples(st.sampled_from(["capital", "interest", "outlay", "fee"]), amounts), max_size=8), percents)
def test_every_ore_that_reached_us_is_in_a_line(made: list[tuple[str, int]], share: Decimal) -> None:
    makers = {
        "capital": lambda amount: settled(amount),
        "interest": lambda amount: settled(amount, "interest", "interest"),
        "outlay": lambda amount: fee(amount, by_creditor=True),
        "fee": lambda amount: fee(amount),
    }
    entries = [replace(makers[kind](amount), settles=str(place)) for place, (kind, amount) in enumerate(made)]
    lines = lines_of([], entries, Commission(share), {})
    assert sum(line.amount + line.vat_amount for line in lines) == -sum(entry.amount for entry in entries)


# Terms -----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("day", "interval", "payout_day", "expected", "remark"),
    [
        (date(2026, 11, 10), "weekly", "friday", date(2026, 11, 20), "the Friday after the week"),
        (date(2026, 11, 10), "weekly", "monday", date(2026, 11, 16), "the day after the week"),
        (date(2026, 11, 10), "daily", "friday", date(2026, 11, 11), "the next day, whatever the payout day"),
        (date(2026, 11, 13), "daily", "friday", date(2026, 11, 16), "a Friday's on Monday"),
        (date(2026, 10, 5), "monthly", "friday", date(2026, 11, 6), "the first Friday after the month"),
        (date(2026, 3, 24), "weekly", "friday", date(2026, 4, 7), "Good Friday, and Easter Monday after it"),
        (date(2026, 12, 15), "weekly", "friday", date(2026, 12, 28), "Christmas Day is a Friday: the Monday after"),
        (date(2026, 12, 22), "weekly", "thursday", date(2027, 1, 4), "New Year's Eve, New Year's Day, a weekend"),
        (date(2026, 12, 29), "weekly", "friday", date(2027, 1, 8), "week 53, over the year's end"),
        (date(2026, 6, 9), "weekly", "friday", date(2026, 6, 22), "Midsummer Eve: the Monday after"),
        (date(2028, 2, 29), "daily", "friday", date(2028, 3, 1), "a leap day's the day after"),
        (date(2026, 11, 30), "quarterly", "friday", date(2027, 1, 4), "New Year's Day is a Friday: the Monday after"),
    ],
)
def test_when_a_period_is_paid(day: date, interval: Any, payout_day: Any, expected: date, remark: str) -> None:
    terms = PayoutTerms(payout_day=payout_day)
    assert terms.pay_on(finance_period(day, interval)) == expected, remark


@given(st.dates(date(2020, 1, 1), date(2040, 12, 31)), st.sampled_from(["daily", "weekly", "monthly", "quarterly"]))
def test_it_is_always_paid_on_a_banking_day_after_its_period(day: date, interval: Any) -> None:
    period = finance_period(day, interval)
    paid = PayoutTerms().pay_on(period)
    assert is_banking_day(paid)
    assert period.finance_period_end_date < paid <= period.finance_period_end_date + timedelta(days=14)


# Payees ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("details", "expected", "remark"),
    [
        ({"bankgiro": "991-2346"}, Payee("bankgiro", "991-2346"), "as the contract has it"),
        ({"bankgiro": "991-2346", "iban": "SE35"}, Payee("bankgiro", "991-2346"), "a bankgiro comes first"),
        ({"bankgiro": "", "plusgiro": "4-2"}, Payee("plusgiro", "4-2"), "a plusgiro"),
        (
            {"clearing_number": "8327-9", "account_number": "123 456 789-1"},
            Payee("bank_account", "8327-9-123 456 789-1"),
            "an account, beginning with its clearing number",
        ),
        (
            {"iban": "SE3550000000054910000003", "swift": "ESSESESS"},
            Payee("iban", "SE3550000000054910000003", "ESSESESS"),
            "an IBAN and its bank",
        ),
        ({}, None, "none is known"),
    ],
)
def test_where_a_creditor_is_paid(details: dict[str, str], expected: Payee | None, remark: str) -> None:
    assert payee_of(details) == expected, remark
    assert expected is None or expected.is_valid


@pytest.mark.parametrize(
    ("number", "is_giro", "kind", "remark"),
    [
        ("SE3550000000054910000003", False, "iban", "as camt has it"),
        ("9912346", True, "bankgiro", "as BgMax has it"),
        ("9912346", False, None, "may be a plusgiro as well"),
        ("9912347", True, None, "a check digit that does not fit"),
        ("", False, None, "the bank said nothing"),
    ],
)
def test_a_payer_is_paid_back_where_the_account_can_be_told(
    number: str, is_giro: bool, kind: str | None, remark: str
) -> None:
    payee = payee_by_number(number, is_giro=is_giro)
    assert (payee and payee.kind) == kind, remark


# Gathering -------------------------------------------------------------------------------------------------------------

MONDAY = date(2026, 11, 16)


def shown(gathered: list[Gathered[str]]) -> list[tuple[str, str | None, set[str], str | None]]:
    return [
        (f"{one.period.finance_period_start_date:%m-%d}", one.invoice, {piece.what for piece in one.pieces}, one.waits)
        for one in gathered
    ]


def piece(what: str, day: int, total: int, invoice: str | None = None, month: int = 11) -> PayoutGroup[str]:
    return PayoutGroup(what, date(2026, month, day), total, invoice)


@pytest.mark.parametrize(
    ("pieces", "minimum", "expected", "remark"),
    [
        ([piece("a", 16, 100)], 0, [("11-16", None, {"a"}, "period_running")], "this week is not over"),
        ([piece("a", 9, 100), piece("b", 15, 50)], 0, [("11-09", None, {"a", "b"}, None)], "last week is, Sunday too"),
        (
            [piece("a", 9, 100), piece("b", 16, 50)],
            0,
            [("11-09", None, {"a"}, None), ("11-16", None, {"b"}, "period_running")],
            "each week by itself",
        ),
        ([piece("a", 9, 99)], 100, [("11-16", None, {"a"}, "below_minimum")], "too little is carried over"),
        ([piece("a", 9, 100)], 100, [("11-09", None, {"a"}, None)], "the minimum itself is enough"),
        (
            [piece("a", 2, 60), piece("b", 9, 60)],
            100,
            [("11-09", None, {"a", "b"}, None)],
            "two weeks together reach it, in the second",
        ),
        (
            [piece("a", 9, 60), piece("b", 16, 60)],
            100,
            [("11-16", None, {"a", "b"}, "period_running")],
            "with this week's it will be enough",
        ),
        ([piece("a", 9, 0)], 0, [("11-16", None, {"a"}, "below_minimum")], "nothing cannot be paid"),
        (
            [piece("a", 2, -50), piece("b", 9, 80)],
            0,
            [("11-09", None, {"a", "b"}, None)],
            "what was taken back is paid by what comes after it",
        ),
        (
            [piece("a", 2, 500), piece("b", 9, -50)],
            0,
            [("11-02", None, {"a"}, None), ("11-16", None, {"b"}, "below_minimum")],
            "and not by what was ready before",
        ),
        (
            [piece("a", 9, 100, "x"), piece("b", 10, 50, "y"), piece("c", 11, 5, "x")],
            0,
            [("11-09", "x", {"a", "c"}, None), ("11-09", "y", {"b"}, None)],
            "each invoice by itself",
        ),
        (
            [piece("a", 9, 60, "x"), piece("b", 10, 50, "y")],
            100,
            [("11-09", "x", {"a"}, None), ("11-09", "y", {"b"}, None)],
            "the minimum is of what the creditor gets, not of an invoice",
        ),
        (
            [piece("a", 9, 100, "x"), piece("b", 9, -30, "y"), piece("c", 9, 20, "z")],
            0,
            [("11-09", "z", {"c"}, None), ("11-09", None, {"a", "b"}, None)],
            "the largest pays for what another took back",
        ),
        (
            [piece("a", 9, 100, "x"), piece("b", 9, -110, "y"), piece("c", 9, 20, "z")],
            0,
            [("11-09", None, {"a", "b", "c"}, None)],
            "and the next largest, until it is paid",
        ),
        (
            [piece("a", 31, 10, None, 12), piece("b", 29, 5, None, 12)],
            0,
            [("12-28", None, {"a", "b"}, "period_running")],
            "the week that the year ends in",
        ),
    ],
)
def test_how_pieces_become_payouts(
    pieces: list[PayoutGroup[str]], minimum: int, expected: list[Any], remark: str
) -> None:
    today = max(MONDAY, max(one.day for one in pieces))
    assert sorted(shown(gather(pieces, "weekly", minimum, today)), key=str) == sorted(expected, key=str), remark


@pytest.mark.parametrize(
    ("waits", "payee", "expected"),
    [
        ("period_running", None, "period_running"),
        (None, None, "no_payout_account"),
        (None, Payee("bankgiro", "991-2347"), "payout_account_invalid"),
        (None, Payee("bankgiro", "991-2346"), None),
    ],
)
def test_why_a_payout_cannot_be_paid(waits: Any, payee: Payee | None, expected: str | None) -> None:
    assert not_ready(waits, payee) == expected


pieces = st.lists(
    st.builds(
        PayoutGroup,
        st.integers(),
        st.dates(date(2026, 12, 1), date(2027, 1, 12)),
        st.integers(-1000, 1000),
        st.sampled_from([None, "x", "y", "z"]),
    ),
    max_size=12,
)


@given(pieces, st.sampled_from(["daily", "weekly", "monthly", "quarterly"]), st.integers(0, 500))
def test_nothing_is_lost_and_only_what_is_more_than_nothing_is_paid(
    made: list[PayoutGroup[int]], interval: Any, minimum: int
) -> None:
    today = date(2027, 1, 12)
    gathered = gather(made, interval, minimum, today)
    assert Counter(one for group in gathered for one in group.pieces) == Counter(made)
    paid: dict[FinancePeriod, int] = {}
    for group in gathered:
        total = sum(one.total for one in group.pieces)
        if group.waits is None:
            assert total > 0
            assert group.period.finance_period_end_date < today
            paid[group.period] = paid.get(group.period, 0) + total
        else:
            assert group.period == finance_period(today, interval)
        assert all(one.day <= group.period.finance_period_end_date for one in group.pieces)
    assert all(total >= minimum for total in paid.values())


# The books -------------------------------------------------------------------------------------------------------------


def test_paying_our_own_fees_out_takes_them_off_the_client_funds_and_to_our_own_account() -> None:
    assert {posting.account: posting.amount for posting in postings_of("operator_fees", 100, 0)} == {
        OWN_FEES_IN_CLIENT_FUNDS: 100,
        CLIENT_FUNDS: -100,
        OWN_BANK: 100,
        OWN_CLAIM_ON_CLIENT_FUNDS: -100,
    }


@pytest.mark.parametrize(("category", "vat_amount"), [("capital", 0), ("interest", 0), ("creditor_commission", 25)])
def test_paying_out_balances_and_uses_no_client_money_for_our_own_debts(category: Any, vat_amount: int) -> None:
    balances: Counter[int] = Counter()
    for posting in postings_of(category, 100, vat_amount):
        balances[posting.account] += posting.amount
    assert sum(balances.values()) == 0
    assert balances[CLIENT_FUNDS] == -sum(balances[account] for account in CLIENT_FUND_LIABILITIES) == -100 - vat_amount
    assert balances[OWED_TO_CREDITOR[category]] == (0 if category == "creditor_commission" else 100)
