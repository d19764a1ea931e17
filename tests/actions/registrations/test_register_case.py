"""POST /case--registrations: it works, every refusal, fees, descriptions, and several debts."""

from __future__ import annotations

from typing import Any

import pytest

from tests.actions.office import COMPANY, Office, open_office
from tests.actions.registrations.refusing import (
    EVERYWHERE,
    LEFT_OUT,
    MOMENTS,
    MONEY,
    NOBODY,
    changed,
    refused_without_a_trace,
)

PATH = "case--registrations"


async def test_several_debts_make_a_case_each_with_a_payment_reference_each(office: Office) -> None:
    debts = [office.debt(100), office.debt(200), office.debt(300, payout_reference="P-3")]
    made = await office.post(PATH, office.case_body(*debts))
    assert made["_status"] == "OK"
    assert set(made) == {
        *("_id", "_created", "_updated", "_etag", "_status"),
        *("_cases", "_ocr_numbers", "_ocr_numbers_ocr"),
    }
    cases = [await office.case(id_) for id_ in made["_cases"]]
    assert [case["ocr_number"] for case in cases] == made["_ocr_numbers_ocr"]
    assert len(set(made["_ocr_numbers"])) == 3
    assert [case["debt"]["capital_to_claim"] for case in cases] == [100, 200, 300]
    assert cases[2]["debt"]["payout_reference"] == "P-3"
    assert {case["customer"] for case in cases} == {cases[0]["customer"]}
    assert {case["case_registration"] for case in cases} == {made["_id"]}
    for case in cases:
        assert (case["state"], case["status"]) == ("initializing", "initialized")
        assert [item["status"] for item in case["status_history"]] == ["initializing", "initialized"]


async def test_the_debt_is_shown_with_what_it_left_out(office: Office) -> None:
    debt = office.debt(1000, invoice_number="INV 2026-00017/B")
    case = await office.case((await office.post(PATH, office.case_body(debt)))["_cases"][0])
    assert case["debt"] == {
        "invoice_number": "INV 2026-00017/B",
        "debt_reference": "2026000170",
        "invoice_date": "Sun, 01 Mar 2026 00:00:00 GMT",
        "invoice_due_days_after_invoice_date": 30,
        "interest_days_after_invoice_date": 30,
        "initial_capital": 1000,
        "capital_to_claim": 1000,
        "debt_description": "Papper",
        "claim_kind": "goods_or_services",
        "limitation_kind": "consumer",
        "due_date_basis": "invoice_only",
        "left": "Sun, 01 Mar 2026 00:00:00 GMT",
    }


async def test_fees_claimed_and_included_stand_beside_the_capital(office: Office) -> None:
    case = await office.case(
        await office.register_debt(
            1050,
            initial_capital=1200,
            fees_included_in_capital_to_claim={"invoice_fee": 50},
            fees_already_claimed={"reminder": {"amount": 60, "fee_registration_date": "2026-03-20"}},
        )
    )
    assert case["debt"]["capital_to_claim"] == 1050
    assert case["debt"]["initial_capital"] == 1200
    assert case["total_added_capital_amount"] == 1000
    assert case["total_added_costs_amount"] == 110
    assert {line["type"]: line["amount"] for line in case["transactions"]} == {
        "capital": 1000,
        "invoice_fee": 50,
        "reminder": 60,
    }


@pytest.mark.parametrize(
    ("creditor", "sent", "shown", "remark"),
    [
        ({}, "Papper", "Papper", "as it was sent"),
        ({}, LEFT_OUT, "Kontorsvaror", "the creditor's standard one"),
        ({"always_use_standard_debt_description": True}, "Papper", "Kontorsvaror", "always the standard one"),
    ],
)
async def test_what_a_debt_is_for(app: Any, creditor: dict[str, Any], sent: Any, shown: str, remark: str) -> None:
    office = await open_office(app, **creditor)
    body = changed(office.case_body(), {"debts.0.debt_description": sent})
    case = await office.case((await office.post(PATH, body))["_cases"][0])
    assert case["debt"]["debt_description"] == shown, remark
    await office.client.aclose()


async def test_a_debt_of_which_nobody_says_what_it_is_for_is_refused(app: Any) -> None:
    office = await open_office(app)
    async with app.database.transaction() as tx:
        await tx.execute("update creditors set standard_debt_description = null where id = $1", office.creditor)
        await tx.execute("update accounts set standard_debt_description = null where id = $1", office.account)
    body = office.case_body(office.debt(), office.debt(), office.debt())
    issues = await refused_without_a_trace(
        office, PATH, changed(body, {"debts.0.debt_description": LEFT_OUT, "debts.2.debt_description": LEFT_OUT})
    )
    assert set(issues) == {"debts.0.debt_description", "debts.2.debt_description"}
    await office.client.aclose()


