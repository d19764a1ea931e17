"""Creditor: the business to whom money is owed. It belongs to exactly one account."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from typing import Annotated, Any, ClassVar

from pydantic import BeforeValidator, WithJsonSchema

from fordran.domain.days import Interval
from fordran.domain.flow.debtors_own import MOST_RESPITE_DAYS
from fordran.domain.flow.plans import MOST_INSTALMENTS
from fordran.domain.kinds.channels import Distribution
from fordran.domain.numbers import bankgiro
from fordran.domain.payouts.approvals import MOST_APPROVALS
from fordran.domain.payouts.payout import SWEDISH_VAT_AREAS, PayoutDay, commission
from fordran.resources.common import (
    A_BUSINESS,
    Address,
    AgreementSettings,
    DoubtfulContent,
    Fee,
    RatePercent,
)
from fordran.resources.creditor_mandate import EnforcementMandate, MandateDays, ReminderFeeTerms
from fordran.resources.delivery import Billing
from fordran.resources.files import FileShown
from fordran.shape.fields import Issues, Shape
from fordran.shape.kept import NotErased
from fordran.shape.kinds import INTEGER, NOT_TEXT, TEXT, AccountId, Flag, Id, Integer, Name, Text, issue, whole, wrong
from fordran.shape.resource import Resource
from fordran.shape.rules import Rule, all_of, any_of, has, is_, is_not, is_not_blank, is_object_with, says, says_nothing
from fordran.shape.wire import wire


def _bankgiro(value: Any) -> str:
    """Letters and a wrong length are a matter of shape; a check digit that does not fit is only marked."""
    if not isinstance(value, str):
        raise wrong(NOT_TEXT)
    digits = bankgiro.compact(value)
    if value and not (digits.isascii() and digits.isdigit() and len(digits) in (7, 8)):
        raise wrong(issue("must be a bankgiro number: 7 or 8 digits, as in 991-2346", "form_issue.not_bankgiro"))
    return value


Bankgiro = Annotated[
    str,
    TEXT,
    BeforeValidator(_bankgiro),
    WithJsonSchema({"type": "string", "pattern": "^([0 -]*[1-9]([ -]*[0-9]){6,7}[ -]*)?$", "examples": ["991-2346"]}),
]


PAID_TO = ("bankgiro", "plusgiro", "account_number", "iban")
"""The accounts that a payout can be paid to; the first one given is used."""

Approvals = Annotated[
    int,
    INTEGER,
    BeforeValidator(whole(0, MOST_APPROVALS)),
    WithJsonSchema({"type": "integer", "minimum": 0, "maximum": MOST_APPROVALS}),
]
MOST_SEND_DELAY_MINUTES = 24 * 60
InstalmentsMost = Annotated[
    int,
    INTEGER,
    BeforeValidator(whole(0, MOST_INSTALMENTS)),
    WithJsonSchema({"type": "integer", "minimum": 0, "maximum": MOST_INSTALMENTS}),
]
RespiteDaysMost = Annotated[
    int,
    INTEGER,
    BeforeValidator(whole(0, MOST_RESPITE_DAYS)),
    WithJsonSchema({"type": "integer", "minimum": 0, "maximum": MOST_RESPITE_DAYS}),
]


SendDelay = Annotated[
    int,
    INTEGER,
    BeforeValidator(whole(0, MOST_SEND_DELAY_MINUTES)),
    WithJsonSchema({"type": "integer", "minimum": 0, "maximum": MOST_SEND_DELAY_MINUTES}),
]


class SekPayout(Shape):
    """A Swedish account: a bankgiro, else a plusgiro, else a bank account, else an IBAN. The first of them is paid to."""

    bankgiro: Bankgiro = ""
    """A bankgiro number, with or without a hyphen."""
    plusgiro: Text | None = None
    """A plusgiro number, with or without a hyphen."""
    clearing_number: Text | None = None
    """Of a bank account."""
    account_number: Text | None = None
    """Of a bank account; needs `clearing_number`."""
    bank_name: Text | None = None
    """The name of the bank."""
    iban: Text | None = None
    """An international account number."""
    swift: Text | None = None
    """The bank that holds the IBAN."""
    schema_rules: ClassVar[tuple[Rule, ...]] = (
        any_of(*(says(name) for name in PAID_TO)),
        any_of(says_nothing("account_number"), says("clearing_number")),
    )

    @classmethod
    def broken_rules(cls, given: Mapping[str, Any]) -> Issues:
        if not any(given.get(name) for name in PAID_TO):
            return {"bankgiro": "required field"}
        if given.get("account_number") and not given.get("clearing_number"):
            return {"clearing_number": "required field where there is an account_number"}
        return {}


class PayoutDetails(Shape):
    """Where the creditor's money is paid out."""

    sek: SekPayout | None = None
    """The account for kronor."""


# The areas that are taxed in Sweden, in capitals or not.
_SWEDISH = (
    r"^\s*("
    + "|".join("".join(f"[{sign}{sign.upper()}]" for sign in area) for area in sorted(SWEDISH_VAT_AREAS))
    + r")\s*$"
)


