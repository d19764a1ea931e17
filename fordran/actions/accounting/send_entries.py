"""Send entries to the accounting systems of creditors: once each, whatever is killed or lost on the way.

Nothing is asked within a transaction. An entry is claimed, looked for there, added, noted and booked. One whose answer
was lost is found there the next time, and not added again. A system that is away is asked again, later each time.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from typing import Any, TypedDict

import structlog

from fordran.actions.accounting.accounting_creditor import AccountingCreditor, find_accounting_creditor
from fordran.actions.accounting.accounting_system import (
    AccountingEntryKind,
    AccountingEntryState,
    AccountingSystem,
    EntryRefused,
    EntryThereAlready,
    EntryToSend,
    SystemOf,
)
from fordran.actions.accounting.note_entries import note_entries, write_from_now_on, write_no_more
from fordran.actions.accounting.note_payouts import note_payouts
from fordran.actions.accounting.waits import (
    CLAIMED_FOR,
    MOST_SILENT,
    OF_ALL,
    PATIENT_TRIES,
    TIME_TO_ADD,
    wait_after,
)
from fordran.actions.cases.work_list import CaseSubject, WorkItemSubject, put_on_work_list, resolve_work
from fordran.domain.message import Amount, ListValue, Message
from fordran.formats.accounting import AccountingTrouble
from fordran.shape.wire import parsed
from fordran.store.connections.clock_lock import Begin, may_do_business
from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_row, fetch_the_row
from fordran.store.rows.rows import change
from fordran.store.upkeep.installation import business_now

log = structlog.get_logger("fordran.accounting")


@dataclass
class SendCounts:
    """The outcome of the entries of a creditor."""

    sent: int = 0
    there_already: int = 0
    refused: int = 0
    later: int = 0
    trouble: str = ""
    """Why the sending ended before all were tried."""


@dataclass(frozen=True)
class AccountingEntries:
    """How an installation writes to the accounting systems of its creditors."""

    systems: Mapping[str, SystemOf] = field(default_factory=dict)
    """Creditor → its system."""
    silent: frozenset[str] = frozenset()
    """Creditors to whose system nothing is written."""
    seconds: Callable[[], float] = field(default_factory=lambda: lambda: asyncio.get_running_loop().time())
    """Seconds that only grow."""

    async def send_all(
        self, begin: Begin, now: datetime, *, alone: bool = True, at_once: bool = False, refused: bool = False
    ) -> dict[str, SendCounts]:
        """Send what is due, or `at_once` all, with what was `refused` and nobody has done by hand.

        One who is not `alone` leaves the days to a mover of the clock.
        """
        done, began = {}, self.seconds()
        for creditor in self.silent:
            async with begin() as tx:
                if (of := await find_accounting_creditor(tx, creditor)) is not None:
                    await write_no_more(tx, of, now)
        for creditor, system_of in self.systems.items():
            system = system_of(begin)
            noted = await self._noted(begin, creditor, system, now, alone=alone)
            if noted is not None:
                of, then = noted
                sending = _Sending(begin, system, of, now, then, at_once, self.seconds, began)
                if refused:
                    await sending.take_up()
                done[creditor] = await sending.run()
        return done

    async def _noted(
        self, begin: Begin, creditor: str, system: AccountingSystem, now: datetime, *, alone: bool
    ) -> tuple[AccountingCreditor, datetime] | None:
        """The creditor and the moment on the business clock, once all that was booked is noted."""
        while True:
            async with begin() as tx:
                if not alone and not await may_do_business(tx):
                    return None
                of = await find_accounting_creditor(tx, creditor)
                if of is None:
                    return None
                since = await write_from_now_on(tx, of, now)
                if not await note_entries(tx, system.name, of, since, now):
                    await note_payouts(tx, of, since, now)
                    return of, await business_now(tx, now)


class _EntryRow(TypedDict):
    id: str
    kind: AccountingEntryKind
    case_id: str | None
    payout_id: str | None
    lines: Any
    amount: int
    day: date
    number: str | None
    tries: int


class _PayoutRow(TypedDict):
    payout_reference: str
    known: list[str]


class _InvoiceRow(TypedDict):
    document_number: str
    invoice_number: str
    sent: int
    expected: int
    by_hand: int
    known: list[str]


# A crediting is judged by what is left there, so it waits for the payments of its case, and for earlier creditings.
_CLAIM = """
with next as (
    select e.id from accounting_entries e
    where e.account_id = $1 and e.creditor_id = $2 and e.state in ('waiting', 'added')
      and (e.claimed_until is null or e.claimed_until <= $3) and ($6 or e.next_try is null or e.next_try <= $5)
      and not e.id = any($7::text[])
      and (e.kind <> 'crediting' or not exists (
          select 1 from accounting_entries o where o.account_id = $1 and o.case_id = e.case_id and o.state in ('waiting', 'added')
          and (o.kind <> 'crediting' or o.id < e.id)))
    order by e.id limit 1 for update skip locked)
