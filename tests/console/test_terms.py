"""The closed lists have their words on pages: every value, and none that is not there."""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from typing import Any, get_args

import pytest

from fordran.console import terms
from fordran.domain.claims.entries import Component
from fordran.domain.claims.facts import DecidedReason
from fordran.domain.flow import next_step
from fordran.domain.flow.case_states import DisputeEnd, State, Status
from fordran.domain.flow.letters import LetterKind, LetterStatus
from fordran.domain.flow.next_step import Upcoming
from fordran.domain.service.delivery import DeliveryState, Distribution, Way
from fordran.resources.case_acts import NoteKind
from fordran.resources.work_items import WorkItemKind


@pytest.mark.parametrize(
    ("words", "listed"),
    [
        (terms.STATES, State),
        (terms.STATUSES, Status),
        (terms.DECIDED, DecidedReason),
        (terms.STEPS, Upcoming),
        (terms.LETTERS, LetterKind),
        (terms.LETTER_STATUSES, LetterStatus),
        (terms.LETTER_KINDS_OF_STATUS, LetterStatus),
        (terms.WAYS, Way),
        (terms.DISTRIBUTIONS, Distribution),
        (terms.DELIVERIES, DeliveryState),
        (terms.NOTES, NoteKind),
        (terms.WORK, WorkItemKind),
        (terms.COMPONENTS, Component),
    ],
)
def test_every_value_of_a_list_has_its_words(words: Mapping[str, str], listed: Any) -> None:
    assert words.keys() == set(get_args(listed))


def test_every_end_of_an_objection_has_its_words() -> None:
    assert terms.OUTCOMES.keys() == {*get_args(DisputeEnd), "closed"}


def test_statuses_that_are_coloured_are_statuses() -> None:
    assert terms.STATUS_KINDS.keys() <= set(get_args(Status))


def test_why_a_step_is_taken_is_said_as_the_rule_says_it() -> None:
    rules = inspect.getsource(next_step)
    assert [reason for reason in terms.WHY if f'"{reason}"' not in rules] == []
