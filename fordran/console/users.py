"""Users: who there is, what each may, inviting somebody, and ending sessions."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any, get_args

from starlette.responses import Response

from fordran import clock
from fordran.actions.accounts.create_user import change_user, create_user
from fordran.actions.accounts.wider_users import refuse_wider_user
from fordran.actions.people.end_access import end_access
from fordran.actions.people.passkeys import passkeys_of, remove_passkey
from fordran.actions.people.sessions import sessions_of
from fordran.actions.people.sign_in_links import make_link
from fordran.actions.record_in_audit import AuditRecord, record_in_audit
from fordran.actions.refusals import EtagDiffers
from fordran.console.access import ROOT
from fordran.console.fields import SettingField, by_path, filled, plain, written
from fordran.console.form_acts import made_once, secret_page
from fordran.console.listing import listed
from fordran.console.passkeys import tell_of_passkey
from fordran.console.sign_in import NoticeMailer
from fordran.resources.access_groups import ACCESS_GROUPS
from fordran.resources.accounts import ACCOUNTS
from fordran.resources.users import USERS, OauthType, UserData, UserInput
from fordran.shape.fields import Refused, read
from fordran.store.connections.database import Connection
from fordran.store.reading.documents import Document, Values
from fordran.store.reading.scope import OPERATOR, PARTNER
from fordran.web.acts import do_once
from fordran.web.reached import reached_at
from fordran.web.troubles import NoSuchPage
from fordran.web.visit import Visit

GROUP_ROWS = 3
BLANKS = (
    SettingField("name", "console.name", required=True),
    SettingField("email_oauth", "console.email_to_sign_in"),
    SettingField("oauth_type", "console.user.identity_provider", "choice", options=("oauth_type", get_args(OauthType))),
    SettingField("is_enabled", "console.may_sign_in", "flag", required=True),
    SettingField("may_see_protected", "console.user.may_see_protected", "flag"),
)


async def users_page(visit: Visit) -> Response:
    """The people that the visitor sees, the newest first; programs have a page of their own."""
    async with visit.database.connection() as connection:
        users, pager = await listed(visit, connection, USERS, {"system_user": False})
    shown = [user | {"roles": _roles(visit, user)} for user in users]
    return visit.render("users.html", users=shown, pager=pager)


def _roles(visit: Visit, user: Values) -> list[str]:
    """The rights of a user, in words."""
    found = []
    for group in user.get("data_access") or []:
        name = visit.t.of("access_group_type", group["access_group_type"])
        whose = group.get("access_group_creditor_name") or group.get("access_group_account_name")
        found.append(f"{name}, {whose}" if whose else name)
    return found


async def new_user(visit: Visit) -> Response:
    """An empty form."""
    return await _form(visit, None, {"is_enabled": "true"}, {})


async def make_user(visit: Visit) -> Response:
    """Invite somebody: the user is made, and gets a link from its page."""
    try:
        document = filled(visit.t, visit.form, BLANKS, {"account": visit.form.text("account")})
        given = read(UserInput, document | {"data_access": _groups(visit)})

        async def work(tx: Connection) -> str:
            id_ = await create_user(tx, visit.signed_in, given, clock.now())
            return f"{ROOT}/users/{id_}?done=made"

        return visit.redirect(await do_once(visit, work))
    except Refused as refused:
        return await _form(visit, None, visit.form.own, _issues(visit, refused), 422)


async def user_page(visit: Visit) -> Response:
    """A user: what it may, and where it is signed in."""
    async with visit.database.connection() as connection:
        user = await _user(visit, connection)
    return await _form(visit, user, _values(user), {})


def _values(user: Document) -> dict[str, str]:
    """The values of a user's form."""
    sent = plain(user, UserData)
    groups = (sent.get("data_access") or [])[:GROUP_ROWS]
    return written(sent, BLANKS) | {f"group_{row}": group["access_group"] for row, group in enumerate(groups)}


async def change_one(visit: Visit) -> Response:
    """Let the user be as it was filled in, if nobody has changed it meanwhile."""
    async with visit.database.connection() as connection:
        user = await _user(visit, connection)
    try:
        before = plain(user, UserData)
        rest = (before.get("data_access") or [])[GROUP_ROWS:]
        document = filled(visit.t, visit.form, BLANKS, before)
        given = read(UserData, document | {"data_access": _groups(visit) + rest})

        async def work(tx: Connection) -> str:
            etag = visit.form.text("_etag")
            await change_user(tx, visit.signed_in, user["_id"], etag, given, clock.now())
            return f"{ROOT}/users/{user['_id']}?done=saved"

        return visit.redirect(await do_once(visit, work))
    except Refused as refused:
        return await _form(visit, user, visit.form.own, _issues(visit, refused), 422)
    except EtagDiffers:
        return await _form(visit, user, visit.form.own, {}, 409)


