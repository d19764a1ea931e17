"""An MCP server over the interface: the nouns as resources, reading and explaining as tools. Needs `fordran-client[mcp]`.

Whoever talks to it sees what the client's own code may see, and the service's audit log has it under that client. Acts are
there only where they are switched on, and each is first tried by a dry run, whose outcome has to be confirmed.
"""

from __future__ import annotations

import json
import uuid
from dataclasses import dataclass
from typing import Any

from mcp.server import MCPServer

from fordran_client.errors import FordranError
from fordran_client.kinds import plain
from fordran_client.operations import RESOURCES
from fordran_client.sync import Fordran

MOST = 50
ABOUT = (
    "Invoicing and debt collection in Sweden. Amounts are kronor. Cases are claims against customers; a statement explains"
    " every öre of one on any day. Use `search` with a filter in JSON ({field: value} or operators such as $gte, $in)."
)


@dataclass(frozen=True)
class Proposal:
    """An act that was tried by a dry run and waits to be confirmed."""

    resource: str
    id: str
    act: str
    fields: dict[str, Any]


def server(client: Fordran, *, allow_acts: bool = False) -> MCPServer:
    """The server of a client."""
    made = MCPServer("fordran", instructions=ABOUT)
    _add_nouns(made, client)
    _add_reading(made, client)
    _add_explaining(made, client)
    if allow_acts:
        _add_acts(made, client)
    return made


def serve(client: Fordran, *, allow_acts: bool) -> None:
    """Serve on standard input and output until they end."""
    server(client, allow_acts=allow_acts).run("stdio")


def _text(value: Any) -> str:
    return json.dumps(plain(value), ensure_ascii=False)


def _asked(ask: Any) -> str:
    """What is answered, or why not, as a sentence that a model can act on."""
    try:
        return _text(ask())
    except FordranError as error:
        return _text({"refused": error.status, "message": error.message, "issues": error.issues})


def _add_nouns(made: MCPServer, client: Fordran) -> None:
    for path in RESOURCES:
        collection = client.collection(path)

        def read(id: str, collection: Any = collection) -> str:
            return _asked(lambda: collection.get(id))

        made.resource(
            f"fordran://{path}/{{id}}", name=path, description=f"A document of {path}.", mime_type="application/json"
        )(_only_id(read))


def _only_id(read: Any) -> Any:
    def resource(id: str) -> str:
        return str(read(id))

    return resource


def _add_reading(made: MCPServer, client: Fordran) -> None:
    @made.tool()
    def search(resource: str, where: str = "{}", sort: str = "-_created", limit: int = 10) -> str:
        """Documents of a resource that fulfil a filter, and how many there are. Resources are those of `nouns`."""
        if resource not in RESOURCES:
            return _text({"refused": 404, "message": f"There is no {resource}.", "nouns": sorted(RESOURCES)})
        collection = client.collection(resource)

        def ask() -> Any:
            found = collection.list(where, sort=sort)
            items = [plain(item) for item, _ in zip(found, range(min(limit, MOST)), strict=False)]
            return {"total": collection.count(where), "items": items}

        return _asked(ask)

    @made.tool()
    def nouns() -> str:
        """The resources that can be searched."""
        return _text(sorted(RESOURCES))

    @made.tool()
    def case(id: str) -> str:
        """A case: where it stands, what is owed, its history."""
        return _asked(lambda: client.cases.get(id))


def _add_explaining(made: MCPServer, client: Fordran) -> None:
    @made.tool()
    def statement(case: str, at: str = "", known: str = "") -> str:
        """What is owed on a case on a day (`at`, past or future), by what was known at a moment (`known`)."""
        query = {name: text for name, text in (("at", at), ("known", known)) if text}
        return _asked(lambda: client.cases.part(case, "statement", **query))

    @made.tool()
    def why_amount(case: str, component: str = "", at: str = "") -> str:
        """Why an amount is owed: the lines of a component (capital, interest, costs), each with its fact, law and rate."""

        def ask() -> Any:
            said = client.cases.part(case, "statement", **({"at": at} if at else {}))
            lines = [plain(line) for line in said.lines if not component or line.component == component]
            total = plain(said)[f"total_remaining_{component or 'transaction'}_amount"]
            return {"at": said.at, "remaining": total, "lines": lines}

        return _asked(ask)

    @made.tool()
    def what_next(case: str) -> str:
        """What happens next to a case and when, with the settings by which that is decided."""

        def ask() -> Any:
            found = client.cases.get(case)
            told = ("state", "status", "next_step", "next_step_date", "closed", "close_reason")
            known = {name: value for name, value in plain(found).items() if name in told}
            return known | {"settings": plain(client.cases.part(case, "settings").settings)}

        return _asked(ask)

    @made.tool()
    def simulate_plan(case: str, instalments: int, first_date: str = "") -> str:
        """What an instalment plan would be; nothing is agreed on by asking."""
        query = {"instalments": instalments} | ({"first_date": first_date} if first_date else {})
        return _asked(lambda: client.cases.part(case, "amortization-plans", **query))


def _add_acts(made: MCPServer, client: Fordran) -> None:
    proposals: dict[str, Proposal] = {}

    @made.tool()
    def propose_act(resource: str, id: str, act: str, fields: dict[str, Any]) -> str:
        """Try an act on a document by a dry run, which stores nothing. Confirm it with `carry_out` and its proposal."""
        if resource not in RESOURCES:
            return _text({"refused": 404, "message": f"There is no {resource}."})

        def ask() -> Any:
            would = client.collection(resource).act(id, act, dry_run=True, **fields)
            proposal = str(uuid.uuid4())
            proposals[proposal] = Proposal(resource, id, act, fields)
            return {"proposal": proposal, "would_answer": plain(would)}

        return _asked(ask)

    @made.tool()
    def carry_out(proposal: str) -> str:
        """Carry out an act that was tried. The same proposal twice is one act."""
        tried = proposals.get(proposal)
        if tried is None:
            return _text({"refused": 404, "message": "There is no such proposal: try the act first."})
        return _asked(lambda: client.collection(tried.resource).act(tried.id, tried.act, key=proposal, **tried.fields))
