"""Create a creditor, with its access groups."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from fordran.actions.accounts.number_marks import add_doubts, as_warnings, creditor_doubts
from fordran.actions.note_event import DomainEvent, note_events
from fordran.resources.access_groups import AccessGroupType
from fordran.resources.accounts import ACCOUNTS
from fordran.resources.creditors import CREDITORS, CreditorData, CreditorInput, can_be_active
from fordran.shape.fields import Issues, Refused
from fordran.shape.wire import wire
from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_the_row
from fordran.store.reading.scope import Caller
from fordran.store.rows.ids import new_id
from fordran.store.rows.rows import find, insert, no_such, tally
from fordran.store.rows.schema_rows import AccountRow

EMPTY_ADDRESS = {"address_line_1": "", "zip_code": "", "city": "", "country": "SE"}
GROUPS: dict[AccessGroupType, str] = {
    "admin": "Creditor administrators",
    "user": "Creditor users",
    "api_user": "Creditor API clients",
}


async def create_creditor(tx: Connection, caller: Caller, given: CreditorInput, now: datetime) -> str:
    """A further creditor of an account; its id."""
    account = await find(tx, ACCOUNTS, caller, given.account)
    if account is None:
        raise Refused({"account": no_such(ACCOUNTS, given.account)})
    row = await fetch_the_row(
        tx,
        AccountRow,
        "select partner_id, number_validation, agreement_address from accounts where id = $1",
        given.account,
    )
    issues: Issues = {}
    if row["number_validation"] == "refuse":
        add_doubts(issues, creditor_doubts(given))
    if issues:
        raise Refused(issues)
    return await add_creditor(tx, given.account, row["partner_id"], row["agreement_address"], given, now)


async def add_creditor(
    tx: Connection, account: str, partner: str | None, agreement_address: Any, given: CreditorData, now: datetime
) -> str:
    """Insert the creditor and its groups. What it does not say of its agreement's address is the account's."""
    id_ = new_id()
    await insert(
        tx,
        "creditors",
        {"account_id": account, "id": id_, "created": now, "updated": now}
        | creditor_columns(given, {"agreement_address": agreement_address})
        | {"case_config": without_vat(None if given.case_config is None else wire(given.case_config))},
    )
    for type_, name in GROUPS.items():
        await add_group(tx, type_, name, now, account=account, creditor=id_)
    await tally(tx, CREDITORS, partner=partner, account=account, creditor=id_)
    await note_events(tx, [DomainEvent("creditor.created", account, id_)], now)
    return id_


def without_vat(config: Mapping[str, Any] | None) -> dict[str, Any]:
    """The configuration, with commission that carries no VAT unless it says otherwise (docs/rules/payout.md)."""
    return {"commission_excluded_vat": True} | dict(config or {})


def creditor_columns(given: CreditorData, defaults: dict[str, Any]) -> dict[str, Any]:
    """The columns of a creditor, every one that a reader always sees filled."""
    shown = wire(given)
    shown.pop("account", None)
    if given.enforcement_mandate is not None:
        try:
            shown["enforcement_mandate"] = given.enforcement_mandate.stored()
        except Refused as refused:
            raise Refused({"enforcement_mandate": refused.issues}) from None
    found = creditor_doubts(given)
    return (
        {"sender_address": EMPTY_ADDRESS, "invoice_address": EMPTY_ADDRESS, "payout_details": {}}
        | defaults
        | shown
        | {
            "is_active": can_be_active(given) if given.is_active is None else given.is_active,
            "warnings": as_warnings(found) or None,
        }
    )


async def add_group(
    tx: Connection,
    type_: AccessGroupType,
    name: str,
    now: datetime,
    *,
    partner: str | None = None,
    account: str | None = None,
    creditor: str | None = None,
) -> str:
    """Insert an access group; its id."""
    id_ = new_id()
    await insert(
        tx,
        "access_groups",
        {
            "id": id_,
            "created": now,
            "updated": now,
            "type": type_,
            "name": name,
            "partner_id": partner,
            "account_id": account,
            "creditor_id": creditor,
        },
    )
    return id_
