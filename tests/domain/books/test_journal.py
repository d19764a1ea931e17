"""The journal balances, keeps client funds apart, and its chains notice every change."""

from collections import Counter
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fordran.domain.books import journal
from fordran.domain.books.chain import GENESIS, entry_hash, seal_hash
from fordran.domain.books.journal import CLIENT_FUND_LIABILITIES, CLIENT_FUNDS, Posting
from fordran.domain.books.ledger_accounts import CASE_LEDGER, LEDGER_ACCOUNTS, LedgerNumbers
from fordran.domain.books.vouchers import KIND_OF_PAIR, LedgerMovement, gathered
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
        for debit, credit in zip(movement[::2], movement[1::2], strict=True):
            assert debit.amount == -credit.amount, "pairs, by which vouchers are gathered"
            is_of_cases = {debit.account, credit.account} == CASE_LEDGER
            assert is_of_cases or (debit.account, credit.account) in KIND_OF_PAIR
        for posting in movement:
            balances[posting.account] += posting.amount
    assert balances[CLIENT_FUNDS] == -sum(balances[account] for account in CLIENT_FUND_LIABILITIES)


def test_money_that_reached_us_is_dated_by_the_bank_and_claims_are_not() -> None:
    made = journal.postings([settled("costs", "reminder", reached_us=True)])
    assert {posting.account: posting.day for posting in made} == {
        **dict.fromkeys((1515, 2895), None),
        **dict.fromkeys((2498, 2429, 1685, 3590), DAY),
    }
    assert {posting.day for posting in journal.received(1, DAY) + journal.recalled(1, DAY)} == {DAY}


def test_accounts_have_numbers_of_their_own() -> None:
    numbers = [record.number for record in LEDGER_ACCOUNTS.values()]
    assert len(set(numbers)) == len(numbers)
    chart = LedgerNumbers.read({"client_funds": 1940, "fee_income": 3041}).chart()
    assert chart[1940] == "Redovisningsmedel, klientmedelskonto"
    assert not {1990, 3590, 1515, 2895} & chart.keys()


@pytest.mark.parametrize(
    ("written", "refused"),
    [
        ({"client_fund": 1940}, "an account that does not exist: client_fund"),
        ({"claims": 1516}, "an account that does not exist: claims"),
        ({"client_funds": "1940"}, "client_funds has to be a number of four digits"),
        ({"client_funds": 19400}, "client_funds has to be a number of four digits"),
        ({"client_funds": True}, "client_funds has to be a number of four digits"),
        ({"client_funds": 1930}, "client_funds and own_bank have the same number, 1930"),
        ([1940], "has to be a table"),
    ],
)
def test_numbers_that_cannot_be_are_refused(written: object, refused: str) -> None:
    with pytest.raises(ValueError, match=refused):
        LedgerNumbers.read(written)


def test_vouchers_gather_a_day_and_a_kind_and_keep_late_money_apart() -> None:
    later = date(2026, 12, 1)
    made = gathered(
        [
            LedgerMovement(DAY, DAY, 1990, 2498, 100),
            LedgerMovement(DAY, DAY, 1990, 2490, 50),
            LedgerMovement(DAY, DAY, 2498, 2420, 100),
            LedgerMovement(later, DAY, 1990, 2498, 70),
            LedgerMovement(later, later, 1990, 2498, 30),
            LedgerMovement(later, later, 2498, 2420, 30),
            LedgerMovement(later, later, 2498, 2420, -30),
        ]
    )
    assert [(one.day, one.kind, one.is_late, one.rows) for one in made] == [
        (DAY, "received", False, ((1990, 150), (2490, -50), (2498, -100))),
        (DAY, "settled", False, ((2420, -100), (2498, 100))),
        (later, "received", True, ((1990, 70), (2498, -70))),
        (later, "received", False, ((1990, 30), (2498, -30))),
    ]


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
