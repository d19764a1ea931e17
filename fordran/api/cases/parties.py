"""/cases/{id}/parties: who is in a case beside its debtor."""

from __future__ import annotations

from typing import Any

from pydantic import Field

from fordran import clock
from fordran.actions.cases.move_case import FlowingCase
from fordran.actions.parties.case_parties import add_party, change_party, kept_parties, read_parties, remove_party
from fordran.api.cases.acts import case_of, check_case_tag, locked_by_path, shown_case
from fordran.api.cases.parts import PartsMeta, all_parts
from fordran.api.http.answers import Answer, answer
from fordran.api.http.errors import not_found
from fordran.api.http.request import Request
from fordran.api.serving.bodies import read_all_issues
from fordran.api.serving.days import Day
from fordran.api.serving.once import once
from fordran.domain.kinds.case_states import State, Status
from fordran.domain.kinds.party_roles import PartyLetters, PartyRole
from fordran.resources.customers import CustomerAddress
from fordran.resources.party_input import PartyChange, PartyInput
from fordran.shape.fields import Shape, read
from fordran.shape.kinds import Flag, Id, Moment, Text
from fordran.shape.merging import merged
from fordran.shape.wire import shown_as
from fordran.store.connections.database import Connection, Database


class CaseParty(Shape):
    """A party of a case beside its debtor."""

    id: Id = Field(alias="_id")
    """Unique, made by the service; later ones are greater."""
    created: Moment = Field(alias="_created")
    """When it was stored."""
    role: PartyRole
    """The role in the case."""
    name: Text
    """The party's full name; of an estate, who sees to it."""
    customer: Id | None = None
    """Of a further debtor: the customer, who shows how that debtor is reached."""
    id_number: Text | None = None
    """Personal, coordination or organisation number."""
    address: CustomerAddress | None = None
    """Where the party lives or has its office; of a protected debtor's case, the forwarding address."""
    email: Text | None = None
    """The party's e-mail address; absent of a protected debtor's case."""
    from_: Day | None = Field(default=None, alias="from", description="The first day.")
    until: Day | None = Field(default=None, description="The last day.")
    receives_letters: PartyLetters
    """Which letters the party gets."""
    may_agree: Flag
    """Whether the party may agree on something for the debtor."""
    ground: Text | None = None
    """Of a guardian: why the minor is bound by the debt."""
    inventory_date: Day | None = Field(default=None, description="Of an estate: the day of the inventory.")


class CaseParties(Shape):
    case: Id
    """The case that they are parts of."""
    items: list[CaseParty] = Field(alias="_items", description="The first one first.")
    meta: PartsMeta = Field(alias="_meta")
    """Which page it is, and how many there are."""


class PartyKept(Shape):
    """A party that was added or changed, and where the case is then."""

    party: Id
    """The party."""
    state: State
    """The phase of the case."""
    status: Status
    """The status of the case."""


async def read_case_parties(request: Request, database: Database) -> Answer:
    """Every party of a case."""
    async with database.connection() as connection:
        case = await case_of(connection, request)
        found = await read_parties(connection, case["account"], case["_id"])
    return answer(shown_as(CaseParties, all_parts(case["_id"], found)))


async def post_party(request: Request, database: Database) -> Answer:
    """Add a party."""
    document = await request.json()

    async def work(tx: Connection) -> Answer:
        one = await locked_by_path(tx, request)
        given = await read_all_issues(tx, request.signed_in, PartyInput, document)
        return answer(await _kept(tx, request, await add_party(tx, one, given, clock.now())), 201)

    return await once(request, database, work, document)


async def patch_party(request: Request, database: Database) -> Answer:
    """Change a party; the case's own tag says that nobody else has."""
    document = await request.json()
    async with database.transaction() as tx:
        one, party = await _seen(tx, request)
        read(PartyChange, document)
        given = read(PartyInput, merged(PartyInput, party, document))
        await change_party(tx, one, party["_id"], given, clock.now())
        return answer(await _kept(tx, request, party["_id"]))


async def delete_party(request: Request, database: Database) -> Answer:
    """Delete a party that was added by mistake."""
    async with database.transaction() as tx:
        one, party = await _seen(tx, request)
        await remove_party(tx, one, party["_id"], clock.now())
    return Answer(204)


async def _seen(tx: Connection, request: Request) -> tuple[FlowingCase, dict[str, Any]]:
    """The case, locked, which the caller has seen as it is now; and its party as it is stored."""
    one = await locked_by_path(tx, request)
    found = await kept_parties(tx, one.case.account, one.case.id)
    party = next((each for each in found if each["_id"] == request.path["party"]), None)
    if party is None:
        raise not_found()
    await check_case_tag(tx, request)
    return one, {name: value for name, value in party.items() if value is not None and name != "_created"}


async def _kept(tx: Connection, request: Request, party: str) -> dict[str, Any]:
    case = await shown_case(tx, request)
    names = ("_id", "_created", "_updated", "_etag", "state", "status", "_status")
    return {name: case[name] for name in names} | {"party": party}
