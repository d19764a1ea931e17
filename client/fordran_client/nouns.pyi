"""The types of the resources of a client. Made from the service's own declarations; not edited by hand."""

from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from datetime import date, datetime
from decimal import Decimal
from typing import Any, Generic, Literal, NotRequired, Protocol, Required, TypedDict, TypeVar, Unpack, overload

from fordran_client import models
from fordran_client.kinds import SentMoment
from fordran_client.lists import Where

D = TypeVar("D")

class _Document(Protocol):
    @property
    def id(self) -> str: ...

class _Documents(Generic[D]):
    resource: str
    def list(
        self, where: Where = ..., *, sort: str | None = ..., projection: Mapping[str, int] | None = ..., **search: str
    ) -> Iterator[D]: ...
    def first(self, where: Where = ..., *, sort: str | None = ...) -> D | None: ...
    def count(self, where: Where = ...) -> int: ...
    def get(self, id: str) -> D: ...

class _AsyncDocuments(Generic[D]):
    resource: str
    def list(
        self, where: Where = ..., *, sort: str | None = ..., projection: Mapping[str, int] | None = ..., **search: str
    ) -> AsyncIterator[D]: ...
    async def first(self, where: Where = ..., *, sort: str | None = ...) -> D | None: ...
    async def count(self, where: Where = ...) -> int: ...
    async def get(self, id: str) -> D: ...

class _AccountChange(TypedDict, total=False):
    name: str
    description: str
    organization_no: str
    standard_debt_description: str
    agreement_template: str
    agreement_address: models.AddressChange | _AddressChange
    access_group_template: str
    case_settings: models.AgreementSettingsChange | _AgreementSettingsChange
    number_validation: models.NumberValidation

class _AccountInput(TypedDict, total=False):
    name: Required[str]
    description: str
    organization_no: Required[str]
    standard_debt_description: str
    agreement_template: str
    agreement_address: Required[models.AddressSent | _AddressSent]
    access_group_template: str
    case_settings: models.AgreementSettingsSent | _AgreementSettingsSent
    number_validation: models.NumberValidation
    initial_creditor_data: Required[models.CreditorData | _CreditorData]

class _AddressChange(TypedDict, total=False):
    address_line_1: str
    zip_code: str
    city: str
    country: models.CountryCode

class _AddressInput(TypedDict, total=False):
    address_line_1: str
    address_line_2: str
    address_line_3: str
    zip_code: str
    city: str
    country: models.CountryCode
    gln: str

class _AddressInputChange(TypedDict, total=False):
    address_line_1: str
    address_line_2: str
    address_line_3: str
    zip_code: str
    city: str
    country: models.CountryCode
    gln: str

class _AddressSent(TypedDict, total=False):
    address_line_1: Required[str]
    zip_code: Required[str]
    city: Required[str]
    country: models.CountryCode

class _AgreementSettingsChange(TypedDict, total=False):
    reminder_days_after_due: int
    reminder_fee_agreed: bool
    reminder_pay_days: int
    reminder_grace_days: int
    debt_collection_pay_days: int
    debt_collection_grace_days: int
    use_enforcement: bool
    application_release: models.ApplicationRelease
    unpaid_confirmation_days: int
    enforcement_minimum_costs_only: Decimal | int | float
    surveillance_months: int
    amortization_notice_days: int
    missed_instalment_days: int
    due_date_basis: models.DueDateBasis
    gather_days: int
    write_off_below: Decimal | int | float
    interest_rate: models.InterestRateChange | _InterestRateChange
    reminder_fee: Decimal | int | float
    debt_collection_fee: Decimal | int | float
    late_payment_fee: Decimal | int | float
    amortization_setup_fee: Decimal | int | float
    amortization_advice_fee: Decimal | int | float
    enforcement_fee: Decimal | int | float
    fee_vat: models.FeeVat
    settle_fees: models.FeeSettlement

class _AgreementSettingsSent(TypedDict, total=False):
    reminder_days_after_due: int
    reminder_fee_agreed: bool
    reminder_pay_days: int
    reminder_grace_days: int
    debt_collection_pay_days: int
    debt_collection_grace_days: int
    use_enforcement: bool
    application_release: models.ApplicationRelease
    unpaid_confirmation_days: int
    enforcement_minimum_costs_only: Decimal | int | float
    surveillance_months: int
    amortization_notice_days: int
    missed_instalment_days: int
    due_date_basis: models.DueDateBasis
    gather_days: int
    write_off_below: Decimal | int | float
    interest_rate: models.InterestRateSent | _InterestRateSent
    reminder_fee: Decimal | int | float
    debt_collection_fee: Decimal | int | float
    late_payment_fee: Decimal | int | float
    amortization_setup_fee: Decimal | int | float
    amortization_advice_fee: Decimal | int | float
    enforcement_fee: Decimal | int | float
    fee_vat: models.FeeVat
    settle_fees: models.FeeSettlement

class _ApiClientChange(TypedDict, total=False):
    name: str
    addresses: Sequence[str]
    enabled: bool

class _ApiClientInput(TypedDict, total=False):
    name: Required[str]
    addresses: Sequence[str]
    enabled: bool
    account: str
    creditor: str
    public_key: str

class _ApiCode(TypedDict, total=False):
    code: Required[str]

class _ApplicationOfUserSent(TypedDict, total=False):
    application: Required[str]
    application_name: str

class _ApproveInput(TypedDict, total=False):
    total_amount: Decimal | int | float

class _ApproveWaitingInput(TypedDict, total=False):
    fingerprint: str

class _AssignmentRuleChange(TypedDict, total=False):
    name: str
    creditor: str
    claim_kind: models.ClaimKind
    is_person: bool
    handlers: Sequence[str]

class _AssignmentRuleInput(TypedDict, total=False):
    name: Required[str]
    creditor: str
    claim_kind: models.ClaimKind
    is_person: bool
    handlers: Required[Sequence[str]]

class _AutogiroMandateInput(TypedDict, total=False):
    case: Required[str]
    clearing_number: Required[str]
    account_number: Required[str]

class _AwardedAmountsSent(TypedDict, total=False):
    capital: Required[Decimal | int | float]
    interest: Required[Decimal | int | float]
    costs: Required[Decimal | int | float]

class _BankFileForm(TypedDict, total=False):
    file: Required[str]

class _BillingChange(TypedDict, total=False):
    e_invoice_address: str
    email: str
    distribution: models.InvoiceDistribution

class _BillingSent(TypedDict, total=False):
    e_invoice_address: str
    email: str
    distribution: models.InvoiceDistribution

class _BulkActInput(TypedDict, total=False):
    act: Required[models.BulkActKind]
    where: Required[Mapping[str, Any]]
    body: Mapping[str, Any]
    dry_run: bool

class _CancellationInput(TypedDict, total=False):
    creditor: Required[str]
    case: Required[str]
    origin: Required[str]

class _CarRegistrationSent(TypedDict, total=False):
    number: Required[str]
    country: models.CountryCode
    ownership_date: SentMoment

class _CaseConfigChange(TypedDict, total=False):
    reminder_days_after_due: int
    reminder_fee_agreed: bool
    reminder_pay_days: int
    reminder_grace_days: int
    debt_collection_pay_days: int
    debt_collection_grace_days: int
    use_enforcement: bool
    application_release: models.ApplicationRelease
    unpaid_confirmation_days: int
    enforcement_minimum_costs_only: Decimal | int | float
    surveillance_months: int
    amortization_notice_days: int
    missed_instalment_days: int
    due_date_basis: models.DueDateBasis
    gather_days: int
    write_off_below: Decimal | int | float
    interest_rate: models.InterestRateChange | _InterestRateChange
    reminder_fee: Decimal | int | float
    debt_collection_fee: Decimal | int | float
    late_payment_fee: Decimal | int | float
    amortization_setup_fee: Decimal | int | float
    amortization_advice_fee: Decimal | int | float
    enforcement_fee: Decimal | int | float
    fee_vat: models.FeeVat
    settle_fees: models.FeeSettlement
    vat_area: str
    commission_excluded_vat: bool
    payout_capital_by_invoice: bool
    payout_interest_by_invoice: bool
    payout_frequency: models.Interval
    commission_payout_frequency: models.Interval
    payout_day: models.PayoutDay
    minimum_payout_amount: Decimal | int | float
    commission_share_percent: Decimal | int | float
    payout_approvals: int
    one_transfer_per_day: bool
    send_delay_minutes: int
    my_instalments_most: int
    my_respite_days_most: int
    letter_config: Mapping[str, Any]

class _CaseConfigSent(TypedDict, total=False):
    reminder_days_after_due: int
    reminder_fee_agreed: bool
    reminder_pay_days: int
    reminder_grace_days: int
    debt_collection_pay_days: int
    debt_collection_grace_days: int
    use_enforcement: bool
    application_release: models.ApplicationRelease
    unpaid_confirmation_days: int
    enforcement_minimum_costs_only: Decimal | int | float
    surveillance_months: int
    amortization_notice_days: int
    missed_instalment_days: int
    due_date_basis: models.DueDateBasis
    gather_days: int
    write_off_below: Decimal | int | float
    interest_rate: models.InterestRateSent | _InterestRateSent
    reminder_fee: Decimal | int | float
    debt_collection_fee: Decimal | int | float
    late_payment_fee: Decimal | int | float
    amortization_setup_fee: Decimal | int | float
    amortization_advice_fee: Decimal | int | float
    enforcement_fee: Decimal | int | float
    fee_vat: models.FeeVat
    settle_fees: models.FeeSettlement
    vat_area: str
    commission_excluded_vat: bool
    payout_capital_by_invoice: bool
    payout_interest_by_invoice: bool
    payout_frequency: models.Interval
    commission_payout_frequency: models.Interval
    payout_day: models.PayoutDay
    minimum_payout_amount: Decimal | int | float
    commission_share_percent: Decimal | int | float
    payout_approvals: int
    one_transfer_per_day: bool
    send_delay_minutes: int
    my_instalments_most: int
    my_respite_days_most: int
    letter_config: Mapping[str, Any]

class _CaseCustomerAddressSent(TypedDict, total=False):
    address_line_1: Required[str]
    address_line_2: str
    address_line_3: str
    zip_code: Required[str]
    city: Required[str]
    country: models.CountryCode

class _CaseCustomerInput(TypedDict, total=False):
    name: Required[str]
    customer_number: str
    id_number: Required[str]
    is_person: bool
    is_company: bool
    is_foreign: bool
    address: Required[models.CaseCustomerAddressSent | _CaseCustomerAddressSent]
    mobile_number: str
    email: str

class _CaseHandlerChange(TypedDict, total=False):
    assigned_to: str

