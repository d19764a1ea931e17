"""Letters are stopped while they have not left, and previewed without being made."""

from __future__ import annotations

import asyncio
import json
import re
from datetime import date
from typing import Any

import pytest

from fordran.domain.kinds.letter_kinds import LETTER_KINDS, STEP_LETTERS
from tests.actions.flow.days import EVENING, Days
from tests.actions.flow.people import person
from tests.actions.flow.printer import Printer
from tests.actions.flow.test_stops import mark
from tests.actions.office import Body, Office
from tests.pdf import text_of as pdf_text

REGISTERED, DAY = date(2026, 9, 1), date(2026, 9, 2)
OWED_BEFORE = 10049.32
"""Capital of 10,000 kr and 18 days of interest, without the fee of the demand."""


async def registered(office: Office, days: Days, number: int, debts: int = 1, **more: Any) -> list[str]:
    days.at(REGISTERED)
    owed = [office.debt(10000, invoice_date="2026-07-16") for _ in range(debts)]
    made = await office.post("case--registrations", office.case_body(*owed, customer=person(number), **more))
    cases: list[str] = made["_cases"]
    return cases


async def letters(office: Office, case: str) -> list[Body]:
    found: list[Body] = (await office.get("letters", where=json.dumps({"case": case}), sort="_id"))["_items"]
    return found


async def stopped(days: Days, case: str) -> list[Body]:
    async with days.transaction() as tx:
        rows = await tx.fetch("select data::text from events where case_id = $1 and type = 'letter.stopped'", case)
    return [json.loads(row["data"]) for row in rows]


async def work_items(office: Office, case: str) -> list[Body]:
    found: list[Body] = (await office.get("work--items", where=json.dumps({"case": case})))["_items"]
    return found


# Stopping ---------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("until", ["advance cases", "make letters"])
async def test_a_letter_that_has_not_left_is_stopped_and_costs_nothing(office: Office, days: Days, until: str) -> None:
    (case,) = await registered(office, days, 1)
    await days.work(DAY, only=("advance cases", until))
    days.at(DAY)
    (letter,) = await letters(office, case)
    assert (letter["status"], letter["fee"]) == ("made" if until == "make letters" else "queued", 180)
    done = await office.post(f"letters/{letter['_id']}/stop", None)
    assert (done["status"], done["kind"], done["case"]) == ("stopped", "debt_collection", case)
    shown = await office.case(case)
    assert (shown["total_added_costs_amount"], shown["state"], shown["next_step"]) == (0, "debt_collection", "review")
    assert await stopped(days, case) == [{"letter": letter["_id"], "kind": "debt_collection"}]
    (item,) = await work_items(office, case)
    assert (item["kind"], item["letter"]) == ("letter_stopped", letter["_id"])
    await days.work(DAY, EVENING)
    (letter,) = await letters(office, case)
    assert (letter["status"], "sent" in letter) == ("stopped", False)
    again = await office.post(f"letters/{letter['_id']}/stop", None, 409)
    assert again["_error"]["message"] == "The letter is stopped already."
    assert not await office.differences()


async def test_after_a_stop_the_demand_comes_when_the_debtor_has_had_time(office: Office, days: Days) -> None:
    (case,) = await registered(office, days, 2)
    await days.work(DAY, only=("advance cases",))
    days.at(DAY)
    (first,) = await letters(office, case)
    await office.post(f"letters/{first['_id']}/stop", None)
    await office.post(f"cases/{case}/respite", {"until": "2026-09-10"})
    await days.live(date(2026, 9, 20))
    kinds = [(one["kind"], one["status"]) for one in await letters(office, case)]
    assert kinds == [("debt_collection", "stopped"), ("respite", "shown"), ("debt_collection", "shown")]
    assert (await office.case(case))["total_added_costs_amount"] == 180


async def test_what_has_left_is_not_stopped(office: Office, days: Days) -> None:
    (case,) = await registered(office, days, 3)
    await days.work(DAY)
    days.at(DAY)
    (letter,) = await letters(office, case)
    before = await office.counts()
    refused = await office.post(f"letters/{letter['_id']}/stop", None, 409)
    assert "has left" in refused["_error"]["message"]
    assert await office.counts() == before
    assert (await office.case(case))["total_added_costs_amount"] == 180


async def test_of_one_letter_with_two_claims_the_other_goes_without_the_stopped_one(office: Office, days: Days) -> None:
    first, second = await registered(office, days, 4, debts=2)
    await days.work(DAY, only=("advance cases", "make letters"))
    days.at(DAY)
    (one,), (other,) = [await letters(office, case) for case in (first, second)]
    assert one["document"]["id"] == other["document"]["id"], "one letter"
    await office.post(f"letters/{one['_id']}/stop", None)
    await days.work(DAY, EVENING)
    (one,), (after,) = [await letters(office, case) for case in (first, second)]
    assert (one["status"], after["status"]) == ("stopped", "shown")
    assert after["document"]["id"] != other["document"]["id"], "made anew, for one claim"
    assert not await office.differences()


