"""Protect a customer, and end that: what is stored of how it is reached is hidden everywhere, or shown again.

Which ways data leaves by, and how each hides it, is in ways_out.py.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from fordran import clock
from fordran.actions.keep_file import let_go
from fordran.actions.privacy.find import found_of
from fordran.actions.protected_details import forget_apart, keep_apart, read_apart, set_apart
from fordran.actions.refusals import NotAllowed
from fordran.domain.service.protection import CONTACTS, apart, hidden
from fordran.shape.wire import parsed
from fordran.store.connections.database import Connection
from fordran.store.reading.scope import SYSTEM, Caller
from fordran.store.rows.personal_rows import FOUND_BY, filled


@dataclass(frozen=True)
class Protecting:
    """A change of a customer, as far as it is protected."""

    tx: Connection
    account: str
    customer: str
    was: bool
    becomes: bool
    now: datetime
    kept: Mapping[str, Mapping[str, Any]]
    """Row of customers or details → how it is reached, where that is shown again."""

    def split(self, contacts: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
        """Changes that are kept apart, and changes that are shown."""
        return apart(contacts) if self.becomes else ({}, dict(contacts))

    def shown(self, row: str) -> dict[str, Any]:
        """The contact columns of a row after the change; none where the protection neither begins nor ends."""
        if self.was == self.becomes:
            return {}
        if self.becomes:
            return hidden()
        kept = dict(self.kept.get(row, {}))
        return kept | {"email_folded": (kept["email"] or "").casefold()} if kept else {}

    async def keep(self, key: Mapping[str, str], creditor: str | None, contacts: Mapping[str, Any]) -> None:
        """Keep apart what is new of how a protected customer is reached."""
        await keep_apart(self.tx, key, self.customer, creditor, contacts, self.now)

    async def end(self) -> None:
        """Delete what was kept apart of a customer who is protected no more."""
        if self.was and not self.becomes:
            await forget_apart(self.tx, self.account, self.customer)


async def begin_protection(
    tx: Connection, caller: Caller, account: str, customer: str, was: bool, becomes: bool, now: datetime
) -> Protecting:
    """Set apart how a customer is reached who becomes protected, and hide what was stored of it, or show it again.

    Only who may see it ends the protection; anybody who may change the customer begins it.
    """
    kept: dict[str, Mapping[str, Any]] = {}
    if was and not becomes:
        if not (caller.may_see_protected or caller == SYSTEM):
            raise NotAllowed("error.protection_is_ended_by_named_staff")
        for row in await read_apart(tx, account, customer):
            contacts: Mapping[str, Any] = {name: row[name] for name in CONTACTS}  # type: ignore[literal-required]
            kept[row["id"]] = dict(contacts) | {"address": parsed(row["address"])}
    if was != becomes:
        await _mark_stored(tx, account, customer, becomes, now)
    if becomes and not was:
        await set_apart(tx, account, customer, now)
    return Protecting(tx, account, customer, was, becomes, now, kept)


_DOCUMENTS = ("invoice_registrations", "case_registrations")


async def _mark_stored(tx: Connection, account: str, customer: str, is_protected: bool, now: datetime) -> None:
    """Mark all that was stored of a customer and may say how it is reached: registrations, files, requests, deliveries."""
    compact: str = await tx.fetchval(
        "select id_number_compact from customers where account_id = $1 and id = $2", account, customer
    )
    found = await found_of(tx, [(account, customer)], compact, clock.stockholm_date(now))
    flag = True if is_protected else None
    for table in _DOCUMENTS:
        await tx.execute(
            f"""update {table} set is_protected = $1, revision = revision + 1, updated = greatest(updated, $2)
                where account_id = $3 and id = any($4::text[])""",
            flag,
            now,
            account,
            found.registrations,
        )
    await tx.execute(
        "update media_files set is_protected = $1 where account_id = $2 and id = any($3::text[])",
        flag,
        account,
        found.media,
    )
    condition, values = filled(FOUND_BY["request_logs"], found, 4)
    await tx.execute(
        f"""update request_logs set is_protected = $1, revision = revision + 1, updated = greatest(updated, $2)
            where (account_id is null or account_id = $3) and ({condition})""",
        flag,
        now,
        account,
        *values,
    )
    if is_protected:
        await _make_again(tx, account, customer, now)


async def _make_again(tx: Connection, account: str, customer: str, now: datetime) -> None:
    """Let invoices that have not left be printed once more, for the forwarding address, and forget whither others went."""
    printed = await tx.fetch(
        """select i.id, i.print_id from invoices i join deliveries q on q.account_id = i.account_id and q.invoice_id = i.id
           where q.account_id = $1 and q.customer_id = $2 and q.status = 'queued' and i.print_id is not null order by i.id""",
        account,
        customer,
    )
    for row in printed:
        await tx.execute("update invoices set print_id = null where account_id = $1 and id = $2", account, row["id"])
        await let_go(tx, account, row["print_id"], now)
    await tx.execute(
        "update envelopes set receiver = '', addressee = null where account_id = $1 and customer_id = $2 and status <> 'queued'",
        account,
        customer,
    )
    # Copies to a further debtor are in envelopes of their own. One that has not left is made again with its letter.
    await tx.execute(
        """update envelopes set receiver = '', addressee = addressee - 'address'
           where account_id = $1 and copy_of is not null and addressee ->> 'party' in (
               select id from case_parties where account_id = $1 and customer_id = $2)""",
        account,
        customer,
    )
    await tx.execute(
        """update deliveries set made = case when status = 'queued' and invoice_id is not null then null else made end,
               receiver = '', revision = revision + 1
           where account_id = $1 and customer_id = $2""",
        account,
        customer,
    )
