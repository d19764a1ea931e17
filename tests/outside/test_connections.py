"""Outside systems are tried against their stand-ins, up and away; and what is shown of each has no secret."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any, cast, get_args

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Mount, Route

from fordran import clock
from fordran.accounting_sections import FortnoxSection, VismaSection
from fordran.actions.monitoring.contacts import ContactRow
from fordran.domain.service.connections import ConnectionSystem, ConnectionTrouble
from fordran.outside import trials
from fordran.outside.certificates import end_of
from fordran.outside.connections import CONNECTIONS, shown_connections, try_connection
from fordran.outside.stand_ins.bolagsverket import BolagsverketStandIn
from fordran.outside.stand_ins.enforcement import EnforcementStandIn
from fordran.outside.stand_ins.fortnox import FortnoxStandIn
from fordran.outside.stand_ins.kivra import KivraStandIn
from fordran.outside.stand_ins.sms import SmsStandIn
from fordran.outside.stand_ins.swish import SwishStandIn
from fordran.outside.stand_ins.visma import VismaStandIn
from fordran.outside.trials import WORKS, Trial
from fordran.providers import Provider
from fordran.sections import (
    AutogiroSection,
    BolagsverketSection,
    EnforcementSection,
    KivraSection,
    SmsSection,
    SparSection,
    SwishSection,
)
from fordran.settings import Settings
from tests.my.browsing import listening
from tests.outside.post_office import post_office
from tests.outside.test_swish import certificate

__all__ = ["certificate"]

AWAY = "http://127.0.0.1:9"
"""Nobody listens on the port of discard."""
TRIED: tuple[ConnectionSystem, ...] = (
    "swish",
    "kivra",
    "sms",
    "bolagsverket",
    "fortnox",
    "visma",
    "enforcement",
    "sign_in",
    "email",
)


def settings_at(url: str, mail: str, folder: Path, client: str = "us") -> Settings:
    """Settings with every system at one address."""
    return Settings(
        data=folder,
        smtp_url=mail,
        swish=SwishSection("1231181189", url=f"{url}/swish"),
        kivra=KivraSection("tenant1", client, "hidden", f"{url}/kivra"),
        sms=SmsSection(f"{url}/sms", client, "hidden", "Kravhuset"),
        spar=SparSection("1", "2", f"{url}/spar"),
        bolagsverket=BolagsverketSection(client, "hidden", f"{url}/bolagsverket", f"{url}/bolagsverket/oauth2/token"),
        fortnox={"main": FortnoxSection("0" * 24, client, "hidden", "1234567", f"{url}/fortnox/3")},
        visma={"main": VismaSection("1" * 24, client, "hidden", f"{url}/back", f"{url}/visma/v2")},
        autogiro=AutogiroSection("471117", "991-2346", str(folder), str(folder)),
        enforcement=EnforcementSection("json", "EXO", f"{url}/enforcement", client),
        sign_in={"main": Provider(f"{url}/broker/", "us", "hidden")},
    )


async def _about(request: Request) -> Response:
    return JSONResponse({"issuer": f"{request.base_url}broker"})


@pytest.fixture
async def hall() -> AsyncIterator[str]:
    """The stand-ins at an address of this machine."""
    routes = {
        "swish": SwishStandIn(clock.now, 0.0).routes(),
        "kivra": KivraStandIn(clock.now, 0.0).routes(),
        "sms": SmsStandIn(0.0).routes(),
        "bolagsverket": BolagsverketStandIn().routes(),
        "enforcement": EnforcementStandIn().routes(),
        "fortnox": FortnoxStandIn(clock.monotonic).routes(),
        "visma": VismaStandIn(clock.monotonic).routes(),
        "broker": [Route("/.well-known/openid-configuration", _about)],
    }
    application = Starlette(routes=[Mount(f"/{name}", routes=some) for name, some in routes.items()])
    async with listening(cast("Any", application)) as url:
        yield url


async def outcome(settings: Settings, system: ConnectionSystem) -> Trial | None:
    return await try_connection(settings, system, "main" if system in ("sign_in", "fortnox", "visma") else "")


async def test_each_system_that_is_there_works(hall: str, tmp_path: Path) -> None:
    async with post_office() as office:
        settings = settings_at(hall, office.url, tmp_path)
        assert {system: await outcome(settings, system) for system in (*TRIED, "autogiro")} == dict.fromkeys(
            (*TRIED, "autogiro"), WORKS
        )
        assert office.mailed == []
        assert "NOOP" in office.said


async def test_each_system_that_is_away_is_not_reached(tmp_path: Path) -> None:
    settings = settings_at(AWAY, "smtp://127.0.0.1:9", tmp_path)
    found = {system: await outcome(settings, system) for system in TRIED}
    assert {system: trial.trouble for system, trial in found.items() if trial} == dict.fromkeys(TRIED, "no_connection")


async def test_a_system_that_does_not_know_us_refuses(hall: str, tmp_path: Path) -> None:
    settings = settings_at(hall, AWAY, tmp_path, client="refused")
    found = [await outcome(settings, system) for system in ("kivra", "sms", "bolagsverket", "enforcement")]
    assert found == [Trial("refused", "HTTP 401")] * 4
    assert await outcome(settings, "fortnox") == Trial("refused", "not_accepted (invalid_client)")


async def test_what_the_system_does_decides_what_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def hangs(request: Request) -> Response:
        await asyncio.sleep(2)
        return PlainTextResponse("late")

    def status(code: int, text: str = "{}") -> Callable[[Request], Awaitable[Response]]:
        async def respond(request: Request) -> Response:
            return PlainTextResponse(text, code)

        return respond

    answers: dict[str, tuple[Any, ConnectionTrouble]] = {
        "hangs": (hangs, "no_answer"),
        "busy": (status(429), "too_many"),
        "broken": (status(500), "their_error"),
        "half": (status(200, '{"iss'), "half_answer"),
        "other": (status(200), "half_answer"),
        "moved": (status(302), "other"),
    }
    where = "/.well-known/openid-configuration"
    application = Starlette(routes=[Route(f"/{name}{where}", answer) for name, (answer, _) in answers.items()])
    async with listening(cast("Any", application)) as url:
        providers = {name: Provider(f"{url}/{name}", "us", "hidden") for name in answers}
        settings = replace(Settings(data=tmp_path), sign_in=providers)
        found = {name: await try_connection(settings, "sign_in", name) for name in answers if name != "hangs"}
        # Any limit is too short for an answer that does not come; the others have the time that they need.
        monkeypatch.setattr(trials, "LIMIT_SECONDS", 0.3)
        found["hangs"] = await try_connection(settings, "sign_in", "hangs")
    assert {name: trial.trouble for name, trial in found.items() if trial} == {
        name: trouble for name, (_, trouble) in answers.items()
    }


async def test_a_mail_server_that_hangs_up_is_not_reached(tmp_path: Path) -> None:
    async with post_office() as office:
        office.hangs_up_after = "NOOP"
        trial = await outcome(settings_at(AWAY, office.url, tmp_path), "email")
    assert trial is not None
    assert trial.trouble == "no_connection"


async def test_a_folder_that_is_missing_is_told(tmp_path: Path) -> None:
    missing = AutogiroSection("471117", "991-2346", str(tmp_path), str(tmp_path / "out"))
    trial = await outcome(replace(Settings(data=tmp_path), autogiro=missing), "autogiro")
    assert trial == Trial("folder", str(tmp_path / "out"))


async def test_what_cannot_be_tried_without_harm_is_not_tried(tmp_path: Path) -> None:
    settings = replace(settings_at(AWAY, AWAY, tmp_path), enforcement=EnforcementSection(agent_code="EXO"))
    for system in ("spar", "bank", "enforcement", "e_invoice", "nothing"):
        assert await try_connection(settings, system, "") is None
    assert await try_connection(Settings(data=tmp_path), "kivra", "") is None
    assert await try_connection(settings, "sign_in", "another") is None
    # Without the address of its API there is a code on letters, and nothing is asked of Swish.
    assert await outcome(replace(settings, swish=SwishSection("1231181189")), "swish") is None


async def test_a_sandbox_tries_the_mail_server_of_its_own_machine_alone(tmp_path: Path) -> None:
    settings = replace(settings_at(AWAY, "smtp://mail.example.com:25", tmp_path), sandbox=True)
    assert await outcome(settings, "email") is None
    assert await outcome(replace(settings, smtp_url="smtp://127.0.0.1:9"), "email") is not None


def test_each_system_has_a_row_also_where_it_is_not_configured(tmp_path: Path) -> None:
    rows = shown_connections(Settings(data=tmp_path), {}, clock.now())
    assert [row.system for row in rows] == [*get_args(ConnectionSystem)] == [*CONNECTIONS]
    assert [row.system for row in rows if row.is_configured] == ["bank", "enforcement", "e_invoice"]
    assert not any(row.can_be_tried for row in rows)


def test_no_secret_is_shown(tmp_path: Path) -> None:
    settings = settings_at("http://own:hidden@127.0.0.1:9", "smtps://own:hidden@mail.example.com:465", tmp_path)
    rows = shown_connections(settings, {}, clock.now())
    assert "hidden" not in repr(rows)
    assert {row.system: row.address for row in rows}["email"] == "smtps://mail.example.com:465"


def test_a_reason_is_told_in_a_word(tmp_path: Path) -> None:
    troubles: dict[str, ConnectionTrouble] = {
        "no connection to Kivra: ConnectError": "no_connection",
        "the mail server cannot be reached: [Errno 111]": "no_connection",
        "the mail server does not let us in: 535 no": "refused",
        "SPAR refused the certificate or the assignment (HTTP 403)": "refused",
        "the certificate or its key cannot be used: FileNotFoundError": "certificate",
        "Bolagsverket asks for fewer questions (HTTP 429)": "too_many",
        "HTTP 502": "their_error",
        "half an answer": "half_answer",
        "no_permission (2000663)": "refused",
        "too_many_requests (HTTP 429)": "too_many",
        "system_error (1000003)": "their_error",
        "no_connection (ConnectError)": "no_connection",
        "no_account (2001304)": "other",
        "no answer in time": "no_answer",
        "its answer was lost: ServerDisconnected": "no_answer",
        "the folder cannot be written: [Errno 28]": "folder",
        "a word of nobody's": "other",
    }
    now = clock.now()
    for reason, trouble in troubles.items():
        row = ContactRow(
            system="spar", last_success=None, last_failure=now, reason=reason, waiting=1, waiting_since=now
        )
        (shown,) = [
            one for one in shown_connections(Settings(data=tmp_path), {"spar": row}, now) if one.system == "spar"
        ]
        assert (shown.trouble, shown.reason, shown.waiting) == (trouble, reason, 1), reason


def test_a_certificate_is_warned_of_a_month_before_it_ends(certificate: tuple[Path, Path], tmp_path: Path) -> None:
    own, key = map(str, certificate)
    settings = replace(Settings(data=tmp_path), spar=SparSection("1", "2", AWAY, own, key))
    end = end_of(own)

    def state(section: SparSection, left: timedelta) -> object:
        rows = shown_connections(replace(settings, spar=section), {}, end - left)
        return next((row.certificate, row.certificate_ends) for row in rows if row.system == "spar")

    given = settings.spar
    assert given is not None
    assert state(given, timedelta(days=30)) == ("valid", end)
    assert state(given, timedelta(days=29)) == ("ends_soon", end)
    assert state(given, timedelta(0)) == ("ended", end)
    assert state(replace(given, certificate="missing.pem"), timedelta(0)) == ("unreadable", None)
