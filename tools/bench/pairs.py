"""Two servers under the same load in alternation: the ratio of what they answer."""

from __future__ import annotations

import statistics
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import orjson

from tools.bench.results import Result
from tools.bench.servers import Server

Driven: TypeAlias = tuple[Server, Iterator[Sequence[str]]]
"""A server, and for every round the requests that are sent to it again and again."""


class Refused(Exception):
    """A server did not answer 2xx to the load, so that its speed says nothing."""


@dataclass(frozen=True)
class Load:
    """How hard and how long each server is driven, and how many times in turn."""

    rounds: int = 5
    seconds: float = 0.6
    connections: int = 16


@dataclass(frozen=True)
class Comparison:
    """Medians over the rounds. The ratio is the median of the rounds' own, so that a machine that is slow for a while
    is slow for both."""

    ratio: float
    per_second: tuple[float, float]
    median_ms: tuple[float, float]
    spread: tuple[float, float]
    """The least and the greatest ratio of a round."""


def compare(first: Driven, second: Driven, load: Load) -> Comparison:
    """How the first answers, as a part of how the second does."""
    rounds = [(drive(first, load), drive(second, load)) for _ in range(load.rounds)]
    ratios = [one["per_second"] / other["per_second"] for one, other in rounds]
    return Comparison(
        statistics.median(ratios),
        (_median([one for one, _ in rounds], "per_second"), _median([other for _, other in rounds], "per_second")),
        (_median([one for one, _ in rounds], "median_ms"), _median([other for _, other in rounds], "median_ms")),
        (min(ratios), max(ratios)),
    )


def drive(driven: Driven, load: Load, *, may_refuse: bool = False, per_second: float | None = None) -> dict[str, float]:
    """Drive one server once, from a process of its own; by the clock where it is told how many a second."""
    server, rounds = driven
    requests = next(rounds)
    told_of = [server.port, load.seconds, load.connections, *([per_second] if per_second else [])]
    done = subprocess.run(
        [sys.executable, "-m", "tools.bench.load", "127.0.0.1", *map(str, told_of)],
        input=orjson.dumps(requests),
        stdout=subprocess.PIPE,
        check=True,
    )
    told: dict[str, float] = orjson.loads(done.stdout)
    if (told["refused"] and not may_refuse) or not told["per_second"]:
        raise Refused(
            f"{server.name} refused or dropped {told['refused']:.0f} requests such as {requests[0].splitlines()[0]}"
        )
    return told


def get(target: str, token: str) -> str:
    """A GET as it goes over the wire."""
    return f"GET {target} HTTP/1.1\r\nHost: bench\r\nX-API-Key: {token}\r\nAccept: application/json\r\n\r\n"


def post(target: str, token: str, document: object) -> str:
    """A POST of a JSON document as it goes over the wire."""
    body = orjson.dumps(document).decode()
    return (
        f"POST {target} HTTP/1.1\r\nHost: bench\r\nX-API-Key: {token}\r\nContent-Type: application/json\r\n"
        f"Content-Length: {len(body.encode())}\r\n\r\n{body}"
    )


def against_bare(name: str, found: Comparison, aim: float) -> Result:
    """The comparison of the service with the bare application, as a result."""
    service, bare = found.per_second
    made_of = {"service/s": service, "bare/s": bare, "service ms": found.median_ms[0]}
    return Result(name, found.ratio, "× bare", aim, made_of, found.spread)


def _median(rounds: list[dict[str, float]], name: str) -> float:
    return statistics.median(told[name] for told in rounds)
