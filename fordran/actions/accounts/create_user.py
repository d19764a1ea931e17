"""Create and change users, and say which access groups they are in."""

from __future__ import annotations

from datetime import datetime

from fordran.actions.accounts.user_emails import check_name_and_email
from fordran.actions.accounts.wider_users import refuse_wider_user
from fordran.actions.refusals import EtagDiffers
from fordran.domain.message import Message
from fordran.resources.access_groups import ACCESS_GROUPS
from fordran.resources.accounts import ACCOUNTS
from fordran.resources.applications import APPLICATIONS
from fordran.resources.users import UserData, UserInput
from fordran.shape.fields import Issues, Refused, add_issue
from fordran.shape.wire import wire
from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_row
from fordran.store.reading.scope import CREDITOR, OPERATOR, PARTNER, Caller
from fordran.store.rows.ids import new_id
from fordran.store.rows.rows import change, find, insert, no_such
from fordran.store.rows.schema_rows import UserRow


async def create_user(tx: Connection, caller: Caller, given: UserInput, now: datetime) -> str:
    """A new user; its id."""
    issues: Issues = {}
    await _check_account(tx, caller, given, issues)
    await _check_references(tx, caller, given, given.account, issues)
    await check_name_and_email(tx, caller, given, None, issues)
    if given.system_user and caller.level != OPERATOR:
        add_issue(issues, ("system_user",), Message("issue.operator_only"))
    if given.may_see_protected and caller.level != OPERATOR:
        add_issue(issues, ("may_see_protected",), Message("issue.operator_only"))
    if issues:
        raise Refused(issues)
    id_ = new_id()
    owner = {"account_id": given.account or None, "partner_id": None if given.account else caller.partner}
    await insert(tx, "users", {"id": id_, "created": now, "updated": now} | owner | _columns(given))
    await set_groups(tx, id_, given, now)
    return id_


async def change_user(tx: Connection, caller: Caller, id_: str, etag: str, given: UserData, now: datetime) -> None:
    """Let the user be as `given`, which is the whole document after the change."""
    await refuse_wider_user(tx, caller, id_)
    issues: Issues = {}
    before = await fetch_row(
        tx,
        UserRow,
        'select "system_user", may_see_protected, account_id, name, email_oauth from users where id = $1 for update',
        id_,
    )
    if before is None:
        raise EtagDiffers
    await _check_references(tx, caller, given, before["account_id"], issues)
    await check_name_and_email(tx, caller, given, (before["name"], before["email_oauth"]), issues)
    if given.system_user != before["system_user"] and caller.level != OPERATOR:
        add_issue(issues, ("system_user",), Message("issue.operator_only"))
    if given.may_see_protected != (before["may_see_protected"] is True) and caller.level != OPERATOR:
        add_issue(issues, ("may_see_protected",), Message("issue.operator_only"))
    if issues:
        raise Refused(issues)
    # Without an address to sign in with, nobody signs in.
    columns = {"email_oauth": None, "oauth_type": None} | _columns(given)
    if not await change(tx, "users", {"id": id_}, columns, now, etag):
        raise EtagDiffers
    await tx.execute("delete from user_groups where user_id = $1", id_)
    await set_groups(tx, id_, given, now)


async def remove_user(tx: Connection, caller: Caller, id_: str, etag: str, now: datetime) -> None:
    """Delete a user: tokens stop working within a second."""
    await refuse_wider_user(tx, caller, id_)
    if not await change(tx, "users", {"id": id_}, {}, now, etag):
        raise EtagDiffers
    await tx.execute("delete from users where id = $1", id_)


def _columns(given: UserData) -> dict[str, object]:
    columns = wire(given)
    columns.pop("account", None)
    del columns["data_access"]
    columns["applications"] = [{"application": item.application} for item in given.applications] or None
    return columns


async def set_groups(tx: Connection, user: str, given: UserData, now: datetime) -> None:
    """Put the user into its groups, in the order they were given."""
    for position, item in enumerate(given.data_access):
        await tx.execute(
            """insert into user_groups (user_id, access_group_id, granted, position) values ($1, $2, $3, $4)
               on conflict do nothing""",
            user,
            item.access_group,
            item.granted_date or now,
            position,
        )


async def _check_account(tx: Connection, caller: Caller, given: UserInput, issues: Issues) -> None:
    if given.account:
        if await find(tx, ACCOUNTS, caller, given.account) is None:
            add_issue(issues, ("account",), no_such(ACCOUNTS, given.account))
    elif caller.level not in (OPERATOR, PARTNER):
        add_issue(issues, ("account",), Message("issue.required"))


async def _check_references(
    tx: Connection, caller: Caller, given: UserData, account: str | None, issues: Issues
) -> None:
    """Every group must be one that the caller may give, and of the user's own account where it has one.

    A user without an account of its own sees into one account at most: that of the first group which has one.
    """
    seen = account or None
    for index, item in enumerate(given.data_access):
        group = await find(tx, ACCESS_GROUPS, caller, item.access_group)
        if group is None or not _may_give(caller, group.document) or not _fits_user(account, seen, group.document):
            add_issue(issues, ("data_access", index, "access_group"), no_such(ACCESS_GROUPS, item.access_group))
        else:
            seen = seen or group.document.get("account")
    for index, application in enumerate(given.applications):
        if await find(tx, APPLICATIONS, caller, application.application) is None:
            add_issue(issues, ("applications", index, "application"), no_such(APPLICATIONS, application.application))


def _may_give(caller: Caller, group: dict[str, object]) -> bool:
    return caller.level != CREDITOR or group.get("creditor") in caller.admin_of


def _fits_user(account: str | None, seen: str | None, group: dict[str, object]) -> bool:
    of = group.get("account")
    return of == account if account else of is None or seen in (None, of)
