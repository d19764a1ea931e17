"""Take steps: fee, interest, letter, state and history, what comes next, and the step itself, in one transaction.

What a step does is worked out case by case, and written for all cases of a batch at once. What follows when its letter
has left is letter_left.py, and when it has not, letter_not_left.py.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any

from fordran.actions.cases.book import write_changes
from fordran.actions.cases.booking import change_of
from fordran.actions.cases.case_facts import SYSTEM, StoredFact
from fordran.actions.cases.move_case import FlowingCase, go, look_ahead, save
from fordran.actions.cases.work_list import put_on_work_list
from fordran.actions.flow.ask_before_application import ask_before_application
from fordran.actions.flow.gather_steps import later_steps, wait_until
from fordran.actions.flow.note_steps import note_steps
from fordran.actions.flow.plan_records import end_plans
from fordran.actions.letters.queue_letter import LetterWanted, letter_day, queue_letters
from fordran.actions.note_event import DomainEvent, note_events
from fordran.domain.claims.facts import Closing, Fact, Fee, StepFact
from fordran.domain.days import ONE_DAY, days_after
from fordran.domain.flow.case_flow import returns_to
from fordran.domain.flow.next_step import CaseSituation, NextStep, next_step, pay_by_of, stopped_by
from fordran.domain.flow.step_fees import ONCE_A_LETTER, ArticleAmount, fees_of, shared_fees
from fordran.domain.kinds.articles import ARTICLES, FeeArticle
from fordran.domain.kinds.case_states import CasePosition
from fordran.domain.kinds.letter_kinds import LETTER_KINDS
from fordran.domain.kinds.steps import STEPS, Step
from fordran.domain.message import Message
from fordran.shape.wire import parsed
from fordran.store.connections.database import Connection
from fordran.store.rows.ids import new_id


@dataclass
class StepBatch:
    """The writes of the steps of some cases."""

    taken: list[tuple[FlowingCase, Step]] = field(default_factory=list)
    unchanged: list[FlowingCase] = field(default_factory=list)
    letters: list[LetterWanted] = field(default_factory=list)
    events: list[DomainEvent] = field(default_factory=list)


async def take_due_steps(tx: Connection, cases: Sequence[FlowingCase], now: datetime) -> int:
    """Take the next step of each case whose day has come; of the others say again what comes next. How many were taken."""
    batch = StepBatch()
    together: dict[tuple[str, str, Step], list[_Due]] = defaultdict(list)
    for flowing in cases:
        situation = flowing.situation()
        coming = next_step(situation, flowing.settings, flowing.today)
        if coming is not None and coming.date <= flowing.today:
            key = (flowing.case.creditor, flowing.row["customer_id"], coming.step)
            together[key].append(_Due(flowing, coming, situation))
            continue
        if situation.came_time_barred:
            barred = Message("work.time_barred_at_registration", day=days_after(situation.last_day, 1).isoformat())
            await put_on_work_list(tx, flowing.case, "time_barred_at_registration", barred, now)
        for stop in stopped_by(situation):
            await put_on_work_list(
                tx, flowing.case, "stopped", Message("law.with_statute", reason=stop.reason, law=stop.law), now
            )
        await ask_before_application(tx, flowing, situation, coming, now)
        batch.unchanged.append(flowing)
    await _let_wait(tx, together, batch)
    charged = await _charged_today(tx, cases)
    for due in together.values():
        already = [(article, 0) for article in ONCE_A_LETTER] if _go_along(due, charged) else []
        _take_together(due, already, batch, now)
    await _write(tx, batch, now)
    return len(batch.taken)


@dataclass(frozen=True)
class _Due:
    """A case whose step is due."""

    flowing: FlowingCase
    coming: NextStep
    situation: CaseSituation

    def fees(self) -> list[ArticleAmount]:
        """The cost of the step if it is taken alone."""
        flowing = self.flowing
        return fees_of(self.coming.step, self.situation, flowing.settings, flowing.today, flowing.case.terms.law)

    def fee(self, article: FeeArticle, amount: int) -> Fee:
        """A fee of the step. The late-payment fee is the creditor's own: lag (1981:739) 4 a §."""
        is_creditors = ARTICLES[article].business_only and self.flowing.case.terms.particulars.has_rules
        return Fee(new_id(), self.flowing.today, article, amount, by_creditor=is_creditors)


def _take_together(due: Sequence[_Due], already: Sequence[ArticleAmount], batch: StepBatch, now: datetime) -> None:
    """Take the same step of claims of one creditor on one debtor: one letter, with one fee on the claim due first."""
    ordered = sorted(due, key=lambda one: (one.situation.due_date, one.flowing.case.id))
    _, *amounts = shared_fees([already, *(one.fees() for one in ordered)])
    for one, fees in zip(ordered, amounts, strict=True):
        letter = STEPS[one.coming.step].letter
        if letter is not None and LETTER_KINDS[letter].charges_when_posted:
            _take(one.flowing, one.coming, [], batch, now, fees)
            continue
        charged = [one.fee(article, amount) for article, amount in fees]
        _take(one.flowing, one.coming, charged, batch, now)


