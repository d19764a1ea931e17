"""The receiver's adapter against the stand-in: each answer has its outcome, and nothing of a person is in a reason."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta

import httpx
import pytest
from starlette.applications import Starlette
from starlette.routing import Mount

from fordran.actions.filing.receiver import FeedTrouble, HandOverResult
from fordran.formats.enforcement import AuthorityMessage, Receipt, ReceiptError
from fordran.outside import enforcement as adapter
from fordran.outside.enforcement import EnforcementReceiver
from fordran.outside.stand_ins.enforcement import EnforcementStandIn
from fordran.sections import EnforcementSection

SECTION = EnforcementSection("json", "EXO", "http://127.0.0.1:8100/enforcement", "hidden")
KEY = "0123456789abcdef" * 2


def before(stand_in: EnforcementStandIn, section: EnforcementSection = SECTION) -> EnforcementReceiver:
    application = Starlette(routes=[Mount("/enforcement", routes=stand_in.routes())])
    return EnforcementReceiver(section, httpx.ASGITransport(application))


def message(rule: str = "1", key: str = KEY) -> AuthorityMessage:
    content = {"debts": [{"invoice_number": rule}], "debtor": {"id_number": "19811228-9874"}}
    return AuthorityMessage(key, "application", "b" * 24, "EXO", date(2026, 9, 25), content)


OUTCOMES = {
    "1": HandOverResult("taken"),
    "KFM-429": HandOverResult("later", "the receiver asks to wait (HTTP 429)", wait=timedelta(minutes=10)),
    "KFM-503": HandOverResult("later", "the receiver asks to wait (HTTP 503)"),
    "KFM-401": HandOverResult("later", "the receiver does not accept the secret (HTTP 401)"),
    "KFM-500": HandOverResult("unknown", "HTTP 500"),
    "KFM-422": HandOverResult("refused", "HTTP 422", (ReceiptError("not_agreed", "agent_code"),)),
    "KFM-HALF": HandOverResult("unknown", "half an answer"),
    "KFM-408": HandOverResult("unknown", "the receiver did not answer in time"),
}


@pytest.mark.parametrize(("rule", "outcome"), OUTCOMES.items())
async def test_each_answer_has_its_outcome(rule: str, outcome: HandOverResult, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(adapter, "WAIT_SECONDS", 0.1)
    assert await before(EnforcementStandIn(away_seconds=0.5)).send(message(rule)) == outcome


async def test_the_same_message_twice_is_one_and_another_under_its_key_is_refused() -> None:
    stand_in = EnforcementStandIn()
    receiver = before(stand_in)
    assert [(await receiver.send(message())).status for _ in range(3)] == ["taken"] * 3
    assert len(stand_in.messages) == 1
    page = await receiver.read("")
    assert isinstance(page.entries[0], Receipt)
    assert len([one for one in page.entries if isinstance(one, Receipt)]) == 1
    assert (await receiver.send(message("2"))).errors == (ReceiptError("other_content"),)
    assert (await receiver.read(page.cursor)).entries == ()


async def test_a_receiver_that_does_not_know_us_or_is_not_there_is_told() -> None:
    unknown = before(EnforcementStandIn(), replace(SECTION, secret="refused"))
    assert (await unknown.send(message())).status == "later"
    with pytest.raises(FeedTrouble, match="HTTP 401"):
        await unknown.read("")
    away = EnforcementReceiver(replace(SECTION, url="http://127.0.0.1:9"))
    assert (await away.send(message())) == HandOverResult("later", "no connection to the receiver: ConnectError")
    with pytest.raises(FeedTrouble, match="no connection"):
        await away.read("")


async def test_a_message_of_another_form_is_refused_with_every_fault() -> None:
    wrong = replace(message(), key="short", agent_code="")
    assert [error.code for error in (await before(EnforcementStandIn()).send(wrong)).errors] == ["other_id", "no_agent"]