REFUSED: list[tuple[dict[str, Any], dict[str, str], str]] = [
    *((changes, {path: sentence}, remark) for changes, path, sentence, remark in EVERYWHERE),
    *(
        ({"debts.0.capital_to_claim": value}, {"debts.0.capital_to_claim": sentence}, remark)
        for value, sentence, remark in MONEY
    ),
    *(
        ({"debts.0.invoice_date": value}, {"debts.0.invoice_date": sentence}, remark)
        for value, sentence, remark in MOMENTS
    ),
    (
        {"account": NOBODY},
        {"account": f"value '{NOBODY}' must exist in resource 'accounts', field '_id'"},
        "no such account",
    ),
    (
        {"first_action": "enforcement"},
        {"first_action": "unallowed value enforcement: must be one of reminder, debt_collection, surveillance, none"},
        "a closed list",
    ),
    ({"currency": "NOK"}, {"currency": "unallowed value NOK: must be one of SEK"}, "kronor only"),
    ({"debts": []}, {"debts": "min length is 1"}, "at least one"),
    ({"debts": {}}, {"debts": "must be of list type"}, "a list of them"),
    (
        {"debts.0.invoice_due_days_after_invoice_date": -1},
        {"debts.0.invoice_due_days_after_invoice_date": "must be between 0 and 3650"},
        "due before it was made",
    ),
    (
        {"debts.0.invoice_due_days_after_invoice_date": 1.5},
        {"debts.0.invoice_due_days_after_invoice_date": "must be of integer type"},
        "whole days",
    ),
    (
        {"debts.0.invoice_due_days_after_invoice_date": "30"},
        {"debts.0.invoice_due_days_after_invoice_date": "must be of number type"},
        "a number of days",
    ),
    (
        {"debts.0.interest_days_after_invoice_date": 3651},
        {"debts.0.interest_days_after_invoice_date": "must be between 0 and 3650"},
        "ten years",
    ),
    ({"debts.0.interest": 1}, {"debts.0.interest": "unknown field"}, "interest is computed"),
    (
        {"debts.0.fees_included_in_capital_to_claim": {"invoice_fee": 1000.01}},
        {"debts.0.fees_included_in_capital_to_claim": "must not be more than capital_to_claim"},
        "a part is not more than the whole",
    ),
    (
        {"debts.0.fees_included_in_capital_to_claim": {"tip": 1}},
        {
            "debts.0.fees_included_in_capital_to_claim": (
                "unallowed value tip: must be one of invoice_fee, reminder, debt_collection, late_payment_fee, cost"
            )
        },
        "no such article",
    ),
    (
        {"debts.0.fees_already_claimed": {"reminder": {"amount": 0}}},
        {"debts.0.fees_already_claimed.reminder.amount": "must be more than 0"},
        "a fee is something",
    ),
    (
        {"debts.0.fees_already_claimed": {"reminder": 60}},
        {"debts.0.fees_already_claimed.reminder": "must be of dict type"},
        "with its date",
    ),
    ({"customer.id_number": LEFT_OUT}, {"customer.id_number": "required field"}, "collection needs it"),
    ({"customer.address": LEFT_OUT}, {"customer.address": "required field"}, "and an address"),
    ({"customer.address.zip_code": LEFT_OUT}, {"customer.address.zip_code": "required field"}, "all of it"),
    (
        {"customer.car_registration": {"number": "ABC123"}},
        {"customer.car_registration": "unknown field"},
        "only with invoices",
    ),
    (
        {"customer.is_foreign": True},
        {"customer.is_person": "excludes is_foreign", "customer.is_foreign": "excludes is_person"},
        "flags exclude each other",
    ),
    *(
        ({name: LEFT_OUT}, {name: "required field"}, "must be sent")
        for name in ("account", "creditor", "first_action", "currency", "customer", "debts")
    ),
    *(
        ({f"debts.0.{name}": LEFT_OUT}, {f"debts.0.{name}": "required field"}, "must be sent")
        for name in ("invoice_number", "invoice_date", "capital_to_claim", "invoice_due_days_after_invoice_date")
    ),
]


@pytest.mark.parametrize(("changes", "issues", "remark"), REFUSED)
async def test_a_bad_registration_is_refused_and_leaves_no_trace(
    office: Office, changes: dict[str, Any], issues: dict[str, str], remark: str
) -> None:
    assert await refused_without_a_trace(office, PATH, changed(office.case_body(), changes)) == issues, remark


async def test_every_issue_of_every_debt_is_told_at_once(office: Office) -> None:
    body = office.case_body(
        office.debt(), office.debt(capital_to_claim=0), office.debt(invoice_date="x"), currency="EUR"
    )
    issues = await refused_without_a_trace(office, PATH, body)
    assert set(issues) == {"currency", "debts.1.capital_to_claim", "debts.2.invoice_date"}


async def test_numbers_that_are_taken_are_all_told(office: Office) -> None:
    first, second = office.debt(), office.debt()
    await office.post(PATH, office.case_body(first, second))
    issues = await refused_without_a_trace(office, PATH, office.case_body(second, office.debt(), first))
    assert set(issues) == {"debts.0.invoice_number", "debts.2.invoice_number"}
    twice = office.debt()
    issues = await refused_without_a_trace(office, PATH, office.case_body(twice, twice))
    assert issues == {"debts": f"the invoice number '{twice['invoice_number']}' stands twice"}


async def test_a_company_is_a_business_by_flag_by_number_or_by_what_is_known(office: Office) -> None:
    """A business owes the late-payment fee, a consumer does not: so it can be told from what is owed."""
    fee = {"late_payment_fee": {"amount": 450, "fee_registration_date": "2026-04-10"}}
    address = office.case_body()["customer"]["address"]
    for customer, owes in (
        ({"name": "AB", "id_number": COMPANY, "is_company": True}, 450),
        ({"name": "AB", "id_number": COMPANY}, 450),
        ({"name": "Karin", "id_number": "19811228-9874"}, 0),
        ({"name": "Far", "id_number": "NO 974 760 673", "is_foreign": True}, 0),
    ):
        body = office.case_body(office.debt(fees_already_claimed=fee), customer=customer | {"address": address})
        case = await office.case((await office.post(PATH, body))["_cases"][0])
        assert case["total_remaining_costs_amount"] == owes, customer
    number = office.number()
    await office.register_invoice(customer={"name": "AB", "is_company": True, "customer_number": number})
    body = office.case_body(office.debt(fees_already_claimed=fee))
    body["customer"] = {"name": "AB", "id_number": "", "customer_number": number, "address": address}
    case = await office.case((await office.post(PATH, body))["_cases"][0])
    assert case["total_remaining_costs_amount"] == 450
