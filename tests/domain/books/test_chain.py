"""The one spelling that hashes are made of, which is that of the journals there are: that of the library named here."""

from __future__ import annotations

import json

from hypothesis import given
from hypothesis import strategies as st

from fordran.domain.books.chain import GENESIS, canonical, entry_hash

_ENCODER = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False)
TEXTS = st.text(st.characters(codec="utf-8"))


@given(st.dictionaries(TEXTS, st.none() | st.booleans() | st.integers(-(2**63), 2**63 - 1) | TEXTS))
def test_a_content_is_spelt_as_it_always_was(content: dict[str, str | int | bool | None]) -> None:
    assert canonical(content) == _ENCODER.encode(content).encode()


def test_control_characters_and_names_beyond_ascii_keep_their_spelling_and_order() -> None:
    content: dict[str, str | int | bool | None] = {
        "ö": '\x00\x1f\x7f\b\f\n\r\t"\\/\u2028',
        "z": "\U0001f600",
        "\U0001f600": 1,
        "\uffff": None,
    }
    assert canonical(content) == _ENCODER.encode(content).encode()


def test_a_hash_of_an_entry_stays_what_it_is() -> None:
    assert entry_hash(GENESIS, {"amount": 100, "case": "å"}) == (
        "295585509b2d5aa24470196ce0c8d7775ae66005e67aff704cf2d43fe8f33f29"
    )
