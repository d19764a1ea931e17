"""Look up what a registration refers to: its account and creditor with their settings, and its customer if that is known."""

from __future__ import annotations

from datetime import date
from typing import Any, cast

from fordran.actions.cases.case_settings import LAYERS, LayersRow, frozen, resolved, settings_for, text_of
from fordran.actions.cases.registering import sees, unknown_references
from fordran.actions.registrations.customer_data import CustomerData, refused_number
from fordran.actions.registrations.customer_rows import KNOWN, FoundCustomer
from fordran.actions.registrations.customers import match
from fordran.domain.flow.case_settings import FlowSettings
from fordran.domain.kinds.channels import Distribution
from fordran.resources.common import CaseSettings
from fordran.shape.fields import Issues, Refused
from fordran.shape.wire import wire
from fordran.store.connections.database import Connection
from fordran.store.connections.one_account import everywhere, is_on_a_cluster
from fordran.store.connections.typed_rows import fetch_row, own_copy
from fordran.store.reading.scope import Caller
from fordran.store.rows.ids import is_id


class CreditorContext(LayersRow):
    """The columns of `GROUND`."""

    account_id: str
    creditor_id: str
    account_number: int
    partner_id: str | None
    number_validation: str
    agreement_template: str
    standard_debt: str | None
    is_active: bool
    always_standard: bool
    default_invoice_distribution: Distribution | None
    clock_offset_days: int


GROUND = f"""
a.id as account_id, d.id as creditor_id, a.number as account_number, a.partner_id, a.number_validation, a.agreement_template,
coalesce(d.standard_debt_description, a.standard_debt_description) as standard_debt, d.is_active,
d.always_use_standard_debt_description as always_standard, d.default_invoice_distribution,
 (select clock_offset_days from installation) as clock_offset_days,
{LAYERS}
"""
"""Selects what a registration needs to know of its account `a` and its creditor `d`."""


class LookedUp(CreditorContext, FoundCustomer):
    """The ground of a registration, a serial for a payment reference, and the customer, without an id if it is not known."""

    serial: int


_DRAWN = "nextval('payment_serials')"
_LATER = "0::bigint"

_LOOK_UP = f"""
select {GROUND}, {{serial}} as serial, {KNOWN}
from accounts a
join creditors d on d.account_id = a.id and d.id = $2
"""


async def look_up(tx: Connection, caller: Caller, account: str, creditor: str, data: CustomerData) -> LookedUp:
    """Account, creditor and the customer if it is known, in one statement; refuses what is not the caller's or not active."""
    row = None
    if is_id(account) and is_id(creditor):
        join, values = match(data)
        serial = _LATER if is_on_a_cluster(tx) else _DRAWN
        statement = everywhere(tx, f"{_LOOK_UP.format(serial=serial)} {join} where a.id = $1", 1)
        row = await fetch_row(tx, LookedUp, statement, account, creditor, *values)
    if row is None or not sees(caller, row["partner_id"], account, creditor):
        raise Refused(await unknown_references(tx, caller, {"account": account, "creditor": creditor}))
    issues = refusals(row, data)
    if issues:
        raise Refused(issues)
    if is_on_a_cluster(tx):
        # Other nodes of a cluster do not know a number that one node draws.
        row = own_copy(row)
        row["serial"] = await tx.fetchval(f"select {_DRAWN}")
    return row


async def draw_serials(tx: Connection, count: int) -> list[int]:
    """So many serials for payment references."""
    rows = await tx.fetch(f"select {_DRAWN} as serial from generate_series(1, $1)", count) if count else []
    return [row["serial"] for row in rows]


def customer_in(row: LookedUp) -> FoundCustomer | None:
    """The customer that was looked up; None where it is not known."""
    return None if cast("str | None", row["id"]) is None else row


def refusals(ground: CreditorContext, data: CustomerData) -> Issues:
    """Why a creditor takes no registration now, or not this customer's."""
    issues: Issues = {}
    if not ground["is_active"]:
        issues["creditor"] = "the creditor is not active: it takes no registrations"
    if ground["number_validation"] == "refuse":
        issues |= refused_number(data)
    return issues


def settings_for_case(
    ground: CreditorContext, own: CaseSettings | None, day: date
) -> tuple[FlowSettings, dict[str, Any]]:
    """The settings of a new case on the day of its registration, and those that it keeps as its own."""
    settings = {} if own is None else wire(own)
    found = resolved(ground, text_of(settings), day)
    return settings_for(ground, text_of(settings), day), frozen(found, settings)
