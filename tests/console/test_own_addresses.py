"""An address belongs to one person: claiming it does not keep its owner out, and a stranger is sent one mail at most."""

from __future__ import annotations

from datetime import timedelta
from urllib.parse import urlsplit

import pytest

from fordran import clock
from fordran.actions.people.add_person import add_person
from fordran.actions.people.find_person import NoSuchPerson, person_by_email
from fordran.actions.people.mailed_links import (
    LEFT_ALONE,
    MOST_CONFIRMING,
    MOST_OF_ACCOUNT,
    MailedLink,
    forget_confirming_mails,
    link_by_email,
    link_note,
)
from fordran.actions.people.sign_in_links import make_link, use_link
from fordran.settings import Settings
from fordran.shape.fields import Refused
from tests.api.world import World
from tests.console.test_mailed_links import arrived, asked, link_in, with_mail
from tests.console.visiting import Browser
from tests.outside.post_office import post_office

OWNER = "owner@operator.example"
DAY = timedelta(days=1)


async def planted(world: World, email: str, name: str = "Anna", **more: str) -> str:
    """A user of a creditor whose address somebody wrote before addresses were looked at; its id."""
    user = await world.add_user(world.account.id, world.creditor.groups["user"], name="Anna", **more)
    async with world.database.transaction() as tx:
        await tx.execute("update users set email_oauth = $2, name = $3 where id = $1", user, email, name)
    return user


@pytest.fixture(scope="module")
async def owner(world: World) -> str:
    """One of the operator's administrators, who has signed in by mail."""
    async with world.database.transaction() as tx:
        user = await add_person(tx, "Olle Owner", OWNER, "admin", clock.now())
        link = await link_by_email(tx, OWNER, clock.now())
        assert link is not None
        assert await use_link(tx, link.token, clock.now())
        await tx.execute("update users set oauth_type = 'oidc' where id = $1", user)
    return user


@pytest.mark.parametrize("written", [OWNER, OWNER.upper(), "Owner@Operator.EXAMPLE"])
@pytest.mark.parametrize("who", ["creditor_admin", "account_admin", "partner"])
async def test_nobody_claims_the_address_of_somebody_who_sees_more(
    world: World, owner: str, who: str, written: str
) -> None:
    caller = world.callers[who]
    body = {
        "account": world.account.id,
        "name": "Anna",
        "data_access": [{"access_group": world.creditor.groups["user"]}],
    }
    refused = await caller.post("/users", json=body | {"email_oauth": written})
    assert refused.status_code == 422
    assert refused.json()["_issues"] == {"email_oauth": "cannot be used here"}
    made = await world.create("/users", body, caller)
    path = f"/users/{made['_id']}"
    changed = await caller.patch(path, json={"email_oauth": written}, headers={"if-match": made["_etag"]})
    assert (changed.status_code, changed.json()["_issues"]) == (422, {"email_oauth": "cannot be used here"})


@pytest.mark.parametrize(
    "written", [f"{OWNER}.", f" {OWNER}", f"{OWNER} ", "owner＠operator.example", "оwner@operator.example"]
)
async def test_an_address_that_looks_like_anothers_is_no_address(world: World, owner: str, written: str) -> None:
    body = {"account": world.account.id, "name": "Anna", "email_oauth": written, "data_access": []}
    refused = await world.callers["account_admin"].post("/users", json=body)
    assert (refused.status_code, refused.json()["_issues"]) == (422, {"email_oauth": "is not an e-mail address"})


async def test_an_address_of_another_account_and_ones_own_are_free(world: World) -> None:
    elsewhere = world.partners[1].accounts[0]
    both = {"email_oauth": "bureau@accountant.example"}
    await world.add_user(elsewhere.id, elsewhere.group, **both)
    made = await world.create(
        "/users", {"account": world.account.id, "name": "Berit"} | both, world.callers["account_admin"]
    )
    headers = {"if-match": made["_etag"]}
    kept = await world.callers["account_admin"].patch(
        f"/users/{made['_id']}", json={"name": "Berit B"} | both, headers=headers
    )
    assert kept.status_code == 200, kept.text