async def test_a_letter_that_answers_somebody_is_stopped_and_the_case_goes_on(office: Office, days: Days) -> None:
    (case,) = await registered(office, days, 5)
    days.at(REGISTERED)
    await office.post(f"cases/{case}/respite", {"until": "2026-09-10"})
    (letter,) = await letters(office, case)
    await office.post(f"letters/{letter['_id']}/stop", None)
    assert (await office.case(case))["next_step"] == "respite_end"
    assert await work_items(office, case) == []


async def test_a_dry_run_stops_nothing_and_a_key_stops_once(office: Office, days: Days) -> None:
    (case,) = await registered(office, days, 6)
    await days.work(DAY, only=("advance cases",))
    days.at(DAY)
    (letter,) = await letters(office, case)
    path = f"letters/{letter['_id']}/stop"
    assert (await office.post(path, None, 200, params={"dry_run": "true"}))["status"] == "stopped"
    assert (await letters(office, case)) == [letter]
    keyed = {"headers": {"idempotency-key": f"stop {case}"}}
    assert await office.post(path, None, **keyed) == await office.post(path, None, **keyed)
    assert len(await stopped(days, case)) == 1


async def test_whoever_stops_a_letter_that_is_being_handed_over_is_told_to_try_again(
    office: Office, days: Days
) -> None:
    (case,) = await registered(office, days, 7)
    await days.work(DAY, only=("advance cases", "make letters"))
    days.at(DAY)
    (letter,) = await letters(office, case)
    async with days.transaction() as tx:
        mine = "select 1 from envelopes where account_id = $1 and id = $2 for update"
        await tx.execute(mine, office.account, letter["envelope"])
        answer = await asyncio.wait_for(office.client.post(f"/letters/{letter['_id']}/stop"), 20)
    assert answer.status_code == 409, answer.text
    assert "try again" in answer.json()["_error"]["message"]
    assert await letters(office, case) == [letter]


# Previewing -------------------------------------------------------------------------------------------------------------------


async def preview(
    office: Office, case: str, kind: str, status: int = 200, free: Body | None = None, **more: Any
) -> Any:
    body = {"kind": kind} | ({"free": free} if free else {})
    answer = await office.client.post(f"/cases/{case}/letters/preview", json=body, **more)
    assert answer.status_code == status, answer.text
    if status != 200:
        return answer.json()
    assert answer.headers["content-type"] == "application/pdf"
    assert answer.content.startswith(b"%PDF")
    return answer.content


async def everything(office: Office) -> list[str]:
    """Every row of every table but the audit log, which says that something was read."""
    async with office.app.database.connection() as connection:
        tables = await connection.fetch(
            "select tablename from pg_tables where schemaname = 'fordran' and tablename not in ('audit_log', 'tally_changes')"
        )
        return [
            await connection.fetchval(f"select md5(string_agg(t::text, '' order by t::text)) from {row[0]} t")
            for row in tables
        ]


@pytest.mark.parametrize("kind", ["reminder", "debt_collection", "surveillance_letter"])
async def test_a_demand_is_previewed_before_its_day_and_nothing_is_stored(
    office: Office, days: Days, kind: str
) -> None:
    (case,) = await registered(office, days, 8)
    before = await everything(office)
    content = await preview(office, case, kind, params={"dry_run": "true"}, headers={"idempotency-key": "preview"})
    assert await preview(office, case, kind, headers={"idempotency-key": "preview"})
    assert await everything(office) == before
    text = re.sub(r"\s", "", pdf_text(content))
    assert "KimÖberg8" in text
    assert {"reminder": "60,00", "debt_collection": "180,00", "surveillance_letter": "10046,58"}[kind] in text


def pdf_words(content: bytes) -> str:
    """What a PDF says, on one line with plain spaces."""
    return " ".join(pdf_text(content).split())


async def test_a_preview_is_the_letter_that_is_made_but_for_its_number_and_code(office: Office, days: Days) -> None:
    (case,) = await registered(office, days, 9)
    days.at(DAY)
    shown = pdf_text(await preview(office, case, "debt_collection")).splitlines()
    printer = Printer(days)
    await printer.work(DAY)
    (letter,) = await letters(office, case)
    made = iter(printer.text(letter).splitlines())
    assert [line for line in shown if line not in made] == [], "every line stands in the letter too, in the same order"
    assert "Säte: Exempelstad" in printer.text(letter), "the operator's registered office"
    assert letter["letter_number"] not in "".join(shown)


