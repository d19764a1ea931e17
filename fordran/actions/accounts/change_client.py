"""Change an API client: where it calls from, and whether it may."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from fordran.actions.accounts.wider_users import refuse_wider_user
from fordran.actions.refusals import EtagDiffers
from fordran.domain.service.networks import BadNetwork, Network, read_network
from fordran.resources.api_clients import ApiClientData
from fordran.shape.fields import Issues, Refused, add_issue
from fordran.store.connections.database import Connection
from fordran.store.reading.scope import Caller
from fordran.store.rows.rows import change


async def change_client(
    tx: Connection, caller: Caller, id_: str, etag: str, given: ApiClientData, now: datetime
) -> None:
    """Let the client be as `given`, which is all of it that can be changed."""
    await refuse_wider_user(tx, caller, id_)
    networks = _networks(given.addresses)
    if not await change(tx, "users", {"id": id_}, {"is_enabled": given.enabled}, now, etag):
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
