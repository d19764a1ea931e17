"""A letter that has left: from its day on counts the time that it gives, and the new term of limitation that it begins."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime

from fordran.actions.cases.move_case import FlowingCase
from fordran.domain.kinds.letter_kinds import LETTER_KINDS, STEP_LETTERS, LetterKind
from fordran.store.connections.database import Connection


def note_left(flowing: FlowingCase, kind: LetterKind, day: date, pay_by: date | None) -> None:
    """Let the flow know that a letter has left, on the day that it says. The case is not yet stored."""
    flow, sent = flowing.flow, day.isoformat()
    if flow.leaving == kind:
        flow.leaving = None
    if kind in STEP_LETTERS:
        if flowing.case.terms.particulars.limitation_kind is None:
            flow.interrupted.append(sent)
        elif kind != "enforcement":
            flow.demands.append(sent)
        elif flow.sued is not None:
            flow.interrupted.append(sent)
        flow.stopped = None
    if kind == "enforcement":
        # A later application is confirmed and released by itself.
        flow.confirmed_unpaid = flow.released = None
        flow.sued = flow.sued or sent
    if pay_by is None:
        return
    given = {"sent": sent, "pay_by": pay_by.isoformat()}
    if kind in ("reminder", "debt_collection", "rest_notice"):
        flow.sent[kind] = given
    state: str | None = LETTER_KINDS[kind].state
    if state is None:
        # An answer to the debtor prolongs the time of a letter, and replaces none.
        state = flow.letter["state"] if flow.letter is not None else None
    if state is not None:
        flow.letter = given | {"state": state}


async def forget_demands(tx: Connection, account: str, cases: Sequence[str], day: date, now: datetime) -> None:
    """Forget letters of a day that came back: they interrupt no limitation."""
    await tx.execute(
        """update cases set revision = revision + 1, updated = greatest(updated, $4),
               flow = jsonb_set(flow, '{demands}', (flow -> 'demands') - $3::text)
           where account_id = $1 and id = any($2::text[]) and flow -> 'demands' ? $3::text""",
        account,
        list(cases),
        day.isoformat(),
        now,
    )