@pytest.mark.parametrize("written", [OWNER, OWNER.upper(), f" {OWNER}", f"{OWNER}."])
async def test_a_claim_that_was_there_before_keeps_its_owner_in(world: World, owner: str, written: str) -> None:
    await planted(world, written, oauth_type="oidc")
    now = clock.now() + DAY
    async with world.database.transaction() as tx:
        assert await person_by_email(tx, OWNER, "oidc") == owner
        link = await link_by_email(tx, OWNER, now)
        assert link is not None
        proved = await use_link(tx, link.token, now)
        assert proved is not None
        assert proved.user == owner
        assert await use_link(tx, await make_link(tx, OWNER, now), now) == proved
        await tx.execute("delete from sign_in_links")


async def test_of_two_claims_that_nobody_has_confirmed_who_sees_more_signs_in(world: World) -> None:
    email = "new@operator.example"
    await planted(world, email)
    async with world.database.transaction() as tx:
        staff = await add_person(tx, "Ny", email, "finance", clock.now())
        link = await link_by_email(tx, email, clock.now())
        assert link is not None
        proved = await use_link(tx, link.token, clock.now())
        assert proved is not None
        assert proved.user == staff


async def test_by_the_command_line_who_sees_most_is_meant_and_of_equals_an_id_is_needed(world: World) -> None:
    email = "twice@operator.example"
    for _ in range(2):
        await planted(world, email)
    async with world.database.transaction() as tx:
        with pytest.raises(NoSuchPerson, match="Several users"):
            await make_link(tx, email, clock.now())
        staff = await add_person(tx, "Tvilling", email, "handler", clock.now())
        proved = await use_link(tx, await make_link(tx, email, clock.now()), clock.now())
        assert proved is not None
        assert proved.user == staff


async def test_an_unconfirmed_address_gets_one_mail_a_day_and_three_in_all(world: World) -> None:
    email = "stranger@elsewhere.example"
    await planted(world, email)
    now = clock.now()
    async with world.database.transaction() as tx:
        sent = []
        for day in range(10):
            for hour in (0, 1, 23):
                link = await link_by_email(tx, email, now + day * DAY + timedelta(hours=hour))
                sent += [] if link is None else [day]
                assert link is None or link.is_confirming
        assert sent == list(range(MOST_CONFIRMING))
        await forget_confirming_mails(tx, now + LEFT_ALONE)
        assert await link_by_email(tx, email, now + LEFT_ALONE) is None
        assert await forget_confirming_mails(tx, now + 2 * LEFT_ALONE) > 0
        assert await link_by_email(tx, email, now + 2 * LEFT_ALONE) is not None


async def test_another_user_with_the_address_makes_no_more_mails(world: World) -> None:
    email = "victim@elsewhere.example"
    async with world.database.transaction() as tx:
        for number in range(5):
            user = await planted(world, email)
            assert (await link_by_email(tx, email, clock.now()) is None) == (number > 0)
            await tx.execute("delete from users where id = $1", user)


async def test_an_account_has_a_bounded_number_of_strangers_mailed(world: World) -> None:
    account = world.partners[1].accounts[1]
    now = clock.now()
    users = [await world.add_user(account.id, account.group) for _ in range(3)]
    async with world.database.transaction() as tx:
        await tx.execute(
            """insert into confirming_mails (address_hash, account_id, sent, last_sent)
               select sha256(n::text::bytea), $1, 1, $2 from generate_series(2, $3) n""",
            account.id,
            now,
            MOST_OF_ACCOUNT,
        )
        found = []
        for number, user in enumerate(users):
            email = f"many{number}@elsewhere.example"
            await tx.execute("update users set email_oauth = $2 where id = $1", user, email)
            found.append(await link_by_email(tx, email, now))
    assert [link is not None for link in found] == [True, False, False]


async def test_a_link_that_somebody_hands_over_confirms_nothing(world: World) -> None:
    user = await planted(world, "handed@elsewhere.example")
    async with world.database.transaction() as tx:
        assert await use_link(tx, await make_link(tx, user, clock.now()), clock.now())
        link = await link_by_email(tx, "handed@elsewhere.example", clock.now())
        assert link is not None
        assert link.is_confirming


