"""The situations of docs/rules/situations.md: each has a test that is there. Some of them are here."""

from __future__ import annotations

import re
from datetime import date
from pathlib import Path

import pytest

from tests.actions.enforcements.test_replies import application, sent
from tests.actions.flow.days import Days
from tests.actions.office import Office

ROOT = Path(__file__).parents[3]
ROWS = re.findall(
    r"^\| ([^|]+) \| `([^`]+)` \| ([^|]+) \|$",
    (ROOT / "docs/rules/situations.md").read_text(encoding="utf-8"),
    re.MULTILINE,
)


def test_the_page_has_the_situations() -> None:
    assert len({situation for situation, _, _ in ROWS}) == len(ROWS) >= 23


@pytest.mark.parametrize(("situation", "file", "test"), ROWS)
def test_each_situation_has_its_test(situation: str, file: str, test: str) -> None:
    text = (ROOT / "tests" / file).read_text(encoding="utf-8")
    if file.endswith(".story"):
        assert test in text.splitlines(), situation
    else:
        assert re.search(rf"^(async )?def {test}\(", text, re.MULTILINE), situation


async def test_whoever_pays_on_the_application_day_owes_its_costs(office: Office, days: Days) -> None:
    case = await sent(office, days)
    posted = (await application(office, case))["sent_date"]
    assert posted.startswith("Sat, 19 Sep 2026")
    await office.pay(case, 100_000, "2026-09-19")
    await days.work(date(2026, 10, 1))
    shown = await office.case(case)
    assert (shown["close_reason"], shown["total_added_costs_amount"]) == ("paid", 860)
    assert [one["kind"] for one in (await application(office, case))["notices"]] == ["withdrawal"]
    assert await office.differences() == []


async def test_a_claim_that_its_creditor_takes_back_is_withdrawn_at_the_authority(office: Office, days: Days) -> None:
    case = await sent(office, days)
    await office.cancel(case)
    await days.work(date(2026, 10, 1))
    shown = await office.case(case)
    assert (shown["close_reason"], shown["total_remaining_transaction_amount"]) == ("cancelled", 0)
    assert [one["kind"] for one in (await application(office, case))["notices"]] == ["withdrawal"]
    assert await office.differences() == []


async def test_a_loan_costs_no_more_than_itself(office: Office, days: Days) -> None:
    days.at(date(2026, 9, 1))
    rate = {"interest_rate": {"reference_rate": False, "rate_percent": 30}}
    debt = office.debt(400, invoice_date="2026-07-16", claim_kind="loan", due_date_basis="agreed_date")
    case = (await office.post("case--registrations", office.case_body(debt, case_settings=rate)))["_cases"][0]
    await days.work(date(2026, 9, 2))
    soon, later = [await office.statement(case, at) for at in ("2026-10-15", "2036-10-15")]
    rates = {line["rate_percent"] for line in soon["lines"] if "rate_percent" in line}
    assert rates == {22}, "the reference rate and 20 points"
    assert soon["total_added_costs_amount"] == 180
    added = later["total_added_interest_amount"] + later["total_added_costs_amount"]
    assert added == 400, "interest and costs together are at most the credit"
    assert await office.differences() == []
