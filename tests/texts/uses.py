"""Which codes the source uses, read from Python, page templates and document templates."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

from jinja2 import Environment, nodes

from fordran.api.description.closed_lists import all_closed_lists
from fordran.domain.flow.case_settings import SETTINGS
from fordran.texts.catalogue import texts
from tests.texts.lists import LISTS

HOUSE = Path(__file__).parents[2] / "fordran"
CODE = re.compile(r"[a-z][a-z0-9_]*(\.[A-Za-z0-9_-]+)+")
SAID = {"t", "Message"}
REFUSALS = {"Conflict", "NotAllowed", "NoSuchPlan", "NoSuchPerson", "NotASandbox", "NotForward", "NobodyByThatNumber"}
AREAS = {
    "document",
    "letter",
    "statement",
    "commission",
    "settlement_note",
    "operator_invoice",
    "report",
    "report_column",
    "locale",
    "person",
    "person_column",
    "person_table",
    "person_value",
}
"""Areas whose texts documents, reports and locale entries name without the area."""
BY_AREA = {
    "article",
    "invoiced",
    "vat_item",
    "line_kind",
    "owed_for",
    "accounting_finding",
    "suspense_age",
    "write_off_reason",
}
"""Lists whose texts are looked up by their area."""
OF_LIST = {"of", "options", "ChoiceField", "ListValue"}


@cache
def literals() -> frozenset[str]:
    """Every string in the source that looks like a code."""
    found = {text for tree in _modules() for text in _constants(tree)}
    for page in _pages():
        found |= {str(each.value) for each in page.find_all(nodes.Const) if CODE.fullmatch(str(each.value))}
    for template in HOUSE.rglob("*.typ"):
        found |= {each[1] for each in re.finditer(r'"([a-z0-9_.-]+)"', template.read_text(encoding="utf-8"))}
    return frozenset(found)


@cache
def called() -> frozenset[str]:
    """Every code that is a literal argument of `t`, of a message or of a refusal."""
    found: set[str] = set()
    for tree in _modules():
        for call in (node for node in ast.walk(tree) if isinstance(node, ast.Call)):
            if _name(call.func) in SAID and call.args and isinstance(call.args[0], ast.Constant):
                found.add(str(call.args[0].value))
            if _name(call.func) in REFUSALS:
                found |= {
                    str(each.value) for each in call.args if isinstance(each, ast.Constant) and "." in str(each.value)
                }
    for page in _pages():
        for one in page.find_all(nodes.Call):
            if isinstance(one.node, nodes.Name) and one.node.name in SAID and isinstance(one.args[0], nodes.Const):
                found.add(str(one.args[0].value))
    return frozenset(found)


@cache
def of_lists() -> frozenset[tuple[str, str]]:
    """Every closed list with the use that its texts have, `""` for the label."""
    found = set()
    for tree in _modules():
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and _name(node.func) in OF_LIST and node.args:
                first, use = node.args[0], node.args[2] if len(node.args) > 2 else None
                if isinstance(first, ast.Constant) and first.value in LISTS:
                    is_said = isinstance(use, ast.Constant) and _name(node.func) != "ChoiceField"
                    found.add((str(first.value), str(use.value) if is_said and isinstance(use, ast.Constant) else ""))
            if isinstance(node, ast.keyword) and node.arg == "options" and isinstance(node.value, ast.Tuple):
                found |= {(str(each.value), "") for each in node.value.elts[:1] if isinstance(each, ast.Constant)}
    for page in _pages():
        for one in page.find_all(nodes.Call):
            if (
                isinstance(one.node, nodes.Getattr)
                and one.node.attr in OF_LIST
                and isinstance(one.args[0], nodes.Const)
            ):
                last = one.args[2] if len(one.args) > 2 else None
                found.add((str(one.args[0].value), str(last.value) if isinstance(last, nodes.Const) else ""))
    chosen = {(name, "") for name, bounds in SETTINGS.items() if bounds.kind == "choice"}
    return frozenset(found | chosen | {(name, "") for name in BY_AREA} | {("access_group_type", "members")})


@cache
def short_names() -> frozenset[str]:
    """Every name in the source that may be of a text in an area."""
    words = re.compile(r"\b[a-z][a-z0-9_]*(?:--?[a-z0-9_]+)*\b")
    found: set[str] = set()
    for path in (*HOUSE.rglob("*.py"), *HOUSE.rglob("*.typ")):
        found |= set(words.findall(path.read_text(encoding="utf-8")))
    return frozenset(found)


def codes_of_areas(codes: Iterable[str]) -> Iterator[str]:
    """Those of the codes that are of an area, and whose names the source has."""
    for code in codes:
        area, _, name = code.partition(".")
        if area in AREAS and name in short_names():
            yield code


def codes_of_lists() -> Iterator[str]:
    """The code of every value of every list in every use."""
    for name, use in of_lists():
        yield from (f"{name}.{value}.{use}" if use else f"{name}.{value}" for value in LISTS[name])
    yield from codes_of_descriptions()
    yield from (f"setting.{name}" for name in SETTINGS)


def codes_of_descriptions() -> Iterator[str]:
    """The codes of the descriptions of closed lists. That each exists, `described` asserts."""
    about = (code for code in texts("en").entries if code.endswith(".about") or code.startswith("closed_list."))
    described = {text for one in all_closed_lists() for text in (one.about, *one.means.values())}
    yield from (code for code in about if texts("en").entries[code] in described)


@cache
def _modules() -> tuple[ast.Module, ...]:
    return tuple(ast.parse(path.read_text(encoding="utf-8")) for path in sorted(HOUSE.rglob("*.py")))


@cache
def _pages() -> tuple[nodes.Template, ...]:
    environment = Environment(autoescape=True)
    return tuple(environment.parse(path.read_text(encoding="utf-8")) for path in sorted(HOUSE.rglob("*.html")))


def _constants(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and CODE.fullmatch(node.value):
            yield node.value


def _name(function: ast.expr) -> str:
    return (
        function.id if isinstance(function, ast.Name) else function.attr if isinstance(function, ast.Attribute) else ""
    )
