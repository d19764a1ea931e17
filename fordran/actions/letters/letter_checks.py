"""Checks before a queued letter is made: whether it can be written, and the state of its case."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date

from fordran.actions.letters.letter_documents import QueuedLetter, disputed_part, sent_letter
from fordran.domain.claims.facts import ClaimTerms, Fact, Fee
from fordran.domain.claims.objections import undisputed
from fordran.domain.claims.statement import statement
from fordran.domain.flow.lawfulness import LawCheck, failed
from fordran.domain.flow.letters import CaseOnDay
from fordran.domain.flow.next_step import SentLetter
from fordran.domain.kinds.case_states import HOLDS
from fordran.domain.kinds.letter_kinds import LETTER_KINDS
from fordran.domain.message import Message


def lacks(letter: QueuedLetter) -> tuple[LawCheck, ...]:
    """Why a letter cannot even be written: its subject no longer exists, or never did."""
    flow = letter.flowing.flow
    if LETTER_KINDS[letter.kind].purpose == "instalments" and flow.plan is None:
        return (failed("plan_runs", Message("law.no_plan")),)
    if letter.kind == "enforcement" and "debt_collection" not in flow.sent:
        return (failed("demanded_first", Message("law.not_demanded")),)
    return ()


def case_then(letter: QueuedLetter, today: date) -> CaseOnDay:
    """The case on the day that a letter leaves."""
    flowing = letter.flowing
    situation = flowing.situation()
    disputed = disputed_part(flowing, letter.kind)
    facts = [stored.fact for stored in flowing.case.facts]
    claimed = undisputed(facts, disputed)
    sent = _sent_before(flowing.flow.sent, facts, flowing.case.terms, today)
    # A letter about a hold is not stopped by it, and a plan's letters belong to the plan.
    status = flowing.row["status"]
    # A debtor who has paid all but the fee of a letter that has not left must neither get it nor pay for it.
    without_own_fees = statement([fact for fact in claimed if fact.id not in letter.fees], flowing.case.terms, today)
    return CaseOnDay(
        remaining=statement(claimed, flowing.case.terms, today).remaining,
        disputed=disputed,
        due_date=situation.due_date,
        last_day=situation.last_day,
        is_closed=flowing.row["state"] == "closed" or without_own_fees.closed is not None,
        hold=status if status in HOLDS else None,
        marks=situation.marks,
        is_business=situation.is_business,
        is_parking=situation.is_parking,
        is_assigned=bool(flowing.case.assignments),
        reminder_fee_agreed=not own_reminder_fees(facts)
        or (flowing.settings.reminder_fee_agreed and situation.may_bear_reminder_fee),
        late_payment_fee_from=situation.late_payment_fee_from,
        reminder=sent.get("reminder"),
        demand=sent.get("debt_collection"),
        missing_for_enforcement=situation.missing_for_enforcement if letter.kind == "enforcement" else (),
        lacks_control_fee=flowing.case.terms.particulars.lacks_control_fee,
        lacks_forbearance=situation.lacks_forbearance,
        channel=letter.channel if letter.kind != "enforcement" else None,
        rules_day=flowing.case.terms.particulars.rules_day,
        law=flowing.case.terms.law,
    )


def own_reminder_fees(facts: Sequence[Fact]) -> list[Fee]:
    """The fees that we charged for reminders. One of the creditor's own reminder rests on the creditor's word alone."""
    fees = (fact for fact in facts if isinstance(fact, Fee) and fact.article == "reminder")
    return [fee for fee in fees if not fee.by_creditor and fee.withdrawn_on is None]


def _sent_before(
    sent: Mapping[str, Mapping[str, str]], facts: Sequence[Fact], terms: ClaimTerms, today: date
) -> dict[str, SentLetter]:
    """The letters that have left; a reminder whose fee the creditor claims is one too."""
    found = {kind: sent_letter(given) for kind, given in sent.items()}
    claimed = next(
        (fact for fact in facts if isinstance(fact, Fee) and fact.article == "reminder" and fact.by_creditor), None
    )
    day = claimed.date if claimed is not None else terms.particulars.reminded_on
    if "reminder" not in found and day is not None and day < today:
        found["reminder"] = SentLetter(day, day)
    return found
