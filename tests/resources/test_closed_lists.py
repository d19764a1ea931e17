"""A closed list is written once: the nouns name it, and do not write it again."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Any, get_args

import pytest

from fordran.resources import RESOURCES
from fordran.resources.creditors import Creditor
from fordran.resources.invoice_registrations import InvoiceRegistrationInput
from fordran.resources.users import UserInput
from fordran.shape.fields import Shape, fields_of, read
from fordran.shape.kinds import TEXT
from tests.resources.lists_of_shapes import lists_of

HOUSE = Path(__file__).parents[2] / "fordran"
FILES = [file for room in ("resources", "api") for file in sorted((HOUSE / room).glob("*.py"))]


def written(tree: ast.Module) -> list[str]:
    """Lists of several values that stand in a module and are not what a name is declared to be."""
    aliases = {
        id(node.value)
        for node in tree.body
        if isinstance(node, ast.AnnAssign) and ast.unparse(node.annotation) == "TypeAlias"
    }
    return [
        ast.unparse(node)
        for node in ast.walk(tree)
        if isinstance(node, ast.Subscript)
        and ast.unparse(node.value) == "Literal"
        and isinstance(node.slice, ast.Tuple)
        and id(node) not in aliases
    ]


# The parts of the service that files can be uploaded for are no values of a document.
ELSEWHERE = {"acts.py": ["Literal['media--files', 'cases']"]}


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name}/{file.name}")
def test_no_list_is_written_in_the_place_where_it_is_used(file: Path) -> None:
    assert written(ast.parse(file.read_text(encoding="utf-8"))) == ELSEWHERE.get(file.name, [])


SHAPES = {
    shape.__name__: shape
    for resource in RESOURCES.values()
    for shape in (resource.shape, resource.input, resource.change)
    if shape is not None
}


@pytest.mark.parametrize("shape", SHAPES.values(), ids=SHAPES)
def test_a_field_of_a_closed_list_is_filtered_and_sorted_as_a_text(shape: type[Shape]) -> None:
    for path, _ in lists_of(shape):
        first, *rest = path.split(".")
        field = fields_of(shape)[first]
        for name in rest:
            below = field.child(name)
            assert below is not None, path
            field = below
        assert field.kind is TEXT or field.is_open, path


OPEN = {
    (
        InvoiceRegistrationInput,
        "preferred_invoice_distribution",
    ): "anything else than what acts falls back to the default",
    (Creditor, "default_letter_locale"): "letters are in Swedish where it is no language of theirs",
    (Creditor, "case_config.vat_area"): "whatever is not Sweden is elsewhere",
    (UserInput, "data_access.access_group_type"): "follows from the group, and is read over where it is sent",
}
"""Fields that the interface leaves open, whatever the service itself writes there."""


@pytest.mark.parametrize(("shape", "path"), OPEN)
def test_what_the_interface_leaves_open_stays_open(shape: type[Shape], path: str) -> None:
    assert path not in dict(lists_of(shape))
    field: Any = fields_of(shape)
    for name in path.split("."):
        field = (field if isinstance(field, dict) else field.children)[name]
    assert field.kind is TEXT


def test_a_user_s_groups_may_be_sent_with_whatever_is_said_of_them() -> None:
    group = {"access_group": "6919a4d2c0ffee0123456789", "access_group_type": "anything"}
    sent = read(UserInput, {"account": "6919a4d2c0ffee0123456789", "name": "Anna", "data_access": [group]})
    assert sent.data_access[0].access_group_type == "anything"


def test_lists_are_found_however_deep_they_stand() -> None:
    found = dict(lists_of(RESOURCES["cases"].shape))
    assert {"state", "state_history.state", "transactions.type", "close_reason", "currency"} <= found.keys()
    assert "capital" in get_args(found["transactions.type"])
