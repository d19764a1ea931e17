"""Times that the law sets: how long a debtor has, and when a claim is lost."""

from datetime import date

from fordran.domain.days import years_after

SHORTEST_DEMAND_DAYS = 8
"""Inkassolag (1974:182) 5 §: a reasonable time to pay or object; practice: never under eight days from dispatch."""

LONGEST_TERM_BETWEEN_BUSINESSES_DAYS = 30
"""Räntelag (1975:635) 2 a §: due at the latest thirty days after demand unless the creditor expressly agrees."""

INTEREST_WITHOUT_AGREED_DUE_DATE_DAYS = 30
"""Räntelag (1975:635) 4 §: without a due date fixed in advance interest runs from thirty days after the invoice."""

POINTS_ABOVE_REFERENCE_RATE = 8
"""Räntelag (1975:635) 6 §: default interest is the reference rate and eight points."""

CONSUMER_LIMITATION_YEARS = 3
"""Preskriptionslag (1981:130) 2 § andra stycket: what a consumer owes a trader for private goods or services."""

LIMITATION_YEARS = 10
"""Preskriptionslag (1981:130) 2 § första stycket."""

PARKING_LIMITATION_YEARS = 2
"""Lag (1984:318) om kontrollavgift vid olovlig parkering 9 §: the time to sue, from the day the parking ended."""

WRITE_OFF_BELOW = 25_00
"""No statute lets a collector write off; utsökningsbalken 13 kap. 20 a § spares the authority payouts under 25 kr."""

ANSWER_TO_PAYMENT_ORDER_DAYS = 14
"""Lag (1990:746) 25 §: the defendant has at most two weeks to answer."""

TRANSFER_TO_COURT_DAYS = 28
"""Lag (1990:746) 34 §: four weeks to ask that a contested case is handed to the district court."""


def limitation_date(interrupted: date, *, is_consumer: bool, is_parking: bool = False) -> date:
    """The day on which a claim that arose, or was last demanded, on a day is barred.

    A written demand that reaches the debtor starts a new full term: preskriptionslag (1981:130) 5–6 §§. The two years
    for a parking fee are a time to sue, which no demand prolongs.

    >>> limitation_date(date(2026, 1, 31), is_consumer=True)
    datetime.date(2029, 1, 31)
    """
    if is_parking:
        return years_after(interrupted, PARKING_LIMITATION_YEARS)
    return years_after(interrupted, CONSUMER_LIMITATION_YEARS if is_consumer else LIMITATION_YEARS)
