"""The readable shapes hold every field of the interface's tables, and what is marked Yes there is never left out."""

from __future__ import annotations

import pytest

from fordran.resources import RESOURCES
from fordran.shape.fields import Shape, fields_of

ADDRESS = "address_line_1! zip_code! city! country!"

# Resource → fields in the order of the interface: `!` is always there, `[]` an array, `{…}` an object with these fields.
READABLE = {
    "users": """account!string name!string oauth_type:string email_oauth:string data_access[] is_enabled:boolean applications[]
        log_invoice_registrations:boolean log_case_registrations:boolean log_creditor_payments:boolean
        log_creditor_cancellations:boolean log_creditor_creditings:boolean system_user:boolean""",
    "users.data_access": """access_group!string granted_date:datetime access_group_name:string access_group_account_name:string
        access_group_creditor_name:string access_group_type:string""",
    "users.applications": "application!string application_name:string",
    "accounts": """name!string description:string organization_no!string standard_debt_description:string
        agreement_template!string agreement_address!object access_group_template!string case_settings:object""",
    "accounts.agreement_address": "address_line_1!string zip_code!string city!string country:string",
    "accounts.case_settings": "interest_rate:object",
    "accounts.case_settings.interest_rate": "reference_rate!boolean",
    "creditors": """account!string name!string description:string organization_no!string creditor_number!integer is_active!boolean
        standard_debt_description:string always_use_standard_debt_description:boolean agreement_address!object
        sender_address!object invoice_address!object case_config:object payout_details!object default_letter_locale:string
        added_to_erp_system:boolean""",
    "creditors.payout_details": "sek:object",
    "creditors.payout_details.sek": "bankgiro!string",
    "creditors.case_config": """vat_area:string commission_excluded_vat:boolean payout_capital_by_invoice:boolean
        payout_interest_by_invoice:boolean letter_config:object""",
    "partners": "name!string integration_id!string description:string organization_no!string case_settings:object",
    "customers": """name!string id_number!string is_person!boolean customer_number:string address!object mobile_number:string
        email:string is_active!boolean""",
    "invoices": """account!string creditor!string creditor_name!string customer!string customer_name!string
        customer_id_number!string customer_number:string customer_status!string invoice_type!string invoice_number!string
        reference_number:string payout_reference:string invoice_date!datetime invoice_due_date!datetime
        invoice_delivery_date:datetime invoice_headline:string invoice_body_text:string currency!string your_contact:string
        your_reference:string our_reference:string debt_description:string matrix![] ocr_number!string case!string
        case_status!string case_state!string agreement_version!string invoice_registration!string print:string
        print_document:object total_amount_including_vat!number total_amount_excluding_vat!number
        total_vat_25_percent!number total_vat_12_percent!number total_vat_6_percent!number total_vat!number
        amount_rounding!number letter_template!string increment_invoice_number!boolean debtor!string debtor_name!string
        case_total_added_transaction_amount!number case_total_added_capital_amount!number
        case_total_added_interest_amount!number case_total_added_costs_amount!number
        case_total_remaining_transaction_amount!number case_total_remaining_capital_amount!number
        case_total_remaining_interest_amount!number case_total_remaining_costs_amount!number""",
    "invoices.matrix": """article_number:string article_description!string unit_price!number number_of_units:number
        total_price_excluding_vat!number unit_vat_percent:string""",
    "cases": """creditor!string creditor_name!string customer!string customer_name!string customer_id_number!string
        customer_number:string customer_status!string reference_number:string currency!string state!string state_history![]
        status!string status_history![] latest_state_date!datetime agreement_version!string case_registration!string
        case_settings!object debt!object transactions![] total_added_capital_amount!number total_added_costs_amount!number
        total_added_interest_amount!number total_added_transaction_amount!number total_remaining_capital_amount!number
        total_remaining_costs_amount!number total_remaining_interest_amount!number total_remaining_transaction_amount!number
        local_added_capital_amount!number local_added_costs_amount!number local_added_interest_amount!number
        local_added_transaction_amount!number local_remaining_capital_amount!number local_remaining_costs_amount!number
        local_remaining_interest_amount!number local_remaining_transaction_amount!number original_invoice:object""",
    "cases.debt": """invoice_number!string debt_reference:string payout_reference:string invoice_date!datetime
        invoice_due_days_after_invoice_date!integer interest_days_after_invoice_date!integer initial_capital!number
        capital_to_claim!number debt_description!string""",
    "cases.transactions": """bank_transaction_date!datetime registration_date!datetime origin!string type!string
        description_locale_tag!string amount!number""",
    "cases.state_history": "state!string status_date!datetime",
    "cases.status_history": "status!string status_date!datetime",
    "locales": """application!string locale_tag!string description:string translations!object machine_translations:object
        translation_pending!boolean""",
}

