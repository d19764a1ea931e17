"""Build the wheel, install it into an empty environment and serve from there, with no checkout in sight: `make wheel`.

It is built by way of the source distribution, so that both are tried and nothing comes along that lies about. Whatever takes
too long is a failure.
"""

from __future__ import annotations

import json
import os
import re
import selectors
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from fordran.api.description.guides import GUIDES

HERE = Path(__file__).parents[1]
SECONDS_TO_BUILD, SECONDS_TO_INSTALL, SECONDS_TO_START, SECONDS_TO_STOP = 300, 600, 900, 60
SECONDS_TO_PRINT = 60


def main() -> None:
    """Go through it all, and say how long each part took."""
    with tempfile.TemporaryDirectory(prefix="fordran-wheel-") as name:
        folder = Path(name)
        folder.chmod(0o755)  # PostgreSQL runs as a user of its own where we are root
        wheel = _told("built", _build, folder)
        _look_into(wheel)
        fordran = _told("installed", _install, folder, wheel)
        client = _told("built and installed the client", _install_client, folder)
        _told("served", _serve, folder, fordran, client)


def _told(what: str, do: Any, *given: Any) -> Any:
    began = time.monotonic()
    done = do(*given)
    print(f"{what} in {time.monotonic() - began:.0f} s", flush=True)
    return done


def _build(folder: Path) -> Path:
    """The wheel, built from a copy, since building leaves files behind that the next build would take along."""
    listed = _run(["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], HERE, SECONDS_TO_BUILD)
    for name in filter(None, listed.split("\0")):
        target = folder / "source" / name
        target.parent.mkdir(parents=True, exist_ok=True)
        if (HERE / name).is_file():
            shutil.copy(HERE / name, target)
    build = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(folder / "dist")]
    _run(build, folder / "source", SECONDS_TO_BUILD)
    (wheel,) = (folder / "dist").glob("*.whl")
    return wheel


def _look_into(wheel: Path) -> None:
    """See that the wheel has every file of the package, the licence, and nothing of the tests."""
    with zipfile.ZipFile(wheel) as archive:
        inside = set(archive.namelist())
    package = {path.relative_to(HERE).as_posix() for path in (HERE / "fordran").rglob("*") if path.is_file()}
    package = {name for name in package if "__pycache__" not in name}
    # The guides stand elsewhere in a checkout.
    package |= {f"fordran/api/description/guides/{name}" for name in GUIDES.values()}
    about = {name for name in inside if ".dist-info/" in name}
    assert inside - about == package, sorted(package ^ (inside - about))
    assert any(name.endswith("/licenses/LICENSE") for name in about), sorted(about)
    kinds = {Path(name).suffix for name in package}
    assert {".py", ".sql", ".typ", ".html", ".css", ".js", ".typed"} <= kinds, kinds
    print(f"{wheel.name}: {len(package)} files of the package, {wheel.stat().st_size:,} bytes", flush=True)


def _install_client(folder: Path) -> Path:
    """The client's own program, from a wheel of its own in an environment of its own."""
    build = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(folder / "client")]
    _run(build, folder / "source" / "client", SECONDS_TO_BUILD)
    (wheel,) = (folder / "client").glob("*.whl")
    return _install(folder, wheel, "client-environment").with_name("fordran-api")


def _install(folder: Path, wheel: Path, name: str = "environment") -> Path:
    """The program, in an environment that has the wheel and what it asks for, and nothing else."""
    environment = folder / name
    # On the path, or where `make setup` put it.
    uv = shutil.which("uv") or str(Path(sys.executable).with_name("uv"))
    _run([uv, "venv", "--quiet", "--python", sys.executable, str(environment)], folder, SECONDS_TO_INSTALL)
    install = [uv, "pip", "install", "--quiet", "--python", str(environment / "bin" / "python")]
    _run([*install, "--constraint", str(HERE / "requirements-dev.lock"), str(wheel)], folder, SECONDS_TO_INSTALL)
    return environment / "bin" / "fordran"