async def test_another_address_has_to_be_confirmed_again(world: World) -> None:
    user = await planted(world, "before@elsewhere.example")
    async with world.database.transaction() as tx:
        link = await link_by_email(tx, "before@elsewhere.example", clock.now())
        assert link is not None
        await use_link(tx, link.token, clock.now())
        again = await link_by_email(tx, "before@elsewhere.example", clock.now())
        assert again is not None
        assert not again.is_confirming
        await tx.execute("update users set email_oauth = 'after@elsewhere.example' where id = $1", user)
        other = await link_by_email(tx, "after@elsewhere.example", clock.now())
        assert other is not None
        assert other.is_confirming


@pytest.mark.parametrize("is_confirming", [True, False])
def test_a_name_brings_no_link_into_a_mail(is_confirming: bool) -> None:
    name = "Du har vunnit\r\nhttps://www.evil.se/x evil.se a@evil.se"
    link = MailedLink("a@b.example", name, "token", is_confirming)
    subject, sentences = link_note("sv", link, sender="Inkasso AB", url="https://inkasso.example/console")
    text = "\n".join((subject, *sentences))
    assert "evil.se" not in text
    assert "@" not in text
    assert text.count("://") == 1
    assert "Du har vunnit evil. se/x evil. se a evil. se" in text


@pytest.mark.parametrize("name", ["Läs https://evil.se", "www.evil.se", "a@evil.se", "A\nB", "A\u202eB", "A\u200bB"])
async def test_a_name_with_a_link_is_refused(world: World, name: str) -> None:
    body = {"account": world.account.id, "name": name, "data_access": []}
    refused = await world.callers["account_admin"].post("/users", json=body)
    assert (refused.status_code, list(refused.json()["_issues"])) == (422, ["name"])


async def test_an_address_that_is_none_is_refused_for_the_operators_people(world: World) -> None:
    async with world.database.transaction() as tx:
        with pytest.raises(Refused):
            await add_person(tx, "Y", "y", "handler", clock.now())


async def test_somebody_with_two_users_signs_in_as_one_and_goes_on_as_the_other(
    settings: Settings, world: World
) -> None:
    email = "two@accountant.example"
    elsewhere = world.partners[1].accounts[0]
    first = await world.add_user(world.account.id, world.account.group, name="Tove", email_oauth=email)
    second = await world.add_user(elsewhere.id, elsewhere.group, name="Tove Två", email_oauth=email)
    async with post_office() as office, with_mail(settings, office) as site:
        browser = Browser(site)
        await asked(browser, email)
        (mailed,) = await arrived(office, 1)
        assert mailed.message["Subject"].startswith("Bekräfta din e-postadress")
        where = urlsplit(link_in(mailed))
        shown = await browser.get(f"{where.path}?{where.query}")
        await browser.send(shown, "/console/sign-in/mailed")
        own = await browser.get("/console/passkeys")
        assert "Tove Två" in own.text
        went_on = await browser.send(own, f"/console/own-users/{second}")
        assert went_on.h1 == "Översikt"
        back = await browser.get("/console/passkeys")
        assert back.form(f"/console/own-users/{first}")
        stranger = await browser.post(
            f"/console/own-users/{world.users['creditor_user']}", back.form(f"/console/own-users/{first}")
        )
        assert stranger.status == 404
        await browser.close()
    async with world.database.transaction() as tx:
        for user in (first, second):
            assert await tx.fetchval("select confirmed_email from users where id = $1", user) == email


async def test_a_link_that_an_administrator_made_leads_to_no_other_user(settings: Settings, world: World) -> None:
    email = "three@accountant.example"
    first = await world.add_user(world.account.id, world.account.group, name="Tre", email_oauth=email)
    second = await world.add_user(world.account.id, world.account.group, name="Tre Två", email_oauth=email)
    async with world.database.transaction() as tx:
        await tx.execute("update users set confirmed_email = $2 where id = $1", first, email)
    async with post_office() as office, with_mail(settings, office) as site:
        async with world.database.transaction() as tx:
            token = await make_link(tx, first, clock.now(), [world.users["account_admin"]])
        browser = Browser(site)
        await browser.follow_link(f"/console/sign-in/link?token={token}", follow=True)
        own = await browser.get("/console/passkeys")
        assert (own.status, "Tre Två" in own.text) == (200, False)
        form = own.form("/console/passkeys")
        assert (await browser.post(f"/console/own-users/{second}", form)).status == 404
        await browser.close()
