"""In whose name: an installation that is not a sandbox makes and sends nothing while its operator is invented, and says so."""

from __future__ import annotations

import dataclasses
from collections.abc import AsyncIterator

import pytest

from fordran.api.app import create_app
from fordran.operator import Operator
from fordran.settings import Settings
from fordran.worker.schedule import duties
from tests.actions.office import Office
from tests.api.world import client_of

REAL = Operator(
    name="Nordanå Inkasso AB",
    organization_no="556036-0793",
    address="Box 1200",
    city="Umeå",
    registered_office="Umeå",
    email="kund@nordana.example",
    phone="08-123 45 60",
    bankgiro="991-2346",
    bank_account="SE3550000000054910000003",
    bic="ESSESESS",
    own_account="5050-1055",
    public_url="https://inkasso.nordana.example",
)
MAKING = ("make letters", "print invoices")


@pytest.fixture
async def real(office: Office) -> AsyncIterator[Office]:
    """The installation as if it were no sandbox."""
    async with office.app.database.transaction() as tx:
        await tx.execute("update installation set sandbox = false")
    yield office
    async with office.app.database.transaction() as tx:
        await tx.execute("update installation set sandbox = true")


async def work(office: Office, settings: Settings) -> int:
    """Let a worker with these settings do once what makes and sends."""
    did = 0
    for duty in duties(settings):
        if duty.name in MAKING:
            async with office.app.database.transaction() as tx:
                did += await duty.act(tx)
    return did


async def test_nothing_is_made_in_an_invented_name_and_all_of_it_later(real: Office, settings: Settings) -> None:
    await real.register_invoice()
    (invoice,) = (await real.get("invoices", sort="-_id", max_results="1"))["_items"]
    assert await work(real, settings) == 0
    assert "print_document" not in await real.get(f"invoices/{invoice['_id']}"), "nor is it when somebody asks for it"
    for missing in ({}, {"public_url": Operator().public_url}, {"name": Operator().name}):
        named = dataclasses.replace(settings, operator=dataclasses.replace(REAL, **missing))
        assert (await work(real, named) > 0) == (missing == {})
    assert "print_document" in await real.get(f"invoices/{invoice['_id']}")


async def test_a_sandbox_makes_what_it_shows_in_any_name(office: Office, settings: Settings) -> None:
    await office.register_invoice()
    assert await work(office, settings) > 0


async def test_what_is_invented_is_said_to_who_asks_whether_we_are_ready(real: Office, settings: Settings) -> None:
    async with client_of(real.app) as stranger:
        answer = (await stranger.get("/ready")).json()
    (note,) = answer["notes"]
    assert answer["_status"] == "OK"
    assert note.startswith("Nothing is made, sent or paid in an invented name: replace name, organization_no, ")
    assert note.endswith("own_account, public_url in fordran.toml.")
    named = create_app(dataclasses.replace(settings, operator=REAL))
    try:
        async with client_of(named) as stranger:
            assert (await stranger.get("/ready")).json() == {"_status": "OK"}
    finally:
        await named.database.close()


def test_an_operator_with_a_name_has_nothing_to_replace() -> None:
    assert REAL.placeholders == ()
    assert REAL.what_is_invented == ""
