"""Fixtures for whoever imports them: the application in this process on a fresh installation, and an office in it."""

from __future__ import annotations

import dataclasses
import logging
from collections.abc import AsyncIterator

import pytest
import structlog

from fordran.api.app import Api, create_app
from fordran.settings import Settings
from tests.actions.office import Office, open_office


@pytest.fixture(scope="session", autouse=True)
def quiet() -> None:
    """Only what must not happen is printed: a line for every request would take longer than many of the requests."""
    structlog.configure(
        wrapper_class=structlog.make_filtering_bound_logger(logging.ERROR),
        processors=[structlog.dev.ConsoleRenderer(colors=False, exception_formatter=structlog.dev.plain_traceback)],
    )


@pytest.fixture(scope="module")
def settings(database_url: str, tmp_path_factory: pytest.TempPathFactory) -> Settings:
    """No limit on requests, since a test asks faster than a client may, and no end to waiting on a busy machine."""
    unlimited = {"rate_limit_per_second": 0, "pool_size": 16, "pool_wait_seconds": 60.0}
    return dataclasses.replace(Settings(), data=tmp_path_factory.mktemp("data"), database_url=database_url, **unlimited)


@pytest.fixture(scope="module")
async def app(settings: Settings) -> AsyncIterator[Api]:
    api = create_app(settings)
    yield api
    await api.database.close()


@pytest.fixture(scope="module")
async def office(app: Api) -> AsyncIterator[Office]:
    opened = await open_office(app)
    yield opened
    await opened.client.aclose()
