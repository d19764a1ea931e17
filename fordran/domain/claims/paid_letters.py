"""Letters that were paid: on which day the payments that count for a letter came to what it asked for.

The letter that counts for a payment is the latest that had left on its bank date; a payment that was made before a letter
left, and that it did not know of, counts for it too. Later than its last day nothing does, nor for a letter that left
while paying it settled nothing (`letter_paid_settles` in house_rules.py). The rule, with worked examples,
is in docs/rules/letters.md.
"""

import datetime as dt
from collections.abc import Sequence

from fordran.domain.claims.facts import Fact, LetterLeft, PaymentFact
from fordran.domain.house_rules import rule_on


def paid_letters(facts: Sequence[Fact]) -> dict[dt.date, LetterLeft]:
    """The letters that were paid in full and in time, by the day on which they were; of one day the latest letter.

    The facts are in order, and such as are known: what was recalled is not among them.
    """
    letters = [fact for fact in facts if isinstance(fact, LetterLeft)]
    payments = [fact for fact in facts if isinstance(fact, PaymentFact)]
    found: dict[dt.date, LetterLeft] = {}
    for place, letter in enumerate(letters):
        following = letters[place + 1].date if place + 1 < len(letters) else dt.date.max
        day = _paid_on(letter, following, payments)
        if day is not None and rule_on("letter_paid_settles", letter.date):
            found[day] = letter
    return found


def _paid_on(letter: LetterLeft, following: dt.date, payments: Sequence[PaymentFact]) -> dt.date | None:
    """The day on which the letter was paid, where the next one leaves on a day; None where it was not."""
    asked = letter.asked
    for payment in payments:
        is_in_time = payment.date <= letter.pay_by and payment.date < following
        if not is_in_time or payment.id in letter.knew:
            continue
        asked -= payment.amount
        if asked <= 0:
            return max(payment.date, letter.date)
    return None
