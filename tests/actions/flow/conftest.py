"""The application in this process on a fresh installation, an office in it, and the clock in the test's hand."""

from __future__ import annotations

import dataclasses
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from fordran.api.app import Api, create_app
from fordran.settings import Settings
from tests.actions.flow.days import Days
from tests.actions.office import Office, open_office
from tests.api.conftest import quiet  # noqa: F401  (a fixture)


@pytest.fixture(scope="module")
def settings(database_url: str, tmp_path_factory: pytest.TempPathFactory) -> Settings:
    data: Path = tmp_path_factory.mktemp("data")
    return dataclasses.replace(Settings(), data=data, database_url=database_url, rate_limit_per_second=0)


@pytest.fixture(scope="module")
async def app(settings: Settings) -> AsyncIterator[Api]:
    api = create_app(settings)
    yield api
    await api.database.close()


@pytest.fixture
async def days(app: Api, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Days]:
    """Days of the test's own; what it leaves due is forgotten after it."""
    lived = Days(app, monkeypatch)
    yield lived
    await lived.forget()


@pytest.fixture
async def office(app: Api, days: Days) -> AsyncIterator[Office]:
    """An office of the test's own, so that no customer is shared."""
    days.at(days.day)
    opened = await open_office(app)
    yield opened
    await opened.client.aclose()
