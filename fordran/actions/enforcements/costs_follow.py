"""The costs of an application follow the replies: lag (1990:746) 46 §, förordning (1992:1094) 1, 5 och 6 §§."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime
from decimal import Decimal
from typing import Any

from fordran.actions.cases.case_facts import SYSTEM, FeeRestored, FeeReversed, FeeWithdrawn, NewFact, StoredFact
from fordran.actions.cases.known_facts import known_before
from fordran.actions.cases.move_case import FlowingCase, book_and_save
from fordran.actions.enforcements.noted_replies import is_without_order, noted_replies, order_date
from fordran.actions.refusals import Conflict
from fordran.domain.claims.facts import Fee
from fordran.domain.claims.statement import statement
from fordran.domain.flow.enforcements import DatedReply, may_charge_attachment, reverses_costs, standing
from fordran.domain.money import ore_of
from fordran.resources.case_acts import ReplyInput
from fordran.shape.moments import day_of, moment_of
from fordran.shape.wire import parsed
from fordran.store.connections.database import Connection
from fordran.store.rows.ids import new_id
from fordran.store.rows.schema_rows import EnforcementRow


async def settle_costs(
    tx: Connection, flowing: FlowingCase, row: EnforcementRow, replies: Sequence[DatedReply], now: datetime
) -> None:
    """Reverse the costs on the day on which the application ended without an order; an order that comes later restores them."""
    case, current = flowing.case, standing(replies)
    is_without = current is not None and reverses_costs(current.reply, order_date(replies), row["handed_over_date"])
    ended = current.date if current is not None and is_without else None
    facts: list[NewFact] = []
    for stored in case.facts:
        fee = stored.fact
        if not isinstance(fee, Fee) or fee.article != "enforcement" or fee.withdrawn_on is not None:
            continue
        if row["sent_date"] is None or fee.date < row["sent_date"] or fee.reversed_on == ended:
            continue
        if ended is not None:
            facts.append(FeeReversed(new_id(), fee.id, ended, case.business_now, SYSTEM))
        else:
            assert fee.reversed_on is not None
            facts.append(FeeRestored(new_id(), fee.id, fee.reversed_on, case.business_now, SYSTEM))
    if facts:
        await book_and_save(tx, flowing, facts, now)


async def note_outlay(
    tx: Connection, flowing: FlowingCase, row: EnforcementRow, replies: Sequence[DatedReply], now: datetime
) -> None:
    """Let the authority's own fee be the creditor's outlay where there is no order: förordning (1992:1094) 1 §.

    It is shown unless the debtor had paid everything by then.
    """
    current = standing(replies)
    is_outlay = current is not None and current.ends and is_without_order(row, replies) and row["sent_date"] is not None
    if not is_outlay and row["outlay_amount"] is None:
        return
    fee = flowing.case.terms.law.row("enforcement_application", row["sent_date"] or flowing.today).most
    await tx.execute(
        """update enforcements set outlay_amount = $3, outlay_date = $4, revision = revision + 1, updated = $5
           where account_id = $1 and id = $2""",
        flowing.case.account,
        row["id"],
        fee if is_outlay else None,
        current.date if current is not None and is_outlay else None,
        now,
    )


async def charge_attachments(
    tx: Connection, flowing: FlowingCase, row: EnforcementRow, given: ReplyInput, day: date, now: datetime
) -> None:
    """Charge the authority's yearly fees, which are the debtor's, of all days that its replies name."""
    case = flowing.case
    if not any(one.reply == "execution" for one in noted_replies(row)):
        raise Conflict("error.not_in_execution")
    asked = {fee.date: fee.outlay or fee.amount for fee in _attachments(flowing)}
    for shown in [] if row["replies"] is None else parsed(row["replies"]):
        if shown["reply"] == "new_fee":
            asked.setdefault(day_of(moment_of(shown["date"])), _paid(flowing, day_of(moment_of(shown["date"])), shown))
    asked.setdefault(day, _most(flowing, day) if given.amount is None else given.amount)
    charged: list[date] = []
    for one in sorted(asked):
        if may_charge_attachment(_remaining(flowing, one), max(charged, default=None), one):
            charged.append(one)
    there = {fee.date for fee in _attachments(flowing)}
    facts: list[NewFact] = [
        FeeWithdrawn(new_id(), fee.id, fee.date, case.business_now, SYSTEM, None if fee.outlay is None else -fee.outlay)
        for fee in _attachments(flowing)
        if fee.date not in charged
    ]
    for one in charged:
        if one not in there:
            fee = Fee(new_id(), one, "attachment", min(asked[one], _most(flowing, one)), outlay=asked[one])
            facts.append(StoredFact(fee, case.business_now, SYSTEM))
    if facts:
        await book_and_save(tx, flowing, facts, now)


def _attachments(flowing: FlowingCase) -> list[Fee]:
    facts = (stored.fact for stored in flowing.case.facts)
    return [
        fact for fact in facts if isinstance(fact, Fee) and fact.article == "attachment" and fact.withdrawn_on is None
    ]


def _most(flowing: FlowingCase, day: date) -> int:
    return flowing.case.terms.law.row("attachment", day).most


def _paid(flowing: FlowingCase, day: date, shown: dict[str, Any]) -> int:
    """The fee that a reply names, or else that of the law."""
    return ore_of(Decimal(str(shown["amount"]))) if "amount" in shown else _most(flowing, day)


def _remaining(flowing: FlowingCase, day: date) -> int:
    """The debt of a day, as it was known when that day began: what came later is no reason to take the fee back."""
    return statement(known_before(flowing.case.facts, day), flowing.case.terms, day).remaining