class _CaseRegistrationInput(TypedDict, total=False):
    account: Required[str]
    creditor: Required[str]
    first_action: Required[models.FirstAction]
    currency: Required[str]
    customer: Required[models.CaseCustomerInput | _CaseCustomerInput]
    customers: Sequence[models.CaseCustomerInput | _CaseCustomerInput]
    debts: Required[Sequence[models.DebtInput | _DebtInput]]
    case_settings: models.CaseSettingsSent | _CaseSettingsSent
    labels: Sequence[str]
    start_flow: bool

class _CaseSettingsSent(TypedDict, total=False):
    reminder_days_after_due: int
    reminder_fee_agreed: bool
    reminder_pay_days: int
    reminder_grace_days: int
    debt_collection_pay_days: int
    debt_collection_grace_days: int
    use_enforcement: bool
    application_release: models.ApplicationRelease
    unpaid_confirmation_days: int
    enforcement_minimum_costs_only: Decimal | int | float
    surveillance_months: int
    amortization_notice_days: int
    missed_instalment_days: int
    due_date_basis: models.DueDateBasis
    gather_days: int
    write_off_below: Decimal | int | float
    interest_rate: models.InterestRateSent | _InterestRateSent
    reminder_fee: Decimal | int | float
    debt_collection_fee: Decimal | int | float
    late_payment_fee: Decimal | int | float
    amortization_setup_fee: Decimal | int | float
    amortization_advice_fee: Decimal | int | float
    enforcement_fee: Decimal | int | float

class _ClaimAssignmentInput(TypedDict, total=False):
    creditor: Required[str]
    date: Required[SentMoment]
    document: str

class _ClockInput(TypedDict, total=False):
    days: int
    date: SentMoment

class _CloseInput(TypedDict, total=False):
    reason: Required[models.ClosingDecision]

class _ComplaintChange(TypedDict, total=False):
    handler: str
    answered: SentMoment
    answer: str
    outcome: str
    cause: str

_ComplaintInput = TypedDict("_ComplaintInput", {"case": NotRequired[str], "customer": NotRequired[str], "from": str, "about": str, "received": SentMoment, "text": str})

class _ControlFeeInput(TypedDict, total=False):
    place: Required[str]
    date: Required[SentMoment]
    time: Required[str]
    plate: Required[str]
    breach: Required[str]
    notice_number: Required[str]

class _CorrectionInput(TypedDict, total=False):
    field: Required[models.CorrectedField]
    value: Required[Any]
    reason: Required[str]

class _CreditingInput(TypedDict, total=False):
    account: Required[str]
    creditor: Required[str]
    case: Required[str]
    currency: Required[str]
    amount: Required[Decimal | int | float]
    origin: Required[str]

class _CreditorChange(TypedDict, total=False):
    name: str
    description: str
    organization_no: str
    is_active: bool
    standard_debt_description: str
    always_use_standard_debt_description: bool
    agreement_address: models.AddressChange | _AddressChange
    sender_address: models.AddressChange | _AddressChange
    invoice_address: models.AddressChange | _AddressChange
    case_config: models.CaseConfigChange | _CaseConfigChange
    payout_details: models.PayoutDetailsChange | _PayoutDetailsChange
    default_letter_locale: str
    default_invoice_distribution: models.InvoiceDistribution
    vat_no: str
    approved_for_f_tax: bool
    email: str
    phone: str
    website: str
    registered_office: str
    is_public_authority: bool
    reminder_fee_terms: models.ReminderFeeTermsChange | _ReminderFeeTermsChange
    enforcement_mandate: models.MandateDaysChange | _MandateDaysChange
    billing: models.BillingChange | _BillingChange
    added_to_erp_system: bool

class _CreditorData(TypedDict, total=False):
    name: Required[str]
    description: str
    organization_no: Required[str]
    is_active: bool
    standard_debt_description: str
    always_use_standard_debt_description: bool
    agreement_address: models.AddressSent | _AddressSent
    sender_address: models.AddressSent | _AddressSent
    invoice_address: models.AddressSent | _AddressSent
    case_config: models.CaseConfigSent | _CaseConfigSent
    payout_details: models.PayoutDetailsSent | _PayoutDetailsSent
    default_letter_locale: str
    default_invoice_distribution: models.InvoiceDistribution
    vat_no: str
    approved_for_f_tax: bool
    email: str
    phone: str
    website: str
    registered_office: str
    is_public_authority: bool
    reminder_fee_terms: models.ReminderFeeTermsSent | _ReminderFeeTermsSent
    enforcement_mandate: models.MandateDays | _MandateDays
    billing: models.BillingSent | _BillingSent
    added_to_erp_system: bool

class _CreditorInput(TypedDict, total=False):
    name: Required[str]
    description: str
    organization_no: Required[str]
    is_active: bool
    standard_debt_description: str
    always_use_standard_debt_description: bool
    agreement_address: models.AddressSent | _AddressSent
    sender_address: models.AddressSent | _AddressSent
    invoice_address: models.AddressSent | _AddressSent
    case_config: models.CaseConfigSent | _CaseConfigSent
    payout_details: models.PayoutDetailsSent | _PayoutDetailsSent
    default_letter_locale: str
    default_invoice_distribution: models.InvoiceDistribution
    vat_no: str
    approved_for_f_tax: bool
    email: str
    phone: str
    website: str
    registered_office: str
    is_public_authority: bool
    reminder_fee_terms: models.ReminderFeeTermsSent | _ReminderFeeTermsSent
    enforcement_mandate: models.MandateDays | _MandateDays
    billing: models.BillingSent | _BillingSent
    added_to_erp_system: bool
    account: Required[str]

class _CustomerChange(TypedDict, total=False):
    deceased: bool
    bankruptcy: bool
    debt_restructuring: bool
    protected_identity: bool
    address: models.AddressInputChange | _AddressInputChange
    mobile_number: str
    email: str
    email_consent: bool
    sms_consent: bool
    e_invoice_address: str
    invoice_distribution: models.InvoiceDistributionChange

class _CustomerInput(TypedDict, total=False):
    name: Required[str]
    customer_number: str
    id_number: str
    is_person: bool
    is_company: bool
    is_foreign: bool
    address: models.AddressInput | _AddressInput
    mobile_number: str
    email: str
    e_invoice_address: str
    car_registration: models.CarRegistrationSent | _CarRegistrationSent

class _DataAccessSent(TypedDict, total=False):
    access_group: Required[str]
    granted_date: SentMoment
    access_group_name: str
    access_group_account_name: str
    access_group_creditor_name: str
    access_group_type: str

class _DebtInput(TypedDict, total=False):
    claim_kind: models.ClaimKind
    due_date_basis: models.DueDateBasis
    invoice_sent_date: SentMoment
    interest_notice: bool
    business_debt: bool
    consumer_credit: bool
    forbearance_offered: SentMoment
    reminded_on: SentMoment
    control_fee: models.ControlFeeInput | _ControlFeeInput
    limitation_kind: models.LimitationKind
    arose_on: SentMoment
    moved_out: SentMoment
    interruptions: Sequence[models.InterruptionInput | _InterruptionInput]
    invoice_number: Required[str]
    debt_description: str
    invoice_date: Required[SentMoment]
    capital_to_claim: Required[Decimal | int | float]
    initial_capital: Decimal | int | float
    invoice_due_days_after_invoice_date: Required[int]
    interest_days_after_invoice_date: int
    payout_reference: str
    fees_included_in_capital_to_claim: Mapping[str, Decimal | int | float]
    fees_already_claimed: Mapping[str, models.FeeClaimedSent | _FeeClaimedSent]
    earlier_letters: Sequence[models.EarlierLetterInput | _EarlierLetterInput]
    old_payment_reference: str
    previous_case_number: str
    judgment: models.JudgmentInput | _JudgmentInput
    plan: models.OngoingPlanInput | _OngoingPlanInput

class _DisputeAnswerInput(TypedDict, total=False):
    outcome: Required[models.DisputeAnswer]
    amount: Decimal | int | float
    answer: str

class _DisputeInput(TypedDict, total=False):
    reason: Required[str]
    kind: models.DisputeKind
    amount: Decimal | int | float
    explanation: str

class _EarlierLetterInput(TypedDict, total=False):
    kind: Required[models.EarlierLetterKind]
    date: Required[SentMoment]
    amount: Decimal | int | float

class _ErasureDelay(TypedDict, total=False):
    until: Required[SentMoment]
    note: Required[str]

class _FeeClaimedSent(TypedDict, total=False):
    amount: Required[Decimal | int | float]
    fee_registration_date: SentMoment

class _FileForm(TypedDict, total=False):
    file: Required[str]
    domain: models.FileDomain
    dotted_path: Required[models.FileField]

class _FileImportForm(TypedDict, total=False):
    file: Required[str]
    kind: Required[models.ImportedKind]
    creditor: Required[str]

class _FinancePayoutChange(TypedDict, total=False):
    payout_reference: str
    payout_date: SentMoment
    finance_interval: models.Interval

class _ForbearanceInput(TypedDict, total=False):
    offered_on: Required[SentMoment]

class _FreeLetterInput(TypedDict, total=False):
    template: models.FreeTemplate
    subject: str
    text: str

class _HandOverInput(TypedDict, total=False):
    date: SentMoment

class _InsolvencyClaimInput(TypedDict, total=False):
    kind: Required[models.InsolvencyKind]
    date: SentMoment
    case_number: str

class _InterestRateChange(TypedDict, total=False):
    reference_rate: bool
    rate_percent: Decimal | int | float

class _InterestRateSent(TypedDict, total=False):
    reference_rate: Required[bool]
    rate_percent: Decimal | int | float

class _InterruptionInput(TypedDict, total=False):
    date: Required[SentMoment]
    kind: Required[models.InterruptionKind]
    evidence: Required[str]

class _InvoiceRegistrationInput(TypedDict, total=False):
    claim_kind: models.ClaimKind
    due_date_basis: models.DueDateBasis
    invoice_sent_date: SentMoment
    interest_notice: bool
    business_debt: bool
    consumer_credit: bool
    forbearance_offered: SentMoment
    reminded_on: SentMoment
    control_fee: models.ControlFeeInput | _ControlFeeInput
    limitation_kind: models.LimitationKind
    arose_on: SentMoment
    moved_out: SentMoment
    interruptions: Sequence[models.InterruptionInput | _InterruptionInput]
    account: Required[str]
    creditor: Required[str]
    customer: Required[models.CustomerInput | _CustomerInput]
    invoice_type: Required[models.InvoiceType]
    invoice_number: Required[str]
    reference_number: str
    payout_reference: str
    invoice_date: Required[SentMoment]
    invoice_due_date: Required[SentMoment]
    invoice_delivery_date: SentMoment
    invoice_headline: str
    invoice_body_text: str
    currency: Required[str]
    your_contact: str
    your_reference: str
    our_reference: str
    your_additional_reference: str
    order_reference: str
    contract_reference: str
    debt_description: str
    letter_template: str
    custom_column_headlines: Sequence[str]
    matrix: Required[Sequence[models.MatrixInput | _MatrixInput]]
    preferred_invoice_distribution: str
    case_settings: models.CaseSettingsSent | _CaseSettingsSent
    labels: Sequence[str]
    start_flow: bool
    hold: bool

