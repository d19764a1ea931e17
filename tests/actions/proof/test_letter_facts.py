"""A letter without its fact is found."""

from __future__ import annotations

from typing import Any, cast

import orjson
import pytest

from fordran.actions.proof.letters.letter_facts import check_letter_facts
from fordran.actions.proof.letters.letter_rows import LeftRow


@pytest.mark.parametrize(
    ("kind", "found", "remark"),
    [
        ("reminder", True, "it must have one"),
        ("dispute", False, "it asks for nothing that settles"),
    ],
)
def test_a_letter_without_its_fact(kind: str, found: bool, remark: str) -> None:
    row: dict[str, Any] = {
        "kind": kind,
        "letter_id": "a" * 24,
        "facts": orjson.Fragment(b"[]"),
    }
    assert [difference.what for difference in check_letter_facts(cast("LeftRow", row))] == [
        "fact of its case"
    ] * found, remark
