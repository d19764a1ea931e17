"""The parts of the client funds: they divide the bank account to the öre, and none lends to another, whatever happens."""

from __future__ import annotations

import random

from fordran.domain.books.client_funds import FundsParts
from fordran.domain.books.journal import (
    CLIENT_FUND_LIABILITIES,
    CLIENT_FUNDS,
    OWED_TO_CREDITOR,
    OWN_FEES_IN_CLIENT_FUNDS,
    PAYERS,
    Posting,
    claim_written_off,
    matched,
    own_fees_withdrawn,
    paid_out,
    recalled,
    recalled_after_refund,
    received,
    received_unmatched,
    refunded,
)
from tests.looping import for_each

POOL = ""


def settled(account: int, amount: int) -> list[Posting]:
    return [Posting(PAYERS, amount), Posting(account, -amount)]


def posted(*bookings: tuple[str, list[Posting]]) -> FundsParts[str]:
    parts = FundsParts(POOL)
    for owner, postings in bookings:
        for posting in postings:
            if posting.account in CLIENT_FUND_LIABILITIES | {CLIENT_FUNDS}:
                parts.post(owner, posting.account, posting.amount)
    return parts


CAPITAL = OWED_TO_CREDITOR["capital"]


def test_each_creditor_has_its_own_part_and_fees_and_unknown_money_are_in_the_pool() -> None:
    parts = posted(
        ("a", received(1_180)),
        ("a", settled(CAPITAL, 1_000)),
        ("a", settled(OWN_FEES_IN_CLIENT_FUNDS, 180)),
        (POOL, received_unmatched(500)),
        ("b", matched(200)),
    )
    a, b, pool = (parts.parts[owner] for owner in ("a", "b", POOL))
    assert (a.money, a.owed_to_creditors, a.owed_to_debtors) == (1_000, 1_000, 0)
    assert (b.money, b.owed_to_debtors) == (200, 200)
    assert (pool.money, pool.own_fees, pool.suspense) == (480, 180, 300)
    assert [part.difference for part in (a, b, pool)] == [part.shortfall for part in (a, b, pool)] == [0, 0, 0]


def test_what_was_paid_out_and_recalled_is_missing_of_that_creditor_alone() -> None:
    parts = posted(
        ("a", received(1_000)),
        ("a", settled(CAPITAL, 1_000)),
        ("a", paid_out("capital", 1_000)),
        ("b", received(400)),
        ("b", settled(CAPITAL, 400)),
        ("a", settled(CAPITAL, -1_000)),
        ("a", recalled(1_000)),
    )
    assert parts.parts["a"].shortfall == 1_000
    assert (parts.parts["b"].shortfall, parts.parts["b"].money) == (0, 400)


def test_a_recall_after_a_refund_is_missing_until_our_fees_cover_it() -> None:
    before = [("a", received(300)), ("a", refunded(300)), ("a", recalled_after_refund(300))]
    assert posted(*before).parts["a"].shortfall == 300
    fees = ("b", [*received(400), *settled(OWN_FEES_IN_CLIENT_FUNDS, 400)])
    covered = posted(*before, fees, ("a", claim_written_off(300)))
    assert {owner: part.shortfall for owner, part in covered.parts.items()} == {"a": 0, "b": 0, POOL: 0}
    assert covered.parts[POOL].own_fees == 100


def shown(seed: int) -> str:
    return str(seed)


@for_each(range(200), shown)
def test_whatever_happens_the_parts_divide_the_account(seed: int) -> None:
    draw = random.Random(seed)
    bookings: list[tuple[str, list[Posting]]] = []
    for _ in range(draw.randint(1, 60)):
        owner, amount = draw.choice("abc"), draw.randint(1, 100_000)
        bookings.append(
            draw.choice(
                (
                    (owner, received(amount)),
                    (owner, settled(CAPITAL, amount)),
                    (owner, settled(OWN_FEES_IN_CLIENT_FUNDS, amount)),
                    (owner, settled(CAPITAL, -amount)),
                    (POOL, received_unmatched(amount)),
                    (owner, matched(amount)),
                    (owner, refunded(amount)),
                    (owner, recalled(amount)),
                    (owner, recalled_after_refund(amount)),
                    (owner, claim_written_off(amount)),
                    (owner, paid_out("capital", amount)),
                    (owner, paid_out("creditor_commission", amount)),
                    (POOL, own_fees_withdrawn(amount)),
                )
            )
        )
    parts = posted(*bookings).parts.values()
    assert [part.difference for part in parts] == [0] * len(parts)
    whole = sum(one.amount for _, postings in bookings for one in postings if one.account == CLIENT_FUNDS)
    assert sum(part.money for part in parts) == whole
    assert all(part.shortfall >= max(-part.money, 0) for part in parts)
