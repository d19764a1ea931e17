"""The settings of a case: every timing, fee and choice, with its default and the law's bounds, in one table.

The table is the class `FlowSettings`, and for fees the records in kinds/articles.py. Settings are given at several levels,
and the nearest one wins (`resolve`). The law's caps and minimums always hold. The defaults are dated rows
(house_rules.py): a case keeps those of the day on which it was registered.
Amounts are öre. The page is docs/rules/case-flow.md.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from datetime import date
from decimal import Decimal
from types import MappingProxyType
from typing import Any, Literal, TypeAlias, get_args

from fordran.domain.claims.interest import REFERENCE_RATE, CaseInterestRate
from fordran.domain.house_rules import EDITION, EVER, SettingRule, rule_on
from fordran.domain.kinds.application_needs import ApplicationRelease
from fordran.domain.kinds.articles import FEE_SETTINGS, FeeArticle, LawArticle
from fordran.domain.kinds.claim_kinds import DUE_DATE_BASES, DueDateBasis
from fordran.domain.law.deadlines import LawTerm, term_on
from fordran.domain.law.law import LAW, Law
from fordran.domain.written import kronor_number

SettingKind: TypeAlias = Literal["days", "months", "amount", "flag", "choice", "interest_rate"]

LEVELS = ("default", "installation", "agreement_template", "account", "creditor", "case")
"""From the farthest to the nearest; `default` is the table below."""

MOST_DAYS, MOST_MONTHS, MOST_RATE_PERCENT = 365, 120, 100


@dataclass(frozen=True, slots=True)
class SettingBounds:
    """A setting's kind, description, and bounds with their law; no law if it is free.

    The most that a fee may be is the row of the law of the day that is asked about: `article` says which, and
    `is_by_law` that the row is the default too. So are the least that a time may be (`term`), and an amount that is
    bound by nothing and has its default from the law (`usual`). Other defaults are the house's (`rule`).
    """

    kind: SettingKind
    about: str
    minimum: int | None = None
    maximum: int | None = None
    law: str = ""
    article: FeeArticle | None = None
    is_by_law: bool = False
    term: LawTerm | None = None
    usual: LawArticle | None = None
    rule: SettingRule | None = None
    choices: tuple[str, ...] = ()


def _days(rule: SettingRule, about: str, minimum: int | None = None, law: str = "") -> int:
    bounds = SettingBounds("days", about, minimum=minimum, law=law, rule=rule)
    return field(default=rule_on(rule, EVER), metadata={"bounds": bounds})


def _months(rule: SettingRule, about: str) -> int:
    return field(default=rule_on(rule, EVER), metadata={"bounds": SettingBounds("months", about, rule=rule)})


def _flag(rule: SettingRule, about: str, law: str = "") -> bool:
    return field(
        default=bool(rule_on(rule, EVER)), metadata={"bounds": SettingBounds("flag", about, law=law, rule=rule)}
    )


def _fee(article: FeeArticle, about: str, default: int | None) -> SettingBounds:
    """The bounds of a fee's setting: the cap of the law's first row. `resolve` asks for the row of the day."""
    cap = LAW.cap_on(article, date.min)
    if cap is None:
        return SettingBounds("amount", about, article=article)
    return SettingBounds("amount", about, maximum=cap.most, law=cap.law, article=article, is_by_law=default is None)


def _days_by_law(rule: SettingRule, about: str, term: LawTerm, law: str) -> int:
    """A time that the law has a least of; the table has its first row, as with fees."""
    bounds = SettingBounds("days", about, minimum=term_on(term, date.min), law=law, term=term, rule=rule)
    return field(default=rule_on(rule, EVER), metadata={"bounds": bounds})


def _amount_by_law(usual: LawArticle, about: str) -> int:
    """An amount that may be anything, and is the law's row of the day unless it is set."""
    row = LAW.row(usual, date.min)
    return field(default=row.most, metadata={"bounds": SettingBounds("amount", about, usual=usual)})


def _amount(rule: SettingRule, about: str) -> int:
    return field(default=rule_on(rule, EVER), metadata={"bounds": SettingBounds("amount", about, rule=rule)})


