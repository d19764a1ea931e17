"""A small world to ask questions of: an operator, two partners, their accounts, creditors, and a caller of every role."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime
from typing import Any

import httpx

from fordran import clock
from fordran.actions.accounts.access_token import issue
from fordran.actions.accounts.add_client import add_client
from fordran.actions.accounts.add_partner import add_partner
from fordran.actions.payouts.prepare_payouts import prepare_payouts
from fordran.api.app import Api
from fordran.formats.bank import BankPayer
from fordran.formats.bgmax_making import make_bgmax
from fordran.formats.making import DemoTransaction, Deposit
from fordran.store.connections.database import Database

HERE = "127.0.0.1"


def client_of(app: Api, token: str | None = None, address: str = HERE) -> httpx.AsyncClient:
    """A client of the application in this process, which comes from that address and sends that token."""
    return httpx.AsyncClient(
        transport=httpx.ASGITransport(app=app, client=(address, 1)),
        base_url="http://fordran",
        headers={} if token is None else {"x-api-key": token},
        timeout=60,
    )


async def sign_in(app: Api, api_code: str, address: str = HERE) -> httpx.AsyncClient:
    """A client that has signed in with its API code."""
    async with client_of(app, address=address) as stranger:
        answer = await stranger.post("/authenticates/api-code", json={"code": api_code})
    assert answer.status_code == 200, answer.text
    return client_of(app, answer.json()["token"], address)


@dataclass
class Creditor:
    id: str
    groups: dict[str, str]
    """Type → id of the access group."""


@dataclass
class Account:
    id: str
    group: str
    """Its administrators' access group."""
    creditors: list[Creditor]


@dataclass
class Partner:
    id: str
    group: str
    accounts: list[Account]
    user: str
    """The API client that `client` is."""
    client: httpx.AsyncClient


@dataclass
class World:
    """`account` and `creditor` are the ones that the callers of the narrower roles belong to."""

    app: Api
    database: Database
    operator: httpx.AsyncClient
    application: str
    token_key: bytes
    partners: list[Partner] = field(default_factory=list)
    callers: dict[str, httpx.AsyncClient] = field(default_factory=dict)
    """operator, partner, account_admin, creditor_admin, creditor_user, api_user, groupless → a signed-in client."""
    users: dict[str, str] = field(default_factory=dict)
    """The same names → the ids of those users."""

    case: str = ""
    """A case of `creditor` that stays open."""
    customer: str = ""
    """Its customer."""
    cancelled_case: str = ""

    @property
    def account(self) -> Account:
        return self.partners[0].accounts[0]

    @property
    def creditor(self) -> Creditor:
        return self.account.creditors[0]

    def token(self, user: str) -> str:
        """An access token of a user, as a sign-in would give it."""
        return issue(user, self.token_key, clock.unix(), 60)

    def as_user(self, user: str) -> httpx.AsyncClient:
        """A client with a token of that user."""
        return client_of(self.app, self.token(user))

    async def create(self, path: str, body: Any, by: httpx.AsyncClient | None = None) -> dict[str, Any]:
        """What a create answers that has to succeed."""
        answer = await (by or self.operator).post(path, json=body)
        assert answer.status_code == 201, answer.text
        created: dict[str, Any] = answer.json()
        return created

    async def some(self, resource: str) -> list[dict[str, Any]]:
        """Documents of a resource, as the operator sees them; there have to be some."""
        answer = await self.operator.get(f"/{resource}", params={"max_results": 100})
        assert answer.status_code == 200, answer.text
        items: list[dict[str, Any]] = answer.json()["_items"]
        assert items, f"the world has no document of {resource}: let it be made in tests/api/world.py or aftermath.py"
        return items

    async def add_user(self, account: str, *groups: str, name: str = "Anna", **more: Any) -> str:
        """A user in those groups; its id."""
        data_access = [{"access_group": group} for group in groups]
        body = {"account": account, "name": name, "data_access": data_access} | more
        created: str = (await self.create("/users", body))["_id"]
        return created

    def moved_to(self, app: Api) -> World:
        """The same world in a copy of its database, with clients of the application there."""
        there = replace(self, app=app, database=app.database)
        there.callers = {name: there.as_user(user) for name, user in self.users.items()}
        there.operator = there.as_user(self.users["operator"])
        there.partners = [replace(partner, client=there.as_user(partner.user)) for partner in self.partners]
        return there

    async def close(self) -> None:
        for client in [self.operator, *self.callers.values(), *(partner.client for partner in self.partners)]:
            await client.aclose()


async def make_world(app: Api, *, is_filled: bool = True) -> World:
    """Two partners with two accounts each, with two or three creditors each; callers of every role in the first account."""
    now = clock.now()
    async with app.database.transaction() as tx:
        operator = await add_client(tx, name="Operator's client", operator=True, networks=[HERE], now=now)
        north = await add_partner(tx, name="North", integration_id="north", organization_no="5560160680", now=now)
        south = await add_partner(tx, name="South", integration_id="south", organization_no="5561034249", now=now)
        clients = {
            id_: await add_client(tx, name="Partner's client", partner=id_, networks=[HERE], now=now)
            for id_ in (north, south)
        }
        token_key = await tx.fetchval("select token_key from installation")
        application = await tx.fetchval("select id from applications order by id limit 1")
    world = World(app, app.database, await sign_in(app, operator.api_code), application, token_key)
    for partner in (north, south):
        client = world.as_user(clients[partner].user)
        accounts = [await _account(world, client, f"{partner} {number}", number + 1) for number in (1, 2)]
        group = await _group(world, {"access_group_type": "partner", "partner": partner})
        world.partners.append(Partner(partner, group, accounts, clients[partner].user, client))
    account, creditor = world.account, world.creditor
    world.users = {
        "operator": operator.user,
        **{
            role: await world.add_user("", await _group(world, {"access_group_type": role}), name=f"The {role}")
            for role in ("handler", "finance", "auditor")
        },
        "partner": clients[north].user,
        "account_admin": await world.add_user(account.id, account.group, name="Admin of the account"),
        "creditor_admin": await world.add_user(account.id, creditor.groups["admin"], name="Admin of a creditor"),
        "creditor_user": await world.add_user(account.id, creditor.groups["user"], name="User of a creditor"),
        "api_user": await world.add_user(
            account.id, creditor.groups["api_user"], name="Client", system_user=True, log_creditor_payments=True
        ),
        "groupless": await world.add_user(account.id, name="In no group"),
    }
    world.callers = {name: world.as_user(user) for name, user in world.users.items()}
    if is_filled:
        await _register(world)
    return world


