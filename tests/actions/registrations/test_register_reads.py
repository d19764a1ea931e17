"""What registrations made is read with every field of the interface, each of its type: its tables, row by row.

`Yes` is always there, also when nobody gave it a value; `No` is there when it was given.
"""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.actions.office import Body, Office
from tests.api.bodies import ADDRESS, customer

RFC_1123 = r"(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT"
ISO_8601 = r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ"

COMMON = """
_id id Yes
_created moment Yes
_updated moment Yes
_etag etag Yes
"""

CUSTOMER = (
    COMMON.replace("moment", "iso")
    + """
name string Yes
id_number string Yes
is_person boolean Yes
customer_number string No
address object Yes
address.address_line_1 string Yes
address.zip_code string Yes
address.city string Yes
address.country string Yes
mobile_number string No
email string No
is_active boolean Yes
"""
)

MATRIX = """
matrix array Yes
matrix.0.article_number string No
matrix.0.article_description string Yes
matrix.0.unit_price number Yes
matrix.0.number_of_units number No
matrix.0.total_price_excluding_vat number Yes
matrix.0.unit_vat_percent string No
"""

INVOICE = (
    COMMON
    + """
account id Yes
creditor id Yes
creditor_name string Yes
customer id Yes
customer_name string Yes
customer_id_number string Yes
customer_number string No
customer_status string Yes
invoice_type string Yes
invoice_number string Yes
reference_number string No
payout_reference string No
invoice_date moment Yes
invoice_due_date moment Yes
invoice_delivery_date moment No
invoice_headline string No
invoice_body_text string No
currency string Yes
your_contact string No
your_reference string No
our_reference string No
debt_description string No
ocr_number string Yes
case id Yes
case_status string Yes
case_state string Yes
agreement_version string Yes
invoice_registration id Yes
total_amount_including_vat number Yes
total_amount_excluding_vat number Yes
total_vat_25_percent number Yes
total_vat_12_percent number Yes
total_vat_6_percent number Yes
total_vat number Yes
amount_rounding number Yes
letter_template string Yes
increment_invoice_number boolean Yes
debtor id Yes
debtor_name string Yes
case_total_added_transaction_amount number Yes
case_total_added_capital_amount number Yes
case_total_added_interest_amount number Yes
case_total_added_costs_amount number Yes
case_total_remaining_transaction_amount number Yes
case_total_remaining_capital_amount number Yes
case_total_remaining_interest_amount number Yes
case_total_remaining_costs_amount number Yes
"""
    + MATRIX
)

INVOICE_REGISTRATION = (
    COMMON
    + """
account id Yes
creditor id Yes
customer object Yes
customer.name string Yes
customer.customer_number string No
customer.id_number string No
customer.is_person boolean No
customer.address object No
customer.address.address_line_1 string No
customer.address.address_line_2 string No
customer.address.address_line_3 string No
customer.address.zip_code string No
customer.address.city string No
customer.address.country string No
customer.address.gln string No
customer.mobile_number string No
customer.email string No
invoice_type string Yes
invoice_number string Yes
reference_number string No
payout_reference string No
invoice_date moment Yes
invoice_due_date moment Yes
invoice_delivery_date moment No
invoice_headline string No
invoice_body_text string No
currency string Yes
your_contact string No
your_reference string No
our_reference string No
your_additional_reference string No
order_reference string No
contract_reference string No
debt_description string No
letter_template string No
custom_column_headlines array No
matrix array Yes
matrix.0.article_number string No
matrix.0.article_description string Yes
matrix.0.unit_price number No
matrix.0.number_of_units number No
matrix.0.total_price_excluding_vat number Yes
matrix.0.unit_vat_percent string Yes
matrix.0.is_discount boolean No
matrix.0.cost_center string No
matrix.0.article_date moment No
matrix.0.order_line_reference string No
matrix.0.custom_column_data array No
matrix.0.extra_rows array No
preferred_invoice_distribution string No
case_settings object No
labels array No
start_flow boolean No
_invoice id Yes
_case id Yes
_ocr_number id Yes
ocr_number_ocr string Yes
"""
)

