"""An installation whose PostgreSQL runs all the while, so that each command need not start one."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from fordran.store.embedded import server as embedded
from tests.prepared import copy_data


@pytest.fixture(scope="module")
def data(prepared: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A data folder that is in use."""
    folder = copy_data(prepared, tmp_path_factory.mktemp("installation") / "data")
    with embedded.server(folder, fast=True):
        yield folder
