"""Limitation: the last day on which a claim can still be demanded. The rule, with examples, is docs/rules/limitation.md.

A claim lapses three years after it arose where a consumer owes a trader, else after ten, unless the term is
interrupted; each interruption in time begins a new full term (preskriptionslag (1981:130) 2, 5 och 6 §§). After
legal action the new term runs from the day on which the proceedings ended (7 §). A parking fee is lost unless it is
sued for within two years of the parking (lag (1984:318) 9 §), which no letter changes.
"""

import datetime as dt
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from fordran.domain.days import months_after, years_after
from fordran.domain.house_rules import rule_on
from fordran.domain.kinds.limitation_kinds import LimitationKind
from fordran.domain.law.deadlines import LawTerm, limitation_date, term_on


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


_YEARS: Mapping[LimitationKind, LawTerm | None] = {
    "consumer": "consumer_limitation_years",
    "general": "limitation_years",
    "running_note": "limitation_years",
    "control_fee": None,
    "tenancy": None,
}
"""The term of a claim; None if it follows from who owes it."""
_TO_SUE: Mapping[LimitationKind, LawTerm | None] = {
    "consumer": None,
    "general": None,
    "running_note": None,
    "control_fee": "parking_limitation_years",
    "tenancy": "tenancy_limitation_years",
}
"""The time to sue beside it, which only legal action keeps."""

ControlFeeRule: TypeAlias = Literal["control_fee_alarm_months", "control_fee_last_application_months"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Limitation:
    """The dated facts that the limitation of a claim depends on, of a case that has a kind of limitation."""

    kind: LimitationKind
    arose: dt.date
    is_consumer: bool
    rules_day: dt.date
    interrupted: tuple[dt.date, ...] = ()
    """Days of payments, acknowledgements, demands that provably arrived, legal action and replies to it."""
    proceedings: tuple[tuple[dt.date, dt.date], ...] = ()
    """Legal action that is over: the day on which it began, and the day on which it ended."""
    letters: tuple[dt.date, ...] = ()
    """Days on which letters left that asked for payment, and did not come back."""
    sued: dt.date | None = None
    """The day of the first legal action."""
    moved_out: dt.date | None = None
    """The day on which a tenant moved out."""

    @property
    def to_sue(self) -> dt.date | None:
        """The last day on which legal action keeps the claim; None if there is no such day.

        Lag (1984:318) 9 §: two years after the parking. Jordabalken 12 kap. 61 §: two years after the tenant moved out.
        """
        term = _TO_SUE[self.kind]
        begins = self.moved_out if self.kind == "tenancy" else self.arose
        return None if term is None or begins is None else years_after(begins, term_on(term, begins))

    @property
    def last_day(self) -> dt.date:
        """The last day on which the claim is valid; from the day after it is time-barred.

        Each interruption begins a new full term: preskriptionslag (1981:130) 5–7 §§. One that came after the claim had
        lapsed revives nothing. Letters interrupt it when there are enough of them in a term (NJA 2016 s. 332). After legal
        action the term begins on the day on which that ended, however long it took (7 §).

        >>> letters = (dt.date(2026, 5, 1), dt.date(2026, 6, 1))
        >>> Limitation(kind="consumer", arose=dt.date(2026, 1, 31), is_consumer=True, rules_day=dt.date(2026, 11, 18),
        ...            letters=letters).last_day
        datetime.date(2029, 6, 1)
        """
        last, in_term = self._term_from(self.arose), 0
        enough = rule_on("letters_that_interrupt", self.rules_day)
        ends: dict[dt.date, dt.date] = {}
        for began, ended in sorted(self.proceedings):
            ends[began] = ended
        certain = {*self.interrupted, *ends, *({self.sued} if self.sued else ())}
        for day in sorted({*certain, *self.letters}):
            if day > last:
                break
            in_term = 0 if day in certain else in_term + 1
            if day in certain or in_term == enough:
                last, in_term = max(last, self._term_from(ends.get(day, day))), 0
        if self.to_sue is not None and (self.sued is None or self.sued > self.to_sue):
            return min(last, self.to_sue)
        return last

    @property
    def is_to_sue(self) -> bool:
        """Whether nothing but legal action keeps the claim."""
        return self.to_sue is not None and (self.sued is None or self.sued > self.to_sue)

    @property
    def alarm_on(self) -> dt.date | None:
        """The day on which a person is to see that the time to sue for a control fee runs out."""
        return self._months_of_control_fee("control_fee_alarm_months")

    @property
    def last_application(self) -> dt.date | None:
        """The last day of a new application for a control fee; None if any day will do."""
        return self._months_of_control_fee("control_fee_last_application_months")

    def _months_of_control_fee(self, rule: ControlFeeRule) -> dt.date | None:
        if self.kind != "control_fee" or not self.is_to_sue:
            return None
        return months_after(self.arose, rule_on(rule, self.rules_day))

    def _term_from(self, day: dt.date) -> dt.date:
        by_debtor: LawTerm = "consumer_limitation_years" if self.is_consumer else "limitation_years"
        return years_after(day, term_on(_YEARS[self.kind] or by_debtor, day))
