"""The house: who may import whom, what each room may do, and that it is tidy. Read from the source, file by file."""

from __future__ import annotations

import ast
import re
import statistics
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.import_graph import Graph, circles, gathered, import_graph
from tests.looping import for_each
from tests.sources import nodes_of, tree_of

HOUSE = Path(__file__).parent.parent / "fordran"
FILES = sorted(HOUSE.rglob("*.py"))

# What stands at the root is shared: the clock, the settings and who runs the installation, the logs, traces, names on disk.
ROOT = {"clock", "settings", "operator", "logs", "safe_names", "tracing"}

ARROWS: dict[str, set[str]] = {
    "domain": set(),
    "shape": set(),
    "formats": {"domain"},
    "texts": {"domain"},
    "documents": {"domain", "texts"},
    "resources": {"domain", "shape", "texts"},
    "store": {"domain", "shape", "resources", "clock", "safe_names", "tracing"},
    "actions": {
        "domain",
        "shape",
        "resources",
        "store",
        "texts",
        "formats",
        "documents",
        "clock",
        "operator",
        "tracing",
    },
    "outside": {
        "domain",
        "actions",
        "formats",
        "settings",
        "sections",
        "accounting_sections",
        "addresses",
        "providers",
        "safe_names",
    },
    "web": {"domain", "shape", "resources", "store", "texts", "actions", *ROOT},
    "api": {"domain", "shape", "resources", "store", "texts", "actions", "formats", "outside", "web", *ROOT},
    "console": {
        "domain",
        "shape",
        "resources",
        "store",
        "texts",
        "actions",
        "formats",
        "documents",
        "outside",
        "web",
        *ROOT,
    },
    "my": {"domain", "shape", "resources", "store", "texts", "actions", "documents", "outside", "web", *ROOT},
    "worker": {"domain", "shape", "resources", "store", "actions", "outside", *ROOT},
    "commands": {
        "domain",
        "shape",
        "resources",
        "store",
        "texts",
        "actions",
        "formats",
        "documents",
        "outside",
        "accounting_sections",
        "providers",
        *ROOT,
    },
    "clock": set(),
    "operator": set(),
    "settings": {
        "domain",
        "operator",
        "providers",
        "safe_names",
        "sections",
        "accounting_sections",
        "setting_values",
    },
    "providers": {"domain"},
    "sections": {"domain", "accounting_sections", "addresses"},
    "accounting_sections": {"addresses"},
    "addresses": set(),
    "setting_values": {"operator"},
    "safe_names": set(),
    "logs": {"clock", "domain"},
    "spans": {"clock"},
    "tracing": {"spans"},
    "__main__": {"commands"},
}
"""Room → the rooms it may import. The edges (api, console, my, worker, commands) never import each other."""

STARTERS = {
    "commands/api_process.py": {"api"},
    "commands/served.py": {"api", "console", "my"},
    "commands/worker.py": {"worker"},
}
"""A process has to begin somewhere: the files of the command line that start another edge."""

PURE = ("domain", "shape", "formats")
EDGES = ("api", "console", "my", "worker", "commands", "outside", "web")


def name_of(file: Path) -> str:
    return file.relative_to(HOUSE).as_posix()


def room_of(file: Path) -> str:
    return file.relative_to(HOUSE).with_suffix("").parts[0]


def imported(file: Path) -> Iterator[str]:
    """Every module that is imported, wherever in the file."""
    for node in nodes_of(file):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are written in full"
            yield node.module or ""
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def rooms_imported(file: Path) -> set[str]:
    steps = [module.split(".") for module in imported(file)]
    return {module[1] for module in steps if module[0] == "fordran" and len(module) > 1 and _is_room(module[1])}


def _is_room(name: str) -> bool:
    return (HOUSE / name).is_dir() or (HOUSE / f"{name}.py").exists()


@cache
def calls(file: Path) -> frozenset[str]:
    """Every function that is called, as it is written."""
    return frozenset(ast.unparse(node.func) for node in nodes_of(file) if isinstance(node, ast.Call))


each_file = for_each(FILES, name_of)


def files_of(*rooms: str) -> list[Path]:
    return [file for file in FILES if room_of(file) in rooms]


# Arrows ---------------------------------------------------------------------------------------------------------------------


def test_every_room_has_its_row() -> None:
    assert {
        room_of(file) for file in FILES if file.name != "__init__.py" or len(file.parts) > len(HOUSE.parts) + 1
    } <= {*ARROWS}


@each_file
def test_a_room_imports_only_what_it_may(file: Path) -> None:
    if file == HOUSE / "__init__.py":
        return
    allowed = ARROWS[room_of(file)] | {room_of(file)} | STARTERS.get(name_of(file), set())
    assert rooms_imported(file) - allowed == set()


