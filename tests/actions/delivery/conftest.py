"""The clock in the test's hand, a mail server, and a house whose post goes to it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from fordran.api.app import Api
from fordran.settings import Settings
from tests.actions.delivery.house import House, open_house
from tests.actions.flow.days import Days
from tests.actions.office import Office
from tests.outside.post_office import PostOffice, post_office


@pytest.fixture
async def days(app: Api, monkeypatch: pytest.MonkeyPatch) -> Days:
    async with app.database.transaction() as tx:
        await tx.execute("update installation set sandbox = true")
    return Days(app, monkeypatch)


@pytest.fixture
async def post() -> AsyncIterator[PostOffice]:
    async with post_office() as office:
        yield office


@pytest.fixture
async def house(app: Api, office: Office, settings: Settings, tmp_path: Path, post: PostOffice) -> AsyncIterator[House]:
    async with open_house(app, office, settings, tmp_path, smtp_url=post.url) as opened:
        yield opened
