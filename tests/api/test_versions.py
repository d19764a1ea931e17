"""The service about itself and its caller: mode, version, who asks, and deprecated fields."""

from __future__ import annotations

from importlib.metadata import version

import pytest

from fordran import clock
from fordran.api.roles import ROLES
from fordran.api.serving.probes import mode_of
from fordran.resources.invoice_registrations import InvoiceRegistrationInput
from fordran.shape.deprecation import Deprecated, deprecated_fields
from fordran.store.upkeep.installation import business_day
from tests.api.bodies import invoice_registration
from tests.api.world import World, client_of


@pytest.mark.parametrize("path", ["/", "/cases", "/nowhere", "/health", "/openapi.json"])
async def test_every_answer_says_mode_and_version(world: World, path: str) -> None:
    answer = await world.operator.get(path)
    assert answer.headers["fordran-mode"] == mode_of(world.app.settings)
    assert answer.headers["fordran-version"] == version("fordran")
    assert "api-version" not in answer.headers


async def test_the_home_says_mode_version_and_business_date(world: World) -> None:
    async with client_of(world.app) as stranger:
        home = (await stranger.get("/")).json()
    async with world.database.connection() as connection:
        today = (await business_day(connection, clock.now())).isoformat()
    assert (home["mode"], home["version"], home["business_date"]) == (
        mode_of(world.app.settings),
        version("fordran"),
        today,
    )


async def test_the_version_that_is_asked_for_is_echoed(world: World) -> None:
    answer = await world.operator.get("/cases", headers={"api-version": "2026-11"})
    assert answer.headers["api-version"] == "2026-11"
    odd = await world.operator.get("/cases", headers={"api-version": "x" * 41})
    assert "api-version" not in odd.headers


@pytest.mark.parametrize("role", ROLES)
async def test_callers_learn_who_they_are_and_what_they_see(world: World, role: str) -> None:
    user = world.users[role]
    async with client_of(world.app, world.token(user)) as client:
        me = (await client.get("/me")).json()
    assert (me["user"], me["role"], me["mode"]) == (user, role, mode_of(world.app.settings))
    assert role in me["roles"]
    assert me["limits"]["max_results"] == 100
    of_creditors = role in ("creditor_admin", "creditor_user")
    assert bool(me["scope"]["creditors"]) == of_creditors
    assert ("account" in me["scope"]) == (of_creditors or role == "account_admin")
    assert ("partner" in me["scope"]) == (role == "partner")


async def test_a_deprecated_field_is_named_in_headers(world: World) -> None:
    body = {name: value for name, value in invoice_registration(world).items() if name != "letter_template"}
    plain = await world.operator.post("/invoice--registrations?dry_run=true", json=body)
    assert plain.status_code == 200, plain.text
    assert "deprecation" not in plain.headers
    old = await world.operator.post("/invoice--registrations?dry_run=true", json=body | {"letter_template": "x"})
    assert old.headers["deprecation"] == "@1749772800"
    assert old.headers["sunset"] == "Sun, 13 Jun 2027 00:00:00 GMT"
    assert (await world.operator.post("/invoice--registrations", json=[{"letter_template": "x"}])).headers["sunset"]


def test_a_deprecated_field_says_since_when() -> None:
    fields = deprecated_fields(InvoiceRegistrationInput)
    assert fields == {"letter_template": Deprecated("2025-06-13", "no longer required.")}
    assert (fields["letter_template"].since.isoformat(), fields["letter_template"].kept_until.isoformat()) == (
        "2025-06-13",
        "2027-06-13",
    )


async def test_a_code_says_whether_it_is_of_a_sandbox(world: World) -> None:
    (client, *_) = (await world.operator.get("/api--clients")).json()["_items"]
    made = await world.operator.post(f"/api--clients/{client['_id']}/rotate-code")
    assert made.json()["api_code"].startswith("fordran_test_")
