"""Syntax trees of source files. Each file is read and parsed once per test process."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path


@cache
def tree_of(file: Path) -> ast.Module:
    return ast.parse(file.read_text(encoding="utf-8"))


@cache
def nodes_of(file: Path) -> list[ast.AST]:
    """Every node of a file's tree."""
    return [*ast.walk(tree_of(file))]
