"""Asking the service over HTTP and holding every answer to what holds of any: no 5xx, the one shape, an id, within a second."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any

import httpx
import orjson

from tools.fuzz.counts import Counts
from tools.fuzz.installation import Installation

PAUSES_SECONDS = (2.0, 10.0)
"""A machine that does something else makes any answer late. What is late is asked again after each of these, when the machine is
itself: late each time, it is ours."""
ANSWER_SECONDS, SLOW_SECONDS = 60, 600
_NONE = httpx.Response(599, content=b"{}", headers={"content-type": "application/json"})
"""In the place of an answer that did not come."""


class Asking:
    """A client of an installation that looks at whatever it is answered."""

    def __init__(self, installation: Installation, counts: Counts, part: str) -> None:
        self.installation = installation
        self.counts = counts
        self.part = part
        self.client = httpx.Client(base_url=installation.server.url, timeout=ANSWER_SECONDS)

    def __enter__(self) -> Asking:
        return self

    def __exit__(self, *_: object) -> None:
        self.client.close()

    def ask(
        self,
        method: str,
        path: str,
        role: str = "operator",
        *,
        headers: Mapping[str, str | bytes] | None = None,
        content: bytes | None = None,
        query: Mapping[str, str] | None = None,
        may_be_slow: bool = False,
    ) -> httpx.Response:
        """Ask, look and count. What is late is asked again, to see whether it always is; its first answer is what counts."""
        token = self.installation.tokens[role]
        whole: dict[str, Any] = ({"x-api-key": token} if token else {}) | dict(headers or {})
        what = f"{method} {path} as {role}"
        shown = f"{what} {str(query or '')[:300]} {(content or b'')[:600]!r}"
        seconds: list[float] = []
        answers: list[httpx.Response] = []
        most_seconds = SLOW_SECONDS if may_be_slow else ANSWER_SECONDS
        while True:
            began = time.perf_counter()
            try:
                answer = self.client.request(
                    method, path, headers=whole, content=content, params=query, timeout=most_seconds
                )
            except httpx.TransportError as trouble:
                # The next is asked all the same: a request that is not answered must not hide what would be found after it.
                self.counts.found(f"no answer within {most_seconds} s, {type(trouble).__name__}: {shown}")
                return _NONE
            seconds.append(time.perf_counter() - began)
            answers.append(answer)
            if min(seconds) <= self.counts.most_seconds or may_be_slow or len(seconds) > len(PAUSES_SECONDS):
                break
            self.counts.machine.wait_until_calm(after=PAUSES_SECONDS[len(seconds) - 1])
        if min(seconds) > self.counts.most_seconds and not may_be_slow:
            self.counts.found(f"{min(seconds):.1f} s: {shown}")
        for answer in answers:
            self.counts.answered(self.part, what, answer.status_code, 0 if may_be_slow else min(seconds))
            for wrong in wrongs(answer):
                self.counts.found(f"{wrong}: {answer.status_code} {answer.text[:200]}: {shown}")
        return answers[0]


def wrongs(answer: httpx.Response) -> list[str]:
    """What is wrong with an answer, whatever was asked."""
    found = []
    if answer.status_code >= 500:
        found.append("a server error")
    if "x-request-id" not in answer.headers:
        found.append("no request id")
    if answer.status_code >= 400 and answer.request.method != "HEAD":
        try:
            body = orjson.loads(answer.content)
            if (
                body["_status"] != "ERR"
                or body["_error"]["code"] != answer.status_code
                or not body["_error"]["message"]
            ):
                found.append("not the shape of an error")
        except (orjson.JSONDecodeError, KeyError, TypeError):
            found.append("not the shape of an error")
    return found
