"""Change a creditor, or take it out of use."""

from __future__ import annotations

from datetime import datetime
from typing import Any, TypedDict

from fordran.actions.accounts.change_account import touch_groups
from fordran.actions.accounts.create_creditor import creditor_columns, without_vat
from fordran.actions.accounts.number_marks import add_doubts, creditor_doubts
from fordran.actions.cases.work_list import resolve_creditors_work
from fordran.actions.keep_file import let_go
from fordran.actions.keep_logo import let_go_of_logo
from fordran.actions.keep_mandate import look_at_waiting
from fordran.actions.note_event import DomainEvent, note_events
from fordran.actions.refusals import Conflict, EtagDiffers
from fordran.resources.creditors import CREDITORS, CreditorData
from fordran.shape.fields import Issues, Refused
from fordran.shape.wire import parsed, wire
from fordran.store.connections.database import Connection
from fordran.store.connections.one_account import fetch_locked, of_one_account
from fordran.store.reading.scope import Caller
from fordran.store.rows.rows import change, tally
from fordran.store.upkeep.installation import business_day

_LEFT_OUT = (
    *("description", "standard_debt_description", "default_letter_locale", "registered_office", "vat_no"),
    *("email", "phone", "website", "case_config", "billing"),
)
"""Columns that have no value where the document leaves the field out, as a form does whose field was emptied."""


async def change_creditor(
    tx: Connection, caller: Caller, id_: str, etag: str, given: CreditorData, now: datetime
) -> str | None:
    """Let the creditor be as `given`, which is the whole document after the change; its id where a new account waits."""
    row = await tx.fetchrow(
        """select c.account_id, c.name, c.payout_details, c.reminder_fee_terms, c.enforcement_mandate, c.case_config,
                  c.registered_office, c.sender_address, a.number_validation
           from creditors c join accounts a on a.id = c.account_id
           where c.id = $1""",
        id_,
    )
    if row is None:
        raise EtagDiffers
    if row["number_validation"] == "refuse":
        issues: Issues = {}
        add_doubts(issues, creditor_doubts(given))
        if issues:
            raise Refused(issues)
    columns = (
        dict.fromkeys(_LEFT_OUT)
        | creditor_columns(given, {})
        | await _attestation(tx, row["reminder_fee_terms"], given, now)
    )
    before = parsed(row["case_config"]) or {}
    if "commission_excluded_vat" in before:
        # Only creditors of versions before 0.2.0 have nothing stored, which keeps their commission with VAT.
        columns["case_config"] = without_vat(None if given.case_config is None else wire(given.case_config))
    # The document shows a default, which is not stored: the office goes on following the sender's address.
    if row["registered_office"] is None and given.registered_office == parsed(row["sender_address"]).get("city"):
        columns["registered_office"] = None
    if not await change(tx, "creditors", {"account_id": row["account_id"], "id": id_}, columns, now, etag):
        raise EtagDiffers
    is_moved = await _note_account(tx, caller, row["account_id"], id_, row["payout_details"], now)
    if any(parsed(row[name]) != columns.get(name) for name in ("enforcement_mandate", "case_config")):
        await look_at_waiting(tx, row["account_id"], id_, await business_day(tx, now), now)
    if row["name"] != given.name:
        await touch_groups(tx, now, account=row["account_id"], creditor=id_)
    await note_events(tx, [DomainEvent("creditor.changed", row["account_id"], id_)], now)
    return id_ if is_moved else None


async def _note_account(
    tx: Connection, caller: Caller, account: str, id_: str, before: str | None, now: datetime
) -> bool:
    """Note that the creditor is paid to another account than before, if it is: a second person looks at that one."""
    changed = await tx.fetchval(
        """update creditors set payout_account_changed = $4, payout_account_by = $5
           where account_id = $1 and id = $2
             and shown_bank_account(payout_details) <> shown_bank_account(coalesce($3::jsonb, '{}'))
           returning true""",
        account,
        id_,
        before,
        await business_day(tx, now),
        list(caller.hands),
    )
    if changed:
        await resolve_creditors_work(tx, account, id_, ["payout_account_rejected"], now)
    return bool(changed)


async def _attestation(tx: Connection, before: Any, given: CreditorData, now: datetime) -> dict[str, Any]:
    """The columns that follow where the creditor changes what it attests: fees of open cases may have to be reversed."""
    stored = None if before is None else parsed(before)
    after = None if given.reminder_fee_terms is None else parsed(wire(given.reminder_fee_terms))
    if stored is None or stored == after:
        return {}
    # What was attested until today stays the ground of fees that were charged, on closed cases too.
    until = {"reminder_fee_terms_until": await business_day(tx, now)} if stored.get("agreed") else {}
    return until | {"reminder_fees_to_reverse": True, "reminder_fees_reversed_to": None}


class _OwnersRow(TypedDict):
    account_id: str
    partner_id: str | None
    logo_id: str | None
    mandate_id: str | None


_OWNERS = f"""
select c.account_id, a.partner_id, c.logo_id, c.mandate_id from creditors c join accounts a on a.id = c.account_id
where c.id = $1 and {of_one_account("c")} for update of a, c
"""


async def remove_creditor(tx: Connection, caller: Caller, id_: str, etag: str, now: datetime) -> None:
    """Delete a creditor that nothing hangs on; one that has cases is made inactive. An account keeps at least one."""
    # The account is locked before its creditors are counted, so that two cannot each leave the other's as the last, and the
    # creditor before its cases are looked for, so that a registration under way is waited for.
    rows = await fetch_locked(tx, _OwnersRow, _OWNERS, id_)
    if not rows:
        raise EtagDiffers
    row = rows[0]
    account = row["account_id"]
    if await has_cases(tx, account, id_):
        if not await change(tx, "creditors", {"account_id": account, "id": id_}, {"is_active": False}, now, etag):
            raise EtagDiffers
        await note_events(tx, [DomainEvent("creditor.changed", account, id_)], now)
        return
    if await tx.fetchval("select count(*) from creditors where account_id = $1", account) == 1:
        raise Conflict("error.last_creditor")
    # The tag is taken first, so that the later of two simultaneous deletions is refused.
    if not await change(tx, "creditors", {"account_id": account, "id": id_}, {}, now, etag):
        raise EtagDiffers
    await touch_groups(tx, now, account=account, creditor=id_)
    if row["logo_id"] is not None:
        await let_go_of_logo(tx, account, row["logo_id"], now)
    if row["mandate_id"] is not None:
        await let_go(tx, account, row["mandate_id"], now)
    await tx.execute("delete from access_groups where account_id = $1 and creditor_id = $2", account, id_)
    await tx.execute("delete from creditors where account_id = $1 and id = $2", account, id_)
    await tally(tx, CREDITORS, partner=row["partner_id"], account=account, creditor=id_, documents=-1)
    await note_events(tx, [DomainEvent("creditor.deleted", account, id_)], now)


async def has_cases(tx: Connection, account: str, creditor: str) -> bool:
    """Whether anything has been registered for the creditor."""
    return bool(
        await tx.fetchval(
            "select exists (select 1 from cases where account_id = $1 and creditor_id = $2)", account, creditor
        )
    )
