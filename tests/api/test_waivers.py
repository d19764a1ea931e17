"""Waivers over HTTP: what is refused, what is read back, what fires, and who did it."""

from __future__ import annotations

import pytest

from tests.actions import fixtures
from tests.actions.office import Office

app, office, quiet, settings = fixtures.app, fixtures.office, fixtures.quiet, fixtures.settings


async def case_of(office: Office) -> str:
    terms = {"due_date_basis": "agreed_date", "invoice_due_days_after_invoice_date": 30}
    debt = office.debt(36500, invoice_date="2026-03-01", **terms)
    (case,) = (await office.post("case--registrations", office.case_body(debt)))["_cases"]
    return str(case)


async def test_a_waiver_is_read_back_with_its_reason_and_what_it_came_to(office: Office) -> None:
    case = await case_of(office)
    await office.waive(case, component="interest", amount=50, until="2026-04-10", reason="Kunden var sjuk.")
    (waiver,) = (await office.get(f"cases/{case}/waivers"))["_items"]
    assert (waiver["component"], waiver["amount"], waiver["waived_amount"]) == ("interest", 50, 50)
    assert waiver["reason"] == "Kunden var sjuk."
    assert waiver["user"]
    stated = await office.statement(case, "2026-04-10")
    lines = [(line["type"], line["amount"], line["description"]) for line in stated["lines"] if line["amount"] < 0]
    assert lines == [("interest", -50, "Late-payment interest, waived")]
    assert stated["total_remaining_interest_amount"] == 50
    events = (await office.get("events", where=f'{{"type": "case.waived", "case": "{case}"}}'))["_items"]
    assert [(event["data"]["component"], event["data"]["amount"]) for event in events] == [("interest", 50)]


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"component": "capital"}, "component"),
        ({"component": "interest", "article": "reminder"}, "article"),
        ({"component": "costs", "amount": 0}, "amount"),
        ({"component": "costs", "from": "2026-05-02", "until": "2026-05-01"}, "until"),
        ({"component": "costs", "reason": ""}, "reason"),
    ],
)
async def test_a_waiver_that_makes_no_sense_is_refused(office: Office, body: dict[str, object], field: str) -> None:
    case = await case_of(office)
    answer = await office.client.post(f"/cases/{case}/waivers", json={"reason": "Sjukdom."} | body)
    assert answer.status_code == 422
    assert list(answer.json()["_issues"]) == [field]


async def test_the_audit_log_has_the_waiver(office: Office) -> None:
    case = await case_of(office)
    await office.waive(case, component="costs")
    rows = (await office.get("audit--log", where=f'{{"document": "{case}"}}'))["_items"]
    assert any(row["act"] == "POST /cases/{id}/waivers" for row in rows)


async def test_afterwards_everything_is_as_it_should_be(office: Office) -> None:
    assert await office.differences() == []
