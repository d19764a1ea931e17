"""Every parser takes a text or refuses it, whatever the text. `make fuzz` does the same for minutes, and by coverage."""

from __future__ import annotations

import pytest

from tools.fuzz.drawn import draw_for
from tools.fuzz.parsers import SHAPES, TARGETS
from tools.fuzz.target import Target

SEED = 20261115
EXAMPLES = 60

FOUND = [
    ("moments", b"9999-12-31T23:59:59Z", "the next day in Sweden, which no calendar here has"),
    ("moments", b"Fri, 31 Dec 9999 23:00:00 GMT", "the same, in the other form"),
]
"""What was found: a parser, a text that it neither took nor refused, and a remark."""


@pytest.mark.parametrize("target", TARGETS.values(), ids=TARGETS)
def test_a_text_is_taken_or_refused(target: Target) -> None:
    assert draw_for(target, EXAMPLES, SEED) >= EXAMPLES


@pytest.mark.parametrize(("name", "text", "remark"), FOUND)
def test_what_was_found_is_mended(name: str, text: bytes, remark: str) -> None:
    TARGETS[name].try_(text)


@pytest.mark.parametrize("target", TARGETS.values(), ids=TARGETS)
def test_a_target_takes_what_is_right(target: Target) -> None:
    """A target that refused everything would never find anything behind its first check."""
    refuse_all = {"signed JWTs"}  # nobody has the key
    assert any(target.try_(seed) for seed in target.seeds) or target.name in refuse_all


def test_every_body_has_an_example_to_begin_with() -> None:
    assert len(TARGETS["bodies"].seeds) == len(SHAPES)