async def test_a_letter_is_previewed_as_somebody_wrote_last_and_refused_where_nobody_did(
    office: Office, days: Days
) -> None:
    (case,) = await registered(office, days, 10)
    await days.work(DAY)
    days.at(DAY)
    for kind in LETTER_KINDS:
        if kind not in STEP_LETTERS:
            refused = await preview(office, case, kind, 409)
            assert "nothing has happened" in refused["_error"]["message"], kind
    for kind in ("amortization_notice", "amortization_default"):
        assert "no instalment plan" in (await preview(office, case, kind, 409))["_error"]["message"]
    await office.post(f"cases/{case}/respite", {"until": "2026-09-10"})
    assert "10 september 2026" in pdf_words(await preview(office, case, "respite"))
    await office.post(f"cases/{case}/disputes", {"reason": "Fel belopp."})
    assert "Fel belopp." in pdf_text(await preview(office, case, "dispute"))
    await office.post(f"cases/{case}/dispute-answers", {"outcome": "rejected", "answer": "Beloppet är rätt."})
    days.at(date(2026, 9, 4))
    assert "Beloppet är rätt." in pdf_text(await preview(office, case, "dispute_answer"))
    (dispute,) = (await office.get(f"cases/{case}/disputes"))["_items"]
    settled = {"outcome": "withdrawn_by_debtor", "evidence": "Brev."}
    await office.post(f"cases/{case}/disputes/{dispute['_id']}/settle", settled)
    await office.post(f"cases/{case}/amortization-plans", {"instalments": 3, "first_date": "2026-10-15"})
    for kind in ("amortization_plan", "amortization_notice", "amortization_default"):
        assert "15 oktober 2026" in pdf_words(await preview(office, case, kind)), kind


async def test_an_application_is_previewed_after_a_demand_and_names_what_it_lacks(office: Office, days: Days) -> None:
    (case,) = await registered(office, days, 11)
    assert "no collection demand was sent" in (await preview(office, case, "enforcement", 409))["_error"]["message"]
    await days.work(DAY)
    days.at(DAY)
    await preview(office, case, "enforcement")
    bare = office.case_body(office.debt(), customer=person(12) | {"id_number": "19811228-9870"})
    other = (await office.post("case--registrations", bare))["_cases"][0]
    refused = await preview(office, other, "enforcement", 409)
    assert refused["_error"]["message"] == "The application lacks id_number."


async def test_of_a_case_that_owes_nothing_no_demand_is_previewed(office: Office, days: Days) -> None:
    (case,) = await registered(office, days, 13)
    await office.cancel(case)
    for kind in ("reminder", "debt_collection", "surveillance_letter", "enforcement"):
        assert "Nothing is owed" in (await preview(office, case, kind, 409))["_error"]["message"]


@pytest.mark.parametrize(
    ("body", "issues"),
    [
        ({}, {"kind": "required field"}),
        ({"kind": "reminder", "fee": 1}, {"fee": "unknown field"}),
        ({"kind": 7}, {"kind": "must be of string type"}),
        ({"kind": "poem"}, {"kind": f"unallowed value poem: must be one of {', '.join(LETTER_KINDS)}"}),
    ],
)
async def test_a_preview_of_no_known_kind_is_refused(office: Office, days: Days, body: Body, issues: Body) -> None:
    (case,) = await registered(office, days, 14)
    assert await office.refused(f"cases/{case}/letters/preview", body) == issues


# Writing in own words ---------------------------------------------------------------------------------------------------------


async def test_a_free_letter_leaves_by_itself_costs_nothing_and_moves_nothing(office: Office, days: Days) -> None:
    (case,) = await registered(office, days, 40)
    await days.work(DAY)
    days.at(DAY)
    before = await office.get(f"cases/{case}")
    said = {"subject": "Tack för samtalet", "text": "Första stycket.\n\nAndra stycket."}
    shown = pdf_words(await preview(office, case, "free", free=said))
    assert "Första stycket. Andra stycket." in shown
    assert "Det här är inget krav" in shown
    await office.post(f"cases/{case}/letters", said)
    await office.post(f"cases/{case}/letters", {"template": "contact_us", "subject": "Ring oss"})
    printer = Printer(days)
    await printer.work(DAY)
    written = [letter for letter in await letters(office, case) if letter["kind"] == "free"]
    assert [letter["subject"] for letter in written] == ["Tack för samtalet", "Ring oss"]
    assert [(letter["fee"], letter["amount"]) for letter in written] == [(0, 0), (0, 0)]
    assert {letter["status"] for letter in written} == {"shown"}
    assert "Andra stycket." in printer.text(written[0])
    assert "Ring, mejla eller skriv till oss" in " ".join(printer.text(written[1]).split())
    after = await office.get(f"cases/{case}")
    for name in ("state", "status", "next_step", "next_step_date", "total_remaining_transaction_amount"):
        assert after.get(name) == before.get(name), name


async def test_a_free_letter_to_whom_the_law_protects_is_refused_at_once(office: Office, days: Days) -> None:
    (case,) = await registered(office, days, 41)
    await mark(office, case, deceased=True)
    refused = await office.post(f"cases/{case}/letters", {"template": "contact_us"}, 409)
    assert "the debtor is dead" in refused["_error"]["message"]
    assert [letter for letter in await letters(office, case) if letter["kind"] == "free"] == []


async def test_a_free_letter_needs_words(office: Office, days: Days) -> None:
    (case,) = await registered(office, days, 42)
    for body, issues in (
        ({}, {"subject", "text"}),
        ({"subject": "Hej"}, {"text"}),
        ({"template": "poem"}, {"template"}),
        ({"subject": "x" * 121, "text": "Hej"}, {"subject"}),
    ):
        refused = await office.post(f"cases/{case}/letters", body, 422)
        assert set(refused["_issues"]) == issues, body