def test_the_arrows_have_no_circle() -> None:
    done: set[str] = set()
    while rest := {room: below - done for room, below in ARROWS.items() if room not in done}:
        free = {room for room, below in rest.items() if not below}
        assert free, f"a circle among {sorted(rest)}"
        done |= free


def test_edges_do_not_import_each_other() -> None:
    edges = {"api", "console", "my", "worker", "commands"}
    for edge in edges:
        assert not ARROWS[edge] & (edges - {edge})


# What rooms may do ----------------------------------------------------------------------------------------------------------

IMPURE = {
    "asyncio", "asyncpg", "glob", "http", "httpx", "io", "logging", "multiprocessing", "os", "pathlib", "random", "secrets",
    "shutil", "smtplib", "socket", "sqlite3", "ssl", "structlog", "subprocess", "sys", "tempfile", "threading", "time", "urllib",
}  # fmt: skip
# Reading and writing of bytes in memory is no input or output.
IN_MEMORY = {"io.BytesIO", "io.StringIO", "io"}


@for_each(files_of(*PURE), name_of)
def test_rules_shapes_and_formats_are_pure(file: Path) -> None:
    assert {module.split(".")[0] for module in imported(file) if module not in IN_MEMORY} & IMPURE == set()
    assert [node for node in nodes_of(file) if isinstance(node, ast.AsyncFunctionDef | ast.Await | ast.AsyncWith)] == []
    assert (
        calls(file) & {"open", "print", "input", "exec", "eval", "datetime.now", "date.today", "datetime.today"}
        == set()
    )


@for_each(files_of("domain"), name_of)
def test_money_is_never_a_float(file: Path) -> None:
    assert "float" not in calls(file)
    nodes = nodes_of(file)
    assert [node.lineno for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, float)] == []
    annotations = [node.annotation for node in nodes if isinstance(node, ast.arg | ast.AnnAssign) and node.annotation]
    assert not [said for said in map(ast.unparse, annotations) if re.search(r"\bfloat\b", said)]


CLOCKS = re.compile(
    r"(^|\.)(datetime\.(now|utcnow|today)|date\.today|time\.(time|time_ns|monotonic|sleep|perf_counter|gmtime|localtime))$"
)


@each_file
def test_only_the_clock_reads_the_time(file: Path) -> None:
    if name_of(file) != "clock.py":
        assert "time" not in {module.split(".")[0] for module in imported(file)}
        assert [call for call in calls(file) if CLOCKS.search(call)] == []


@for_each(files_of("actions"), name_of)
def test_actions_are_told_the_time(file: Path) -> None:
    assert calls(file) & {"clock.now", "clock.unix", "clock.monotonic"} == set()


SQL = re.compile(
    r"\s*(with \w+ as( materialized)? \(|select .*|insert into \w+|update \w+ set|delete from \w+|"
    r"(create|drop|alter) (table|view|index))",
    re.IGNORECASE,
)
SPEAKS_SQL = ("store", "actions")
NAMED = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef
WITH_DOCSTRINGS = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef


def texts_in(file: Path) -> list[str]:
    """Every text in a file that is no docstring."""
    nodes = nodes_of(file)
    texts = [node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)]
    docstrings = {ast.get_docstring(node, clean=False) for node in nodes if isinstance(node, WITH_DOCSTRINGS)}
    return [text for text in texts if text not in docstrings]


# It holds a lock for as long as a run of the command line lasts.
TAKES_A_LOCK = {"commands/import_run.py": "pg_try_advisory_lock"}


@for_each([file for file in FILES if room_of(file) not in SPEAKS_SQL], name_of)
def test_sql_stands_where_it_may(file: Path) -> None:
    lock = TAKES_A_LOCK.get(name_of(file), "no lock")
    assert [text for text in texts_in(file) if SQL.match(text) and lock not in text] == []


# A constant of ours, a name that we declared, or a piece that a function made: never a value of a client's.
PIECE = re.compile(r"[A-Z_][A-Z0-9_]*(\.name|\.view|\.format\(.*\))?|_?[a-z_]+(\(.*\))?")


@for_each(files_of("actions"), name_of)
def test_actions_do_not_build_sql_of_values(file: Path) -> None:
    for node in nodes_of(file):
        if isinstance(node, ast.JoinedStr) and SQL.match(ast.unparse(node)[2:]):
            parts = [ast.unparse(part.value) for part in node.values if isinstance(part, ast.FormattedValue)]
            assert [part for part in parts if not PIECE.fullmatch(part)] == []


