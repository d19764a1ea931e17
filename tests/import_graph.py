"""Who imports whom, drawn from the code: modules of the house, and circles among them."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

from tests.sources import nodes_of

Graph = dict[str, set[str]]
"""Module → the modules that it imports, wherever in its file and for whatever purpose: for types alone, too."""


def module_of(file: Path, root: Path) -> str:
    """The name that a file is imported by; a package's is its folder's."""
    parts = file.relative_to(root).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def import_graph(files: Iterable[Path], root: Path) -> Graph:
    """The graph of some files, imports of anything else left out."""
    named = {module_of(file, root): file for file in files}
    return {name: _imported(file, named) - {name} for name, file in named.items()}


def _imported(file: Path, named: Mapping[str, Path]) -> set[str]:
    found: set[str] = set()
    for node in nodes_of(file):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            # `from package import module` imports the module; any other name is the package's own.
            said = {f"{node.module}.{alias.name}" for alias in node.names}
            found |= {name if name in named else str(node.module) for name in said}
    return found & named.keys()


def circles(graph: Mapping[str, Iterable[str]]) -> list[list[str]]:
    """Every set of nodes that can be reached from one another, each sorted; none where all arrows go one way."""
    found: list[list[str]] = []
    index: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []

    def visit(node: str) -> None:
        # Tarjan's: a node that reaches nothing above itself on the stack is the root of a circle, or alone.
        index[node] = low[node] = len(index)
        stack.append(node)
        for other in graph[node]:
            if other not in index:
                visit(other)
                low[node] = min(low[node], low[other])
            elif other in stack:
                low[node] = min(low[node], index[other])
        if low[node] == index[node]:
            at = stack.index(node)
            members, stack[at:] = stack[at:], []
            if len(members) > 1:
                found.append(sorted(members))

    for node in graph:
        if node not in index:
            visit(node)
    return sorted(found)


def gathered(graph: Graph, place_of: Callable[[str], str | None]) -> Graph:
    """The graph of the places that modules stand in; a module without a place is left out, and so are arrows within one."""
    places: Graph = {}
    for module, others in graph.items():
        place = place_of(module)
        if place is not None:
            there = places.setdefault(place, set())
            there |= {other for name in others if (other := place_of(name)) not in (None, place)}  # type: ignore[misc]
    return places
