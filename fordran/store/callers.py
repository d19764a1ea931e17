"""A user as a caller: how far its access groups let it see."""

from __future__ import annotations

from typing import Literal

from fordran import clock
from fordran.domain.service.staff import StaffRole
from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_row
from fordran.store.reading.scope import ACCOUNT, CREDITOR, OPERATOR, PARTNER, Caller
from fordran.store.rows.schema_rows import UserRow

Flag = Literal[
    "log_invoice_registrations",
    "log_case_registrations",
    "log_creditor_payments",
    "log_creditor_cancellations",
    "log_creditor_creditings",
]

_LOGS: dict[Flag, str] = {
    "log_invoice_registrations": "invoice--registrations",
    "log_case_registrations": "case--registrations",
    "log_creditor_payments": "creditor--payments",
    "log_creditor_cancellations": "creditor--cancellations",
    "log_creditor_creditings": "creditor--creditings",
}


_STAFF: dict[str, StaffRole] = {"operator": "admin", "handler": "handler", "finance": "finance", "auditor": "auditor"}
"""Type of group → what those in it are there for."""


class _UserRow(UserRow):
    groups: list[str]
    """Each a type and its owner, with a blank between them."""


_USER = """
select u.name,
       u.log_invoice_registrations, u.log_case_registrations, u.log_creditor_payments,
       u.log_creditor_cancellations, u.log_creditor_creditings, u.may_see_protected,
       coalesce(u.account_id, (select min(g.account_id) from user_groups m join access_groups g on g.id = m.access_group_id
                               where m.user_id = u.id)) as account_id,
       array(select g.type || ' ' || coalesce(g.partner_id, g.creditor_id, g.account_id, '')
             from user_groups m join access_groups g on g.id = m.access_group_id
             where m.user_id = u.id order by m.position) as groups
from users u
where u.id = $1 and u.is_enabled
  and ($2::text is null or exists (select 1 from user_keys k where k.id = $2 and k.user_id = u.id))
  and ($3::text is null or exists (select 1 from working_codes c where c.user_id = u.id
                                   and encode(substr(c.code_hash, 1, 8), 'hex') = $3 and c.until > $4))
"""


async def token_key(connection: Connection) -> bytes:
    """The installation's key for access tokens."""
    key: bytes = await connection.fetchval("select token_key from installation")
    return key


async def load_caller(
    connection: Connection, user: str, client_key: str | None = None, code: str | None = None
) -> Caller | None:
    """The caller that a user is now; None where the user is gone or disabled, or the key or the code it signed in with is.

    Of the code, the first eight bytes of its hash are given, in hex.
    """
    row = await fetch_row(connection, _UserRow, _USER, user, client_key, code, clock.now())
    if row is None:
        return None
    groups = [tuple(group.split(" ")) for group in row["groups"]]
    types = {type_ for type_, _ in groups}
    logs = frozenset(resource for flag, resource in _LOGS.items() if row[flag])
    staff = frozenset(_STAFF[type_] for type_ in types if type_ in _STAFF)
    if staff:
        return Caller(
            user, row["name"], OPERATOR, staff=staff, may_see_protected=row["may_see_protected"] is True, logs=logs
        )
    if "partner" in types:
        partner = next(owner for type_, owner in groups if type_ == "partner")
        return Caller(user, row["name"], PARTNER, partner=partner, logs=logs)
    if "account_admin" in types:
        return Caller(user, row["name"], ACCOUNT, account=row["account_id"], logs=logs)
    creditors = tuple(dict.fromkeys(owner for _, owner in groups))
    admin_of = tuple(owner for type_, owner in groups if type_ == "admin")
    return Caller(
        user, row["name"], CREDITOR, account=row["account_id"], creditors=creditors, admin_of=admin_of, logs=logs
    )
