"""The address of the service is a setting: no link follows the `Host` of a request, and requests for other hosts are refused."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace

import httpx
import pytest

from fordran.api.app import create_app
from fordran.commands.served import Served
from fordran.operator import Operator
from fordran.settings import Settings
from fordran.web.hosts import host_name, hosts_of, public_url
from tests.api.test_media import FIELD, FILE
from tests.api.world import World, client_of
from tests.console.visiting import Browser, link_for

PUBLIC = "https://inkasso.example.se"
OURS, OTHER = "inkasso.example.se", "evil.example"


@pytest.fixture
async def live(settings: Settings) -> AsyncIterator[Served]:
    """An installation that is no sandbox, with an address."""
    api = create_app(replace(settings, public_url=PUBLIC, other_hosts=("Inside.example",)))
    yield Served(api)
    await api.database.close()


@pytest.mark.parametrize(
    ("host", "is_ours", "remark"),
    [
        (OURS, True, "the name of the address"),
        (f"{OURS.upper()}:443", True, "in other letters, with a port"),
        ("inside.example:8000", True, "another name that the settings have"),
        (OTHER, False, "another name"),
        (f"{OURS}.evil.example", False, "a name that begins with ours"),
        ("127.0.0.1:8000", True, "the machine itself, by a program of it"),
        ("[::1]:8000", True, "the same by IPv6"),
        ("", False, "no name"),
    ],
)
async def test_a_live_installation_answers_for_its_own_names_alone(
    live: Served, host: str, is_ours: bool, remark: str
) -> None:
    sent = {"host": host}
    async with client_of(live.api) as client:
        assert (await client.get("/users", headers=sent)).status_code == (401 if is_ours else 421), remark
        for probe in ("/health", "/ready", "/metrics"):
            assert (await client.get(probe, headers=sent)).status_code == 200, remark
    for path in ("/console/sign-in", "/my"):
        browser = Browser(live)
        shown = await browser.get(path, headers=sent)
        assert shown.status == (200 if is_ours else 421), remark
        assert shown.trouble == (None if is_ours else "not_our_host")
        await browser.close()


@pytest.mark.parametrize(("address", "forwarded"), [("192.0.2.1", {}), ("127.0.0.1", {"x-forwarded-for": "192.0.2.1"})])
async def test_the_machine_itself_is_no_name_for_others(live: Served, address: str, forwarded: dict[str, str]) -> None:
    async with client_of(live.api, address=address) as client:
        answer = await client.get("/users", headers={"host": "127.0.0.1:8000", **forwarded})
    assert answer.status_code == 421


async def test_a_link_made_in_the_console_is_of_the_public_address(live: Served, people: dict[str, str]) -> None:
    admin = Browser(live)
    admin.client.base_url = httpx.URL("https://inside.example")
    assert (await admin.follow_link(await link_for(live, people["admin"]))).status == 303
    act = f"/console/users/{people['handler']}/link"
    page = await admin.get(f"/console/users/{people['handler']}")
    shown = await admin.send(page, act)
    assert f"{PUBLIC}/console/sign-in/link?token=" in shown.answer.text
    assert "inside.example" not in shown.answer.text
    await admin.close()


async def test_a_link_to_a_file_is_of_the_public_address(live: Served, world: World) -> None:
    async with client_of(live.api, world.token(world.users["operator"])) as client:
        path, inside = f"/media--upload/{world.case}", {"host": "inside.example"}
        sent = await client.post(path, data=FIELD, files=FILE, headers=inside)
    assert sent.json()["url"].startswith(f"{PUBLIC}/media--files/")


def test_the_address_is_that_of_the_settings_or_of_the_operator() -> None:
    live = Settings()
    given = replace(live, operator=replace(Operator(), public_url=f"{PUBLIC}/"))
    assert (public_url(live), hosts_of(live)) == (None, None), "the operator's address is a placeholder"
    assert (public_url(given), hosts_of(given)) == (PUBLIC, {OURS})
    assert public_url(replace(given, public_url="https://other.example")) == "https://other.example"
    sandbox = replace(given, sandbox=True)
    assert (public_url(sandbox), hosts_of(sandbox)) == (None, None), "a sandbox is reached by any name"


@pytest.mark.parametrize(
    ("host", "name"), [("A.Example:1", "a.example"), ("[::1]:8000", "[::1]"), ("[::1]", "[::1]"), ("", ""), ("[", "")]
)
def test_a_host_is_compared_without_its_port(host: str, name: str) -> None:
    assert host_name(host) == name
