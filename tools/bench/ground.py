"""The ground that measures stand on: a PostgreSQL of their own, and installations in it filled to a size."""

from __future__ import annotations

import asyncio
import os
import pickle
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, TypeVar

import httpx
import orjson

from fordran import clock
from fordran.actions.accounts.add_client import add_client
from fordran.commands.installation import in_transaction
from fordran.settings import Settings
from fordran.store.connections.database import Connection, Database
from tools.bench.fill import fill
from tools.bench.invoices import write_file
from tools.bench.pairs import Load
from tools.bench.processors import Spent, spending
from tools.bench.servers import BARE, SERVICE, Server, running
from tools.bench.writes import Plan, Write
from tools.harness.database import new_database, prepare

T = TypeVar("T")


@dataclass(frozen=True)
class Installation:
    """A database with so many creditors, or others, and the settings to serve it with."""

    name: str
    rows: int
    settings: Settings
    of: str = "creditors"

    def ask(self, work: Callable[[Connection], Awaitable[T]]) -> T:
        """Do something in one transaction."""
        return in_transaction(self.settings, work)

    def ids(self, view: str, most: int = 1000) -> list[str]:
        """Ids from all over a view, in no order that its table has."""
        statement = f"select _id from (select _id from {view} order by _id) found order by md5(_id) limit $1"
        rows = self.ask(lambda tx: tx.fetch(statement, most))
        return [row["_id"] for row in rows]

    def token(self, service: Server, **belongs_to: Any) -> str:
        """An access token of a new client: `operator=True`, `partner=…`, `account=…` or `creditors=[…]`."""
        new = self.ask(lambda tx: add_client(tx, name="bench", networks=["127.0.0.1"], now=clock.now(), **belongs_to))
        answer = httpx.post(service.url + "/authenticates/api-code", json={"code": new.api_code})
        answer.raise_for_status()
        token: str = answer.json()["token"]
        return token


@dataclass(frozen=True)
class Import:
    """Invoices that were imported, whose they are, and how long it took."""

    account: str
    creditor: str
    partner: str
    invoices: int
    seconds: float
    spent: Spent


@dataclass
class Ground:
    """What a measure is given. Servers and installations are made when first asked for, and stay for the next measure."""

    database_url: str
    folder: Path
    rows: int
    invoices: int
    load: Load
    workers: int
    say: Callable[[str], None]
    stack: ExitStack
    letters: int
    _installations: dict[int, Installation] = field(default_factory=dict)
    _servers: dict[str, Server] = field(default_factory=dict)
    _import: Import | None = None

    def installation(self, rows: int | None = None) -> Installation:
        """An installation with so many creditors; with as many as this run is about, if nothing is said."""
        rows = rows or self.rows
        if rows not in self._installations:
            self.say(f"Filling an installation with {rows:,} creditors.")
            self._installations[rows] = asyncio.run(self._make(rows))
        return self._installations[rows]

    async def _make(self, rows: int) -> Installation:
        name = f"bench_{rows}"
        url = await new_database(self.database_url, name)
        await prepare(url)
        database = Database(url, 1)
        async with database.transaction() as tx:
            await fill(tx, rows, clock.now())
        async with database.connection() as connection:
            # What a server in operation does by itself, in its own time.
            await connection.execute("vacuum (analyze)", timeout=600)
        await database.close()
        settings = replace(
            Settings(), data=self.folder, database_url=url, rate_limit_per_second=0, workers=self.workers
        )
        return Installation(name, rows, settings)

    def service(self, rows: int | None = None) -> Server:
        """The service on an installation."""
        return self.service_on(self.installation(rows))

    def service_on(self, installation: Installation) -> Server:
        """The service on an installation that a measure has filled by itself."""
        return self._server("service", [SERVICE], installation)

    def bare(self, purpose: str, *targets: str, writes: Mapping[str, Write] | None = None) -> Server:
        """The bare application on this run's installation, ready to read some targets and to write to some paths."""
        plan = self.folder / f"{purpose}.plan"
        plan.write_bytes(pickle.dumps(Plan(targets, writes or {})))
        return self._server(f"bare for {purpose}", [BARE, str(plan)], self.installation())

    def other(self, module: str) -> Server:
        """Another server on this run's installation."""
        return self._server(module.rpartition(".")[2], [module], self.installation())

    def imported(self) -> Import:
        """This run's installation with invoices in it, imported from a file when first asked for."""
        if self._import is None:
            self.say(f"Importing {self.invoices:,} invoices.")
            self._import = self._run_import()
        return self._import

    def _run_import(self) -> Import:
        installation = self.installation()
        file = self.folder / "invoices.csv"
        write_file(file, self.invoices)
        owner = installation.ask(
            lambda tx: tx.fetchrow(
                """select d.account_id, d.id, a.partner_id from creditors d join accounts a on a.id = d.account_id
                   where d.is_active order by d.id limit 1"""
            )
        )
        assert owner is not None, "the demo has creditors"
        account, creditor, partner = owner["account_id"], owner["id"], owner["partner_id"]
        command = [sys.executable, "-m", "fordran", "import", "invoices", str(file), "--json"]
        began = time.perf_counter()
        with spending(self.folder) as spent:
            done = subprocess.run(
                [*command, "--account", account, "--creditor", creditor],
                env={**os.environ, **installation.settings.environment()},
                stdout=subprocess.PIPE,
                check=True,
            )
        seconds = time.perf_counter() - began
        assert orjson.loads(done.stdout)["registered"] == self.invoices
        return Import(account, creditor, partner, self.invoices, seconds, spent)

    def _server(self, kind: str, arguments: list[str], installation: Installation) -> Server:
        name = f"{kind}, {installation.rows:,} {installation.of}"
        if name not in self._servers:
            started = running(name, arguments, installation.settings, self.folder)
            self._servers[name] = self.stack.enter_context(started)
        return self._servers[name]

    def memory_mb(self) -> dict[str, list[float]]:
        """What each server's processes hold now."""
        return {name: server.memory_mb() for name, server in self._servers.items()}
