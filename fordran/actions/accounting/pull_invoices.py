"""Pull overdue invoices from a creditor's accounting system, once a business day: each with its customer and paper.

Nothing is asked within a transaction. A process that is killed in between loses nothing: what was taken is linked, the rest is
taken by the next pull. A system that is away is asked again, later each time, and is on the work list in the end.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any

import structlog

from fordran import clock
from fordran.actions.accounting.accounting_creditor import AccountingCreditor, find_accounting_creditor
from fordran.actions.accounting.accounting_system import AccountingSource, SourceOf
from fordran.actions.accounting.take_invoice import (
    InvoiceNotTaken,
    InvoiceToTake,
    LinkRow,
    forget_refusal,
    note_refusal,
    take_invoice,
)
from fordran.actions.accounting.waits import CLAIMED_FOR, MOST_SILENT, OF_ALL, PATIENT_TRIES, wait_after
from fordran.actions.cases.work_list import put_on_work_list, resolve_creditors_work
from fordran.actions.keep_file import Put
from fordran.actions.refusals import ConcurrentDuplicate
from fordran.domain.message import ListValue, Message
from fordran.domain.service.accounting_systems import ACCOUNTING_SYSTEMS, AccountingSystemRecord
from fordran.formats.accounting import AccountingTrouble
from fordran.formats.accounting_invoices import AccountingInvoice, InvoiceRefused
from fordran.store.connections.clock_lock import Begin, may_do_business
from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_rows
from fordran.store.rows.rows import change
from fordran.store.upkeep.installation import business_now

log = structlog.get_logger("fordran.accounting")


@dataclass
class PullCounts:
    """The outcome of the overdue invoices of a creditor."""

    overdue: int = 0
    taken: int = 0
    known: int = 0
    refused: int = 0
    later: int = 0
    trouble: str = ""
    """Why the pull ended before all were read."""


@dataclass(frozen=True)
class InvoicePulls:
    """How invoices come from the accounting systems of creditors."""

    put: Put
    sources: Mapping[str, SourceOf] = field(default_factory=dict)
    """Creditor → its system."""

    async def pull_all(
        self, begin: Begin, now: datetime, *, alone: bool = True, at_once: bool = False
    ) -> dict[str, PullCounts]:
        """Pull from each that is due, or `at_once` from all. One who is not `alone` leaves the days to a mover of the clock."""
        done = {}
        for creditor, source_of in self.sources.items():
            source = source_of(begin)
            found = await _claim(begin, creditor, source, now, alone=alone, at_once=at_once)
            if found is not None:
                done[creditor] = await _Pull(begin, self.put, source, found, now).run()
        return done


_CLAIM = """
insert into fortnox_pulls (account_id, id, created, updated, claimed_until, system) values ($1, $2, $3, $3, $4, $8)
on conflict (account_id, id) do update set claimed_until = excluded.claimed_until, system = excluded.system
where (fortnox_pulls.claimed_until is null or fortnox_pulls.claimed_until <= $3)
  and ($7 or ((fortnox_pulls.pulled_on is null or fortnox_pulls.pulled_on < $5)
              and (fortnox_pulls.next_try is null or fortnox_pulls.next_try <= $6)))
