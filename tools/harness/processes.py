"""The processes of this machine, read from /proc."""

from __future__ import annotations

import os
import resource
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from fordran.store.embedded.cluster import ROLE


@dataclass(frozen=True)
class Process:
    pid: int
    parent: int
    command: str


def processes() -> list[Process]:
    """Every one that runs."""
    found = []
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            with suppress(FileNotFoundError, ProcessLookupError):  # it has just ended
                parent = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
                command = (folder / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
                found.append(Process(int(folder.name), parent, command))
    return found


def is_backend(process: Process, user: str = ROLE, database: str = ROLE) -> bool:
    """Whether a process of PostgreSQL serves one of our connections; others, such as the checkpointer, serve all."""
    return f"postgres: {user} {database} 127.0.0.1(" in process.command


def server_of(data: Path) -> int | None:
    """The PostgreSQL that runs on a data folder, if one does."""
    with suppress(FileNotFoundError, IndexError, ValueError):
        return int((data / "postmaster.pid").read_text().splitlines()[0])
    return None


def children(parent: int, name: str) -> set[int]:
    """The processes that a `serve` has started which run a module of that name."""
    return {one.pid for one in processes() if one.parent == parent and f"fordran.commands.{name}" in one.command}


def memory_bytes(pid: int) -> int:
    """The resident memory of a process."""
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * resource.getpagesize()


def processor_seconds(pid: int) -> float:
    """The processor time that a process has used."""
    words = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")
