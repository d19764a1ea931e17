"""Bulk acts: tried, carried out once for each case, refused case by case, stopped, gone on with, and in the asker's name."""

from __future__ import annotations

import json
from datetime import date
from typing import Any

import pytest

from fordran import clock
from fordran.actions.bulk.carry_out import KEPT_DAYS, carry_out_some, forget_bulk_acts
from fordran.domain.payouts.four_eyes import FourEyes
from tests.actions.assigning.test_assigning import a_case, a_handler, hardship, items
from tests.actions.flow.days import Days
from tests.actions.office import Body, Office
from tests.api.world import client_of

DAY = date(2026, 9, 2)
ALONE = FourEyes("off")


async def ask(office: Office, act: str, cases: list[str], body: Body, **more: Any) -> str:
    given = {"act": act, "where": {"_id": {"$in": cases}}, "body": body} | more
    made = await office.post("bulk--acts", given)
    assert made["cases"] == len(cases)
    id_: str = made["_id"]
    return id_


async def work(office: Office, only: str, rules: FourEyes = ALONE, most: int = 100, rounds: int = 100) -> Body:
    """Let the worker see to it, and show what came of it."""
    for _ in range(rounds):
        async with office.app.database.transaction() as tx:
            if not await carry_out_some(tx, rules, clock.now(), only, most):
                break
    return await office.get(f"bulk--acts/{only}")


class Killed(Exception):
    """The worker ends before it commits."""


async def killed(office: Office, only: str) -> None:
    async with office.app.database.transaction() as tx:
        assert await carry_out_some(tx, ALONE, clock.now(), only, 2) == 2
        raise Killed


def counts(shown: Body) -> tuple[int, int, int, int]:
    return shown["done"], shown["waiting"], shown["refused"], shown["left"]


async def test_an_act_is_done_to_every_case_and_says_which_refused(office: Office, days: Days) -> None:
    days.at(DAY)
    open_, closed = [await a_case(office) for _ in range(3)], await a_case(office)
    await office.post(f"cases/{closed}/close", {"reason": "written_off"})
    until = {"until": "2026-09-20"}
    tried = await work(office, await ask(office, "respite", [*open_, closed], until, dry_run=True))
    assert (tried["status"], counts(tried)) == ("done", (3, 0, 1, 0))
    assert {(await office.case(case))["status"] for case in open_} == {"initialized"}, "a dry run changes nothing"
    (refused,) = tried["refusals"]
    assert refused["case"] == closed
    assert refused["reason"]
    shown = await work(office, await ask(office, "respite", [*open_, closed], until))
    assert (shown["status"], counts(shown)) == ("done", (3, 0, 1, 0))
    assert shown["refusals"] == tried["refusals"]
    assert {(await office.case(case))["status"] for case in open_} == {"respite"}
    assert not await office.differences()


@pytest.mark.parametrize(
    ("act", "body"),
    [
        ("snooze", {"snoozed_until": "2026-10-01"}),
        ("note", {"kind": "note", "text": "Ringt"}),
        ("letter", {"subject": "Hej", "text": "Vi har flyttat."}),
        ("close", {"reason": "written_off"}),
    ],
)
async def test_every_act_is_the_single_one(office: Office, days: Days, act: str, body: Body) -> None:
    days.at(DAY)
    case = await a_case(office)
    await hardship(office, case)
    before = await office.case(case)
    await work(office, await ask(office, act, [case], body, dry_run=True))
    assert await office.case(case) == before
    shown = await work(office, await ask(office, act, [case], body))
    assert counts(shown) == (1, 0, 0, 0), shown
    if act == "snooze":
        assert [one["snoozed_until"][:16] for one in await items(office, case)] == ["Thu, 01 Oct 2026"]
    if act == "note":
        assert [one["text"] for one in (await office.get(f"cases/{case}/notes"))["_items"]] == ["Ringt"]
    if act == "letter":
        letters = (await office.get("letters", where=json.dumps({"case": case})))["_items"]
        assert [one["subject"] for one in letters] == ["Hej"]
    if act == "close":
        assert (await office.case(case))["close_reason"] == "written_off"
    assert not await office.differences()


@pytest.mark.parametrize("act", ["release_application", "confirm_unpaid"])
async def test_what_the_law_or_the_flow_refuses_is_refused_for_each_case(office: Office, days: Days, act: str) -> None:
    days.at(DAY)
    cases = [await a_case(office) for _ in range(2)]
    shown = await work(office, await ask(office, act, cases, {}))
    assert counts(shown) == (0, 0, 2, 0)
    assert {(one["case"], one["code"]) for one in shown["refusals"]} == {
        (case, "error.no_application_to_come") for case in cases
    }


