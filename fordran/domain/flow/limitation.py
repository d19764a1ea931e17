"""Limitation: the last day on which a claim can still be demanded.

A claim lapses three years after it arose where a consumer owes a trader, else after ten, unless the term is
interrupted; each interruption in time begins a new full term (preskriptionslag (1981:130) 2, 5 och 6 §§). After
legal action the new term runs from the day on which the proceedings ended (7 §). A parking fee is lost unless it is
sued for within two years of the parking (lag (1984:318) 9 §), which no letter changes.
"""

import datetime as dt
from collections.abc import Iterable

from fordran.domain.law.deadlines import limitation_date


def last_day_of_claim(
    arose: dt.date,
    interrupted: Iterable[dt.date] = (),
    *,
    is_consumer: bool,
    is_parking: bool = False,
    sued: dt.date | None = None,
) -> dt.date:
    """The last day on which the claim is valid; from the day after it is time-barred.

    `interrupted` are the days of written demands, of the debtor's payments and other acknowledgements, and those on
    which enforcement proceedings began and ended, in any order. One that came after the claim had lapsed revives
    nothing. A parking fee that was `sued` for in time is as valid as other claims.

    >>> last_day_of_claim(dt.date(2026, 1, 31), [dt.date(2027, 3, 1)], is_consumer=True)
    datetime.date(2030, 3, 1)
    """
    if is_parking:
        to_sue = limitation_date(arose, is_consumer=is_consumer, is_parking=True)
        if sued is None or sued > to_sue:
            return to_sue
    last = limitation_date(arose, is_consumer=is_consumer)
    for day in sorted([*interrupted, *([sued] if sued is not None else [])]):
        if day <= last:
            last = max(last, limitation_date(day, is_consumer=is_consumer))
    return last
