"""A database that takes no writes, as a standby does: every command that writes ends with a sentence and exit code 2."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import asyncpg
import pytest

from fordran.commands.app import COMMANDS, command_of
from fordran.store.embedded import server as embedded
from tests.commands.running import fordran
from tests.console.test_users import public_key
from tests.prepared import copy_data

ID = "0" * 24
WRITERS: dict[str, tuple[str, ...]] = {
    "serve": ("--port", "0"),
    "worker": (),
    "migrate": (),
    "partner add": ("--name", "P", "--integration-id", "p", "--organization-no", "5560160680"),
    "client add": ("--name", "C", "--operator", "--ip", "127.0.0.1"),
    "client rotate": (ID,),
    "client disable": (ID,),
    "client enable": (ID,),
    "client add-key": (ID, "--public-key", public_key()),
    "client remove-key": (ID, ID),
    "user add": ("--name", "U", "--email", "u@example.com", "--role", "handler"),
    "user link": (ID,),
    "import invoices": ("{file}", "--account", ID, "--creditor", ID),
    "import cases": ("{file}", "--account", ID, "--creditor", ID),
    "bank import": ("{file}",),
    "payouts prepare": (),
    "payouts invoice": (),
    "payouts invoices-paid": ("{file}",),
    "payouts export": (),
    "deliveries retry": (ID,),
    "letters returned": ("{file}",),
    "privacy erase": ("811218-9876",),
    "privacy due": (),
    "privacy confirm": (ID, "--as", ID),
    "privacy put-off": (ID, "--as", ID, "--until", "2099-01-01", "--note", "Tvist"),
    "settings set": ("reminder_fee", "60"),
    "settings unset": ("reminder_fee",),
    "settings add-template": ("T",),
    "approvals approve": (ID, "--as", ID),
    "approvals reject": (ID, "--as", ID),
    "swish settle": (ID, "--paid", "--as", ID),
    "law add": ("reminder", "--from", "2030-01-01", "--amount", "70"),
    "law approve": (ID, "--as", ID),
    "law reject": (ID, "--as", ID),
    "clock advance": ("--days", "1"),
    "clock set": ("2030-01-01",),
    "debtor link": (ID,),
    "books close": ("2025-01",),
    "books confirm": ("2025-01", "--as", ID),
}
READERS = {
    "verify", "backup", "client list", "client show", "sie export", "trace", "listen", "letters verify", "settings show",
    "settings templates", "law show", "clock show", "simulate", "explain", "privacy export",
    "books show", "approvals show",
}  # fmt: skip
ELSEWHERE = {
    "restore": "makes an installation where there is none",
    "distribute": "needs Citus",
    "simulators": "needs none",
    "autogiro export": "needs its section of the settings: test_autogiro.py",
    "autogiro import": "likewise",
    "fortnox connect": "likewise: test_fortnox.py",
    "fortnox sync": "likewise",
    "visma consent": "likewise: test_visma.py",
    "visma connect": "likewise",
    "visma sync": "likewise",
}


@pytest.fixture(scope="module")
def read_only(prepared: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A data folder whose database takes no writes."""
    folder = copy_data(prepared, tmp_path_factory.mktemp("installation") / "data")
    with embedded.server(folder, fast=True) as url:

        async def close_for_writing() -> None:
            connection = await asyncpg.connect(url)
            name = await connection.fetchval("select current_database()")
            await connection.execute(f'alter database "{name}" set default_transaction_read_only = on')
            await connection.close()

        asyncio.run(close_for_writing())
        (folder / "some.csv").write_text("invoice_number\n1\n")
        yield folder


@pytest.mark.parametrize("command", WRITERS)
def test_a_command_that_writes_says_that_the_database_takes_no_writes(read_only: Path, command: str) -> None:
    arguments = [argument.format(file=read_only / "some.csv") for argument in WRITERS[command]]
    done = fordran(*command.split(), *arguments, "--data", read_only)
    assert (done.returncode, done.stdout) == (2, ""), done.stderr
    assert "Traceback" not in done.stderr
    assert "takes no writes" in done.stderr
    printed = [line for line in done.stderr.strip().splitlines() if not line.startswith("PostgreSQL stays up")]
    assert len(printed) == 1, done.stderr


def leaves(command: Any, name: str) -> Iterator[str]:
    below = getattr(command, "commands", None)
    if not below:
        yield name
    for part, one in (below or {}).items():
        yield from leaves(one, f"{name} {part}")


def test_every_command_is_tried_or_only_reads() -> None:
    every = {leaf for name in COMMANDS for leaf in leaves(command_of(name), name)}
    reports = {leaf for leaf in every if leaf.startswith("report ")}
    assert every == WRITERS.keys() | READERS | ELSEWHERE.keys() | reports
    assert not WRITERS.keys() & READERS