# Time that a letter gave has run out on the day after its pay-by date at the earliest.
_RUN_OUT = "inkassolag (1974:182) 4 och 6 §§"


@dataclass(frozen=True, slots=True, kw_only=True)
class FlowSettings:
    """The settings of a case. Amounts in öre, times in days or months."""

    reminder_days_after_due: int = _days(
        "reminder_days_after_due", "from the due date to the reminder", 1, "räntelag (1975:635) 2 §"
    )
    reminder_fee_agreed: bool = _flag(
        "reminder_fee_agreed", "whether the fee was agreed no later than when the debt arose", "lag (1981:739) 2 §"
    )
    reminder_pay_days: int = _days("reminder_pay_days", "to pay a reminder", 1, "inkassolag (1974:182) 4 §")
    reminder_grace_days: int = _days("reminder_grace_days", "from a reminder's pay-by date to the demand", 1, _RUN_OUT)
    debt_collection_pay_days: int = _days_by_law(
        "debt_collection_pay_days", "to pay a demand", "shortest_demand_days", "inkassolag (1974:182) 5 §"
    )
    debt_collection_grace_days: int = _days(
        "debt_collection_grace_days", "from a demand's pay-by date to the next step", 1, _RUN_OUT
    )
    use_enforcement: bool = _flag("use_enforcement", "whether an unpaid demand goes to the enforcement authority")
    application_release: ApplicationRelease = field(
        default="manual",
        metadata={
            "bounds": SettingBounds(
                "choice", "whether a person releases each application", choices=get_args(ApplicationRelease)
            )
        },
    )
    unpaid_confirmation_days: int = _days(
        "unpaid_confirmation_days",
        "banking days that the creditor's confirmation holds that a claim is unpaid; 0 asks for none",
    )
    enforcement_minimum_costs_only: int = _amount(
        "enforcement_minimum_costs_only", "interest and costs alone below this are not applied for"
    )
    surveillance_months: int = _months("surveillance_months", "between the letters of a case under surveillance")
    amortization_notice_days: int = _days("amortization_notice_days", "from the notice of an instalment to its day")
    missed_instalment_days: int = _days(
        "missed_instalment_days", "after a missed instalment until the plan ends", 1, _RUN_OUT
    )
    due_date_basis: DueDateBasis = field(
        default="invoice_only",
        metadata={"bounds": SettingBounds("choice", "where due dates come from", choices=DUE_DATE_BASES)},
    )
    gather_days: int = _days("gather_days", "a step waits at most for another claim's same step, to go in one letter")
    write_off_below: int = _amount_by_law(
        "write_off_below", "after a payment or crediting, less than this is written off"
    )
    interest_rate: CaseInterestRate = field(
        default=REFERENCE_RATE,
        metadata={
            "bounds": SettingBounds("interest_rate", "the rate that late capital carries", law=REFERENCE_RATE.law)
        },
    )
    fees: Mapping[FeeArticle, int] = field(default_factory=lambda: DEFAULT_FEES)
    """The amount of each fee that has a setting; the settings are in the articles' records."""


_FEE_BOUNDS: Mapping[str, SettingBounds] = MappingProxyType(
    {setting.name: _fee(article, setting.about, setting.default) for article, setting in FEE_SETTINGS.items()}
)
_ARTICLE_OF: Mapping[str, FeeArticle] = MappingProxyType(
    {setting.name: article for article, setting in FEE_SETTINGS.items()}
)

DEFAULT_FEES: Mapping[FeeArticle, int] = MappingProxyType(
    {
        article: (_FEE_BOUNDS[setting.name].maximum or 0) if setting.default is None else setting.default
        for article, setting in FEE_SETTINGS.items()
    }
)
"""The fees of the law's first rows, where nothing is set."""

SETTINGS: Mapping[str, SettingBounds] = MappingProxyType(
    {row.name: row.metadata["bounds"] for row in fields(FlowSettings) if "bounds" in row.metadata} | dict(_FEE_BOUNDS)
)
"""Every setting by name, fees last."""

