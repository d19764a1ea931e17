"""The clock in the test's hand."""

from __future__ import annotations

import pytest

from fordran.api.app import Api
from tests.actions.flow.days import Days


@pytest.fixture
async def days(app: Api, monkeypatch: pytest.MonkeyPatch) -> Days:
    async with app.database.transaction() as tx:
        await tx.execute("update installation set sandbox = true")
    return Days(app, monkeypatch)
