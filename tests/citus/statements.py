"""Every statement of the program, read from its sources: texts in Python that are SQL, and the SQL of functions and views."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import fordran
from tests.sources import nodes_of

HOUSE = Path(fordran.__file__).parent
_IS_SQL = re.compile(
    r"\bselect\b.*\bfrom\b|\binsert into\b|\bupdate \S+( \w+)? set\b|\bdelete from\b|"
    r"\bfor (no key )?update\b|\bset_config\b|\bnextval\b",
    re.IGNORECASE | re.DOTALL,
)


@dataclass(frozen=True)
class Found:
    """A text that is SQL, or a part of it. What is put into it stands as it is called in the source."""

    where: str
    text: str


@lru_cache(maxsize=1)
def statements() -> list[Found]:
    """All of them."""
    return [*_in_python(), *_in_sql()]


def _in_python() -> Iterator[Found]:
    for file in sorted(HOUSE.rglob("*.py")):
        docstrings = {id(node.value) for node in nodes_of(file) if isinstance(node, ast.Expr)}
        parts: set[int] = set()
        for node in nodes_of(file):
            if isinstance(node, ast.JoinedStr):
                parts |= {id(part) for part in node.values}
            if id(node) in docstrings or id(node) in parts:
                continue
            text = _text_of(node)
            if text is not None and _IS_SQL.search(text):
                yield Found(f"{file.relative_to(HOUSE)}:{node.lineno}", " ".join(text.split()))  # type: ignore[attr-defined]


def _text_of(node: ast.AST) -> str | None:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.JoinedStr):
        return "".join(
            ast.unparse(part.value) if isinstance(part, ast.FormattedValue) else str(getattr(part, "value", ""))
            for part in node.values
        )
    return None


def _in_sql() -> Iterator[Found]:
    """Views, and what functions say, which are sent to the shards too."""
    for name in ("schema.sql", "views.sql"):
        text = re.sub(r"--[^\n]*", "", (HOUSE / "sql" / name).read_text(encoding="utf-8"))
        for found in re.finditer(r"create (?:function|view) ([\w.]+).*?(?:\$\$;|;\n\n)", text, re.DOTALL):
            yield Found(f"sql/{name}: {found[1]}", " ".join(found[0].split()))


def words_of_tables() -> dict[str, str]:
    """Table → where its comment says that it lies."""
    text = (HOUSE / "sql" / "schema.sql").read_text(encoding="utf-8")
    return dict(re.findall(r"^comment on table (\w+) is '(\w+):", text, re.MULTILINE))
