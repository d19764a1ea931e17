"""A letter that has left: from its day on counts the time that it gives, and the new term of limitation that it begins."""

from __future__ import annotations

from datetime import date

from fordran.actions.cases.move_case import FlowingCase
from fordran.domain.kinds.letter_kinds import LETTER_KINDS, STEP_LETTERS, LetterKind


def note_left(flowing: FlowingCase, kind: LetterKind, day: date, pay_by: date | None) -> None:
    """Let the flow know that a letter has left, on the day that it says. The case is not yet stored."""
    flow, sent = flowing.flow, day.isoformat()
    if flow.leaving == kind:
        flow.leaving = None
    if kind in STEP_LETTERS:
        flow.interrupted.append(sent)
        flow.stopped = None
    if kind == "enforcement":
        flow.sued = flow.sued or sent
    if pay_by is None:
        return
    given = {"sent": sent, "pay_by": pay_by.isoformat()}
    if kind in ("reminder", "debt_collection"):
        flow.sent[kind] = given
    state: str | None = LETTER_KINDS[kind].state
    if state is None:
        # An answer to the debtor prolongs the time of a letter, and replaces none.
        state = flow.letter["state"] if flow.letter is not None else None
    if state is not None:
        flow.letter = given | {"state": state}
