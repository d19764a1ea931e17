"""A type checker accepts the README's code, and finds a name that the interface does not have."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

CLIENT = Path(__file__).parents[2] / "client"
README = (CLIENT / "README.md").read_text(encoding="utf-8")
HEAD = """
from fordran_client import ApiCode, Fordran

client = Fordran("https://fordran.example", ApiCode("x"))
"""
WRONG = {
    "a resource": 'client.case.get("1")',
    "an act": 'client.cases.act("1", "respit", until="2026-12-01")',
    "a field of an act": 'client.cases.act("1", "respite", untill="2026-12-01")',
    "a field that is missing": 'client.cases.act("1", "respite")',
    "a value of a closed list": 'client.cases.act("1", "disputes", reason="No.", kind="evident")',
    "a field of a body": 'client.webhooks.create({"account": "1", "creditor": "2", "url": "https://a.example", "urll": ""})',
    "a field of a change": 'client.creditors.change("1", descripton="Moved")',
    "a part": 'client.cases.part("1", "statment")',
    "a parameter of a part": 'client.cases.part("1", "statement", on="2026-12-01")',
    "a resource that is not created": "client.events.create({})",
    "a field of an answer": 'print(client.cases.part("1", "statement").total)',
}


def check(folder: Path, source: str) -> list[str]:
    """The lines in which `mypy --strict` finds an error."""
    file = folder / "checked.py"
    file.write_text(source, encoding="utf-8")
    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "mypy",
            "--strict",
            "--cache-dir",
            str(folder / "cache"),
            "--no-error-summary",
            str(file),
        ],
        cwd=folder,
        env={**os.environ, "MYPYPATH": str(CLIENT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode in (0, 1), done.stdout + done.stderr
    return [line for line in done.stdout.splitlines() if ": error: " in line]


def test_the_code_of_the_readme_is_typed(tmp_path: Path) -> None:
    blocks = re.findall(r"^```python\n(.*?)^```", README, re.MULTILINE | re.DOTALL)
    assert check(tmp_path, "\n".join(blocks)) == []


def test_a_wrong_name_is_found(tmp_path: Path) -> None:
    errors = check(tmp_path, HEAD + "\n".join(WRONG.values()) + "\n")
    found = {int(line.split(":")[1]) for line in errors}
    first = HEAD.count("\n") + 1
    assert [name for number, name in enumerate(WRONG, first) if number not in found] == []


RIGHT = """
client.cases.act("1", "respite", until="2026-12-01").status
client.cases.part("1", "statement", at="2026-12-01").lines[0].law
client.creditors.change("1", description="Moved").etag
client.webhooks.delete("1")
"""


def test_right_names_are_accepted(tmp_path: Path) -> None:
    assert check(tmp_path, HEAD + RIGHT) == []
