"""The colours of values: of lists that there are, and of their values."""

from __future__ import annotations

from fordran.console.app import COLOURS
from tests.texts.lists import LISTS


def test_what_is_coloured_is_a_value_of_a_list() -> None:
    for name, colours in COLOURS.items():
        assert colours.keys() <= set(LISTS[name]), name


def test_every_status_of_a_letter_and_of_a_delivery_to_a_webhook_has_a_colour() -> None:
    assert COLOURS["letter_status"].keys() == set(LISTS["letter_status"])
    assert COLOURS["delivery_status"].keys() == set(LISTS["delivery_status"])