OPENS = {
    "database.transaction",
    "self.database.transaction",
    "self._database.transaction",
    "visit.database.transaction",
}
# A file from the bank, or an order to it, is settled account by account, so that no transaction spans two.
SEVERAL = (
    "actions/bank/import_bank_file.py",
    "actions/bank/settle_payments.py",
    "actions/payouts/export_payouts.py",
    "actions/transfers/reopen_payouts.py",
)
HAS_A_CONNECTION_OF_ITS_OWN = (
    "store/connections/database.py",
    "store/upkeep/migrate.py",
    "store/upkeep/dump.py",
    "store/connections/clock_lock.py",
    "store/upkeep/distribute.py",
)


@each_file
def test_only_the_database_opens_transactions(file: Path) -> None:
    """Edges open one by `database.transaction()`; what they open it for may undo a part of it by `savepoint(tx)`."""
    called = calls(file)
    assert not {call for call in called if re.search(r"\b(tx|connection)\.(commit|rollback|start)$", call)}
    if name_of(file) not in HAS_A_CONNECTION_OF_ITS_OWN:
        opened = {call for call in called if re.search(r"\b(database|connection|tx|pool)\.transaction$", call)}
        may_open = room_of(file) in EDGES or name_of(file) in SEVERAL
        assert opened <= (OPENS if may_open else set())


ENDS_TRANSACTIONS = ("store/connections/database.py", "store/connections/actor.py", "store/connections/savepoints.py")
CONTROLS = re.compile(r"\s*(begin|commit|rollback|savepoint|release savepoint|start transaction)\b", re.IGNORECASE)


@for_each(files_of(*SPEAKS_SQL), name_of)
def test_transactions_and_their_parts_are_begun_and_ended_by_the_store(file: Path) -> None:
    if name_of(file) not in ENDS_TRANSACTIONS:
        assert [text for text in texts_in(file) if CONTROLS.match(text)] == []


# The standard library means these to be used, in spite of how they are spelled.
MEANT_FOR_ALL = {"_exit", "_fields", "_replace", "_asdict"}


@each_file
def test_what_is_private_to_a_library_is_left_alone(file: Path) -> None:
    """An attribute that is spelled as private is one's own, or of another class in the same file."""
    nodes = nodes_of(file)
    own = {node.name for node in nodes if isinstance(node, NAMED)}
    own |= {
        node.attr
        for node in nodes
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store) and ast.unparse(node.value) == "self"
    }
    asked = {
        node.attr
        for node in nodes
        if isinstance(node, ast.Attribute) and re.match("_[a-z]", node.attr) and ast.unparse(node.value) != "self"
    }
    assert asked - own - MEANT_FOR_ALL == set()


# A coordinator passes on what its node said, and nothing else of it.
HAS_THE_TEXT_ALONE = {"store/connections/node_troubles.py"}


@each_file
def test_nobody_decides_by_the_text_of_an_exception(file: Path) -> None:
    """What is wrong is the exception's class, and its fields; its sentence is for people."""
    if name_of(file) in HAS_THE_TEXT_ALONE:
        return
    for handler in nodes_of(file):
        if isinstance(handler, ast.ExceptHandler) and handler.name:
            texts = {f"str({handler.name})", f"repr({handler.name})", f"{handler.name}.args"}
            tests = [
                node.test if isinstance(node, ast.If | ast.IfExp | ast.While) else node
                for node in ast.walk(handler)
                if isinstance(node, ast.If | ast.IfExp | ast.While | ast.Compare | ast.Subscript)
            ]
            assert [said for said in map(ast.unparse, tests) if any(text in said for text in texts)] == []


# Tidiness -------------------------------------------------------------------------------------------------------------------


@each_file
def test_a_module_opens_with_what_it_is(file: Path) -> None:
    if file == HOUSE / "__init__.py":
        return
    said = ast.get_docstring(tree_of(file))
    assert said, "no docstring"
    first = said.split("\n\n")[0].strip()
    assert first[-1] in ".:", first


