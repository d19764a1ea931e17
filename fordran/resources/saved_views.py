"""Saved view: a list of the console with its filters and its order, under a name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from fordran.shape.fields import Shape
from fordran.shape.kept import NothingPersonal
from fordran.shape.kinds import Flag, Id, Name, Text
from fordran.shape.resource import Resource

SAVED_PAGES: Final[Mapping[str, frozenset[str]]] = {
    "/console/cases": frozenset({"state", "status", "waits_for", "creditor", "mine", "all", "sort"}),
    "/console/work": frozenset({"kind", "mine", "snoozed", "settled", "sort"}),
}
"""The lists that can be saved, and the filters of each."""


class SavedView(Shape):
    name: Text
    """Its name, for people."""
    address: Text
    """The address of the list: `/console/cases` or `/console/work`, with its filters and its order."""
    shared: Flag
    """Whether the operator's other people are offered it too."""
    user: Id
    """The user who saved it."""


class SavedViewInput(Shape):
    name: Name
    """Its name, for people."""
    address: Text
    """The address of the list: `/console/cases` or `/console/work`, with its filters and its order."""
    shared: Flag = False
    """Whether the operator's other people are offered it too."""


SAVED_VIEWS = Resource(
    "saved--views",
    SavedView,
    owner="operator",
    personal=False,
    about="Lists of the console, saved with their filters.",
    input=SavedViewInput,
    kept=(NothingPersonal("saved_views", "filters of lists, and which of the operator's own people saved them"),),
)
