"""The particulars of a case as they are stored, and those that a registration states."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, asdict, fields
from datetime import date
from typing import Any

from fordran.domain.claims.particulars import NO_PARTICULARS, ControlFee, Particulars
from fordran.shape.wire import parsed

_USUAL = {field.name: field.default for field in fields(Particulars) if field.default is not MISSING}
_DAYS = tuple(field.name for field in fields(Particulars) if "date" in str(field.type))


def particulars_json(of: Particulars) -> dict[str, Any]:
    """Particulars as a case holds them, without those that say nothing."""
    return {name: _plain(value) for name in _USUAL if (value := getattr(of, name)) != _USUAL[name]}


def _plain(value: Any) -> Any:
    if isinstance(value, ControlFee):
        return {name: _plain(part) for name, part in asdict(value).items()}
    return value.isoformat() if isinstance(value, date) else value


def particulars_of(stored: Any) -> Particulars:
    """The particulars of a case's row."""
    values: Mapping[str, Any] = parsed(stored)
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
