"""What is renamed is renamed for good: its folder is on disk before anybody is told."""

from __future__ import annotations

import ast
import errno
import os
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import fordran
from fordran.actions.delivery.parcel import Enclosure, Parcel
from fordran.commands.archive import writing
from fordran.outside.batches import BatchFolder, printed
from fordran.outside.media import MediaFolder
from fordran.outside.order_files import write_whole
from fordran.safe_names import keep_private, make_folder, write_for_good, write_once
from fordran.settings import write_first_file
from fordran.store.embedded.cluster import password, write_settings
from fordran.store.embedded.user import ServerUser


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


def test_settings_password_and_the_servers_own_settings_have_their_names_on_disk(
    tmp_path: Path, synced: list[tuple[Path, frozenset[str]]]
) -> None:
    write_first_file(tmp_path, sandbox=False)
    assert synced.pop() == (tmp_path, frozenset({"fordran.toml"}))
    password(tmp_path)
    assert synced.pop() == (tmp_path, frozenset({"fordran.toml", "database-password"}))
    (tmp_path / "data").mkdir()
    write_settings(tmp_path, ServerUser(os.geteuid(), os.getegid()), fast=True, port=5432)
    assert synced.pop() == (tmp_path / "data", frozenset({"fordran.conf"}))


def test_a_small_file_that_finds_no_room_is_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_for_good(tmp_path / "kept", "before")

    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left"):
        write_for_good(tmp_path / "kept", "after")
    assert [(file.name, file.read_text()) for file in tmp_path.iterdir()] == [("kept", "before")]


def test_of_many_that_write_a_file_once_one_does_and_all_read_the_same(tmp_path: Path) -> None:
    """Two first starts at once would else each believe in a key of their own."""
    path, together = tmp_path / "kept", threading.Barrier(8)

    def write(number: int) -> tuple[bool, str]:
        together.wait()
        return write_once(path, f"by {number}"), path.read_text()

    for _ in range(50):
        with ThreadPoolExecutor(8) as pool:
            done = list(pool.map(write, range(8)))
        assert sorted(wrote for wrote, _ in done) == [False] * 7 + [True]
        assert {read for _, read in done} == {f"by {number}" for number, (wrote, _) in enumerate(done) if wrote}
        assert [file.name for file in tmp_path.iterdir()] == ["kept"]
        path.unlink()


def test_nothing_else_renames_a_file() -> None:
    """Whoever does must see to its folder: by `rename_for_good`."""
    house = Path(fordran.__file__).parent
    renames = ("rename", "replace", "renames")
    found = set()
    for file in house.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            # A Path's `replace` and `rename` have one argument, a text's `replace` two or more, a date's are named.
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in renames:
                is_path = len(node.args) == 1 and not isinstance(node.args[0], ast.Starred)
                of_os = isinstance(node.func.value, ast.Name) and node.func.value.id in ("os", "shutil")
                if (is_path and not node.keywords) or of_os:
                    found.add(file.relative_to(house).as_posix())
    assert found == {"safe_names.py"}


def test_a_batch_has_its_names_on_disk(tmp_path: Path, synced: list[tuple[Path, frozenset[str]]]) -> None:
    parcel = Parcel("1", "letters", "print", ("Åsa",), "SE", "", "Åsa", "Björks", "sv", (Enclosure("m", "a.pdf"),))
    BatchFolder(tmp_path, printed, lambda _: b"%PDF").write("2026-11-15/001", [parcel])
    (unfinished, written), day, batch = synced
    assert (unfinished.parent, written) == (tmp_path / ".unfinished", frozenset({"1.pdf", "manifest.json"}))
    assert day == (tmp_path, frozenset({".unfinished", "2026-11-15"}))
    assert batch == (tmp_path / "2026-11-15", frozenset({"001"}))


def test_folders_and_files_are_made_for_their_owner_alone(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        make_folder(tmp_path / "a" / "b")
        MediaFolder(tmp_path / "a" / "media").put("0" * 22 + "ab", b"content")
    finally:
        os.umask(before)
    modes = {path: path.stat().st_mode & 0o777 for path in (tmp_path / "a", *(tmp_path / "a").rglob("*"))}
    assert len(modes) == 5
    assert {path: mode for path, mode in modes.items() if mode != (0o700 if path.is_dir() else 0o600)} == {}


def test_an_open_folder_is_closed_with_its_contents_and_a_closed_deep_one_is_skipped(tmp_path: Path) -> None:
    files = {depth: tmp_path.joinpath(*"abcd"[:depth], "file") for depth in range(4)}
    files[3].parent.mkdir(parents=True)
    for file in files.values():
        file.write_text("")
        file.chmod(0o640)
    (tmp_path / "link").symlink_to(files[0])
    for folder, mode in ((tmp_path, 0o755), (tmp_path / "a", 0o755), (tmp_path / "a" / "b", 0o700)):
        folder.chmod(mode)
    (tmp_path / "a" / "b" / "c").chmod(0o755)
    assert keep_private(tmp_path) == 4
    assert [file.stat().st_mode & 0o777 for file in files.values()] == [0o600, 0o600, 0o640, 0o640]
    assert [path.stat().st_mode & 0o777 for path in (tmp_path, tmp_path / "a")] == [0o700, 0o700]
    (tmp_path / "a" / "b").chmod(0o755)
    assert keep_private(tmp_path) == 4
    assert keep_private(tmp_path) == 0
