"""A person's passkeys: added and removed when signed in, and to sign in with. The browser needs scripts for this alone."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from ipaddress import ip_address
from typing import Literal
from urllib.parse import urlsplit

from starlette.responses import Response

from fordran import clock
from fordran.actions.people.attempts import begin_attempt, take_attempt
from fordran.actions.people.end_access import address_to_tell
from fordran.actions.people.own_users import go_on_as, own_users
from fordran.actions.people.passkeys import (
    NotProved,
    Site,
    add_passkey,
    passkeys_of,
    question_to_add,
    question_to_sign_in,
    remove_passkey,
    user_of_passkey,
)
from fordran.actions.people.secrets_kept import hash_of
from fordran.actions.people.sessions import ProvenUser
from fordran.console.access import ROOT
from fordran.console.sign_in import NoticeMailer, can_mail, next_path, open_for, sign_in
from fordran.outside.notice import Notice
from fordran.store.connections.database import Connection
from fordran.store.rows.ids import new_id
from fordran.web.reached import reached_at
from fordran.web.troubles import NoSuchPage, NotSignedIn, PasskeyRefused
from fordran.web.visit import Visit

PATH = f"{ROOT}/passkeys"


def site_of(visit: Visit) -> Site:
    """Where the browser is."""
    origin = reached_at(visit)
    return Site(urlsplit(origin).hostname or "", origin)


def address_for_keys(visit: Visit) -> str:
    """Empty where keys work. A key belongs to a name: an address of digits has none, and on this machine another address has."""
    site = site_of(visit)
    try:
        number = ip_address(site.host)
    except ValueError:
        return ""
    return site.origin.replace(site.host, "localhost", 1) if number.is_loopback else visit.settings.operator.public_url


async def passkeys_page(visit: Visit) -> Response:
    """One's own passkeys, and one more."""
    caller = visit.signed_in
    async with visit.database.transaction() as tx:
        keys = await passkeys_of(tx, caller.user)
        others = await own_users(tx, visit.session or "")
        question, challenge = await question_to_add(tx, caller.user, caller.name, site_of(visit))
        attempt = await begin_attempt(tx, "passkey", {"challenge": challenge.hex(), "user": caller.user}, clock.now())
    return visit.render(
        "passkeys.html",
        keys=keys,
        others=others,
        question=question,
        attempt=attempt,
        elsewhere=address_for_keys(visit),
        done=visit.query.get("done"),
    )


async def become_other(visit: Visit) -> Response:
    """Go on as another of one's own users."""
    async with visit.database.transaction() as tx:
        chosen = await go_on_as(tx, visit.session or "", visit.path["id"])
        if chosen is None:
            raise NoSuchPage
        await open_for(visit, tx, *chosen)
    return visit.redirect(ROOT)


def keep_passkey(post: NoticeMailer) -> Callable[[Visit], Awaitable[Response]]:
    """The act that adds the key that the browser made for the question on the page."""

    async def serve(visit: Visit) -> Response:
        user = visit.signed_in.user
        async with visit.database.transaction() as tx:
            asked = await take_attempt(tx, "passkey", visit.form.text("attempt"), clock.now())
            if asked is None or asked["user"] != user:
                raise PasskeyRefused
            name = visit.form.text("name") or visit.t("console.passkey.my_passkey")
            sent = visit.form.text("credential")
            try:
                challenge = bytes.fromhex(asked["challenge"])
                owner = ProvenUser(user, visit.signed_in.let_in_by)
                await add_passkey(tx, owner, name, sent, challenge, site_of(visit), clock.now())
            except NotProved as trouble:
                raise PasskeyRefused from trouble
        await tell_of_passkey(visit, post, user, "added")
        return visit.redirect(f"{PATH}?done=added")

    return serve


def drop_passkey(post: NoticeMailer) -> Callable[[Visit], Awaitable[Response]]:
    """The act that removes one of one's own keys."""

    async def serve(visit: Visit) -> Response:
        user = visit.signed_in.user
        async with visit.database.transaction() as tx:
            if not await remove_passkey(tx, user, visit.path["id"]):
                raise NoSuchPage
        await tell_of_passkey(visit, post, user, "removed")
        return visit.redirect(f"{PATH}?done=removed")

    return serve


async def tell_of_passkey(visit: Visit, post: NoticeMailer, user: str, happened: Literal["added", "removed"]) -> None:
    """Tell a person by mail that a passkey of theirs was added or removed."""
    if not can_mail(visit):
        return
    async with visit.database.connection() as connection:
        address = await address_to_tell(connection, user)
    if address is None:
        return
    t, sender = visit.t, visit.settings.operator.name
    if happened == "added":
        subject, sentences = t("passkey_added.subject", sender=sender), t.lines("passkey_added.text", sender=sender)
    else:
        subject, sentences = t("passkey_removed.subject", sender=sender), t.lines("passkey_removed.text", sender=sender)
    post.send(visit.settings, Notice(new_id(), address, t.language, subject, sentences, clock.now()))


async def passkey_sign_in_page(visit: Visit) -> Response:
    """The page that asks the browser to sign."""
    question, challenge = question_to_sign_in(site_of(visit))
    async with visit.database.transaction() as tx:
        attempt = await begin_attempt(tx, "passkey", {"challenge": challenge.hex(), "user": ""}, clock.now())
    asked = next_path(visit.query.get("next", ""))
    return visit.render(
        "sign_in_passkey.html", question=question, attempt=attempt, next=asked, elsewhere=address_for_keys(visit)
    )


async def sign_in_by_passkey(visit: Visit) -> Response:
    """Sign in the user whose key signed."""
    sent, attempt = visit.form.text("credential"), visit.form.text("attempt")
    async with visit.database.transaction() as tx:
        asked = await take_attempt(tx, "passkey", attempt, clock.now())
    challenge = bytes.fromhex(asked["challenge"]) if asked is not None and asked["user"] == "" else None

    async def prove(tx: Connection) -> ProvenUser | None:
        return None if challenge is None else await user_of_passkey(tx, sent, challenge, site_of(visit), clock.now())

    return await sign_in(visit, "passkey", hash_of(attempt), prove, next_path(visit.form.text("next")), NotSignedIn)
