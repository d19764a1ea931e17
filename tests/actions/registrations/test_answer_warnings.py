"""Warnings in answers: done all the same, and said so; and what is refused because it cannot be."""

from __future__ import annotations

import json
from typing import Any

import pytest

from fordran.api.http.error_types import warning_codes
from tests.actions.office import Office
from tests.api.bodies import ADDRESS, creditor_data

INVOICES, CASES = "invoice--registrations", "case--registrations"


def warnings(made: dict[str, Any]) -> list[tuple[str, str]]:
    """The codes and fields of an answer's warnings, each with a sentence."""
    found = made.get("_warnings", ())
    assert "_warnings" not in made or found, "absent where there are none"
    assert all(one.keys() == {"code", "field", "message"} and one["code"] in warning_codes() for one in found)
    assert all("{" not in one["message"] for one in found)
    return [(one["code"], one["field"]) for one in found]


async def test_what_is_right_has_no_warnings(office: Office) -> None:
    reached = office.customer_body(address=ADDRESS)
    assert warnings(await office.post(INVOICES, office.invoice_body(customer=reached))) == []
    made = await office.post(CASES, office.case_body(office.debt(invoice_date="2026-09-01")))
    assert warnings(made) == []
    payment = await office.pay(made["_cases"][0], 100, "2026-11-02")
    assert warnings(payment) == []


@pytest.mark.parametrize(
    ("customer", "expected"),
    [
        (
            {"name": "Kim", "id_number": "19811228-9870", "address": ADDRESS},
            ("doubtful_content", "customer.id_number"),
        ),
        (
            {"name": "Kim", "address": ADDRESS | {"zip_code": "12"}},
            ("doubtful_content", "customer.address.zip_code"),
        ),
        ({"name": "Kim", "address": ADDRESS, "email": "kim"}, ("doubtful_content", "customer.email")),
        ({"name": "Kim"}, ("no_way_to_reach", "customer.address")),
    ],
)
async def test_a_doubtful_customer_is_registered_with_a_warning(
    office: Office, customer: dict[str, Any], expected: tuple[str, str]
) -> None:
    assert warnings(await office.post(INVOICES, office.invoice_body(customer=customer))) == [expected]


@pytest.mark.parametrize(
    ("fees", "fields", "costs"),
    [
        ({"fees_already_claimed": {"cost": {"amount": 410}}}, [], 410),
        ({"fees_already_claimed": {"cost": {"amount": 900}}}, ["fees_already_claimed.cost"], 410),
        ({"fees_already_claimed": {"debt_collection": {"amount": 200}}}, ["fees_already_claimed.debt_collection"], 180),
        (
            {"fees_included_in_capital_to_claim": {"debt_collection": 181}},
            ["fees_included_in_capital_to_claim.debt_collection"],
            180,
        ),
    ],
)
async def test_fees_above_the_law_are_capped(
    office: Office, fees: dict[str, Any], fields: list[str], costs: float
) -> None:
    made = await office.post(CASES, office.case_body(office.debt(invoice_date="2026-09-01", **fees)))
    assert warnings(made) == [("fee_capped", f"debts.0.{field}") for field in fields]
    case = await office.case(made["_cases"][0])
    assert case["total_remaining_costs_amount"] == costs
    assert await office.differences() == []


async def test_a_claim_that_looks_time_barred_is_registered_with_a_warning(office: Office) -> None:
    old = office.debt(invoice_date="2015-03-01")
    for more in ({}, {"start_flow": False}):
        made = await office.post(CASES, office.case_body(old | {"invoice_number": office.number()}, **more))
        assert warnings(made) == [("time_barred", "debts.0.invoice_date")]


async def test_a_setting_outside_of_the_laws_bounds_is_bounded_with_a_warning(office: Office) -> None:
    settings = {"debt_collection_fee": 500, "write_off_below": 10}
    made = await office.post(CASES, office.case_body(office.debt(invoice_date="2026-09-01"), case_settings=settings))
    assert warnings(made) == [("setting_capped", "case_settings.debt_collection_fee")]


@pytest.mark.parametrize(
    ("word", "way"),
    [
        *(("print", "print"), ("Brev", "print"), ("POST", "print"), (" E-post ", "email"), ("mail", "email")),
        *(("None", "none"), ("no", "none"), ("", None), ("duva", None)),
    ],
)
async def test_usual_words_name_a_way_of_distribution(office: Office, word: str, way: str | None) -> None:
    customer = office.customer_body(address=ADDRESS, email="karin@example.com")
    body = office.invoice_body(customer=customer, preferred_invoice_distribution=word)
    made = await office.post(INVOICES, body)
    unknown = [("unknown_distribution", "preferred_invoice_distribution")]
    assert warnings(made) == (unknown if way is None and word else [])
    invoice = await office.get(f"invoices/{made['_invoice']}")
    assert invoice["preferred_invoice_distribution"] == word, "shown as it was sent"
    ours = way != "none"
    assert (invoice["distribution"]["status"] != "not_ours") is ours if "distribution" in invoice else True