CREATABLE = {
    "users": "account! name! oauth_type email_oauth data_access is_enabled applications log_invoice_registrations "
    "log_case_registrations log_creditor_payments log_creditor_cancellations log_creditor_creditings system_user",
    "invoice--registrations": """account! creditor! customer! invoice_type! invoice_number! reference_number payout_reference
        invoice_date! invoice_due_date! invoice_delivery_date invoice_headline invoice_body_text currency! your_contact
        your_reference our_reference your_additional_reference order_reference contract_reference debt_description
        letter_template custom_column_headlines matrix! preferred_invoice_distribution case_settings labels start_flow""",
    "case--registrations": "account! creditor! first_action! currency! customer! debts!",
    "creditor--payments": "account! creditor! case! currency! amount! bank_transaction_date! creditor_payment_reference origin!",
    "creditor--creditings": "account! creditor! case! currency! amount! origin!",
    "creditor--cancellations": "creditor! case! origin!",
}


def rows(table: dict[str, str]) -> list[tuple[str, str]]:
    return [(name, field) for name, fields in table.items() for field in fields.split()]


def shape_at(path: str) -> type[Shape]:
    """The shape of a resource, or of an object in it."""
    name, *steps = path.split(".")
    shape: type[Shape] = RESOURCES[name].shape
    for step in steps:
        (shape,) = _shapes(shape.model_fields[step].annotation)
    return shape


def _shapes(annotation: object) -> list[type[Shape]]:
    if isinstance(annotation, type) and issubclass(annotation, Shape):
        return [annotation]
    return [found for part in getattr(annotation, "__args__", ()) for found in _shapes(part)]


@pytest.mark.parametrize(("path", "said"), rows(READABLE))
def test_a_field_that_the_interface_shows_is_declared(path: str, said: str) -> None:
    name, _, kind = said.replace("!", ":!").replace("[]", ":[]").replace("::", ":").partition(":")
    shape = shape_at(path)
    field = fields_of(shape)[name]
    if kind.startswith("!"):
        info = {info.alias or key: info for key, info in shape.model_fields.items()}[name]
        assert info.is_required() or info.default is not None, "it may be left out of a document"
    kind = kind.lstrip("!:")
    if kind == "[]":
        assert field.is_array
    elif kind == "object":
        assert field.kind is None
        assert not field.is_array
    else:
        assert field.kind is not None
        assert field.kind.name.removeprefix("iso ") == kind


@pytest.mark.parametrize(("name", "said"), rows(CREATABLE))
def test_a_field_that_the_interface_takes_is_declared(name: str, said: str) -> None:
    shape = RESOURCES[name].input
    assert shape is not None
    assert shape.model_fields[said.rstrip("!")].is_required() is said.endswith("!")


def test_moments_of_customers_and_payout_specifications_are_iso() -> None:
    iso = {name for name, resource in RESOURCES.items() if resource.iso_moments}
    assert iso <= {"customers", "finance--payout-specifications"}
    assert "customers" in iso


@pytest.mark.parametrize("resource", RESOURCES.values(), ids=RESOURCES)
def test_a_resource_says_what_it_is(resource: object) -> None:
    about: str = resource.about  # type: ignore[attr-defined]
    assert about[0].isupper()
    assert about.endswith(".")
