"""The particulars of a case as they are stored, and those that a registration states."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, asdict, fields
from datetime import date, datetime
from typing import Any

from fordran.domain.claims.particulars import NO_PARTICULARS, ControlFee, Particulars
from fordran.domain.flow.case_settings import FlowSettings
from fordran.domain.house_rules import rules_day
from fordran.resources.claim_particulars import ClaimParticularsInput, ControlFeeInput
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
    return Particulars(**found)


def stated_particulars(
    given: ClaimParticularsInput,
    settings: FlowSettings,
    left: date,
    today: date,
    *,
    creditor_is_public: bool,
    sent_by_us: bool = False,
) -> Particulars:
    """The particulars that a case keeps. `left` is the day on which its invoice left."""
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
    )


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