DEFAULTS: Mapping[str, Any] = MappingProxyType(
    {row.name: row.default for row in fields(FlowSettings) if "bounds" in row.metadata}
    | {FEE_SETTINGS[article].name: amount for article, amount in DEFAULT_FEES.items()}
)
"""Every setting's default, by name."""


def newest_default(name: str) -> Any:
    """The default of a setting for cases that are registered now."""
    bounds = SETTINGS[name]
    if bounds.rule is None:
        return DEFAULTS[name]
    value = rule_on(bounds.rule, EDITION)
    return bool(value) if bounds.kind == "flag" else value


SettingValue: TypeAlias = int | bool | str | CaseInterestRate


@dataclass(frozen=True, slots=True)
class Resolved:
    """A setting's value, the level that it comes from, whether the law's bound took the place of what was set there."""

    value: SettingValue
    level: str
    was_capped: bool
    law: str


def issues(given: Mapping[str, Any]) -> dict[str, str]:
    """The issues of settings as given at a level, one for each wrong field; empty if all are right.

    A value past the law's bound is not wrong: it is bounded when the settings are resolved, and marked as bounded.

    >>> issues({"reminder_fee": -1, "reminder_fees": 0})
    {'reminder_fee': 'must be a whole number of öre from 0', 'reminder_fees': 'unknown field'}
    """
    wrong = {}
    for name, value in given.items():
        sentence = _wrong(SETTINGS[name], value) if name in SETTINGS else "unknown field"
        if sentence:
            wrong[name] = sentence
    return wrong


def _wrong(bounds: SettingBounds, value: Any) -> str:
    is_number = isinstance(value, int) and not isinstance(value, bool)
    match bounds.kind:
        case "flag":
            return "" if isinstance(value, bool) else "must be true or false"
        case "days":
            return (
                "" if is_number and 0 <= value <= MOST_DAYS else f"must be a whole number of days from 0 to {MOST_DAYS}"
            )
        case "months":
            fits = is_number and 1 <= value <= MOST_MONTHS
            return "" if fits else f"must be a whole number of months from 1 to {MOST_MONTHS}"
        case "amount":
            return "" if is_number and value >= 0 else "must be a whole number of öre from 0"
        case "choice":
            return "" if value in bounds.choices else f"must be one of {', '.join(bounds.choices)}"
        case "interest_rate":
            return _wrong_rate(value)


def _wrong_rate(value: Any) -> str:
    if isinstance(value, CaseInterestRate):
        value = {"reference_rate": value.agreed_percent is None, "rate_percent": value.agreed_percent}
    if not isinstance(value, Mapping) or not isinstance(value.get("reference_rate"), bool):
        return "must say reference_rate, true or false"
    rate = value.get("rate_percent")
    if rate is None:
        return ""
    is_number = isinstance(rate, int | float | Decimal) and not isinstance(rate, bool)
    fits = is_number and 0 <= rate <= MOST_RATE_PERCENT
    return "" if fits else f"rate_percent must be a number from 0 to {MOST_RATE_PERCENT}"


class WrongSettings(ValueError):
    """Settings that cannot be resolved, with a sentence for each wrong field."""

    def __init__(self, wrong: Mapping[str, str]) -> None:
        super().__init__("; ".join(f"{name}: {sentence}" for name, sentence in wrong.items()))
        self.issues = dict(wrong)


