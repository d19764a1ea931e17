"""POST /invoice--registrations: it works, defaults, every refusal, arrays, and many at once."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

from tests.actions.office import Office, open_office
from tests.actions.registrations.refusing import (
    EVERYWHERE,
    LEFT_OUT,
    MOMENTS,
    NOBODY,
    TEXTS,
    changed,
    refused_without_a_trace,
)

PATH = "invoice--registrations"


async def test_an_invoice_makes_a_customer_an_invoice_a_payment_reference_and_a_case(office: Office) -> None:
    made = await office.post(PATH, office.invoice_body(800))
    assert made["_status"] == "OK"
    assert set(made) == {
        *("_id", "_created", "_updated", "_etag", "_status"),
        *("_invoice", "_case", "_ocr_number", "ocr_number_ocr", "_warnings"),
    }
    assert [one["code"] for one in made["_warnings"]] == ["no_way_to_reach"]
    invoice = await office.get(f"invoices/{made['_invoice']}")
    case = await office.case(made["_case"])
    assert invoice["case"] == case["_id"]
    assert invoice["ocr_number"] == case["ocr_number"] == made["ocr_number_ocr"]
    assert invoice["invoice_registration"] == case["case_registration"] == made["_id"]
    assert invoice["customer"] == invoice["debtor"] == case["customer"]
    assert (case["state"], case["status"]) == ("invoice", "invoice")
    assert [item["status"] for item in case["status_history"]] == ["initializing", "initialized", "invoice"]
    assert case["total_remaining_capital_amount"] == 800


VECTOR = [
    {"article_description": "A", "total_price_excluding_vat": 333.33, "unit_vat_percent": "25%"},
    {"article_description": "B", "total_price_excluding_vat": 333.33},
    {"article_description": "C", "total_price_excluding_vat": 333.34, "unit_vat_percent": "25%"},
    {"article_description": "D", "total_price_excluding_vat": 99.99, "unit_vat_percent": "12%"},
    {"article_description": "E", "total_price_excluding_vat": 49.95, "unit_vat_percent": "6%"},
    {"article_description": "F", "total_price_excluding_vat": 10, "unit_vat_percent": "0%"},
]


async def test_vat_is_computed_for_each_rate_and_the_sum_rounded_to_kronor(office: Office) -> None:
    made = await office.post(PATH, office.invoice_body(matrix=VECTOR))
    invoice = await office.get(f"invoices/{made['_invoice']}")
    assert {name: invoice[name] for name in invoice if name.startswith("total_") or name == "amount_rounding"} == {
        "total_amount_excluding_vat": 1159.94,
        "total_vat_25_percent": 250,
        "total_vat_12_percent": 12,
        "total_vat_6_percent": 3,
        "total_vat": 265,
        "total_amount_including_vat": 1424.94,
        "amount_rounding": 0.06,
    }
    assert (await office.case(made["_case"]))["total_added_capital_amount"] == 1425


@pytest.mark.parametrize(
    ("line", "shown", "remark"),
    [
        (
            {"total_price_excluding_vat": 10},
            {"unit_price": 10, "unit_vat_percent": "25%"},
            "25 % and its total by default",
        ),
        (
            {"total_price_excluding_vat": 10, "number_of_units": 3},
            {"unit_price": 3.333333, "number_of_units": 3},
            "divided",
        ),
        ({"total_price_excluding_vat": 10, "number_of_units": 0}, {"unit_price": 10}, "by nothing: its total"),
        ({"total_price_excluding_vat": 10, "unit_price": 9.999999}, {"unit_price": 9.999999}, "as it was sent"),
        (
            {"total_price_excluding_vat": 5, "is_discount": True},
            {"total_price_excluding_vat": -5},
            "a discount is negative",
        ),
        (
            {"total_price_excluding_vat": -5, "is_discount": True},
            {"total_price_excluding_vat": -5},
            "however it was sent",
        ),
    ],
)
async def test_a_line_is_shown_with_what_it_left_out(
    office: Office, line: dict[str, Any], shown: dict[str, Any], remark: str
) -> None:
    matrix = [{"article_description": "Much", "total_price_excluding_vat": 100}, {"article_description": "X", **line}]
    made = await office.post(PATH, office.invoice_body(matrix=matrix))
    invoice = await office.get(f"invoices/{made['_invoice']}")
    assert {name: invoice["matrix"][1][name] for name in shown} == shown, remark


@pytest.mark.parametrize(
    ("sent", "shown"),
    [
        ({}, "Sun, 01 Mar 2026 00:00:00 GMT"),
        ({"ownership_date": "2026-02-14"}, "Sat, 14 Feb 2026 00:00:00 GMT"),
    ],
)
async def test_the_day_of_a_cars_owner_is_shown_wherever_the_registration_is_read(
    office: Office, sent: dict[str, str], shown: str
) -> None:
    car = {"number": "ABC123", "country": "NO"}
    customer = {"name": "Ägare", "is_person": True, "car_registration": car | sent}
    id_ = (await office.post(PATH, office.invoice_body(100, customer=customer)))["_id"]
    where = json.dumps({"_id": id_, "customer.car_registration.ownership_date": {"$exists": True}})
    listed = (await office.client.get(f"/{PATH}", params={"where": where})).json()["_items"]
    for registration in (await office.get(f"{PATH}/{id_}"), *listed, listed[0]):
        assert registration["customer"]["car_registration"] == car | {"ownership_date": shown}
        assert registration["customer"]["name"] == "Ägare"


async def test_what_a_registration_leaves_out_takes_its_default(office: Office) -> None:
    customer = {"name": "Ägare", "is_person": True, "car_registration": {"number": "ABC123"}}
    made = await office.post(PATH, office.invoice_body(100, customer=customer))
    case = await office.case(made["_case"])
    owner = await office.get(f"customers/{case['customer']}")
    assert owner["car_registration"] == {
        "number": "ABC123",
        "country": "SE",
        "ownership_date": "Sun, 01 Mar 2026 00:00:00 GMT",
    }
    assert owner["address"] == {"address_line_1": "", "zip_code": "", "city": "", "country": "SE"}
    assert owner["id_number_status"] == "missing"
    assert case["start_flow"] is True
    assert case["debt"]["debt_description"] == "Kontorsvaror"
    assert case["case_settings"]["interest_rate"] == {"reference_rate": True}
    assert (await office.case(await office.register_invoice(start_flow=False)))["start_flow"] is False


async def test_a_due_date_may_be_the_invoice_date_said_in_another_time(office: Office) -> None:
    """Swedish midnight is 23:00 or 22:00 GMT of the day before: the same day, said differently."""
    case = await office.register_invoice(
        invoice_date="Sun, 01 Mar 2026 00:00:00 GMT",
        invoice_due_date="Sat, 28 Feb 2026 23:00:00 GMT",
        preferred_invoice_distribution="none",
    )
    assert (await office.case(case))["debt"]["invoice_due_days_after_invoice_date"] == 0


async def test_an_agreed_rate_of_any_decimals_is_kept_exactly(office: Office) -> None:
    rate = {"interest_rate": {"reference_rate": False, "rate_percent": 9.75}}
    case = await office.register_invoice(36_500, case_settings=rate, preferred_invoice_distribution="none")
    assert (await office.case(case))["case_settings"]["interest_rate"] == rate["interest_rate"]
    assert (await office.statement(case, "2026-04-10"))["total_remaining_interest_amount"] == 97.5


def taken(resource: str, id_: str) -> str:
    return f"value '{id_}' must exist in resource '{resource}', field '_id'"


REFUSED: list[tuple[dict[str, Any], dict[str, str], str]] = [
    *((changes, {path: sentence}, remark) for changes, path, sentence, remark in EVERYWHERE),
    *(
        ({name: value}, {name: sentence}, remark)
        for name in ("invoice_date", "invoice_due_date")
        for value, sentence, remark in MOMENTS
        # Else the invoice would be due before it was made besides.
        if (name, str(value)[:4])
        not in {("invoice_date", "2200"), ("invoice_date", "9999"), ("invoice_due_date", "1899")}
    ),
    *(({"invoice_headline": value}, {"invoice_headline": sentence}, remark) for value, sentence, remark in TEXTS),
    ({"account": NOBODY}, {"account": taken("accounts", NOBODY)}, "no such account"),
    ({"creditor": NOBODY}, {"creditor": taken("creditors", NOBODY)}, "no such creditor"),
    (
        {"invoice_type": "reminder"},
        {"invoice_type": "unallowed value reminder: must be one of invoice, credit_invoice"},
        "a closed list",
    ),
    ({"currency": "EUR"}, {"currency": "unallowed value EUR: must be one of SEK"}, "kronor only"),
    ({"invoice_number": " "}, {"invoice_number": "empty values not allowed"}, "a number has something in it"),
    (
        {"invoice_due_date": "2026-02-28"},
        {"invoice_due_date": "must not be before invoice_date"},
        "due before it was made",
    ),
    ({"matrix": []}, {"matrix": "min length is 1"}, "an invoice has lines"),
    ({"matrix": "x"}, {"matrix": "must be of list type"}, "lines are a list"),
    (
        {"matrix.0.unit_vat_percent": "13%"},
        {"matrix.0.unit_vat_percent": "unallowed value 13%: must be one of 25%, 12%, 6%, 0%"},
        "no such rate",
    ),
    ({"matrix.0.unit_vat_percent": 25}, {"matrix.0.unit_vat_percent": "must be of string type"}, "25 is not 25%"),
    (
        {"matrix.0.total_price_excluding_vat": 0.001},
        {"matrix.0.total_price_excluding_vat": "must have at most 2 decimals"},
        "öre",
    ),
    (
        {"matrix.0.unit_price": 1.0000001},
        {"matrix.0.unit_price": "must have at most 6 decimals"},
        "six decimals are enough",
    ),
    ({"matrix.0.article_description": LEFT_OUT}, {"matrix.0.article_description": "required field"}, "what is it for"),
    (
        {"matrix.0.total_price_excluding_vat": LEFT_OUT},
        {"matrix.0.total_price_excluding_vat": "required field"},
        "the truth",
    ),
    ({"matrix.0.extra_rows": "x"}, {"matrix.0.extra_rows": "must be of list type"}, "rows are a list"),
    (
        {"matrix.0.total_price_excluding_vat": -1},
        {"matrix": "the invoice comes to less than 0: register it as a credit_invoice"},
        "less than nothing",
    ),
    ({"customer": "Karin"}, {"customer": "must be of dict type"}, "a customer is an object"),
    ({"customer.name": LEFT_OUT}, {"customer.name": "required field"}, "somebody"),
    ({"customer.name": ""}, {"customer.name": "empty values not allowed"}, "somebody with a name"),
    (
        {"customer.address": {"country": "Sverige"}},
        {"customer.address.country": "unallowed value Sverige: must be a country code of ISO 3166-1, such as SE"},
        "ISO 3166-1",
    ),
    (
        {"customer.is_company": True},
        {"customer.is_person": "excludes is_company", "customer.is_company": "excludes is_person"},
        "a person is no company",
    ),
    (
        {"customer.is_company": True, "customer.is_foreign": True},
        {
            "customer.is_person": "excludes is_company, is_foreign",
            "customer.is_company": "excludes is_person, is_foreign",
            "customer.is_foreign": "excludes is_person, is_company",
        },
        "nor all three",
    ),
    (
        {"customer.customer_number": "7", "customer.car_registration": {"number": "ABC123"}},
        {"customer.car_registration": "excludes customer_number"},
        "a car or a number",
    ),
    ({"customer.car_registration": {}}, {"customer.car_registration.number": "required field"}, "a car has a number"),
    (
        {"case_settings": {"interest_rate": {"rate_percent": 8}}},
        {"case_settings.interest_rate.reference_rate": "required field"},
        "which of the two",
    ),
    (
        {"case_settings": {"interest_rate": {"reference_rate": False, "rate_percent": -1}}},
        {"case_settings.interest_rate.rate_percent": "must be between 0 and 100"},
        "no interest below nothing",
    ),
    ({"file_import_report": {}}, {"file_import_report": "unknown field"}, "read-only"),
    ({"labels": ["a", 7]}, {"labels.1": "must be of string type"}, "labels are texts"),
    ({"start_flow": "yes"}, {"start_flow": "must be of boolean type"}, "true or false"),
    (
        {"invoice_type": "credit_invoice"},
        {"reference_number": "required field for a credit invoice: the number of the invoice it credits"},
        "a credit invoice names what it credits",
    ),
    (
        {"invoice_type": "credit_invoice", "reference_number": "nowhere"},
        {"reference_number": "value 'nowhere' must exist in resource 'invoices', field 'invoice_number'"},
        "and that has to be there",
    ),
    (
        {"invoice_type": "credit_invoice", "reference_number": "nowhere", "matrix.0.total_price_excluding_vat": -1},
        {"matrix": "the invoice comes to less than 0: a credit invoice has positive lines"},
        "credit invoices have positive lines",
    ),
    *(
        ({name: LEFT_OUT}, {name: "required field"}, "must be sent")
        for name in (
            *("account", "creditor", "customer", "invoice_type", "invoice_number", "invoice_date"),
            *("invoice_due_date", "currency", "matrix"),
        )
    ),
]


@pytest.mark.parametrize(("changes", "issues", "remark"), REFUSED)
async def test_a_bad_registration_is_refused_and_leaves_no_trace(
    office: Office, changes: dict[str, Any], issues: dict[str, str], remark: str
) -> None:
    assert await refused_without_a_trace(office, PATH, changed(office.invoice_body(), changes)) == issues, remark


async def test_every_issue_is_told_at_once(office: Office) -> None:
    body = changed(
        office.invoice_body(),
        {
            "creditor": NOBODY,
            "currency": "EUR",
            "invoice_number": LEFT_OUT,
            "invoice_due_date": "2026-02-28",
            "customer.is_company": True,
            "matrix.0.unit_vat_percent": "13%",
            "more": 1,
        },
    )
    assert set(await refused_without_a_trace(office, PATH, body)) == {
        *("creditor", "currency", "invoice_number", "invoice_due_date", "customer.is_person", "customer.is_company"),
        *("matrix.0.unit_vat_percent", "more"),
    }


async def test_lines_that_add_up_to_more_than_there_is_are_refused(office: Office) -> None:
    body = office.invoice_body(*[9_999_999_999_999] * 20)
    issues = await refused_without_a_trace(office, PATH, body)
    assert issues == {"matrix": "the invoice comes to more than 13 digits of kronor"}


async def test_an_invoice_number_is_used_once_by_a_creditor_whatever_it_numbers(office: Office) -> None:
    body = office.invoice_body()
    await office.post(PATH, body)
    number = {"invoice_number": f"value '{body['invoice_number']}' is not unique"}
    assert (
        await refused_without_a_trace(office, PATH, office.invoice_body() | {"invoice_number": body["invoice_number"]})
        == number
    )
    credit = office.invoice_body(invoice_type="credit_invoice", reference_number=body["invoice_number"])
    assert await refused_without_a_trace(office, PATH, credit | {"invoice_number": body["invoice_number"]}) == number
    made = await office.post(PATH, credit)
    debt = office.case_body(office.debt(invoice_number=credit["invoice_number"]))
    issues = await refused_without_a_trace(office, "case--registrations", debt)
    assert issues == {"debts.0.invoice_number": f"value '{credit['invoice_number']}' is not unique"}
    assert made["_case"]


async def test_a_credit_invoice_credits_the_case_that_it_names_be_it_an_invoice_or_a_debt(office: Office) -> None:
    debt = office.debt(1000)
    case = (await office.post("case--registrations", office.case_body(debt)))["_cases"][0]
    body = office.invoice_body(400, invoice_type="credit_invoice", reference_number=debt["invoice_number"])
    made = await office.post(PATH, body)
    assert made["_case"] == case
    assert made["ocr_number_ocr"] == (await office.case(case))["ocr_number"]
    assert (await office.case(case))["total_remaining_capital_amount"] == 600
    (crediting,) = (await office.get("creditor--creditings", where=f'{{"case": "{case}"}}'))["_items"]
    assert (crediting["invoice"], crediting["amount"]) == (made["_invoice"], 400)


async def test_an_inactive_creditor_takes_no_registrations(app: Any) -> None:
    office = await open_office(app, is_active=False)
    said = {"creditor": "the creditor is not active: it takes no registrations"}
    assert await refused_without_a_trace(office, PATH, office.invoice_body()) == said
    assert await refused_without_a_trace(office, "case--registrations", office.case_body()) == said
    await office.client.aclose()


async def test_an_account_can_have_doubtful_numbers_refused(app: Any) -> None:
    office = await open_office(app)
    account = await office.get(f"accounts/{office.account}")
    changed_account = await office.client.patch(
        f"/accounts/{office.account}", json={"number_validation": "refuse"}, headers={"If-Match": account["_etag"]}
    )
    assert changed_account.status_code == 200
    doubtful = office.customer_body(id_number="811228-9875")
    assert set(await refused_without_a_trace(office, PATH, office.invoice_body(customer=doubtful))) == {
        "customer.id_number"
    }
    await office.register_invoice(customer=office.customer_body())
    await office.register_invoice(customer={"name": "Nobody", "is_foreign": True, "id_number": "NO 974 760 673"})
    await office.client.aclose()


async def test_doubtful_content_is_stored_and_marked(office: Office) -> None:
    doubtful = {
        "name": "Odd",
        "id_number": "556016-0681",
        "is_company": True,
        "email": "nowhere",
        "mobile_number": "call me",
        "address": {"zip_code": "1234", "city": "Y"},
    }
    case = await office.case(await office.register_invoice(customer=doubtful))
    customer = await office.get(f"customers/{case['customer']}")
    assert customer["id_number"] == "556016-0681"
    assert customer["id_number_status"] == "invalid"
    assert {warning["field"] for warning in customer["warnings"]} == {
        *("id_number", "email", "mobile_number", "address.zip_code")
    }


async def test_up_to_a_thousand_are_registered_whole_or_not_at_all(office: Office) -> None:
    bodies = [office.invoice_body(index + 1) for index in range(50)]
    before = await office.counts()
    refused = await office.post(PATH, [*bodies[:-1], bodies[0]], 422)
    assert await office.counts() == before
    assert refused["_items"][-1]["_issues"] == {
        "invoice_number": f"value '{bodies[0]['invoice_number']}' is not unique"
    }
    made = await office.post(PATH, bodies)
    assert len({item["_case"] for item in made["_items"]}) == 50
    assert len({item["ocr_number_ocr"] for item in made["_items"]}) == 50
    for empty_or_more in ([], [office.invoice_body()] * 1001):
        await office.post(PATH, empty_or_more, 400)


async def test_of_the_same_invoice_number_at_once_one_is_registered(office: Office) -> None:
    body = office.invoice_body()
    answers = await asyncio.gather(*(office.client.post(f"/{PATH}", json=body) for _ in range(16)))
    assert sorted(answer.status_code for answer in answers) == [201] + [422] * 15
    listed = await office.get("cases", where=f'{{"debt.invoice_number": "{body["invoice_number"]}"}}')
    assert listed["_meta"]["total"] == 1
    assert await office.differences() == []


async def test_one_idempotency_key_registers_once(office: Office) -> None:
    body = office.invoice_body()
    headers = {"Idempotency-Key": body["invoice_number"]}
    answers = await asyncio.gather(*(office.client.post(f"/{PATH}", json=body, headers=headers) for _ in range(16)))
    assert {answer.status_code for answer in answers} <= {201, 409}
    again = await office.client.post(f"/{PATH}", json=body, headers=headers)
    assert again.headers["idempotency-replayed"] == "true"
    assert {answer.json()["_id"] for answer in answers if answer.status_code == 201} == {again.json()["_id"]}
    other = await office.client.post(f"/{PATH}", json=office.invoice_body(), headers=headers)
    assert other.status_code == 422
