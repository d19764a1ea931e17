"""The words: every text of a page is said in English too, and none is there for nothing."""

from __future__ import annotations

import ast
import pkgutil
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from string import Formatter

import fordran.console.words
import fordran.my.words
from fordran.console.menu import MENU
from fordran.console.words import ENGLISH
from fordran.web.trouble_pages import WORDS
from fordran.web.words import ENGLISH as SHARED

ROOMS = (fordran.console.words, fordran.my.words)
HOUSE = Path(__file__).parents[2] / "fordran"
IN_TEMPLATE = re.compile(r"""\bt\(\s*"((?:[^"\\]|\\.)*)\"""")


def said() -> Iterator[str]:
    """Every Swedish text that templates and code have said by `t`, and those that stand in tables."""
    for room in ("web", "console"):
        for template in (HOUSE / room / "templates").rglob("*.html"):
            yield from IN_TEMPLATE.findall(template.read_text(encoding="utf-8"))
        for module in (HOUSE / room).rglob("*.py"):
            yield from _in_module(ast.parse(module.read_text(encoding="utf-8")))
    yield from (entry.name for entry in MENU)
    yield from (text for pair in WORDS.values() for text in pair)


def _in_module(tree: ast.Module) -> Iterator[str]:
    """What is said by `t("…")`, and the values of tables of words, which are annotated as such, or made as such."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name | ast.Attribute):
            name = node.func.id if isinstance(node.func, ast.Name) else node.func.attr
            if name == "t" and node.args and isinstance(node.args[0], ast.Constant):
                yield str(node.args[0].value)
        if isinstance(node, ast.AnnAssign) and "Swedish" in ast.unparse(node.annotation):
            yield from _values(node.value)
        if isinstance(node, ast.Call) and ast.unparse(node.func) in NAMED_IN_SWEDISH:
            places = NAMED_IN_SWEDISH[ast.unparse(node.func)]
            yield from (str(node.args[at].value) for at in places if isinstance(node.args[at], ast.Constant))


NAMED_IN_SWEDISH = {"Field": (1,), "CaseAct": (1,), "Decision": (1,), "Blank": (1,)}
"""What is given a Swedish name when it is made, and in which places."""


def _values(node: ast.expr | None) -> Iterator[str]:
    """The values of a dictionary that is written out."""
    if isinstance(node, ast.Dict):
        yield from (str(one.value) for one in node.values if isinstance(one, ast.Constant))


def test_every_text_is_said_in_english() -> None:
    assert sorted(set(said()) - ENGLISH.keys()) == []


def test_no_english_is_there_for_nothing() -> None:
    assert sorted(ENGLISH.keys() - set(said())) == []


def test_both_languages_have_the_same_places_for_values() -> None:
    for swedish, english in ENGLISH.items():
        assert english
        places = [{name for _, name, _, _ in Formatter().parse(text) if name} for text in (swedish, english)]
        assert places[0] == places[1], swedish


def test_shared_words_are_said_once() -> None:
    own = [path for path in (HOUSE / "console" / "words").glob("*.py") if path.name != "__init__.py"]
    texts = "\n".join(path.read_text(encoding="utf-8") for path in own)
    for swedish in SHARED:
        assert f'\n    "{swedish}":' not in texts, swedish


def test_no_text_is_said_in_english_in_two_ways() -> None:
    """The last of two would be said everywhere, also where the other was meant."""
    for room in ROOMS:
        said = dict(SHARED)
        for name in sorted(module.name for module in pkgutil.iter_modules(room.__path__)):
            for words in vars(import_module(f"{room.__name__}.{name}")).values():
                for swedish, english in words.items() if isinstance(words, dict) and "__name__" not in words else ():
                    assert said.setdefault(swedish, english) == english, (room.__name__, name, swedish)
