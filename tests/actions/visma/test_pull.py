"""Overdue invoices come from Visma as cases with their papers, once each, by a token that is used once."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import time, timedelta

import pytest

from fordran import clock
from fordran.actions.accounting.pull_invoices import PullCounts
from fordran.actions.accounting.waits import CLAIMED_FOR
from fordran.formats.accounting import AccountingTrouble
from fordran.outside.stand_ins.visma_samples import id_of
from fordran.store.connections.database import Connection
from fordran.worker.accounting import AccountingWorker
from tests.actions.visma.consenting import DAY, Consenting

TAKEN = ["2001", "2002", "2009"]
REFUSED = {
    "2003": "not_in_kronor",
    "2004": "without_number",
    "2005": "without_address",
    "2006": "credit_invoice",
}


async def refusals(consenting: Consenting) -> dict[str, str]:
    async with consenting.days.transaction() as tx:
        rows = await tx.fetch(
            "select invoice_number, refusal from fortnox_invoices where creditor_id = $1 and case_id is null",
            consenting.office.creditor,
        )
    return {row["invoice_number"]: row["refusal"] for row in rows}


async def test_overdue_invoices_become_cases_with_their_customers_and_papers(consenting: Consenting) -> None:
    assert await consenting.pull() == PullCounts(overdue=9, taken=3, refused=4, later=2)
    cases = await consenting.cases()
    assert sorted(cases) == TAKEN
    company, person, abroad = (cases[number] for number in TAKEN)
    assert (company["debt"]["capital_to_claim"], company["debt"]["debt_description"]) == (12500, "Kontorsmaterial")
    assert (person["debt"]["capital_to_claim"], person["debt"]["initial_capital"]) == (499.5, 899.5)
    karin = await consenting.office.get(f"customers/{person['customer']}")
    assert (karin["name"], karin["id_number"], karin["is_person"]) == ("Karin Öberg", "19811228-9874", True)
    assert (await consenting.office.get(f"customers/{abroad['customer']}"))["is_foreign"]
    for number, case in cases.items():
        assert case["original_invoice"]["filename"] == f"faktura-{number}.pdf"
        assert consenting.kept[case["original_invoice"]["id"]].startswith(b"%PDF-")


async def test_what_cannot_be_taken_is_on_the_work_list_by_the_number_that_people_know(consenting: Consenting) -> None:
    await consenting.pull()
    assert await refusals(consenting) == REFUSED
    items = await consenting.items("visma_refused")
    assert len(items) == len(REFUSED)
    assert items[0]["reason"].startswith(
        "Invoice 2003 of Visma eAccounting cannot be taken: it is not in Swedish kronor."
    )
    assert not [one for one in items if "9874" in json.dumps(one)]


async def test_a_second_pull_takes_nothing_twice_and_what_was_corrected_is_taken(consenting: Consenting) -> None:
    await consenting.pull()
    assert await consenting.pull(at_once=True) == PullCounts(overdue=9, known=3, refused=4, later=2)
    assert len(await consenting.items("visma_refused")) == len(REFUSED)
    consenting.hall.stand_in.customers[id_of("customer", "3")]["CorporateIdentityNumber"] = "556016-0680"
    consenting.hall.stand_in.of(2006)["RemainingAmount"] = 0
    counts = await consenting.pull(DAY + timedelta(days=1))
    assert counts is not None
    assert (counts.taken, "2004" in await consenting.cases()) == (1, True)
    assert "2006" not in await refusals(consenting)


async def test_an_invoice_of_the_same_number_in_fortnox_is_another_one(consenting: Consenting) -> None:
    async with consenting.days.transaction() as tx:
        await tx.execute(
            """insert into fortnox_invoices (account_id, id, created, updated, creditor_id, document_number, case_id)
               select account_id, $2, created, updated, id, '2001', null from creditors where id = $1""",
            consenting.office.creditor,
            "f" * 24,
        )
    await consenting.pull()
    assert "2001" in await consenting.cases()


# Tokens -----------------------------------------------------------------------------------------------------------------------


async def token_row(consenting: Consenting) -> dict[str, object]:
    async with consenting.days.transaction() as tx:
        return dict(await tx.fetchrow("select * from accounting_tokens where id = $1", consenting.office.creditor))


async def test_each_process_exchanges_the_token_that_the_one_before_kept(consenting: Consenting) -> None:
    seen = {(await token_row(consenting))["refresh_token"]}
    for _ in range(3):
        await consenting.pull(at_once=True)
        row = await token_row(consenting)
        assert row["claimed_until"] is None
        seen.add(row["refresh_token"])
    assert (len(seen), consenting.hall.stand_in.refreshed) == (4, 3)


async def test_the_row_of_a_token_does_not_tell_it_without_the_secret(consenting: Consenting) -> None:
    token = await consenting.tokens.take()
    assert token is not None
    assert token not in str(await token_row(consenting))
    await consenting.tokens.keep("")
    other = consenting.tokens.__class__(consenting.days.transaction, consenting.office.creditor, "another secret")
    with pytest.raises(AccountingTrouble, match="no_permission"):
        await other.take()
    # Nothing is lost by it.
    assert await consenting.tokens.take() == token


async def test_a_token_is_taken_by_one_at_a_time_and_by_the_next_after_a_minute(consenting: Consenting) -> None:
    consenting.days.at(DAY)
    first, second = await consenting.tokens.take(), await consenting.tokens.take()
    assert (first is not None, second) == (True, None)
    async with consenting.days.transaction() as tx:
        await tx.execute("update accounting_tokens set claimed_until = claimed_until - interval '1 minute'")
    assert await consenting.tokens.take() == first


async def test_a_creditor_that_has_not_consented_is_on_the_work_list_at_once(consenting: Consenting) -> None:
    async with consenting.days.transaction() as tx:
        await tx.execute("delete from accounting_tokens where id = $1", consenting.office.creditor)
    counts = await consenting.pull()
    assert counts is not None
    assert counts.trouble == "no_permission"
    (item,) = await consenting.items("visma_unreachable")
    assert item["reason"].startswith("Invoices cannot be fetched from Visma eAccounting: ")
    await consenting.consent()
    counts = await consenting.pull(at_once=True)
    assert counts is not None
    assert counts.taken == 3


# Away, killed, another company ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("client", ["500", "429", "4010"])
async def test_a_visma_that_is_away_for_a_day_loses_nothing(consenting: Consenting, client: str) -> None:
    consenting.client = client
    await consenting.consent()
    tried = []
    start = consenting.days.at(DAY, time(0))
    for minutes in range(0, 24 * 60, 5):
        now = start + timedelta(minutes=minutes)
        consenting.days.patch.setattr(clock, "now", lambda now=now: now)
        if await consenting.pulls().pull_all(consenting.days.transaction, now):
            tried.append(minutes)
    assert tried == [0, 5, 15, 35, 75, 155, 315, 635, 995, 1355]
    assert len(await consenting.items("visma_unreachable")) == 1
    consenting.client = "client"
    await consenting.consent()
    done = await consenting.pull(DAY + timedelta(days=1), time(23))
    assert done is not None
    assert done.taken == 3
    assert await consenting.items("visma_unreachable") == []


@pytest.mark.parametrize("client", ["3003", "4003", "4004", "4005", "4006", "4011"])
async def test_what_somebody_has_to_change_is_on_the_work_list_at_once(consenting: Consenting, client: str) -> None:
    consenting.client = client
    await consenting.consent()
    counts = await consenting.pull()
    assert counts is not None
    assert f"({client})" in counts.trouble
    (item,) = await consenting.items("visma_unreachable")
    assert f"({client})" in item["reason"]


async def test_another_company_s_visma_gives_no_case(consenting: Consenting) -> None:
    consenting.hall.stand_in.company["CorporateIdentityNumber"] = "556036-0793"
    counts = await consenting.pull()
    assert counts is not None
    assert (counts.trouble, await consenting.cases()) == ("other_company", {})


class Killed(Exception):
    """The process ends here."""


@pytest.mark.parametrize("after", [1, 2, 3, 5, 8])
async def test_one_who_is_killed_anywhere_has_lost_nothing_and_doubled_nothing(
    consenting: Consenting, after: int
) -> None:
    begun = 0

    @asynccontextmanager
    async def begin() -> AsyncIterator[Connection]:
        nonlocal begun
        begun += 1
        async with consenting.days.transaction() as tx:
            yield tx
            if begun == after:
                raise Killed

    now = consenting.days.at(DAY)
    with pytest.raises(Killed):
        await consenting.pulls().pull_all(begin, now, at_once=True)
    # What the killed one had of the token it had kept, or Visma was not asked.
    await consenting.consent()
    later = now + CLAIMED_FOR
    consenting.days.patch.setattr(clock, "now", lambda: later)
    await consenting.pulls().pull_all(consenting.days.transaction, later, at_once=True)
    assert sorted(await consenting.cases()) == TAKEN
    assert len(await consenting.items("visma_refused")) == len(REFUSED)


async def test_the_worker_pulls(consenting: Consenting) -> None:
    consenting.days.at(DAY)
    worker = AccountingWorker(consenting.days.app.database, consenting.pulls())
    assert [await worker.step(), await worker.step()] == [3, 0]