def resolve(
    layers: Sequence[tuple[str, Mapping[str, Any]]],
    day: date,
    law: Law = LAW,
    rules: date | None = None,
    *,
    is_attested: bool = False,
) -> dict[str, Resolved]:
    """Every setting with its value on a day and where it comes from.

    `layers` are (level, what is set there), the farthest first; the nearest that sets a value wins, None sets
    nothing. A value past the law's bound becomes the bound. The defaults are those of the case's day of
    rules; without a case those of the day itself. `is_attested` is whether the creditor attests that the reminder fee
    was agreed on.

    >>> layers = [("account", {"reminder_fee": 75_00}), ("creditor", {"use_enforcement": True})]
    >>> found = resolve(layers, date(2026, 9, 7))
    >>> found["reminder_fee"].value, found["reminder_fee"].level, found["reminder_fee"].was_capped
    (6000, 'account', True)
    """
    bounds = {name: _on_day(one, day, law) for name, one in SETTINGS.items()}
    settled: dict[str, tuple[str, Any]] = {
        name: (LEVELS[0], _usual(bounds[name], default, day, law, rules or day)) for name, default in DEFAULTS.items()
    }
    for level, given in layers:
        here = {name: value for name, value in given.items() if value is not None}
        wrong = issues(here)
        if wrong:
            raise WrongSettings(wrong)
        settled.update({name: (level, value) for name, value in here.items()})
    found = {name: _bounded(bounds[name], level, value) for name, (level, value) in settled.items()}
    if rule_on("reminder_fee_attested", rules or day):
        found["reminder_fee_agreed"] = _attested(found["reminder_fee_agreed"], is_attested)
    return found


def _attested(given: Resolved, is_attested: bool) -> Resolved:
    """Lag (1981:739) 2 §: the fee is agreed on where the creditor attests it, unless a setting forgoes it."""
    if given.level == LEVELS[0]:
        return replace(given, value=is_attested, level="creditor" if is_attested else given.level)
    return given if is_attested or not given.value else replace(given, value=False, was_capped=True)


def _on_day(bounds: SettingBounds, day: date, law: Law) -> SettingBounds:
    """The bounds of a setting on a day."""
    if bounds.term:
        return replace(bounds, minimum=term_on(bounds.term, day))
    cap = law.cap_on(bounds.article, day) if bounds.article else None
    return bounds if cap is None else replace(bounds, maximum=cap.most, law=cap.law)


def _usual(bounds: SettingBounds, default: Any, day: date, law: Law, rules: date) -> Any:
    """The default of a setting on a day, within the bounds of the day, for a case of a day of rules."""
    if bounds.rule:
        value = rule_on(bounds.rule, rules)
        return bool(value) if bounds.kind == "flag" else value
    if bounds.usual:
        return law.row(bounds.usual, day).most
    return bounds.maximum if bounds.is_by_law else default


def _bounded(bounds: SettingBounds, level: str, given: Any) -> Resolved:
    if bounds.kind == "interest_rate":
        return Resolved(_rate(given), level, False, bounds.law)
    value = given
    if bounds.minimum is not None:
        value = max(value, bounds.minimum)
    if bounds.maximum is not None:
        value = min(value, bounds.maximum)
    return Resolved(value, level, value != given, bounds.law)


def _rate(given: Any) -> CaseInterestRate:
    if isinstance(given, CaseInterestRate):
        return given
    if given["reference_rate"]:
        return REFERENCE_RATE
    # A rate comes from JSON; its shortest decimal is the one that was written.
    return CaseInterestRate(Decimal(str(given.get("rate_percent") or 0)))


def settings_of(resolved: Mapping[str, Resolved]) -> FlowSettings:
    """The settings as what the rules of the case flow take."""
    values: dict[str, Any] = {name: one.value for name, one in resolved.items() if name not in _ARTICLE_OF}
    amounts: dict[FeeArticle, Any] = {
        article: resolved[name].value for name, article in _ARTICLE_OF.items() if name in resolved
    }
    return FlowSettings(**values, fees=MappingProxyType({**DEFAULT_FEES, **amounts}))


def shown(name: str, value: SettingValue) -> str:
    """A value as a person reads it.

    >>> shown("reminder_fee", 60_00), shown("reminder_pay_days", 10), shown("use_enforcement", False)
    ('60.00 kr', '10 days', 'no')
    """
    kind = SETTINGS[name].kind
    if isinstance(value, CaseInterestRate):
        rate = value.agreed_percent
        return "reference rate and eight points" if rate is None else f"{rate} %"
    if isinstance(value, str):
        return value
    if kind == "flag":
        return "yes" if value else "no"
    return f"{kronor_number(value):,} kr" if kind == "amount" else f"{value} {kind}"
