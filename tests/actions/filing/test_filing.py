"""An application goes by file, from the case that is due to the authority's replies in its statement and status."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from tests.actions.filing.filed import FILED, SECTION, Filed
from tests.actions.work.test_change_customer import patch

REPLIED = {
    "F-1": ("received", "enforcement_applied"),
    "KFM-CONTESTED": ("contested", "enforcement_contested"),
    "KFM-ORDER": ("order", "enforcement_verdict"),
    "KFM-EXECUTED": ("ended", "surveillance_active"),
    "KFM-NOT-SERVED": ("dismissed", "surveillance_active"),
}


@pytest.mark.parametrize(("rule", "stands"), REPLIED.items())
async def test_an_application_and_its_replies_come_to_where_a_person_would_bring_them(
    filed: Filed, rule: str, stands: tuple[str, str]
) -> None:
    case = await filed.applied(rule)
    found, shown = await filed.application(case), await filed.office.case(case)
    assert (found["status"], shown["status"], found["channel"]) == (*stands, "file")
    assert found["case_number"].startswith("01-")
    assert "signed_by" not in found
    assert await filed.items(case) == {}
    assert [one["status"] for one in await filed.messages(case)] == ["accepted"]
    assert await filed.office.differences() == []


async def test_it_counts_as_sent_on_the_day_on_which_the_receiver_accepted_it(filed: Filed) -> None:
    case = await filed.applied()
    (message,) = filed.taken()
    found = await filed.application(case)
    day = message["made_on"]
    assert found["sent_date"][:16] == f"{date.fromisoformat(day):%a, %d %b %Y}"
    lines = (await filed.office.get(f"cases/{case}/statement"))["lines"]
    costs = [(line["date"], line["amount"]) for line in lines if line["type"] == "enforcement"]
    assert costs == [(day, 300), (day, 380)]
    asked = message["application"]
    assert (message["agent_code"], asked["agent"]["agent_code"]) == ("EXO", "EXO")
    assert (message["application_id"], asked["debtor"]["name"]) == (found["_id"], "Karin Öberg")
    assert asked["debts"][0]["capital"] == found["asked_capital_amount"] == 10000


async def test_an_order_for_less_than_was_asked_writes_the_rest_off(filed: Filed) -> None:
    case = await filed.applied("KFM-LESS")
    found, shown = await filed.application(case), await filed.office.case(case)
    assert (found["asked_capital_amount"], found["awarded_capital_amount"]) == (10000, 9900)
    assert shown["total_remaining_capital_amount"] == 9900
    lines = (await filed.office.get(f"cases/{case}/statement"))["lines"]
    assert sum(line["amount"] for line in lines if "42 §" in str(line.get("law"))) == -100
    assert await filed.office.differences() == []


async def test_without_service_the_costs_are_reversed(filed: Filed) -> None:
    case = await filed.applied("KFM-NOT-SERVED")
    assert (await filed.office.case(case))["total_remaining_costs_amount"] == 180
    assert (await filed.application(case))["replies"][-1]["note"] == "Svaranden har inte kunnat delges."


async def test_a_payment_makes_a_reduction_and_then_a_withdrawal_that_the_receipts_confirm(filed: Filed) -> None:
    case = await filed.applied()
    filed.days.at(date(2026, 9, 30))
    await filed.office.pay(case, 1000, "2026-09-30")
    await filed.days.work(date(2026, 9, 30))
    reduction = filed.taken()[-1]
    shown = await filed.office.case(case)
    assert (reduction["kind"], reduction["reduction"]["capital"]) == (
        "reduction",
        shown["total_remaining_capital_amount"],
    )
    assert reduction["reduction"]["case_number"].startswith("01-")
    (notice,) = (await filed.application(case))["notices"]
    assert notice["confirmed_date"] == "Wed, 30 Sep 2026 00:00:00 GMT"
    filed.days.at(date(2026, 10, 1))
    await filed.office.pay(case, 100_000, "2026-10-01")
    await filed.days.work(date(2026, 10, 1))
    assert [one["kind"] for one in filed.taken()] == ["application", "reduction", "withdrawal"]
    found = await filed.application(case)
    assert found["status"] == "withdrawn"
    assert all("confirmed_date" in one for one in found["notices"])
    assert await filed.items(case) == {}
    assert await filed.office.differences() == []


async def test_a_contested_claim_is_handed_over_by_file(filed: Filed) -> None:
    contested = await filed.applied("KFM-CONTESTED")
    path = f"enforcements/{(await filed.application(contested))['_id']}"
    await filed.office.post(f"{path}/hand-over", {"date": "2026-09-25"})
    await filed.exchange(FILED)
    assert filed.taken()[-1]["hand_over"]["requested_on"] == "2026-09-25"


async def test_execution_is_asked_for_again_by_file(filed: Filed) -> None:
    case = await filed.applied("KFM-EXECUTED")
    await filed.office.post(f"enforcements/{(await filed.application(case))['_id']}/renew", {})
    await filed.days.work(date(2026, 9, 28))
    renewal = filed.taken()[-1]
    assert (renewal["kind"], renewal["renewal"]["capital"]) == ("renewal", 10000)
    assert (await filed.application(case))["status"] == "execution"
    assert "notice_to_send" not in await filed.items(case)
    assert await filed.office.differences() == []


async def test_a_protected_person_is_not_applied_for_by_file(filed: Filed) -> None:
    case = await filed.applied(until=date(2026, 9, 3))
    await patch(filed.office.client, (await filed.office.case(case))["customer"], {"protected_identity": True})
    await filed.days.live(FILED)
    await filed.office.post(f"cases/{case}/release-application", {})
    await filed.days.live(date(2026, 10, 20))
    assert (await filed.office.get(f"cases/{case}/enforcements"))["_items"] == []
    assert filed.taken() == []


async def test_one_that_is_protected_before_it_is_handed_over_turns_to_paper(filed: Filed) -> None:
    filed.section = replace(SECTION, secret="refused")
    case = await filed.applied()
    assert (await filed.application(case))["status"] == "prepared"
    async with filed.days.transaction() as tx:
        await tx.execute(
            "update customers set is_protected = true where id = $1", (await filed.office.case(case))["customer"]
        )
    filed.section = SECTION
    await filed.exchange(date(2026, 9, 26))
    found = await filed.application(case)
    assert (found["status"], found["channel"], filed.taken()) == ("to_sign", "paper", [])
