"""Facts of one day count in an order of what they say; their ids decide nothing."""

from dataclasses import replace
from datetime import date
from itertools import permutations

import pytest

from fordran.domain.claims.facts import Closing, Credit, Fact, Fee, LetterLeft, PaymentFact, Waiver, in_order

DAY, NEXT = date(2026, 10, 1), date(2026, 10, 2)
PAID = PaymentFact("", DAY, 500_00, reached_us=True)
CREDIT = Credit("", DAY, 1_00)
LETTER = LetterLeft("", DAY, NEXT, 900_00)


@pytest.mark.parametrize(
    "facts",
    [
        [PAID, replace(PAID, earmark="capital"), replace(PAID, ordered_on=DAY), replace(PAID, recalled_on=NEXT)],
        [CREDIT, replace(CREDIT, counts_from=DAY), replace(CREDIT, order="a" * 24), replace(CREDIT, reversed_on=NEXT)],
        [Closing("", DAY), Closing("", DAY, reversed_on=NEXT)],
        [Fee("", DAY, "enforcement", 300_00), Fee("", DAY, "enforcement", 300_00, reversed_on=NEXT)],
        [Waiver("", DAY, "costs"), Waiver("", DAY, "costs", order="a" * 24), Waiver("", DAY, "costs", begins=DAY)],
        [LETTER, replace(LETTER, disputed=1_00), replace(LETTER, knew=("a",))],
    ],
    ids=["payments", "credits", "closings", "fees", "waivers", "letters"],
)
def test_ids_decide_nothing_among_facts_that_say_different_things(facts: list[Fact]) -> None:
    found = {
        tuple(
            replace(fact, id="")
            for fact in in_order(replace(fact, id=id_) for fact, id_ in zip(facts, ids, strict=True))
        )
        for ids in permutations("abcd"[: len(facts)])
    }
    assert len(found) == 1
