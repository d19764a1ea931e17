"""`fordran backup` and `restore`: the same answers afterwards, or a refusal that leaves nothing behind."""

import asyncio
import hashlib
import io
import json
import re
import tarfile
from collections.abc import Callable
from datetime import date, datetime
from pathlib import Path
from typing import Any

import pyrage
import pytest

from fordran.commands.archive import NotABackup, unpack
from fordran.store.connections.database import Connection, connect
from fordran.store.embedded import server as embedded
from tests.commands.own_server import own_server
from tests.commands.running import fordran, serving
from tests.prepared import copy_data
from tests.same_day import real_now


@pytest.fixture(scope="module")
def backup(data: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A backup of an installation with a partner in it and a file that was uploaded."""
    options = ["--name", "Å AB", "--integration-id", "x", "--organization-no", "556036-0793"]
    assert fordran("partner", "add", *options, "--data", data).returncode == 0
    (data / "media" / "ab").mkdir(parents=True)
    (data / "media" / "ab" / "cd.pdf").write_bytes(b"%PDF-1.7 \x00\xff")
    file = tmp_path_factory.mktemp("backups") / "backup"
    made = fordran("backup", file, "--data", data)
    assert made.returncode == 0, made.stderr
    assert made.stdout.startswith(f"Backup written to {file}")
    return file


def test_only_its_owner_can_read_a_backup_and_nothing_is_left_beside_it(backup: Path) -> None:
    assert backup.stat().st_mode & 0o777 == 0o600
    assert [path.name for path in backup.parent.iterdir()] == ["backup"]


def test_a_backup_holds_no_password_of_its_machine(backup: Path) -> None:
    with tarfile.open(backup) as tar:
        assert set(tar.getnames()) == {"database.dump", "files/fordran.toml", "files/media/ab/cd.pdf", "manifest.json"}


def test_a_served_installation_answers_the_same_after_backup_and_restore(demo_data: Path, tmp_path: Path) -> None:
    copy_data(demo_data, tmp_path / "a")
    paths = ("/accounts", "/creditors", "/users", "/access--groups", "/partners", "/locales?max_results=100")
    with serving("--demo", "--sandbox", "--data", tmp_path / "a", ends="curl") as running:
        token = running.sign_in()
        before = [running.get(path, token) for path in paths]
        made = fordran("backup", tmp_path / "backup", "--data", tmp_path / "a")
        assert made.returncode == 0, made.stderr
        code = running.api_code
    assert before[0][0] == 200
    restored = fordran("restore", tmp_path / "backup", "--data", tmp_path / "b")
    assert restored.returncode == 0, restored.stderr
    with serving("--demo", "--sandbox", "--data", tmp_path / "b", ends="curl") as running:
        assert running.api_code == code
        assert [running.get(path, token) for path in paths] == before, "also with a token of the first one"


def test_a_backup_goes_into_an_older_server_of_the_operators_own_and_back(backup: Path, tmp_path: Path) -> None:
    with own_server(tmp_path / "own") as url:
        restored = fordran("restore", backup, "--data", tmp_path / "a", "--database-url", url)
        assert restored.returncode == 0, restored.stderr
        assert (tmp_path / "a" / "media" / "ab" / "cd.pdf").read_bytes() == b"%PDF-1.7 \x00\xff"
        place = ["--data", tmp_path / "a", "--database-url", url]
        again = fordran("partner", "add", "--name", "B", "--integration-id", "x", "--organization-no", "1", *place)
        assert again.stderr == "There is a partner with the integration id 'x' already.\n"
        refused = fordran("restore", backup, "--data", tmp_path / "b", "--database-url", url)
        assert refused.returncode == 2
        assert refused.stderr.splitlines()[-1].startswith("There is an installation in")
        with serving("--data", tmp_path / "a", "--database-url", url) as running:
            assert running.get("/ready")[0] == 200
            assert running.interrupt()[0] == 0
        assert not (tmp_path / "a" / "postgres").exists()
        back = fordran("backup", tmp_path / "back", "--data", tmp_path / "a", "--database-url", url)
        assert back.returncode == 0, back.stderr
    restored = fordran("restore", tmp_path / "back", "--data", tmp_path / "c")
    assert restored.returncode == 0, restored.stderr


def test_a_backup_is_never_written_over_another_file(backup: Path, data: Path) -> None:
    content = backup.read_bytes()
    refused = fordran("backup", backup, "--data", data)
    assert (refused.returncode, refused.stdout) == (2, "")
    assert refused.stderr == f"There is a file {backup} already. Choose another name, or remove it first.\n"
    assert backup.read_bytes() == content


def test_restore_names_the_moment_of_the_snapshot(data: Path, tmp_path: Path) -> None:
    """All that was committed before that moment is there, and the transaction that was open then is not."""
    with embedded.server(data, fast=True) as url:
        before, _ = asyncio.run(_with_open_transaction(url, lambda: fordran("backup", tmp_path / "b", "--data", data)))
    restored = fordran("restore", tmp_path / "b", "--data", tmp_path / "there")
    assert restored.returncode == 0, restored.stderr
    moment = datetime.fromisoformat(re.findall(r"as it was at (\S+)\.$", restored.stdout, re.MULTILINE)[0])
    assert before <= moment < real_now()
    with embedded.server(tmp_path / "there", fast=True) as url:
        assert asyncio.run(_rows(url)) >= {"committed before"}
        assert "open meanwhile" not in asyncio.run(_rows(url))


async def _with_open_transaction(url: str, act: Callable[[], Any]) -> tuple[datetime, Any]:
    """Do something while a transaction is open, which commits afterwards; when the one before it was committed."""
    connection = await connect(url)
    try:
        await _add_row(connection, "committed before")
        before = await connection.fetchval("select clock_timestamp()")
        async with connection.transaction():
            await _add_row(connection, "open meanwhile")
            return before, await asyncio.to_thread(act)
    finally:
        await connection.close()


async def _add_row(connection: Connection, name: str) -> None:
    statement = "insert into delivery_batches (channel, day, batches) values ('print', $1, 1)"
    await connection.execute(statement, date(2000, 1, 1) if name == "committed before" else date(2000, 1, 2))


async def _rows(url: str) -> set[str]:
    connection = await connect(url)
    try:
        days = {row["day"] for row in await connection.fetch("select day from delivery_batches")}
    finally:
        await connection.close()
    names = {date(2000, 1, 1): "committed before", date(2000, 1, 2): "open meanwhile"}
    return {names[day] for day in days}


@pytest.mark.parametrize("is_encrypted", [False, True])
def test_a_folder_of_backups_copies_each_media_file_once(prepared: Path, tmp_path: Path, is_encrypted: bool) -> None:
    data = copy_data(prepared, tmp_path / "data")
    media = data / "media" / "ab"
    media.mkdir(parents=True)
    (media / "1ab").write_bytes(b"first")
    folder = tmp_path / "backups"
    folder.mkdir()
    key = pyrage.x25519.Identity.generate()
    (tmp_path / "key").write_text(f"# a remark\n{key}\n")
    options = ["--recipient", str(key.to_public())] if is_encrypted else []
    opening = ["--identity", tmp_path / "key"] if is_encrypted else []
    made = [_backup(folder, *options, "--data", data)]
    (copy,) = folder.glob("media/ab/*")
    inode = copy.stat().st_ino
    assert (b"first" in copy.read_bytes()) is not is_encrypted
    (media / "2ab").write_bytes(b"second")
    made.append(_backup(folder, *options, "--data", data))
    assert copy.stat().st_ino == inode, "not copied again"
    assert len([*folder.glob("media/ab/*")]) == 2
    for number, archive in enumerate(made):
        if is_encrypted:
            refused = fordran("restore", archive, "--data", tmp_path / f"no{number}")
            assert refused.stderr.splitlines()[-1] == (
                f"{archive} is encrypted: give --identity FILE with the secret key."
            )
            assert not (tmp_path / f"no{number}").exists()
        there = tmp_path / f"there{number}"
        restored = fordran("restore", archive, *opening, "--data", there)
        assert restored.returncode == 0, restored.stderr
        found = {path.name: path.read_bytes() for path in there.glob("media/ab/*")}
        assert found == {"1ab": b"first", "2ab": b"second"} if number else {"1ab": b"first"}
    (media / "1ab").unlink()
    for archive in made:
        archive.unlink()
    last = _backup(folder, *options, "--data", data)
    assert [path.name.partition(".")[0] for path in folder.glob("media/ab/*")] == ["2ab"], "erased with its backups"
    (damaged,) = folder.glob("media/ab/*")
    damaged.write_bytes(damaged.read_bytes()[:-1])
    refused = fordran("restore", last, *opening, "--data", tmp_path / "damaged")
    assert refused.returncode == 2
    assert str(damaged) in refused.stderr
    assert not (tmp_path / "damaged").exists()


def _backup(folder: Path, *options: object) -> Path:
    made = fordran("backup", folder, *options)
    assert made.returncode == 0, made.stderr
    return Path(re.findall(r"^Backup written to (\S+) \(", made.stdout)[0])


def test_a_wrong_key_is_one_sentence(backup: Path, data: Path, tmp_path: Path) -> None:
    refused = fordran("backup", tmp_path / "b", "--recipient", "age1nonsense", "--data", data)
    assert refused.returncode == 2
    assert refused.stderr.startswith("'age1nonsense' is no public key of age or SSH")
    keys = [pyrage.x25519.Identity.generate() for _ in range(2)]
    assert fordran("backup", tmp_path / "b", "--recipient", keys[0].to_public(), "--data", data).returncode == 0
    (tmp_path / "other").write_text(str(keys[1]))
    refused = fordran("restore", tmp_path / "b", "--identity", tmp_path / "other", "--data", tmp_path / "x")
    assert (refused.returncode, "Traceback" in refused.stderr) == (2, False)
    assert "cannot be decrypted with" in refused.stderr
    assert not (tmp_path / "x").exists()


def _flip(content: bytes) -> bytes:
    middle = content.index(b"PGDMP") + 200
    return content[:middle] + bytes([content[middle] ^ 1]) + content[middle + 1 :]


def _with_name(name: str) -> Callable[[bytes], bytes]:
    def write(_: bytes) -> bytes:
        file = io.BytesIO()
        with tarfile.open(fileobj=file, mode="w") as tar:
            tar.addfile(tarfile.TarInfo(name), io.BytesIO())
        return file.getvalue()

    return write


def _manifest(**changes: object) -> Callable[[bytes], bytes]:
    def rewrite(content: bytes) -> bytes:
        file = io.BytesIO()
        with tarfile.open(fileobj=io.BytesIO(content)) as old, tarfile.open(fileobj=file, mode="w") as new:
            for entry in old:
                read = old.extractfile(entry)
                assert read is not None
                inside = read.read()
                if entry.name == "manifest.json":
                    inside = json.dumps(json.loads(inside) | changes).encode()
                    entry.size = len(inside)
                new.addfile(entry, io.BytesIO(inside))
        return file.getvalue()

    return rewrite


@pytest.mark.parametrize(
    ("spoil", "sentence"),
    [
        (lambda content: content[: len(content) // 2], "is not a backup of fordran, or is damaged"),
        (lambda content: content[: content.index(b"manifest.json")], "its end is missing"),
        (_flip, "its contents are not what its manifest says"),
        (lambda _: b"something else", "is not a backup of fordran, or is damaged"),
        (_with_name("../outside"), "which fordran does not write"),
        (_with_name("files/../../outside"), "which fordran does not write"),
        (_manifest(format=2, fordran="9.0"), "was made by a later fordran (9.0)"),
    ],
    ids=["cut", "without manifest", "flipped bit", "other file", "outside", "outside too", "format"],
)
def test_a_file_that_is_not_a_whole_backup_is_refused(
    backup: Path, tmp_path: Path, spoil: Callable[[bytes], bytes], sentence: str
) -> None:
    (tmp_path / "spoilt").write_bytes(spoil(backup.read_bytes()))
    (tmp_path / "into").mkdir()
    with pytest.raises(NotABackup) as refused:
        unpack(tmp_path / "spoilt", tmp_path / "into")
    assert sentence in str(refused.value)
    assert "\n" not in str(refused.value)
    assert not (tmp_path / "outside").exists()


@pytest.mark.parametrize(
    ("spoil", "sentence"),
    [
        (_flip, "its contents are not what its manifest says."),
        (_manifest(migrations=["9999_future.sql"]), "it has the migration 9999_future.sql."),
    ],
    ids=["damaged", "later version"],
)
def test_a_refusal_comes_before_anything_is_done(
    backup: Path, tmp_path: Path, spoil: Callable[[bytes], bytes], sentence: str
) -> None:
    (tmp_path / "spoilt").write_bytes(spoil(backup.read_bytes()))
    refused = fordran("restore", tmp_path / "spoilt", "--data", tmp_path / "data")
    assert (refused.returncode, refused.stdout) == (2, "")
    assert refused.stderr.endswith(f"{sentence}\n")
    assert "Traceback" not in refused.stderr
    assert not (tmp_path / "data").exists()


def test_trouble_with_files_is_one_sentence(backup: Path, data: Path, tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "mine").write_text("kept")
    refused = fordran("restore", tmp_path / "not-there", "--data", tmp_path / "a")
    assert [path.name for path in (tmp_path / "a").iterdir()] == ["mine"]
    assert refused.stderr.splitlines()[-1] == f"There is no file {tmp_path / 'not-there'}."
    refused = fordran("backup", tmp_path / "no" / "folder", "--data", data)
    assert refused.returncode == 2
    assert (
        refused.stderr == f"The backup cannot be written to {tmp_path / 'no' / 'folder'}: No such file or directory.\n"
    )
    refused = fordran("restore", backup, "--data", data)
    assert refused.stderr.splitlines()[-1].startswith(f"There is an installation in {data}")


def test_tables_that_cannot_be_made_leave_none(backup: Path, tmp_path: Path) -> None:
    with embedded.server(tmp_path / "a", fast=True):
        (tmp_path / "spoilt").write_bytes(_truncate_dump(backup.read_bytes()))
        refused = fordran("restore", tmp_path / "spoilt", "--data", tmp_path / "a")
        assert refused.returncode == 2
        assert "The tables could not be made" in refused.stderr
        restored = fordran("restore", backup, "--data", tmp_path / "a")
        assert restored.returncode == 0, restored.stderr


def _truncate_dump(content: bytes) -> bytes:
    """A backup whose manifest fits and whose dump is cut short."""
    with tarfile.open(fileobj=io.BytesIO(content)) as old:
        read = old.extractfile("database.dump")
        assert read is not None
        dump = read.read()[:-2000]
        manifest = json.load(old.extractfile("manifest.json") or io.BytesIO())
    manifest["files"] = {"database.dump": hashlib.sha256(dump).hexdigest()}
    file = io.BytesIO()
    with tarfile.open(fileobj=file, mode="w") as new:
        for name, inside in (("database.dump", dump), ("manifest.json", json.dumps(manifest).encode())):
            entry = tarfile.TarInfo(name)
            entry.size = len(inside)
            new.addfile(entry, io.BytesIO(inside))
    return file.getvalue()


def test_a_backup_says_that_the_files_of_a_bucket_are_not_in_it(data: Path, backup: Path, tmp_path: Path) -> None:
    made = fordran("backup", tmp_path / "b", "--data", data, extra={"FORDRAN_MEDIA_URL": "s3://bucket/ours"})
    assert made.returncode == 0, made.stderr
    _, told = made.stdout.splitlines()
    assert told.startswith("The files in s3://bucket/ours are not in it: copy them by the bucket's own means")