@each_file
def test_nothing_is_left_to_do_or_swallowed(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    assert re.findall(r"\b(TODO|FIXME|XXX|HACK)\b", text) == []
    for node in nodes_of(file):
        if isinstance(node, ast.ExceptHandler):
            assert node.type is not None, "a bare except"
            is_silent = all(isinstance(step, ast.Pass) for step in node.body)
            assert not is_silent or ast.unparse(node.type) not in ("Exception", "BaseException"), node.lineno


VAGUE = re.compile(r"(^|_)(process|handle|manage|utils?|helpers?|misc|stuff)(_|$)")


@each_file
def test_names_say_something(file: Path) -> None:
    names = [node.name.strip("_") for node in nodes_of(file) if isinstance(node, NAMED)]
    assert [name for name in names if VAGUE.search(name)] == []
    assert not re.search(r"(service|utils?|helpers?|manager|misc)$", file.stem)


LONGEST_MODULE, USUAL_MODULE, MOST_MODULES = 400, 95, 220
GENERATED = "store/rows/schema_rows.py"
MOST_FUNCTIONS = 22
FUNCTIONS = ast.FunctionDef | ast.AsyncFunctionDef


def ninth_tenth(lengths: list[int]) -> int:
    """The length that nine in ten do not exceed."""
    return sorted(lengths)[len(lengths) * 9 // 10]


def test_modules_are_short() -> None:
    lengths = {name_of(file): len(file.read_text(encoding="utf-8").splitlines()) for file in FILES}
    lengths = {name: length for name, length in lengths.items() if length > 1 and name != GENERATED}
    assert {name: length for name, length in lengths.items() if length > LONGEST_MODULE} == {}
    assert statistics.median(lengths.values()) <= USUAL_MODULE
    assert ninth_tenth([*lengths.values()]) <= MOST_MODULES


def test_functions_are_short() -> None:
    functions = [node for file in FILES for node in nodes_of(file) if isinstance(node, FUNCTIONS)]
    assert ninth_tenth([(node.end_lineno or 0) - node.lineno + 1 for node in functions]) <= MOST_FUNCTIONS


# Circles --------------------------------------------------------------------------------------------------------------------

MOST_FILES_OF_A_FOLDER = {"actions": 20, "api": 25, "documents": 20, "domain": 20, "store": 20}
WITH_FOLDERS = [*MOST_FILES_OF_A_FOLDER]
"""Rooms that hold several kinds of things; the others are one list of like things each."""


@cache
def graph_of_the_house() -> Graph:
    return import_graph(FILES, HOUSE.parent)


def test_no_module_imports_itself_by_way_of_others() -> None:
    assert circles(graph_of_the_house()) == []


def test_no_module_of_the_client_imports_itself_by_way_of_others() -> None:
    folder = HOUSE.parent / "client"
    files = sorted((folder / "fordran_client").rglob("*.py"))
    assert files
    assert circles(import_graph(files, folder)) == []


@pytest.mark.parametrize("room", WITH_FOLDERS)
def test_no_folder_of_a_room_imports_itself_by_way_of_others(room: str) -> None:
    """A module that stands beside the folders counts as one itself."""

    def folder_of(module: str) -> str | None:
        steps = module.split(".")
        return steps[2] if len(steps) > 2 and steps[1] == room else None

    assert circles(gathered(graph_of_the_house(), folder_of)) == []


@pytest.mark.parametrize("room", WITH_FOLDERS)
def test_no_folder_is_crowded(room: str) -> None:
    folders = [path for path in (HOUSE / room).rglob("*") if path.is_dir() and path.name != "__pycache__"]
    counts = {name_of(folder): len([*folder.glob("*.py")]) for folder in [HOUSE / room, *folders]}
    assert {folder: count for folder, count in counts.items() if count > MOST_FILES_OF_A_FOLDER[room]} == {}


@pytest.mark.parametrize(
    ("graph", "found"),
    [
        ({"a": {"b"}, "b": {"c"}, "c": set()}, []),
        ({"a": {"b"}, "b": {"a"}}, [["a", "b"]]),
        ({"a": {"b"}, "b": {"c"}, "c": {"a"}, "d": {"a"}}, [["a", "b", "c"]]),
        ({"a": {"b"}, "b": {"a", "c"}, "c": {"d"}, "d": {"c"}}, [["a", "b"], ["c", "d"]]),
    ],
)
def test_a_circle_is_seen(graph: dict[str, set[str]], found: list[list[str]]) -> None:
    assert circles(graph) == found


def test_an_import_is_seen_wherever_it_stands(tmp_path: Path) -> None:
    house = tmp_path / "house"
    (house / "room").mkdir(parents=True)
    said = {
        "__init__.py": "",
        "room/__init__.py": "NAME = 1",
        "top.py": "from house.room import NAME, low\nimport house.deep",
        "deep.py": "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from house.room.low import X",
        "room/low.py": "def f():\n    from house import top\n    return top\nX = 1",
    }
    for name, text in said.items():
        (house / name).write_text(text)
    graph = import_graph(sorted(house.rglob("*.py")), tmp_path)
    assert graph["house.top"] == {"house.room", "house.room.low", "house.deep"}
    assert circles(graph) == [["house.deep", "house.room.low", "house.top"]]
    assert circles(gathered(graph, lambda module: module.split(".")[1] if "." in module else None)) == [
        ["deep", "room", "top"]
    ]
