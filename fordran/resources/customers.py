"""Customer: the one who owes. Customers are made only by registrations."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any, ClassVar, Literal, TypeAlias

from fordran.domain.kinds.address_sources import AddressSource
from fordran.domain.kinds.channels import Distribution
from fordran.domain.message import Message
from fordran.domain.numbers import identity
from fordran.domain.numbers.identity import IdNumberStatus
from fordran.domain.service.retention import (
    ANONYMISED,
    BOOKKEEPING,
    KEPT,
    NOT_PERSONAL,
    PSEUDONYMISED,
    STORAGE_LIMITATION,
)
from fordran.resources.common import Address, DoubtfulContent
from fordran.resources.customer_corrections import Correction
from fordran.resources.delivery import EInvoiceAddress
from fordran.shape.fields import Issues, Shape
from fordran.shape.kept import RetentionRule
from fordran.shape.kinds import Country, Flag, Moment, Name, Text
from fordran.shape.resource import Resource, Search
from fordran.shape.rules import Rule, any_of, is_not, lacks

DistributionChange: TypeAlias = Literal[Distribution, ""]
"""How invoices go out; an empty text leaves it to others."""


class CarRegistration(Shape):
    """The car whose owner is the customer, as with a parking charge."""

    number: Name
    """The car's registration number."""
    country: Country = "SE"
    """The country, by ISO 3166-1 alpha-2."""
    ownership_date: Moment | None = None
    """When the owner is to be checked; the invoice date unless said otherwise."""


class CustomerAddress(Address):
    """An address with the further lines that a registration may give."""

    address_line_2: Text | None = None
    """A second line, such as care of."""
    address_line_3: Text | None = None
    """A third line."""
    gln: Text | None = None
    """The global location number of the address."""


class Customer(Shape):
    name: Text
    """The customer's full name."""
    id_number: Text
    """Personal, coordination or organisation number, as it was sent."""
    id_number_status: IdNumberStatus
    """`valid`, `invalid`, `missing` or `foreign`."""
    is_person: Flag
    """By the flag sent, else by the number."""
    is_company: Flag
    """Whether the customer is a company or another legal person."""
    is_foreign: Flag
    """Whether the customer is abroad and has no Swedish number."""
    customer_number: Text | None = None
    """Your own number of the customer."""
    car_registration: CarRegistration | None = None
    """For claims that follow a car."""
    address: CustomerAddress
    """Where the customer lives or has its office."""
    address_source: AddressSource | None = None
    """Where the address comes from, `staff` or `spar`; absent where a registration gave it."""
    address_confirmed: Moment | None = None
    """The day on which staff entered the address, or SPAR last had it."""
    mobile_number: Text | None = None
    """The customer's mobile number."""
    email: Text | None = None
    """The customer's e-mail address."""
    is_active: Flag
    """Whether the customer is in use; always true."""
    deceased: Flag
    """Stops collection."""
    bankruptcy: Flag
    """Stops collection."""
    debt_restructuring: Flag
    """Stops collection."""
    protected_identity: Flag
    """A protected identity. Stops collection."""
    email_consent: Flag
    """Whether the customer wants letters by e-mail."""
    sms_consent: Flag
    """Whether the customer wants notices by SMS."""
    e_invoice_address: Text | None = None
    """Where e-invoices go: a scheme, a colon and a number in it, `0007:5560360793`."""
    invoice_distribution: Distribution | None = None
    """How the customer wants invoices; `none` is not from us."""
    warnings: list[DoubtfulContent] | None = None
    """Content that looks doubtful; absent when there is none."""
    corrections: list[Correction] | None = None
    """The corrections by staff; absent when there is none."""


class CustomerMarks(Shape):
    """Facts about a customer that stop collection."""

    deceased: Flag = False
    """Whether the customer has died. Stops collection."""
    bankruptcy: Flag = False
    """Whether the customer is in bankruptcy. Stops collection."""
    debt_restructuring: Flag = False
    """Whether the customer is in debt restructuring. Stops collection."""
    protected_identity: Flag = False
    """Whether the customer has a protected identity. Stops collection."""


