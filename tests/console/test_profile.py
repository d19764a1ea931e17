"""Min profil and Våra uppgifter: one's own sessions are ended, and the operator's values name the place that they come from."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace

import pytest

from fordran.commands.served import Served
from fordran.settings import Settings
from fordran.web.particulars import particulars_of
from tests.api.world import World
from tests.console.visiting import Browser, signed_in

Browse = Callable[[str], Awaitable[Browser]]
NAME, GIRO = "Kravhuset AB", "991-2346"


@pytest.fixture(scope="module")
async def settings(settings: Settings) -> Settings:
    """An operator with two particulars of its own, and the rest invented."""
    return replace(settings, operator=replace(settings.operator, name=NAME, bankgiro=GIRO))


@pytest.mark.parametrize("person", ["handler", "auditor", "creditor_user"])
async def test_everybody_sees_their_own_profile(browse: Browse, person: str) -> None:
    one = await browse(person)
    page = await one.get("/console")
    assert "/console/profile" in page.tree.xpath("//a[@class='person']/@href")
    profile = await one.get("/console/profile")
    assert profile.h1 == "Min profil"
    assert profile.text.count("Den här") == 1
    assert {"Logga ut överallt", "English"} <= set(profile.buttons)
    english = await one.send(profile, "/console/language", language="en")
    assert english.h1 == "My profile"


async def test_a_session_elsewhere_is_ended_and_a_strangers_is_not(
    browse: Browse, served: Served, people: dict[str, str]
) -> None:
    here, elsewhere = await browse("handler"), await signed_in(served, people["handler"])
    other = await browse("finance")
    page = await here.get("/console/profile")
    latest, *_ = [form.get("action") for form in page.tree.forms if "/sessions/" in (form.get("action") or "")]
    action = str(latest)
    form = page.form(action)
    stolen = form | {"_token": (await other.get("/console/profile")).form("/console/profile/sign-out")["_token"]}
    assert (await other.post(action, stolen)).status == 404
    assert "Inloggningen är avslutad." in (await here.send(page, action)).text
    assert (await elsewhere.get("/console/work")).status == 401
    assert (await here.get("/console/work")).status == 200
    await elsewhere.close()


async def test_signing_out_everywhere_ends_every_session(
    browse: Browse, served: Served, people: dict[str, str], world: World
) -> None:
    here, elsewhere = await browse("handler"), await signed_in(served, people["handler"])
    await here.send(await here.get("/console/profile"), "/console/profile/sign-out")
    assert (await elsewhere.get("/console/work")).status == 401
    assert "Logga ut" not in (await here.get("/console/work")).buttons
    await elsewhere.close()
    where = '{"act": "POST /console/profile/sign-out"}'
    (entry,) = (await world.operator.get("/audit--log", params={"where": where})).json()["_items"]
    assert entry["user"] == people["handler"]


async def test_the_operators_particulars_name_where_they_come_from(
    browse: Browse, world: World, settings: Settings
) -> None:
    answer = await world.operator.get("/operator")
    assert answer.status_code == 200, answer.text
    found = {one["name"]: (one["value"], one["source"]) for one in answer.json()["_items"]}
    assert found["name"] == (NAME, "file")
    assert found["bankgiro"] == (GIRO, "file")
    own = "https://krav.example.com"
    set_apart = replace(settings, public_url=own, operator=replace(settings.operator, public_url=own))
    assert {one["name"]: one["source"] for one in particulars_of(set_apart)}["public_url"] == "setting"
    assert found["country"] == ("SE", "default")
    assert found["phone"][1] == "invented"
    assert "code_key" not in found
    page = await (await browse("handler")).get("/console/operator")
    assert page.h1 == "Våra uppgifter"
    assert NAME in page.text
    assert "fordran.toml" in page.text
    assert "Några uppgifter är påhittade." in page.text
