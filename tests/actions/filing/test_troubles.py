"""A receiver that is away, refuses or is cut off delays and never loses; nothing goes twice, and a person is shown why."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import date, time
from typing import Any

import pytest

from fordran.actions.filing.file_all import file_all
from fordran.actions.filing.receiver import AuthorityReceiver
from fordran.formats.enforcement import AuthorityMessage, FeedPage
from fordran.outside import enforcement as adapter
from fordran.store.connections.database import Connection
from fordran.worker.enforcement import EnforcementWorker
from tests.actions.filing.filed import FILED, SECTION, Filed

REFUSED = {
    "KFM-CASE": ("E17", "E17 debtor By rule."),
    "KFM-MESSAGE": ("E17", "E17 debtor By rule."),
    "KFM-422": ("not_agreed", "not_agreed agent_code"),
}


@pytest.mark.parametrize(("rule", "told"), REFUSED.items())
async def test_one_that_is_refused_waits_for_a_person_with_the_errors_and_costs_nothing(
    filed: Filed, rule: str, told: tuple[str, str]
) -> None:
    case = await filed.applied(rule)
    found = await filed.application(case)
    assert (found["status"], found["channel"]) == ("to_sign", "paper")
    (message,) = await filed.messages(case)
    assert (message["status"], message["reason"]) == ("refused", told[0])
    assert told[1] in (await filed.items(case))["enforcement_refused"]
    assert (await filed.office.case(case))["total_added_costs_amount"] == 180
    await filed.days.work(date(2026, 9, 28))
    assert len(filed.stand_in.puts) == 1, "it is not sent again by itself"
    posted = {"date": "2026-09-28", "signed_by": "Eva Lind"}
    assert (await filed.office.post(f"enforcements/{found['_id']}/posted", posted))["status"] == "sent"
    assert "enforcement_refused" not in await filed.items(case)
    assert (await filed.application(case))["channel"] == "paper"
    assert await filed.office.differences() == []


async def test_one_that_a_person_corrected_is_made_and_sent_again(filed: Filed) -> None:
    case = await filed.applied("KFM-CASE")
    found = (await filed.office.get("work--items", where=f'{{"case": "{case}"}}'))["_items"]
    (item,) = [one for one in found if one["kind"] == "enforcement_refused"]
    answer = await filed.office.client.patch(
        f"/work--items/{item['_id']}", json={"resolved": True}, headers={"If-Match": item["_etag"]}
    )
    assert answer.status_code == 200, answer.text
    await filed.days.work(date(2026, 9, 28))
    await filed.days.work(date(2026, 9, 29))
    assert len(set(filed.stand_in.puts)) == 2
    assert [one["status"] for one in await filed.messages(case)] == ["replaced", "refused"]


AWAY = {
    "KFM-429": ("HTTP 429", "queued"),
    "KFM-503": ("HTTP 503", "queued"),
    "KFM-401": ("HTTP 401", "queued"),
    "KFM-500": ("HTTP 500", "handed_over"),
}


@pytest.mark.parametrize(("rule", "told"), AWAY.items())
async def test_one_that_is_not_taken_is_sent_again_later_and_shown_in_the_end(
    filed: Filed, rule: str, told: tuple[str, str]
) -> None:
    case = await filed.applied(rule, until=date(2026, 9, 19))
    (message,) = await filed.messages(case)
    assert (message["status"], message["tries"]) == (told[1], 1)
    assert told[0] in message["reason"]
    assert await filed.items(case) == {}
    for day in (22, 23):
        await filed.exchange(date(2026, 9, day))
    assert told[0] in (await filed.items(case))["enforcement_unsent"]
    assert (await filed.application(case))["status"] == "prepared"
    assert len(set(filed.stand_in.puts)) == 1
    assert (await filed.office.case(case))["total_added_costs_amount"] == 180


async def test_a_receiver_that_is_there_again_takes_what_waited(filed: Filed) -> None:
    filed.section = replace(SECTION, secret="refused")
    case = await filed.applied()
    assert "enforcement_unsent" not in await filed.items(case)
    for day in (28, 29, 30):
        filed.file_from_now_on()
        await filed.exchange(date(2026, 9, day))
    assert "does not accept the secret" in (await filed.items(case))["enforcement_unsent"]
    filed.section = SECTION
    await filed.exchange(date(2026, 10, 1))
    found = await filed.application(case)
    assert (found["status"], found["sent_date"][:16]) == ("received", "Sat, 19 Sep 2026")
    assert await filed.items(case) == {}


@pytest.mark.parametrize("rule", ["KFM-408", "KFM-HALF"])
async def test_an_answer_that_is_lost_is_no_second_application(
    filed: Filed, rule: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(adapter, "WAIT_SECONDS", 0.1)
    case = await filed.applied(rule)
    assert len(filed.stand_in.messages) == 1
    assert (await filed.application(case))["status"] == "received"
    (message,) = await filed.messages(case)
    assert (message["status"], message["next_attempt"]) == ("accepted", None)
    assert await filed.office.differences() == []


async def test_what_is_paid_while_the_receiver_has_it_is_told_after_it(filed: Filed) -> None:
    case = await filed.applied("KFM-LATE", until=date(2026, 9, 19))
    before = await filed.application(case)
    assert before["status"] == "prepared"
    path = f"enforcements/{before['_id']}/posted"
    filed.days.at(date(2026, 9, 19))
    await filed.office.post(path, {"date": "2026-09-19", "signed_by": "Eva Lind"}, 409)
    (letter,) = (await filed.office.get("letters", where=f'{{"case": "{case}", "kind": "enforcement"}}'))["_items"]
    await filed.office.post(f"letters/{letter['_id']}/stop", {}, 409)
    await filed.office.pay(case, 1000, "2026-09-19")
    await filed.days.work(date(2026, 9, 21))
    after = await filed.application(case)
    assert after["document"]["id"] == before["document"]["id"], "what the receiver may have is not made again"
    assert (after["status"], after["sent_date"][:16]) == ("received", "Sat, 19 Sep 2026")
    await filed.days.work(date(2026, 9, 22))
    assert [one["kind"] for one in filed.taken()] == ["application", "reduction"]
    shown = await filed.office.case(case)
    assert filed.taken()[-1]["reduction"]["capital"] == shown["total_remaining_capital_amount"]
    assert await filed.office.differences() == []


async def test_a_payment_of_all_while_the_receiver_has_it_withdraws_it(filed: Filed) -> None:
    case = await filed.applied("KFM-LATE", until=date(2026, 9, 19))
    filed.days.at(date(2026, 9, 21))
    await filed.office.pay(case, 100_000, "2026-09-18")
    for day in (21, 22, 23):
        await filed.days.work(date(2026, 9, day))
    assert [one["kind"] for one in filed.taken()] == ["application", "withdrawal"]
    assert (await filed.application(case))["status"] == "withdrawn"
    assert (await filed.office.case(case))["total_added_costs_amount"] == 180, "it was paid before the application day"
    assert await filed.office.differences() == []


async def test_one_that_is_paid_before_it_is_handed_over_is_made_again(filed: Filed) -> None:
    filed.section = replace(SECTION, secret="refused")
    case = await filed.applied(until=date(2026, 9, 19))
    filed.days.at(date(2026, 9, 21))
    await filed.office.pay(case, 1000, "2026-09-20")
    filed.section = SECTION
    filed.file_from_now_on()
    await filed.days.work(date(2026, 9, 22))
    (message,) = filed.taken()
    assert message["application"]["debts"][0]["capital"] < 10000
    assert [one["status"] for one in await filed.messages(case)] == ["cancelled", "accepted"]
    assert await filed.office.differences() == []


class Killed(BaseException):
    """A process that ends there."""


@pytest.mark.parametrize("at", ["sent", "read"])
async def test_a_kill_between_the_receivers_answer_and_ours_loses_and_doubles_nothing(filed: Filed, at: str) -> None:
    filed.section = replace(SECTION, secret="refused")
    case = await filed.applied("KFM-ORDER")
    filed.section = SECTION
    whole = filed.receiver

    async def send(message: AuthorityMessage) -> Any:
        done = await whole.send(message)
        if at == "sent":
            raise Killed
        return done

    async def read(cursor: str) -> FeedPage:
        page = await whole.read(cursor)
        if at == "read" and page.entries:
            raise Killed
        return page

    now = filed.days.at(date(2026, 9, 28), time(5))
    with pytest.raises(Killed):
        await file_all(filed.days.transaction, AuthorityReceiver("EXO", whole.get, send, read), now)
    assert (await filed.application(case))["status"] == "prepared"
    await filed.exchange(date(2026, 9, 28), time(6))
    found = await filed.application(case)
    assert (found["status"], len(filed.stand_in.messages)) == ("order", 1)
    assert [one["reply"] for one in found["replies"]] == ["received", "served", "verdict"]
    assert await filed.office.differences() == []


async def test_a_kill_amid_a_page_applies_the_rest_once(filed: Filed) -> None:
    filed.section = replace(SECTION, secret="refused")
    case = await filed.applied("KFM-ORDER")
    filed.section = SECTION
    left = [4]

    @asynccontextmanager
    async def begin() -> AsyncIterator[Connection]:
        async with filed.days.transaction() as tx:
            yield tx
            entered = await tx.fetchval("select count(*) from enforcement_entries where case_id = $1", case)
            if entered == 3 and left:
                left.clear()
                raise Killed

    now = filed.days.at(date(2026, 9, 28), time(5))
    with pytest.raises(Killed):
        await file_all(begin, filed.receiver, now)
    await filed.exchange(date(2026, 9, 28), time(6))
    found = await filed.application(case)
    assert [one["reply"] for one in found["replies"]] == ["received", "served", "verdict"]
    async with filed.days.transaction() as tx:
        entries = await tx.fetch("select entry from enforcement_entries where case_id = $1", case)
    assert len(entries) == len({row["entry"] for row in entries}) == 4
    assert await filed.office.differences() == []


async def test_a_reply_that_cannot_be_noted_waits_for_a_person_and_the_next_goes_on(filed: Filed) -> None:
    case = await filed.applied("KFM-STRANGE")
    assert "a value does not fit: reply" in (await filed.items(case))["enforcement_refused"]
    application = await filed.application(case)
    common = {"type": "reply", "application_id": application["_id"], "date": "2026-09-25"}
    filed.stand_in.entries += [
        {"id": "x1", "type": "picture", "application_id": application["_id"]},
        {"id": "x2", "type": "reply", "application_id": "nobody", "reply": "served", "date": "2026-09-25"},
        common | {"id": "x3", "reply": "served"},
        common | {"id": "x4", "reply": "contested", "date": "2026-09-26"},
    ]
    await filed.exchange(FILED)
    assert (await filed.application(case))["status"] == "served", "what is of tomorrow waits"
    await filed.exchange(date(2026, 9, 28))
    assert (await filed.application(case))["status"] == "contested"
    async with filed.days.transaction() as tx:
        feed = await tx.fetchrow("select strays, trouble, tries from enforcement_feed")
    assert feed is not None
    assert (feed["strays"] > 0, feed["trouble"], feed["tries"]) == (True, None, 0)


async def test_the_worker_files_and_reads(filed: Filed) -> None:
    filed.section = replace(SECTION, secret="refused")
    case = await filed.applied()
    filed.section = SECTION
    filed.days.at(date(2026, 9, 28))
    worker = EnforcementWorker(filed.office.app.database, filed.receiver)
    assert await worker.step() > 0
    while await worker.step():
        pass
    assert (await filed.application(case))["status"] == "received"
