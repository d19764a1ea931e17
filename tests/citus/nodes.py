"""Databases on a cluster: made, copied and dropped on every node.

`FORDRAN_TEST_CITUS` has the URL of a database on the coordinator that has the extension and knows the nodes. All nodes have
the same databases by the same names; a copy of a database that is distributed is a copy on every node.
"""

from __future__ import annotations

import asyncio
import os
import re
from urllib.parse import urlsplit

import asyncpg
import pytest

from fordran.store.upkeep.distribute import SETTINGS

CLUSTER = os.environ.get("FORDRAN_TEST_CITUS", "")
_ELSEWHERE = bool(CLUSTER)
plans_of_one_server = pytest.mark.skipif(_ELSEWHERE, reason="a cluster says which shard it asks, and not how")
catalogue_of_one_server = pytest.mark.skipif(
    _ELSEWHERE, reason="a cluster's catalogue has what is on every node twice, and its shards"
)
statements_of_one_server = pytest.mark.skipif(_ELSEWHERE, reason="a cluster is told more, or the same in other words")
WITHOUT = "needs a cluster: FORDRAN_TEST_CITUS has no URL"
_TRIES = 400


async def nodes() -> list[tuple[str, int]]:
    """Host and port of every node, the coordinator first."""
    connection = await asyncpg.connect(CLUSTER)
    try:
        rows = await connection.fetch("select nodename, nodeport from pg_dist_node order by groupid")
    finally:
        await connection.close()
    return [(row["nodename"], row["nodeport"]) for row in rows]


def at(node: tuple[str, int], database: str) -> str:
    """The URL of a database of a node."""
    parts = urlsplit(CLUSTER)
    user, at_sign, _ = parts.netloc.rpartition("@")
    return parts._replace(netloc=f"{user}{at_sign}{node[0]}:{node[1]}", path=f"/{database}").geturl()


async def on_every_node(statement: str, *, is_joined: bool = True) -> None:
    """Have every node make or drop a database. One that is made of no other gets the extension and the nodes, unless told."""
    known = await nodes()
    made = re.match(r"create database (\w+)(?: template (\w+))?", statement)
    for node in known:
        if made:
            # What a run that was stopped has left.
            await _run(at(node, "postgres"), f"drop database if exists {made[1]} with (force)")
        await _patiently(node, statement, made[2] if made else None)
    if made and made[2]:
        # What is set for a database is not copied with it.
        for node in known:
            for name, value in SETTINGS.items():
                await _run(at(node, "postgres"), f"alter database {made[1]} set {name} = '{value}'")
    elif made and is_joined:
        await join(at(known[0], made[1]))


async def join(url: str) -> None:
    """Give a database, which every node has, the extension and the nodes."""
    coordinator, *workers = known = await nodes()
    for node in known:
        await _run(at(node, urlsplit(url).path.removeprefix("/")), "create extension citus")
    await _run(url, f"select citus_set_coordinator_host('{coordinator[0]}', {coordinator[1]})")
    for host, port in workers:
        await _run(url, f"select citus_add_node('{host}', {port})")


async def _patiently(node: tuple[str, int], statement: str, template: str | None) -> None:
    """Do it, again while the extension's own daemon is in the database that is copied."""
    for _ in range(_TRIES):
        try:
            if template is not None:
                await _run(
                    at(node, "postgres"),
                    f"select pg_terminate_backend(pid) from pg_stat_activity where datname = '{template}'",
                )
            return await _run(at(node, "postgres"), statement)
        except asyncpg.ObjectInUseError:
            await asyncio.sleep(0.05)
    raise TimeoutError(f"somebody is in {template}: {statement}")


async def _run(url: str, statement: str) -> None:
    connection = await asyncpg.connect(url, server_settings={"citus.enable_create_database_propagation": "off"})
    try:
        await connection.execute(statement)
    finally:
        await connection.close()
