"""A stage of erasing while it is under way: whose rows, and what was done to them so far."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from datetime import datetime

from fordran.actions.privacy.chain import Erasure
from fordran.shape.kept import Stage
from fordran.store.connections.database import Connection
from fordran.store.rows.personal_rows import PersonalTable, PersonIds


@dataclass
class StageResult:
    """The result of a stage."""

    rows: Counter[str] = field(default_factory=Counter)
    """How many rows, by table."""
    files: int = 0
    """How many files are to be removed after the transaction."""
    erasures: list[Erasure] = field(default_factory=list)
    """Rows that something knows by their hash, which is another now."""
    documents: list[str] = field(default_factory=list)
    """Ids of all erased things in the audit log."""


@dataclass(frozen=True)
class Erasing:
    """One stage for the found customers; `pseudonym` replaces their name. `done` grows as rules are carried out."""

    tx: Connection
    found: PersonIds
    stage: Stage
    now: datetime
    pseudonym: str
    tables: dict[str, PersonalTable]
    done: StageResult = field(default_factory=StageResult)
