"""Help comes at once: it is printed without importing what commands need, and says what the commands say of themselves."""

from __future__ import annotations

import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import pytest
from typer.testing import CliRunner

from fordran.commands.app import COMMANDS, app, command_of
from tests.commands.running import environment

SCRIPT = Path(sys.executable).with_name("fordran")

HEAVY = ("asyncpg", "structlog", "httpx", "lxml", "typst", "uvicorn", "rich", "fordran.actions")
"""Some modules that a command may need, and its help does not."""


@pytest.mark.parametrize("name", COMMANDS)
def test_the_list_of_commands_says_what_each_says_of_itself(name: str) -> None:
    assert command_of(name).get_short_help_str(300) == COMMANDS[name]


@pytest.mark.parametrize("name", COMMANDS)
def test_no_command_offers_to_complete_itself(name: str) -> None:
    assert [
        option for parameter in command_of(name).params for option in parameter.opts if "completion" in option
    ] == []


def test_the_version_is_that_of_the_package() -> None:
    assert CliRunner().invoke(app, ["--version"]).output == f"fordran {version('fordran')}\n"


@pytest.mark.parametrize(
    ("typed", "completed"),
    [("fordran us", ["user"]), ("fordran user ", ["add", "link"]), ("fordran user add --na", ["--name"])],
)
def test_a_shell_completes_commands_and_options(typed: str, completed: list[str]) -> None:
    asked = {
        "_FORDRAN_COMPLETE": "complete_bash",
        "COMP_WORDS": typed,
        "COMP_CWORD": str(len(typed.split(" ")) - 1),
    }
    done = subprocess.run([SCRIPT], env=environment(asked), capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout.split() == completed


def subcommands() -> list[list[str]]:
    """Every command that can be carried out, as it is typed."""
    found = []
    for name in COMMANDS:
        below = getattr(command_of(name), "commands", {})
        found += [[name, one] for one in below] or [[name]]
    return found


def test_no_help_imports_what_takes_long() -> None:
    """What each needs to be carried out is imported when it is: one process asks for the help of all."""
    asked = [[], *(typed for typed in subcommands() if typed[0] != "report")]
    program = (
        "import sys\n"
        "from fordran.commands.app import main\n"
        f"for typed in {asked}:\n"
        "    sys.argv = ['fordran', *typed, '--help']\n"
        "    try: main()\n"
        "    except SystemExit as left: assert left.code == 0, typed\n"
        "    assert typed or 'pydantic' not in sys.modules  # with a command, typer asks for it\n"
        f"    print([(typed, name) for name in {HEAVY} if name in sys.modules], file=sys.stderr)\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout.count("Usage: fordran") == len(asked) > 40
    assert set(done.stderr.split("\n")) == {"[]", ""}


def test_no_sentence_of_the_list_is_cut_off() -> None:
    """Where it is too long for its line, it goes on in the next."""
    shown = CliRunner().invoke(app, ["--help"], terminal_width=80).output
    for name, says in COMMANDS.items():
        assert " ".join([name, says]) in " ".join(shown.split())
