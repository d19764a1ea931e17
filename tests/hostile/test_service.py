"""The service is asked what it should not be asked, for seconds; `make fuzz` does the same for minutes."""

from __future__ import annotations

import pytest

from fuzz.counts import Counts
from fuzz.described import Described
from fuzz.installation import Installation
from fuzz.sockets import Abuse, abuse, abuses, trickle_all
from fuzz.values import Hostile

SEED = 20261115
MUCH = 15.0
"""Seconds for an answer, on a machine that runs other tests at the same time."""


def fails(counts: Counts) -> str:
    return "\n\n".join(counts.findings)


def test_answers_are_as_described_whatever_role_asks(installation: Installation) -> None:
    counts = Counts(most_seconds=MUCH)
    Described(installation, counts, SEED).run(8, most=8)
    assert not counts.findings, fails(counts)
    assert sum(counts.requests.values()) > 30


def test_hostile_values_are_refused(installation: Installation) -> None:
    counts = Counts(most_seconds=MUCH)
    Hostile(installation, counts, SEED).run(300)
    assert not counts.findings, fails(counts)
    assert counts.server_errors == 0
    assert counts.statuses[422] > 50


ABUSES = [one.remark for one in abuses("")]


@pytest.mark.parametrize("number", range(len(ABUSES)), ids=ABUSES)
def test_what_is_no_proper_request_is_answered_or_cut_off(installation: Installation, number: int) -> None:
    counts = Counts(most_seconds=MUCH)
    given: Abuse = list(abuses(installation.tokens["operator"]))[number]
    abuse(installation, counts, given)
    assert not counts.findings, fails(counts)


def test_slow_clients_keep_nobody_else_waiting(installation: Installation) -> None:
    counts = Counts(most_seconds=MUCH)
    trickle_all(installation, counts)
    assert not counts.findings, fails(counts)


def test_nothing_went_wrong_unseen(installation: Installation) -> None:
    """Last: what a client was not told of stands in the log."""
    log = (installation.folder / "service.log").read_text()
    assert '"exception"' not in log, log
