"""Requests of the contract with ledgers (docs/ledger-contract.md), as values. Fields that are not known here are passed over.

The contract is published as connect-contract, version 2026-10-04, by Accounted. Amounts are kronor with at most two decimals.
"""

from __future__ import annotations

from base64 import b64decode
from collections.abc import Mapping
from datetime import date
from decimal import Decimal
from hashlib import sha256
from typing import Annotated, Any, Literal, TypeVar

from pydantic import AfterValidator, AwareDatetime, BaseModel, BeforeValidator, ConfigDict, Field, ValidationError
from pydantic.alias_generators import to_camel

VERSION = "2026-10-04"
OLDEST_VERSION = "2026-09-29"
"""The version before: what a caller without the header speaks."""
MOST_DOCUMENT = 3_500_000
M = TypeVar("M", bound="LedgerMessage")


class BadLedgerRequest(Exception):
    """A request that does not have its shape; the text names the fields, and no value."""


def _number(value: Any) -> Any:
    if isinstance(value, bool) or not isinstance(value, int | Decimal):
        raise ValueError("an amount is a number")
    return value


def _two_decimals(value: Decimal) -> Decimal:
    if value != round(value, 2) or abs(value) >= 10**13:
        raise ValueError("an amount has at most two decimals")
    return value


def _day(value: Any) -> Any:
    if not isinstance(value, str) or len(value) != 10:
        raise ValueError("a date is YYYY-MM-DD")
    return value


def _moment(value: Any) -> Any:
    if not isinstance(value, str):
        raise ValueError("a moment is ISO 8601 with an offset")
    return value


Amount = Annotated[Decimal, BeforeValidator(_number), AfterValidator(_two_decimals)]
Positive = Annotated[Amount, Field(gt=0)]
NotNegative = Annotated[Amount, Field(ge=0)]
Day = Annotated[date, BeforeValidator(_day)]
Moment = Annotated[AwareDatetime, BeforeValidator(_moment)]
Key = Annotated[str, Field(min_length=1, max_length=128)]
Ref = Annotated[str, Field(min_length=1, max_length=64)]
Text = Annotated[str, Field(max_length=2000)]
Name = Annotated[str, Field(min_length=1, max_length=200)]
OrgNumber = Annotated[str, Field(pattern=r"^[0-9]{10}$")]
PersonalNumber = Annotated[str, Field(pattern=r"^[0-9]{12}$")]
Step = Literal["reminder", "collection"]


class LedgerMessage(BaseModel):
    """A part of a request."""

    model_config = ConfigDict(
        alias_generator=to_camel, extra="ignore", strict=False, frozen=True, str_strip_whitespace=True
    )


class LedgerWrite(LedgerMessage):
    """A write, with the ledger's own id of it."""

    idempotency_key: Key


class LedgerAddress(LedgerMessage):
    line1: Name
    line2: Text | None
    postal_code: Annotated[str, Field(min_length=3, max_length=12)]
    city: Name
    country_code: Annotated[str, Field(pattern="^[A-Z]{2}$")]


class LedgerDebtor(LedgerMessage):
    kind: Literal["business", "private"]
    name: Name
    org_number: OrgNumber | None
    personal_number: PersonalNumber | None
    customer_number: Text | None
    email: Text | None
    phone: Text | None
    address: LedgerAddress

    @property
    def id_number(self) -> str | None:
        """The number that identifies the debtor, by its kind."""
        return self.org_number if self.kind == "business" else self.personal_number


class LedgerDocument(LedgerMessage):
    filename: Annotated[str, Field(min_length=1, max_length=255)]
    content_type: Literal["application/pdf"]
    base64: Annotated[str, Field(min_length=1, max_length=MOST_DOCUMENT)]
    sha256: Annotated[str, Field(pattern="^[0-9a-f]{64}$")]

    def content(self) -> bytes:
        """The bytes; raises `BadLedgerRequest` where they are not those of the hash, or no PDF."""
        try:
            content = b64decode(self.base64, validate=True)
        except ValueError:
            raise BadLedgerRequest("document.base64") from None
        if sha256(content).hexdigest() != self.sha256:
            raise BadLedgerRequest("document.sha256")
        if not content.startswith(b"%PDF-"):
            raise BadLedgerRequest("document.contentType")
        return content


class LedgerInvoice(LedgerMessage):
    ref: Ref
    number: Annotated[str, Field(min_length=1, max_length=50)]
    issue_date: Day
    due_date: Day
    currency: Literal["SEK"]
    claim_amount: Positive
    claim_vat_amount: NotNegative
    claim_remaining: Positive
    reference: Text | None


class LedgerSettings(LedgerMessage):
    approve_before_legal_action: Literal[True]
    approve_before_collection_notice: Literal[True]
    minimum_amount: NotNegative
    delivery_enabled: bool


class LedgerSettingsUpdate(LedgerSettings, LedgerWrite):
    pass


class LedgerPayout(LedgerMessage):
    kind: Literal["bankgiro", "plusgiro", "bank_account"]
    number: Annotated[str, Field(min_length=5, max_length=34)]


class LedgerCreditor(LedgerMessage):
    kind: Literal["company", "sole_trader"]
    name: Annotated[str, Field(min_length=1, max_length=100)]
    org_number: OrgNumber
    personal_number: PersonalNumber | None
    vat_registered: bool
    vat_number: Text | None
    email: Annotated[str, Field(max_length=254, pattern="^[^@ ]+@[^@ ]+$")]
    phone: Text | None
    address: LedgerAddress
    payout: LedgerPayout


