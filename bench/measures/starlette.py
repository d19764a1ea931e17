"""What parts of Starlette would cost in place of our own: requests that a second of one core answers, against the service's.

Variants take turns in one process (`bench/starlette_turns.py`), so that a machine that does other things blurs the numbers
less than it would between processes. Decision 0019 has what was found.
"""

from __future__ import annotations

import statistics
from collections.abc import Iterator
from dataclasses import replace
from itertools import repeat

import httpx

from bench.ground import Ground
from bench.pairs import drive
from bench.results import Result
from bench.starlette_variants import ORIGIN, VARIANTS
from fordran.resources.creditors import CREDITORS

ABOUT = "the service with Starlette's request, router, CORS, or all of it, against the service"
BY_DEFAULT = False
AIM = 0.95

_TARGETS = {
    "no database, late in the table": "/health",
    "no such document, early in the table": "/users/nothing",
    "one creditor": "/creditors/{id}",
    "list 25 creditors": "/creditors",
}


def measure(ground: Ground) -> Iterator[Result]:
    """Each variant for each target: the median of the rounds' ratios, the middle half of them, and the time of a request."""
    installation = ground.installation()
    server = ground.other("bench.starlette_turns")
    token = installation.token(server, operator=True)
    ids = installation.ids(CREDITORS.view)
    # Few at once: those under way when the turn changes are counted for the next variant.
    load = replace(ground.load, seconds=ground.load.seconds * ground.load.rounds, connections=4)
    for about, target in _TARGETS.items():
        ground.say(f"Driving all variants: {about}.")
        requests = [_get(target.replace("{id}", id_), token) for id_ in (ids if "{id}" in target else ids[:1])]
        httpx.get(server.url + "/turns").raise_for_status()
        drive((server, repeat(requests)), load, may_refuse="nothing" in target)
        rounds: list[list[float]] = httpx.get(server.url + "/turns").json()
        yield from _results(about, rounds)


def _results(about: str, rounds: list[list[float]]) -> Iterator[Result]:
    own = [turns[0] for turns in rounds]
    for place, name in enumerate(VARIANTS[1:], 1):
        ratios = [turns[0] / turns[place] for turns in rounds]
        low, middle, high = statistics.quantiles(ratios, n=4)
        spent = {"µs own": statistics.median(own), f"µs {name}": statistics.median(turns[place] for turns in rounds)}
        made_of = {"quarter below": low, "quarter above": high, "rounds": len(rounds)} | spent
        yield Result(f"{about}: {name}", middle, "× own", AIM, made_of)


def _get(target: str, token: str) -> str:
    """A GET as a page of another origin has a browser send it."""
    head = f"Host: bench\r\nOrigin: {ORIGIN}\r\nX-API-Key: {token}\r\nAccept: application/json\r\n"
    return f"GET {target} HTTP/1.1\r\n{head}\r\n"