returning tries
"""
_LINKS = """
select id, document_number, case_id, digest, refusal, detail from fortnox_invoices
where account_id = $1 and creditor_id = $2 order by document_number
"""


@dataclass(frozen=True)
class _Claimed:
    creditor: AccountingCreditor
    tries: int
    then: datetime
    """The moment on the business clock."""


async def _claim(
    begin: Begin, creditor: str, source: AccountingSource, now: datetime, *, alone: bool, at_once: bool
) -> _Claimed | None:
    async with begin() as tx:
        if not alone and not await may_do_business(tx):
            return None
        of = await find_accounting_creditor(tx, creditor)
        if of is None:
            log.warning("section names no creditor", system=source.system, creditor=creditor)
            return None
        then = await business_now(tx, now)
        day, until = clock.stockholm_date(then), now + CLAIMED_FOR
        given = (of.account, of.creditor, now, until, day, then, at_once, source.system)
        tries = await tx.fetchval(_CLAIM, *given)
    return None if tries is None else _Claimed(of, tries, then)


@dataclass
class _Pull:
    """One pull."""

    begin: Begin
    put: Put
    source: AccountingSource
    claimed: _Claimed
    now: datetime
    counts: PullCounts = field(default_factory=PullCounts)
    silent: int = 0

    @property
    def system(self) -> AccountingSystemRecord:
        return ACCOUNTING_SYSTEMS[self.source.system]

    @property
    def today(self) -> date:
        """The business day."""
        return clock.stockholm_date(self.claimed.then)

    async def run(self) -> PullCounts:
        of, counts = self.claimed.creditor, self.counts
        try:
            if not of.is_company((await self.source.company()).organisation_number):
                raise AccountingTrouble("other_company")
            overdue = await self.source.overdue(self.today)
            counts.overdue = len(overdue)
            async with self.begin() as tx:
                links = {
                    row["document_number"]: row
                    for row in await fetch_rows(tx, LinkRow, _LINKS, of.account, of.creditor)
                }
            # Those that were refused before come last: what hangs does not keep new ones from being taken.
            for key in sorted(overdue, key=lambda one: one in links):
                if key in links and links[key]["case_id"] is not None:
                    counts.known += 1
                else:
                    await self._one(key, overdue[key].number)
        except AccountingTrouble as trouble:
            counts.trouble = str(trouble)
            log.warning(
                "accounting system does not answer", creditor=of.creditor, reason=trouble.reason, error=trouble.code
            )
            await self._end(trouble)
            return counts
        gone = [row["id"] for key, row in links.items() if row["case_id"] is None and key not in overdue]
        await self._end(None, gone)
        return counts

    async def _one(self, key: str, number: str) -> None:
        of, read = self.claimed.creditor, None
        try:
            read = await self.source.read(key)
            if not read.is_due(self.today):
                return
            read.registration(of.account, of.creditor)
            taken = InvoiceToTake(of, self.system, key, read, await self.source.pdf(key))
            is_new = await take_invoice(self.begin, self.put, taken, self.now)
            self.counts.taken += is_new
            self.counts.known += not is_new
        except InvoiceRefused as refused:
            await self._refuse(key, number, read, refused)
        except ConcurrentDuplicate:
            self.counts.later += 1
        except AccountingTrouble as trouble:
            self.silent += trouble.reason == "no_answer"
            if trouble.then == "configuration" or trouble.reason in OF_ALL or self.silent == MOST_SILENT:
                raise
            if trouble.then == "later" and self.claimed.tries + 1 < PATIENT_TRIES:
                self.counts.later += 1
            else:
                await self._refuse(key, number, read, InvoiceRefused("not_readable", str(trouble)))

    async def _refuse(self, key: str, number: str, read: AccountingInvoice | None, refused: InvoiceRefused) -> None:
        self.counts.refused += 1
        digest = b"" if read is None else read.digest
        given = InvoiceNotTaken(self.claimed.creditor, self.system, key, number, digest, refused)
        async with self.begin() as tx:
            await note_refusal(tx, given, self.now)

    async def _end(self, trouble: AccountingTrouble | None, gone: list[str] | None = None) -> None:
        """Note how far the pull came, and when the next one is."""
        of, then = self.claimed.creditor, self.claimed.then
        async with self.begin() as tx:
            for id_ in gone or ():
                await forget_refusal(tx, of, self.system, id_, self.now)
            changes: dict[str, Any] = {"claimed_until": None, "trouble": str(trouble) if trouble else None}
            if trouble is None and not self.counts.later:
                changes |= {"pulled_on": self.today, "tries": 0, "next_try": None}
            else:
                changes |= {"tries": self.claimed.tries + 1, "next_try": then + wait_after(self.claimed.tries + 1)}
            await change(tx, "fortnox_pulls", {"account_id": of.account, "id": of.creditor}, changes, self.now)
            await self._show(tx, trouble)

    async def _show(self, tx: Connection, trouble: AccountingTrouble | None) -> None:
        """Put a system that is away on the work list, and take one off it that answers."""
        of, system = self.claimed.creditor, self.system
        if trouble is None:
            await resolve_creditors_work(tx, of.account, of.creditor, [system.unreachable], self.now)
        elif trouble.then == "configuration" or self.claimed.tries + 1 >= PATIENT_TRIES:
            reason = ListValue("accounting_reason", trouble.reason)
            message = Message(system.said_unreachable, reason=reason, error=trouble.code or "-")
            await put_on_work_list(tx, of, system.unreachable, message, self.now)
