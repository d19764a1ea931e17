"""The particulars of a case as they are stored, those that a registration states, and its limitation, which follows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import MISSING, asdict, fields
from datetime import date, datetime
from typing import Any

from fordran.domain.claims.facts import ClaimTerms, Fact, PaymentFact
from fordran.domain.claims.particulars import (
    NO_PARTICULARS,
    ControlFee,
    EarlierLetter,
    Interruption,
    Judgment,
    Particulars,
)
from fordran.domain.flow.case_settings import FlowSettings
from fordran.domain.flow.limitation import Limitation
from fordran.domain.house_rules import rules_day
from fordran.domain.kinds.limitation_kinds import LimitationKind
from fordran.domain.message import Message
from fordran.resources.case_registrations import DebtInput, JudgmentInput
from fordran.resources.claim_particulars import ClaimParticularsInput, ControlFeeInput
from fordran.shape.fields import Issues
from fordran.shape.moments import day_of
from fordran.shape.wire import parsed

_USUAL = {field.name: field.default for field in fields(Particulars) if field.default is not MISSING}
_DAYS = tuple(field.name for field in fields(Particulars) if field.type in (date, date | None))


def particulars_json(of: Particulars) -> dict[str, Any]:
    """Particulars as a case holds them, without those that say nothing."""
    return {name: _plain(value) for name in _USUAL if (value := getattr(of, name)) != _USUAL[name]}


def _plain(value: Any) -> Any:
    if isinstance(value, ControlFee):
        return {name: _plain(part) for name, part in asdict(value).items()}
    if isinstance(value, Interruption | EarlierLetter | Judgment):
        return {name: _plain(part) for name, part in asdict(value).items() if part is not None}
    if isinstance(value, tuple):
        return [_plain(part) for part in value]
    return value.isoformat() if isinstance(value, date) else value


def particulars_of(stored: Any) -> Particulars:
    """The particulars of a case's row, which has none if it is older than they are."""
    if isinstance(stored, Particulars):
        return stored  # of a case that is not stored yet
    values: Mapping[str, Any] = {} if stored is None else parsed(stored)
    if not values:
        return NO_PARTICULARS
    found = dict(values)
    for name in _DAYS:
        if name in found:
            found[name] = date.fromisoformat(found[name])
    if "control_fee" in found:
        parking = found["control_fee"]
        found["control_fee"] = ControlFee(**parking | {"date": date.fromisoformat(parking["date"])})
    if "judgment" in found:
        found["judgment"] = Judgment(**found["judgment"] | {"date": date.fromisoformat(found["judgment"]["date"])})
    stated = found.pop("interruptions", ())
    letters = tuple(
        EarlierLetter(**one | {"date": date.fromisoformat(one["date"])}) for one in found.pop("earlier_letters", ())
    )
    interruptions = tuple(interruption_of(one) for one in stated)
    return Particulars(**found, interruptions=interruptions, earlier_letters=letters)


def interruption_of(stored: Mapping[str, Any]) -> Interruption:
    """An interruption of limitation as it is stored."""
    return Interruption(date=date.fromisoformat(stored["date"]), kind=stored["kind"], evidence=stored["evidence"])


def stated_particulars(
    given: ClaimParticularsInput,
    settings: FlowSettings,
    left: date,
    today: date,
    *,
    creditor_is_public: bool,
    is_business: bool,
    is_parking: bool = False,
    sent_by_us: bool = False,
    delivered: datetime | None = None,
) -> Particulars:
    """The particulars that a case keeps. `left` is the day on which its invoice left, `delivered` that of the delivery."""
    of_parking = None if given.control_fee is None else given.control_fee.date
    return Particulars(
        rules_day=rules_day(today),
        claim_kind=given.claim_kind or "goods_or_services",
        due_date_basis=given.due_date_basis or settings.due_date_basis,
        left=left,
        sent_by_us=sent_by_us,
        interest_notice=given.interest_notice is not False,
        creditor_is_public=creditor_is_public,
        consumer_credit=given.consumer_credit is True,
        forbearance_offered=_day(given.forbearance_offered),
        reminded_on=_day(given.reminded_on),
        control_fee=None if given.control_fee is None else _control_fee(given.control_fee),
        limitation_kind=given.limitation_kind
        or usual_limitation(is_business=is_business, is_parking=is_parking or given.claim_kind == "control_fee"),
        arose_on=_day(given.arose_on or of_parking or delivered),
        moved_out=_day(given.moved_out),
        interruptions=tuple(
            Interruption(date=day_of(one.date), kind=one.kind, evidence=one.evidence)
            for one in given.interruptions or ()
        ),
    )


