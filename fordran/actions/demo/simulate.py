"""Simulate: run a fork of an installation ahead, and report what would happen.

The fork is a copy that nothing leaves (commands/fork.py). Nobody pays in it but the invented people who may be added, so
that it shows what the installation does by itself.
"""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import orjson

from fordran.actions.books.report_days import AMOUNTS, Day, report_days, totals
from fordran.actions.days.set_clock import IsEnough, Tell, advance_clock, never, nobody
from fordran.actions.demo.fill_demo import add_business
from fordran.actions.demo.player import StoryPlayer
from fordran.actions.demo.stories import MIXED, Story
from fordran.actions.keep_file import Put
from fordran.actions.printing.print_invoice import blank_sheets
from fordran.domain.days import days_after
from fordran.operator import Operator
from fordran.shape.wire import kronor, parsed
from fordran.store.connections.clock_lock import Begin
from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_rows
from fordran.store.reading.scope import SYSTEM
from fordran.store.rows.schema_rows import BookingRow, CaseRow


@dataclass(frozen=True)
class Simulation:
    """The simulated days, and a hash of the resulting journal."""

    days: Sequence[Day]
    journal_sha256: str

    def shown(self) -> dict[str, Any]:
        """As programs read it, amounts in kronor."""
        return {
            "from": self.days[0].date.isoformat(),
            "to": self.days[-1].date.isoformat(),
            "days": [{"date": day.date.isoformat()} | _shown(totals([day])) for day in self.days],
            "totals": _shown(totals(self.days)),
            "journal_sha256": self.journal_sha256,
        }


def _shown(happened: dict[str, int]) -> dict[str, Any]:
    return {name: kronor(value) if name in AMOUNTS else value for name, value in happened.items()}


async def simulate(
    begin: Begin,
    put: Put,
    operator: Operator,
    now: datetime,
    days: int,
    invented: int = 0,
    tell: Tell = lambda *_: None,
    is_enough: IsEnough = never,
) -> Simulation:
    """Run a fork ahead, with so many invented cases beside what is in it.

    Once `is_enough` says so no other day is begun: somebody waits, and fewer days are better than none.
    """
    people = nobody
    async with begin() as tx:
        await tx.execute("update installation set sandbox = true")
        if invented:
            account, creditors = await add_business(tx, SYSTEM, now, put)
            player = StoryPlayer(account, creditors, mixed(invented, days), operator)

            async def people(day: int) -> None:
                await player.play(begin, day, now)

    moved = await advance_clock(begin, put, operator, now, days, tell, people, blank_sheets, is_enough)
    async with begin() as tx:
        found = await report_days(tx, days_after(moved.date, -moved.days), moved.date)
        return Simulation(found, await journal_digest(tx))


def mixed(cases: int, days: int) -> list[tuple[int, Story]]:
    """So many mixed stories, which begin in the first two thirds of the days."""
    begin_within = max(1, days * 2 // 3)
    return [(number * 13 % begin_within, MIXED[number % len(MIXED)]) for number in range(cases)]


async def journal_digest(connection: Connection) -> str:
    """A hash of the journal without what differs from one run to the next: identifiers, and real time.

    A case is known by its creditor's number and its invoice number, a fact by when it came among the facts of its case. What
    one booking holds has no order of its own, so it is sorted.
    """
    digest = hashlib.sha256()
    last = (0, "")
    while cases := await fetch_rows(
        connection,
        _CaseRow,
        """select k.account_id, k.id, d.creditor_number, k.invoice_number, k.facts
           from cases k join creditors d on d.account_id = k.account_id and d.id = k.creditor_id
           where (d.creditor_number, k.invoice_number) > ($1, $2)
           order by d.creditor_number, k.invoice_number limit 200""",
        *last,
    ):
        bookings = await _bookings(connection, [case["id"] for case in cases])
        for case in cases:
            digest.update(_spelled([case["creditor_number"], case["invoice_number"]]))
            places = {fact["id"]: place for place, fact in enumerate(parsed(case["facts"]))}
            for booking in bookings[case["id"]]:
                digest.update(_spelled(_normal(booking, places)))
        last = (cases[-1]["creditor_number"], cases[-1]["invoice_number"])
    return digest.hexdigest()


class _CaseRow(CaseRow):
    creditor_number: int


async def _bookings(connection: Connection, cases: Sequence[str]) -> Mapping[str, Sequence[BookingRow]]:
    """Case → its bookings, in their order."""
    rows = await fetch_rows(
        connection,
        BookingRow,
        """select case_id, booked_on, entries, ledger_accounts, amounts from bookings
           where case_id = any($1::text[]) order by case_id, position""",
        cases,
    )
    of_case: defaultdict[str, list[BookingRow]] = defaultdict(list)
    for row in rows:
        of_case[row["case_id"]].append(row)
    return of_case


def _normal(booking: BookingRow, places: Mapping[str, int]) -> list[Any]:
    entries = [
        {name: places.get(value, value) if isinstance(value, str) else value for name, value in entry.items()}
        for entry in parsed(booking["entries"])
    ]
    postings = sorted(zip(booking["ledger_accounts"], booking["amounts"], strict=True))
    return [booking["booked_on"], sorted(_spelled(entry).decode() for entry in entries), postings]


def _spelled(value: Any) -> bytes:
    """One spelling for one content, on a line of its own."""
    return orjson.dumps(value, option=orjson.OPT_SORT_KEYS | orjson.OPT_APPEND_NEWLINE)
