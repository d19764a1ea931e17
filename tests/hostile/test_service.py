"""The service is asked what it should not be asked, for seconds; `make fuzz` does the same for minutes."""

from __future__ import annotations

from dataclasses import replace

import pytest

from fordran.api.endpoints import endpoints
from fordran.settings import Settings
from tools.fuzz.agreed import RULES, rules_of
from tools.fuzz.counts import Counts
from tools.fuzz.described import CHECKS, Described
from tools.fuzz.heads import Heads
from tools.fuzz.installation import Installation
from tools.fuzz.printed import Printed
from tools.fuzz.promises import Promises
from tools.fuzz.sockets import Abuse, abuse, abuses, trickle_all
from tools.fuzz.values import Hostile

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


def test_the_description_and_the_door_agree_where_bounds_are_crossed(installation: Installation) -> None:
    counts = Counts(most_seconds=MUCH)
    described = Described(installation, counts, SEED)
    for name in ("POST /creditor--payments", "PATCH /users/{id}", "GET /cases", "POST /webhooks/{id}/replay"):
        described.cover(name, "operator", 12)
    assert not counts.findings, fails(counts)
    assert sum(counts.requests.values()) > 30


def test_all_checks_of_the_library_are_on() -> None:
    names = {check.__name__ for check in CHECKS}
    assert names >= {"positive_data_acceptance", "negative_data_rejection", "not_a_server_error", "ignored_auth"}
    assert len(names) >= 13


def test_every_exception_to_the_description_has_its_reason_and_an_endpoint() -> None:
    table = endpoints(replace(Settings(), sandbox=True))
    for where, rule in RULES:
        assert rule.about, where
        assert rule.reason, where
        assert any(rule in rules_of(endpoint) for endpoint in table), where


def test_what_says_something_twice_is_refused_and_what_follows_a_body_does_not_count(
    installation: Installation,
) -> None:
    counts = Counts(most_seconds=MUCH)
    Heads(installation, counts, SEED).run(6)
    assert not counts.findings, fails(counts)
    assert counts.statuses[400] >= 6
    assert counts.statuses[401] > 0


def test_promises_that_no_single_request_breaks_are_kept(installation: Installation) -> None:
    counts = Counts(most_seconds=MUCH)
    Promises(installation, counts, SEED).run(2)
    assert not counts.findings, fails(counts)
    assert sum(counts.requests.values()) > 60


def test_words_of_any_script_and_length_are_printed(installation: Installation) -> None:
    counts = Counts(most_seconds=MUCH)
    Printed(installation, counts, SEED).run(2)
    assert not counts.findings, fails(counts)
    assert (counts.statuses[201], counts.examples["papers"]) == (2, 2)


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
