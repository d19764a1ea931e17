"""The journal balances, keeps client funds apart, and its chains notice every change."""

from collections import Counter
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fordran.domain.books import journal
from fordran.domain.books.chain import GENESIS, entry_hash, seal_hash
from fordran.domain.books.journal import CHART, CLIENT_FUND_LIABILITIES, CLIENT_FUNDS, Posting
from fordran.domain.claims.entries import LedgerEntry

DAY = date(2026, 11, 15)


def settled(component: str, type: str, *, reached_us: bool, by_creditor: bool = False) -> LedgerEntry:
    return LedgerEntry(DAY, type, -100, component, "settled", "p", "x", reached_us=reached_us, by_creditor=by_creditor)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("entry", "expected", "remark"),
    [
        (LedgerEntry(DAY, "capital", 100, "capital", "added", "c"), {1515: 100, 2895: -100}, "a claim is a memorandum"),
        (
            LedgerEntry(DAY, "capital", -100, "capital", "credited", "c"),
            {1515: -100, 2895: 100},
            "and so is its crediting",
        ),
        (
            settled("capital", "capital", reached_us=True),
            {1515: -100, 2895: 100, 2498: 100, 2420: -100},
            "the payer's money becomes the creditor's",
        ),
        (
            settled("interest", "interest", reached_us=True),
            {1515: -100, 2895: 100, 2498: 100, 2421: -100},
            "interest is the creditor's",
        ),
        (
            settled("costs", "reminder", reached_us=True, by_creditor=True),
            {1515: -100, 2895: 100, 2498: 100, 2422: -100},
            "a fee that the creditor had added",
        ),
        (
            settled("costs", "reminder", reached_us=True),
            {1515: -100, 2895: 100, 2498: 100, 2429: -100, 1685: 100, 3590: -100},
            "our own fee is income",
        ),
        (
            settled("costs", "reminder", reached_us=False),
            {1515: -100, 2895: 100},
            "a payment that the creditor reported never touches client funds",
        ),
    ],
)
def test_postings_of_an_entry(entry: LedgerEntry, expected: dict[int, int], remark: str) -> None:
    assert {posting.account: posting.amount for posting in journal.postings([entry])} == expected, remark


amounts = st.integers(1, 10**9)
movements = st.one_of(
    amounts.map(journal.received),
    amounts.map(journal.received_unmatched),
    amounts.map(journal.matched),
    st.builds(lambda amount, suspense: journal.refunded(amount, from_suspense=suspense), amounts, st.booleans()),
    amounts.map(journal.recalled),
    amounts.map(journal.recalled_after_refund),
    amounts.map(journal.set_off),
    amounts.map(journal.claim_written_off),
    st.builds(journal.commission_earned, amounts, amounts),
    st.builds(journal.paid_out, st.sampled_from(list(journal.OWED_TO_CREDITOR)), amounts),
    amounts.map(journal.own_fees_withdrawn),
    st.builds(
        lambda component, ours, by_creditor: journal.postings(
            [settled(component, "reminder", reached_us=ours, by_creditor=by_creditor)]
        ),
        st.sampled_from(["capital", "interest", "costs"]),
        st.booleans(),
        st.booleans(),
    ),
)


@given(st.lists(movements))
def test_every_movement_balances_and_client_funds_are_always_somebodys(made: list[list[Posting]]) -> None:
    balances: Counter[int] = Counter()
    for movement in made:
        assert sum(posting.amount for posting in movement) == 0
        assert all(posting.account in CHART for posting in movement)
        for posting in movement:
            balances[posting.account] += posting.amount
    assert balances[CLIENT_FUNDS] == -sum(balances[account] for account in CLIENT_FUND_LIABILITIES)


def test_the_chart_is_in_order_and_client_funds_are_among_the_ledger_accounts() -> None:
    assert list(CHART) == sorted(CHART)
    assert 1900 <= CLIENT_FUNDS <= 1999


def chain(entries: list[dict[str, str | int | bool | None]]) -> str:
    head = GENESIS
    for entry in entries:
        head = entry_hash(head, entry)
    return head


WHOLE = st.integers(-(2**63), 2**63 - 1)
"""What a column of whole numbers holds: a chain is of what is stored."""
contents = st.dictionaries(st.text(max_size=5), st.one_of(st.text(max_size=5), WHOLE, st.none()), max_size=4)


@given(st.lists(contents, min_size=1, max_size=5), st.lists(contents, min_size=1, max_size=5))
def test_two_histories_have_one_head_only_if_they_are_the_same(one, other) -> None:
    assert (chain(one) == chain(other)) == (one == other)


def test_a_seal_does_not_depend_on_the_order_in_which_heads_are_given() -> None:
    heads = {"b": chain([{"amount": 1}]), "a": chain([{"amount": 2}])}
    assert seal_hash(GENESIS, DAY, heads) == seal_hash(GENESIS, DAY, dict(sorted(heads.items())))
    assert seal_hash(GENESIS, DAY, heads) != seal_hash(GENESIS, DAY, {**heads, "a": GENESIS})