update accounting_entries e set claimed_until = $4 from next where e.account_id = $1 and e.id = next.id
returning e.id, e.kind, e.case_id, e.payout_id, e.lines, e.amount, e.day, e.number, e.tries
"""
_INVOICE = """
select f.document_number, coalesce(f.invoice_number, f.document_number) as invoice_number,
       coalesce(e.by_hand, 0)::bigint as by_hand, coalesce(e.sent, 0)::bigint as sent, coalesce(e.known, '{}') as known,
       (k.total_remaining_capital_amount + coalesce(e.waiting, 0) - coalesce(w.amount, 0))::bigint as expected
from fortnox_invoices f join cases k on k.account_id = f.account_id and k.id = f.case_id
left join lateral (
    select sum(o.amount) filter (where o.state = 'waiting') as waiting,
           sum(o.amount) filter (where o.state = 'refused') as by_hand,
           sum(o.amount) filter (where o.state in ('added', 'booked')) as sent,
           array_agg(o.number) filter (where o.number is not null) as known
    from accounting_entries o where o.account_id = $1 and o.case_id = $2 and o.id <> $3) as e on true
left join lateral (
    select sum(l.amount) as amount from bookings b
    cross join lateral jsonb_to_recordset(b.entries) as l (component text, kind text, amount bigint)
    where b.account_id = $1 and b.case_id = $2 and l.component = 'capital' and l.kind = 'written_off') as w on true
where f.account_id = $1 and f.case_id = $2
"""
_PAYOUT = """
select p.payout_reference, coalesce(
    (select array_agg(e.number) from accounting_entries e
     where e.account_id = $1 and e.creditor_id = $3 and e.kind = 'payout' and e.id <> $4 and e.number is not null), '{}') as known
from payouts p where p.account_id = $1 and p.id = $2
"""
_POSTPONE = """
update accounting_entries set revision = revision + 1, updated = greatest(updated, $3), next_try = $4, trouble = $5
where account_id = $1 and creditor_id = $2 and state in ('waiting', 'added') and (next_try is null or next_try < $4)
"""
_TAKE_UP = """
update accounting_entries e set revision = revision + 1, updated = greatest(updated, $3), state = 'waiting', tries = 1
where account_id = $1 and creditor_id = $2 and state = 'refused' and exists (
    select 1 from work_items w
    where w.account_id = $1 and w.subject = e.id and w.kind = 'accounting_refused' and w.resolved is null)