def _groups(visit: Visit) -> list[dict[str, Any]]:
    chosen = [visit.form.text(f"group_{row}") for row in range(GROUP_ROWS)]
    return [{"access_group": group} for group in dict.fromkeys(chosen) if group]


def _issues(visit: Visit, refused: Refused) -> dict[str, str]:
    issues = dict(refused.issues)
    if issues.pop("data_access", None):
        issues["group_0"] = visit.t("console.user.role_does_not_fit")
    return by_path(visit.t, issues)


async def _user(visit: Visit, connection: Connection) -> Document:
    user = await visit.find_document(connection, USERS)
    if user["system_user"]:
        raise NoSuchPage
    return user


async def _form(
    visit: Visit, user: Document | None, values: Mapping[str, str], issues: dict[str, str], status: int = 200
) -> Response:
    caller, t = visit.signed_in, visit.t
    async with visit.database.connection() as connection:
        groups = await visit.read(connection, ACCESS_GROUPS)
        accounts = await visit.read(connection, ACCOUNTS) if user is None else []
        sessions = await sessions_of(connection, user["_id"], clock.now(), visit.session_term) if user else []
        passkeys = await passkeys_of(connection, user["_id"]) if user else []
    own = [("", t("console.user.no_account"))] if caller.level in (OPERATOR, PARTNER) else []
    return visit.render(
        "user.html",
        status,
        user=user,
        blanks=BLANKS,
        values=values,
        issues=issues,
        is_changed=status == 409,
        accounts=own + [(one["_id"], one["name"]) for one in accounts],
        groups=[("", t("console.user.no_role")), *((one["_id"], _group_name(visit, one)) for one in groups)],
        group_rows=GROUP_ROWS,
        sessions=sessions,
        passkeys=passkeys,
        done=visit.query.get("done"),
    )


def _group_name(visit: Visit, group: Values) -> str:
    name = visit.t.of("access_group_type", group["access_group_type"])
    whose = group.get("creditor_name") or group.get("account_name")
    return f"{name}, {whose}" if whose else name


async def make_sign_in_link(visit: Visit) -> Response:
    """A one-time link for the user, shown this once."""
    async with visit.database.connection() as connection:
        user = await _user(visit, connection)

    async def work(tx: Connection) -> str:
        await refuse_wider_user(tx, visit.signed_in, user["_id"])
        return await make_link(tx, user["_id"], clock.now(), visit.signed_in.hands)

    token = await made_once(visit, work)
    about = visit.t("console.user.link_shown_once", name=user["name"])
    link = f"{reached_at(visit)}{ROOT}/sign-in/link?token={token}"
    return secret_page(visit, "console.user.signin_link", about, link, f"{ROOT}/users/{user['_id']}")


def end_all(post: NoticeMailer) -> Callable[[Visit], Awaitable[Response]]:
    """The act that ends every session of the user, and removes its passkeys and links."""

    async def serve(visit: Visit) -> Response:
        async with visit.database.connection() as connection:
            user = await _user(visit, connection)
        removed = 0

        async def work(tx: Connection) -> str:
            nonlocal removed
            await refuse_wider_user(tx, visit.signed_in, user["_id"])
            removed = await end_access(tx, user["_id"], clock.now())
            # Removed passkeys are in the log by themselves, and sessions are not.
            await record_in_audit(tx, [_ended(visit, user["_id"])])
            return f"{ROOT}/users/{user['_id']}?done=ended"

        done = await do_once(visit, work)
        if removed:
            await tell_of_passkey(visit, post, user["_id"], "removed")
        return visit.redirect(done)

    return serve


def _ended(visit: Visit, user: str) -> AuditRecord:
    by = visit.signed_in.user
    return AuditRecord(clock.now(), "console", "changed", visit.name, "users", visit.id, visit.address, by, None, user)


def drop_passkey_of(post: NoticeMailer) -> Callable[[Visit], Awaitable[Response]]:
    """The act that removes a passkey of a user."""

    async def serve(visit: Visit) -> Response:
        async with visit.database.connection() as connection:
            user = await _user(visit, connection)

        async def work(tx: Connection) -> str:
            await refuse_wider_user(tx, visit.signed_in, user["_id"])
            if not await remove_passkey(tx, user["_id"], visit.path["key"]):
                raise NoSuchPage
            return f"{ROOT}/users/{user['_id']}?done=passkey"

        done = await do_once(visit, work)
        await tell_of_passkey(visit, post, user["_id"], "removed")
        return visit.redirect(done)

    return serve