class AddressInput(Shape):
    """An address as it is sent with a registration; whatever is left out is empty."""

    address_line_1: Text | None = None
    """Street and number, or a box."""
    address_line_2: Text | None = None
    """A second line, such as care of."""
    address_line_3: Text | None = None
    """A third line."""
    zip_code: Text | None = None
    """The postal code."""
    city: Text | None = None
    """The town."""
    country: Country | None = None
    """The country, by ISO 3166-1 alpha-2."""
    gln: Text | None = None
    """The global location number of the address."""


class CustomerChange(CustomerMarks):
    """All that can be changed of a customer: how it is reached, and what stops collection. An empty text takes one away."""

    address: AddressInput | None = None
    """Where the customer lives or has its office."""
    mobile_number: Text | None = None
    """The customer's mobile number."""
    email: Text | None = None
    """The customer's e-mail address."""
    email_consent: Flag = False
    """Whether the customer wants letters by e-mail."""
    sms_consent: Flag = False
    """Whether the customer wants notices by SMS."""
    e_invoice_address: EInvoiceAddress | None = None
    """Where e-invoices go: a scheme, a colon and a number in it, `0007:5560360793`."""
    invoice_distribution: DistributionChange | None = None
    """How the customer wants invoices; an empty text takes it away."""


TYPE_FLAGS = ("is_person", "is_company", "is_foreign")


def flags_that_exclude(given: Mapping[str, Any]) -> Issues:
    """The type flags exclude each other when true."""
    raised = [flag for flag in TYPE_FLAGS if given.get(flag) is True]
    return {flag: f"excludes {', '.join(f for f in raised if f != flag)}" for flag in raised} if len(raised) > 1 else {}


_AT_MOST_ONE_FLAG = any_of(
    *({"allOf": [is_not(other, True) for other in TYPE_FLAGS if other != flag]} for flag in TYPE_FLAGS)
)


class CustomerInput(Shape):
    """A customer as it is sent with an invoice."""

    name: Name
    """The customer's full name."""
    customer_number: Text | None = None
    """Your own number of the customer."""
    id_number: Text | None = None
    """Personal, coordination or organisation number."""
    is_person: Flag | None = None
    """Whether the customer is a person; by the number where it is left out."""
    is_company: Flag | None = None
    """Whether the customer is a company or another legal person."""
    is_foreign: Flag | None = None
    """Whether the customer is abroad and has no Swedish number."""
    address: AddressInput | None = None
    """Where the customer lives or has its office."""
    mobile_number: Text | None = None
    """The customer's mobile number."""
    email: Text | None = None
    """The customer's e-mail address."""
    e_invoice_address: EInvoiceAddress | None = None
    """Where e-invoices go: `0007:5560360793`."""
    car_registration: CarRegistration | None = None
    """The car whose owner is the customer; excludes `customer_number`."""
    schema_rules: ClassVar[tuple[Rule, ...]] = (
        _AT_MOST_ONE_FLAG,
        any_of(lacks("customer_number"), lacks("car_registration")),
    )

    @classmethod
    def broken_rules(cls, given: Mapping[str, Any]) -> Issues:
        issues = flags_that_exclude(given)
        if given.get("customer_number") is not None and given.get("car_registration") is not None:
            issues["car_registration"] = Message("issue.excludes_customer_number")
        return issues


class CaseCustomerAddress(Shape):
    address_line_1: Text
    """Street and number, or a box."""
    address_line_2: Text | None = None
    """A second line, such as care of."""
    address_line_3: Text | None = None
    """A third line."""
    zip_code: Text
    """The postal code."""
    city: Text
    """The town."""
    country: Country | None = None
    """The country, by ISO 3166-1 alpha-2."""


