"""Our own JSON for applications: messages keep their bytes, and entries of the feed are read or told apart."""

from __future__ import annotations

import json
from datetime import date
from decimal import Decimal
from typing import Any

import pytest

from fordran.formats.enforcement import (
    AuthorityMessage,
    AuthorityReply,
    BadFeed,
    FeedEntry,
    Receipt,
    ReceiptError,
    Unreadable,
    read_errors,
    read_page,
)

MESSAGE = AuthorityMessage("a" * 32, "reduction", "b" * 24, "EXO", date(2026, 9, 25), {"capital": 100.5, "costs": 0})
RECEIPT: dict[str, Any] = {"id": "1", "type": "receipt", "message_id": "m", "date": "2026-09-25", "outcome": "accepted"}
REPLY: dict[str, Any] = {
    "id": "2",
    "type": "reply",
    "application_id": "a",
    "date": "2026-09-25",
    "reply": "verdict",
    "amounts": {"capital": 100.1, "interest": 0, "costs": 860},
    "later_field": 1,
}


def page(*entries: Any, **changes: Any) -> bytes:
    return json.dumps({"entries": list(entries), "cursor": "7", "has_more": False} | changes).encode()


def entry(given: Any) -> FeedEntry:
    (one,) = read_page(page(given)).entries
    return one


def test_the_same_message_has_the_same_bytes() -> None:
    assert MESSAGE.written() == MESSAGE.written()
    assert json.loads(MESSAGE.written()) == {
        "format": "fordran-enforcement",
        "version": 1,
        "message_id": "a" * 32,
        "kind": "reduction",
        "agent_code": "EXO",
        "application_id": "b" * 24,
        "made_on": "2026-09-25",
        "reduction": {"capital": 100.5, "costs": 0},
    }


def test_receipts_and_replies_are_read() -> None:
    faults = [{"code": "E17", "field": "debtor", "text": "By\nrule."}, {"code": "not a code!"}, "x"]
    refused = RECEIPT | {"outcome": "case_refused", "errors": faults}
    assert entry(RECEIPT) == Receipt("1", "m", "accepted", date(2026, 9, 25))
    assert entry(refused) == Receipt(
        "1", "m", "case_refused", date(2026, 9, 25), (ReceiptError("E17", "debtor", "Byrule."),)
    )
    amounts = {"capital": Decimal("100.1"), "interest": 0, "costs": 860}
    assert entry(REPLY) == AuthorityReply("2", "a", {"reply": "verdict", "date": "2026-09-25", "amounts": amounts})


@pytest.mark.parametrize(
    "given",
    [
        RECEIPT | {"outcome": "perhaps"},
        RECEIPT | {"date": "2026-13-01"},
        RECEIPT | {"message_id": ""},
        REPLY | {"date": None},
        REPLY | {"type": "picture"},
    ],
)
def test_an_entry_of_another_form_is_told_apart(given: dict[str, Any]) -> None:
    assert isinstance(entry(given), Unreadable)


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"[]",
        b'{"entries": [',
        b"[" * 5000,
        page({"type": "receipt"}),
        page("x"),
        page(cursor=None),
        page(cursor="å"),
        page(has_more="no"),
        page(*[RECEIPT] * 501),
    ],
)
def test_a_page_that_cannot_be_read_is_refused_whole(content: bytes) -> None:
    with pytest.raises(BadFeed):
        read_page(content)


def test_errors_of_a_refusal_are_read_where_there_are_any() -> None:
    assert read_errors(b'{"errors": [{"code": "no_agent", "field": "agent_code"}]}') == (
        ReceiptError("no_agent", "agent_code"),
    )
    assert read_errors(b"<html>") == read_errors(b"[]") == read_errors(b'{"errors": 1}') == ()
