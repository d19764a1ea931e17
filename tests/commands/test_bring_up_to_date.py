"""Bringing a database up to date while it comes and goes."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any

import pytest

from fordran import clock
from fordran.commands import installation
from fordran.commands.installation import bring_up_to_date
from fordran.settings import Settings
from fordran.store.connections.troubles import ConnectionLost, DatabaseAway, DatabaseReadOnly

AWAY, LOST = DatabaseAway("It cannot be reached."), ConnectionLost("It was lost.")
READ_ONLY = DatabaseReadOnly("It takes no writes.")


class _Database:
    """A database that is in trouble some times, and then is not."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, *troubles: Exception) -> None:
        self.troubles = list(troubles)
        self.asked: list[str] = []
        self.waits: list[float] = []
        monkeypatch.setattr(installation, "migrate", self.migrate)
        monkeypatch.setattr(installation, "in_transaction", self.done)
        monkeypatch.setattr(clock, "sleep", self.waits.append)

    async def migrate(self, url: str) -> None:
        self.asked.append(url)
        if self.troubles:
            raise self.troubles.pop(0)

    def done(self, settings: Settings, work: Callable[[Any], Awaitable[Any]]) -> None:
        assert settings.database_url == self.asked[-1]


SETTINGS = replace(Settings(), database_url="postgresql://first")


@pytest.mark.parametrize("troubles", [(LOST,), (LOST, AWAY, AWAY), (LOST,) * 14])
def test_one_that_was_there_a_moment_ago_is_waited_for(
    monkeypatch: pytest.MonkeyPatch, troubles: tuple[Exception, ...]
) -> None:
    database = _Database(monkeypatch, *troubles)
    assert bring_up_to_date(SETTINGS) is SETTINGS
    assert len(database.waits) == len(troubles)


@pytest.mark.parametrize("trouble", [AWAY, READ_ONLY])
def test_one_that_never_was_there_or_takes_nothing_is_told_of_at_once(
    monkeypatch: pytest.MonkeyPatch, trouble: Exception
) -> None:
    database = _Database(monkeypatch, trouble)
    with pytest.raises(type(trouble)):
        bring_up_to_date(SETTINGS)
    assert database.waits == []


def test_one_that_stays_away_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    database = _Database(monkeypatch, *[LOST] * 15)
    with pytest.raises(ConnectionLost):
        bring_up_to_date(SETTINGS)
    assert len(database.waits) == 14


def test_a_server_of_our_own_is_started_again_wherever_it_is_then(monkeypatch: pytest.MonkeyPatch) -> None:
    database = _Database(monkeypatch, AWAY, AWAY)
    moved = replace(SETTINGS, database_url="postgresql://second")
    assert bring_up_to_date(SETTINGS, lambda: moved) is moved
    assert database.asked == ["postgresql://first", "postgresql://second", "postgresql://second"]
