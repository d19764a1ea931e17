"""An installation to be hostile to: a database with the demo in it and a second partner's account, served as in operation."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import httpx

from fordran import clock
from fordran.actions.accounts.access_token import issue
from fordran.actions.accounts.add_client import add_client
from fordran.actions.accounts.add_partner import add_partner
from fordran.actions.demo.fill_demo import add_business, fill_demo
from fordran.actions.people.add_person import add_person
from fordran.api.endpoints import endpoints
from fordran.api.roles import ROLES
from fordran.outside.media import MediaFolder
from fordran.settings import Settings
from fordran.store.connections.database import Connection, Database
from fordran.store.reading.scope import PARTNER, Caller
from tools.bench.servers import SERVICE, Server, running
from tools.harness.database import prepare

MANY = 8
"""How many ids of each resource are known."""


@dataclass(frozen=True)
class Sibling:
    """Another creditor of the account, and the token of its own client."""

    creditor: str
    user: str
    token: str


@dataclass(frozen=True)
class Filled:
    """What a filled database has: role → a user of it and a token; the account and the creditor of those below a partner."""

    tokens: dict[str, tuple[str, str]]
    account: str
    creditor: str
    sibling: Sibling


@dataclass(frozen=True)
class Installation:
    server: Server
    tokens: dict[str, str]
    """Role → an access token; none for `nobody`."""
    users: frozenset[str]
    """The users that the tokens are of, who must not be taken away."""
    ids: dict[str, list[str]]
    """Resource → ids, some of them of the second partner."""
    folder: Path
    """Where the service's log is."""
    account: str
    creditor: str
    """The account and the creditor of the roles below a partner, which others are not to change or remove."""
    sibling: Sibling
    database_url: str
    """The database itself, for what no answer tells."""

    def id_for(self, resource: str, chance: random.Random) -> str:
        """The id of a document that there is, or of none."""
        id_: str = chance.choice([*self.ids.get(resource, ()), "0" * 24])
        return id_

    def memory_mb(self) -> float:
        """What the service holds."""
        return sum(self.server.memory_mb())


@contextmanager
def served(database_url: str, folder: Path) -> Iterator[Installation]:
    """Fill an empty database and serve it until the block ends."""
    # No limits on how often a client may ask or fail to sign in: they would be all that is met.
    settings = replace(
        Settings(),
        data=folder,
        database_url=database_url,
        sandbox=True,
        rate_limit_per_second=0,
        sign_in_failures_per_minute=1_000_000,
        log_level="error",
    )
    filled = asyncio.run(_filled(settings))
    users = frozenset((filled.sibling.user, *(user for user, _ in filled.tokens.values())))
    with running("service", [SERVICE], settings, folder) as server:
        by_role = {role: token for role, (_, token) in filled.tokens.items()}
        ids = _known_ids(server, by_role["operator"], users)
        tokens = by_role | {"nobody": ""}
        yield Installation(
            server, tokens, users, ids, folder, filled.account, filled.creditor, filled.sibling, database_url
        )


async def _filled(settings: Settings) -> Filled:
    """Migrate and fill."""
    assert settings.database_url is not None
    await prepare(settings.database_url)
    database = Database(settings.database_url, 1)
    async with database.transaction() as tx:
        now = clock.now()
        await fill_demo(tx, MediaFolder(settings.data / "media").put, settings.operator, now)
        other = await add_partner(
            tx, name="Other partner", integration_id="other", organization_no="5561034249", now=now
        )
        await add_business(tx, Caller(user="", name="other", level=PARTNER, partner=other), now)
        await add_person(tx, HANDLER, "eva.lind@example.com", "handler", now)
        first = await tx.fetchrow("select id, partner_id from accounts order by id limit 1")
        assert first is not None, "the demo has an account"
        account, partner = first["id"], first["partner_id"]
        ids = await tx.fetch("select id from creditors where account_id = $1 order by id limit 2", account)
        creditor, second = (row["id"] for row in ids)
        users = await _users(tx, account, partner, creditor)
        sibling = (await add_client(tx, name="sibling", now=now, creditors=[second])).user
        key = await tx.fetchval("select token_key from installation")
    await database.close()
    tokens = {role: (user, issue(user, key, clock.unix(), 600)) for role, user in users.items()}
    return Filled(tokens, account, creditor, Sibling(second, sibling, issue(sibling, key, clock.unix(), 600)))


HANDLER = "Eva Lind"
"""A person who can be given cases."""
STAFF = ("handler", "finance", "auditor")
"""The operator's who are no administrators."""


async def _users(tx: Connection, account: str, partner: str | None, creditor: str) -> dict[str, str]:
    """A user of every role, those below the partner in the demo's account."""
    belongs_to: dict[str, dict[str, Any]] = {
        "operator": {"operator": True},
        **{role: {"operator": True} for role in STAFF},
        "partner": {"partner": partner},
        "account_admin": {"account": account},
        "creditor_user": {"creditors": [creditor]},
        "creditor_admin": {"creditors": [creditor]},
    }
    assert belongs_to.keys() == set(ROLES), "a role that nobody here has"
    users = {
        role: (await add_client(tx, name=role, now=clock.now(), **owner)).user for role, owner in belongs_to.items()
    }
    # A client is in the group of API clients; those of the staff and an administrator of a creditor are in others.
    for role in STAFF:
        await _put_into(tx, users[role], await tx.fetchval("select id from access_groups where type = $1", role))
    admins = await tx.fetchval("select id from access_groups where creditor_id = $1 and type = 'admin'", creditor)
    await _put_into(tx, users["creditor_admin"], admins)
    return users


async def _put_into(tx: Connection, user: str, group: str) -> None:
    """Let a user be in that group and in no other."""
    await tx.execute("delete from user_groups where user_id = $1", user)
    await tx.execute(
        "insert into user_groups (user_id, access_group_id, granted, position) values ($1, $2, $3, 0)",
        user,
        group,
        clock.now(),
    )


def _known_ids(server: Server, token: str, keep: frozenset[str]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    listed = {endpoint.resource.name for endpoint in endpoints(Settings()) if endpoint.resource}
    with httpx.Client(base_url=server.url, headers={"x-api-key": token}) as client:
        for name in sorted(listed):
            ids = []
            for order in ("_id", "-_id"):
                page = client.get(f"/{name}", params={"max_results": MANY, "sort": order})
                ids += [item["_id"] for item in page.json().get("_items", ())]
            found[name] = [id_ for id_ in dict.fromkeys(ids) if id_ not in keep]
    return found
