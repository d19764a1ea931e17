"""What asks the service: an answer that comes late is asked for again, and a write is told by its first answer."""

from __future__ import annotations

from types import SimpleNamespace
from typing import cast

import httpx
import pytest

from tools.fuzz import asking as asked
from tools.fuzz.asking import Asking
from tools.fuzz.counts import Counts
from tools.fuzz.installation import Installation


def asking(counts: Counts, answers: list[int]) -> Asking:
    server = SimpleNamespace(url="http://service")
    client = Asking(cast(Installation, SimpleNamespace(server=server, tokens={"operator": "x"})), counts, "part")
    body = {"_status": "ERR", "_error": {"code": 422, "message": "not unique"}}

    def answer(_: httpx.Request) -> httpx.Response:
        return httpx.Response(answers.pop(0), json=body, headers={"x-request-id": "1"})

    client.client = httpx.Client(base_url="http://service", transport=httpx.MockTransport(answer))
    return client


def test_what_is_always_late_is_found_and_told_by_its_first_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(asked, "PAUSES_SECONDS", (0.0, 0.0))
    counts = Counts(most_seconds=-1.0)
    with asking(counts, [201, 422, 422]) as client:
        assert client.ask("POST", "/invoice--registrations").status_code == 201
    assert counts.requests["part"] == 3
    assert [finding.partition(":")[0][-2:] for finding in counts.findings] == [" s"]


def test_what_is_in_time_is_asked_once() -> None:
    counts = Counts()
    with asking(counts, [201, 422]) as client:
        assert client.ask("POST", "/invoice--registrations").status_code == 201
    assert counts.requests["part"] == 1
    assert not counts.findings
