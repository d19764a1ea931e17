"""An application on the cluster, and a small world in it."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from fordran.api.app import Api, create_app
from tests.api import bodies
from tests.api.conftest import quiet, settings_for
from tests.api.world import World, make_world
from tests.citus.sent import sent

__all__ = ["quiet", "sent"]


@pytest.fixture(scope="module")
async def app(database_url: str, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Api]:
    api = create_app(settings_for(database_url, tmp_path_factory.mktemp("data")))
    yield api
    await api.database.close()


@pytest.fixture(scope="module")
async def world(app: Api) -> AsyncIterator[World]:
    """Two accounts, each with some of what is registered."""
    made = await make_world(app, is_filled=False)
    for partner in made.partners:
        account = partner.accounts[0]
        owner = {"account": account.id, "creditor": account.creditors[0].id}
        await made.create("/invoice--registrations", bodies.invoice_registration(made, **owner))
        registered = await made.create("/case--registrations", bodies.case_registration(made, **owner))
        case = registered["_cases"][0]
        made.case = made.case or case
        await made.create("/creditor--payments", bodies.payment(made, **owner, case=case))
        await made.create("/creditor--creditings", bodies.crediting(made, **owner, case=case))
    yield made
    await made.close()
