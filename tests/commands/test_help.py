"""Help comes at once: it is printed without importing what commands need, and says what the commands say of themselves."""

from __future__ import annotations

import subprocess
import sys

import pytest

from fordran.commands.app import COMMANDS, command_of

HEAVY = ("asyncpg", "structlog", "pydantic", "httpx", "lxml", "typst", "uvicorn")


@pytest.mark.parametrize("name", COMMANDS)
def test_the_list_of_commands_says_what_each_says_of_itself(name: str) -> None:
    assert command_of(name).get_short_help_str(300) == COMMANDS[name]


@pytest.mark.parametrize("name", COMMANDS)
def test_no_command_offers_to_complete_itself(name: str) -> None:
    assert [
        option for parameter in command_of(name).params for option in parameter.opts if "completion" in option
    ] == []


def test_help_imports_nothing_that_takes_long() -> None:
    program = (
        "import sys; sys.argv = ['fordran', '--help']\n"
        "from fordran.commands.app import main\n"
        "try: main()\n"
        "except SystemExit: pass\n"
        f"print([name for name in {HEAVY} if name in sys.modules], file=sys.stderr)\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=True)
    assert "simulate" in done.stdout
    assert done.stderr.strip() == "[]"