async def test_it_is_stopped_and_gone_on_with_and_each_case_is_done_once(office: Office, days: Days) -> None:
    days.at(DAY)
    cases = [await a_case(office) for _ in range(5)]
    asked = await ask(office, "note", cases, {"kind": "note", "text": "En gång"})
    shown = await work(office, asked, most=2, rounds=1)
    assert (shown["status"], counts(shown)) == ("running", (2, 0, 0, 3))
    stopped = await office.post(f"bulk--acts/{asked}/stop", {})
    assert (stopped["status"], stopped["left"]) == ("stopped", 3)
    assert counts(await work(office, asked)) == (2, 0, 0, 3), "nothing is done while it is stopped"
    await office.post(f"bulk--acts/{asked}/stop", {}, 409)
    await office.post(f"bulk--acts/{asked}/resume", {})
    with pytest.raises(Killed):
        await killed(office, asked)
    shown = await work(office, asked, most=2)
    assert (shown["status"], counts(shown)) == ("done", (5, 0, 0, 0))
    for case in cases:
        assert len((await office.get(f"cases/{case}/notes"))["_items"]) == 1
    await office.post(f"bulk--acts/{asked}/resume", {}, 409)


async def test_what_gives_up_much_waits_for_a_second_person(office: Office, days: Days) -> None:
    days.at(DAY)
    case = await a_case(office)
    shown = await work(office, await ask(office, "close", [case], {"reason": "written_off"}), FourEyes("on"))
    assert counts(shown) == (0, 1, 0, 0)
    assert (await office.case(case))["state"] != "closed"
    waiting = (await office.get("approvals"))["_items"]
    assert case in {one.get("case") for one in waiting}


async def test_it_is_done_in_the_name_of_who_asked_and_only_while_they_may(office: Office, days: Days) -> None:
    days.at(DAY)
    handler = await a_handler(office, "Hanna")
    case, other = await a_case(office), await a_case(office)
    async with office.app.database.transaction() as tx:
        key = await tx.fetchval("select token_key from installation")
    from fordran.actions.accounts.access_token import issue

    async with client_of(office.app, issue(handler, key, clock.unix(), 600)) as hanna:
        asked = []
        for one in (case, other):
            given = {"act": "assign", "where": {"_id": one}, "body": {"assigned_to": handler}}
            answer = await hanna.post("/bulk--acts", json=given)
            assert answer.status_code == 201, answer.text
            asked.append(answer.json()["_id"])
    assert counts(await work(office, asked[0])) == (1, 0, 0, 0)
    assert (await office.case(case))["assigned_to"] == handler
    entries = (await office.get("audit--log", where=json.dumps({"document": case, "resource": "cases"})))["_items"]
    assert {(one["user"], one["user_name"], one["by"]) for one in entries if "assigned_to" in one.get("after", {})} == {
        (handler, "Hanna", "api")
    }
    user = await office.get(f"users/{handler}")
    tag = {"If-Match": user["_etag"]}
    assert (await office.client.patch(f"/users/{handler}", json={"is_enabled": False}, headers=tag)).status_code == 200
    shown = await work(office, asked[1])
    assert (shown["status"], counts(shown)) == ("stopped", (0, 0, 0, 1))
    assert "assigned_to" not in await office.case(other)


@pytest.mark.parametrize(
    ("changes", "issue"),
    [
        ({"act": "burn"}, "act"),
        ({"where": {"nothing": 1}}, "where"),
        ({"where": {"_id": {"$bad": 1}}}, "where"),
        ({"where": "x"}, "where"),
        ({"body": {}}, "body"),
        ({"body": {"until": "i morgon"}}, "body"),
        ({"act": "assign", "body": {"assigned_to": "0" * 24}}, "body"),
        ({"act": "assign", "body": {}}, "body"),
    ],
)
async def test_what_cannot_be_done_to_any_case_is_refused_at_once(
    office: Office, days: Days, changes: Body, issue: str
) -> None:
    days.at(DAY)
    given = {"act": "respite", "where": {}, "body": {"until": "2026-09-20"}} | changes
    assert list(await office.refused("bulk--acts", given)) == [issue]


async def test_a_filter_may_ask_for_what_is_missing(office: Office, days: Days) -> None:
    days.at(DAY)
    open_, closed = await a_case(office), await a_case(office)
    await office.post(f"cases/{closed}/close", {"reason": "written_off"})
    where = {"_id": {"$in": [open_, closed]}, "closed": None, "labels": {"$exists": False}}
    made = await office.post("bulk--acts", {"act": "respite", "where": where, "body": {"until": "2026-09-20"}})
    assert made["cases"] == 1
    assert (await office.get(f"bulk--acts/{made['_id']}"))["where"] == where


async def test_no_cases_are_done_at_once(office: Office, days: Days) -> None:
    days.at(DAY)
    asked = await ask(office, "respite", [], {"until": "2026-09-20"})
    assert (await office.get(f"bulk--acts/{asked}"))["status"] == "done"


async def test_it_is_forgotten_some_months_after_it_ended(office: Office, days: Days) -> None:
    days.at(DAY)
    asked = await ask(office, "note", [await a_case(office)], {"kind": "note", "text": "Glöms"})
    await work(office, asked)
    for day, is_there in ((DAY, True), (date.fromordinal(DAY.toordinal() + KEPT_DAYS + 1), False)):
        now = days.at(day)
        async with office.app.database.transaction() as tx:
            await forget_bulk_acts(tx, now)
        answer = await office.client.get(f"/bulk--acts/{asked}")
        assert (answer.status_code == 200) == is_there
