"""`fordran listen`: every event once, as it comes, until Ctrl-C."""

from __future__ import annotations

import asyncio
import json
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from fordran import clock
from fordran.actions.note_event import DomainEvent, note_events
from fordran.store.connections.database import connect
from fordran.store.embedded import server as embedded
from tests.commands.running import ENDS_WITHIN, FORDRAN, environment, fordran

ACCOUNT, OTHER = "a" * 24, "b" * 24


@pytest.fixture(scope="module")
def url(data: Path) -> Iterator[str]:
    """The installation's database."""
    assert fordran("migrate", "--data", data).returncode == 0
    with embedded.server(data, fast=True) as address:
        yield address


def note(url: str, *events: DomainEvent) -> None:
    async def run() -> None:
        connection = await connect(url)
        try:
            async with connection.transaction():
                await note_events(connection, events, clock.now())
        finally:
            await connection.close()

    asyncio.run(run())


@contextmanager
def listening(data: Path, *options: str) -> Iterator[subprocess.Popen[str]]:
    command = [*FORDRAN, "listen", *options, "--data", str(data)]
    process = subprocess.Popen(
        command, env=environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    try:
        yield process
    finally:
        if process.poll() is None:
            process.kill()
        process.communicate()


def lines(process: subprocess.Popen[str], count: int) -> list[str]:
    assert process.stdout is not None
    return [process.stdout.readline().rstrip("\n") for _ in range(count)]


def test_events_are_printed_as_they_come_and_none_is_missed(data: Path, url: str) -> None:
    note(url, DomainEvent("account.created", ACCOUNT), DomainEvent("account.created", OTHER))
    with listening(data, "--after", "0", "--json") as process:
        first = [json.loads(line) for line in lines(process, 2)]
        for number in range(20):
            note(url, DomainEvent("case.held", ACCOUNT, data={"hold": str(number)}))
        later = [json.loads(line) for line in lines(process, 20)]
        process.send_signal(signal.SIGINT)
        output, errors = process.communicate(timeout=ENDS_WITHIN)
    assert (process.returncode, output, errors) == (0, "", "")
    assert [event["account"] for event in first] == [ACCOUNT, OTHER]
    assert [event["data"]["hold"] for event in later] == [str(number) for number in range(20)]
    positions = [event["position"] for event in first + later]
    assert positions == list(range(1, 23))
    assert first[0].keys() == {"_id", "_created", "position", "type", "account", "data"}


def test_what_is_asked_for_is_printed_and_nothing_else(data: Path, url: str) -> None:
    with listening(data, "--account", OTHER, "--type", "case.held", "--type", "case.started") as process:
        assert process.stderr is not None
        assert process.stderr.readline() == "Listening for events. Ctrl-C stops it.\n"
        clock.sleep(1)  # until it has looked for the first time: it begins with what comes after that
        note(
            url,
            DomainEvent("case.held", ACCOUNT),
            DomainEvent("letter.sent", OTHER),
            DomainEvent("case.started", OTHER, case="c" * 24),
        )
        note(url, DomainEvent("case.held", OTHER, data={"hold": "respite"}))
        started, held = lines(process, 2)
        process.send_signal(signal.SIGTERM)
        output, _ = process.communicate(timeout=ENDS_WITHIN)
    assert (process.returncode, output) == (0, "")
    assert "case.started" in started
    assert f"case {'c' * 24}" in started
    assert held.endswith("hold respite")


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["--type", "case.exploded"], "There is no event type 'case.exploded'. There are: account.created,"),
        (["--account", "me"], "'me' is not the id of an account."),
    ],
)
def test_what_there_is_none_of_is_refused(data: Path, options: list[str], sentence: str) -> None:
    refused = fordran("listen", *options, "--data", data)
    assert (refused.returncode, refused.stdout) == (2, "")
    assert refused.stderr.startswith(sentence)
