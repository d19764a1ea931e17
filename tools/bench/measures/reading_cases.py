"""Reading cases, against the bare application: the widest documents that there are."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import repeat
from urllib.parse import quote

from fordran.resources.cases import CASES
from tools.bench.ground import Ground
from tools.bench.pairs import against_bare, compare, get
from tools.bench.results import Result

ABOUT = "one case, a list of 25, and a list with where"
BY_DEFAULT = True
AIM_ONE, AIM_LIST = 0.85, 0.9


def measure(ground: Ground) -> Iterator[Result]:
    """Each target as a part of what the bare application answers."""
    ground.imported()
    service, installation = ground.service(), ground.installation()
    ids = installation.ids(CASES.view)
    customer = installation.ask(lambda tx: tx.fetchval("select customer_id from cases where id = $1", ids[0]))
    targets = {
        "read one case": "/cases/{id}",
        "list 25 cases": "/cases",
        "list the cases of a customer": "/cases?where=" + quote(f'{{"customer": "{customer}"}}'),
    }
    bare = ground.bare("reading cases", *targets.values())
    token = installation.token(service, operator=True)
    for name, target in targets.items():
        ground.say(f"Driving both: {name}.")
        requests = [get(target.replace("{id}", id_), token) for id_ in (ids if "{id}" in target else ids[:1])]
        found = compare((service, repeat(requests)), (bare, repeat(requests)), ground.load)
        yield against_bare(name, found, AIM_ONE if "{id}" in target else AIM_LIST)
