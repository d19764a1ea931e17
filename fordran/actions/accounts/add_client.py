"""Add an API client: a system user with an API code, public keys and addresses."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TypedDict

from fordran.actions.accounts.client_keys import read_public_key
from fordran.actions.accounts.sign_in import hash_code, new_api_code
from fordran.domain.service.networks import read_network
from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_rows
from fordran.store.rows.ids import new_id
from fordran.store.rows.rows import insert


class NoSuchOwner(Exception):
    """The partner, account or creditor that a client is to belong to does not exist."""


@dataclass(frozen=True)
class Client:
    user: str
    api_code: str


async def add_client(
    tx: Connection,
    *,
    name: str,
    operator: bool = False,
    partner: str | None = None,
    account: str | None = None,
    creditors: Sequence[str] = (),
    public_keys: Sequence[str] = (),
    networks: Sequence[str] = (),
    now: datetime,
) -> Client:
    """A new API client of the operator, a partner, an account, or some creditors of one account."""
    groups = await _groups(tx, operator, partner, account, creditors)
    if account is None and creditors:
        account = groups[0]["account_id"]
    keys = [read_public_key(key) for key in public_keys]
    allowed = [read_network(network) for network in networks]
    user, code = new_id(), await new_api_code(tx)
    owner = {"account_id": account, "partner_id": partner}
    row = {"id": user, "created": now, "updated": now, "name": name, "system_user": True} | owner
    await insert(tx, "users", row | {"api_code_hash": hash_code(code)})
    for position, group in enumerate(groups):
        membership = {"user_id": user, "access_group_id": group["id"], "granted": now, "position": position}
        await insert(tx, "user_groups", membership)
    for key in keys:
        await insert(tx, "user_keys", {"id": new_id(), "user_id": user, "created": now, "public_key": key.pem})
    for network in dict.fromkeys(allowed):
        await insert(tx, "user_networks", {"user_id": user, "network": network})
    return Client(user, code)


class _GroupRow(TypedDict):
    id: str
    account_id: str | None
    owner: str


async def _groups(
    tx: Connection, operator: bool, partner: str | None, account: str | None, creditors: Sequence[str]
) -> list[_GroupRow]:
    if sum((operator, partner is not None, account is not None, bool(creditors))) != 1:
        raise NoSuchOwner(
            "A client belongs to the operator, to one partner, to one account, or to one or more creditors."
        )
    wanted = creditors or (partner or account or "the operator",)
    rows = await fetch_rows(
        tx,
        _GroupRow,
        """select id, account_id, coalesce(creditor_id, partner_id, account_id, 'the operator') as owner
           from access_groups
           where case type when 'operator' then $1::boolean when 'partner' then partner_id = $2::text
                           when 'account_admin' then account_id = $3::text
                           when 'api_user' then creditor_id = any($4::text[]) end""",
        operator,
        partner,
        account,
        list(creditors),
    )
    found = {row["owner"]: row for row in rows}
    for owner in wanted:
        if owner not in found:
            kind = "creditor" if creditors else "partner" if partner else "account"
            raise NoSuchOwner(f"There is no {kind} with the id '{owner}'.")
    if len({row["account_id"] for row in found.values()}) > 1:
        raise NoSuchOwner("The creditors of one client must belong to one account.")
    return [found[owner] for owner in dict.fromkeys(wanted)]
