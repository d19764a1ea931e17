"""The map is of the house as it is: its rooms, its arrows; and every file that a page or a docstring names is there."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path

from tests.looping import for_each
from tests.sources import nodes_of
from tests.test_rooms import ARROWS, HOUSE, WITH_DOCSTRINGS

ROOT_FOLDER = HOUSE.parent
MAP = (ROOT_FOLDER / "docs/map.md").read_text(encoding="utf-8")
WORD = re.compile(r"\w+")
ROOMS = {room for room in ARROWS if (HOUSE / room).is_dir()}


def test_the_map_lists_the_rooms_and_what_each_imports() -> None:
    rows = re.findall(r"^\| `(\w+)` imports \| (.+) \|$", MAP, re.MULTILINE)
    assert {room: set(re.findall(r"`(\w+)`", others)) for room, others in rows} == {
        room: ARROWS[room] for room in ROOMS
    }


def test_the_rooms_on_the_map_are_those_that_there_are() -> None:
    rows = re.findall(r"^\| `([\w/]+)` \|", MAP.partition("## Arrows")[0], re.MULTILINE)
    rooms = {f"fordran/{room}" for room in ROOMS}
    beside = {path.parent.name for path in ROOT_FOLDER.glob("*/__init__.py")} - {"fordran", "tools"}
    beside |= {f"tools/{path.parent.name}" for path in ROOT_FOLDER.glob("tools/*/__init__.py")}
    # The client is a distribution of its own, whose package stands in its folder.
    assert sorted(rows) == sorted(rooms | {"fordran/sql", "client"} | beside)


def drawn_arrows(picture: str) -> set[tuple[str, str]]:
    """(who imports, whom) for each arrow of the picture. A branch belongs to what stands above it in its column."""
    lines = picture.splitlines()
    found = set()
    for number, line in enumerate(lines):
        for left, right in pairwise(WORD.finditer(line)):
            if "◄" in line[left.end() : right.start()]:
                found.add((right[0], left[0]))
        for branch in re.finditer("[├└┴]", line):
            source = WORD.search(line, branch.end())
            assert source, line
            found |= {(source[0], target) for target in _above(lines[:number], branch.start())}
    return found


def _above(lines: list[str], column: int) -> Iterator[str]:
    """What an arrow up a column leads to: each word whose own arrow ends there, up to where the column begins."""
    for line in reversed(lines):
        joint = line[column : column + 1]
        if joint in "┬┐┤":
            yield [word[0] for word in WORD.finditer(line[:column])][-1]
        if joint in "┬┐":
            return


def test_the_arrows_that_are_drawn_are_those_that_hold() -> None:
    drawn = drawn_arrows(MAP.partition("## Arrows")[2].split("```")[1])
    assert {(room, other) for room, other in drawn if other not in ARROWS[room]} == set(), "drawn, and not allowed"
    for room in ROOMS:
        reached: set[str] = set()
        front = {room}
        while front:
            front = {target for source, target in drawn if source in front} - reached
            reached |= front
        assert (ARROWS[room] & ROOMS) - reached == set(), f"allowed to {room}, and not drawn"


# Names of files -------------------------------------------------------------------------------------------------------------

NAMED_FILE = re.compile(r"(?<![\w/.*{-])((?:[\w.-]+/)*[\w.-]*\w\.(?:py|sql|typ|story))\b(?!\()")
FOLDERS = [*(path.parent for path in ROOT_FOLDER.glob("*/__init__.py")), ROOT_FOLDER / "docs", ROOT_FOLDER / ".ci"]


@cache
def ends_of_paths() -> frozenset[str]:
    """Every file's path, and what of it may be said for short: `docs/map.md`, `map.md`."""
    files = [path.relative_to(ROOT_FOLDER).parts for folder in FOLDERS for path in folder.rglob("*") if path.is_file()]
    return frozenset("/".join(parts[at:]) for parts in files for at in range(len(parts)))


PAGES = sorted([*ROOT_FOLDER.glob("*.md"), *(ROOT_FOLDER / "docs").rglob("*.md")])
MODULES = sorted(path for folder in FOLDERS for path in folder.rglob("*.py"))


@for_each(PAGES, lambda page: str(page.relative_to(ROOT_FOLDER)))
def test_every_file_that_a_page_names_is_there(page: Path) -> None:
    assert [name for name in NAMED_FILE.findall(page.read_text(encoding="utf-8")) if name not in ends_of_paths()] == []


def test_every_file_that_a_docstring_names_is_there() -> None:
    wrong = []
    for file in MODULES:
        nodes = [node for node in nodes_of(file) if isinstance(node, WITH_DOCSTRINGS)]
        said = " ".join(ast.get_docstring(node) or "" for node in nodes)
        wrong += [(str(file), name) for name in NAMED_FILE.findall(said) if name not in ends_of_paths()]
    assert wrong == []
