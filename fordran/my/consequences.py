"""The changes of an act in the debtor's words: the case and the next step, before and after."""

from __future__ import annotations

from typing import TypeAlias

from fordran.domain.flow.next_step import shown_day
from fordran.my.own_cases import OwnCase, own_case
from fordran.store.connections.database import Connection
from fordran.web.formatting import amount_text, day_in, day_text
from fordran.web.visit import Visit

Changes: TypeAlias = list[tuple[str, str, str]]
"""Name, before and after."""


async def changes_of(visit: Visit, tx: Connection, before: OwnCase) -> Changes:
    """How a case differs from what it was, in the transaction in which something was done to it."""
    after = await own_case(visit, tx, before.id)
    t = visit.t
    return [
        (
            t("my.act.how_stands"),
            t.of("case_status", before.document["status"], "debtor_sentence"),
            t.of("case_status", after.document["status"], "debtor_sentence"),
        ),
        (t("my.act.next_step"), _coming(visit, before), _coming(visit, after)),
        (t("my.debt_today"), amount_text(before.owed, t.language), amount_text(after.owed, t.language)),
    ]


def _coming(visit: Visit, case: OwnCase) -> str:
    step = case.document.get("next_step")
    if step is None:
        return ""
    text, day = visit.t.of("next_step", step, "debtor"), shown_day(step, day_in(case.document.get("next_step_date")))
    return text if day is None else f"{text}, {day_text(day, visit.t.language)}"