CASE = (
    COMMON
    + """
creditor id Yes
creditor_name string Yes
customer id Yes
customer_name string Yes
customer_id_number string Yes
customer_number string No
customer_status string Yes
currency string Yes
state string Yes
state_history array Yes
state_history.0.state string Yes
state_history.0.status_date moment Yes
status string Yes
status_history array Yes
status_history.0.status string Yes
status_history.0.status_date moment Yes
latest_state_date moment Yes
agreement_version string Yes
case_registration id Yes
case_settings object Yes
case_settings.interest_rate.reference_rate boolean Yes
debt object Yes
debt.invoice_number string Yes
debt.debt_reference string No
debt.payout_reference string No
debt.invoice_date moment Yes
debt.invoice_due_days_after_invoice_date number Yes
debt.interest_days_after_invoice_date number Yes
debt.initial_capital number Yes
debt.capital_to_claim number Yes
debt.debt_description string Yes
transactions array Yes
transactions.0.bank_transaction_date moment Yes
transactions.0.registration_date moment Yes
transactions.0.origin string Yes
transactions.0.type string Yes
transactions.0.description_locale_tag string Yes
transactions.0.amount number Yes
"""
    + "\n".join(
        f"{whose}_{what}_{part}_amount number Yes"
        for whose in ("total", "local")
        for what in ("added", "remaining")
        for part in ("capital", "costs", "interest", "transaction")
    )
)

CASE_REGISTRATION = (
    COMMON
    + """
account id Yes
creditor id Yes
first_action string Yes
currency string Yes
customer object Yes
customer.name string Yes
customer.id_number string Yes
customer.address.address_line_1 string Yes
customer.address.zip_code string Yes
customer.address.city string Yes
customer.mobile_number string No
customer.email string No
debts array Yes
debts.0.invoice_number string Yes
debts.0.debt_description string No
debts.0.invoice_date moment Yes
debts.0.capital_to_claim number Yes
debts.0.invoice_due_days_after_invoice_date number Yes
_cases array Yes
_ocr_numbers array Yes
_ocr_numbers_ocr array Yes
"""
)

PAYMENT = (
    COMMON
    + """
account id Yes
creditor id Yes
case id Yes
currency string Yes
amount number Yes
bank_transaction_date moment Yes
creditor_payment_reference string No
origin string Yes
_payment_status string Yes
"""
)
CREDITING = PAYMENT.replace("bank_transaction_date moment Yes\ncreditor_payment_reference string No\n", "")
CANCELLATION = COMMON + "creditor id Yes\ncase id Yes\norigin string Yes\n_cancellation_status string Yes\n"

TYPES = {
    "string": lambda value: isinstance(value, str),
    "id": lambda value: re.fullmatch("[0-9a-f]{24}", value),
    "etag": lambda value: re.fullmatch("[0-9a-f]{40}", value),
    "moment": lambda value: re.fullmatch(RFC_1123, value),
    "iso": lambda value: re.fullmatch(ISO_8601, value),
    "number": lambda value: isinstance(value, int | float) and not isinstance(value, bool),
    "boolean": lambda value: isinstance(value, bool),
    "object": lambda value: isinstance(value, dict),
    "array": lambda value: isinstance(value, list),
}
NOTHING = object()


def value_at(document: Any, path: str) -> Any:
    for step in path.split("."):
        if isinstance(document, list):
            document = document[int(step)] if len(document) > int(step) else NOTHING
        else:
            document = document.get(step, NOTHING) if isinstance(document, dict) else NOTHING
    return document


def wrong_rows(table: str, document: Body, *, is_full: bool) -> list[str]:
    """The rows of a table that a document does not keep to."""
    wrong = []
    for row in filter(None, table.splitlines()):
        path, type_, required = row.split()
        value = value_at(document, path)
        if value is NOTHING:
            wrong += [f"{path} is not there"] if required == "Yes" or is_full else []
        elif not TYPES[type_](value):
            wrong.append(f"{path} is {value!r}, not {type_}")
    return wrong


