"""The settings of a case: those of every level, resolved. Levels are stored as they are shown, in kronor."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, datetime
from functools import lru_cache
from typing import Any, TypedDict

import orjson

from fordran.actions.cases.case_particulars import particulars_of
from fordran.actions.cases.law_in_force import law_of
from fordran.domain.claims.interest import CaseInterestRate
from fordran.domain.flow.case_settings import SETTINGS, FlowSettings, Resolved, resolve, settings_of
from fordran.domain.house_rules import defaults_since
from fordran.resources.common import CaseSettings
from fordran.shape.fields import read
from fordran.shape.json_in import json_of
from fordran.shape.moments import day_of, moment_of
from fordran.shape.wire import kronor, plain_number
from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_the_row
from fordran.store.upkeep.installation import business_day

LEVELS = ("installation", "agreement_template", "account", "creditor", "case")


class LayersRow(TypedDict):
    """The columns of `LAYERS`: what is set at each level above a case, as JSON text."""

    installation_settings: str | None
    agreement_template_settings: str | None
    account_settings: str | None
    creditor_settings: str | None
    reminder_fee_terms: str | None
    law_rows: str


LAYERS = """
    (select i.case_settings::text from installation i) as installation_settings,
    (select t.case_settings::text from agreement_templates t where t.id = a.agreement_template) as agreement_template_settings,
    coalesce(a.case_settings, (select p.case_settings from partners p where p.id = a.partner_id))::text as account_settings,
    d.case_config::text as creditor_settings, d.reminder_fee_terms::text as reminder_fee_terms,
    (select i.law_rows::text from installation i) as law_rows
"""
"""Selects the levels above a case, where `a` is its account and `d` its creditor."""


def resolved(layers: LayersRow, own: str | None, day: date, rules_day: date) -> dict[str, Resolved]:
    """Every setting of a case on a day, with the level it comes from. `own` is what is set for the case itself."""
    return _resolved(day, defaults_since(rules_day), layers["law_rows"], is_attested(layers), *_above(layers), own)


def settings_for(layers: LayersRow, own: str | None, day: date, rules_day: date) -> FlowSettings:
    """The settings as the rules take them on a day, of a case that is judged by the house rules of a day."""
    return _settings(day, defaults_since(rules_day), layers["law_rows"], is_attested(layers), *_above(layers), own)


def attested_from(layers: LayersRow) -> date | None:
    """The first day of debts whose reminder fee the creditor attests; None where it attests none."""
    return _attested_from(layers["reminder_fee_terms"])


@lru_cache(maxsize=4096)
def _attested_from(text: str | None) -> date | None:
    terms = json_of(text) if text else {}
    return day_of(moment_of(terms["valid_from"])) if terms.get("agreed") else None


def is_attested(layers: LayersRow) -> bool:
    """Whether the creditor attests that its terms have a reminder fee."""
    return attested_from(layers) is not None


def _above(layers: LayersRow) -> tuple[str | None, ...]:
    """The levels above a case, in the order of `LEVELS`."""
    return (
        layers["installation_settings"],
        layers["agreement_template_settings"],
        layers["account_settings"],
        layers["creditor_settings"],
    )


# Thousands of cases share a few settings, so each combination is worked out once.
@lru_cache(maxsize=4096)
def _settings(day: date, defaults_of: date, law_rows: str, attested: bool, *layers: str | None) -> FlowSettings:
    return settings_of(_resolved(day, defaults_of, law_rows, attested, *layers))


@lru_cache(maxsize=4096)
def _resolved(day: date, defaults_of: date, law_rows: str, attested: bool, *layers: str | None) -> dict[str, Resolved]:
    given = [(level, _layer(text)) for level, text in zip(LEVELS, layers, strict=True) if text]
    return resolve(given, day, law_of(law_rows), defaults_of, is_attested=attested)


def _layer(text: str) -> dict[str, Any]:
    """A level's settings in öre; a creditor's configuration holds other things beside them."""
    given = {name: value for name, value in json_of(text).items() if name in SETTINGS}
    values = read(CaseSettings, given)
    found = {name: getattr(values, name) for name in given}
    if values.interest_rate is not None:
        rate = values.interest_rate
        found["interest_rate"] = {"reference_rate": rate.reference_rate, "rate_percent": rate.rate_percent}
    return found


class _CaseLayersRow(LayersRow):
    own_settings: str
    particulars: orjson.Fragment


async def settings_of_case(connection: Connection, account: str, case: str, now: datetime) -> dict[str, Any]:
    """Every setting of a case as the interface shows it, by the law of the day."""
    today = await business_day(connection, now)
    row = await fetch_the_row(
        connection,
        _CaseLayersRow,
        f"""select k.case_settings::text as own_settings, k.particulars, {LAYERS}
            from cases k join creditors d on d.account_id = k.account_id and d.id = k.creditor_id
            join accounts a on a.id = k.account_id where k.account_id = $1 and k.id = $2""",
        account,
        case,
    )
    return shown(resolved(row, row["own_settings"], today, particulars_of(row["particulars"]).rules_day))


def shown(settings: Mapping[str, Resolved]) -> dict[str, Any]:
    """Settings as the interface shows them: value, level, and the law where it bounds them."""
    return {
        name: {"value": _value(name, setting.value), "level": setting.level}
        | ({"law": setting.law} if setting.law else {})
        | ({"was_capped": True} if setting.was_capped else {})
        for name, setting in settings.items()
    }


def _value(name: str, value: Any) -> Any:
    if isinstance(value, CaseInterestRate):
        agreed = value.agreed_percent
        if agreed is None:
            return {"reference_rate": True}
        return {"reference_rate": False, "rate_percent": plain_number(agreed)}
    return kronor(value) if SETTINGS[name].kind == "amount" else value


def frozen(settings: Mapping[str, Resolved], own: Mapping[str, Any]) -> dict[str, Any]:
    """A new case's own settings: those given for it, and those that its balance is computed with.

    The rate and the limit for writing off are kept with the case, so that what is owed never changes with a setting.
    """
    kept = {name: _value(name, settings[name].value) for name in ("interest_rate", "write_off_below")}
    is_usual = settings["write_off_below"].level == "default"
    return dict(own) | {name: value for name, value in kept.items() if not (name == "write_off_below" and is_usual)}


def text_of(own: Mapping[str, Any] | None) -> str | None:
    """A case's own settings as the text that resolving takes."""
    return orjson.dumps(own).decode() if own else None
