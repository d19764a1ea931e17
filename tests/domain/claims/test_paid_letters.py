"""What a letter asks settles the case: worked by hand, around its first and last day, and with money told late.

36 500 kr at 10 % carries 10 kr a day. The invoice is due on 31 March; the reminder of 7 April asks for all that is owed
then, 36 500 + 60 + 70 kr, by 17 April, when 100 kr more of interest have accrued.
"""

from datetime import date

import pytest

from fordran.domain.claims.facts import Capital, ClaimTerms, Fact, LetterLeft, PaymentFact
from fordran.domain.claims.statement import statement
from tests.domain.casebook import hold

REMINDED = """
        due 2026-03-31
        2026-03-01  capital 36500.00
        2026-04-07  fee reminder 60.00
"""
LETTER = "2026-04-07  letter 36630.00 by 2026-04-17"
DEMAND = """
        2026-04-20  fee debt_collection 180.00
        2026-04-20  letter 36940.00 by 2026-04-30
"""

CASES = {
    "what it asks, on its last day, settles": f"""{REMINDED}
        {LETTER}
        2026-04-17  pay 36630.00     → costs 60.00, interest 170.00, capital 36400.00
        2026-04-16  owed             → costs 60.00, interest 160.00, capital 36500.00
        2026-04-17  owed             → nothing, paid on 2026-04-17
    """,
    "on the day it left too": f"""{REMINDED}
        {LETTER}
        2026-04-07  pay 36630.00     → costs 60.00, interest 70.00, capital 36500.00
        2026-04-07  owed             → nothing, paid on 2026-04-07
    """,
    "one öre less does not": f"""{REMINDED}
        {LETTER}
        2026-04-17  pay 36629.99     → costs 60.00, interest 170.00, capital 36399.99
        2026-04-17  owed             → capital 100.01
    """,
    "one day late does not": f"""{REMINDED}
        {LETTER}
        2026-04-18  pay 36630.00     → costs 60.00, interest 180.00, capital 36390.00
        2026-04-18  owed             → capital 110.00
    """,
    "several payments together do, on the day of the last": f"""{REMINDED}
        {LETTER}
        2026-04-10  pay 30000.00     → costs 60.00, interest 100.00, capital 29840.00
        2026-04-16  pay 6630.00      → interest 10.95, capital 6619.05
        2026-04-15  owed             → interest 9.12, capital 6660.00
        2026-04-16  owed             → nothing, paid on 2026-04-16
    """,
    "told late, what came after it is void with its fee": f"""{REMINDED}
        {LETTER}
        {DEMAND}
        2026-05-05  fee enforcement 680.00
        2026-04-15  pay 36630.00     → costs 60.00, interest 150.00, capital 36420.00
        2026-06-01  owed             → nothing, paid on 2026-04-15
    """,
    "after the demand has left, the reminder counts no more": f"""{REMINDED}
        2026-04-07  letter 36630.00 by 2026-04-30
        {DEMAND}
        2026-04-21  pay 36630.00     → costs 240.00, interest 210.00, capital 36180.00
        2026-04-21  owed             → capital 320.00
    """,
    "money from before it left that it did not know of counts": f"""{REMINDED}
        {LETTER}
        2026-04-05  pay 10000.00     → interest 50.00, capital 9950.00
        2026-04-17  pay 26630.00     → costs 60.00, interest 87.29, capital 26482.71
        2026-04-17  owed             → nothing, paid on 2026-04-17
    """,
    "money that it knew of does not count once more": f"""{REMINDED}
        2026-04-07  pay 20000.00     → costs 60.00, interest 70.00, capital 19870.00
        2026-04-07  letter 16630.00 by 2026-04-17
        2026-04-17  owed             → interest 45.56, capital 16630.00
    """,
    "money that was recalled does not count from then on": f"""{REMINDED}
        {LETTER}
        2026-04-17  pay 36630.00 recalled 2026-04-24
        2026-04-23  owed             → nothing, paid on 2026-04-17
        2026-04-24  owed             → costs 60.00, interest 240.00, capital 36500.00
    """,
    "what it had taken off for money recalled since, it asks for": f"""{REMINDED}
        2026-04-07  pay 20000.00 recalled 2026-04-24
        2026-04-07  letter 16630.00 by 2026-04-17
        2026-04-17  pay 16630.00
        2026-04-17  owed             → nothing, paid on 2026-04-17
        2026-04-24  owed             → interest 38.55, capital 20100.00
    """,
    "a fee that came meanwhile goes with the rest": f"""{REMINDED}
        {LETTER}
        2026-04-10  fee amortization_setup 170.00
        2026-04-17  pay 36630.00     → costs 230.00, interest 170.00, capital 36230.00
        2026-04-17  owed             → nothing, paid on 2026-04-17
    """,
    "over a leap day and the end of the month": """
        due 2028-01-31
        2028-01-01  capital 36500.00
        2028-02-20  fee reminder 60.00
        2028-02-20  letter 36760.00 by 2028-03-01
        2028-02-29  pay 36760.00     → costs 60.00, interest 290.00, capital 36410.00
        2028-02-29  owed             → nothing, paid on 2028-02-29
    """,
    "over a change of the rate": """
        due 2024-11-30
        2024-11-01  capital 36500.00
        2024-12-27  fee reminder 60.00
        2024-12-27  letter 36884.00 by 2025-01-07
        2025-01-07  pay 36884.00     → costs 60.00, interest 449.00, capital 36375.00
        2025-01-07  owed             → nothing, paid on 2025-01-07
    """,
}


@pytest.mark.parametrize("name", CASES)
def test_a_letter_settles_as_is_written(name: str) -> None:
    assert hold(CASES[name]) > 0


DUE = date(2026, 3, 31)
TERMS = ClaimTerms(due_date=DUE, interest_from=DUE)


def test_what_is_given_names_the_letter_and_what_it_takes_from() -> None:
    letter = LetterLeft("letter", date(2026, 4, 7), date(2026, 4, 17), 36_570_00)
    facts: list[Fact] = [
        Capital("claim", date(2026, 3, 1), 36_500_00),
        letter,
        PaymentFact("money", date(2026, 4, 17), 36_570_00, reached_us=True),
    ]
    given = statement(facts, TERMS, date(2026, 4, 17)).lines[-1]
    assert (given.type, given.kind, given.component, given.amount) == ("letter_paid", "written_off", "capital", -100_00)
    assert (given.fact, given.settles, given.description) == ("letter", "claim", "letter_paid_written_off")