async def _register(world: World) -> None:
    """Invoices and cases of three creditors, one of them the other partner's, and what can happen to cases."""
    for partner, account in ((0, 0), (0, 1), (1, 0)):
        of = world.partners[partner].accounts[account]
        # Of the first account by a client whose payments are kept in the request log.
        payer = world.callers["api_user"] if of is world.account else None
        open_, closed = await register_for(world, of, of.creditors[-1 if account else 0], payer)
        world.case, world.cancelled_case = world.case or open_, world.cancelled_case or closed
    world.customer = (await world.operator.get(f"/cases/{world.case}")).json()["customer"]


async def register_for(
    world: World, of: Account, creditor: Creditor, payer: httpx.AsyncClient | None = None, **changes: Any
) -> tuple[str, str]:
    """An invoice and two cases of a creditor, and what can happen to cases; the one that stays open, and the one closed."""
    from tests.api import aftermath, bodies

    owner = {"account": of.id, "creditor": creditor.id}
    registered = await world.create("/invoice--registrations", bodies.invoice_registration(world, **owner, **changes))
    # Reading it for the first time prints it.
    await world.operator.get(f"/invoices/{registered['_invoice']}")
    made = [
        await world.create("/case--registrations", bodies.case_registration(world, **owner, **changes))
        for _ in range(2)
    ]
    open_, closed = made[0]["_cases"][0], made[1]["_cases"][0]
    await world.create("/creditor--payments", bodies.payment(world, **owner, case=open_), by=payer)
    await world.create("/creditor--creditings", bodies.crediting(world, **owner, case=open_))
    taken_back = {"creditor": owner["creditor"], "case": closed, "origin": "creditor_system"}
    await world.create("/creditor--cancellations", taken_back)
    await world.create("/webhooks", bodies.webhook(world, **owner))
    await _pay_over_the_bank(world, made[0]["_ocr_numbers_ocr"][0])
    await _pay_what_is_closed(world, made[1]["_ocr_numbers_ocr"][0])
    async with world.database.transaction() as tx:
        await prepare_payouts(tx, of.id, clock.now())
    await aftermath.let_things_follow(world, owner, open_, bodies.invoice_registration(world, **owner, **changes))
    return open_, closed


async def _pay_over_the_bank(world: World, ocr: str) -> None:
    """A file from the bank with a payment of an öre for a case, and one that nobody knows the case of."""
    payer = BankPayer(name="Karin Öberg", organization_no="8112289874", account="50501055")
    receipts = (
        DemoTransaction(1, ocr, serial=ocr, payer=payer, information=("tack",)),
        DemoTransaction(100, "77", serial=ocr, payer=payer, information=("hyra",)),
    )
    made = make_bgmax([Deposit("5555552", date(2026, 4, 10), 1, receipts)], created=datetime(2026, 4, 10, tzinfo=UTC))
    answer = await world.operator.post("/bank--files", content=made)
    assert answer.status_code == 201, answer.text


async def _pay_what_is_closed(world: World, ocr: str) -> None:
    """A payment of more than a closed case owed, from an account that the bank names: the surplus goes back."""
    payer = BankPayer(name="Karin Öberg", organization_no="8112289874", account="9912346")
    receipts = (DemoTransaction(100_000_00, ocr, serial=ocr, payer=payer),)
    day = clock.stockholm_date(clock.now())
    made = make_bgmax([Deposit("5555552", day, 2, receipts)], created=datetime(2026, 4, 11, tzinfo=UTC))
    answer = await world.operator.post("/bank--files", content=made)
    assert answer.status_code == 201, answer.text


async def _account(world: World, client: httpx.AsyncClient, name: str, creditors: int) -> Account:
    # Imported here because the bodies know the world.
    from tests.api.bodies import account, creditor_data

    made = await world.create("/accounts", account(name=name), by=client)
    ids = [made["_creditor"]]
    for _ in range(creditors - 1):
        created = await world.create("/creditors", {"account": made["_id"], **creditor_data()}, by=client)
        ids.append(created["_id"])
    group = await _group(world, {"access_group_type": "account_admin", "account": made["_id"]})
    return Account(made["_id"], group, [await _creditor(world, id_) for id_ in ids])


async def _creditor(world: World, id_: str) -> Creditor:
    answer = await world.operator.get("/access--groups", params={"where": f'{{"creditor": "{id_}"}}'})
    return Creditor(id_, {group["access_group_type"]: group["_id"] for group in answer.json()["_items"]})


async def _group(world: World, where: dict[str, str]) -> str:
    import json

    answer = await world.operator.get("/access--groups", params={"where": json.dumps(where)})
    (group,) = answer.json()["_items"]
    id_: str = group["_id"]
    return id_