@pytest.fixture(scope="module")
async def made(office: Office) -> dict[str, dict[str, str]]:
    """Documents with everything said, and documents with as little said as may be: full or bare → resource → id."""
    address = ADDRESS | {"address_line_2": "c/o", "address_line_3": "2 tr", "gln": "7300009000015"}
    texts = (
        *(
            "payout_reference",
            "invoice_headline",
            "invoice_body_text",
            "your_contact",
            "your_reference",
            "our_reference",
        ),
        *("your_additional_reference", "order_reference", "contract_reference", "debt_description", "letter_template"),
        *("preferred_invoice_distribution", "reference_number"),
    )
    line = {
        "article_number": "A",
        "article_description": "Papper",
        "unit_price": 33.333333,
        "number_of_units": 3,
        "total_price_excluding_vat": 100,
        "unit_vat_percent": "25%",
        "is_discount": False,
        "cost_center": "7",
        "article_date": "2026-03-01",
        "order_line_reference": "1",
        "custom_column_data": ["vit"],
        "extra_rows": ["80 g"],
    }
    full_invoice = office.invoice_body(
        customer=customer(address=address),
        invoice_delivery_date="2026-03-01",
        matrix=[line],
        custom_column_headlines=["Färg"],
        case_settings={"interest_rate": {"reference_rate": True}},
        labels=["a"],
        start_flow=True,
        **{name: name for name in texts},
    )
    bare_invoice = office.invoice_body(customer={"name": "Kim"})
    full_case = office.case_body(office.debt(payout_reference="P"), customer=customer(address=ADDRESS))
    documents: dict[str, dict[str, str]] = {}
    for name, invoice, case in (("full", full_invoice, full_case), ("bare", bare_invoice, office.case_body())):
        registered = await office.post("invoice--registrations", invoice)
        debts = await office.post("case--registrations", case)
        (id_,) = debts["_cases"]
        reference = {"creditor_payment_reference": "B"} if name == "full" else {}
        payment = await office.post("creditor--payments", office.payment_body(id_, 1, **reference))
        crediting = await office.credit(id_, 1)
        cancellation = await office.cancel(id_)
        documents[name] = {
            "customers": (await office.case(id_ if name == "full" else registered["_case"]))["customer"],
            "invoices": registered["_invoice"],
            "invoice--registrations": registered["_id"],
            "cases": id_,
            "case--registrations": debts["_id"],
            "creditor--payments": payment["_id"],
            "creditor--creditings": crediting["_id"],
            "creditor--cancellations": cancellation["_id"],
        }
    return documents


@pytest.mark.parametrize("how", ["full", "bare"])
@pytest.mark.parametrize(
    ("resource", "table"),
    [
        ("customers", CUSTOMER),
        ("invoices", INVOICE),
        ("invoice--registrations", INVOICE_REGISTRATION),
        ("cases", CASE),
        ("case--registrations", CASE_REGISTRATION),
        ("creditor--payments", PAYMENT),
        ("creditor--creditings", CREDITING),
        ("creditor--cancellations", CANCELLATION),
    ],
)
async def test_a_document_has_every_field_of_its_table(
    office: Office, made: dict[str, dict[str, str]], resource: str, table: str, how: str
) -> None:
    document = await office.get(f"{resource}/{made[how][resource]}")
    assert wrong_rows(table, document, is_full=how == "full") == []
    listed = await office.get(resource, where=f'{{"_id": "{document["_id"]}"}}')
    assert listed["_items"] == [document]


async def test_nothing_is_ever_null(office: Office, made: dict[str, dict[str, str]]) -> None:
    for documents in made.values():
        for resource, id_ in documents.items():
            answer = await office.client.get(f"/{resource}/{id_}")
            assert "null" not in answer.text, resource


async def test_a_registration_is_read_as_it_was_sent(office: Office, made: dict[str, dict[str, str]]) -> None:
    read = await office.get(f"invoice--registrations/{made['full']['invoice--registrations']}")
    assert read["matrix"][0]["article_date"] == "Sun, 01 Mar 2026 00:00:00 GMT"
    assert read["matrix"][0]["unit_price"] == 33.333333
    assert read["customer"]["address"]["gln"] == "7300009000015"
    assert read["letter_template"] == "letter_template"
    assert "file_import_report" not in read


async def test_a_case_and_its_statement_say_the_same_totals(office: Office) -> None:
    case = await office.register_invoice(36_500, preferred_invoice_distribution="none")
    await office.pay(case, 10_100, "2026-04-10")
    await office.pay(case, 100, "2026-04-20")
    document, statement = await office.case(case), await office.statement(case, "2026-04-20")
    totals = {name for name in document if name.startswith("total_")}
    assert {name: statement[name] for name in totals} == {name: document[name] for name in totals}
    for part in ("capital", "interest", "costs"):
        lines = [line["amount"] for line in statement["lines"] if line["component"] == part]
        assert round(sum(lines), 2) == statement[f"total_remaining_{part}_amount"]
    interest = [line for line in statement["lines"] if line["type"] == "interest" and line["amount"] > 0]
    assert [(line["days"], line["rate_percent"], line["base"], line["from"], line["to"]) for line in interest] == [
        (10, 10, 36_500, "2026-03-31", "2026-04-10"),
        (10, 10, 26_500, "2026-04-10", "2026-04-20"),
    ]
    assert {line["law"] for line in interest} == {"räntelag (1975:635) 6 §"}
