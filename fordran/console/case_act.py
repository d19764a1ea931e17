"""An act on a case as its page and its form declare it. The acts themselves are in case_act_table.py."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, TypeAlias

from fordran.actions.cases.move_case import FlowingCase
from fordran.console.fields import ChoiceField, FormField
from fordran.console.who import ALL
from fordran.shape.fields import Shape
from fordran.store.connections.database import Connection
from fordran.store.reading.documents import Values
from fordran.store.reading.scope import Caller
from fordran.texts.catalogue import Texts

Act: TypeAlias = Callable[[Connection, FlowingCase, Any, datetime, Caller], Awaitable[object]]
"""An act on a case, by a user."""


@dataclass(frozen=True)
class CaseAct:
    """`title` is the button's and the confirmation's; `act` is None of a note, which needs no lock of the case."""

    path: str
    title: str
    shape: type[Shape]
    act: Act | None
    fields: tuple[FormField, ...] = ()
    choices: Mapping[str, ChoiceField] = field(default_factory=dict)
    roles: frozenset[str] = ALL
    when: Callable[[Values], bool] = lambda case: case["state"] != "closed"
    """Whether the case is one that it can be done to, as far as its page can tell."""
    grave: bool = False
    gives: Callable[[Any], Shape] = lambda given: given
    """The input of the verb, where the form has other fields."""
    begins: Callable[[Values], dict[str, str]] = lambda _case: {}
    """The values that fields have before anybody writes."""
    fills: Callable[[FlowingCase, Any], dict[str, str]] | None = None
    """The values of fields that depend on a choice, such as a letter's words on its template."""


def options_of(t: Texts, act: CaseAct) -> dict[str, list[tuple[str, str]]]:
    """The choices of an act's fields, in words."""
    return {name: choice.options(t) for name, choice in act.choices.items()}


class EmptyActInput(Shape):
    """An act that takes no more than the case."""


def anybody(act: Callable[[Connection, FlowingCase, Any, datetime], Awaitable[None]]) -> Act:
    """An act that does not depend on the user."""

    async def done(tx: Connection, flowing: FlowingCase, given: Any, now: datetime, _by: Caller) -> None:
        await act(tx, flowing, given, now)

    return done
