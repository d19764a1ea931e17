"""The recipes of CONTRIBUTING.md fit the code as it is, and one of them is carried out; `make recipes` does all of them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tools.recipes.book import RECIPES
from tools.recipes.contributing import PAGE, promised
from tools.recipes.kitchen import Copy, carry_out, copied, fail_anyway
from tools.recipes.recipe import Add, Create, Edit, Outdated, Recipe, Replace
from tools.recipes.small import SETTING

ROOT = Path(__file__).parent.parent


@pytest.fixture(scope="module")
def copy() -> Iterator[Copy]:
    with copied() as made:
        yield made


def test_every_row_of_the_table_is_a_recipe_and_every_recipe_a_row() -> None:
    assert [recipe.name for recipe in RECIPES] == [*promised()]
    text = PAGE.read_text()
    rows = re.search(r"\| To add… \| Touch \| Files \|\n\|---\|---\|---\|\n((?:\|.*\n)+)", text)
    assert rows
    assert len(rows[1].splitlines()) == len(RECIPES), "a row of the table cannot be read"


@pytest.mark.parametrize("recipe", RECIPES, ids=lambda recipe: recipe.name)
def test_a_recipe_can_be_carried_out_and_touches_what_the_page_says(copy: Copy, recipe: Recipe) -> None:
    try:
        for edit in recipe.edits:
            edit.apply(copy.root)
        assert len(copy.changed()) == promised()[recipe.name]
        modules = sorted(file for file in copy.changed() if file.endswith(".py"))
        formatted = copy.python("-m", "ruff", "format", "--quiet", "--diff", *modules)
        assert formatted.returncode == 0, formatted.stdout
    finally:
        copy.restore()
    assert copy.changed() == set()


@pytest.mark.parametrize("recipe", RECIPES, ids=lambda recipe: recipe.name)
def test_the_tests_of_a_recipe_are_there_or_made_by_it(recipe: Recipe) -> None:
    assert recipe.tests
    for test in recipe.tests:
        file, _, name = test.partition("::")
        assert (ROOT / file).exists() or file in recipe.files, test
        edited = "".join(edit.new for edit in recipe.edits if isinstance(edit, Replace) and edit.file == file)
        assert not name or f"def {name.partition('[')[0]}" in (ROOT / file).read_text(encoding="utf-8") + edited, test


def test_a_setting_is_added_as_the_page_says(copy: Copy) -> None:
    assert carry_out(copy, [SETTING], promised()).trouble_of(SETTING) == ""


def test_a_recipe_that_touches_more_than_the_page_says_is_found(copy: Copy) -> None:
    assert "says 1 files, and it touches 2" in carry_out(copy, [SETTING], {"a setting": 1}).trouble_of(SETTING)


def test_a_recipe_that_shows_nothing_is_found(copy: Copy) -> None:
    idle = Recipe("nothing", "", SETTING.edits, SETTING.tests, shows="import fordran")
    assert carry_out(copy, [idle], {"nothing": 2}).trouble_of(idle) == "it shows nothing: its example holds before it"


def test_a_recipe_with_red_tests_is_found(copy: Copy) -> None:
    forgotten = Recipe("a setting", "", SETTING.edits[:1], SETTING.tests, SETTING.shows)
    trouble = carry_out(copy, [forgotten], {"a setting": 1}).trouble_of(forgotten)
    assert "test_every_setting_is_described_for_operators[support_email]" in trouble


def test_a_test_that_fails_without_a_recipe_is_not_blamed_on_one(copy: Copy) -> None:
    (copy.root / "tests/test_red.py").write_text("def test_red() -> None:\n    raise AssertionError\n")
    try:
        assert fail_anyway(copy, "FAILED tests/test_red.py::test_red - AssertionError") == [
            "tests/test_red.py::test_red"
        ]
        assert fail_anyway(copy, "FAILED tests/test_recipes.py::test_of_a_recipe - AssertionError") == []
    finally:
        copy.restore()


@pytest.mark.parametrize(
    ("edit", "trouble"),
    [
        (Add("README.md", "no such words", "x"), "its anchor stands 0 times in README.md"),
        (Replace("README.md", "e", "x"), "times in README.md"),
        (Replace("nothing.md", "e", "x"), "there is no nothing.md"),
        (Create("README.md", "x"), "there is a README.md already"),
    ],
)
def test_an_edit_that_does_not_fit_is_said_to_be_outdated(copy: Copy, edit: Edit, trouble: str) -> None:
    with pytest.raises(Outdated, match=re.escape(trouble)):
        edit.apply(copy.root)
    assert copy.changed() == set()