class _JudgmentInput(TypedDict, total=False):
    number: Required[str]
    date: Required[SentMoment]
    amounts: models.AwardedAmountsSent | _AwardedAmountsSent

class _KeyInput(TypedDict, total=False):
    public_key: Required[str]

_LawRowInput = TypedDict("_LawRowInput", {"article": models.LawRowKind, "from": SentMoment, "amount": NotRequired[Decimal | int | float], "percent": NotRequired[Decimal | int | float], "parts": NotRequired[Sequence[models.DebtPart]], "claim_kind": NotRequired[models.ClaimKind], "is_for_consumers": NotRequired[bool], "source": NotRequired[str]})

_MandateDays = TypedDict("_MandateDays", {"from": NotRequired[SentMoment], "until": NotRequired[SentMoment]})

_MandateDaysChange = TypedDict("_MandateDaysChange", {"from": NotRequired[SentMoment], "until": NotRequired[SentMoment]})

class _MatchInput(TypedDict, total=False):
    case: Required[str]

class _MatrixInput(TypedDict, total=False):
    article_number: str
    article_description: Required[str]
    unit_price: Decimal | int | float
    number_of_units: Decimal | int | float
    total_price_excluding_vat: Required[Decimal | int | float]
    unit_vat_percent: models.VatPercent
    is_zero_rated: bool
    is_discount: bool
    cost_center: str
    article_date: SentMoment
    order_line_reference: str
    custom_column_data: Sequence[str]
    extra_rows: Sequence[str]

class _NoteInput(TypedDict, total=False):
    text: Required[str]
    kind: Required[models.WrittenNoteKind]
    shared: bool

class _OngoingPlanInput(TypedDict, total=False):
    instalments: int
    amount: Decimal | int | float
    next_date: Required[SentMoment]

class _PaidInput(TypedDict, total=False):
    amount: Required[Decimal | int | float]
    date: Required[SentMoment]

_PartyChange = TypedDict("_PartyChange", {"name": NotRequired[str], "id_number": NotRequired[str], "address": NotRequired[models.CaseCustomerAddressSent | _CaseCustomerAddressSent], "email": NotRequired[str], "from": NotRequired[SentMoment], "until": NotRequired[SentMoment], "receives_letters": NotRequired[models.PartyLetters], "may_agree": NotRequired[bool], "ground": NotRequired[str], "inventory_date": NotRequired[SentMoment]})

_PartyInput = TypedDict("_PartyInput", {"name": str, "id_number": NotRequired[str], "address": NotRequired[models.CaseCustomerAddressSent | _CaseCustomerAddressSent], "email": NotRequired[str], "from": NotRequired[SentMoment], "until": NotRequired[SentMoment], "receives_letters": NotRequired[models.PartyLetters], "may_agree": NotRequired[bool], "ground": NotRequired[str], "inventory_date": NotRequired[SentMoment], "role": models.PartyRole, "customer": NotRequired[str]})

_PaymentInput = TypedDict("_PaymentInput", {"account": str, "creditor": str, "case": str, "currency": str, "amount": Decimal | int | float, "bank_transaction_date": SentMoment, "order_date": NotRequired[SentMoment], "for": NotRequired[str], "creditor_payment_reference": NotRequired[str], "allow_duplicate": NotRequired[bool], "origin": str})

class _PayoutDetailsChange(TypedDict, total=False):
    sek: models.SekPayoutChange | _SekPayoutChange

class _PayoutDetailsSent(TypedDict, total=False):
    sek: models.SekPayoutSent | _SekPayoutSent

class _PlanInput(TypedDict, total=False):
    instalments: int
    amount: Decimal | int | float
    first_date: Required[SentMoment]

class _PostedInput(TypedDict, total=False):
    date: Required[SentMoment]
    signed_by: Required[str]

class _PreviewInput(TypedDict, total=False):
    kind: Required[models.LetterKind]
    free: models.FreeLetterInput | _FreeLetterInput

class _RefundAccountSent(TypedDict, total=False):
    kind: Required[models.PayeeKind]
    number: Required[str]

class _RefundInput(TypedDict, total=False):
    bank_account: Required[models.RefundAccountSent | _RefundAccountSent]
    name: str

class _RefundOrder(TypedDict, total=False):
    amount: Required[Decimal | int | float]
    bankgiro: str
    plusgiro: str
    clearing_number: str
    account_number: str
    iban: str
    swish: bool
    use_for: str
    name: str

class _RefundWriteOff(TypedDict, total=False):
    refund: Required[str]
    reason: Required[str]

class _RejectWaitingInput(TypedDict, total=False):
    fingerprint: str
    reason: str

class _ReleaseManyInput(TypedDict, total=False):
    cases: Required[Sequence[str]]

class _ReminderFeeTermsChange(TypedDict, total=False):
    agreed: bool
    valid_from: SentMoment
    attested_by: str

class _ReminderFeeTermsSent(TypedDict, total=False):
    agreed: Required[bool]
    valid_from: Required[SentMoment]
    attested_by: Required[str]

class _ReopenInput(TypedDict, total=False):
    reason: Required[str]

_ReplayInput = TypedDict("_ReplayInput", {"event": NotRequired[str], "from_position": NotRequired[int], "to_position": NotRequired[int], "from": NotRequired[SentMoment], "to": NotRequired[SentMoment]})

class _ReplyInput(TypedDict, total=False):
    reply: Required[models.EnforcementReply]
    date: SentMoment
    case_number: str
    order_date: SentMoment
    amounts: models.AwardedAmountsSent | _AwardedAmountsSent
    amount: Decimal | int | float
    note: str

class _RespiteInput(TypedDict, total=False):
    until: Required[SentMoment]

class _ReturnedInput(TypedDict, total=False):
    date: Required[SentMoment]
    reason: Required[str]

class _ReversalInput(TypedDict, total=False):
    reason: Required[str]

class _RotationInput(TypedDict, total=False):
    grace_hours: int

class _SavedViewInput(TypedDict, total=False):
    name: Required[str]
    address: Required[str]
    shared: bool

class _SekPayoutChange(TypedDict, total=False):
    bankgiro: str
    plusgiro: str
    clearing_number: str
    account_number: str
    bank_name: str
    iban: str
    swift: str

class _SekPayoutSent(TypedDict, total=False):
    bankgiro: str
    plusgiro: str
    clearing_number: str
    account_number: str
    bank_name: str
    iban: str
    swift: str

class _SettlementInput(TypedDict, total=False):
    outcome: Required[models.DisputeSettlement]
    evidence: Required[str]

class _SimulatedBounceInput(TypedDict, total=False):
    invoice: str
    letter: str
    reason: str

class _SimulatedPaymentInput(TypedDict, total=False):
    case: str
    ocr_number: str
    amount: Required[Decimal | int | float]
    date: SentMoment

class _SimulatedReplyInput(TypedDict, total=False):
    reply: Required[models.EnforcementReply]
    date: SentMoment
    case_number: str
    order_date: SentMoment
    amounts: models.AwardedAmountsSent | _AwardedAmountsSent
    amount: Decimal | int | float
    note: str
    case: Required[str]

class _SplitInput(TypedDict, total=False):
    parts: Required[Sequence[models.SplitPart | _SplitPart]]

class _SplitPart(TypedDict, total=False):
    case: Required[str]
    amount: Required[Decimal | int | float]

class _UnmatchInput(TypedDict, total=False):
    reason: str

class _UserChange(TypedDict, total=False):
    name: str
    oauth_type: models.OauthType
    email_oauth: str
    data_access: Sequence[models.DataAccessSent | _DataAccessSent]
    is_enabled: bool
    applications: Sequence[models.ApplicationOfUserSent | _ApplicationOfUserSent]
    log_invoice_registrations: bool
    log_case_registrations: bool
    log_creditor_payments: bool
    log_creditor_cancellations: bool
    log_creditor_creditings: bool
    system_user: bool
    may_see_protected: bool

class _UserInput(TypedDict, total=False):
    name: Required[str]
    oauth_type: models.OauthType
    email_oauth: str
    data_access: Sequence[models.DataAccessSent | _DataAccessSent]
    is_enabled: bool
    applications: Sequence[models.ApplicationOfUserSent | _ApplicationOfUserSent]
    log_invoice_registrations: bool
    log_case_registrations: bool
    log_creditor_payments: bool
    log_creditor_cancellations: bool
    log_creditor_creditings: bool
    system_user: bool
    may_see_protected: bool
    account: Required[str]

_WaiverInput = TypedDict("_WaiverInput", {"component": models.WaivedComponent, "article": NotRequired[models.FeeArticle], "amount": NotRequired[Decimal | int | float], "from": NotRequired[SentMoment], "until": NotRequired[SentMoment], "reason": str})

class _WebhookChange(TypedDict, total=False):
    url: str
    event_types: Sequence[models.EventType]
    description: str
    enabled: bool

class _WebhookInput(TypedDict, total=False):
    url: Required[str]
    event_types: Sequence[models.EventType]
    description: str
    enabled: bool
    account: str
    creditor: str

class _WorkItemChange(TypedDict, total=False):
    assigned_to: str
    snoozed_until: SentMoment
    resolved: bool
    note: str
    decision: models.WishDecision
    answer: str
    instalments: int
    first_date: SentMoment
    respite_until: SentMoment
    good_until: SentMoment

class _WrongPersonInput(TypedDict, total=False):
    note: Required[str]

class AccessGroupsDocuments(_Documents[models.AccessGroup]):
    pass

class AccountsDocuments(_Documents[models.Account]):
    @overload
    def create(self, body: models.AccountInput | _AccountInput, *, key: str | None = ..., dry_run: bool = ...) -> models.AccountCreated: ...
    @overload
    def create(self, body: Sequence[models.AccountInput | _AccountInput], *, key: str | None = ..., dry_run: bool = ...) -> models.AccountCreatedMany: ...
    def change(self, document: _Document | str, **changes: Unpack[_AccountChange]) -> models.Changed: ...