"""


@dataclass
class _Sending:
    """One sending to one system."""

    begin: Begin
    system: AccountingSystem
    of: AccountingCreditor
    now: datetime
    then: datetime
    """The moment on the business clock."""
    at_once: bool
    seconds: Callable[[], float]
    began: float
    """The seconds at `now`."""
    claimed_until: datetime = field(init=False)
    counts: SendCounts = field(default_factory=SendCounts)
    is_checked: bool = False
    silent: int = 0

    def by_now(self) -> datetime:
        """The moment, in a sending that takes long."""
        return self.now + timedelta(seconds=self.seconds() - self.began)

    async def take_up(self) -> None:
        """Let what was refused wait again, where its work item is open."""
        async with self.begin() as tx:
            await tx.execute(_TAKE_UP, self.of.account, self.of.creditor, self.now)

    async def run(self) -> SendCounts:
        tried: list[str] = []
        while not self.counts.trouble and (row := await self._claim(tried)) is not None:
            tried.append(row["id"])
            try:
                await self._send(row)
                self.counts.sent += 1
            except EntryThereAlready:
                self.counts.there_already += 1
                await self._end(row, "there_already")
            except EntryRefused as refused:
                await self._refuse(row, refused)
            except AccountingTrouble as trouble:
                if trouble.then == "refused" and self.is_checked:
                    await self._refuse(row, EntryRefused("not_taken", trouble.code))
                else:
                    await self._postpone(row, trouble)
        if tried and not self.counts.later:
            async with self.begin() as tx:
                await resolve_work(tx, self.of.account, ["accounting_unreachable"], self.now, subject=self.of.creditor)
        return self.counts

    async def _claim(self, tried: list[str]) -> _EntryRow | None:
        now = self.by_now()
        self.claimed_until = now + CLAIMED_FOR
        async with self.begin() as tx:
            given = (self.of.account, self.of.creditor, now, self.claimed_until, self.then, self.at_once, tried)
            return await fetch_row(tx, _EntryRow, _CLAIM, *given)

    async def _send(self, row: _EntryRow) -> None:
        if not self.is_checked:
            await self.system.check(self.of)
            self.is_checked = True
        number = row["number"]
        if number is None:
            entry = await self._read(row)
            number = await self.system.find(entry)
            if number is None:
                # One that was held up for so long leaves it to the next, who may have begun.
                if self.by_now() >= self.claimed_until - TIME_TO_ADD:
                    raise AccountingTrouble("no_answer")
                number = await self.system.add(entry)
            async with self.begin() as tx:
                await self._change(tx, row, state="added", number=number)
        await self.system.book(row["kind"], number)
        await self._end(row, "booked")

    async def _read(self, row: _EntryRow) -> EntryToSend:
        given = (row["id"], row["kind"], row["amount"], row["day"])
        async with self.begin() as tx:
            if row["payout_id"] is not None:
                which = (self.of.account, row["payout_id"], self.of.creditor, row["id"])
                payout = await fetch_the_row(tx, _PayoutRow, _PAYOUT, *which)
                lines = parsed(row["lines"])
                return EntryToSend(*given, payout["payout_reference"], "", frozenset(payout["known"]), lines=lines)
            found = await fetch_the_row(tx, _InvoiceRow, _INVOICE, self.of.account, row["case_id"], row["id"])
        known = frozenset(found["known"])
        about = (found["invoice_number"], found["document_number"], known)
        return EntryToSend(*given, *about, found["expected"], found["by_hand"], found["sent"])

    async def _end(self, row: _EntryRow, state: AccountingEntryState) -> None:
        async with self.begin() as tx:
            await self._change(tx, row, state=state, claimed_until=None, next_try=None, trouble=None)
            await resolve_work(tx, self.of.account, ["accounting_refused"], self.now, subject=row["id"])

    async def _refuse(self, row: _EntryRow, refused: EntryRefused) -> None:
        """A person books it there."""
        self.counts.refused += 1
        entry = await self._read(row)
        subject: WorkItemSubject = self.of
        code = "work.accounting_payout_refused"
        if row["case_id"] is not None:
            subject = CaseSubject(self.of.account, self.of.creditor, self.of.partner, row["case_id"])
            code = "work.accounting_refused"
        message = Message(
            code,
            system=self.system.name,
            number=entry.reference,
            what=ListValue("accounting_entry_kind", row["kind"]),
            amount=Amount(row["amount"]),
            day=row["day"],
            why=ListValue("accounting_refusal", refused.refusal),
            error=refused.error or "-",
        )
        async with self.begin() as tx:
            await self._change(tx, row, state="refused", claimed_until=None, next_try=None, trouble=str(refused))
            await put_on_work_list(tx, subject, "accounting_refused", message, self.now, subject=row["id"])

    async def _postpone(self, row: _EntryRow, trouble: AccountingTrouble) -> None:
        """Try again later: this entry, or where the trouble is not about it all of them."""
        of, tries = self.of, row["tries"] + 1
        self.counts.later += 1
        self.silent += trouble.reason == "no_answer"
        log.warning(
            "accounting system does not answer", creditor=of.creditor, reason=trouble.reason, error=trouble.code
        )
        is_of_all = trouble.then == "configuration" or trouble.reason in OF_ALL or self.silent == MOST_SILENT
        next_try = self.then + wait_after(tries)
        async with self.begin() as tx:
            await self._change(tx, row, claimed_until=None, tries=tries, next_try=next_try, trouble=str(trouble))
            if is_of_all or not self.is_checked:
                self.counts.trouble = str(trouble)
                await tx.execute(_POSTPONE, of.account, of.creditor, self.now, next_try, str(trouble))
            if trouble.then == "configuration" or tries >= PATIENT_TRIES:
                reason = ListValue("accounting_reason", trouble.reason)
                message = Message(
                    "work.accounting_unreachable", system=self.system.name, reason=reason, error=trouble.code or "-"
                )
                await put_on_work_list(tx, of, "accounting_unreachable", message, self.now, subject=of.creditor)

    async def _change(self, tx: Connection, row: _EntryRow, **changes: str | int | datetime | None) -> None:
        await change(tx, "accounting_entries", {"account_id": self.of.account, "id": row["id"]}, changes, self.now)
