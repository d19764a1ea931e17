"""Heads that two readers could read differently: trailers of chunked bodies, which must not count, and doubled headers."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable

from tools.fuzz.counts import Counts
from tools.fuzz.installation import Installation
from tools.fuzz.sockets import exchange

PART = "heads"
_STATUS = re.compile(rb"^HTTP/1\.1 (\d{3}) ")
_DATE_OR_ID = re.compile(rb"(?im)^(date|x-request-id|x-ratelimit-\w+):[^\r\n]*\r\n")
TRAILERS = (
    "X-API-Key: {token}", "x-api-key: {token}", "X-API-Key: other", "X-Forwarded-For: 10.0.0.1", "Forwarded: for=10.0.0.1",
    "Idempotency-Key: from-a-trailer", "X-HTTP-Method-Override: DELETE", "If-Match: *", "Content-Length: 5",
    "Transfer-Encoding: chunked", "Host: elsewhere.example", "Content-Type: text/plain", "Connection: close", "X-Odd: å",
)  # fmt: skip
ONCE = {
    "X-API-Key": ("{token}", "other", ""),
    "Host": ("x", "elsewhere.example", ""),
    "Idempotency-Key": ("one", "two"),
    "If-Match": ('"0"', "*"),
}
"""Headers that decide something, with values for two of them: any two, the same twice among them, are 400."""


class Heads:
    """Requests over bare sockets, whose head or end says something twice."""

    def __init__(self, installation: Installation, counts: Counts, seeded: int) -> None:
        self.port = installation.server.port
        self.token = installation.tokens["operator"]
        self.counts = counts
        self.chance = random.Random(seeded)
        self.as_usual = self.answered(self.chunked(self.key(), []))

    def run(self, most: int, is_over: Callable[[], bool] = lambda: False) -> None:
        """At most so many of each kind."""
        for _ in range(most):
            if is_over():
                return
            self.unsigned()
            self.followed()
            self.doubled()
            self.two_lengths()

    def unsigned(self) -> None:
        """A token that only a trailer has is none."""
        trailers = [f"X-API-Key: {self.token}", *self.trailers()]
        self.hold("a token in a trailer", self.chunked("", trailers), 400 if _are_unreadable(trailers) else 401)

    def followed(self) -> None:
        """Whatever follows the body, the answer is the one without it."""
        trailers = self.trailers()
        status, answer = self.answered(self.chunked(self.key(), trailers))
        if (status, answer) != self.as_usual and not (status == 400 and _are_unreadable(trailers)):
            self.counts.found(f"heads: trailers {trailers} changed the answer: {answer[:300]!r}")

    def doubled(self) -> None:
        """What may be given once is refused when it is given twice."""
        name = self.chance.choice(list(ONCE))
        values = [self.chance.choice(ONCE[name]).format(token=self.token) for _ in range(2)]
        names = [self.chance.choice((name, name.lower(), name.upper())) for _ in range(2)]
        fixed = {"host": "x", "x-api-key": self.token}
        lines = [f"{key}: {value}" for key, value in fixed.items() if key != name.lower()]
        for key, value in zip(names, values, strict=True):
            lines.insert(self.chance.randint(0, len(lines)), f"{key}: {value}")
        body = b"{}"
        lines += ["Content-Type: application/json", f"Content-Length: {len(body)}", "Connection: close"]
        method = self.chance.choice(("POST /users", "GET /users", "PATCH /users/" + "0" * 24, "GET /health"))
        sent = f"{method} HTTP/1.1\r\n" + "".join(f"{line}\r\n" for line in lines) + "\r\n"
        self.hold(f"{name} twice", sent.encode() + body, 400)

    def two_lengths(self) -> None:
        """Two lengths that differ are refused, and what stands after the shorter is never a request of its own."""
        hidden = f"GET /users HTTP/1.1\r\nHost: x\r\nX-API-Key: {self.token}\r\n\r\n".encode()
        lengths = self.chance.sample((2, 2 + len(hidden), 0, 1_000), 2)
        head = "".join(
            f"{self.chance.choice(('Content-Length', 'content-length'))}: {length}\r\n" for length in lengths
        )
        sent = f"POST /users HTTP/1.1\r\nHost: x\r\n{self.key()}Content-Type: application/json\r\n{head}\r\n{{}}"
        self.hold("two lengths", sent.encode() + hidden, 400)

    # Sending -----------------------------------------------------------------------------------------------------------------

    def key(self) -> str:
        return f"X-API-Key: {self.token}\r\n"

    def trailers(self) -> list[str]:
        return [line.format(token=self.token) for line in self.chance.sample(TRAILERS, self.chance.randint(1, 5))]

    def chunked(self, head: str, trailers: list[str]) -> bytes:
        """A request that is refused for its body, in pieces of any size, with trailers at its end."""
        left, pieces = json.dumps({"name": "Ö" * 20, "unknown": 1}).encode(), []
        while left:
            size = self.chance.randint(1, len(left))
            pieces.append(f"{size:x}\r\n".encode() + left[:size] + b"\r\n")
            left = left[size:]
        start = f"POST /users HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n{head}Transfer-Encoding: chunked\r\n\r\n"
        end = "0\r\n" + "".join(f"{line}\r\n" for line in trailers) + "\r\n"
        after = "GET /health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
        return start.encode() + b"".join(pieces) + (end + after).encode("latin-1")

    def answered(self, sent: bytes) -> tuple[int, bytes]:
        """The status and the whole of the first answer, but for what differs every time."""
        came, _ = exchange(self.port, sent, 1.0)
        came = b"HTTP/1.1 ".join(came.split(b"HTTP/1.1 ")[:2])
        match = _STATUS.match(came)
        status = int(match.group(1)) if match else 0
        self.counts.answered(PART, "heads", status, 0)
        return status, _DATE_OR_ID.sub(b"", came)

    def hold(self, remark: str, sent: bytes, wanted: int) -> None:
        status, answer = self.answered(sent)
        if status != wanted:
            self.counts.found(
                f"heads: {remark}: {status} where {wanted} was to come: {answer[:300]!r} to {sent[:300]!r}"
            )


def _are_unreadable(trailers: list[str]) -> bool:
    """Whether some of them would say where the message ends, for which the whole of it is refused."""
    return any(line.startswith(("Content-Length", "Transfer-Encoding")) for line in trailers)
