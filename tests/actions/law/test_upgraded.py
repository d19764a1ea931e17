"""Rows of law that a sandbox of an earlier version tries are kept by the migration, with the same figures."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import fordran
from fordran.actions.cases.law_in_force import law_in_force
from fordran.actions.law.law_rows import law_rows_there
from tests.actions.flow.days import Days
from tests.actions.office import Office

MIGRATION = Path(fordran.__file__).parent / "sql/migrations/0023_law_rows.sql"
EARLIER = '[{"article": "reminder", "begins": "2026-03-04", "most": 7000}]'


async def test_rows_of_an_earlier_version_are_kept(office: Office, days: Days) -> None:
    _, moved = MIGRATION.read_text(encoding="utf-8").split("-- Rows that a sandbox added to try", 1)
    async with days.transaction() as tx:
        await tx.execute("update installation set law_rows = $1::text::jsonb", EARLIER)
        before = await law_in_force(tx)
        await tx.execute("--" + moved)
        after, (row,) = await law_in_force(tx), await law_rows_there(tx)
    assert after == before
    assert (row["article"], row["begins"], row["amount"]) == ("reminder", date(2026, 3, 4), 70_00)
    assert row["status"] == "approved"
    assert await office.differences() == []
