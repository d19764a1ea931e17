"""How long a table keeps personal data, and what replaces it afterwards: rows that a noun declares for its tables.

`store/retention.py` joins the rows of all nouns with those of the tables that no noun shows. Erasing carries out just
those, and the service does not start with one that it cannot carry out, or without one for a column of personal data.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

Stage: TypeAlias = Literal["pseudonymised", "anonymised", "kept"]
"""When: `domain/service/retention.py` has the law of each."""

Becomes: TypeAlias = Literal[
    "no value",
    "empty text",
    "empty object",
    "empty list",
    "empty address",
    "false",
    "missing",
    "pseudonym",
    "no name",
    "without contact details",
    "without identity",
    "amounts alone",
    "row deleted",
    "file deleted",
    "file and row deleted",
    "values deleted",
    "as it was",
]
"""The replacement of a value."""

Only: TypeAlias = Literal[
    "",
    "letters that charged no fee",
    "what debtors sent with objections",
    "once all whose payment it was are anonymised",
]
"""Which of a person's rows it is about, where it is not about all of them."""


@dataclass(frozen=True, slots=True)
class RetentionRule:
    """The retention rule of some columns of a table, or of whole rows and files if none are named, at a stage."""

    table: str
    columns: tuple[str, ...]
    stage: Stage
    becomes: Becomes
    law: str
    why: str = ""
    only: Only = ""

    @property
    def remark(self) -> str:
        """A remark: which rows, and why."""
        return "; ".join(filter(None, (self.only, self.why)))


@dataclass(frozen=True, slots=True)
class NothingPersonal:
    """A table that holds nothing about debtors, and why that is so. It is not searched for anybody."""

    table: str
    why: str


@dataclass(frozen=True, slots=True)
class NotErased:
    """A table that is searched for a person and not erased with a debtor's data, and why."""

    table: str
    why: str


Keeping: TypeAlias = RetentionRule | NothingPersonal | NotErased
