"""How reading cases slows as they become many: the service with `--rows` cases against itself with 10,000.

One client at a time, as in `growth`. What a page holds is alike in both: its order, its filter, and how many are found.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from dataclasses import replace
from itertools import repeat
from urllib.parse import quote

from fordran import clock
from tools.bench.fill import GROUPS
from tools.bench.ground import Ground, Installation
from tools.bench.measures.night import empty_installation
from tools.bench.pairs import compare, get
from tools.bench.results import Result

ABOUT = "pages and totals of many cases against those of 10,000"
BY_DEFAULT = False
SMALL = 10_000
DUE = 1_000
AIM = 1 / 1.3


def measure(ground: Ground) -> Iterator[Result]:
    """Pages of the operator and of one creditor: how fast, as a part of the small one's."""
    sides = [_filled(ground, cases) for cases in (ground.rows, SMALL)]
    servers = [ground.service_on(of) for of in sides]
    load = replace(ground.load, connections=1, seconds=ground.load.seconds / 2)
    creditors = [of.ask(lambda tx: tx.fetchval("select min(creditor_id) from access_groups")) for of in sides]
    tokens = {
        "operator": [of.token(server, operator=True) for of, server in zip(sides, servers, strict=True)],
        "creditor": [
            of.token(server, creditors=[creditor])
            for of, server, creditor in zip(sides, servers, creditors, strict=True)
        ],
    }
    late = [of.ask(lambda tx: tx.fetchval("select id from cases order by id desc limit 1 offset 500")) for of in sides]
    customers = [of.ask(lambda tx: tx.fetchval("select min(customer_id) from cases")) for of in sides]
    for name, caller, targets in (
        ("the operator's first page", "operator", ["/cases"] * 2),
        ("a creditor's first page", "creditor", ["/cases"] * 2),
        ("the newest first", "operator", ["/cases?sort=-_created"] * 2),
        ("a late page, by key", "operator", [_page(f'{{"_id": {{"$gt": "{id_}"}}}}') + "&sort=_id" for id_ in late]),
        ("the cases of a customer", "operator", [_page(f'{{"customer": "{id_}"}}') for id_ in customers]),
        ("the case of an invoice", "operator", [_page('{"debt.invoice_number": "N-7"}')] * 2),
        ("a total", "operator", ["/cases?max_results=1&projection=" + quote('{"state": 1}')] * 2),
    ):
        ground.say(f"Driving both sizes: {name}.")
        one, other = (
            (server, repeat([get(target, token)]))
            for server, target, token in zip(servers, targets, tokens[caller], strict=True)
        )
        found = compare(one, other, load)
        times = {"ms": found.median_ms[0], f"ms of {SMALL:,}": found.median_ms[1]}
        yield Result(f"{name} of {ground.rows:,} cases", found.ratio, f"× of {SMALL:,}", AIM, times, found.spread)


def _page(where: str) -> str:
    return "/cases?where=" + quote(where)


def _filled(ground: Ground, cases: int) -> Installation:
    ground.say(f"Opening {cases:,} cases.")
    night = asyncio.run(empty_installation(ground, f"cases_{cases}"))
    asyncio.run(night.fill(cases - DUE, DUE))
    settings = replace(night.settings, rate_limit_per_second=0, workers=ground.workers)
    made = Installation(f"cases_{cases}", cases, settings, "cases")
    made.ask(lambda tx: tx.execute(GROUPS, clock.now()))
    return made
