"""What is read back of a case: plans with their quotes, disputes with their letters, notes."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import Any

import pytest

from fordran import clock
from fordran.actions.accounts.add_client import add_client
from tests.actions.flow.days import EVENING, Days
from tests.actions.office import APPLYING, Body, Office
from tests.api.world import HERE, sign_in

DAY = date(2026, 9, 2)
NEXT_DAY = date(2026, 9, 3)


async def demanded(office: Office, days: Days, **more: Any) -> str:
    """A case whose demand has left."""
    days.at(date(2026, 9, 1))
    debt = office.debt(10000, invoice_date="2026-07-16")
    case: str = (await office.post("case--registrations", office.case_body(debt, **more)))["_cases"][0]
    await days.work(DAY)
    days.at(DAY)
    return case


async def parts(office: Office, case: str, name: str, **params: str) -> list[Body]:
    found: list[Body] = (await office.get(f"cases/{case}/{name}", **params))["_items"]
    return found


async def refusal(office: Office, case: str, status: int = 422, **params: str) -> Body:
    answer = await office.client.get(f"/cases/{case}/amortization-plans", params=params)
    assert answer.status_code == status, answer.text
    said: Body = answer.json()
    return said


async def lift(office: Office, case: str, name: str) -> None:
    etag = (await office.case(case))["_etag"]
    answer = await office.client.delete(f"/cases/{case}/{name}", headers={"If-Match": etag})
    assert answer.status_code == 204, answer.text


async def test_a_note_is_the_operators_own_unless_it_is_shared(office: Office, days: Days) -> None:
    case = await demanded(office, days)
    for text, shared in (("Ring inte före nio.", {}), ("Betalar på fredag.", {"shared": True})):
        await office.post(f"cases/{case}/notes", {"text": text, "kind": "note", **shared})
    async with days.transaction() as tx:
        made = await add_client(tx, name="Creditor", account=office.account, networks=[HERE], now=clock.now())
    theirs = replace(office, client=await sign_in(office.app, made.api_code))
    assert [note["text"] for note in await parts(theirs, case, "notes")] == ["Betalar på fredag."]
    await theirs.post(f"cases/{case}/notes", {"text": "Kunden har ringt oss.", "kind": "note"})
    found = await theirs.get(f"cases/{case}/notes")
    assert [note["text"] for note in found["_items"]] == ["Kunden har ringt oss.", "Betalar på fredag."]
    assert found["_meta"]["total"] == 2
    assert [note["shared"] for note in await parts(office, case, "notes")] == [True, True, False]
    await theirs.client.aclose()


# Plans ------------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("wish", [{"instalments": 3}, {"amount": 2500.5}, {"instalments": 120}])
async def test_a_quote_is_the_plan_that_is_made_and_makes_none(office: Office, days: Days, wish: Body) -> None:
    case = await demanded(office, days)
    before = await office.counts()
    asked = {name: str(value) for name, value in wish.items()} | {"first_date": "2026-10-15"}
    quoted = (await office.get(f"cases/{case}/amortization-plans", **asked))["quote"]
    assert await office.counts() == before
    assert await parts(office, case, "amortization-plans") == []
    await office.post(f"cases/{case}/amortization-plans", wish | {"first_date": "2026-10-15"})
    (plan,) = await parts(office, case, "amortization-plans")
    agreed = [{name: one[name] for name in ("number", "date", "amount")} for one in plan["instalments"]]
    assert quoted["instalments"] == agreed
    assert quoted["total_amount"] == plan["total_amount"] == pytest.approx(sum(one["amount"] for one in agreed))
    assert quoted["fee"] == 170
    assert agreed[0]["date"] == "2026-10-15"


async def test_a_quote_without_a_day_begins_in_a_month(office: Office, days: Days) -> None:
    case = await demanded(office, days)
    answered = await office.get(f"cases/{case}/amortization-plans", instalments="2")
    assert [one["date"] for one in answered["quote"]["instalments"]] == ["2026-10-02", "2026-11-02"]
    assert "quote" not in await office.get(f"cases/{case}/amortization-plans")


@pytest.mark.parametrize(
    ("asked", "issues"),
    [
        ({"instalments": "0"}, {"instalments": "must be between 1 and 120"}),
        ({"instalments": "1000"}, {"instalments": "must be between 1 and 120"}),
        ({"instalments": "-3"}, {"instalments": "must be between 1 and 120"}),
        ({"instalments": "2.5"}, {"instalments": "must be of integer type"}),
        ({"instalments": "many"}, {"instalments": "must be of number type"}),
        ({"instalments": "NaN"}, {"instalments": "must be of number type"}),
        ({"amount": "0"}, {"amount": "must be more than 0"}),
        ({"amount": "1e3"}, {"amount": "must be of number type"}),
        ({"amount": "10.001"}, {"amount": "must have at most 2 decimals"}),
        ({"amount": "1"}, {"amount": "the amount does not pay the debt in 120 instalments"}),
        ({"instalments": "3", "amount": "100"}, {"instalments": "a plan has either instalments or amount"}),
        ({"first_date": "2026-10-15"}, {"instalments": "a plan has either instalments or amount"}),
        ({"instalments": "3", "first_date": "soon"}, {"first_date": "must be of datetime type"}),
        (
            {"instalments": "3", "first_date": "2026-09-02"},
            {"first_date": "the first instalment is paid after the day on which the plan is made"},
        ),
    ],
)
async def test_a_quote_that_no_plan_can_be_made_of_is_refused_with_the_reason(
    office: Office, days: Days, asked: dict[str, str], issues: Body
) -> None:
    case = await demanded(office, days)
    assert (await refusal(office, case, **asked))["_issues"] == issues


@pytest.mark.parametrize("number", [0, 1000])
async def test_a_plan_of_no_or_a_thousand_instalments_is_refused_and_nothing_stored(
    office: Office, days: Days, number: int
) -> None:
    case = await demanded(office, days)
    before = await office.counts()
    wish = {"instalments": number, "first_date": "2026-10-15"}
    issues = await office.refused(f"cases/{case}/amortization-plans", wish)
    assert issues == {"instalments": "must be between 1 and 120"}
    assert await office.counts() == before


async def test_a_closed_case_has_no_quote(office: Office, days: Days) -> None:
    case = await demanded(office, days)
    await office.cancel(case)
    said = await refusal(office, case, 409, instalments="3")
    assert "amortization_plan" in said["_error"]["message"]


async def plan_of_three(office: Office, days: Days) -> str:
    case = await demanded(office, days)
    await office.pay(case, 1000, DAY)
    await office.post(f"cases/{case}/amortization-plans", {"instalments": 3, "first_date": "2026-10-15"})
    return case


async def test_what_is_paid_covers_the_first_instalments_first(office: Office, days: Days) -> None:
    case = await plan_of_three(office, days)
    (plan,) = await parts(office, case, "amortization-plans")
    each = plan["instalments"][0]["amount"]
    assert (plan["status"], plan["paid_amount"], plan["made"]) == ("running", 0, "2026-09-02"), "paid before the plan"
    days.at(NEXT_DAY)
    await office.pay(case, each + 100, NEXT_DAY)
    (plan,) = await parts(office, case, "amortization-plans")
    paid = [one["paid_amount"] for one in plan["instalments"]]
    remaining = [one["remaining_amount"] for one in plan["instalments"]]
    assert paid == [each, 100, 0]
    assert remaining == pytest.approx([0, each - 100, plan["instalments"][2]["amount"]])
    assert plan["remaining_amount"] == pytest.approx(plan["total_amount"] - each - 100)


async def test_a_plan_that_was_lifted_keeps_what_was_paid_by_then(office: Office, days: Days) -> None:
    case = await plan_of_three(office, days)
    days.at(NEXT_DAY)
    await office.pay(case, 500, NEXT_DAY)
    await lift(office, case, "amortization-plans")
    days.at(date(2026, 9, 4))
    await office.pay(case, 700, "2026-09-04")
    await office.post(f"cases/{case}/amortization-plans", {"instalments": 2, "first_date": "2026-10-15"})
    first, second = await parts(office, case, "amortization-plans")
    assert (first["status"], first["end_reason"], first["ended"]) == ("ended", "lifted", "2026-09-03")
    assert (first["paid_amount"], second["paid_amount"]) == (500, 0)
    assert (second["status"], len(second["instalments"])) == ("running", 2)


async def test_a_missed_instalment_ends_a_plan(office: Office, days: Days) -> None:
    case = await plan_of_three(office, days)
    await days.live(date(2026, 11, 10))
    (plan,) = await parts(office, case, "amortization-plans")
    assert (plan["status"], plan["end_reason"]) == ("ended", "missed")
    assert plan["ended"] > "2026-10-15"


async def test_an_objection_ends_a_plan(office: Office, days: Days) -> None:
    case = await plan_of_three(office, days)
    await office.post(f"cases/{case}/disputes", {"reason": "Fel belopp."})
    (plan,) = await parts(office, case, "amortization-plans")
    assert (plan["status"], plan["end_reason"], plan["ended"]) == ("ended", "disputed", "2026-09-02")


async def test_of_a_plan_nothing_remains_when_all_is_paid_at_once(office: Office, days: Days) -> None:
    case = await plan_of_three(office, days)
    days.at(NEXT_DAY)
    owed = (await office.statement(case))["total_remaining_transaction_amount"]
    await office.pay(case, owed, NEXT_DAY)
    (plan,) = await parts(office, case, "amortization-plans")
    assert (plan["status"], plan["end_reason"], plan["remaining_amount"]) == ("ended", "closed", 0)
    assert plan["paid_amount"] == owed < plan["total_amount"], "the interest to come is not owed"
    assert "ended" not in plan
    assert not await office.differences()


# Disputes ---------------------------------------------------------------------------------------------------------------------


async def test_an_objection_is_read_back_with_its_answer_and_its_letters(office: Office, days: Days) -> None:
    case = await demanded(office, days)
    await office.post(f"cases/{case}/disputes", {"reason": "Stolen var trasig."})
    (dispute,) = await parts(office, case, "disputes")
    assert (dispute["reason"], dispute["disputed"], dispute["status"]) == ("Stolen var trasig.", "2026-09-02", "open")
    assert dispute["files"] == []
    assert not {"outcome", "answer", "ended", "credited_amount", "amount", "rejected"} & dispute.keys()
    assert dispute["kind"] == "substance"
    await days.work(DAY, EVENING)
    days.at(NEXT_DAY)
    answered = {"outcome": "partly", "amount": 400, "answer": "Vi drar av 400 kr."}
    await office.post(f"cases/{case}/dispute-answers", answered)
    await days.work(NEXT_DAY, EVENING)
    (dispute,) = await parts(office, case, "disputes")
    assert (dispute["status"], dispute["outcome"], dispute["rejected"]) == ("open", "partly", "2026-09-03")
    assert (dispute["answer"], dispute["credited_amount"]) == ("Vi drar av 400 kr.", 400)
    assert [file["kind"] for file in dispute["files"]] == ["dispute", "dispute_answer"]
    letter = await office.get(f"letters/{dispute['files'][0]['letter']}")
    assert letter["document"]["id"] == dispute["files"][0]["id"]
    assert dispute["files"][0]["url"].partition("?")[2].startswith("expires=")
    assert not await office.differences()


async def test_each_objection_has_its_own_end(office: Office, days: Days) -> None:
    case = await demanded(office, days)
    await office.post(f"cases/{case}/disputes", {"reason": "Första"})
    await lift(office, case, "disputes")
    await office.post(f"cases/{case}/disputes", {"reason": "Andra"})
    await office.post(f"cases/{case}/dispute-answers", {"outcome": "rejected", "answer": "Kvitterad."})
    *_, second = await parts(office, case, "disputes")
    assert (second["status"], second["outcome"], second["rejected"]) == ("open", "rejected", "2026-09-02")
    settled = {"outcome": "withdrawn_by_debtor", "evidence": "Brev den 2 september."}
    await office.post(f"cases/{case}/disputes/{second['_id']}/settle", settled)
    await office.post(f"cases/{case}/disputes", {"reason": "Tredje"})
    await office.cancel(case)
    found = await parts(office, case, "disputes")
    assert [(one["reason"], one["outcome"]) for one in found] == [
        ("Första", "withdrawn"),
        ("Andra", "withdrawn_by_debtor"),
        ("Tredje", "closed"),
    ]
    assert (found[1]["answer"], found[1]["evidence"]) == ("Kvitterad.", "Brev den 2 september.")
    assert {one["status"] for one in found} == {"ended"}


async def test_a_reply_of_the_authority_does_not_end_an_objection(office: Office, days: Days) -> None:
    await office.give_mandate()
    case = await demanded(office, days, case_settings=APPLYING)
    await days.live(date(2026, 9, 25))
    assert (await office.case(case))["state"] == "enforcement"
    await office.post(f"cases/{case}/disputes", {"reason": "Betald"})
    await office.post(f"cases/{case}/enforcement-replies", {"reply": "contested"})
    (dispute,) = await parts(office, case, "disputes")
    assert dispute["status"] == "open"
    there = await office.case(case)
    assert there["status"] == "disputed"
    assert [one["status"] for one in there["status_history"]][-2:] == ["enforcement_contested", "disputed"]


# Notes ------------------------------------------------------------------------------------------------------------------------


async def test_notes_are_read_back_the_newest_first_and_page_by_page(office: Office, days: Days) -> None:
    case = await demanded(office, days)
    before = (await office.case(case))["_etag"]
    sent = [{"text": f"Anteckning {n}", "kind": kind} for n, kind in enumerate(("note", "call", "message"))]
    made = [await office.post(f"cases/{case}/notes", body) for body in sent]
    found = await office.get(f"cases/{case}/notes", max_results="2")
    assert [(one["text"], one["kind"]) for one in found["_items"]] == [
        ("Anteckning 2", "message"),
        ("Anteckning 1", "call"),
    ]
    assert found["_meta"] == {"page": 1, "max_results": 2, "total": 3}
    assert [one["_id"] for one in found["_items"]] == [made[2]["_id"], made[1]["_id"]]
    assert {one["user_name"] for one in found["_items"]} == {"Office"}
    rest = await parts(office, case, "notes", max_results="2", page="2")
    assert [one["text"] for one in rest] == ["Anteckning 0"]
    assert (await office.case(case))["_etag"] == before, "a note changes nothing of the case"
    assert not await office.differences()


@pytest.mark.parametrize(
    ("body", "issues"),
    [
        ({"text": "x" * 1_000_000, "kind": "note"}, {"text": "max length is 10000"}),
        ({"text": "  ", "kind": "note"}, {"text": "empty values not allowed"}),
        ({"text": 7, "kind": "note"}, {"text": "must be of string type"}),
        (
            {"text": "x", "kind": "letter"},
            {"kind": "unallowed value letter: must be one of note, call, message, to_debtor"},
        ),
        ({"text": "x"}, {"kind": "required field"}),
        ({"text": "x", "kind": "note", "user": "somebody"}, {"user": "unknown field"}),
    ],
    ids=lambda value: str(value)[:40],
)
async def test_a_note_that_is_none_is_refused_and_nothing_stored(
    office: Office, days: Days, body: Body, issues: Body
) -> None:
    case = await demanded(office, days)
    before = await office.counts()
    assert await office.refused(f"cases/{case}/notes", body) == issues
    assert await office.counts() == before


async def test_a_note_is_told_once_and_kept_once_by_its_key(office: Office, days: Days) -> None:
    case = await demanded(office, days)
    body = {"text": "Ringde, lovade betala.", "kind": "call"}
    dry = await office.post(f"cases/{case}/notes", body, 200, params={"dry_run": "true"})
    assert dry["kind"] == "call"
    assert await parts(office, case, "notes") == []
    keyed: dict[str, Any] = {"headers": {"idempotency-key": f"note-{case}"}}
    first, again = [await office.post(f"cases/{case}/notes", body, **keyed) for _ in range(2)]
    assert first == again
    assert [one["_id"] for one in await parts(office, case, "notes")] == [first["_id"]]
    async with days.transaction() as tx:
        told = await tx.fetch("select data::text from events where case_id = $1 and type = 'case.noted'", case)
    assert [row["data"].replace(" ", "") for row in told] == [f'{{"kind":"call","note":"{first["_id"]}"}}']