def moved_particulars(given: DebtInput) -> dict[str, Any]:
    """Particulars of a debt that another collector had before."""
    return {
        "earlier_letters": tuple(
            EarlierLetter(date=day_of(one.date), kind=one.kind, amount=one.amount)
            for one in given.earlier_letters or ()
        ),
        "old_payment_reference": given.old_payment_reference,
        "previous_case_number": given.previous_case_number,
        "judgment": None if given.judgment is None else _judgment(given.judgment),
    }


def _judgment(given: JudgmentInput) -> Judgment:
    if given.amounts is None:
        return Judgment(number=given.number, date=day_of(given.date))
    return Judgment(
        number=given.number,
        date=day_of(given.date),
        capital=given.amounts.capital,
        interest=given.amounts.interest,
        costs=given.amounts.costs,
    )


def _by_judgment(judgment: Judgment | None) -> tuple[Interruption, ...]:
    """The interruption of limitation that a judgment is."""
    if judgment is None:
        return ()
    return (Interruption(date=judgment.date, kind="legal_action", evidence=judgment.number),)


def days_to_come(given: ClaimParticularsInput, today: date) -> Issues:
    """The issues of days that have not come yet, of what has to have happened."""
    named = ("invoice_sent_date", "forbearance_offered", "reminded_on")
    stated = {name: _day(getattr(given, name)) for name in named}
    issues: Issues = {
        name: Message("issue.after_today") for name, day in stated.items() if day is not None and day > today
    }
    if isinstance(given, DebtInput) and any(day_of(one.date) > today for one in given.earlier_letters or ()):
        issues["earlier_letters"] = Message("issue.after_today")
    if isinstance(given, DebtInput) and given.judgment is not None and day_of(given.judgment.date) > today:
        issues["judgment"] = Message("issue.after_today")
    return issues


def usual_limitation(*, is_business: bool, is_parking: bool) -> LimitationKind:
    """The kind of limitation where none is stated: preskriptionslag (1981:130) 2 §, lag (1984:318) 9 §."""
    if is_parking:
        return "control_fee"
    return "general" if is_business else "consumer"


def _control_fee(given: ControlFeeInput) -> ControlFee:
    return ControlFee(
        place=given.place,
        date=day_of(given.date),
        time=given.time,
        plate=given.plate,
        breach=given.breach,
        notice_number=given.notice_number,
    )


def _day(moment: datetime | None) -> date | None:
    return None if moment is None else day_of(moment)


def limitation_of(
    terms: ClaimTerms, flow: Mapping[str, Any], facts: Iterable[Fact], before: date = date.max
) -> Limitation | None:
    """The limitation of a case by what happened before a day; None of a case that has no kind of limitation."""
    of = terms.particulars
    if of.limitation_kind is None:
        return None
    noted = (interruption_of(one) for one in flow.get("evidence", ()))
    stated = [one for one in (*of.interruptions, *_by_judgment(of.judgment), *noted) if one.date < before]
    paid = [
        fact.date
        for fact in facts
        if isinstance(fact, PaymentFact) and fact.recalled_on is None and fact.date <= before
    ]
    replies, letters = (
        [day for text in flow.get(name, ()) if (day := date.fromisoformat(text)) < before]
        for name in ("interrupted", "demands")
    )
    over = [
        (began, ended)
        for pair in flow.get("proceedings", ())
        for began, ended in [tuple(map(date.fromisoformat, pair))]
        if ended < before
    ]
    applied = [date.fromisoformat(flow["sued"])] if flow.get("sued") else []
    actions = [day for day in applied if day < before] + [one.date for one in stated if one.kind == "legal_action"]
    return Limitation(
        kind=of.limitation_kind,
        arose=terms.arose,
        is_consumer=not terms.is_business,
        rules_day=of.rules_day,
        interrupted=(*paid, *replies, *(one.date for one in stated)),
        proceedings=tuple(over),
        letters=(*(one.date for one in of.earlier_letters if one.date < before), *letters),
        sued=min(actions, default=None),
        moved_out=of.moved_out,
    )
