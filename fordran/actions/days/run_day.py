"""Run a day: every due thing of it, to the end, in a fixed order.

This is the only list of the work of a day. The worker does the same work again and again as time passes
(worker/schedule.py); a move of the clock does it day by day (set_clock.py).
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from fordran.actions.assigning.assign_by_rules import assign_by_rules
from fordran.actions.autogiro.look_after_debits import look_after_debits
from fordran.actions.bank.settle_payments import settle_some
from fordran.actions.books.seal import seal_days
from fordran.actions.days.outside_systems import OutsideSystems
from fordran.actions.delivery.hold_back import hold_back_deliveries
from fordran.actions.delivery.move_due_dates import move_due_dates
from fordran.actions.delivery.show import show_deliveries
from fordran.actions.enforcements.hand_over import look_after_contested
from fordran.actions.enforcements.tell_authority import tell_authority
from fordran.actions.filing.file_all import file_all
from fordran.actions.flow.advance_cases import advance_cases
from fordran.actions.flow.reverse_reminder_fees import reverse_reminder_fees
from fordran.actions.flow.watch_limitation import warn_of_control_fees
from fordran.actions.keep_file import Put
from fordran.actions.kivra.match_customers import match_all
from fordran.actions.kivra.route_invoices import route_invoices
from fordran.actions.law.restate_cases import restate_cases
from fordran.actions.letters.ask_where_to_refund import ask_where_to_refund
from fordran.actions.letters.confirm_closings import confirm_closings
from fordran.actions.letters.make_letters import make_letters
from fordran.actions.letters.take_back_letters import take_back_letters
from fordran.actions.monitoring.watch_client_funds import watch_client_funds
from fordran.actions.payouts.issue_invoices import issue_next_account
from fordran.actions.payouts.prepare_payouts import prepare_next_account
from fordran.actions.printing.print_invoice import RenderAll, in_processes, print_due_invoices
from fordran.actions.refunds.look_after_refunds import look_after_refunds
from fordran.actions.swish.arrivals import match_swish_payments
from fordran.actions.work.complaints import list_overdue_complaints
from fordran.operator import Operator
from fordran.store.connections.clock_lock import Begin
from fordran.store.connections.database import Connection
from fordran.store.turns import FairTurns


@dataclass(frozen=True)
class DayServices:
    """The services that daily jobs need: media, operator, renderers, and the turns of accounts."""

    put: Put
    operator: Operator
    render_all: RenderAll = in_processes
    turns: FairTurns = field(default_factory=FairTurns)
    outside: OutsideSystems = field(default_factory=OutsideSystems)
    """The other systems that it reaches."""


@dataclass(frozen=True)
class DailyJob:
    """Something that comes due. `do` does some of it in a transaction and returns how much, 0 when none is left.

    `every_seconds` is how often a worker looks for it. `needs_operator` says that it makes or sends what is in the operator's
    name, which waits until that is no longer invented.
    """

    name: str
    every_seconds: float
    do: Callable[[Connection, DayServices, datetime], Awaitable[int]]
    needs_operator: bool = False


async def _settle(tx: Connection, means: DayServices, now: datetime) -> int:
    return await settle_some(tx, now, means.turns.of("settle bank payments"))


async def _hold_back(tx: Connection, means: DayServices, now: datetime) -> int:
    return await hold_back_deliveries(tx, now)


async def _move_due_dates(tx: Connection, means: DayServices, now: datetime) -> int:
    return await move_due_dates(tx, now)


async def _advance(tx: Connection, means: DayServices, now: datetime) -> int:
    return await advance_cases(tx, now, means.turns.of("advance cases"))


async def _reverse(tx: Connection, means: DayServices, now: datetime) -> int:
    return await reverse_reminder_fees(tx, now)


async def _warn(tx: Connection, means: DayServices, now: datetime) -> int:
    return await warn_of_control_fees(tx, now)


async def _restate(tx: Connection, means: DayServices, now: datetime) -> int:
    return await restate_cases(tx, now)


async def _tell_authority(tx: Connection, means: DayServices, now: datetime) -> int:
    return await tell_authority(tx, means.put, means.operator, now) + await look_after_contested(tx, now)


async def _refund(tx: Connection, means: DayServices, now: datetime) -> int:
    return await look_after_refunds(tx, now) + await ask_where_to_refund(tx, now)


async def _watch_funds(tx: Connection, means: DayServices, now: datetime) -> int:
    return await watch_client_funds(tx, now)


async def _match_swish(tx: Connection, means: DayServices, now: datetime) -> int:
    return await match_swish_payments(tx, now)


async def _look_after_debits(tx: Connection, means: DayServices, now: datetime) -> int:
    return await look_after_debits(tx, now)


async def _list_complaints(tx: Connection, means: DayServices, now: datetime) -> int:
    return await list_overdue_complaints(tx, now)


async def _assign(tx: Connection, means: DayServices, now: datetime) -> int:
    return await assign_by_rules(tx, now)


async def _confirm(tx: Connection, means: DayServices, now: datetime) -> int:
    return await confirm_closings(tx, now)


async def _take_back(tx: Connection, means: DayServices, now: datetime) -> int:
    return await take_back_letters(tx, now, means.turns.of("take back letters"))


async def _make(tx: Connection, means: DayServices, now: datetime) -> int:
    lookups = means.outside.lookups
    days = None if lookups is None else lookups.days
    turn, checks = means.turns.of("make letters"), means.outside.checks is not None
    return await make_letters(tx, means.put, means.operator, now, turn, days, checks_companies=checks)


async def _route(tx: Connection, means: DayServices, now: datetime) -> int:
    return 0 if means.outside.match is None else await route_invoices(tx, now)


async def _show_invoices(tx: Connection, means: DayServices, now: datetime) -> int:
    return await show_deliveries(tx, "invoices", means.operator, now, means.turns, means.outside.hands_over.by)


async def _show_letters(tx: Connection, means: DayServices, now: datetime) -> int:
    return await show_deliveries(tx, "letters", means.operator, now, means.turns, means.outside.hands_over.by)


async def _print(tx: Connection, means: DayServices, now: datetime) -> int:
    turn = means.turns.of("print invoices")
    return await print_due_invoices(tx, means.put, means.operator, now, means.render_all, turn)


async def _invoice(tx: Connection, means: DayServices, now: datetime) -> int:
    return await issue_next_account(tx, means.put, means.operator, now)


async def _prepare(tx: Connection, means: DayServices, now: datetime) -> int:
    return await prepare_next_account(tx, now)


async def _seal(tx: Connection, means: DayServices, now: datetime) -> int:
    return await seal_days(tx, now)


MAKE_LETTERS = DailyJob("make letters", 2, _make, needs_operator=True)
PRINT_INVOICES = DailyJob("print invoices", 1, _print, needs_operator=True)

ADVANCE = DailyJob("advance cases", 5, _advance, needs_operator=True)
ROUTE_INVOICES = DailyJob("route invoices to Kivra", 5, _route)
SHOW_INVOICES = DailyJob("show invoices", 2, _show_invoices)
SHOW_LETTERS = DailyJob("show letters", 2, _show_letters)

DAY: tuple[DailyJob, ...] = (
    DailyJob("settle bank payments", 5, _settle),
    DailyJob("match payments by Swish", 20, _match_swish),
    DailyJob("reverse reminder fees", 5, _reverse),
    DailyJob("restate open cases", 20, _restate),
    DailyJob("tell the authority", 20, _tell_authority, needs_operator=True),
    DailyJob("look after refunds", 60, _refund),
    DailyJob("warn of control fees", 3600, _warn),
    DailyJob("hold back deliveries", 20, _hold_back),
    DailyJob("move due dates", 2, _move_due_dates),
    ROUTE_INVOICES,
    SHOW_INVOICES,
    ADVANCE,
    DailyJob("look after debits by Autogiro", 2, _look_after_debits, needs_operator=True),
    DailyJob("confirm closings", 20, _confirm, needs_operator=True),
    DailyJob("take back letters", 60, _take_back),
    MAKE_LETTERS,
    SHOW_LETTERS,
    PRINT_INVOICES,
    DailyJob("issue operator invoices", 600, _invoice, needs_operator=True),
    DailyJob("prepare payouts", 60, _prepare),
    DailyJob("watch client funds", 21600, _watch_funds),
    DailyJob("list overdue complaints", 3600, _list_complaints),
    DailyJob("assign cases", 20, _assign),
    DailyJob("seal days", 600, _seal),
)
"""In the order in which a day runs: money that has come stops a step, an invoice has left before it is reminded of, and what a
step queues leaves on its day. What really leaves, leaves by the post beside the worker's loop (worker/post.py)."""


