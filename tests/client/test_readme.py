"""A newcomer's hour: the client's wheel in an empty environment, a demo, and the README, whose blocks of Python are run one after
the other as a reader would run them: signing in, registering, paying, following events, verifying what a webhook gets.

It takes some seconds, since everything is as a newcomer has it: a wheel, an environment, a service of its own."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from importlib.metadata import distribution
from pathlib import Path
from shutil import which

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.commands.running import ENDS_WITHIN, Running, environment, serving
from tests.prepared import copy_data

CLIENT = Path(__file__).parents[2] / "client"
EXAMPLES = CLIENT.parent / "docs" / "examples"
README = CLIENT / "README.md"
BLOCKS = re.findall(r"^```python\n(.*?)^```", README.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
SHOWN = """
assert paid.settled_amount == 200
assert position > 0
assert [one.type for one in received] == ["webhook.test"]
import fordran_client
print("from", fordran_client.__file__)
"""


def run(*command: object, folder: Path, extra: dict[str, str] | None = None, typed: str = "") -> str:
    """Run a program with a text on its standard input, and return its output; it has to end well."""
    words = [str(one) for one in command]
    done = subprocess.run(
        words, cwd=folder, env=environment(extra), input=typed, capture_output=True, text=True, timeout=ENDS_WITHIN,
        check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The client's wheel, built from a copy: building leaves files behind."""
    folder = tmp_path_factory.mktemp("client")
    for file in [CLIENT / "pyproject.toml", README, *(CLIENT / "fordran_client").iterdir()]:
        if file.is_file():
            target = folder / "source" / file.relative_to(CLIENT)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(file.read_bytes())
    pip = (sys.executable, "-m", "pip", "--disable-pip-version-check", "wheel", "--quiet", "--no-index", "--no-deps")
    run(*pip, "--no-build-isolation", "--wheel-dir", folder, folder / "source", folder=folder)
    (built,) = folder.glob("*.whl")
    return built


def needed(*names: str) -> Iterator[str]:
    """What distributions ask for, and what that asks for, and themselves."""
    left, found = [*names], set(names)
    while left:
        yield (name := left.pop())
        for said in map(Requirement, distribution(name).requires or []):
            if said.marker is None or said.marker.evaluate({"extra": ""}):
                left += {canonicalize_name(said.name)} - found
                found |= {*left}


@pytest.fixture(scope="module")
def python(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The interpreter of an environment with the wheel and what it declares that it needs, and nothing else.

    But for what moves its processes to the day of the test run.
    """
    folder = tmp_path_factory.mktemp("environment")
    run(sys.executable, "-m", "venv", "--without-pip", folder, folder=folder)
    (packages,) = folder.glob("lib/python*/site-packages")
    # As pip would from an index, which need not be within reach: from what is installed here by the lock.
    for name in {*needed("fordran-client"), "time-machine"} - {"fordran-client"}:
        for file in distribution(name).files or []:
            source = Path(str(file.locate()))
            if ".." not in file.parts and source.is_file():
                (packages / file).parent.mkdir(parents=True, exist_ok=True)
                (packages / file).symlink_to(source)
    pip = (sys.executable, "-m", "pip", "--disable-pip-version-check", "--python", folder, "install", "--quiet")
    run(*pip, "--no-index", "--no-compile", wheel, folder=folder)
    return folder / "bin" / "python"


@pytest.fixture(scope="module")
def demo(demo_data: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A demo in a sandbox, as the project's README says to start one."""
    data = copy_data(demo_data, tmp_path_factory.mktemp("demo") / "data")
    with serving("--demo", "--sandbox", "--data", data, ends="curl") as running:
        yield running


def reached(demo: Running) -> dict[str, str]:
    """Return the environment in which an example finds the demo."""
    return {"FORDRAN_URL": demo.base_url, "FORDRAN_API_CODE": demo.api_code}


def test_every_block_of_the_readme_runs_from_the_wheel_against_a_demo(
    python: Path, demo: Running, tmp_path: Path
) -> None:
    assert len(BLOCKS) >= 9
    program = tmp_path / "readme.py"
    program.write_text("\n".join([*BLOCKS, SHOWN]), encoding="utf-8")
    said = run(python, program, folder=tmp_path, extra=reached(demo))
    assert "webhook.test" in said
    assert str(python.parents[1]) in said.splitlines()[-1]


def test_the_command_line_of_the_wheel_lists_what_the_demo_has(python: Path, demo: Running, tmp_path: Path) -> None:
    program, config = python.with_name("fordran-api"), {"XDG_CONFIG_HOME": str(tmp_path)}
    run(
        program, "profile", "add", "default", "--url", demo.base_url, "--code", demo.api_code,
        folder=tmp_path, extra=config,
    )  # fmt: skip
    listed = run(program, "creditors", "list", "--json", folder=tmp_path, extra=config)
    assert len(listed.splitlines()) > 1


def test_the_first_invoice_in_python_runs_from_the_wheel(python: Path, demo: Running, tmp_path: Path) -> None:
    assert (
        run(python, EXAMPLES / "first_invoice.py", "PY-1", folder=tmp_path, extra=reached(demo)) == "PY-1: 1000 SEK\n"
    )


@pytest.mark.skipif(not (which("curl") and which("jq")), reason="The example in a shell needs curl and jq.")
def test_the_first_invoice_in_a_shell_runs(demo: Running, tmp_path: Path) -> None:
    assert run("sh", EXAMPLES / "first_invoice.sh", "SH-1", folder=tmp_path, extra=reached(demo)) == "SH-1: 1000 SEK\n"


@pytest.mark.skipif(not which("node"), reason="The example in TypeScript needs Node.js.")
def test_the_first_invoice_in_typescript_runs(demo: Running, tmp_path: Path) -> None:
    """As a module on standard input, where its types are inferred: Node.js before 22.18 reads no file of TypeScript."""
    source = (EXAMPLES / "first_invoice.ts").read_text(encoding="utf-8")
    printed = run("node", "--input-type=module", "-", "TS-1", folder=tmp_path, extra=reached(demo), typed=source)
    assert printed == "TS-1: 1000 SEK\n"