class ApiClientsDocuments(_Documents[models.ApiClient]):
    @overload
    def create(self, body: models.ApiClientInput | _ApiClientInput, *, key: str | None = ..., dry_run: bool = ...) -> models.ApiClientCreated: ...
    @overload
    def create(self, body: Sequence[models.ApiClientInput | _ApiClientInput], *, key: str | None = ..., dry_run: bool = ...) -> models.ApiClientCreatedMany: ...
    def change(self, document: _Document | str, **changes: Unpack[_ApiClientChange]) -> models.Changed: ...
    @overload
    def act(self, document: _Document | str, act: Literal["rotate-code"], *, key: str | None = ..., tag: str | None = ..., dry_run: bool = ..., **body: Unpack[_RotationInput]) -> models.CodeRotated: ...
    @overload
    def act(self, document: _Document | str, act: Literal["keys"], *, key: str | None = ..., tag: str | None = ..., dry_run: bool = ..., **body: Unpack[_KeyInput]) -> models.KeyAdded: ...

class ApplicationsDocuments(_Documents[models.Application]):
    pass

class ApprovalsDocuments(_Documents[models.ShownApproval]):
    @overload
    def act(self, document: _Document | str, act: Literal["approve"], *, key: str | None = ..., tag: str | None = ..., dry_run: bool = ..., **body: Unpack[_ApproveWaitingInput]) -> models.ApprovalGiven: ...
    @overload
    def act(self, document: _Document | str, act: Literal["reject"], *, key: str | None = ..., tag: str | None = ..., dry_run: bool = ..., **body: Unpack[_RejectWaitingInput]) -> models.ApprovalGiven: ...

class AssignmentRulesDocuments(_Documents[models.AssignmentRule]):
    @overload
    def create(self, body: models.AssignmentRuleInput | _AssignmentRuleInput, *, key: str | None = ..., dry_run: bool = ...) -> models.Created: ...
    @overload
    def create(self, body: Sequence[models.AssignmentRuleInput | _AssignmentRuleInput], *, key: str | None = ..., dry_run: bool = ...) -> models.CreatedMany: ...
    def change(self, document: _Document | str, **changes: Unpack[_AssignmentRuleChange]) -> models.Changed: ...
    def delete(self, document: _Document | str) -> None: ...

class AuditLogDocuments(_Documents[models.AuditEntry]):
    pass

class AutogiroMandatesDocuments(_Documents[models.AutogiroMandate]):
    @overload
    def create(self, body: models.AutogiroMandateInput | _AutogiroMandateInput, *, key: str | None = ..., dry_run: bool = ...) -> models.Created: ...
    @overload
    def create(self, body: Sequence[models.AutogiroMandateInput | _AutogiroMandateInput], *, key: str | None = ..., dry_run: bool = ...) -> models.CreatedMany: ...
    def delete(self, document: _Document | str) -> None: ...

class BankFilesDocuments(_Documents[models.BankFile]):
    def create(self, body: Any, *, key: str | None = ..., dry_run: bool = ...) -> models.BankFileImported: ...

class BankOrdersDocuments(_Documents[models.BankOrder]):
    pass

class BankTransactionsDocuments(_Documents[models.BankTransaction]):
    def act(self, document: _Document | str, act: Literal["unmatch"], *, key: str | None = ..., tag: str | None = ..., dry_run: bool = ..., **body: Unpack[_UnmatchInput]) -> models.PaymentDecided: ...

class BulkActsDocuments(_Documents[models.BulkAct]):
    @overload
    def create(self, body: models.BulkActInput | _BulkActInput, *, key: str | None = ..., dry_run: bool = ...) -> models.BulkActAsked: ...
    @overload
    def create(self, body: Sequence[models.BulkActInput | _BulkActInput], *, key: str | None = ..., dry_run: bool = ...) -> models.BulkActAskedMany: ...
    @overload
    def act(self, document: _Document | str, act: Literal["stop"], *, key: str | None = ..., tag: str | None = ..., dry_run: bool = ...) -> models.BulkActTurned: ...
    @overload
    def act(self, document: _Document | str, act: Literal["resume"], *, key: str | None = ..., tag: str | None = ..., dry_run: bool = ...) -> models.BulkActTurned: ...

class CaseRegistrationsDocuments(_Documents[models.CaseRegistration]):
    @overload
    def create(self, body: models.CaseRegistrationInput | _CaseRegistrationInput, *, key: str | None = ..., dry_run: bool = ...) -> models.CaseRegistered: ...
    @overload
    def create(self, body: Sequence[models.CaseRegistrationInput | _CaseRegistrationInput], *, key: str | None = ..., dry_run: bool = ...) -> models.CaseRegisteredMany: ...

class CasesDocuments(_Documents[models.Case]):
    def change(self, document: _Document | str, **changes: Unpack[_CaseHandlerChange]) -> models.Changed: ...
    @overload
    def act(self, document: _Document | str, act: Literal["disputes"], *, key: str | None = ..., tag: str | None = ..., dry_run: bool = ..., **body: Unpack[_DisputeInput]) -> models.CaseActed: ...
    @overload
    def act(self, document: _Document | str, act: Literal["amortization-plans"], *, key: str | None = ..., tag: str | None = ..., dry_run: bool = ..., **body: Unpack[_PlanInput]) -> models.CaseActed: ...
    @overload
    def act(self, document: _Document | str, act: Literal["waivers"], *, key: str | None = ..., tag: str | None = ..., dry_run: bool = ..., **body: Unpack[_WaiverInput]) -> models.CaseActed: ...
    @overload
    def act(self, document: _Document | str, act: Literal["notes"], *, key: str | None = ..., tag: str | None = ..., dry_run: bool = ..., **body: Unpack[_NoteInput]) -> models.Noted: ...
    @overload
    def act(self, document: _Document | str, act: Literal["start"], *, key: str | None = ..., tag: str | None = ..., dry_run: bool = ...) -> models.CaseActed: ...
    @overload
    def act(self, document: _Document | str, act: Literal["respite"], *, key: str | None = ..., tag: str | None = ..., dry_run: bool = ..., **body: Unpack[_RespiteInput]) -> models.CaseActed: ...
    @overload
    def act(self, document: _Document | str, act: Literal["dispute-answers"], *, key: str | None = ..., tag: str | None = ..., dry_run: bool = ..., **body: Unpack[_DisputeAnswerInput]) -> models.CaseActed: ...
    @overload
    def act(self, document: _Document | str, act: Literal["refunds"], *, key: str | None = ..., tag: str | None = ..., dry_run: bool = ..., **body: Unpack[_RefundOrder]) -> models.RefundOrdered: ...
    @overload
    def act(self, document: _Document | str, act: Literal["refund-write-offs"], *, key: str | None = ..., tag: str | None = ..., dry_run: bool = ..., **body: Unpack[_RefundWriteOff]) -> models.Created: ...
    @overload
    def act(self, document: _Document | str, act: Literal["parties"], *, key: str | None = ..., tag: str | None = ..., dry_run: bool = ..., **body: Unpack[_PartyInput]) -> models.PartyKept: ...
    @overload
    def act(self, document: _Document | str, act: Literal["assignments"], *, key: str | None = ..., tag: str | None = ..., dry_run: bool = ..., **body: Any) -> models.CaseActed: ...
    @overload
    def act(self, document: _Document | str, act: Literal["forbearance"], *, key: str | None = ..., tag: str | None = ..., dry_run: bool = ..., **body: Unpack[_ForbearanceInput]) -> models.CaseActed: ...
    @overload
    def act(self, document: _Document | str, act: Literal["confirm-unpaid"], *, key: str | None = ..., tag: str | None = ..., dry_run: bool = ...) -> models.CaseActed: ...
    @overload
    def act(self, document: _Document | str, act: Literal["release-application"], *, key: str | None = ..., tag: str | None = ..., dry_run: bool = ...) -> models.CaseActed: ...
    @overload
    def act(self, document: _Document | str, act: Literal["interruptions"], *, key: str | None = ..., tag: str | None = ..., dry_run: bool = ..., **body: Unpack[_InterruptionInput]) -> models.CaseActed: ...
    @overload
    def act(self, document: _Document | str, act: Literal["close"], *, key: str | None = ..., tag: str | None = ..., dry_run: bool = ..., **body: Unpack[_CloseInput]) -> models.CaseActed: ...
    @overload
    def act(self, document: _Document | str, act: Literal["reopen"], *, key: str | None = ..., tag: str | None = ..., dry_run: bool = ..., **body: Unpack[_ReopenInput]) -> models.CaseActed: ...
    @overload
    def act(self, document: _Document | str, act: Literal["wrong-person"], *, key: str | None = ..., tag: str | None = ..., dry_run: bool = ..., **body: Unpack[_WrongPersonInput]) -> models.CaseActed: ...
    @overload
    def act(self, document: _Document | str, act: Literal["enforcement-replies"], *, key: str | None = ..., tag: str | None = ..., dry_run: bool = ..., **body: Unpack[_ReplyInput]) -> models.CaseActed: ...
    @overload
    def act(self, document: _Document | str, act: Literal["letters/preview"], *, key: str | None = ..., tag: str | None = ..., dry_run: bool = ..., **body: Unpack[_PreviewInput]) -> bytes: ...
    @overload
    def act(self, document: _Document | str, act: Literal["letters"], *, key: str | None = ..., tag: str | None = ..., dry_run: bool = ..., **body: Unpack[_FreeLetterInput]) -> models.CaseActed: ...
    @overload
    def act(self, document: _Document | str, act: Literal["claims-in-insolvency"], *, key: str | None = ..., tag: str | None = ..., dry_run: bool = ..., **body: Unpack[_InsolvencyClaimInput]) -> bytes: ...
    def lift(self, document: _Document | str, act: Literal["disputes", "amortization-plans", "respite"]) -> None: ...
    @overload
    def part(self, document: _Document | str, part: Literal["statement"], *, at: str | date = ..., known: SentMoment = ...) -> models.Statement: ...
    @overload
    def part(self, document: _Document | str, part: Literal["trace"]) -> models.TracedCase: ...
    @overload
    def part(self, document: _Document | str, part: Literal["settings"]) -> models.SettingsOfCase: ...
    @overload
    def part(self, document: _Document | str, part: Literal["disputes"]) -> models.CaseDisputes: ...
    @overload
    def part(self, document: _Document | str, part: Literal["amortization-plans"], *, instalments: int = ..., amount: Decimal | int | float = ..., first_date: SentMoment = ...) -> models.CasePlans: ...
    @overload
    def part(self, document: _Document | str, part: Literal["waivers"]) -> models.CaseWaivers: ...
    @overload
    def part(self, document: _Document | str, part: Literal["notes"], *, cursor: str = ..., page: int = ..., max_results: int = ...) -> models.CaseNotes: ...
    @overload
    def part(self, document: _Document | str, part: Literal["refunds"], *, where: str = ..., sort: str = ..., projection: str = ..., page: int = ..., max_results: int = ...) -> models.RefundList: ...
    @overload
    def part(self, document: _Document | str, part: Literal["parties"]) -> models.CaseParties: ...
    @overload
    def part(self, document: _Document | str, part: Literal["assignments"]) -> models.CaseAssignments: ...
    @overload
    def part(self, document: _Document | str, part: Literal["enforcements"], *, where: str = ..., sort: str = ..., projection: str = ..., page: int = ..., max_results: int = ...) -> models.EnforcementList: ...

