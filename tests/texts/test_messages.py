"""Messages: a code and values, said in either language, kept and read again."""

from __future__ import annotations

import datetime as dt

import orjson
import pytest

from fordran.domain.message import Amount, ListValue, Message, as_json, from_json
from fordran.texts.catalogue import texts

STOPPED = Message(
    "work.of_letter",
    letter=ListValue("letter_kind", "debt_collection", "in_reason"),
    reason=Message("law.with_statute", reason=Message("law.nothing_owed"), law="inkassolag (1974:182) 4 och 8 §§"),
)


@pytest.mark.parametrize(
    ("message", "english", "swedish"),
    [
        (
            STOPPED,
            "debt_collection: nothing is owed (inkassolag (1974:182) 4 och 8 §§)",
            "inkassokrav: ingenting är obetalt (inkassolag (1974:182) 4 och 8 §§)",
        ),
        (
            Message(
                "law.application_lacks",
                missing=(ListValue("missing_data", "id_number"), ListValue("missing_data", "address")),
            ),
            "the application lacks id_number, address",
            "ansökan saknar personnummer, adress",
        ),
        (
            Message("work.debtor_asks_for_respite", day=dt.date(2026, 12, 24)),
            "The debtor asks for a respite until 2026-12-24.",
            "Gäldenären ber om anstånd till 2026-12-24.",
        ),
        (
            Message("law.asks_other_amount", asked=Amount(125000), owed=Amount(950)),
            "it asks for 1,250.00 kr where 9.50 kr is owed",
            "det begär 1\N{NO-BREAK SPACE}250,00 kr där skulden är 9,50 kr",
        ),
    ],
)
def test_a_message_is_said_in_either_language_and_kept(message: Message, english: str, swedish: str) -> None:
    assert (texts("en").say(message), texts("sv").say(message)) == (english, swedish)
    kept = from_json(orjson.loads(orjson.dumps(as_json(message))))
    assert kept == message
    assert texts("sv").say(kept) == swedish


def test_a_reason_becomes_a_sentence_of_its_own() -> None:
    assert texts("sv").sentence(Message("law.disputed")) == "Fordran är bestridd."
    assert texts("en").sentence(Message("error.case_closed_already")) == "The case is closed already."


def test_messages_among_nested_issues_are_said_and_sentences_stay() -> None:
    issues = {
        "until": Message("issue.must_be_within_days", days=30),
        "lines": {"0": ["required field", Message("issue.not_unique")]},
    }
    assert texts("en").issues(issues) == {
        "until": "must be within 30 days",
        "lines": {"0": ["required field", "is not unique"]},
    }