class CaseConfig(AgreementSettings):
    """How the creditor's cases are run: settings of cases, and what only a creditor has."""

    vat_area: Text | None = None
    """Where the creditor pays VAT; `sweden` unless it says otherwise."""
    commission_excluded_vat: Flag | None = None
    """Whether the creditor's commission carries no VAT; true by default. With `false` it is paid on a self-billed invoice."""
    payout_capital_by_invoice: Flag | None = None
    """Whether capital is paid out invoice by invoice."""
    payout_interest_by_invoice: Flag | None = None
    """Whether interest is paid out invoice by invoice."""
    payout_frequency: Interval | None = None
    """How often capital, interest and outlay are paid out: `weekly` by default."""
    commission_payout_frequency: Interval | None = None
    """How often commission is paid out: `monthly` by default."""
    payout_day: PayoutDay | None = None
    """The day on which payouts of an ended period are paid, or the banking day after it: `friday` by default."""
    minimum_payout_amount: Fee | None = None
    """A smaller amount is carried over to the next period; 0 by default."""
    commission_share_percent: RatePercent | None = None
    """The creditor's agreed share of our fees; 0 by default. At most 80 where it has VAT: share and VAT are paid with the fee."""
    payout_approvals: Approvals | None = None
    """How many people of the operator's have to approve a payout before it is exported: 0, 1 or 2; 0 by default."""
    one_transfer_per_day: Flag | None = None
    """Whether payouts of one day are one transfer, which names them all; false by default."""
    send_delay_minutes: SendDelay | None = None
    """For so many minutes after its registration an invoice can be voided: it leaves no sooner. 15 by default, in a sandbox 0."""
    my_instalments_most: InstalmentsMost | None = None
    """The longest instalment plan that is agreed at once on the debtor's page; 12 by default, with 0 a person decides on all."""
    my_respite_days_most: RespiteDaysMost | None = None
    """The longest respite that is given at once there, in days from today; 14 by default, with 0 a person decides on all."""
    letter_config: dict[str, Any] | None = None
    """Settings of letters; kept as sent."""
    schema_rules: ClassVar[tuple[Rule, ...]] = (
        any_of(
            {"properties": {"commission_share_percent": {"maximum": 80}}},
            is_("commission_excluded_vat", True),
            {"required": ["vat_area"], "properties": {"vat_area": {"not": {"pattern": _SWEDISH}}}},
        ),
    )

    @classmethod
    def broken_rules(cls, given: Mapping[str, Any]) -> Issues:
        """A share is paid with the fee that it is of, and with no client's money: inkassolag (1974:182) 10 §."""
        percent, area = given.get("commission_share_percent"), given.get("vat_area", "")
        if isinstance(percent, bool) or not isinstance(percent, int | Decimal) or not isinstance(area, str):
            return {}
        if not 0 <= percent <= 100:
            return {}  # is refused by its own kind
        is_without = given.get("commission_excluded_vat") is True
        if commission(Decimal(percent), excluded_vat=is_without, vat_area=area).is_more_than_the_fee:
            return {"commission_share_percent": "must not come to more than the fee, with its VAT of 25 %: at most 80"}
        return {}


class Creditor(Shape):
    account: Id
    """The account that the creditor belongs to."""
    name: Text
    """The name that customers know the creditor by."""
    description: Text | None = None
    """A description of your own."""
    organization_no: Text
    """The company registration number."""
    creditor_number: Integer
    """Assigned, from 2000001."""
    is_active: Flag
    """An inactive creditor takes no registrations."""
    standard_debt_description: Text | None = None
    """The default description of debts."""
    always_use_standard_debt_description: Flag | None = None
    """Whatever the debts themselves say."""
    agreement_address: Address
    """The account's unless given."""
    sender_address: Address
    """For correspondence."""
    invoice_address: Address
    """For invoices."""
    case_config: CaseConfig | None = None
    """How the creditor's cases are run."""
    payout_details: PayoutDetails
    """Where the creditor's money is paid out."""
    default_letter_locale: Text | None = None
    """Language of letters, for example `sv`."""
    default_invoice_distribution: Distribution | None = None
    """How invoices go out unless something else is said; `none` is by the creditor itself."""
    vat_no: Text | None = None
    """The VAT number that invoices show: `SE556036079301`. None is shown where none is given."""
    approved_for_f_tax: Flag | None = None
    """Whether invoices and letters say so."""
    email: Text | None = None
    """Where customers of the creditor can write to; so are the next two."""
    phone: Text | None = None
    """The telephone number that customers can call."""
    website: Text | None = None
    """The creditor's website, for its customers."""
    logo: FileShown | None = None
    """Printed on invoices and letters: a PNG or SVG by `POST /media--upload/{reference_id}`, with a signed link."""
    registered_office: Text | None = None
    """The municipality of the registered office, *säte*, as invoices show it; unless given, the city of `sender_address`."""
    is_public_authority: Flag | None = None
    """Whether the creditor is a public authority; unless stated, its organisation number decides."""
    reminder_fee_terms: ReminderFeeTerms | None = None
    """Who attests that the reminder fee is agreed on. Without it no reminder fee is charged."""
    enforcement_mandate: EnforcementMandate | None = None
    """The power of attorney for applications. Without one no application is made."""
    billing: Billing | None = None
    """Where the operator's own invoices to the creditor go."""
    added_to_erp_system: Flag | None = None
    """Whether the creditor is also in your own business system; a note of yours."""
    warnings: list[DoubtfulContent] | None = None
    """Content that looks doubtful; absent when there is none."""