class ComplaintsDocuments(_Documents[models.Complaint]):
    @overload
    def create(self, body: models.ComplaintInput | _ComplaintInput, *, key: str | None = ..., dry_run: bool = ...) -> models.Created: ...
    @overload
    def create(self, body: Sequence[models.ComplaintInput | _ComplaintInput], *, key: str | None = ..., dry_run: bool = ...) -> models.CreatedMany: ...
    def change(self, document: _Document | str, **changes: Unpack[_ComplaintChange]) -> models.Changed: ...

class CreditorCancellationsDocuments(_Documents[models.Cancellation]):
    @overload
    def create(self, body: models.CancellationInput | _CancellationInput, *, key: str | None = ..., dry_run: bool = ...) -> models.CancellationRecorded: ...
    @overload
    def create(self, body: Sequence[models.CancellationInput | _CancellationInput], *, key: str | None = ..., dry_run: bool = ...) -> models.CancellationRecordedMany: ...
    def delete(self, document: _Document | str) -> None: ...
    def act(self, document: _Document | str, act: Literal["reversals"], *, key: str | None = ..., tag: str | None = ..., dry_run: bool = ..., **body: Unpack[_ReversalInput]) -> models.CancellationReversed: ...

class CreditorCreditingsDocuments(_Documents[models.Crediting]):
    @overload
    def create(self, body: models.CreditingInput | _CreditingInput, *, key: str | None = ..., dry_run: bool = ...) -> models.PaymentRecorded: ...
    @overload
    def create(self, body: Sequence[models.CreditingInput | _CreditingInput], *, key: str | None = ..., dry_run: bool = ...) -> models.PaymentRecordedMany: ...
    def delete(self, document: _Document | str) -> None: ...
    def act(self, document: _Document | str, act: Literal["reversals"], *, key: str | None = ..., tag: str | None = ..., dry_run: bool = ..., **body: Unpack[_ReversalInput]) -> models.PaymentReversed: ...

class CreditorPaymentsDocuments(_Documents[models.Payment]):
    @overload
    def create(self, body: models.PaymentInput | _PaymentInput, *, key: str | None = ..., dry_run: bool = ...) -> models.PaymentRecorded: ...
    @overload
    def create(self, body: Sequence[models.PaymentInput | _PaymentInput], *, key: str | None = ..., dry_run: bool = ...) -> models.PaymentRecordedMany: ...
    def delete(self, document: _Document | str) -> None: ...
    def act(self, document: _Document | str, act: Literal["reversals"], *, key: str | None = ..., tag: str | None = ..., dry_run: bool = ..., **body: Unpack[_ReversalInput]) -> models.PaymentReversed: ...

class CreditorsDocuments(_Documents[models.Creditor]):
    @overload
    def create(self, body: models.CreditorInput | _CreditorInput, *, key: str | None = ..., dry_run: bool = ...) -> models.Created: ...
    @overload
    def create(self, body: Sequence[models.CreditorInput | _CreditorInput], *, key: str | None = ..., dry_run: bool = ...) -> models.CreatedMany: ...
    def change(self, document: _Document | str, **changes: Unpack[_CreditorChange]) -> models.Changed: ...
    def delete(self, document: _Document | str) -> None: ...
    def part(self, document: _Document | str, part: Literal["balance"]) -> models.CreditorBalanceShown: ...

class CustomersDocuments(_Documents[models.Customer]):
    def change(self, document: _Document | str, **changes: Unpack[_CustomerChange]) -> models.ChangedIso: ...
    def act(self, document: _Document | str, act: Literal["corrections"], *, key: str | None = ..., tag: str | None = ..., dry_run: bool = ..., **body: Unpack[_CorrectionInput]) -> models.CustomerCorrected: ...

class EnforcementsDocuments(_Documents[models.Enforcement]):
    @overload
    def act(self, document: _Document | str, act: Literal["posted"], *, key: str | None = ..., tag: str | None = ..., dry_run: bool = ..., **body: Unpack[_PostedInput]) -> models.EnforcementActed: ...
    @overload
    def act(self, document: _Document | str, act: Literal["hand-over"], *, key: str | None = ..., tag: str | None = ..., dry_run: bool = ..., **body: Unpack[_HandOverInput]) -> models.EnforcementActed: ...
    @overload
    def act(self, document: _Document | str, act: Literal["renew"], *, key: str | None = ..., tag: str | None = ..., dry_run: bool = ...) -> models.EnforcementActed: ...

class ErasureBatchesDocuments(_Documents[models.ErasureBatch]):
    @overload
    def act(self, document: _Document | str, act: Literal["confirm"], *, key: str | None = ..., tag: str | None = ..., dry_run: bool = ...) -> models.ErasureBatchDecided: ...
    @overload
    def act(self, document: _Document | str, act: Literal["put-off"], *, key: str | None = ..., tag: str | None = ..., dry_run: bool = ..., **body: Unpack[_ErasureDelay]) -> models.ErasureBatchDecided: ...

class EventsDocuments(_Documents[models.Event]):
    pass

class FileImportReportsDocuments(_Documents[models.FileImportReport]):
    def create(self, body: Any, *, key: str | None = ..., dry_run: bool = ...) -> models.FileImportTaken: ...

class FinancePayoutSpecificationsDocuments(_Documents[models.FinancePayoutSpecification]):
    pass

class FinancePayoutsDocuments(_Documents[models.FinancePayout]):
    def change(self, document: _Document | str, **changes: Unpack[_FinancePayoutChange]) -> models.Changed: ...
    def act(self, document: _Document | str, act: Literal["approve"], *, key: str | None = ..., tag: str | None = ..., dry_run: bool = ..., **body: Unpack[_ApproveInput]) -> models.PayoutApproved: ...

class InvoiceRegistrationsDocuments(_Documents[models.InvoiceRegistration]):
    @overload
    def create(self, body: models.InvoiceRegistrationInput | _InvoiceRegistrationInput, *, key: str | None = ..., dry_run: bool = ...) -> models.InvoiceRegistered: ...
    @overload
    def create(self, body: Sequence[models.InvoiceRegistrationInput | _InvoiceRegistrationInput], *, key: str | None = ..., dry_run: bool = ...) -> models.InvoiceRegisteredMany: ...

class InvoicesDocuments(_Documents[models.Invoice]):
    @overload
    def act(self, document: _Document | str, act: Literal["release"], *, key: str | None = ..., tag: str | None = ..., dry_run: bool = ...) -> models.InvoiceActed: ...
    @overload
    def act(self, document: _Document | str, act: Literal["void"], *, key: str | None = ..., tag: str | None = ..., dry_run: bool = ...) -> models.InvoiceActed: ...
    def part(self, document: _Document | str, part: Literal["ubl"]) -> bytes: ...

class LawRowsDocuments(_Documents[models.LawRow]):
    def create(self, body: models.LawRowInput | _LawRowInput, *, key: str | None = ..., dry_run: bool = ...) -> models.LawRow: ...
    @overload
    def act(self, document: _Document | str, act: Literal["approve"], *, key: str | None = ..., tag: str | None = ..., dry_run: bool = ...) -> models.LawRow: ...
    @overload
    def act(self, document: _Document | str, act: Literal["reject"], *, key: str | None = ..., tag: str | None = ..., dry_run: bool = ...) -> models.LawRow: ...

class LettersDocuments(_Documents[models.Letter]):
    @overload
    def act(self, document: _Document | str, act: Literal["stop"], *, key: str | None = ..., tag: str | None = ..., dry_run: bool = ...) -> models.LetterStopped: ...
    @overload
    def act(self, document: _Document | str, act: Literal["returned"], *, key: str | None = ..., tag: str | None = ..., dry_run: bool = ..., **body: Unpack[_ReturnedInput]) -> models.LetterStopped: ...

class LocalesDocuments(_Documents[models.Locale]):
    pass

class OperatorInvoicesDocuments(_Documents[models.OperatorInvoice]):
    def act(self, document: _Document | str, act: Literal["paid"], *, key: str | None = ..., tag: str | None = ..., dry_run: bool = ..., **body: Unpack[_PaidInput]) -> models.OperatorInvoicePaid: ...

class PartnersDocuments(_Documents[models.Partner]):
    pass

class RefundsDocuments(_Documents[models.Refund]):
    pass

class RequestLogsDocuments(_Documents[models.RequestLog]):
    pass

class SavedViewsDocuments(_Documents[models.SavedView]):
    @overload
    def create(self, body: models.SavedViewInput | _SavedViewInput, *, key: str | None = ..., dry_run: bool = ...) -> models.Created: ...
    @overload
    def create(self, body: Sequence[models.SavedViewInput | _SavedViewInput], *, key: str | None = ..., dry_run: bool = ...) -> models.CreatedMany: ...
    def delete(self, document: _Document | str) -> None: ...

class UnmatchedPaymentsDocuments(_Documents[models.UnmatchedPayment]):
    @overload
    def act(self, document: _Document | str, act: Literal["match"], *, key: str | None = ..., tag: str | None = ..., dry_run: bool = ..., **body: Unpack[_MatchInput]) -> models.PaymentDecided: ...
    @overload
    def act(self, document: _Document | str, act: Literal["split"], *, key: str | None = ..., tag: str | None = ..., dry_run: bool = ..., **body: Unpack[_SplitInput]) -> models.PaymentDecided: ...
    @overload
    def act(self, document: _Document | str, act: Literal["refund"], *, key: str | None = ..., tag: str | None = ..., dry_run: bool = ..., **body: Unpack[_RefundInput]) -> models.PaymentDecided: ...

class UsersDocuments(_Documents[models.User]):
    @overload
    def create(self, body: models.UserInput | _UserInput, *, key: str | None = ..., dry_run: bool = ...) -> models.Created: ...
    @overload
    def create(self, body: Sequence[models.UserInput | _UserInput], *, key: str | None = ..., dry_run: bool = ...) -> models.CreatedMany: ...
    def change(self, document: _Document | str, **changes: Unpack[_UserChange]) -> models.Changed: ...
    def delete(self, document: _Document | str) -> None: ...

class WebhookDeliveriesDocuments(_Documents[models.WebhookDelivery]):
    pass

