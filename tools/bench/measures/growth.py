"""How reading slows as an installation grows: the service on a large one against itself on a small one.

One client at a time: it is the time of an answer that is compared. Each total is exact, and is part of what is timed.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import repeat
from urllib.parse import quote

from fordran.shape.moments import rfc_1123
from tools.bench.ground import Ground, Installation
from tools.bench.pairs import compare, get
from tools.bench.results import Result
from tools.bench.servers import Server

ABOUT = "pages and totals of a large installation against those of one with 10,000 creditors"
BY_DEFAULT = False
SMALL = 10_000
AIM = 0.5

_FEW = "/creditors?where=" + quote('{"organization_no": "5560000017"}')
_LATE = "/creditors?page=300"
_LATEST = "/creditors?sort=-_created"
_TOTAL = "/creditors?max_results=1&projection=" + quote('{"name": 1}')

_GROUPS = {
    "partner": ("partner_id", "partner"),
    "account": ("account_id", "account_admin"),
    "creditors": ("creditor_id", "api_user"),
}


def measure(ground: Ground) -> Iterator[Result]:
    """First pages of each kind of caller, a filtered page, and totals: how fast, as a part of the small one's."""
    large, small = ground.installation(), ground.installation(SMALL)
    sides = (large, ground.service()), (small, ground.service(SMALL))
    load = replace(ground.load, connections=1, seconds=ground.load.seconds / 2)
    for name, target, level in (
        ("the operator's first page", "/creditors", "operator"),
        ("a partner's first page", "/creditors", "partner"),
        ("an account's first page", "/creditors", "account"),
        ("a creditor's first page", "/creditors", "creditors"),
        ("a late page", _LATE, "operator"),
        ("the latest first", _LATEST, "operator"),
        ("an account's latest first", _LATEST, "account"),
        ("what changed since", "/creditors?where=" + _since(large), "operator"),
        ("a filtered page", _FEW, "operator"),
        ("a partner's filtered page", _FEW, "partner"),
        ("a total", _TOTAL, "operator"),
        ("a partner's total", _TOTAL, "partner"),
    ):
        ground.say(f"Driving both sizes: {name}.")
        one, other = ((server, repeat([get(target, _token(of, server, level))])) for of, server in sides)
        found = compare(one, other, load)
        yield Result(
            name,
            found.ratio,
            f"× of {SMALL:,}",
            AIM,
            {"ms": found.median_ms[0], f"ms of {SMALL:,}": found.median_ms[1]},
            found.spread,
        )


def _since(installation: Installation) -> str:
    """A filter for the three hundred creditors that changed last, which in every installation are as many minutes."""
    moment = installation.ask(lambda tx: tx.fetchval("select max(updated) - interval '5 hours' from creditors"))
    return quote(f'{{"_updated": {{"$gt": "{rfc_1123(moment)}"}}}}')


def _token(installation: Installation, service: Server, level: str) -> str:
    """A new client's, of the first of what it belongs to."""
    if level == "operator":
        return installation.token(service, operator=True)
    column, type_ = _GROUPS[level]
    statement = f"select min({column}) from access_groups where type = $1"
    owner = installation.ask(lambda tx: tx.fetchval(statement, type_))
    return installation.token(service, **{level: [owner] if level == "creditors" else owner})
