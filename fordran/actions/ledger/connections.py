"""Connect a company of a ledger: a creditor that the operator approves, and a handle that the ledger shows from then on."""

from __future__ import annotations

import hmac
from datetime import datetime
from hashlib import sha256
from typing import Any

from fordran.actions.accounts.create_creditor import create_creditor
from fordran.actions.ledger.refusals import LedgerRefusal
from fordran.domain.numbers import bank_account
from fordran.formats.ledger_contract import (
    LedgerOnboarding,
    LedgerPayout,
    LedgerSettings,
    LedgerTermsAccept,
    shown_address,
)
from fordran.resources.creditors import CreditorInput
from fordran.shape.fields import Refused, read
from fordran.shape.wire import parsed
from fordran.store.callers import token_key
from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_row
from fordran.store.reading.scope import Caller
from fordran.store.rows.ids import new_id
from fordran.store.rows.rows import change, insert
from fordran.store.rows.schema_rows import LedgerConnectionRow

_FIND = """
select account_id, id, updated, creditor_id, company, round, minimum_amount, delivery_enabled, consent, disconnected
from ledger_connections where account_id = $1 and company = $2 for update
"""


async def find_connection(tx: Connection, account: str, company: str) -> LedgerConnectionRow | None:
    """The connection of a company, held until the transaction ends; also one that was ended."""
    return await fetch_row(tx, LedgerConnectionRow, _FIND, account, company)


async def proof_of(tx: Connection, row: LedgerConnectionRow) -> str:
    """The handle of a connection. It is computed each time, so that none is stored."""
    text = f"ledger connection {row['account_id']} {row['id']} {row['round']}"
    return hmac.new(await token_key(tx), text.encode(), sha256).hexdigest()


async def own_connection(tx: Connection, account: str, company: str, handle: str | None) -> LedgerConnectionRow:
    """The connection of a company that shows its handle; refused without."""
    row = await find_connection(tx, account, company)
    if row is None or row["disconnected"] is not None:
        raise LedgerRefusal("CONNECTOR_COLLECTIONS_NOT_ONBOARDED")
    if handle is None or not hmac.compare_digest(handle.encode(), (await proof_of(tx, row)).encode()):
        raise LedgerRefusal("CONNECTOR_CONNECTION_NOT_OWNED", status=403)
    return row


async def onboard(
    tx: Connection, caller: Caller, company: str, given: LedgerOnboarding, now: datetime
) -> LedgerConnectionRow:
    """Connect a company. Its creditor takes no invoices before the operator has looked at it and made it active."""
    assert caller.account is not None
    row = await find_connection(tx, caller.account, company)
    if row is not None and row["disconnected"] is None:
        raise LedgerRefusal("CONNECTOR_COLLECTIONS_ACTION_UNAVAILABLE", "the company is connected")
    kept = {
        "creditor_id": await _creditor(tx, caller, given, now),
        "minimum_amount": int(given.settings.minimum_amount * 100),
        "delivery_enabled": given.settings.delivery_enabled,
        "consent": given.consent.model_dump(mode="json"),
        "answers": given.kyc.model_dump(mode="json"),
        "disconnected": None,
    }
    if row is None:
        new = {"account_id": caller.account, "id": new_id(), "created": now, "updated": now, "company": company}
        await insert(tx, "ledger_connections", new | kept)
    else:
        key = {"account_id": caller.account, "id": row["id"]}
        await change(tx, "ledger_connections", key, kept | {"round": row["round"] + 1}, now)
    found = await find_connection(tx, caller.account, company)
    assert found is not None
    return found


async def change_connection(
    tx: Connection, row: LedgerConnectionRow, now: datetime, **changes: Any
) -> LedgerConnectionRow:
    """Change a connection; how it is then."""
    await change(tx, "ledger_connections", {"account_id": row["account_id"], "id": row["id"]}, changes, now)
    found = await find_connection(tx, row["account_id"], row["company"])
    assert found is not None
    return found


async def accept_terms(
    tx: Connection, row: LedgerConnectionRow, given: LedgerTermsAccept, now: datetime
) -> LedgerConnectionRow:
    """Note that somebody accepted a version of the terms."""
    accepted = given.model_dump(mode="json", exclude={"idempotency_key"})
    consent = {
        "terms_version": accepted["terms_version"],
        "consented_by_name": accepted["accepted_by_name"],
        "consented_at": accepted["accepted_at"],
    }
    return await change_connection(tx, row, now, consent=parsed(row["consent"]) | consent)