NEEDED_TO_BE_ACTIVE = ("standard_debt_description", "sender_address", "invoice_address", "payout_details")


_NEEDED_OF_AN_ADDRESS = ("address_line_1", "zip_code", "city")


class CreditorData(Shape):
    """A creditor as it is sent along with a new account, and as it is after a change.

    Without `is_active` a creditor is active if it has what an active creditor needs.
    """

    name: Name
    """The name that customers know the creditor by."""
    description: Text | None = None
    """A description of your own."""
    organization_no: Name
    """The company registration number."""
    is_active: Flag | None = None
    """Whether the creditor takes registrations; by default whether it has what an active one needs."""
    standard_debt_description: Text | None = None
    """The default description of debts."""
    always_use_standard_debt_description: Flag | None = None
    """Whether the standard description takes the place of what the debts themselves say."""
    agreement_address: Address | None = None
    """The address that the agreement is made with; the account's unless given."""
    sender_address: Address | None = None
    """The address that letters show as the sender's."""
    invoice_address: Address | None = None
    """The address that invoices show as the creditor's."""
    case_config: CaseConfig | None = None
    """How the creditor's cases are run."""
    payout_details: PayoutDetails | None = None
    """Where the creditor's money is paid out."""
    default_letter_locale: Text | None = None
    """Language of letters, for example `sv`."""
    default_invoice_distribution: Distribution | None = None
    """How invoices go out unless something else is said; `none` is by the creditor itself."""
    vat_no: Text | None = None
    """The VAT number that invoices show; none is shown where none is given."""
    approved_for_f_tax: Flag | None = None
    """Whether invoices and letters say that the creditor is approved for F-tax."""
    email: Text | None = None
    """Where customers of the creditor can write to."""
    phone: Text | None = None
    """The telephone number that customers can call."""
    website: Text | None = None
    """The creditor's website, for its customers."""
    registered_office: Text | None = None
    """The municipality of the registered office, *säte*; by default, and where it is empty, the city of `sender_address`."""
    is_public_authority: Flag | None = None
    """Whether the creditor is a public authority; unless stated, its organisation number decides."""
    reminder_fee_terms: ReminderFeeTerms | None = None
    """Who attests that the reminder fee is agreed on. Without it no reminder fee is charged."""
    enforcement_mandate: MandateDays | None = None
    """The days of the power of attorney for applications. Without one no application is made."""
    billing: Billing | None = None
    """Where the operator's own invoices to the creditor go."""
    added_to_erp_system: Flag | None = None
    """Whether the creditor is also in your own business system; a note of yours."""
    schema_rules: ClassVar[tuple[Rule, ...]] = (
        any_of(
            is_not("is_active", True),
            all_of(
                is_not_blank("standard_debt_description"),
                is_object_with("sender_address", is_not_blank(*_NEEDED_OF_AN_ADDRESS)),
                is_object_with("invoice_address", is_not_blank(*_NEEDED_OF_AN_ADDRESS)),
                is_object_with("payout_details", has("sek")),
            ),
        ),
    )

    @classmethod
    def broken_rules(cls, given: Any) -> Issues:
        """An active creditor can be written to, billed for and paid."""
        if given.get("is_active") is not True:
            return {}
        return {
            name: "required field for an active creditor"
            for name in NEEDED_TO_BE_ACTIVE
            if not _is_filled(given.get(name))
        }


def _is_filled(value: Any) -> bool:
    """Whether what was sent says anything: an address where to, payout details which account, a text some words."""
    if isinstance(value, dict) and "address_line_1" in value:
        return all(str(value.get(name) or "").strip() for name in _NEEDED_OF_AN_ADDRESS)
    if isinstance(value, dict):
        return bool(value.get("sek"))
    return bool(str(value or "").strip())


def can_be_active(creditor: CreditorData) -> bool:
    """Whether the creditor has what an active one needs."""
    sent = wire(creditor)
    return all(_is_filled(sent.get(name)) for name in NEEDED_TO_BE_ACTIVE)


class CreditorInput(CreditorData):
    account: AccountId


CREDITORS = Resource(
    "creditors",
    Creditor,
    owner="creditor",
    personal=False,
    about="Businesses to whom money is owed.",
    input=CreditorInput,
    change=CreditorData,
    sorted_by=("name", "_created"),
    kept=(NotErased("creditors", A_BUSINESS),),
)