async def test_payments_creditings_and_cancellations_warn(office: Office) -> None:
    case = (await office.post(CASES, office.case_body(office.debt(invoice_date="2026-09-01"))))["_cases"][0]
    assert warnings(await office.credit(case, 2000)) == [("crediting_more_than_capital", "amount")]
    case = (await office.post(CASES, office.case_body(office.debt(invoice_date="2026-09-01"))))["_cases"][0]
    assert warnings(await office.pay(case, 5000, "2026-11-02")) == [("payment_more_than_owed", "amount")]
    assert warnings(await office.pay(case, 1, "2026-11-02")) == [("payment_on_closed_case", "case")]
    assert warnings(await office.cancel(case)) == [("cancellation_of_closed_case", "case")]


async def test_creditors_and_customers_warn_when_made_and_changed(office: Office) -> None:
    data = creditor_data() | {"organization_no": "556016-0681"}
    made = await office.post("creditors", {"account": office.account, **data})
    assert warnings(made) == [("doubtful_content", "organization_no")]
    case = await office.case(await office.register_invoice(customer={"name": "Kim", "address": ADDRESS}))
    customer = await office.get(f"customers/{case['customer']}")
    answer = await office.client.patch(
        f"/customers/{customer['_id']}", json={"email": "kim"}, headers={"if-match": customer["_etag"]}
    )
    assert (answer.status_code, warnings(answer.json())) == (200, [("doubtful_content", "email")])


async def test_of_many_each_has_its_own_and_no_list_has_any(office: Office) -> None:
    bodies = [
        office.invoice_body(customer={"name": f"Kim {number}"} | ({"address": ADDRESS} if number else {}))
        for number in range(12)
    ]
    made = (await office.post(INVOICES, bodies))["_items"]
    assert [warnings(one) for one in made] == [[("no_way_to_reach", "customer.address")], *([[]] * 11)]
    listed = await office.get(INVOICES, max_results="100")
    assert "_warnings" not in json.dumps(listed)


@pytest.mark.parametrize(
    ("line", "refused", "remark"),
    [
        ({"unit_price": 100, "number_of_units": 3, "total_price_excluding_vat": 300}, False, "exact"),
        ({"unit_price": 0.333, "number_of_units": 3, "total_price_excluding_vat": 1}, False, "a tenth of an öre"),
        ({"unit_price": 0.335, "number_of_units": 100, "total_price_excluding_vat": 34}, False, "half an öre a unit"),
        ({"unit_price": 0.335, "number_of_units": 100, "total_price_excluding_vat": 34.01}, True, "and no more"),
        ({"unit_price": 100, "number_of_units": 3, "total_price_excluding_vat": 3000}, True, "a zero too many"),
        ({"unit_price": -100, "number_of_units": 1, "total_price_excluding_vat": 100}, False, "signs are not compared"),
        ({"unit_price": 100, "total_price_excluding_vat": 300}, False, "no units to multiply with"),
    ],
)
async def test_a_line_is_refused_whose_units_do_not_come_to_its_total(
    office: Office, line: dict[str, Any], refused: bool, remark: str
) -> None:
    good = {"article_description": "Papper", "total_price_excluding_vat": 500}
    body = office.invoice_body(matrix=[good, {"article_description": "Pennor", **line}])
    answer = await office.client.post(f"/{INVOICES}", json=body)
    assert answer.status_code == (422 if refused else 201), (remark, answer.text)
    if refused:
        (index,) = answer.json()["_issue_codes"]["matrix"]
        issue = answer.json()["_issue_codes"]["matrix"][index]["total_price_excluding_vat"]
        assert (index, issue["code"]) == ("1", "line_total_differs"), remark


async def test_a_credit_invoice_above_what_is_left_is_refused(office: Office) -> None:
    body = office.invoice_body(1000)
    case = (await office.post(INVOICES, body))["_case"]

    def credit(amount: float) -> dict[str, Any]:
        changes = {"invoice_type": "credit_invoice", "reference_number": body["invoice_number"]}
        return office.invoice_body(amount, **changes)

    assert (await office.case(case))["total_remaining_capital_amount"] == 1000
    issues = await office.post(INVOICES, credit(1001), 422)
    assert issues["_issue_codes"]["matrix"]["code"] == "credit_above_left"
    await office.post(INVOICES, credit(400))
    await office.post(INVOICES, credit(601), 422)
    await office.post(INVOICES, credit(600))
    assert (await office.case(case))["total_remaining_capital_amount"] == 0
    assert await office.differences() == []
