"""What is keyed by a closed list has a row for each of its values, so that a new one is not forgotten anywhere."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, get_args

import pytest

from fordran.actions.bank.refund_payment import NUMBERS
from fordran.actions.flow.act_on_case import _REPLIES
from fordran.actions.imports.kinds import KINDS
from fordran.actions.texts import ARTICLES, TEXT_OF
from fordran.actions.texts import KINDS as KINDS_OF_LINES
from fordran.documents.letters.words import LETTER_WORDS
from fordran.documents.words import WORDS
from fordran.domain.articles import PAID_OUT_AS, Article, PayoutArticle
from fordran.domain.books.journal import OWED_TO_CREDITOR, CreditorCategory
from fordran.domain.claims.entries import Kind
from fordran.domain.flow.case_states import OWN_STATUSES, PLACES, Hold, Reply, State, Status
from fordran.domain.flow.letters import LETTER_KINDS, STATE_OF, STEP_LETTERS
from fordran.domain.flow.marks import STOPS, Mark
from fordran.domain.flow.next_step import DEMANDS, STEPS
from fordran.domain.languages import Language
from fordran.domain.law.fees import _CAPPED
from fordran.domain.payouts.payout import _VALID, PayeeKind
from fordran.domain.service.event_types import EVENT_TYPES, EventName
from fordran.domain.vat import RATE_PERCENT, VatPercent
from fordran.formats.pain001 import LONGEST_MESSAGE
from fordran.resources.access_groups import AccessGroupType
from fordran.resources.common import StatusReason
from fordran.resources.file_import_reports import ImportedKind


@pytest.mark.parametrize(
    ("keyed", "closed", "remark"),
    [
        (EVENT_TYPES, EventName, "what an event says"),
        (OWN_STATUSES, State, "the statuses of a state"),
        (_REPLIES, Reply, "where the authority's reply takes a case"),
        (PAID_OUT_AS, Article, "what a settled line is called in a payout"),
        (ARTICLES, Article, "the text of an article"),
        (KINDS_OF_LINES, Kind, "the text of a kind of line"),
        (OWED_TO_CREDITOR, CreditorCategory, "the ledger account of a category"),
        (RATE_PERCENT, VatPercent, "the rate that a text says"),
        (STOPS, Mark, "why a mark stops a case"),
        (_VALID, PayeeKind, "what an account's number is checked by"),
        (NUMBERS, PayeeKind, "the same, for refunds"),
        (LONGEST_MESSAGE, PayeeKind, "what reaches a payee"),
        (WORDS, Language, "the words of invoices"),
        (LETTER_WORDS, Language, "the words of letters"),
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


def test_a_settled_line_is_called_in_a_payout_as_a_payout_can_call_it() -> None:
    assert set(PAID_OUT_AS.values()) <= set(get_args(PayoutArticle))


def test_a_letter_of_a_step_is_called_as_the_step() -> None:
    assert set(STEP_LETTERS) <= set(STEPS) & set(LETTER_KINDS)
    assert [step for step, letter in STEP_LETTERS.items() if step != letter] == []


def test_a_demand_is_a_step_with_a_letter_and_so_is_what_a_state_has_of_its_own() -> None:
    assert set(DEMANDS) <= set(STEP_LETTERS)
    assert set(STATE_OF) <= set(STEP_LETTERS)
    assert set(STEP_LETTERS) - {*DEMANDS, *STATE_OF} == {"amortization_notice", "amortization_reminder"}


def test_the_law_caps_articles_that_there_are() -> None:
    assert set(_CAPPED) <= set(get_args(Article))


def test_every_value_that_is_the_tag_of_a_text_has_that_text() -> None:
    tags = {*get_args(StatusReason), *(f"access_group.{type_}" for type_ in get_args(AccessGroupType))}
    assert tags - TEXT_OF.keys() == set()