class WebhooksDocuments(_Documents[models.Webhook]):
    @overload
    def create(self, body: models.WebhookInput | _WebhookInput, *, key: str | None = ..., dry_run: bool = ...) -> models.WebhookCreated: ...
    @overload
    def create(self, body: Sequence[models.WebhookInput | _WebhookInput], *, key: str | None = ..., dry_run: bool = ...) -> models.WebhookCreatedMany: ...
    def change(self, document: _Document | str, **changes: Unpack[_WebhookChange]) -> models.Changed: ...
    def delete(self, document: _Document | str) -> None: ...
    @overload
    def act(self, document: _Document | str, act: Literal["test"], *, key: str | None = ..., tag: str | None = ..., dry_run: bool = ...) -> models.WebhookTested: ...
    @overload
    def act(self, document: _Document | str, act: Literal["rotate-secret"], *, key: str | None = ..., tag: str | None = ..., dry_run: bool = ...) -> models.SecretRotated: ...
    @overload
    def act(self, document: _Document | str, act: Literal["replay"], *, key: str | None = ..., tag: str | None = ..., dry_run: bool = ..., **body: Unpack[_ReplayInput]) -> models.WebhookReplayed: ...

class WorkItemsDocuments(_Documents[models.WorkItem]):
    def change(self, document: _Document | str, **changes: Unpack[_WorkItemChange]) -> models.Changed: ...

class AsyncAccessGroupsDocuments(_AsyncDocuments[models.AccessGroup]):
    pass

class AsyncAccountsDocuments(_AsyncDocuments[models.Account]):
    @overload
    async def create(self, body: models.AccountInput | _AccountInput, *, key: str | None = ..., dry_run: bool = ...) -> models.AccountCreated: ...
    @overload
    async def create(self, body: Sequence[models.AccountInput | _AccountInput], *, key: str | None = ..., dry_run: bool = ...) -> models.AccountCreatedMany: ...
    async def change(self, document: _Document | str, **changes: Unpack[_AccountChange]) -> models.Changed: ...

class AsyncApiClientsDocuments(_AsyncDocuments[models.ApiClient]):
    @overload
    async def create(self, body: models.ApiClientInput | _ApiClientInput, *, key: str | None = ..., dry_run: bool = ...) -> models.ApiClientCreated: ...
    @overload
    async def create(self, body: Sequence[models.ApiClientInput | _ApiClientInput], *, key: str | None = ..., dry_run: bool = ...) -> models.ApiClientCreatedMany: ...
    async def change(self, document: _Document | str, **changes: Unpack[_ApiClientChange]) -> models.Changed: ...
    @overload
    async def act(self, document: _Document | str, act: Literal["rotate-code"], *, key: str | None = ..., tag: str | None = ..., dry_run: bool = ..., **body: Unpack[_RotationInput]) -> models.CodeRotated: ...
    @overload
    async def act(self, document: _Document | str, act: Literal["keys"], *, key: str | None = ..., tag: str | None = ..., dry_run: bool = ..., **body: Unpack[_KeyInput]) -> models.KeyAdded: ...

class AsyncApplicationsDocuments(_AsyncDocuments[models.Application]):
    pass

class AsyncApprovalsDocuments(_AsyncDocuments[models.ShownApproval]):
    @overload
    async def act(self, document: _Document | str, act: Literal["approve"], *, key: str | None = ..., tag: str | None = ..., dry_run: bool = ..., **body: Unpack[_ApproveWaitingInput]) -> models.ApprovalGiven: ...
    @overload
    async def act(self, document: _Document | str, act: Literal["reject"], *, key: str | None = ..., tag: str | None = ..., dry_run: bool = ..., **body: Unpack[_RejectWaitingInput]) -> models.ApprovalGiven: ...

class AsyncAssignmentRulesDocuments(_AsyncDocuments[models.AssignmentRule]):
    @overload
    async def create(self, body: models.AssignmentRuleInput | _AssignmentRuleInput, *, key: str | None = ..., dry_run: bool = ...) -> models.Created: ...
    @overload
    async def create(self, body: Sequence[models.AssignmentRuleInput | _AssignmentRuleInput], *, key: str | None = ..., dry_run: bool = ...) -> models.CreatedMany: ...
    async def change(self, document: _Document | str, **changes: Unpack[_AssignmentRuleChange]) -> models.Changed: ...
    async def delete(self, document: _Document | str) -> None: ...

class AsyncAuditLogDocuments(_AsyncDocuments[models.AuditEntry]):
    pass

class AsyncAutogiroMandatesDocuments(_AsyncDocuments[models.AutogiroMandate]):
    @overload
    async def create(self, body: models.AutogiroMandateInput | _AutogiroMandateInput, *, key: str | None = ..., dry_run: bool = ...) -> models.Created: ...
    @overload
    async def create(self, body: Sequence[models.AutogiroMandateInput | _AutogiroMandateInput], *, key: str | None = ..., dry_run: bool = ...) -> models.CreatedMany: ...
    async def delete(self, document: _Document | str) -> None: ...

class AsyncBankFilesDocuments(_AsyncDocuments[models.BankFile]):
    async def create(self, body: Any, *, key: str | None = ..., dry_run: bool = ...) -> models.BankFileImported: ...

class AsyncBankOrdersDocuments(_AsyncDocuments[models.BankOrder]):
    pass

class AsyncBankTransactionsDocuments(_AsyncDocuments[models.BankTransaction]):
    async def act(self, document: _Document | str, act: Literal["unmatch"], *, key: str | None = ..., tag: str | None = ..., dry_run: bool = ..., **body: Unpack[_UnmatchInput]) -> models.PaymentDecided: ...

class AsyncBulkActsDocuments(_AsyncDocuments[models.BulkAct]):
    @overload
    async def create(self, body: models.BulkActInput | _BulkActInput, *, key: str | None = ..., dry_run: bool = ...) -> models.BulkActAsked: ...
    @overload
    async def create(self, body: Sequence[models.BulkActInput | _BulkActInput], *, key: str | None = ..., dry_run: bool = ...) -> models.BulkActAskedMany: ...
    @overload
    async def act(self, document: _Document | str, act: Literal["stop"], *, key: str | None = ..., tag: str | None = ..., dry_run: bool = ...) -> models.BulkActTurned: ...
    @overload
    async def act(self, document: _Document | str, act: Literal["resume"], *, key: str | None = ..., tag: str | None = ..., dry_run: bool = ...) -> models.BulkActTurned: ...

class AsyncCaseRegistrationsDocuments(_AsyncDocuments[models.CaseRegistration]):
    @overload
    async def create(self, body: models.CaseRegistrationInput | _CaseRegistrationInput, *, key: str | None = ..., dry_run: bool = ...) -> models.CaseRegistered: ...
    @overload
    async def create(self, body: Sequence[models.CaseRegistrationInput | _CaseRegistrationInput], *, key: str | None = ..., dry_run: bool = ...) -> models.CaseRegisteredMany: ...

class AsyncCasesDocuments(_AsyncDocuments[models.Case]):
    async def change(self, document: _Document | str, **changes: Unpack[_CaseHandlerChange]) -> models.Changed: ...
    @overload
    async def act(self, document: _Document | str, act: Literal["disputes"], *, key: str | None = ..., tag: str | None = ..., dry_run: bool = ..., **body: Unpack[_DisputeInput]) -> models.CaseActed: ...
    @overload
    async def act(self, document: _Document | str, act: Literal["amortization-plans"], *, key: str | None = ..., tag: str | None = ..., dry_run: bool = ..., **body: Unpack[_PlanInput]) -> models.CaseActed: ...
    @overload
    async def act(self, document: _Document | str, act: Literal["waivers"], *, key: str | None = ..., tag: str | None = ..., dry_run: bool = ..., **body: Unpack[_WaiverInput]) -> models.CaseActed: ...
    @overload
    async def act(self, document: _Document | str, act: Literal["notes"], *, key: str | None = ..., tag: str | None = ..., dry_run: bool = ..., **body: Unpack[_NoteInput]) -> models.Noted: ...
    @overload
    async def act(self, document: _Document | str, act: Literal["start"], *, key: str | None = ..., tag: str | None = ..., dry_run: bool = ...) -> models.CaseActed: ...
    @overload
    async def act(self, document: _Document | str, act: Literal["respite"], *, key: str | None = ..., tag: str | None = ..., dry_run: bool = ..., **body: Unpack[_RespiteInput]) -> models.CaseActed: ...
    @overload
    async def act(self, document: _Document | str, act: Literal["dispute-answers"], *, key: str | None = ..., tag: str | None = ..., dry_run: bool = ..., **body: Unpack[_DisputeAnswerInput]) -> models.CaseActed: ...
    @overload
    async def act(self, document: _Document | str, act: Literal["refunds"], *, key: str | None = ..., tag: str | None = ..., dry_run: bool = ..., **body: Unpack[_RefundOrder]) -> models.RefundOrdered: ...
    @overload
    async def act(self, document: _Document | str, act: Literal["refund-write-offs"], *, key: str | None = ..., tag: str | None = ..., dry_run: bool = ..., **body: Unpack[_RefundWriteOff]) -> models.Created: ...
    @overload
    async def act(self, document: _Document | str, act: Literal["parties"], *, key: str | None = ..., tag: str | None = ..., dry_run: bool = ..., **body: Unpack[_PartyInput]) -> models.PartyKept: ...
    @overload
    async def act(self, document: _Document | str, act: Literal["assignments"], *, key: str | None = ..., tag: str | None = ..., dry_run: bool = ..., **body: Any) -> models.CaseActed: ...
    @overload
    async def act(self, document: _Document | str, act: Literal["forbearance"], *, key: str | None = ..., tag: str | None = ..., dry_run: bool = ..., **body: Unpack[_ForbearanceInput]) -> models.CaseActed: ...
    @overload
    async def act(self, document: _Document | str, act: Literal["confirm-unpaid"], *, key: str | None = ..., tag: str | None = ..., dry_run: bool = ...) -> models.CaseActed: ...
    @overload
    async def act(self, document: _Document | str, act: Literal["release-application"], *, key: str | None = ..., tag: str | None = ..., dry_run: bool = ...) -> models.CaseActed: ...
    @overload
    async def act(self, document: _Document | str, act: Literal["interruptions"], *, key: str | None = ..., tag: str | None = ..., dry_run: bool = ..., **body: Unpack[_InterruptionInput]) -> models.CaseActed: ...
    @overload
    async def act(self, document: _Document | str, act: Literal["close"], *, key: str | None = ..., tag: str | None = ..., dry_run: bool = ..., **body: Unpack[_CloseInput]) -> models.CaseActed: ...
    @overload
    async def act(self, document: _Document | str, act: Literal["reopen"], *, key: str | None = ..., tag: str | None = ..., dry_run: bool = ..., **body: Unpack[_ReopenInput]) -> models.CaseActed: ...
    @overload
    async def act(self, document: _Document | str, act: Literal["wrong-person"], *, key: str | None = ..., tag: str | None = ..., dry_run: bool = ..., **body: Unpack[_WrongPersonInput]) -> models.CaseActed: ...
    @overload
    async def act(self, document: _Document | str, act: Literal["enforcement-replies"], *, key: str | None = ..., tag: str | None = ..., dry_run: bool = ..., **body: Unpack[_ReplyInput]) -> models.CaseActed: ...
    @overload
    async def act(self, document: _Document | str, act: Literal["letters/preview"], *, key: str | None = ..., tag: str | None = ..., dry_run: bool = ..., **body: Unpack[_PreviewInput]) -> bytes: ...
    @overload
    async def act(self, document: _Document | str, act: Literal["letters"], *, key: str | None = ..., tag: str | None = ..., dry_run: bool = ..., **body: Unpack[_FreeLetterInput]) -> models.CaseActed: ...
    @overload
    async def act(self, document: _Document | str, act: Literal["claims-in-insolvency"], *, key: str | None = ..., tag: str | None = ..., dry_run: bool = ..., **body: Unpack[_InsolvencyClaimInput]) -> bytes: ...
    async def lift(self, document: _Document | str, act: Literal["disputes", "amortization-plans", "respite"]) -> None: ...
    @overload
    async def part(self, document: _Document | str, part: Literal["statement"], *, at: str | date = ..., known: SentMoment = ...) -> models.Statement: ...
    @overload
    async def part(self, document: _Document | str, part: Literal["trace"]) -> models.TracedCase: ...
    @overload
    async def part(self, document: _Document | str, part: Literal["settings"]) -> models.SettingsOfCase: ...
    @overload
    async def part(self, document: _Document | str, part: Literal["disputes"]) -> models.CaseDisputes: ...
    @overload
    async def part(self, document: _Document | str, part: Literal["amortization-plans"], *, instalments: int = ..., amount: Decimal | int | float = ..., first_date: SentMoment = ...) -> models.CasePlans: ...
    @overload
    async def part(self, document: _Document | str, part: Literal["waivers"]) -> models.CaseWaivers: ...
    @overload
    async def part(self, document: _Document | str, part: Literal["notes"], *, cursor: str = ..., page: int = ..., max_results: int = ...) -> models.CaseNotes: ...
    @overload
    async def part(self, document: _Document | str, part: Literal["refunds"], *, where: str = ..., sort: str = ..., projection: str = ..., page: int = ..., max_results: int = ...) -> models.RefundList: ...
    @overload
    async def part(self, document: _Document | str, part: Literal["parties"]) -> models.CaseParties: ...
    @overload
    async def part(self, document: _Document | str, part: Literal["assignments"]) -> models.CaseAssignments: ...
    @overload
    async def part(self, document: _Document | str, part: Literal["enforcements"], *, where: str = ..., sort: str = ..., projection: str = ..., page: int = ..., max_results: int = ...) -> models.EnforcementList: ...

