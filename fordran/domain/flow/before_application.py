"""Before an application to the enforcement authority: what is missing, from the facts that it depends on.

`waits_for` is the one place that decides it. A case whose application waits stays in its state. The page is
docs/rules/before-an-application.md.
"""

import datetime as dt
from dataclasses import dataclass

from fordran.domain.days import ONE_DAY, banking_days_after, days_after
from fordran.domain.house_rules import rule_on
from fordran.domain.kinds.application_needs import WAITS_FOR, ApplicationRelease, WaitsFor


@dataclass(frozen=True, slots=True)
class Mandate:
    """The creditor's power of attorney for applications: the days on which it holds. None is no limit."""

    first: dt.date | None = None
    last: dt.date | None = None

    def holds_on(self, day: dt.date) -> bool:
        """Whether it holds on a day."""
        return (self.first is None or self.first <= day) and (self.last is None or day <= self.last)


def needs_forbearance(day: dt.date) -> bool:
    """Whether forbearance must have been offered before a consumer's credit is demanded on a day (prop. 2025/26:223)."""
    return bool(rule_on("forbearance_before_demand", day))


@dataclass(frozen=True, slots=True, kw_only=True)
class ApplicationFacts:
    """All that an application depends on, beside the choice of enforcement. Amounts in öre, without a disputed part."""

    capital: int
    remaining: int
    least_capital: int
    """Capital below this is not applied for: the limit for writing off."""
    least_costs: int
    """Interest and costs alone below this are not applied for."""
    letters_until: dt.date | None = None
    """The last day to pay of any letter that has left; None where a letter has yet to leave."""
    is_disputed: bool = False
    missing_data: bool = False
    rest_noticed: bool = False
    """Whether the letter about interest and costs alone has left."""
    mandate: Mandate | None = None
    confirmed_unpaid: dt.date | None = None
    """The day on which the creditor last confirmed that it is unpaid."""
    confirmation_days: int = 0
    """How many banking days that confirmation holds; 0 asks for none."""
    was_minor: bool = False
    """Whether the debtor was under eighteen when the debt arose: a person judges whether a minor was bound at all."""
    is_protected: bool = False
    """Whether the debtor's identity is protected: a person applies, by hand."""
    awaits_inventory: bool = False
    """Whether the debtor is dead and the inventory of the estate is not a month old."""
    release: ApplicationRelease = "manual"
    is_released: bool = False
    payment_until: dt.date | None = None
    """The last day on which a payment on its way is waited for; None where none is."""
    time_barred_at_registration: bool = False
    lacks_forbearance: bool = False

    @property
    def is_for_costs_only(self) -> bool:
        """Whether interest and costs alone remain."""
        return self.capital <= 0

    @property
    def confirmed_until(self) -> dt.date | None:
        """The last day on which the confirmation holds; None where there is none."""
        if self.confirmed_unpaid is None:
            return None
        return banking_days_after(self.confirmed_unpaid, self.confirmation_days)


def waits_for(facts: ApplicationFacts, day: dt.date) -> tuple[WaitsFor, ...]:
    """The needs that are missing on a day before an application may be made, in the order of the list."""
    confirmed = facts.confirmed_until
    is_small = facts.remaining < facts.least_costs if facts.is_for_costs_only else facts.capital < facts.least_capital
    missing: dict[WaitsFor, bool] = {
        "payment_on_its_way": facts.payment_until is not None and day <= facts.payment_until,
        # Inkassonämnden 188-2020: no application before the last day of any letter that has left.
        "letter_running": facts.letters_until is None or day <= facts.letters_until,
        "objection": facts.is_disputed,
        "time_barred_at_registration": facts.time_barred_at_registration,
        "forbearance_offered": facts.lacks_forbearance,
        "debtor_data": facts.missing_data,
        # Lag (1990:746) 46 §: no procedure that was started unnecessarily; the amounts are house rules.
        "minimum_amount": is_small,
        "rest_notice": facts.is_for_costs_only and not facts.rest_noticed,
        "enforcement_mandate": facts.mandate is None or not facts.mandate.holds_on(day),
        "confirm_unpaid": bool(facts.confirmation_days) and (confirmed is None or confirmed < day),
        "estate_inventory": facts.awaits_inventory,
        # Föräldrabalken 9 kap. 1 §.
        "application_release": facts.is_protected
        or ((facts.release == "manual" or facts.was_minor) and not facts.is_released),
    }
    return tuple(code for code in WAITS_FOR if missing[code])


def asks_creditor(waiting: tuple[WaitsFor, ...]) -> bool:
    """Whether it is time to ask the creditor to confirm: only what is asked last is missing."""
    return "confirm_unpaid" in waiting and all(WAITS_FOR[code].is_asked_last for code in waiting)


def changes_on(facts: ApplicationFacts, day: dt.date) -> dt.date:
    """The first later day on which something that is waited for may change by itself: a setting may, within a week."""
    mandate, confirmed, letters = facts.mandate, facts.confirmed_until, facts.letters_until
    days = [
        letters + ONE_DAY if letters is not None else None,
        facts.payment_until + ONE_DAY if facts.payment_until is not None else None,
        mandate.first if mandate is not None else None,
        mandate.last + ONE_DAY if mandate is not None and mandate.last is not None else None,
        confirmed + ONE_DAY if confirmed is not None and facts.confirmation_days else None,
    ]
    return min(found for found in (days_after(day, 7), *days) if found is not None and found > day)
