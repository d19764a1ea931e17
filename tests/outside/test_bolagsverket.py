"""Bolagsverket's adapter against the stand-in: whatever the register does there is an answer or a reason."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import httpx
import pytest
from starlette.applications import Starlette
from starlette.routing import Mount

from fordran.actions.companies.check_companies import CheckTrouble
from fordran.outside.bolagsverket import Bolagsverket
from fordran.outside.stand_ins.bolagsverket import HALF, NOT_THERE, STATUSES, BolagsverketStandIn
from fordran.sections import BolagsverketSection

BASE = "http://127.0.0.1:8100/bolagsverket"
SECTION = BolagsverketSection("client", "hidden", BASE, f"{BASE}/oauth2/token")


def before(stand_in: BolagsverketStandIn, section: BolagsverketSection = SECTION) -> Bolagsverket:
    application = Starlette(routes=[Mount("/bolagsverket", routes=stand_in.routes())])
    return Bolagsverket(section, httpx.ASGITransport(application))


@pytest.mark.parametrize(
    ("number", "outcome"),
    [
        ("5560021361", "active"),
        ("5560360793", "bankruptcy"),
        ("5560160680", "liquidation"),
        ("5560006388", "deregistered"),
        ("5560125790", "deregistered"),
        ("5560128075", "active"),
        ("5560003468", "active"),
        ("5567223705", "active"),
        ("5560743089", "active"),
        (NOT_THERE, "not_found"),
        ("5569999999", "active"),
    ],
)
async def test_each_organisation_of_the_stand_in(number: str, outcome: str) -> None:
    assert (await before(BolagsverketStandIn()).ask(number)).outcome == outcome


REASONS = {
    **{number: f"HTTP {status}" for number, status in STATUSES.items() if status == 500},
    **{number: "Bolagsverket asks for fewer questions" for number, status in STATUSES.items() if status == 429},
    **{number: "Bolagsverket refused the client" for number, status in STATUSES.items() if status == 403},
    HALF: "half an answer",
    "5560747551": "a source of the register is away",
    "5560634221": "a source of the register did not answer in time",
    "5560652223": "the request is invalid",
}


@pytest.mark.parametrize(("number", "reason"), REASONS.items())
async def test_each_trouble_has_its_reason(number: str, reason: str) -> None:
    with pytest.raises(CheckTrouble, match=reason) as trouble:
        await before(BolagsverketStandIn()).ask(number)
    assert number not in str(trouble.value)


def raising(error: Exception) -> Callable[[httpx.Request], httpx.Response]:
    def respond(request: httpx.Request) -> httpx.Response:
        raise error

    return respond


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        (httpx.ConnectError("x"), "no connection: ConnectError"),
        (httpx.ReadTimeout("x"), "no answer in time"),
        (OSError("x"), "no connection: OSError"),
    ],
)
async def test_a_register_that_is_away(error: Exception, reason: str) -> None:
    with pytest.raises(CheckTrouble, match=reason):
        await Bolagsverket(SECTION, httpx.MockTransport(raising(error))).ask("5560021361")


async def test_a_token_that_has_ended_is_fetched_again() -> None:
    stand_in = BolagsverketStandIn()
    register = before(stand_in)
    await register.ask("5560021361")
    stand_in.end_tokens()
    assert (await register.ask("5560021361")).outcome == "active"
    assert stand_in.asked == {"5560021361": 2}


async def test_a_client_that_is_refused() -> None:
    with pytest.raises(CheckTrouble, match="refused the client"):
        await before(BolagsverketStandIn(), replace(SECTION, client="refused")).ask("5560021361")
    assert "hidden" not in repr(before(BolagsverketStandIn()))


async def test_a_token_that_is_half_is_none() -> None:
    register = Bolagsverket(SECTION, httpx.MockTransport(lambda _: httpx.Response(200, text="{}")))
    with pytest.raises(CheckTrouble, match="half an answer"):
        await register.ask("5560021361")