class AsyncComplaintsDocuments(_AsyncDocuments[models.Complaint]):
    @overload
    async def create(self, body: models.ComplaintInput | _ComplaintInput, *, key: str | None = ..., dry_run: bool = ...) -> models.Created: ...
    @overload
    async def create(self, body: Sequence[models.ComplaintInput | _ComplaintInput], *, key: str | None = ..., dry_run: bool = ...) -> models.CreatedMany: ...
    async def change(self, document: _Document | str, **changes: Unpack[_ComplaintChange]) -> models.Changed: ...

class AsyncCreditorCancellationsDocuments(_AsyncDocuments[models.Cancellation]):
    @overload
    async def create(self, body: models.CancellationInput | _CancellationInput, *, key: str | None = ..., dry_run: bool = ...) -> models.CancellationRecorded: ...
    @overload
    async def create(self, body: Sequence[models.CancellationInput | _CancellationInput], *, key: str | None = ..., dry_run: bool = ...) -> models.CancellationRecordedMany: ...
    async def delete(self, document: _Document | str) -> None: ...
    async def act(self, document: _Document | str, act: Literal["reversals"], *, key: str | None = ..., tag: str | None = ..., dry_run: bool = ..., **body: Unpack[_ReversalInput]) -> models.CancellationReversed: ...

class AsyncCreditorCreditingsDocuments(_AsyncDocuments[models.Crediting]):
    @overload
    async def create(self, body: models.CreditingInput | _CreditingInput, *, key: str | None = ..., dry_run: bool = ...) -> models.PaymentRecorded: ...
    @overload
    async def create(self, body: Sequence[models.CreditingInput | _CreditingInput], *, key: str | None = ..., dry_run: bool = ...) -> models.PaymentRecordedMany: ...
    async def delete(self, document: _Document | str) -> None: ...
    async def act(self, document: _Document | str, act: Literal["reversals"], *, key: str | None = ..., tag: str | None = ..., dry_run: bool = ..., **body: Unpack[_ReversalInput]) -> models.PaymentReversed: ...

class AsyncCreditorPaymentsDocuments(_AsyncDocuments[models.Payment]):
    @overload
    async def create(self, body: models.PaymentInput | _PaymentInput, *, key: str | None = ..., dry_run: bool = ...) -> models.PaymentRecorded: ...
    @overload
    async def create(self, body: Sequence[models.PaymentInput | _PaymentInput], *, key: str | None = ..., dry_run: bool = ...) -> models.PaymentRecordedMany: ...
    async def delete(self, document: _Document | str) -> None: ...
    async def act(self, document: _Document | str, act: Literal["reversals"], *, key: str | None = ..., tag: str | None = ..., dry_run: bool = ..., **body: Unpack[_ReversalInput]) -> models.PaymentReversed: ...

class AsyncCreditorsDocuments(_AsyncDocuments[models.Creditor]):
    @overload
    async def create(self, body: models.CreditorInput | _CreditorInput, *, key: str | None = ..., dry_run: bool = ...) -> models.Created: ...
    @overload
    async def create(self, body: Sequence[models.CreditorInput | _CreditorInput], *, key: str | None = ..., dry_run: bool = ...) -> models.CreatedMany: ...
    async def change(self, document: _Document | str, **changes: Unpack[_CreditorChange]) -> models.Changed: ...
    async def delete(self, document: _Document | str) -> None: ...
    async def part(self, document: _Document | str, part: Literal["balance"]) -> models.CreditorBalanceShown: ...

class AsyncCustomersDocuments(_AsyncDocuments[models.Customer]):
    async def change(self, document: _Document | str, **changes: Unpack[_CustomerChange]) -> models.ChangedIso: ...
    async def act(self, document: _Document | str, act: Literal["corrections"], *, key: str | None = ..., tag: str | None = ..., dry_run: bool = ..., **body: Unpack[_CorrectionInput]) -> models.CustomerCorrected: ...

class AsyncEnforcementsDocuments(_AsyncDocuments[models.Enforcement]):
    @overload
    async def act(self, document: _Document | str, act: Literal["posted"], *, key: str | None = ..., tag: str | None = ..., dry_run: bool = ..., **body: Unpack[_PostedInput]) -> models.EnforcementActed: ...
    @overload
    async def act(self, document: _Document | str, act: Literal["hand-over"], *, key: str | None = ..., tag: str | None = ..., dry_run: bool = ..., **body: Unpack[_HandOverInput]) -> models.EnforcementActed: ...
    @overload
    async def act(self, document: _Document | str, act: Literal["renew"], *, key: str | None = ..., tag: str | None = ..., dry_run: bool = ...) -> models.EnforcementActed: ...

class AsyncErasureBatchesDocuments(_AsyncDocuments[models.ErasureBatch]):
    @overload
    async def act(self, document: _Document | str, act: Literal["confirm"], *, key: str | None = ..., tag: str | None = ..., dry_run: bool = ...) -> models.ErasureBatchDecided: ...
    @overload
    async def act(self, document: _Document | str, act: Literal["put-off"], *, key: str | None = ..., tag: str | None = ..., dry_run: bool = ..., **body: Unpack[_ErasureDelay]) -> models.ErasureBatchDecided: ...

class AsyncEventsDocuments(_AsyncDocuments[models.Event]):
    pass

class AsyncFileImportReportsDocuments(_AsyncDocuments[models.FileImportReport]):
    async def create(self, body: Any, *, key: str | None = ..., dry_run: bool = ...) -> models.FileImportTaken: ...

class AsyncFinancePayoutSpecificationsDocuments(_AsyncDocuments[models.FinancePayoutSpecification]):
    pass

class AsyncFinancePayoutsDocuments(_AsyncDocuments[models.FinancePayout]):
    async def change(self, document: _Document | str, **changes: Unpack[_FinancePayoutChange]) -> models.Changed: ...
    async def act(self, document: _Document | str, act: Literal["approve"], *, key: str | None = ..., tag: str | None = ..., dry_run: bool = ..., **body: Unpack[_ApproveInput]) -> models.PayoutApproved: ...

class AsyncInvoiceRegistrationsDocuments(_AsyncDocuments[models.InvoiceRegistration]):
    @overload
    async def create(self, body: models.InvoiceRegistrationInput | _InvoiceRegistrationInput, *, key: str | None = ..., dry_run: bool = ...) -> models.InvoiceRegistered: ...
    @overload
    async def create(self, body: Sequence[models.InvoiceRegistrationInput | _InvoiceRegistrationInput], *, key: str | None = ..., dry_run: bool = ...) -> models.InvoiceRegisteredMany: ...

class AsyncInvoicesDocuments(_AsyncDocuments[models.Invoice]):
    @overload
    async def act(self, document: _Document | str, act: Literal["release"], *, key: str | None = ..., tag: str | None = ..., dry_run: bool = ...) -> models.InvoiceActed: ...
    @overload
    async def act(self, document: _Document | str, act: Literal["void"], *, key: str | None = ..., tag: str | None = ..., dry_run: bool = ...) -> models.InvoiceActed: ...
    async def part(self, document: _Document | str, part: Literal["ubl"]) -> bytes: ...

class AsyncLawRowsDocuments(_AsyncDocuments[models.LawRow]):
    async def create(self, body: models.LawRowInput | _LawRowInput, *, key: str | None = ..., dry_run: bool = ...) -> models.LawRow: ...
    @overload
    async def act(self, document: _Document | str, act: Literal["approve"], *, key: str | None = ..., tag: str | None = ..., dry_run: bool = ...) -> models.LawRow: ...
    @overload
    async def act(self, document: _Document | str, act: Literal["reject"], *, key: str | None = ..., tag: str | None = ..., dry_run: bool = ...) -> models.LawRow: ...

class AsyncLettersDocuments(_AsyncDocuments[models.Letter]):
    @overload
    async def act(self, document: _Document | str, act: Literal["stop"], *, key: str | None = ..., tag: str | None = ..., dry_run: bool = ...) -> models.LetterStopped: ...
    @overload
    async def act(self, document: _Document | str, act: Literal["returned"], *, key: str | None = ..., tag: str | None = ..., dry_run: bool = ..., **body: Unpack[_ReturnedInput]) -> models.LetterStopped: ...