class CaseCustomerInput(Shape):
    """A customer as it is sent with overdue debts: what a collection demand needs is required."""

    name: Name
    """The customer's full name."""
    customer_number: Text | None = None
    """Your own number of the customer."""
    id_number: Text
    """Personal, coordination or organisation number."""
    is_person: Flag | None = None
    """Whether the customer is a person; by the number where it is left out."""
    is_company: Flag | None = None
    """Whether the customer is a company or another legal person."""
    is_foreign: Flag | None = None
    """Whether the customer is abroad and has no Swedish number."""
    address: CaseCustomerAddress
    """Where the customer lives or has its office."""
    mobile_number: Text | None = None
    """The customer's mobile number."""
    email: Text | None = None
    """The customer's e-mail address."""
    schema_rules: ClassVar[tuple[Rule, ...]] = (_AT_MOST_ONE_FLAG,)

    @classmethod
    def broken_rules(cls, given: Mapping[str, Any]) -> Issues:
        return flags_that_exclude(given)


def _without_case(text: str, _: date) -> str:
    return text.casefold()


CUSTOMERS = Resource(
    "customers",
    Customer,
    owner="customer",
    personal=True,
    about="Those who owe.",
    change=CustomerChange,
    sorted_by=("name",),
    search=(
        Search("id_number", "own_id_number", identity.compacted, is_whole=True),
        Search("name", "own_name", _without_case),
        Search("email", "own_email", _without_case),
    ),
    iso_moments=True,
    kept=(
        # All of it at once: the verifications say who it was for as long as they have to.
        RetentionRule("customers", ("name", "name_folded"), PSEUDONYMISED, "pseudonym", STORAGE_LIMITATION),
        RetentionRule(
            "customers",
            ("id_number", "id_number_compact", "email_folded"),
            PSEUDONYMISED,
            "empty text",
            STORAGE_LIMITATION,
        ),
        RetentionRule("customers", ("id_number_status",), PSEUDONYMISED, "missing", STORAGE_LIMITATION),
        RetentionRule("customers", ("address",), PSEUDONYMISED, "empty address", STORAGE_LIMITATION),
        RetentionRule(
            "customers",
            (
                *(
                    "customer_number",
                    "car_registration",
                    "mobile_number",
                    "email",
                    "email_consent",
                    "sms_consent",
                    "warnings",
                ),
                *("e_invoice_address", "invoice_distribution"),
                *("deceased_on", "bankruptcy_on", "debt_restructuring_on", "corrections"),
                *("address_source", "address_confirmed"),
            ),
            PSEUDONYMISED,
            "no value",
            STORAGE_LIMITATION,
        ),
        RetentionRule("customers", ("is_active", "is_protected"), PSEUDONYMISED, "false", STORAGE_LIMITATION),
        RetentionRule("customers", ("name", "name_folded"), ANONYMISED, "no name", BOOKKEEPING),
        RetentionRule(
            "customers", TYPE_FLAGS, KEPT, "as it was", NOT_PERSONAL, "what kind of customer, and no longer who"
        ),
        # What each creditor has told goes with what is known by all.
        RetentionRule("customer_details", ("name", "name_folded"), PSEUDONYMISED, "pseudonym", STORAGE_LIMITATION),
        RetentionRule(
            "customer_details", ("id_number", "email_folded"), PSEUDONYMISED, "empty text", STORAGE_LIMITATION
        ),
        RetentionRule("customer_details", ("id_number_status",), PSEUDONYMISED, "missing", STORAGE_LIMITATION),
        RetentionRule("customer_details", ("address",), PSEUDONYMISED, "empty address", STORAGE_LIMITATION),
        RetentionRule(
            "customer_details",
            (
                *(
                    "customer_number",
                    "car_registration",
                    "mobile_number",
                    "email",
                    "email_consent",
                    "sms_consent",
                    "warnings",
                ),
                *("e_invoice_address", "invoice_distribution", "returned_address", "corrections"),
                *("address_source", "address_confirmed", "unknown_address"),
            ),
            PSEUDONYMISED,
            "no value",
            STORAGE_LIMITATION,
        ),
        RetentionRule("customer_details", ("name", "name_folded"), ANONYMISED, "no name", BOOKKEEPING),
        RetentionRule(
            "customer_details", TYPE_FLAGS, KEPT, "as it was", NOT_PERSONAL, "what kind of customer, and no longer who"
        ),
    ),
)