async def run_day(begin: Begin, means: DayServices, now: datetime, things: Sequence[DailyJob] = DAY) -> None:
    """Do everything that is due on the business day of `now`, each portion in a transaction of its own."""
    outside = means.outside
    if outside.invoices is not None:
        await outside.invoices.pull_all(begin, now)
    if outside.authority is not None:
        await file_all(begin, outside.authority, now)
    for thing in things:
        if thing == MAKE_LETTERS and outside.lookups is not None:
            await outside.lookups.look_up_all(begin, now)
        if thing in (ADVANCE, MAKE_LETTERS) and outside.checks is not None:
            await outside.checks.check_all(begin, now)
        if thing in (ROUTE_INVOICES, MAKE_LETTERS) and outside.match is not None:
            await match_all(begin, outside.match, now)
        if thing in (SHOW_INVOICES, SHOW_LETTERS):
            # First, so that what a stand-in does not take is shown by the next channel.
            await outside.hands_over.hand_over_all(begin, means.operator, now)
        is_done = False
        while not is_done:
            async with begin() as tx:
                is_done = await thing.do(tx, means, now) == 0
        if thing == PRINT_INVOICES:
            await outside.hands_over.hand_over_all(begin, means.operator, now)
    if outside.authority is not None:
        await file_all(begin, outside.authority, now)
    if outside.sms is not None:
        await outside.sms.send_all(begin, now)
    if outside.accounting is not None:
        await outside.accounting.send_all(begin, now)
