"""`fordran autogiro`, as a person runs it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from fordran.store.embedded import server as embedded
from tests.actions.autogiro.test_mandates import advice
from tests.commands.running import fordran
from tests.prepared import copy_data


@pytest.fixture(scope="module")
def data(prepared: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A data folder that is in use."""
    folder = copy_data(prepared, tmp_path_factory.mktemp("autogiro") / "data")
    with embedded.server(folder, fast=True):
        yield folder


def test_files_are_read_from_the_folder_once_and_bad_ones_are_named(data: Path, tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    extra = {
        "FORDRAN_AUTOGIRO_CUSTOMER_NUMBER": "471117",
        "FORDRAN_AUTOGIRO_BANKGIRO": "991-2346",
        "FORDRAN_AUTOGIRO_IN_FOLDER": str(tmp_path / "in"),
        "FORDRAN_AUTOGIRO_OUT_FOLDER": str(tmp_path / "out"),
    }
    exported = fordran("autogiro", "export", "--json", "--data", data, extra=extra)
    assert exported.returncode == 0, exported.stderr
    assert json.loads(exported.stdout) == {"orders": 0, "files": 0, "names": []}
    assert list((tmp_path / "out").iterdir()) == []
    (tmp_path / "in" / "a.txt").write_bytes(advice(("4242", "04", "32")))
    (tmp_path / "in" / "b.txt").write_bytes(advice(("4242", "04", "32"), bankgiro="50501055"))
    for known in (0, 1):
        read = fordran("autogiro", "import", "--json", "--data", data, extra=extra)
        assert read.returncode == 2
        shown = json.loads(read.stdout)
        assert (shown["files"], shown["read_before"], shown["refused"]) == (2, known, 1)
        assert "b.txt was refused" in read.stderr
    assert "5050-1055" in read.stderr


def test_without_the_section_there_is_no_autogiro(data: Path) -> None:
    done = fordran("autogiro", "export", "--data", data)
    assert (done.returncode, done.stdout) == (2, "")
    assert "[autogiro]" in done.stderr
