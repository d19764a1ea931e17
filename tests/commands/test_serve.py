"""`fordran serve`: from nothing, twice, beside another, and through whatever ends it."""

import asyncio
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import threading
from pathlib import Path

import asyncpg
import pytest

from fordran import clock
from fordran.store.embedded import server as embedded
from fordran.store.embedded.process import postmaster
from tests.commands.running import ENDS_WITHIN, FORDRAN, ROOT, Running, environment, fordran, processes_of, serving
from tests.prepared import copy_data


def _wait_for(what: str, happens: object) -> None:
    until = clock.monotonic() + 20
    while not happens():  # type: ignore[operator]
        assert clock.monotonic() < until, f"waited 20 s for {what}"
        clock.sleep(0.05)


def _children(parent: int) -> dict[int, str]:
    """The processes that a `serve` has started, with what they run."""
    found = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                status, command = (entry / "stat").read_text(), (entry / "cmdline").read_bytes().decode()
            except OSError:
                continue
            if int(status.rpartition(")")[2].split()[1]) == parent:
                found[int(entry.name)] = command.replace("\0", " ")
    return found


def _child(running: Running, name: str) -> int:
    return next((pid for pid, command in _children(running.process.pid).items() if name in command), 0)


def _answers(running: Running) -> bool:
    try:
        return running.get("/health")[0] == 200
    except OSError:
        return False


@pytest.mark.skipif(shutil.which("make") is None or shutil.which("curl") is None, reason="needs make and curl")
def test_make_run_starts_from_nothing_its_curl_line_works_and_ctrl_c_ends_it(tmp_path: Path) -> None:
    # `-o` leaves the environment that the tests run in as it is.
    make = [
        "make",
        "--no-print-directory",
        "-o",
        "setup",
        "-o",
        ".venv/ready",
        "run",
        "PORT=0",
        f"DATA={tmp_path / 'data'}",
    ]
    with serving(command=make, ends="curl") as running:
        answer = subprocess.run(["bash", "-c", running.curl_line], capture_output=True, text=True, check=True)
        assert '"_items"' in answer.stdout
        assert '"creditor_number": 2000001' in answer.stdout
        assert "(sandbox)" in running.greeting
        case = json.loads(running.get("/cases?max_results=1", running.sign_in())[1])["_items"][0]
        for name in ("_id", "case_number"):
            told = fordran("debtor", "link", case[name], "--json", "--data", tmp_path / "data")
            link = json.loads(told.stdout)
            assert link["url"] == f"{running.base_url}/my?code={link['code']}", told.stderr
        assert running.get("/docs")[0] == 200
        assert open_to_others(tmp_path / "data") == []
        _, errors = running.interrupt()
    assert "Stopped." in errors
    assert "Traceback" not in errors
    assert processes_of(tmp_path) == []


def open_to_others(folder: Path) -> list[Path]:
    """The files and folders that somebody else than their owner can read, write or pass."""
    return [path for path in (folder, *folder.rglob("*")) if path.lstat().st_mode & 0o077 and not path.is_symlink()]


def test_a_later_start_prints_the_same_demo_code_and_a_second_copy_runs_beside_it(
    prepared: Path, tmp_path: Path
) -> None:
    for name in ("a", "b"):
        copy_data(prepared, tmp_path / name)
    # As an earlier version left its folders: open to every local user.
    letter = tmp_path / "a" / "media" / "00" / "letter"
    letter.parent.mkdir(parents=True)
    letter.write_text("Krav")
    for path, mode in ((letter, 0o644), (letter.parent, 0o755), (letter.parents[1], 0o755), (tmp_path / "a", 0o711)):
        path.chmod(mode)
    with serving("--demo", "--data", tmp_path / "a", ends="curl") as first:
        assert open_to_others(tmp_path / "a") == []
        with serving("--data", tmp_path / "b") as second:
            assert first.base_url != second.base_url
            assert first.get("/health")[0] == second.get("/health")[0] == 200
            assert "API code" not in second.greeting
        assert second.process.returncode == 0
        assert first.get("/ready")[0] == 200
        code = first.api_code
    with serving("--demo", "--data", tmp_path / "a", "--workers", "2", ends="curl") as again:
        assert again.api_code == code
        assert sum("api_process" in command for command in _children(again.process.pid).values()) == 2
        assert again.interrupt()[0] == 0
    assert processes_of(tmp_path) == []


