"""The values of a statement that is being built: each is kept, and the text has its number alone."""

from __future__ import annotations

from typing import Any


class SqlParameters:
    """The values of a statement, in the order of their numbers."""

    def __init__(self) -> None:
        self.values: list[Any] = []

    def add(self, value: Any, sql_type: str) -> str:
        """Keep the value; return the text that refers to it in the statement."""
        self.values.append(value)
        return f"${len(self.values)}::{sql_type}"
