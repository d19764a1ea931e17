"""A model asks by way of MCP: it sees what its code sees, is told why an amount is owed, and acts after a dry run only."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from typing import Any

import mcp
from fordran_client import Fordran

from fordran import clock
from fordran.actions.accounts.add_client import add_client
from tests.api.bodies import account
from tests.client.conftest import Installation
from tests.client.test_client import invoice

READING = {"search", "nouns", "case", "statement", "why_amount", "what_next", "simulate_plan"}

Ask = Callable[..., Awaitable[Any]]


async def talk(installation: Installation, work: Callable[[Any, Ask], Awaitable[Any]], **options: Any) -> Any:
    """Let a model's side talk to the server, in a loop of its own: its tools ask the loop of the tests."""
    from fordran_client.mcp_server import server

    code = options.pop("code", "")

    async def talking(client: Fordran) -> Any:
        async with mcp.Client(server(client, **options)) as session:

            async def ask(tool: str, **arguments: Any) -> Any:
                answer = await session.call_tool(tool, arguments)
                return json.loads(answer.content[0].text)

            return await work(session, ask)

    return await installation.run(lambda client: asyncio.run(talking(client)), code=code)


async def test_it_reads_and_explains(installation: Installation) -> None:
    made = await installation.run(lambda client: client.invoice_registrations.create(invoice(installation, "M-1")))

    async def work(session: Any, ask: Ask) -> None:
        tools = {tool.name for tool in (await session.list_tools()).tools}
        assert tools == READING
        found = await ask("search", resource="cases", where='{"state": "invoice"}')
        assert (found["total"], found["items"][0]["_id"]) == (1, made.case)
        assert (await ask("case", id=made.case))["state"] == "invoice"
        why = await ask("why_amount", case=made.case, component="interest", at="2027-01-31")
        assert why["lines"]
        assert all("räntelag" in line["law"] and line["rate_percent"] > 0 for line in why["lines"])
        assert (await ask("statement", case=made.case))["total_added_capital_amount"] == 126
        assert (await ask("what_next", case=made.case))["next_step"] == "reminder"
        assert (await ask("simulate_plan", case=made.case, instalments=3))["quote"]["instalments"]
        read = await session.read_resource(f"fordran://cases/{made.case}")
        assert json.loads(read.contents[0].text)["_id"] == made.case

    await talk(installation, work)


async def test_it_is_refused_what_its_code_may_not_see(installation: Installation) -> None:
    (case,) = await installation.run(lambda client: [one.id for one in client.cases.list()])
    other = await installation.run(lambda client: client.accounts.create(account()))
    async with installation.app.database.transaction() as tx:
        narrow = await add_client(tx, name="model", account=other.id, networks=["127.0.0.1"], now=clock.now())

    async def work(_session: Any, ask: Ask) -> None:
        assert (await ask("case", id=case))["refused"] == 404
        assert (await ask("search", resource="cases"))["total"] == 0
        assert (await ask("search", resource="partners"))["refused"] == 403

    await talk(installation, work, code=narrow.api_code)


async def test_it_acts_only_where_that_is_switched_on_and_after_a_dry_run(installation: Installation) -> None:
    (case,) = await installation.run(lambda client: [one.id for one in client.cases.list()])

    async def work(session: Any, ask: Ask) -> None:
        tools = {tool.name for tool in (await session.list_tools()).tools}
        assert tools == READING | {"propose_act", "carry_out"}
        assert (await ask("carry_out", proposal="none"))["refused"] == 404
        tried = await ask("propose_act", resource="cases", id=case, act="disputes", fields={"reason": "Never ordered."})
        assert tried["would_answer"]["status"] == "disputed"
        assert (await ask("case", id=case))["status"] == "invoice"
        assert (await ask("carry_out", proposal=tried["proposal"]))["status"] == "disputed"
        assert (await ask("carry_out", proposal=tried["proposal"]))["status"] == "disputed"
        assert (await ask("case", id=case))["status"] == "disputed"

    await talk(installation, work, allow_acts=True)