class AsyncLocalesDocuments(_AsyncDocuments[models.Locale]):
    pass

class AsyncOperatorInvoicesDocuments(_AsyncDocuments[models.OperatorInvoice]):
    async def act(self, document: _Document | str, act: Literal["paid"], *, key: str | None = ..., tag: str | None = ..., dry_run: bool = ..., **body: Unpack[_PaidInput]) -> models.OperatorInvoicePaid: ...

class AsyncPartnersDocuments(_AsyncDocuments[models.Partner]):
    pass

class AsyncRefundsDocuments(_AsyncDocuments[models.Refund]):
    pass

class AsyncRequestLogsDocuments(_AsyncDocuments[models.RequestLog]):
    pass

class AsyncSavedViewsDocuments(_AsyncDocuments[models.SavedView]):
    @overload
    async def create(self, body: models.SavedViewInput | _SavedViewInput, *, key: str | None = ..., dry_run: bool = ...) -> models.Created: ...
    @overload
    async def create(self, body: Sequence[models.SavedViewInput | _SavedViewInput], *, key: str | None = ..., dry_run: bool = ...) -> models.CreatedMany: ...
    async def delete(self, document: _Document | str) -> None: ...

class AsyncUnmatchedPaymentsDocuments(_AsyncDocuments[models.UnmatchedPayment]):
    @overload
    async def act(self, document: _Document | str, act: Literal["match"], *, key: str | None = ..., tag: str | None = ..., dry_run: bool = ..., **body: Unpack[_MatchInput]) -> models.PaymentDecided: ...
    @overload
    async def act(self, document: _Document | str, act: Literal["split"], *, key: str | None = ..., tag: str | None = ..., dry_run: bool = ..., **body: Unpack[_SplitInput]) -> models.PaymentDecided: ...
    @overload
    async def act(self, document: _Document | str, act: Literal["refund"], *, key: str | None = ..., tag: str | None = ..., dry_run: bool = ..., **body: Unpack[_RefundInput]) -> models.PaymentDecided: ...

class AsyncUsersDocuments(_AsyncDocuments[models.User]):
    @overload
    async def create(self, body: models.UserInput | _UserInput, *, key: str | None = ..., dry_run: bool = ...) -> models.Created: ...
    @overload
    async def create(self, body: Sequence[models.UserInput | _UserInput], *, key: str | None = ..., dry_run: bool = ...) -> models.CreatedMany: ...
    async def change(self, document: _Document | str, **changes: Unpack[_UserChange]) -> models.Changed: ...
    async def delete(self, document: _Document | str) -> None: ...

class AsyncWebhookDeliveriesDocuments(_AsyncDocuments[models.WebhookDelivery]):
    pass

class AsyncWebhooksDocuments(_AsyncDocuments[models.Webhook]):
    @overload
    async def create(self, body: models.WebhookInput | _WebhookInput, *, key: str | None = ..., dry_run: bool = ...) -> models.WebhookCreated: ...
    @overload
    async def create(self, body: Sequence[models.WebhookInput | _WebhookInput], *, key: str | None = ..., dry_run: bool = ...) -> models.WebhookCreatedMany: ...
    async def change(self, document: _Document | str, **changes: Unpack[_WebhookChange]) -> models.Changed: ...
    async def delete(self, document: _Document | str) -> None: ...
    @overload
    async def act(self, document: _Document | str, act: Literal["test"], *, key: str | None = ..., tag: str | None = ..., dry_run: bool = ...) -> models.WebhookTested: ...
    @overload
    async def act(self, document: _Document | str, act: Literal["rotate-secret"], *, key: str | None = ..., tag: str | None = ..., dry_run: bool = ...) -> models.SecretRotated: ...
    @overload
    async def act(self, document: _Document | str, act: Literal["replay"], *, key: str | None = ..., tag: str | None = ..., dry_run: bool = ..., **body: Unpack[_ReplayInput]) -> models.WebhookReplayed: ...

class AsyncWorkItemsDocuments(_AsyncDocuments[models.WorkItem]):
    async def change(self, document: _Document | str, **changes: Unpack[_WorkItemChange]) -> models.Changed: ...

class SyncNouns:
    def collection(self, resource: str) -> Any: ...
    @property
    def access_groups(self) -> AccessGroupsDocuments: ...
    @property
    def accounts(self) -> AccountsDocuments: ...
    @property
    def api_clients(self) -> ApiClientsDocuments: ...
    @property
    def applications(self) -> ApplicationsDocuments: ...
    @property
    def approvals(self) -> ApprovalsDocuments: ...
    @property
    def assignment_rules(self) -> AssignmentRulesDocuments: ...
    @property
    def audit_log(self) -> AuditLogDocuments: ...
    @property
    def autogiro_mandates(self) -> AutogiroMandatesDocuments: ...
    @property
    def bank_files(self) -> BankFilesDocuments: ...
    @property
    def bank_orders(self) -> BankOrdersDocuments: ...
    @property
    def bank_transactions(self) -> BankTransactionsDocuments: ...
    @property
    def bulk_acts(self) -> BulkActsDocuments: ...
    @property
    def case_registrations(self) -> CaseRegistrationsDocuments: ...
    @property
    def cases(self) -> CasesDocuments: ...
    @property
    def complaints(self) -> ComplaintsDocuments: ...
    @property
    def creditor_cancellations(self) -> CreditorCancellationsDocuments: ...
    @property
    def creditor_creditings(self) -> CreditorCreditingsDocuments: ...
    @property
    def creditor_payments(self) -> CreditorPaymentsDocuments: ...
    @property
    def creditors(self) -> CreditorsDocuments: ...
    @property
    def customers(self) -> CustomersDocuments: ...
    @property
    def enforcements(self) -> EnforcementsDocuments: ...
    @property
    def erasure_batches(self) -> ErasureBatchesDocuments: ...
    @property
    def events(self) -> EventsDocuments: ...
    @property
    def file_import_reports(self) -> FileImportReportsDocuments: ...
    @property
    def finance_payout_specifications(self) -> FinancePayoutSpecificationsDocuments: ...
    @property
    def finance_payouts(self) -> FinancePayoutsDocuments: ...
    @property
    def invoice_registrations(self) -> InvoiceRegistrationsDocuments: ...
    @property
    def invoices(self) -> InvoicesDocuments: ...
    @property
    def law_rows(self) -> LawRowsDocuments: ...
    @property
    def letters(self) -> LettersDocuments: ...
    @property
    def locales(self) -> LocalesDocuments: ...
    @property
    def operator_invoices(self) -> OperatorInvoicesDocuments: ...
    @property
    def partners(self) -> PartnersDocuments: ...
    @property
    def refunds(self) -> RefundsDocuments: ...
    @property
    def request_logs(self) -> RequestLogsDocuments: ...
    @property
    def saved_views(self) -> SavedViewsDocuments: ...
    @property
    def unmatched_payments(self) -> UnmatchedPaymentsDocuments: ...
    @property
    def users(self) -> UsersDocuments: ...
    @property
    def webhook_deliveries(self) -> WebhookDeliveriesDocuments: ...
    @property
    def webhooks(self) -> WebhooksDocuments: ...
    @property
    def work_items(self) -> WorkItemsDocuments: ...

class AsyncNouns:
    def collection(self, resource: str) -> Any: ...
    @property
    def access_groups(self) -> AsyncAccessGroupsDocuments: ...
    @property
    def accounts(self) -> AsyncAccountsDocuments: ...
    @property
    def api_clients(self) -> AsyncApiClientsDocuments: ...
    @property
    def applications(self) -> AsyncApplicationsDocuments: ...
    @property
    def approvals(self) -> AsyncApprovalsDocuments: ...
    @property
    def assignment_rules(self) -> AsyncAssignmentRulesDocuments: ...
    @property
    def audit_log(self) -> AsyncAuditLogDocuments: ...
    @property
    def autogiro_mandates(self) -> AsyncAutogiroMandatesDocuments: ...
    @property
    def bank_files(self) -> AsyncBankFilesDocuments: ...
    @property
    def bank_orders(self) -> AsyncBankOrdersDocuments: ...
    @property
    def bank_transactions(self) -> AsyncBankTransactionsDocuments: ...
    @property
    def bulk_acts(self) -> AsyncBulkActsDocuments: ...
    @property
    def case_registrations(self) -> AsyncCaseRegistrationsDocuments: ...
    @property
    def cases(self) -> AsyncCasesDocuments: ...
    @property
    def complaints(self) -> AsyncComplaintsDocuments: ...
    @property
    def creditor_cancellations(self) -> AsyncCreditorCancellationsDocuments: ...
    @property
    def creditor_creditings(self) -> AsyncCreditorCreditingsDocuments: ...
    @property
    def creditor_payments(self) -> AsyncCreditorPaymentsDocuments: ...
    @property
    def creditors(self) -> AsyncCreditorsDocuments: ...
    @property
    def customers(self) -> AsyncCustomersDocuments: ...
    @property
    def enforcements(self) -> AsyncEnforcementsDocuments: ...
    @property
    def erasure_batches(self) -> AsyncErasureBatchesDocuments: ...
    @property
    def events(self) -> AsyncEventsDocuments: ...
    @property
    def file_import_reports(self) -> AsyncFileImportReportsDocuments: ...
    @property
    def finance_payout_specifications(self) -> AsyncFinancePayoutSpecificationsDocuments: ...
    @property
    def finance_payouts(self) -> AsyncFinancePayoutsDocuments: ...
    @property
    def invoice_registrations(self) -> AsyncInvoiceRegistrationsDocuments: ...
    @property
    def invoices(self) -> AsyncInvoicesDocuments: ...
    @property
    def law_rows(self) -> AsyncLawRowsDocuments: ...
    @property
    def letters(self) -> AsyncLettersDocuments: ...
    @property
    def locales(self) -> AsyncLocalesDocuments: ...
    @property
    def operator_invoices(self) -> AsyncOperatorInvoicesDocuments: ...
    @property
    def partners(self) -> AsyncPartnersDocuments: ...
    @property
    def refunds(self) -> AsyncRefundsDocuments: ...
    @property
    def request_logs(self) -> AsyncRequestLogsDocuments: ...
    @property
    def saved_views(self) -> AsyncSavedViewsDocuments: ...
    @property
    def unmatched_payments(self) -> AsyncUnmatchedPaymentsDocuments: ...
    @property
    def users(self) -> AsyncUsersDocuments: ...
    @property
    def webhook_deliveries(self) -> AsyncWebhookDeliveriesDocuments: ...
    @property
    def webhooks(self) -> AsyncWebhooksDocuments: ...
    @property
    def work_items(self) -> AsyncWorkItemsDocuments: ...
