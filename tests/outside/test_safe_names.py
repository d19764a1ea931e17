"""What is renamed is renamed for good: its folder is on disk before anybody is told."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from fordran.actions.letters.send_letters import Parcel
from fordran.commands.archive import writing
from fordran.outside.media import MediaFolder
from fordran.outside.order_files import write_whole
from fordran.outside.print_folder import PrintFolder


@pytest.fixture
def synced(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Path, frozenset[str]]]:
    """The folders that were written to disk, each with the names that were in it then."""
    found: list[tuple[Path, frozenset[str]]] = []
    really = os.fsync

    def fsync(descriptor: int) -> None:
        path = Path(os.readlink(f"/proc/self/fd/{descriptor}"))
        if path.is_dir():
            found.append((path, frozenset(os.listdir(path))))
        really(descriptor)

    monkeypatch.setattr(os, "fsync", fsync)
    return found


def test_a_kept_file_has_its_name_on_disk(tmp_path: Path, synced: list[tuple[Path, frozenset[str]]]) -> None:
    MediaFolder(tmp_path).put("0" * 22 + "ab", b"content")
    assert (tmp_path / "ab", frozenset({"0" * 22 + "ab"})) in synced
    assert (tmp_path, frozenset({"ab"})) in synced


def test_an_order_and_a_backup_have_their_names_on_disk(
    tmp_path: Path, synced: list[tuple[Path, frozenset[str]]]
) -> None:
    write_whole(tmp_path / "order.xml", [b"<order/>"])
    assert synced.pop() == (tmp_path, frozenset({"order.xml"}))
    with writing(tmp_path / "backup.tar"):
        pass
    assert synced.pop() == (tmp_path, frozenset({"order.xml", "backup.tar"}))


async def test_a_parcel_has_its_names_on_disk(tmp_path: Path, synced: list[tuple[Path, frozenset[str]]]) -> None:
    parcel = Parcel("1", "print", "Åsa", "Åsa", "Björks", "sv", ())
    await PrintFolder(tmp_path, lambda _: b"").deliver(parcel)
    assert synced == [(tmp_path / ".1.new", frozenset({"manifest.json"})), (tmp_path, frozenset({"1"}))]
