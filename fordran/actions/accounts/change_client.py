"""Create and change an API client: whose it is, where it calls from, and whether it may."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from fordran.actions.accounts.add_client import add_client
from fordran.actions.accounts.change_keys import read_key
from fordran.actions.accounts.wider_users import refuse_wider_user
from fordran.actions.cases.registering import etag_of
from fordran.actions.refusals import EtagDiffers
from fordran.domain.message import Message
from fordran.domain.service.networks import BadNetwork, Network, read_network
from fordran.resources.accounts import ACCOUNTS
from fordran.resources.api_clients import ApiClientData, ApiClientInput
from fordran.resources.creditors import CREDITORS
from fordran.shape.fields import Issues, Refused, add_issue
from fordran.store.connections.database import Connection
from fordran.store.reading.scope import CREDITOR, Caller
from fordran.store.rows.rows import change, find, no_such


async def create_client(tx: Connection, caller: Caller, given: ApiClientInput, now: datetime) -> dict[str, Any]:
    """A new client; its four fields, and its code, which is not shown again."""
    await _check_owner(tx, caller, given)
    client = await add_client(
        tx,
        name=given.name,
        account=None if given.creditor else given.account,
        creditors=[given.creditor] if given.creditor else [],
        public_keys=[read_key(given.public_key).pem] if given.public_key else [],
        networks=[str(network) for network in _networks(given.addresses)],
        now=now,
    )
    if not given.enabled:
        await tx.execute("update users set is_enabled = false where id = $1", client.user)
    fields = {"_id": client.user, "_created": now, "_updated": now, "_etag": etag_of(client.user, 1)}
    return fields | {"api_code": client.api_code}


async def _check_owner(tx: Connection, caller: Caller, given: ApiClientInput) -> None:
    """Refuse a client that would see more than the caller."""
    issues: Issues = {}
    if given.account is not None and await find(tx, ACCOUNTS, caller, given.account) is None:
        issues["account"] = no_such(ACCOUNTS, given.account)
    elif given.creditor is None and caller.level == CREDITOR:
        issues["creditor"] = Message("issue.creditor_not_administered")
    if given.creditor is not None:
        creditor = await find(tx, CREDITORS, caller, given.creditor)
        if creditor is None or given.account not in (None, creditor.document["account"]):
            issues["creditor"] = no_such(CREDITORS, given.creditor)
        elif caller.level == CREDITOR and given.creditor not in caller.admin_of:
            issues["creditor"] = Message("issue.creditor_not_administered")
    if issues:
        raise Refused(issues)


async def change_client(
    tx: Connection, caller: Caller, id_: str, etag: str, given: ApiClientData, now: datetime
) -> None:
    """Let the client be as `given`, which is all of it that can be changed."""
    await refuse_wider_user(tx, caller, id_)
    networks = _networks(given.addresses)
    if not await change(tx, "users", {"id": id_}, {"name": given.name, "is_enabled": given.enabled}, now, etag):
        raise EtagDiffers
    await tx.execute("delete from user_networks where user_id = $1 and network <> all($2::cidr[])", id_, networks)
    await tx.execute(
        "insert into user_networks (user_id, network) select $1, unnest($2::cidr[]) on conflict do nothing",
        id_,
        networks,
    )


async def switch_client(tx: Connection, id_: str, *, is_enabled: bool, now: datetime) -> None:
    """Let a client sign in, or no more: its tokens stop working within a second."""
    if not await change(tx, "users", {"id": id_}, {"is_enabled": is_enabled}, now):
        raise EtagDiffers


def _networks(addresses: Sequence[str]) -> list[Network]:
    """The networks that texts name, each once; every text that names none is an issue."""
    issues: Issues = {}
    networks: list[Network] = []
    for index, text in enumerate(addresses):
        try:
            networks.append(read_network(text))
        except BadNetwork as wrong:
            add_issue(issues, ("addresses", index), str(wrong))
    if issues:
        raise Refused(issues)
    return [*dict.fromkeys(networks)]
