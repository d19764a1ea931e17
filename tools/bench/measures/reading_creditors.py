"""Reading creditors, against the bare application: what sign-in, scope, validation and our own JSON cost."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import repeat
from urllib.parse import quote

from fordran.resources.creditors import CREDITORS
from tools.bench.ground import Ground
from tools.bench.pairs import against_bare, compare, get
from tools.bench.results import Result

ABOUT = "one creditor, a list of 25, and a list of 25 with where and sort"
BY_DEFAULT = True
AIM_ONE, AIM_LIST = 0.85, 0.9

# An organisation number that some thirty creditors have.
_FEW = quote('{"organization_no": "5560000017", "is_active": true}')

_TARGETS = {
    "read one creditor": "/creditors/{id}",
    "list 25 creditors": "/creditors",
    "list 25 creditors with where and sort": f"/creditors?where={_FEW}&sort=-creditor_number",
}


def measure(ground: Ground) -> Iterator[Result]:
    """Each target as a part of what the bare application answers."""
    service, bare, installation = (
        ground.service(),
        ground.bare("reading creditors", *_TARGETS.values()),
        ground.installation(),
    )
    token = installation.token(service, operator=True)
    ids = installation.ids(CREDITORS.view)
    for name, target in _TARGETS.items():
        ground.say(f"Driving both: {name}.")
        requests = [get(target.replace("{id}", id_), token) for id_ in (ids if "{id}" in target else ids[:1])]
        found = compare((service, repeat(requests)), (bare, repeat(requests)), ground.load)
        yield against_bare(name, found, AIM_ONE if "{id}" in target else AIM_LIST)
