"""Three PostgreSQL under Patroni, replicated synchronously, and two ways in: all hosts by name, or HAProxy and PgBouncer."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import time
import urllib.error
import urllib.request
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import asyncpg

from fordran.commands.listener import listener
from tools.failover import files
from tools.harness.processes import processes

NODES = 3
OS_USER = "postgres"
START_SECONDS, HEALTHY_SECONDS, END_SECONDS = 120.0, 180.0, 20.0
EVERY_SECONDS = 0.2
PACKAGES = "patroni etcd-server haproxy pgbouncer postgresql-15"
PROGRAMS = ("patroni", "etcd", "haproxy", "pgbouncer")
POSTGRESQL = Path("/usr/lib/postgresql/15/bin")


class NotHealthy(Exception):
    """The cluster did not become whole in time."""


def missing_programs() -> list[str]:
    """What would have to be installed first."""
    missing = [name for name in PROGRAMS if program(name) is None]
    return missing + ([] if POSTGRESQL.is_dir() else [str(POSTGRESQL)])


def program(name: str) -> str | None:
    return shutil.which(name, path=f"{os.environ['PATH']}:/usr/sbin:/usr/bin")


def free_port() -> int:
    with listener("127.0.0.1", 0) as taken:
        port: int = taken.getsockname()[1]
        return port


@dataclass
class Node:
    """One machine: Patroni, which starts and watches the PostgreSQL beside it."""

    name: str
    folder: Path
    port: int = field(default_factory=free_port)
    rest_port: int = field(default_factory=free_port)
    patroni: subprocess.Popen[bytes] | None = None

    def postmaster(self) -> int | None:
        """The process of its PostgreSQL, where it runs."""
        with suppress(FileNotFoundError, ValueError, IndexError):
            pid = int((self.folder / "data" / "postmaster.pid").read_text().splitlines()[0])
            return pid if Path(f"/proc/{pid}").exists() else None
        return None


class Cluster:
    """All of it. Every process that is killed was started here, or by one that was."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.nodes = [Node(f"node{number}", folder / f"node{number}") for number in range(1, NODES + 1)]
        self.etcd_port, self.haproxy_port, self.pgbouncer_port = free_port(), free_port(), free_port()
        self._others: list[subprocess.Popen[bytes]] = []

    def url(self, ports: list[int], more: str = "") -> str:
        hosts = ",".join(f"127.0.0.1:{port}" for port in ports)
        return f"postgresql://fordran:fordran@{hosts}/fordran{more}"

    @property
    def by_hosts(self) -> str:
        """All hosts, of which the leader is wanted."""
        return self.url([node.port for node in self.nodes], "?target_session_attrs=read-write")

    @property
    def by_pooler(self) -> str:
        """PgBouncer, which asks HAProxy, which knows the leader."""
        return self.url([self.pgbouncer_port])

    # Starting and stopping ----------------------------------------------------------------------------------------------------

    def open(self) -> None:
        """Start everything, and make the role and its database."""
        _make_folder(self.folder / "etcd")
        self._start("etcd", *files.etcd_arguments(self.folder / "etcd", self.etcd_port, free_port()))
        for node in self.nodes:
            _make_folder(node.folder)
            text = files.patroni(node.name, node.folder, node.port, node.rest_port, self.etcd_port, POSTGRESQL)
            (node.folder / "patroni.yml").write_text(text)
            self.start(node)
        self.wait_until_whole()
        ports = [(node.name, node.port, node.rest_port) for node in self.nodes]
        (self.folder / "haproxy.cfg").write_text(files.haproxy(self.haproxy_port, ports))
        self._start("haproxy", "-f", str(self.folder / "haproxy.cfg"))
        (self.folder / "pgbouncer.ini").write_text(files.pgbouncer(self.pgbouncer_port, self.haproxy_port))
        self._start("pgbouncer", str(self.folder / "pgbouncer.ini"))

    async def make_database(self) -> None:
        leader = self.leader()
        assert leader is not None, "the cluster is whole"
        own = await asyncpg.connect(f"postgresql://postgres@127.0.0.1:{leader.port}/postgres", timeout=20)
        try:
            await own.execute("create role fordran login password 'fordran'")
            await own.execute("create database fordran owner fordran encoding 'UTF8' template template0")
        finally:
            await own.close()

    def start(self, node: Node) -> None:
        """Start a machine, for the first time or again."""
        node.patroni = self._run("patroni", str(node.folder / "patroni.yml"), log=node.name)

    def _start(self, name: str, *arguments: str) -> None:
        self._others.append(self._run(name, *arguments, log=name))

    def _run(self, name: str, *arguments: str, log: str) -> subprocess.Popen[bytes]:
        found = program(name)
        assert found is not None, "looked for before"
        with (self.folder / f"{log}.said").open("ab") as said:
            user = OS_USER if os.geteuid() == 0 else None
            return subprocess.Popen(
                [found, *arguments],
                stdin=subprocess.DEVNULL,
                stdout=said,
                stderr=said,
                cwd="/",
                start_new_session=True,
                user=user,
                group=user,
                extra_groups=None if user is None else (),
            )

    def close(self) -> None:
        """End everything that was started."""
        for node in self.nodes:
            self.kill(node)
        for process in reversed(self._others):
            process.kill()
            process.wait(END_SECONDS)

    # Leaders ------------------------------------------------------------------------------------------------------------------

    def kill(self, node: Node, *, whole: bool = True) -> None:
        """`kill -9` of a PostgreSQL with all its processes, and first of the Patroni beside it where the whole machine dies."""
        if whole and node.patroni is not None:
            node.patroni.kill()
            node.patroni.wait(END_SECONDS)
            node.patroni = None
        postmaster = node.postmaster()
        if postmaster is None:
            return
        dying = [postmaster, *(one.pid for one in processes() if one.parent == postmaster)]
        for pid in dying:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)

    def leader(self) -> Node | None:
        """The node that leads, by any node's word."""
        for member in self._members():
            if member["role"] in ("leader", "master") and member["state"] == "running":
                return next(node for node in self.nodes if node.name == member["name"])
        return None

    def wait_until_whole(self) -> None:
        """Wait until there is a leader, one standby that is synchronous, and all others follow; raises `NotHealthy`."""
        until = time.monotonic() + HEALTHY_SECONDS
        while time.monotonic() < until:
            roles = sorted(one["role"] for one in self._members() if one["state"] in ("running", "streaming"))
            if roles == ["leader", "replica", "sync_standby"]:
                return
            time.sleep(EVERY_SECONDS)
        raise NotHealthy(f"not whole within {HEALTHY_SECONDS:.0f} s: {self._members()}")

    def _members(self) -> list[dict[str, Any]]:
        for node in self.nodes:
            with suppress(urllib.error.URLError, OSError, ValueError):
                with urllib.request.urlopen(f"http://127.0.0.1:{node.rest_port}/cluster", timeout=2) as answer:
                    members: list[dict[str, Any]] = json.load(answer)["members"]
                    return members
        return []


def _make_folder(folder: Path) -> None:
    folder.mkdir(mode=0o700)
    if os.geteuid() == 0:
        shutil.chown(folder, OS_USER, OS_USER)