def test_trouble_before_the_start_is_one_sentence(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        refused = fordran("serve", "--port", port, "--data", tmp_path / "a")
    assert (refused.returncode, refused.stdout) == (2, "")
    assert refused.stderr == f"Port {port} is taken; choose another with --port.\n"

    refused = fordran("serve", "--host", "no.such.host.invalid", "--data", tmp_path / "a")
    assert refused.stderr == "There is no address no.such.host.invalid to listen on; choose another with --host.\n"

    refused = fordran(
        "serve", "--port", "0", "--data", tmp_path / "a", "--database-url", f"postgresql://u:hush@127.0.0.1:{port}/x"
    )
    assert refused.returncode == 2
    assert refused.stderr.startswith("The database cannot be reached:")
    assert "hush" not in refused.stderr

    (tmp_path / "file").write_text("")
    refused = fordran("serve", "--data", tmp_path / "file" / "below")
    assert refused.returncode == 2
    assert refused.stderr == f"The data folder {tmp_path / 'file' / 'below'} cannot be used: Not a directory.\n"
    assert processes_of(tmp_path) == []


def test_a_folder_that_is_served_is_not_served_again_and_outlives_a_kill_of_everything(
    demo_data: Path, tmp_path: Path
) -> None:
    copy_data(demo_data, tmp_path)
    with serving("--demo", "--sandbox", "--data", tmp_path, ends="curl") as running:
        refused = fordran("serve", "--port", "0", "--data", tmp_path)
        assert refused.returncode == 2
        assert refused.stderr == (
            f"The data folder {tmp_path} is in use by fordran serve (process {running.process.pid}).\n"
        )
        code = running.api_code
        running.process.kill()
        running.process.communicate()
        _wait_for("the children to end by themselves", lambda: not _orphans(tmp_path))
    found = postmaster(tmp_path / "postgres")
    assert found is not None, "PostgreSQL was left running"
    for pid in processes_of(tmp_path):
        os.kill(pid, signal.SIGKILL)
    with serving("--demo", "--sandbox", "--data", tmp_path, ends="curl") as again:
        assert again.api_code == code
        assert again.interrupt()[0] == 0
    assert processes_of(tmp_path) == []


def _orphans(folder: Path) -> list[int]:
    found = []
    for pid in processes_of(folder):
        try:
            command = Path(f"/proc/{pid}/cmdline").read_bytes()
        except OSError:
            continue
        if b"fordran.commands" in command:
            found.append(pid)
    return found


def test_what_dies_is_started_again(prepared: Path, tmp_path: Path) -> None:
    copy_data(prepared, tmp_path)
    with serving("--data", tmp_path) as running:
        for name in ("api_process", "fordran.commands.worker"):
            before = _child(running, name)
            os.kill(before, signal.SIGKILL)
            _wait_for(name, lambda name=name, before=before: _child(running, name) not in (0, before))
        _wait_for("an answer", lambda: _answers(running))
        server = postmaster(tmp_path / "postgres")
        assert server is not None
        os.killpg(server.pid, signal.SIGKILL)
        _wait_for(
            "PostgreSQL", lambda: (new := postmaster(tmp_path / "postgres")) and new.pid != server.pid and new.ready
        )
        _wait_for("a connection", lambda: running.get("/ready")[0] == 200)
        code, errors = running.interrupt()
    assert code == 0
    assert "API process 1 ended (SIGKILL); starting it again now." in errors
    assert "The worker ended (SIGKILL)" in errors
    assert "PostgreSQL has ended; starting it again." in errors
    lines = [json.loads(line) for line in errors.splitlines()]
    assert {"event", "level", "logger", "timestamp"} <= set.intersection(*(set(line) for line in lines))
    assert [line for line in lines if line.get("endpoint") == "GET /health"] == [], "probes are not logged"


@pytest.mark.parametrize("seconds", [0.3, 0.6, 0.9, 1.3, 1.8])
def test_an_interruption_during_the_start_leaves_nothing_behind(tmp_path: Path, seconds: float) -> None:
    command = [*FORDRAN, "serve", "--port", "0", "--data", str(tmp_path)]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    with subprocess.Popen(command, env=environment(), cwd=ROOT, start_new_session=True, **pipes) as process:
        clock.sleep(seconds)
        os.killpg(process.pid, signal.SIGINT)
        try:
            _, errors = _ended_or_interrupted_again(process)
        finally:
            # One that does not hear is waited for by nobody.
            process.kill()
    # Before the first line of our `main` Python itself is interrupted, and says so in its own way.
    assert not re.search(r'commands/app\.py", line \d+, in main$', errors, re.MULTILINE), errors
    assert processes_of(tmp_path) == []


def _ended_or_interrupted_again(process: subprocess.Popen[str]) -> tuple[str, str]:
    """The output of a process that has heard an interruption.

    Before our `main`, Python may lose one amid an import, and ignores all of them below a shell that ignores them; a person
    presses the keys again. Once `main` has heard one, it ignores the next, so that this hides no fault of ours.
    """
    try:
        return process.communicate(timeout=10)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGINT)
        return process.communicate(timeout=ENDS_WITHIN)


def test_a_request_that_has_begun_is_answered_before_the_stop(demo_data: Path, tmp_path: Path) -> None:
    copy_data(demo_data, tmp_path)
    with serving("--demo", "--sandbox", "--data", tmp_path, ends="curl") as running:
        token = running.sign_in()
        answers: list[tuple[int, str]] = []
        asking = threading.Thread(target=lambda: answers.append(running.get("/creditors", token)))
        with embedded.server(tmp_path) as url:
            asyncio.run(_hold_creditors(url, asking, running))
        asking.join()
        assert answers[0][0] == 200
        assert '"_items"' in answers[0][1]
        running.process.communicate(timeout=ENDS_WITHIN)
        assert running.process.returncode == 0
    assert processes_of(tmp_path) == []


async def _hold_creditors(url: str, asking: threading.Thread, running: Running) -> None:
    """Have a request wait for a lock, tell the service to stop, and only then let go."""
    connection = await asyncpg.connect(url)
    async with connection.transaction():
        await connection.execute("lock table fordran.creditors in access exclusive mode")
        asking.start()
        while not await connection.fetchval("select exists (select from pg_locks where not granted)"):  # noqa: ASYNC110
            await asyncio.sleep(0.02)
        running.process.send_signal(signal.SIGTERM)
        await asyncio.sleep(0.5)
    await connection.close()
