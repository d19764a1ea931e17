"""A claim is assigned amid a case: letters name the former creditor, and money belongs to who owned the claim that day."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable
from datetime import date
from pathlib import Path

import httpx
import pytest

from fordran import clock
from fordran.actions.accounts.add_client import add_client
from fordran.actions.cases.move_case import lock_flowing
from fordran.actions.parties.assign_claim import assign_claim
from fordran.actions.payouts.prepare_payouts import prepare_payouts
from fordran.actions.proof.differences import Discrepancy
from fordran.resources.claim_assignments import ClaimAssignmentInput
from tests.actions.flow.days import EVENING, Days
from tests.actions.flow.people import person
from tests.actions.flow.printer import Printer
from tests.actions.office import Body, Office
from tests.actions.payouts.payout_desk import PayoutDesk
from tests.actions.waiting import until_it_waits
from tests.actions.work.test_change_customer import DAY
from tests.api.bodies import creditor_data
from tests.api.world import HERE, sign_in
from tests.pdf import text_of

SPELL = {"interest_rate": {"reference_rate": False, "rate_percent": 0}}


async def buyer(office: Office, **changes: object) -> str:
    """Another creditor of the account."""
    body = {"account": office.account} | creditor_data(name="Köparen Finans AB", **changes)
    made: str = (await office.post("creditors", body))["_id"]
    return made


async def opened(office: Office, days: Days, number: int) -> str:
    days.at(date(2026, 9, 1))
    body = office.case_body(
        office.debt(10000, invoice_date="2026-07-16"),
        customer=person(number) | {"customer_number": f"A{number}"},
        case_settings=SPELL,
    )
    case: str = (await office.post("case--registrations", body))["_cases"][0]
    return case


async def differences(office: Office) -> list[Discrepancy]:
    """What verifying finds, beside fees that another story here has charged without letters."""
    return [one for one in await office.differences() if one.what != "ground of a fee"]


async def of_case(office: Office, resource: str, case: str) -> list[Body]:
    found: list[Body] = (await office.get(resource, where=json.dumps({"case": case}), sort="_id"))["_items"]
    return found


async def test_the_case_goes_on_as_the_new_creditors_and_every_letter_names_the_former_one(
    office: Office, days: Days
) -> None:
    case, new = await opened(office, days, 500), await buyer(office)
    before = await office.case(case)
    done = await office.post(f"cases/{case}/assignments", {"creditor": new, "date": "2026-09-01"})
    assert done["state"] == before["state"]
    shown = await office.case(case)
    assert shown["creditor"] == new
    assert shown["total_remaining_transaction_amount"] == before["total_remaining_transaction_amount"]
    (kept,) = (await office.get(f"cases/{case}/assignments"))["_items"]
    former = (await office.get(f"creditors/{office.creditor}"))["name"]
    assert kept == {"former_creditor": office.creditor, "former_name": former, "creditor": new, "date": "2026-09-01"}
    printer = Printer(days)
    await printer.work(date(2026, 9, 1))
    await printer.work(DAY)
    letters = [one for one in await of_case(office, "letters", case) if one["status"] in ("made", "sent", "shown")]
    assert [one["kind"] for one in letters] == ["free", "debt_collection"]
    async with days.transaction() as tx:
        files = {
            row["kind"]: row["media_id"]
            for row in await tx.fetch("select kind, media_id from letters where case_id = $1", case)
        }
    for kind in ("free", "debt_collection"):
        text = " ".join(text_of(printer.files[files[kind]]).split())
        assert f"överlåtits från {former} till Köparen Finans AB den 1 september 2026" in text or (
            f"överlåtits från {former} till Köparen Finans AB den 2026-09-01" in text
        ), kind
    heard = [one for one in await of_case(office, "events", case) if one["type"] == "case.creditor_changed"]
    assert {one["creditor"] for one in heard} == {office.creditor, new}
    assert not await office.differences()


async def test_money_belongs_to_who_owned_the_claim_on_the_day_of_the_payment(
    office: Office, days: Days, tmp_path: Path
) -> None:
    case = await opened(office, days, 501)
    new = await buyer(office, case_config={"commission_share_percent": 40})
    old, late = PayoutDesk(office, tmp_path), date(2026, 9, 14)
    await old.charge(case, "debt_collection", 180_00, date(2026, 9, 2))
    await old.paid(case, 300_00, date(2026, 9, 7))
    days.at(date(2026, 9, 10))
    await office.post(f"cases/{case}/assignments", {"creditor": new, "date": "2026-09-10"})
    of_new = PayoutDesk(Office(office.app, office.client, office.account, new), tmp_path)
    await of_new.paid(case, 500_00, date(2026, 9, 11))
    days.at(late)
    await of_new.paid(case, 200_00, date(2026, 9, 8), booked_on=late)
    async with old.database.transaction() as tx:
        lines = await tx.fetch(
            """select creditor_id as creditor, extract(day from bank_date)::integer as day, sum(amount)::integer as ore
               from payout_specifications where case_id = $1 and finance_category = 'capital' group by 1, 2 order by 2""",
            case,
        )
    assert [(row["creditor"], row["day"], row["ore"]) for row in lines] == [
        (office.creditor, 7, 120_00),
        (office.creditor, 8, 200_00),
        (new, 11, 500_00),
    ], "a payment that is booked late is of its own day"
    async with old.database.transaction() as tx:
        await prepare_payouts(tx, office.account, days.at(date(2026, 9, 25)))
    for desk, kronor in ((old, 320), (of_new, 500)):
        made = await desk.payouts(finance_category="capital")
        assert sum(one["total_amount"] for one in made) == kronor
    assert not await old.differences()


async def test_a_payment_to_the_former_creditor_in_good_faith_counts(office: Office, days: Days) -> None:
    case, new = await opened(office, days, 502), await buyer(office)
    await office.pay(case, 100, "2026-08-20")
    await office.post(f"cases/{case}/assignments", {"creditor": new, "date": "2026-09-01"})
    before = (await office.case(case))["total_remaining_transaction_amount"]
    days.at(date(2026, 9, 3))
    await office.pay(case, 250, "2026-09-02")
    assert (await office.case(case))["total_remaining_transaction_amount"] == before - 250
    refused = await office.refused("creditor--creditings", office.crediting_body(case, 100))
    assert list(refused) == ["case"], "the former creditor gives up nothing of what is another's"
    assert not await differences(office)


@pytest.mark.parametrize(
    ("given", "field"),
    [
        ({"date": "2026-09-02"}, "date"),
        ({"date": "2026-07-01"}, "date"),
        ({"creditor": "same"}, "creditor"),
        ({"creditor": "0" * 24}, "creditor"),
        ({"document": "0" * 24}, "document"),
    ],
)
async def test_what_names_no_other_creditor_or_no_day_is_refused(
    office: Office, days: Days, given: Body, field: str
) -> None:
    case, new = await opened(office, days, 503), await buyer(office)
    body = {"creditor": new, "date": "2026-09-01"} | given
    if body["creditor"] == "same":
        body["creditor"] = office.creditor
    assert list(await office.refused(f"cases/{case}/assignments", body)) == [field]


async def test_what_waits_or_is_taken_is_refused_by_its_own_error(office: Office, days: Days, tmp_path: Path) -> None:
    case, new = await opened(office, days, 504), await buyer(office)

    async def error(day: str = "2026-09-01") -> str:
        refused = await office.post(f"cases/{case}/assignments", {"creditor": new, "date": day}, 409)
        return str(refused["_error"]["type"])

    number = (await office.case(case))["debt"]["invoice_number"]
    taken = office.case_body(office.debt(invoice_number=number), creditor=new, customer=person(505))
    other = (await office.post("case--registrations", taken))["_cases"][0]
    assert await error() == "assignment_number"
    await office.post(f"cases/{other}/wrong-person", {"note": "En granne."})
    assert await error() == "assignment_number", "the number is free for one that is registered, not for this"
    await PayoutDesk(office, tmp_path).paid(case, 100_00, date(2026, 9, 1))
    assert await error() == "assignment_payments"
    await office.post(f"cases/{case}/letters", {"template": "contact_us"})
    assert await error() == "assignment_letters"
    await office.post(f"cases/{case}/close", {"reason": "written_off"})
    assert await error() == "case_closed"


async def test_a_claim_that_is_assigned_twice_names_the_one_that_it_came_from(office: Office, days: Days) -> None:
    case, new = await opened(office, days, 506), await buyer(office)
    for creditor in (new, office.creditor):
        await office.post(f"cases/{case}/assignments", {"creditor": creditor, "date": "2026-09-01"})
        await days.work(date(2026, 9, 1), EVENING)
    assert (await office.case(case))["creditor"] == office.creditor
    found = (await office.get(f"cases/{case}/assignments"))["_items"]
    assert [one["creditor"] for one in found] == [new, office.creditor]
    assert not await differences(office)


async def assigned_meanwhile(
    office: Office, days: Days, case: str, new: str, acting: Awaitable[httpx.Response]
) -> httpx.Response:
    """The answer to an act that found the case, and then waited until it was assigned to another creditor."""
    async with days.transaction() as tx, days.app.database.connection() as watching:
        flowing = await lock_flowing(tx, case, office.creditor, office.account, clock.now())
        assert flowing is not None
        await assign_claim(tx, flowing, ClaimAssignmentInput(creditor=new, date="2026-09-01"), clock.now())
        waiter = asyncio.ensure_future(acting)
        await until_it_waits(watching, waiter)
    return await waiter


RESPITE = {"until": "2026-09-15"}


async def test_an_act_that_waited_for_the_assignment_is_done_to_the_new_creditors_case(
    office: Office, days: Days
) -> None:
    case, new = await opened(office, days, 507), await buyer(office)
    acting = office.client.post(f"/cases/{case}/respite", json=RESPITE)
    answer = await assigned_meanwhile(office, days, case, new, acting)
    assert (answer.status_code, answer.json()["status"]) == (201, "respite")
    assert (await office.case(case))["creditor"] == new
    assert not await differences(office)


async def test_of_two_assignments_to_one_creditor_at_once_the_second_is_refused(office: Office, days: Days) -> None:
    case, new = await opened(office, days, 508), await buyer(office)
    body = {"creditor": new, "date": "2026-09-01"}
    answer = await assigned_meanwhile(
        office, days, case, new, office.client.post(f"/cases/{case}/assignments", json=body)
    )
    assert (answer.status_code, list(answer.json()["_issues"])) == (422, ["creditor"])
    assert len((await office.get(f"cases/{case}/assignments"))["_items"]) == 1


async def test_a_creditor_that_acts_on_a_claim_that_is_no_longer_its_own_finds_none(office: Office, days: Days) -> None:
    case, new = await opened(office, days, 509), await buyer(office)
    async with days.transaction() as tx:
        made = await add_client(tx, name="Own", networks=[HERE], now=clock.now(), creditors=[office.creditor])
    own = await sign_in(days.app, made.api_code)
    answer = await assigned_meanwhile(office, days, case, new, own.post(f"/cases/{case}/respite", json=RESPITE))
    await own.aclose()
    assert answer.status_code == 404
    assert (await office.case(case))["status"] != "respite"
