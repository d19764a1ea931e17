"""Every kind of request costs no more than it did: counts.json says what, and `make counts` writes it anew, to be looked at.

Trips and statements are held exactly. Bytes and calls may differ by a fiftieth, which a new field of a document stays within;
calls by four, too.
"""

from __future__ import annotations

import json
import os
from datetime import timedelta
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

from fordran import clock
from fordran.api.app import Api
from tests.api import bodies
from tests.api.counting import Counts, counted
from tests.api.sql_log import listen
from tests.api.world import World
from tests.citus.nodes import CLUSTER

FILE = Path(__file__).parent / "counts.json"
IS_WRITTEN_ANEW = os.environ.get("FORDRAN_COUNTS") == "write"
SHARE = 50
FEW_CALLS = 4
"""What other tests of the same process leave behind, such as a listener, is called too."""
DOCUMENTS = 5
TIMES = 8
_TODAY = clock.stockholm_date(clock.now())


class Ground:
    """A creditor of its own, so that what others add to the world counts nothing here. All days are near today."""

    def __init__(self, world: World, creditor: str, user: str) -> None:
        self.world = world
        self.client = world.as_user(user)
        self.owner = {"account": world.account.id, "creditor": creditor}
        self.registered: list[dict[str, Any]] = []
        # Always said in the same way, so that nothing of it is new.
        self.customer = bodies.invoice_registration(world)["customer"]

    def invoice(self) -> dict[str, Any]:
        due = (_TODAY + timedelta(days=30)).isoformat()
        days = {"invoice_date": _TODAY.isoformat(), "invoice_due_date": due, "invoice_delivery_date": due}
        return bodies.invoice_registration(self.world, **self.owner, **days, customer=self.customer)

    async def case(self) -> str:
        made = await self.world.create("/invoice--registrations", self.invoice(), by=self.client)
        self.registered.append(made)
        case: str = made["_case"]
        return case

    def payment(self, case: str) -> dict[str, Any]:
        today = _TODAY.isoformat()
        return bodies.payment(self.world, **self.owner, case=case, bank_transaction_date=today, amount=1)

    async def close(self) -> None:
        await self.client.aclose()


@pytest.fixture(scope="module")
async def ground(world: World, app: Api) -> Any:
    made = await world.create("/creditors", bodies.creditor(world))
    where = quote(json.dumps({"creditor": made["_id"], "access_group_type": "api_user"}))
    (group,) = (await world.operator.get(f"/access--groups?where={where}")).json()["_items"]
    ground = Ground(world, made["_id"], await world.add_user(world.account.id, group["_id"], name="Counted"))
    for _ in range(DOCUMENTS):
        await ground.case()
    listen(app.database)
    yield ground
    await ground.close()


KINDS = ("creditor", "case", "cases", "cases_filtered_and_sorted", "invoices", "customers", "events")
WRITES = ("register_an_invoice", "record_a_payment")

_FILTERED = "/cases?sort=-_created&where=" + quote('{"state": "invoice"}')


async def count(ground: Ground, kind: str) -> Counts:
    """What a request of the kind costs."""
    if kind == "register_an_invoice":
        sent = [ground.invoice() for _ in range(TIMES)]
        return await counted(ground.client, "POST", "/invoice--registrations", sent)
    if kind == "record_a_payment":
        sent = [ground.payment(await ground.case()) for _ in range(TIMES)]
        return await counted(ground.client, "POST", "/creditor--payments", sent)
    first = ground.registered[0]
    path = {
        "creditor": f"/creditors/{ground.owner['creditor']}",
        "case": f"/cases/{first['_case']}",
        "cases_filtered_and_sorted": _FILTERED,
    }.get(kind, f"/{kind}")
    return await counted(ground.client, "GET", path, [None] * TIMES)


def shown(counts: dict[str, Counts]) -> str:
    """The file's text: a line a kind."""
    lines = (f'  "{kind}": {json.dumps(one._asdict())}' for kind, one in counts.items())
    return "{\n" + ",\n".join(lines) + "\n}\n"


@pytest.mark.skipif(bool(CLUSTER), reason="a cluster takes some trips more; see docs/scaling.md")
async def test_no_kind_of_request_costs_more_than_is_written_down(ground: Ground) -> None:
    # Reads first: what is registered after them would make them longer.
    now = {kind: await count(ground, kind) for kind in (*KINDS, *WRITES)}
    if IS_WRITTEN_ANEW:
        FILE.write_text(shown(now))
    written = {kind: Counts(**one) for kind, one in json.loads(FILE.read_text()).items()}
    assert now.keys() == written.keys()
    more = {kind: (one, written[kind]) for kind, one in now.items() if _differs(one, written[kind])}
    assert more == {}, "now, and as written in counts.json; where that is meant, make counts"


def _differs(now: Counts, before: Counts) -> bool:
    if now[:2] != before[:2]:
        return True
    more = abs(now.calls - before.calls)
    return abs(now.bytes - before.bytes) * SHARE > before.bytes or (more > FEW_CALLS and more * SHARE > before.calls)


@pytest.mark.parametrize(
    ("now", "is_found"),
    [
        (Counts(4, 5, 1000, 100), False),
        (Counts(5, 6, 1000, 100), True),
        (Counts(4, 6, 1000, 100), True),
        (Counts(3, 4, 1000, 100), True),
        (Counts(4, 5, 1021, 100), True),
        (Counts(4, 5, 1020, 102), False),
        (Counts(4, 5, 1000, 104), False),
        (Counts(4, 5, 1000, 105), True),
    ],
)
def test_what_is_more_and_what_is_less_is_found(now: Counts, is_found: bool) -> None:
    assert _differs(now, Counts(4, 5, 1000, 100)) is is_found