class LedgerConsent(LedgerMessage):
    terms_version: Ref
    dpa_version: Ref | None
    consented_by_name: Name
    consented_at: Moment


class LedgerKyc(LedgerMessage):
    business_description: Annotated[str, Field(min_length=2, max_length=500)]
    invoices_abroad: bool
    invoices_abroad_description: Text | None
    pep: bool
    pep_description: Text | None
    sanctions: bool
    sanctions_description: Text | None


class LedgerOnboarding(LedgerWrite):
    consent: LedgerConsent
    creditor: LedgerCreditor
    kyc: LedgerKyc
    settings: LedgerSettings


class LedgerTermsAccept(LedgerWrite):
    terms_version: Ref
    accepted_by_name: Name
    accepted_at: Moment


class LedgerSignatureStart(LedgerWrite):
    signer_email: Annotated[str, Field(max_length=254)]


class LedgerLateInterest(LedgerMessage):
    annual_percent: Annotated[Decimal, BeforeValidator(_number), Field(ge=0, le=100)]
    from_date: Day
    agreed_since: Day


class LedgerPriorPayment(LedgerMessage):
    payment_ref: Ref
    date: Day
    amount: Positive


class LedgerOpenCase(LedgerWrite):
    invoice: LedgerInvoice
    start_step: Step
    next_action_date: Day | None
    reminder_fee_agreed: bool
    late_interest: LedgerLateInterest | None
    prior_payments: list[LedgerPriorPayment]
    debtor: LedgerDebtor
    document: LedgerDocument


class LedgerCaseRef(LedgerMessage):
    case_ref: Key


class LedgerCaseAction(LedgerWrite):
    case_ref: Key
    action: Literal[
        "start",
        "pause",
        "resume",
        "withdraw",
        "dispute",
        "contest_dispute",
        "approve_step",
        "already_paid",
        "confirm_not_paid",
        "approve_legal_action",
        "decline_legal_action",
    ]
    step: Step | None
    message: Text | None
    until: Day | None


class LedgerDirectPayment(LedgerWrite):
    case_ref: Key
    payment_ref: Ref
    date: Day
    amount: Positive
    description: Text | None


class LedgerCreditNote(LedgerWrite):
    case_ref: Key
    credit_ref: Ref
    date: Day
    amount: Positive


class LedgerSettlementsSince(LedgerMessage):
    since: Day


class LedgerSettlementRef(LedgerMessage):
    settlement_ref: Key


class LedgerSettlementBooked(LedgerWrite):
    settlement_ref: Key
    internal_ref: Ref


class LedgerCaseDocument(LedgerMessage):
    case_ref: Key
    document_ref: Key


class LedgerChanges(LedgerMessage):
    after: Annotated[str, Field(pattern="^[0-9]{1,18}$")] | None
    limit: Annotated[int, Field(ge=1, le=500)] = 200


def read_request(kind: type[M], given: Any) -> M:
    """A request of a kind; raises `BadLedgerRequest` with the fields that are wrong, and with those that do not go together."""
    try:
        read = kind.model_validate(given)
    except ValidationError as error:
        fields = {".".join(map(str, detail["loc"])) or "body" for detail in error.errors(include_url=False)}
        raise BadLedgerRequest(", ".join(sorted(fields)[:20])) from None
    if wrong := sorted(_broken(read)):
        raise BadLedgerRequest(", ".join(wrong))
    return read


def _broken(read: LedgerMessage) -> set[str]:
    """Fields that do not go with others."""
    match read:
        case LedgerOnboarding():
            kyc = read.kyc
            rules = {
                "creditor.personalNumber": (read.creditor.kind == "sole_trader")
                != (read.creditor.personal_number is not None),
                "kyc.invoicesAbroadDescription": kyc.invoices_abroad and not kyc.invoices_abroad_description,
                "kyc.pepDescription": kyc.pep and not kyc.pep_description,
                "kyc.sanctionsDescription": kyc.sanctions and not kyc.sanctions_description,
            }
        case LedgerOpenCase():
            rules = {"invoice.dueDate": read.invoice.due_date < read.invoice.issue_date}
            rules |= {"invoice.claimVatAmount": read.invoice.claim_vat_amount > read.invoice.claim_amount}
            rules |= {"invoice.claimRemaining": read.invoice.claim_remaining > read.invoice.claim_amount}
            interest = read.late_interest
            if interest is not None:
                rules["lateInterest"] = read.debtor.kind == "private"
                rules["lateInterest.agreedSince"] = interest.agreed_since > read.invoice.issue_date
                rules["lateInterest.fromDate"] = interest.from_date < read.invoice.due_date
        case LedgerCaseAction():
            rules = {"step": (read.action == "start") != (read.step is not None)}
        case _:
            rules = {}
    return {field for field, is_broken in rules.items() if is_broken}


def shown_address(address: LedgerAddress) -> Mapping[str, str]:
    """An address with the interface's fields."""
    lines = {"address_line_1": address.line1} | ({"address_line_2": address.line2} if address.line2 else {})
    return lines | {"zip_code": address.postal_code, "city": address.city, "country": address.country_code}