async def change_settings(
    tx: Connection, row: LedgerConnectionRow, given: LedgerSettings, now: datetime
) -> LedgerConnectionRow:
    """Change the least amount that is handed over."""
    amount = int(given.minimum_amount * 100)
    return await change_connection(tx, row, now, minimum_amount=amount, delivery_enabled=given.delivery_enabled)


async def disconnect(tx: Connection, row: LedgerConnectionRow, now: datetime) -> LedgerConnectionRow:
    """End a connection. Cases that are open go on, and are served by the operator."""
    return await change_connection(tx, row, now, disconnected=now)


async def shown_connection(tx: Connection, row: LedgerConnectionRow | None) -> dict[str, Any]:
    """A connection as the contract shows it."""
    if row is None:
        return _shown("disconnected", "not_started", None)
    if row["disconnected"] is not None:
        return _shown("disconnected", None, row["updated"])
    found = await tx.fetchrow(
        """select d.is_active, exists (select 1 from ledger_cases c where c.account_id = d.account_id
                                       and c.connection_id = $3) as has_cases
           from creditors d where d.account_id = $1 and d.id = $2""",
        row["account_id"],
        row["creditor_id"],
        row["id"],
    )
    assert found is not None
    state, sub_status = ("active", None) if found["is_active"] else ("connecting", "in_review")
    if not found["is_active"] and found["has_cases"]:
        state, sub_status = "needs_setup", "disabled"
    return _shown(state, sub_status, row["updated"]) | {
        "connectionHandle": await proof_of(tx, row),
        "terms": {"version": parsed(row["consent"])["terms_version"], "url": None, "accepted": True},
        "settings": {
            "approveBeforeLegalAction": True,
            # There is no step of the flow that waits for the creditor before a demand.
            "approveBeforeCollectionNotice": False,
            "minimumAmount": row["minimum_amount"] / 100,
            "deliveryEnabled": row["delivery_enabled"],
        },
    }


def _shown(state: str, sub_status: str | None, updated: datetime | None) -> dict[str, Any]:
    return {
        "state": state,
        "subStatus": sub_status,
        "providerStatus": sub_status or state,
        "connectionHandle": None,
        "terms": None,
        "signers": [],
        "settings": None,
        "updatedAt": "" if updated is None else updated.isoformat(),
    }


async def _creditor(tx: Connection, caller: Caller, given: LedgerOnboarding, now: datetime) -> str:
    """The creditor of a company: the account's with that number, or a new one that waits to be approved."""
    found = await tx.fetchval(
        """select id from creditors where account_id = $1 and replace(organization_no, '-', '') = $2
           order by id limit 1""",
        caller.account,
        given.creditor.org_number,
    )
    if found is not None:
        return str(found)
    one, address = given.creditor, dict(shown_address(given.creditor.address))
    line_2 = address.pop("address_line_2", "")
    address["address_line_1"] = ", ".join(filter(None, (address["address_line_1"], line_2)))
    body = {
        "account": caller.account,
        "name": one.name,
        "organization_no": one.org_number,
        "is_active": False,
        "standard_debt_description": given.kyc.business_description,
        "sender_address": address,
        "invoice_address": address,
        "payout_details": {"sek": _payout(one.payout)},
        "email": one.email,
    }
    body |= {"phone": one.phone} if one.phone else {}
    body |= {"vat_no": one.vat_number} if one.vat_number else {}
    try:
        return await create_creditor(tx, caller, read(CreditorInput, body), now)
    except Refused as refused:
        raise LedgerRefusal("BAD_REQUEST", f"creditor: {', '.join(sorted(refused.issues))}", 400) from None


def _payout(given: LedgerPayout) -> dict[str, str]:
    if given.kind == "bankgiro":
        return {"bankgiro": given.number}
    if given.kind == "plusgiro":
        return {"bankgiro": "", "plusgiro": given.number}
    if not bank_account.is_valid(given.number):
        raise LedgerRefusal("BAD_REQUEST", "creditor.payout.number", 400)
    clearing, number = bank_account.split(given.number)
    return {"bankgiro": "", "clearing_number": clearing, "account_number": number}
