"""`fordran visma`, as a person runs it, against the stand-in at an address of this machine."""

from __future__ import annotations

import asyncio
import json
import urllib.error
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from fordran import clock
from fordran.api.app import create_app
from fordran.outside.stand_ins.visma import VismaStandIn
from fordran.settings import Settings
from fordran.store.embedded import server as embedded
from tests.actions.office import open_office
from tests.commands.running import fordran
from tests.outside.served_stand_in import served
from tests.prepared import copy_data

SECRET = "hidden-0f3a"


@dataclass
class Place:
    """A data folder with a creditor, and the stand-in."""

    data: Path
    creditor: str
    stand_in: VismaStandIn
    url: str
    first: str
    """The settings as the first start wrote them."""

    def write(self, creditor: str = "", client: str = "client", **more: str) -> None:
        """Write the section of the creditor into the settings."""
        section = {"creditor": creditor or self.creditor, "client": client, "secret": SECRET, "url": self.url}
        given = section | {"redirect_url": "http://127.0.0.1:9/back"} | more
        lines = [f'{name} = "{value}"' for name, value in given.items()]
        (self.data / "fordran.toml").write_text("\n".join([self.first, "[visma.kontor]", *lines, ""]))

    def run(self, *arguments: str) -> Any:
        """A command with its answer as JSON."""
        done = fordran(*arguments, "--json", "--data", self.data)
        assert done.stdout, done.stderr
        return json.loads(done.stdout)

    def consent(self) -> str:
        """The address that a browser is sent to."""

        class NoRedirect(urllib.request.HTTPRedirectHandler):
            def redirect_request(self, *given: Any) -> None:
                return None

        address = self.run("visma", "consent", "kontor")["address"]
        try:
            urllib.request.build_opener(NoRedirect).open(address)
        except urllib.error.HTTPError as moved:
            return str(moved.headers["location"])
        raise AssertionError("the browser stays")


@pytest.fixture(scope="module")
def place(prepared: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    folder = copy_data(prepared, tmp_path_factory.mktemp("visma") / "data")
    stand_in = VismaStandIn(clock.monotonic)
    with embedded.server(folder, fast=True) as database, served("visma", stand_in.routes()) as url:
        assert fordran("settings", "show", "--data", folder).returncode == 0
        settings = replace(Settings(), data=folder, database_url=database, rate_limit_per_second=0)
        first = (folder / "fordran.toml").read_text()
        yield Place(folder, asyncio.run(_office(settings)), stand_in, f"{url}/v2", first)


async def _office(settings: Settings) -> str:
    app = create_app(settings)
    office = await open_office(app, organization_no="556016-0680")
    await office.client.aclose()
    await app.database.close()
    return office.creditor


def test_a_creditor_consents_and_what_is_reached_is_printed(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    place.write()
    done = fordran("visma", "connect", "kontor", "--data", place.data)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "Visma eAccounting: the company has given no permission for it (-).\n"
    address = place.consent()
    # A consent of another company is not kept.
    monkeypatch.setitem(place.stand_in.company, "CorporateIdentityNumber", "556036-0793")
    done = fordran("visma", "connect", "kontor", "--code", address, "--data", place.data)
    assert "The consent is of Kontorsvaror i Umeå AB, 556036-0793; the creditor is" in done.stderr
    assert fordran("visma", "connect", "kontor", "--data", place.data).returncode == 2
    monkeypatch.undo()
    shown = place.run("visma", "connect", "kontor", "--code", place.consent())
    assert shown | {"creditor_name": "", "creditor": ""} == {
        "name": "kontor",
        "creditor": "",
        "creditor_name": "",
        "company": "Kontorsvaror i Umeå AB",
        "organization_no": "556016-0680",
        "scopes": "ea:api, ea:sales_readonly, offline_access",
        "overdue_invoices": 9,
    }
    # The consent is kept, and proves itself without a code.
    assert place.run("visma", "connect", place.creditor)["overdue_invoices"] == 9
    done = fordran("visma", "connect", "kontor", "--code", f"{address}x&state=other", "--data", place.data)
    assert (done.returncode, "The code cannot be used" in done.stderr) == (2, True)
    assert SECRET not in done.stderr

    # Invoices are fetched now, and the report tells what differs.
    first, second = (place.run("visma", "sync") for _ in range(2))
    counts = {"name": "kontor", "overdue": 9, "taken": 3, "known": 0, "refused": 4, "later": 2, "trouble": ""}
    assert first["outcomes"] == [counts]
    assert second["outcomes"] == [counts | {"taken": 0, "known": 3}]
    report = place.run("report", "visma")
    assert sorted(one["invoice_number"] for one in report) == ["2003", "2004", "2005", "2006", "2010", "2011"]
    table = fordran("report", "visma", "--creditor", place.creditor, "--data", place.data)
    assert "Avstämning mot Visma eAccounting" in table.stdout

    # What writes needs a consent that says so.
    place.write(write_back="on")
    done = fordran("visma", "connect", "kontor", "--data", place.data)
    assert "has not consented to: ea:accounting." in done.stderr
    assert "ea:accounting" in place.run("visma", "connect", "kontor", "--code", place.consent())["scopes"]
    nothing = {"name": "kontor", "sent": 0, "there_already": 0, "refused": 0, "later": 0, "trouble": ""}
    assert place.run("visma", "sync", "--refused")["entries"] == [nothing]

    # Another client has another consent.
    place.write(client="refused")
    away = fordran("visma", "sync", "--data", place.data)
    assert (away.returncode, "[visma.kontor]: not_accepted (invalid_client)" in away.stderr) == (2, True)
    done = fordran("report", "visma", "--data", place.data)
    assert "Visma eAccounting: the credentials are not accepted (invalid_client)." in done.stderr


def test_a_creditor_without_a_section_or_that_does_not_exist(place: Place) -> None:
    place.write(creditor="f" * 24)
    done = fordran("visma", "consent", "kontor", "--data", place.data)
    assert (done.returncode, done.stdout) == (2, "")
    assert f"names the creditor {'f' * 24}, which does not exist" in done.stderr
    done = fordran("visma", "connect", place.creditor, "--data", place.data)
    assert f"no section [visma.NAME] of {place.creditor}" in done.stderr
    (place.data / "fordran.toml").write_text(place.first)
    for command in (("visma", "sync"), ("report", "visma")):
        done = fordran(*command, "--data", place.data)
        assert (done.returncode, done.stdout) == (2, "")
        assert "no section [visma.NAME]" in done.stderr
