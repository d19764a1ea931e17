"""Rules of the house: times, thresholds and choices that no law sets, each from a day on.

A row holds from its first day until the next one of its rule begins; the first one holds since ever. What a rule decides
for something that is there never changes: a new row begins on a later day, and each rule is judged on a day of the case
that stays the same. The groups below say which day that is. The page is docs/rules/house-rules.md.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from typing import Literal, TypeAlias, get_args

SettingRule: TypeAlias = Literal[
    "reminder_days_after_due",
    "reminder_fee_agreed",
    "reminder_pay_days",
    "reminder_grace_days",
    "debt_collection_pay_days",
    "debt_collection_grace_days",
    "use_enforcement",
    "surveillance_months",
    "amortization_notice_days",
    "missed_instalment_days",
    "gather_days",
    "unpaid_confirmation_days",
    "enforcement_minimum_costs_only",
]
"""Defaults of settings of cases, by the names of the settings (flow/case_settings.py)."""

HouseRule: TypeAlias = Literal[
    SettingRule,
    "before_limitation_days",
    "late_instalment_days",
    "rest_notice_pay_days",
    "forbearance_before_demand",
    "letter_paid_settles",
    "credit_counts_from_due_date",
    "whole_credit_voids_costs",
    "days_in_a_year",
    "least_written_about",
    "reminder_fee_attested",
    "claimed_cost_capped",
    "order_before_bank_days",
    "letters_that_interrupt",
    "letters_apart_days",
    "control_fee_alarm_months",
    "control_fee_last_application_months",
    "print_on_banking_days",
    "least_print_pay_days",
    "least_email_pay_days",
    "invoice_kept_fees",
]
"""Rules that no law sets. The unit comes last; an amount is öre; 1 is yes and 0 is no."""

HOUSE_RULES: tuple[HouseRule, ...] = get_args(HouseRule)
SETTING_RULES: tuple[SettingRule, ...] = get_args(SettingRule)


@dataclass(frozen=True, slots=True)
class HouseRow:
    """The value of a rule from a day, and why it is that."""

    rule: HouseRule
    begins: date
    value: int
    why: str


EVER = date.min

EDITION = date(2026, 11, 18)
"""The day of the newest rules of this version. Cases that it registers are judged by them, earlier ones as before."""

HOUSE_ROWS: tuple[HouseRow, ...] = (
    # Judged on the case's day of rules: the day of its registration, and no day before the edition that registered it.
    HouseRow("reminder_days_after_due", EVER, 5, "A payment made on the due date has come by then."),
    HouseRow("reminder_fee_agreed", EVER, 1, "Creditors agree on the fee in their terms."),
    HouseRow("reminder_fee_agreed", EDITION, 0, "A creditor attests that the fee was agreed on."),
    HouseRow("order_before_bank_days", EVER, 2, "A rent is paid when its bank has the order, two banking days before."),
    HouseRow("reminder_fee_attested", EVER, 0, "A setting was enough."),
    HouseRow("reminder_fee_attested", EDITION, 1, "A reminder fee without an agreement can cost the demand's fee too."),
    HouseRow("claimed_cost_capped", EVER, 0, "Costs that a creditor had claimed were taken as it stated them."),
    HouseRow("claimed_cost_capped", EDITION, 1, "Costs beside the law's fees are not owed: lag (1981:739) 2 §."),
    HouseRow("reminder_pay_days", EVER, 10, "The usual time to pay."),
    HouseRow("reminder_grace_days", EVER, 3, "A payment made on the last day has come by then."),
    HouseRow("debt_collection_pay_days", EVER, 10, "Two days more than the law's least."),
    HouseRow("debt_collection_grace_days", EVER, 5, "A payment or an objection sent on the last day has come by then."),
    HouseRow("use_enforcement", EVER, 0, "A creditor chooses legal action itself."),
    HouseRow("surveillance_months", EVER, 6, "Two letters a year."),
    HouseRow("amortization_notice_days", EVER, 10, "The usual time to pay."),
    HouseRow("missed_instalment_days", EVER, 10, "Time for a reminder before the plan ends."),
    HouseRow("gather_days", EVER, 0, "A creditor chooses that its steps wait for each other."),
    HouseRow("unpaid_confirmation_days", EVER, 3, "A payment to the creditor is known to it by then."),
    HouseRow("enforcement_minimum_costs_only", EVER, 100_00, "As the authority's limit for a new yearly fee."),
    HouseRow("before_limitation_days", EVER, 30, "A letter interrupts limitation when it reaches the debtor."),
    HouseRow(
        "letters_that_interrupt", EVER, 2, "Two letters to a good address are proof that one arrived: NJA 2016 s. 332."
    ),
    HouseRow("letters_apart_days", EVER, 10, "Two letters that are to interrupt limitation are two occasions."),
    HouseRow("control_fee_alarm_months", EVER, 20, "Somebody sees that the time to sue runs out."),
    HouseRow("control_fee_last_application_months", EVER, 23, "An application has to be received in time."),
    HouseRow("print_on_banking_days", EVER, 0, "A letter was dated the day on which it was made."),
    HouseRow("print_on_banking_days", EDITION, 1, "A batch is printed and posted on a banking day."),
    HouseRow("least_print_pay_days", EVER, 0, "The settings and the law's least time of a demand."),
    HouseRow("least_print_pay_days", EDITION, 10, "The law's eight days, and two for the post."),
    HouseRow("least_email_pay_days", EVER, 0, "The settings and the law's least time of a demand."),
    HouseRow("least_email_pay_days", EDITION, 8, "The law's least time of a demand, for reminders too."),
    # Judged on the first day of the month of the fees, and no month before the installation's first (operator_invoice.py).
    HouseRow("invoice_kept_fees", EVER, 0, "Fees were income without VAT."),
    HouseRow("invoice_kept_fees", EDITION, 1, "Collection is a taxable service to the creditor."),
    # Judged on the day on which the instalment plan was made.
    HouseRow("late_instalment_days", EVER, 3, "Money that was sent on the instalment's day has come by then."),
    # Judged on the day on which the letter left.
    HouseRow("rest_notice_pay_days", EVER, 8, "The law's least time of a demand."),
    # Judged on the day of the demand.
    HouseRow("forbearance_before_demand", EVER, 0, "No law asked for it."),
    HouseRow("forbearance_before_demand", date(2026, 11, 20), 1, "Prop. 2025/26:223: forbearance before recovery."),
    HouseRow("letter_paid_settles", EVER, 1, "Who pays what a letter asks, by its last day, owes nothing more."),
    # Judged on the day of the crediting.
    HouseRow("credit_counts_from_due_date", EVER, 1, "What was credited never bore interest."),
    HouseRow("whole_credit_voids_costs", EVER, 1, "Who owed nothing after all owes no fee or interest."),
    # Judged on the day that is computed: each day's interest, or the day of asking.
    HouseRow("days_in_a_year", EVER, 365, "In leap years too. Räntelagen is silent; this is the practice."),
    HouseRow("least_written_about", EVER, 1_00, "Nobody is written to about less."),
)


def by_rule(rows: Iterable[HouseRow]) -> dict[HouseRule, list[HouseRow]]:
    """The rows of each rule, in the order of their days."""
    found: dict[HouseRule, list[HouseRow]] = {rule: [] for rule in HOUSE_RULES}
    for row in sorted(rows, key=lambda row: row.begins):
        found[row.rule].append(row)
    return found


_BY_RULE = by_rule(HOUSE_ROWS)


def rule_on(rule: HouseRule, day: date) -> int:
    """The value of a rule on a day.

    >>> rule_on("reminder_pay_days", date(2026, 9, 7))
    10
    """
    first, *later = _BY_RULE[rule]
    in_force = first
    for row in later:
        if row.begins <= day:
            in_force = row
    return in_force.value


def rule_changes(*rules: HouseRule) -> tuple[date, ...]:
    """The first days of all rows of some rules but those that hold since ever, in order."""
    return tuple(sorted({row.begins for rule in rules for row in _BY_RULE[rule][1:]}))


def rules_day(registered: date) -> date:
    """The day of the rules that a case which is registered on a day is judged by, as long as it lives."""
    return max(registered, EDITION)


def defaults_since(day: date) -> date:
    """The first day of the defaults of settings that hold on a day: cases of many days share it."""
    return max((begins for begins in rule_changes(*SETTING_RULES) if begins <= day), default=EVER)