async def _let_wait(tx: Connection, together: dict[tuple[str, str, Step], list[_Due]], batch: StepBatch) -> None:
    """Take out the steps that wait for another claim's, where the settings of their cases let them."""
    gathering = [one for due in together.values() for one in due if one.flowing.settings.gather_days]
    if not gathering:
        return
    later = await later_steps(tx, [one.flowing for one in gathering])
    for key, due in together.items():
        going = []
        for one in due:
            until = wait_until(one.coming.date, one.flowing.settings.gather_days, later.get(key, ()))
            if until is None:
                going.append(one)
            else:
                one.flowing.flow.gathers_until = until.isoformat()
                batch.unchanged.append(one.flowing)
        due[:] = going


def _go_along(due: Sequence[_Due], charged: set[tuple[str, str, str, date]]) -> bool:
    """Whether the letter of a step goes with one of its kind that is charged for already."""
    return any(
        (one.flowing.case.creditor, one.flowing.row["customer_id"], one.coming.step, letter_day(one.flowing)) in charged
        for one in due
    )


async def _charged_today(tx: Connection, cases: Sequence[FlowingCase]) -> set[tuple[str, str, str, date]]:
    """Creditor, customer, kind and day of charged letters that leave on the day on which those of today leave."""
    if not cases:
        return set()
    rows = await tx.fetch(
        """select distinct creditor_id, customer_id, kind, dated from letters
           where account_id = $1 and dated = any($2::date[])
             and (details -> 'fees' <> '[]' or jsonb_array_length(coalesce(details -> 'charges', '[]')) > 0)
             and status in ('queued', 'made', 'sent', 'shown')
             and case_id in (select id from cases where account_id = $1 and customer_id = any($3::text[]))""",
        cases[0].case.account,
        list({letter_day(flowing) for flowing in cases}),
        list({flowing.row["customer_id"] for flowing in cases}),
    )
    return {(row["creditor_id"], row["customer_id"], row["kind"], row["dated"]) for row in rows}


def _take(
    flowing: FlowingCase,
    coming: NextStep,
    fees: Sequence[Fee],
    batch: StepBatch,
    now: datetime,
    later: Sequence[ArticleAmount] = (),
) -> None:
    """Take a step: its bookings and their consequences. `later` is what its letter charges once it is posted."""
    closes = coming.step == "close_time_barred"
    facts: list[Fact] = (
        [Closing(new_id(), flowing.today, "time_barred")] if closes else [*fees, StepFact(new_id(), flowing.today)]
    )
    flowing.change = change_of(
        flowing.case, [StoredFact(fact, flowing.case.business_now, SYSTEM) for fact in facts], now
    )
    batch.taken.append((flowing, coming.step))
    if closes:
        return
    _follow(flowing, coming, fees, batch, later)
    look_ahead(flowing)


def _follow(
    flowing: FlowingCase, coming: NextStep, fees: Sequence[Fee], batch: StepBatch, later: Sequence[ArticleAmount]
) -> None:
    """The consequences of a step beside its bookings."""
    step, today, flow = coming.step, flowing.today, flowing.flow
    flow.gathers_until = None
    target = STEPS[step].target
    details: dict[str, Any] = {"instalment": coming.instalment} if coming.instalment else {}
    if later:
        details["charges"] = [list(one) for one in later]
    if step == "respite_end":
        flow.held_until, flow.respite_until = flow.respite_until, None
        target = back_from_hold(flowing)
    elif step == "amortization_default":
        details["plan"] = flow.plan
        flow.plan, flow.held_until = None, today.isoformat()
        target = back_from_hold(flowing)
    elif step == "amortization_notice" and flow.plan is not None:
        flow.plan["noticed"] = coming.instalment
    elif step == "amortization_reminder" and flow.plan is not None:
        flow.plan["reminded"] = coming.instalment
    letter = STEPS[step].letter
    if letter is not None:
        flow.leaving, flow.stopped = letter, None
        batch.letters.append(LetterWanted(flowing, letter, pay_by_of(step, today, flowing.settings), fees, details))
    # A letter that was stopped is sent again from where the case is already.
    if target is not None and target != flowing.place:
        before = flowing.place
        go(flowing, target, step)
        changed = {"from": before.state, "to": target.state, "status": target.status}
        batch.events.append(flowing.case.event("case.state_changed", changed))


def back_from_hold(flowing: FlowingCase) -> CasePosition:
    """Where the case goes on when what holds it ends."""
    statuses = [item["status"] for item in parsed(flowing.row["status_history"])]
    return returns_to(flowing.row["state"], statuses)


async def _write(tx: Connection, batch: StepBatch, now: datetime) -> None:
    changes = [flowing.change for flowing, _ in batch.taken if flowing.change is not None]
    if changes:
        await write_changes(tx, changes, now)
        await note_steps(tx, batch.taken, now)
    await end_plans(tx, [flowing for flowing, step in batch.taken if step == "amortization_default"], "missed")
    if batch.unchanged:
        # Whatever the next step is, a case that was examined today and not moved is not examined again today.
        await save(tx, batch.unchanged, now, batch.unchanged[0].today + ONE_DAY)
    await queue_letters(tx, batch.letters, now)
    await note_events(tx, batch.events, now)
