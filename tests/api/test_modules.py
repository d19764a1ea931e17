"""The modules of the interface import each other one way, also where only a type checker looks."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from pathlib import Path

import pytest

HOUSE = Path(__file__).parents[2] / "fordran"
API = HOUSE / "api"


def module_of(file: Path) -> str:
    steps = file.relative_to(HOUSE.parent).with_suffix("").parts
    return ".".join(steps[:-1] if steps[-1] == "__init__" else steps)


MODULES = {module_of(file): file for file in sorted(API.rglob("*.py"))}


def imported_by(file: Path) -> set[str]:
    """The modules of the interface that a file imports, wherever in it and for whatever purpose."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            # What is imported from a package may be a module of it.
            modules = {f"{node.module}.{alias.name}" for alias in node.names} & MODULES.keys()
            found |= modules or {str(node.module)}
    return found & MODULES.keys()


def folder_of(module: str) -> str:
    """The folder of a module; what stands beside the folders stands for itself."""
    steps = module.split(".")
    return steps[2] if len(steps) > 2 else module


def circle_in(arrows: Mapping[str, set[str]]) -> list[str]:
    """Those that import each other in a circle, or lie on the way to one; none where there is none."""
    left = {name: set(below) - {name} for name, below in arrows.items()}
    while free := [name for name, below in left.items() if not below]:
        for name in free:
            del left[name]
        left = {name: below - {*free} for name, below in left.items()}
    return sorted(left)


ARROWS = {module: imported_by(file) for module, file in MODULES.items()}


def test_no_module_imports_itself_over_others() -> None:
    assert circle_in(ARROWS) == []


def test_no_folder_imports_itself_over_others() -> None:
    folders: dict[str, set[str]] = {}
    for module, below in ARROWS.items():
        folders.setdefault(folder_of(module), set()).update(folder_of(name) for name in below)
    assert {"clients", "http", "server", "serving", "description", "table"} <= folders.keys()
    assert circle_in(folders) == []


def test_nothing_is_imported_for_the_type_checker_alone() -> None:
    assert [name for name, file in MODULES.items() if "TYPE_CHECKING" in file.read_text(encoding="utf-8")] == []


def test_what_is_noted_of_a_reading_knows_no_request_and_no_endpoint() -> None:
    assert imported_by(HOUSE / "web" / "reading_log.py") == set()


INSIDE = "fordran.api.server.uvicorn_inside"
OF_UVICORN = {
    *("cycle", "pipeline", "flow", "parser", "connections", "tasks", "timeout_keep_alive_task", "message_event"),
    *("more_body", "response_started", "response_complete", "expected_content_length", "keep_alive", "read_paused"),
    *("default_headers", "servers", "lifespan", "on_tick", "on_body", "on_response_complete", "send_400_response"),
}
"""What uvicorn's connections and servers have inside."""


def attributes_of(tree: ast.AST) -> set[str]:
    """Every attribute that is reached for, and every method that is defined."""
    nodes = list(ast.walk(tree))
    methods = {node.name for node in nodes if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)}
    return methods | {node.attr for node in nodes if isinstance(node, ast.Attribute)}


def test_uvicorns_inside_is_reached_into_in_one_file() -> None:
    trees = {name: ast.parse(file.read_text(encoding="utf-8")) for name, file in MODULES.items()}
    assert {name for name, tree in trees.items() if attributes_of(tree) & OF_UVICORN} == {INSIDE}
    for name, tree in trees.items():
        imported = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and node.module}
        assert name == INSIDE or not {module for module in imported if module.startswith("uvicorn.")}


def test_nobody_reaches_for_what_another_object_keeps_to_itself() -> None:
    """`self._x` is one's own where the class has it; only uvicorn's inside has a base that it knows so well."""
    for name, file in MODULES.items():
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Attribute) and node.attr.startswith("_") and not node.attr.startswith("__"):
                owners = ("self", "cls", "super()") if name == "fordran.api.server.uvicorn_inside" else ("self", "cls")
                assert ast.unparse(node.value) in owners, f"{name}: {ast.unparse(node)}"


@pytest.mark.parametrize(
    ("arrows", "circle"),
    [
        ({"a": {"b"}, "b": set()}, []),
        ({"a": {"b"}, "b": {"a"}}, ["a", "b"]),
        ({"a": {"b"}, "b": {"c"}, "c": {"a"}, "d": set()}, ["a", "b", "c"]),
    ],
)
def test_a_circle_is_found(arrows: dict[str, set[str]], circle: list[str]) -> None:
    assert circle_in(arrows) == circle
