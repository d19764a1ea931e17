"""`fordran fortnox`, as a person runs it, against the stand-in at an address of this machine."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from fordran import clock
from fordran.api.app import create_app
from fordran.outside.stand_ins.fortnox import FortnoxStandIn
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
    stand_in: FortnoxStandIn
    url: str
    first: str
    """The settings as the first start wrote them."""

    def write(self, creditor: str = "", client: str = "client", tenant: str = "1234567", **more: str) -> None:
        """Write the section of the creditor into the settings."""
        section = {"creditor": creditor or self.creditor, "client": client, "secret": SECRET, "tenant": tenant}
        lines = [f'{name} = "{value}"' for name, value in (section | {"url": self.url} | more).items()]
        (self.data / "fordran.toml").write_text("\n".join([self.first, "[fortnox.kontor]", *lines, ""]))


@pytest.fixture(scope="module")
def place(prepared: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    folder = copy_data(prepared, tmp_path_factory.mktemp("fortnox") / "data")
    stand_in = FortnoxStandIn(clock.monotonic)
    with embedded.server(folder, fast=True) as database, served("fortnox", stand_in.routes()) as url:
        assert fordran("settings", "show", "--data", folder).returncode == 0
        settings = replace(Settings(), data=folder, database_url=database, rate_limit_per_second=0)
        first = (folder / "fordran.toml").read_text()
        yield Place(folder, asyncio.run(_office(settings)), stand_in, f"{url}/3", first)


async def _office(settings: Settings) -> str:
    app = create_app(settings)
    office = await open_office(app, organization_no="556016-0680")
    await office.client.aclose()
    await app.database.close()
    return office.creditor


@pytest.mark.parametrize("by", ["name", "creditor"])
def test_what_is_reached_is_printed(place: Place, by: str) -> None:
    place.write()
    named = "kontor" if by == "name" else place.creditor
    done = fordran("fortnox", "connect", named, "--json", "--data", place.data)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) | {"creditor_name": "", "creditor": ""} == {
        "name": "kontor",
        "creditor": "",
        "creditor_name": "",
        "company": "Kontorsvaror i Umeå AB",
        "organization_no": "556016-0680",
        "tenant": "1234567",
        "scopes": "companyinformation, customer, invoice",
        "overdue_invoices": 10,
    }


@pytest.mark.parametrize(
    ("client", "tenant", "sentence"),
    [
        ("refused", "1", "Fortnox: the credentials are not accepted (invalid_client)."),
        ("client", "404", "Fortnox: the company has given no permission for it (invalid_grant)."),
        ("client", "403", "Kontorsvaror i Umeå AB has not consented to: customer, invoice."),
        ("client", "2001103", "Fortnox: the company has no licence for it (2001103)."),
        ("client", "500", "Fortnox: an internal error (HTTP 500)."),
    ],
)
def test_a_fortnox_that_is_not_reached_is_a_sentence(place: Place, client: str, tenant: str, sentence: str) -> None:
    place.write(client=client, tenant=tenant)
    done = fordran("fortnox", "connect", "kontor", "--data", place.data)
    assert (done.returncode, done.stdout, done.stderr) == (2, "", f"{sentence}\n")
    assert SECRET not in done.stderr


def test_another_company_s_fortnox_is_refused(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    place.write()
    monkeypatch.setitem(place.stand_in.company, "OrganizationNumber", "556036-0793")
    done = fordran("fortnox", "connect", "kontor", "--data", place.data)
    assert (done.returncode, done.stdout) == (2, "")
    assert "Tenant 1234567 is Kontorsvaror i Umeå AB, 556036-0793; the creditor is" in done.stderr


def test_a_creditor_without_a_section_or_that_does_not_exist(place: Place) -> None:
    place.write(creditor="f" * 24)
    done = fordran("fortnox", "connect", "kontor", "--data", place.data)
    assert (done.returncode, done.stdout) == (2, "")
    assert f"names the creditor {'f' * 24}, which does not exist" in done.stderr
    done = fordran("fortnox", "connect", place.creditor, "--data", place.data)
    assert f"no section [fortnox.NAME] of {place.creditor}" in done.stderr


def test_invoices_are_fetched_now_and_what_is_left_is_told(place: Place) -> None:
    place.write()
    first, second = (fordran("fortnox", "sync", "--json", "--data", place.data) for _ in range(2))
    counts = {"name": "kontor", "overdue": 10, "taken": 3, "known": 0, "refused": 5, "later": 2, "trouble": ""}
    assert (first.returncode, json.loads(first.stdout)["outcomes"]) == (2, [counts]), first.stderr
    assert json.loads(second.stdout)["outcomes"] == [counts | {"taken": 0, "known": 3}]
    # The two that Fortnox does not give are on the work list by now, and nothing is left.
    third = fordran("fortnox", "sync", "--data", place.data)
    assert third.returncode == 0, third.stderr
    assert "\nrefused          7\n" in third.stdout
    report = fordran("report", "fortnox", "--json", "--data", place.data)
    assert report.returncode == 0, report.stderr
    shown = {one["invoice_number"]: one for one in json.loads(report.stdout)}
    assert sorted(shown) == ["1003", "1004", "1005", "1006", "1007", "1011", "1012"]
    assert (shown["1004"]["balance_there"], shown["1004"]["accounting_finding"]) == (400, "refused")
    table = fordran("report", "fortnox", "--creditor", place.creditor, "--data", place.data)
    assert "Avstämning mot Fortnox" in table.stdout
    place.write(tenant="500")
    report = fordran("report", "fortnox", "--data", place.data)
    assert (report.returncode, report.stdout) == (2, "")
    assert "Fortnox: an internal error (HTTP 500)." in report.stderr
    away = fordran("fortnox", "sync", "--data", place.data)
    assert away.returncode == 2
    assert "[fortnox.kontor]: system_error (HTTP 500)" in away.stderr


def test_without_a_section_nothing_is_fetched(place: Place) -> None:
    (place.data / "fordran.toml").write_text(place.first)
    for command in (("fortnox", "sync"), ("report", "fortnox")):
        done = fordran(*command, "--data", place.data)
        assert (done.returncode, done.stdout) == (2, "")
        assert "no section [fortnox.NAME]" in done.stderr


def test_where_it_is_on_entries_are_sent_with_the_invoices(place: Place) -> None:
    place.write(write_back="on")
    done = fordran("fortnox", "connect", "kontor", "--json", "--data", place.data)
    assert json.loads(done.stdout)["scopes"] == "companyinformation, customer, invoice, bookkeeping, payment"
    nothing = {"name": "kontor", "sent": 0, "there_already": 0, "refused": 0, "later": 0, "trouble": ""}
    for more in ((), ("--refused",)):
        done = fordran("fortnox", "sync", *more, "--json", "--data", place.data)
        shown = json.loads(done.stdout)
        assert (shown["entries"], shown["entries_sent"]) == ([nothing], 0), done.stderr
    place.write(write_back="on", tenant="403")
    done = fordran("fortnox", "connect", "kontor", "--data", place.data)
    assert "has not consented to: customer, invoice, bookkeeping, payment." in done.stderr
