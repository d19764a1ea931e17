"""Users and API clients: invited, changed and signed out by those who may; codes and keys made, replaced and taken away."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec

from fordran.commands.served import Served
from tests.api.world import World, client_of
from tests.console.visiting import Browser, Shown

Browse = Callable[[str], Awaitable[Browser]]


def secret_in(page: Shown) -> str:
    (found,) = page.tree.xpath("//code[@data-secret]")
    return str(found.text_content())


def public_key() -> str:
    key = ec.generate_private_key(ec.SECP256R1()).public_key()
    pem = key.public_bytes(serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo)
    return pem.decode()


async def test_somebody_is_invited_and_signs_in_by_the_link(browse: Browse, world: World, served: Served) -> None:
    admin = await browse("creditor_admin")
    group = world.creditor.groups["user"]
    page = await admin.send(
        await admin.get("/console/users/new"), "/console/users", name="Nils Ny", group_0=group, account=world.account.id
    )
    assert "Skapa en inloggningslänk" in page.text
    id_ = page.answer.url.path.rsplit("/", 1)[1]
    act = f"/console/users/{id_}/link"
    shown = await admin.send(page, act)
    link = secret_in(shown)
    twice = await admin.send(page, act)
    assert twice.trouble == "sent_twice", "the same form makes no second link"
    nils = Browser(served)
    first = await nils.follow_link(link[link.index("/console") :], follow=True)
    assert (first.status, first.h1) == (200, "Översikt")
    sessions = await admin.get(f"/console/users/{id_}")
    assert "Engångslänk" in sessions.text
    await admin.send(sessions, f"/console/users/{id_}/end-sessions")
    assert (await nils.get("/console")).trouble == "session_ended"
    await nils.close()


async def test_a_role_that_is_not_ones_to_give_is_refused(browse: Browse, world: World) -> None:
    admin = await browse("creditor_admin")
    page = await admin.get("/console/users/new")
    for group in (world.account.group, world.partners[1].accounts[0].group, "0" * 24):
        wrong = await admin.send(page, "/console/users", name="Nils", group_0=group, account=world.account.id)
        assert (wrong.status, "Rollen passar inte användaren" in wrong.text) == (422, True)


async def test_nobody_gets_a_link_for_somebody_who_may_more(browse: Browse, world: World) -> None:
    admin = await browse("creditor_admin")
    token = await admin.token()
    for user in (world.users["account_admin"], world.users["finance"]):
        answer = await admin.post(f"/console/users/{user}/link", {"_token": token, "_once": user})
        assert answer.status in (404, 409), "it is not there, or it is not theirs"
        assert not answer.tree.xpath("//code[@data-secret]")


async def test_somebody_who_is_seen_and_may_more_gets_no_link_and_is_not_signed_out(
    browse: Browse, world: World
) -> None:
    """Whoever had the link would be that user, who sees a sibling's cases too."""
    admin = await browse("creditor_admin")
    sibling = world.account.creditors[1].groups["user"]
    wider = await world.add_user(world.account.id, world.creditor.groups["user"], sibling)
    assert (await admin.get(f"/console/users/{wider}")).status == 200
    for act in ("link", "end-sessions"):
        form = {"_token": await admin.token(), "_once": f"{wider}{act}"}
        refused = await admin.post(f"/console/users/{wider}/{act}", form)
        assert refused.status == 409, act
        assert not refused.tree.xpath("//code[@data-secret]")


async def test_the_address_to_sign_in_with_is_taken_away(browse: Browse, world: World) -> None:
    admin = await browse("creditor_admin")
    new = {"name": "Nils Ny", "group_0": world.creditor.groups["user"], "account": world.account.id}
    page = await admin.send(
        await admin.get("/console/users/new"), "/console/users", **new, email_oauth="nils.ny@kund.example"
    )
    path = page.answer.url.path
    user = f"/users/{path.rsplit('/', 1)[1]}"
    assert (await world.operator.get(user)).json()["email_oauth"] == "nils.ny@kund.example"
    assert (await admin.send(page, path, email_oauth="")).status in (200, 303)
    assert "email_oauth" not in (await world.operator.get(user)).json()


async def test_a_user_is_switched_off(browse: Browse, world: World) -> None:
    admin = await browse("admin")
    here = f"/console/users/{world.users['creditor_user']}"
    done = await admin.send(await admin.get(here), here, is_enabled="false")
    assert "Ändringarna är sparade." in done.text
    user = (await world.operator.get(f"/users/{world.users['creditor_user']}")).json()
    assert user["is_enabled"] is False
    assert [group["access_group"] for group in user["data_access"]] == [world.creditor.groups["user"]]


async def test_an_api_client_is_made_and_its_code_works_until_it_is_replaced(browse: Browse, world: World) -> None:
    admin = await browse("admin")
    page = await admin.get("/console/clients")
    made = await admin.send(
        page, "/console/clients", name="Affärssystem", owner=f"creditor {world.creditor.id}", addresses="127.0.0.1"
    )
    code = secret_in(made)
    async with client_of(world.app) as stranger:
        assert (await stranger.post("/authenticates/api-code", json={"code": code})).status_code == 200
        (here,) = {href for href in made.tree.xpath("//main//a/@href") if "/console/clients/" in href}
        trial = await admin.send(await admin.get(here), f"{here}/rotate", grace_hours="0")
        assert trial.h1 == "Byt kod"
        assert (await stranger.post("/authenticates/api-code", json={"code": code})).status_code == 200
        new = await admin.post(f"{here}/rotate", trial.form(f"{here}/rotate") | {"_confirmed": "yes"})
        assert (await stranger.post("/authenticates/api-code", json={"code": code})).status_code == 401
        again = await stranger.post("/authenticates/api-code", json={"code": secret_in(new)})
        assert again.status_code == 200
    too_many = await admin.send(await admin.get(here), f"{here}/rotate", grace_hours="721")
    assert too_many.status == 422


async def test_a_key_is_added_and_taken_away(browse: Browse, world: World) -> None:
    admin = await browse("admin")
    here = f"/console/clients/{world.users['api_user']}"
    wrong = await admin.send(await admin.get(here), f"{here}/keys", public_key="no key")
    assert wrong.status == 422
    added = await admin.send(await admin.get(here), f"{here}/keys", public_key=public_key())
    (remove,) = [form.get("action") for form in added.tree.forms if form.get("action", "").endswith("/remove")]
    trial = await admin.send(added, remove)
    assert trial.h1 == "Ta bort nyckeln"
    gone = await admin.post(remove, trial.form(remove) | {"_confirmed": "yes"})
    assert "Inga nycklar" in gone.text


async def test_addresses_that_are_none_are_refused(browse: Browse, world: World) -> None:
    admin = await browse("admin")
    here = f"/console/clients/{world.users['api_user']}"
    wrong = await admin.send(await admin.get(here), here, addresses="192.0.2.0/24\nnowhere")
    assert wrong.status == 422
    assert "nowhere" in wrong.form(here)["addresses"]
