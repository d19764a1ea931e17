"""Overdue invoices come from Fortnox as cases with their papers, once each; what cannot be taken waits for a person."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import time, timedelta
from typing import Any

import pytest

from fordran import clock
from fordran.actions.accounting.pull_invoices import InvoicePulls, PullCounts
from fordran.actions.accounting.waits import CLAIMED_FOR
from fordran.actions.days.outside_systems import OutsideSystems
from fordran.actions.days.run_day import DayServices, run_day
from fordran.domain.languages import SWEDISH
from fordran.domain.message import from_json
from fordran.formats.accounting import AccountingTrouble
from fordran.formats.fortnox import ERRORS
from fordran.operator import Operator
from fordran.shape.wire import parsed
from fordran.store.connections.database import Connection
from fordran.texts.catalogue import texts
from fordran.worker.accounting import AccountingWorker
from tests.actions.flow.days import MORNING
from tests.actions.fortnox.pulled import DAY, Pulled
from tests.api.bodies import creditor_data

TAKEN = ["1001", "1002", "1010"]
REFUSED = {
    "1003": "not_in_kronor",
    "1004": "without_number",
    "1005": "without_address",
    "1006": "not_booked",
    "1007": "credit_invoice",
}


async def test_overdue_invoices_become_cases_with_their_customers_and_papers(pulled: Pulled) -> None:
    counts = await pulled.pull()
    assert counts == PullCounts(overdue=10, taken=3, refused=5, later=2)
    cases = await pulled.cases()
    assert sorted(cases) == TAKEN
    company, person, abroad = (cases[number] for number in TAKEN)
    assert (company["debt"]["capital_to_claim"], company["debt"]["debt_description"]) == (12500, "Kontorsmaterial")
    assert (company["debt"]["invoice_date"][:16], company["debt"]["invoice_due_days_after_invoice_date"]) == (
        "Mon, 04 May 2026",
        30,
    )
    assert (person["debt"]["capital_to_claim"], person["debt"]["initial_capital"]) == (499.5, 899.5)
    customers = {number: await pulled.office.get(f"customers/{case['customer']}") for number, case in cases.items()}
    karin = customers["1002"]
    assert (karin["name"], karin["id_number"], karin["is_person"]) == ("Karin Öberg", "19811228-9874", True)
    assert (karin["customer_number"], karin["address"]["city"]) == ("2", "Umeå")
    assert customers[TAKEN[2]]["is_foreign"]
    assert abroad["original_invoice"]["filename"] == "faktura-1010.pdf"
    for case in cases.values():
        assert case["original_invoice"]["content_type"] == "application/pdf"
        assert pulled.kept[case["original_invoice"]["id"]].startswith(b"%PDF-")


async def test_one_that_was_reminded_begins_with_the_demand_and_another_with_the_reminder(pulled: Pulled) -> None:
    await pulled.pull()
    cases = await pulled.cases()
    asked = {}
    for number, case in cases.items():
        registration = await pulled.office.get(f"case--registrations/{case['case_registration']}")
        letters = registration["debts"][0].get("earlier_letters", [])
        asked[number] = (registration["first_action"], [(one["kind"], one["date"][:16]) for one in letters])
    assert asked == {
        "1001": ("reminder", []),
        "1002": ("debt_collection", [("reminder", "Mon, 15 Jun 2026")]),
        "1010": ("reminder", []),
    }


async def test_what_cannot_be_taken_is_on_the_work_list_with_the_reason_in_swedish(pulled: Pulled) -> None:
    await pulled.pull()
    assert await pulled.refusals() == REFUSED
    items = await pulled.items("fortnox_refused")
    assert len(items) == len(REFUSED)
    async with pulled.days.transaction() as tx:
        stored = await tx.fetchval("select message from work_items where id = $1", items[0]["_id"])
    assert texts(SWEDISH).say(from_json(parsed(stored))) == (
        "Faktura 1003 i Fortnox kan inte tas in: den är inte i svenska kronor. Rätta den i Fortnox, så tas den in nästa gång."
    )
    assert items[0]["reason"].startswith("Invoice 1003 of Fortnox cannot be taken: it is not in Swedish kronor.")
    assert all("case" not in one for one in items)


async def test_a_second_pull_takes_nothing_twice_and_adds_no_item(pulled: Pulled) -> None:
    await pulled.pull()
    before, items = await pulled.cases(), await pulled.items("fortnox_refused")
    again = await pulled.pull(at_once=True)
    assert again == PullCounts(overdue=10, known=3, refused=5, later=2)
    assert await pulled.cases() == before
    assert await pulled.items("fortnox_refused") == items
    # What a person calls done is not put there again while nothing has changed.
    tag = {"If-Match": items[0]["_etag"]}
    answer = await pulled.office.client.patch(f"/work--items/{items[0]['_id']}", json={"resolved": True}, headers=tag)
    assert answer.status_code == 200, answer.text
    await pulled.pull(at_once=True)
    assert not [one for one in await pulled.items("fortnox_refused") if "Invoice 1003 " in one["reason"]]


async def test_what_has_been_corrected_is_taken_and_leaves_the_work_list(pulled: Pulled) -> None:
    await pulled.pull()
    pulled.hall.stand_in.customers["3"]["OrganisationNumber"] = "5560160680"
    pulled.hall.stand_in.invoices["1006"]["Currency"] = "EUR"
    pulled.hall.stand_in.invoices["1006"]["Booked"] = True
    del pulled.hall.stand_in.invoices["1007"]
    counts = await pulled.pull(DAY + timedelta(days=1))
    assert counts is not None
    assert (counts.taken, counts.known) == (1, 3)
    assert "1004" in await pulled.cases()
    assert await pulled.refusals() == {"1003": "not_in_kronor", "1005": "without_address", "1006": "not_in_kronor"}
    said = [one["reason"].partition(" of ")[0] for one in await pulled.items("fortnox_refused")]
    assert sorted(said) == ["Invoice 1003", "Invoice 1005", "Invoice 1006"]


async def test_a_number_that_is_registered_already_is_refused_and_its_case_stays(pulled: Pulled) -> None:
    body = pulled.office.case_body(pulled.office.debt(invoice_number="1001"))
    await pulled.office.post("case--registrations", body)
    before = (await pulled.cases())["1001"]
    await pulled.pull()
    assert (await pulled.refusals())["1001"] == "number_taken"
    after = (await pulled.cases())["1001"]
    assert (after["_id"], after["debt"], after["transactions"]) == (
        before["_id"],
        before["debt"],
        before["transactions"],
    )
    assert "original_invoice" not in after


async def test_a_number_of_a_customer_that_is_wrong_is_refused_without_being_told(pulled: Pulled) -> None:
    async with pulled.days.transaction() as tx:
        await tx.execute("update accounts set number_validation = 'refuse' where id = $1", pulled.office.account)
    pulled.hall.stand_in.customers["2"]["OrganisationNumber"] = "19811228-9875"
    await pulled.pull()
    assert (await pulled.refusals())["1002"] == "wrong_number"
    assert not [one for one in await pulled.items("fortnox_refused") if "9875" in json.dumps(one)]


async def test_an_inactive_creditor_takes_nothing(pulled: Pulled) -> None:
    async with pulled.days.transaction() as tx:
        await tx.execute("update creditors set is_active = false where id = $1", pulled.office.creditor)
    await pulled.pull()
    assert {number: (await pulled.refusals())[number] for number in TAKEN} == dict.fromkeys(TAKEN, "creditor_inactive")


async def test_one_that_is_not_due_yet_waits_without_an_item(pulled: Pulled) -> None:
    pulled.hall.stand_in.invoices = {"1001": pulled.hall.stand_in.invoices["1001"] | {"DueDate": DAY.isoformat()}}
    assert await pulled.pull() == PullCounts(overdue=1)
    assert await pulled.pull(DAY + timedelta(days=1)) == PullCounts(overdue=1, taken=1)


async def test_an_invoice_that_fortnox_never_gives_is_refused_in_the_end_and_tried_again(pulled: Pulled) -> None:
    counts = [await pulled.pull(at_once=True) for _ in range(3)]
    assert [(one.later, one.refused) for one in counts if one is not None] == [(2, 5), (2, 5), (0, 7)]
    assert {number: (await pulled.refusals())[number] for number in ("1011", "1012")} == dict.fromkeys(
        ("1011", "1012"), "not_readable"
    )
    assert (await pulled.state())["pulled_on"] == DAY


async def test_it_is_pulled_once_a_business_day(pulled: Pulled) -> None:
    for number in ("1011", "1012"):
        del pulled.hall.stand_in.invoices[number]
    assert await pulled.pull() is not None
    assert await pulled.pull(hour=time(20)) is None
    assert await pulled.pull(DAY + timedelta(days=1), MORNING) is not None


# Away, killed, two at once ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("tenant", ["500", "429"])
async def test_a_fortnox_that_is_away_for_a_day_loses_nothing(pulled: Pulled, tenant: str) -> None:
    pulled.tenant = tenant
    tried = []
    start = pulled.days.at(DAY, time(0))
    for minutes in range(0, 24 * 60, 5):
        now = start + timedelta(minutes=minutes)
        pulled.days.patch.setattr(clock, "now", lambda now=now: now)
        if await pulled.pulls().pull_all(pulled.days.transaction, now):
            tried.append(minutes)
        if len(tried) == 2:
            assert await pulled.items("fortnox_unreachable") == []
    assert tried == [0, 5, 15, 35, 75, 155, 315, 635, 995, 1355]
    (item,) = await pulled.items("fortnox_unreachable")
    assert "Invoices cannot be fetched from Fortnox" in item["reason"]
    assert await pulled.cases() == {}
    pulled.tenant = "1234567"
    done = await pulled.pull(DAY + timedelta(days=1), time(23))
    assert done is not None
    assert done.taken == 3
    assert await pulled.items("fortnox_unreachable") == []


@pytest.mark.parametrize(
    "code", [code for code, reason in ERRORS.items() if reason in ("not_accepted", "no_licence", "no_permission")]
)
async def test_what_an_operator_has_to_change_is_on_the_work_list_at_once(pulled: Pulled, code: int) -> None:
    pulled.tenant = str(code)
    counts = await pulled.pull()
    assert counts is not None
    assert str(code) in counts.trouble
    (item,) = await pulled.items("fortnox_unreachable")
    assert f"({code})" in item["reason"]


async def test_another_company_s_fortnox_gives_no_case(pulled: Pulled) -> None:
    pulled.hall.stand_in.company["OrganizationNumber"] = "556036-0793"
    counts = await pulled.pull()
    assert counts is not None
    assert (counts.trouble, await pulled.cases()) == ("other_company", {})
    assert len(await pulled.items("fortnox_unreachable")) == 1


class Killed(Exception):
    """The process ends here."""


@pytest.mark.parametrize("after", range(1, 14))
async def test_one_who_is_killed_anywhere_has_lost_nothing_and_doubled_nothing(pulled: Pulled, after: int) -> None:
    begun = 0

    @asynccontextmanager
    async def begin() -> AsyncIterator[Connection]:
        nonlocal begun
        begun += 1
        async with pulled.days.transaction() as tx:
            yield tx
            if begun == after:
                raise Killed

    now = pulled.days.at(DAY)

    async def pull_thrice() -> None:
        for again in range(3):
            await pulled.pulls().pull_all(begin, now + again * CLAIMED_FOR, at_once=True)

    with pytest.raises(Killed):
        await pull_thrice()
    later = now + 3 * CLAIMED_FOR
    pulled.days.patch.setattr(clock, "now", lambda: later)
    await pulled.pulls().pull_all(pulled.days.transaction, later, at_once=True)
    assert sorted(await pulled.cases()) == TAKEN
    assert len(await pulled.items("fortnox_refused")) == len(REFUSED)
    async with pulled.days.transaction() as tx:
        registered = await tx.fetchval("select count(*) from cases where creditor_id = $1", pulled.office.creditor)
    assert registered == len(TAKEN)


async def test_one_that_is_being_pulled_is_left_to_the_one_who_pulls(pulled: Pulled) -> None:
    now = pulled.days.at(DAY)
    mine = pulled.fortnox

    class Second:
        """Another process, which comes while the first one reads the company."""

        done: dict[str, PullCounts] | None = None

        async def company(self) -> Any:
            Second.done = await pulled.pulls().pull_all(pulled.days.transaction, now, at_once=True)
            raise AccountingTrouble("no_connection")

        system, overdue, read, rest, pdf = mine.system, mine.overdue, mine.read, mine.rest, mine.pdf

    first = InvoicePulls(pulled.kept.__setitem__, {pulled.office.creditor: lambda _: Second()})
    await first.pull_all(pulled.days.transaction, now)
    assert Second.done == {}


async def test_a_section_of_a_creditor_that_is_not_there_is_passed_over(pulled: Pulled) -> None:
    now = pulled.days.at(DAY)
    pulls = InvoicePulls(pulled.kept.__setitem__, {"f" * 24: lambda _: pulled.fortnox})
    assert await pulls.pull_all(pulled.days.transaction, now) == {}


# Who pulls --------------------------------------------------------------------------------------------------------------------


async def test_the_worker_pulls(pulled: Pulled) -> None:
    pulled.days.at(DAY)
    worker = AccountingWorker(pulled.days.app.database, pulled.pulls())
    assert [await worker.step(), await worker.step()] == [3, 0]


async def test_a_day_that_is_run_begins_with_the_pull(pulled: Pulled) -> None:
    now = pulled.days.at(DAY)
    means = DayServices(pulled.kept.__setitem__, Operator(), outside=OutsideSystems(invoices=pulled.pulls()))
    await run_day(pulled.days.transaction, means, now, [])
    assert sorted(await pulled.cases()) == TAKEN


async def test_a_creditor_that_was_pulled_from_in_vain_can_be_deleted(pulled: Pulled) -> None:
    office = pulled.office
    await office.post("creditors", creditor_data() | {"account": office.account})
    pulled.tenant = "500"
    assert await pulled.pull() is not None
    assert (await pulled.state())["trouble"]
    tag = (await office.get(f"creditors/{office.creditor}"))["_etag"]
    deleted = await office.client.delete(f"/creditors/{office.creditor}", headers={"If-Match": tag})
    assert deleted.status_code == 204, deleted.text