def _serve(folder: Path, fordran: Path, client: Path) -> None:
    """Start the demo, sign in with the code that is printed, read creditors, a page and a PDF, and stop it."""
    elsewhere = folder / "elsewhere"
    elsewhere.mkdir()
    with _started([str(fordran), "serve", "--demo", "--sandbox", "--port", "0", "--data", "data"], elsewhere) as said:
        base = _found(r"^Base URL: (\S+)$", said)
        assert _asked(f"{base}/ready")[0] == 200
        code = {"code": _found(r"^API code: (\S+)$", said)}
        token = json.loads(_asked(f"{base}/authenticates/api-code", body=code)[1])["token"]
        creditors = json.loads(_asked(f"{base}/creditors", token)[1])["_items"]
        assert creditors, "the demo has no creditors"
        assert b"<style" in _asked(f"{base}/docs")[1]
        assert b"Events and webhooks</h1>" in _asked(f"{base}/docs/guides/events")[1]
        invoices = json.loads(_asked(f"{base}/invoices?max_results=1", token)[1])["_items"]
        printed = _printed(f"{base}/invoices/{invoices[0]['_id']}", token)
        assert _asked(f"{base}/media--files/{printed}", token)[1].startswith(b"%PDF")
        profile = ["profile", "add", "default", "--url", base, "--code", code["code"]]
        os.environ["XDG_CONFIG_HOME"] = str(folder / "config")
        _run([str(client), *profile], folder, SECONDS_TO_STOP)
        listed = _run([str(client), "creditors", "list", "--json"], folder, SECONDS_TO_STOP)
        assert {json.loads(line)["_id"] for line in listed.splitlines()} == {one["_id"] for one in creditors}
        print(f"{len(creditors)} creditors, also by the client; an invoice as PDF", flush=True)


def _printed(invoice: str, token: str) -> str:
    """The id of an invoice's print; while the worker is about to make it, an invoice is read without."""
    until = time.monotonic() + SECONDS_TO_PRINT
    while time.monotonic() < until:
        read = json.loads(_asked(invoice, token)[1])
        if "print" in read:
            return str(read["print"])
        time.sleep(0.2)
    sys.exit(f"not printed in {SECONDS_TO_PRINT} s: {read}")


@contextmanager
def _started(command: list[str], folder: Path) -> Iterator[str]:
    """What a service says until it is ready; it is interrupted in the end, and has to end well."""
    left_out = ("FORDRAN_", "PG", "PYTHON", "VIRTUAL_ENV")
    environment = {name: value for name, value in os.environ.items() if not name.startswith(left_out)}
    process = subprocess.Popen(
        command,
        cwd=folder,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=(folder / "errors").open("w"),
        start_new_session=True,
        # What this was started with may have Ctrl-C ignored.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    try:
        yield _read_until("Try it:", process, SECONDS_TO_START, folder)
        os.killpg(process.pid, signal.SIGINT)
        ended = process.wait(SECONDS_TO_STOP)
        assert ended == 0, f"it ended with {ended}: {(folder / 'errors').read_text()[-2000:]}"
    finally:
        if process.poll() is None:
            process.terminate()
            process.wait(SECONDS_TO_STOP)


def _read_until(ends: str, process: subprocess.Popen[bytes], seconds: float, folder: Path) -> str:
    """What a process prints, up to a line that begins so; it may take so long."""
    assert process.stdout is not None
    said, until = b"", time.monotonic() + seconds
    with selectors.DefaultSelector() as ready:
        ready.register(process.stdout, selectors.EVENT_READ)
        while f"\n{ends}".encode() not in said:
            assert ready.select(max(0, until - time.monotonic())), (
                f"not ready in {seconds} s, but said: {said.decode()}"
            )
            piece = os.read(process.stdout.fileno(), 65536)
            assert piece, f"it ended: {(folder / 'errors').read_text()[-2000:]}"
            said += piece
    return said.decode()


def _found(pattern: str, text: str) -> str:
    found = re.search(pattern, text, re.MULTILINE)
    assert found, text
    return found[1]


def _asked(url: str, token: str = "", body: dict[str, Any] | None = None) -> tuple[int, bytes]:
    """The status and body of an answer; anything from 400 up is raised."""
    headers = {"content-type": "application/json"} | ({"x-api-key": token} if token else {})
    request = urllib.request.Request(url, json.dumps(body).encode() if body else None, headers)
    with urllib.request.urlopen(request, timeout=30) as answer:
        return answer.status, answer.read()


def _run(command: list[str], folder: Path, seconds: float) -> str:
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=seconds, check=False)
    if done.returncode:
        sys.exit(f"{' '.join(command)} ended with {done.returncode}:\n{done.stdout[-3000:]}{done.stderr[-3000:]}")
    return done.stdout


if __name__ == "__main__":
    main()
