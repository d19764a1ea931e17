"""One history a module, with its clock left where it ended."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from fordran.api.app import Api
from tests.actions.fixtures import app, quiet, settings  # noqa: F401  (fixtures)
from tests.actions.reports.histories import History, lived


@pytest.fixture(scope="module")
async def history(app: Api, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[History]:  # noqa: F811
    with pytest.MonkeyPatch.context() as patch:
        yield await lived(app, tmp_path_factory.mktemp("history"), patch)
