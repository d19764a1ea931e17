"""What is keyed by a closed list has a row for each of its values, so that a new one is not forgotten anywhere."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, get_args

import pytest

from fordran.actions.bank.refund_payment import NUMBERS
from fordran.actions.flow.act_on_case import _REPLIES
from fordran.actions.imports.kinds import KINDS
from fordran.actions.locale_texts import LOCALE_TEXTS
from fordran.domain.books.journal import OWED_TO_CREDITOR, CreditorCategory
from fordran.domain.flow.marks import STOPS, Mark
from fordran.domain.kinds.articles import FEE_SETTINGS
from fordran.domain.kinds.case_states import OWN_STATUSES, PLACES, Hold, MovingReply, State, Status
from fordran.domain.kinds.close_reasons import CloseReasonRecord
from fordran.domain.kinds.event_types import EVENT_TYPES, EventName
from fordran.domain.kinds.letter_kinds import DEMANDS, LETTER_KINDS, STEP_LETTERS
from fordran.domain.kinds.records import by_code
from fordran.domain.kinds.steps import STEPS
from fordran.domain.payouts.payout import _VALID, PayeeKind
from fordran.domain.vat import RATE_PERCENT, VatPercent
from fordran.formats.pain001 import LONGEST_MESSAGE
from fordran.resources.access_groups import AccessGroupType
from fordran.resources.common import StatusReason
from fordran.resources.file_import_reports import ImportedKind
from fordran.resources.letters import LetterLanguage
from fordran.texts.languages import LANGUAGES


@pytest.mark.parametrize(
    ("keyed", "closed", "remark"),
    [
        (EVENT_TYPES, EventName, "what an event says"),
        (OWN_STATUSES, State, "the statuses of a state"),
        (_REPLIES, MovingReply, "where the authority's reply takes a case"),
        (OWED_TO_CREDITOR, CreditorCategory, "the ledger account of a category"),
        (RATE_PERCENT, VatPercent, "the rate that a text says"),
        (STOPS, Mark, "why a mark stops a case"),
        (_VALID, PayeeKind, "what an account's number is checked by"),
        (NUMBERS, PayeeKind, "the same, for refunds"),
        (LONGEST_MESSAGE, PayeeKind, "what reaches a payee"),
        (KINDS, ImportedKind, "how a kind of registration is imported"),
    ],
)
def test_there_is_a_row_for_every_value_and_for_no_other(keyed: Mapping[str, Any], closed: Any, remark: str) -> None:
    assert keyed.keys() == set(get_args(closed)), remark


def test_every_status_is_a_state_s_own_or_a_hold() -> None:
    own = [status for statuses in OWN_STATUSES.values() for status in statuses]
    assert sorted([*own, *get_args(Hold)]) == sorted(get_args(Status))
    assert {place.status for place in PLACES} == set(get_args(Status))
    assert {place.state for place in PLACES} == set(get_args(State))


def test_a_letter_of_a_step_has_the_code_of_the_step() -> None:
    assert set(STEP_LETTERS) <= set(STEPS) & set(LETTER_KINDS)
    assert [step.code for step in STEPS.values() if step.letter not in (None, step.code)] == []


def test_a_letter_that_moves_a_case_is_a_step() -> None:
    of_a_state = {kind.code for kind in LETTER_KINDS.values() if kind.state is not None}
    assert {*DEMANDS, *of_a_state} <= set(STEP_LETTERS)
    assert set(STEP_LETTERS) - {*DEMANDS, *of_a_state} == {"amortization_notice", "amortization_reminder"}


def test_a_fee_that_a_letter_charges_has_a_setting() -> None:
    assert {fee for kind in LETTER_KINDS.values() for fee in kind.fees} <= FEE_SETTINGS.keys()


def test_a_list_without_a_record_for_each_code_fails_at_import() -> None:
    with pytest.raises(AssertionError, match="differ"):
        by_code(Literal["sent", "failed"], [CloseReasonRecord("paid")])
    with pytest.raises(AssertionError, match="two records"):
        by_code(Literal["paid"], [CloseReasonRecord("paid"), CloseReasonRecord("paid")])


def test_every_value_that_is_the_tag_of_a_text_has_that_text() -> None:
    tags = {*get_args(StatusReason), *(f"access_group.{type_}" for type_ in get_args(AccessGroupType))}
    assert tags - {text.tag for text in LOCALE_TEXTS} == set()


def test_the_languages_of_the_interface_are_those_with_a_catalogue() -> None:
    assert get_args(LetterLanguage) == LANGUAGES
