"""What the interface shows and takes, as types. Made from the service's own declarations; not edited by hand.

A value of a closed list is a text: a later service may know more values than this client does.
"""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from fordran_client.kinds import Model, Moment, Sent, SentMoment, queryable


if TYPE_CHECKING:
    SentAmount: TypeAlias = Decimal | int | float
    AccessGroupType: TypeAlias = Literal["operator", "handler", "finance", "auditor", "partner", "account_admin", "admin", "user", "api_user"]
    AddressSource: TypeAlias = Literal["staff", "spar"]
    ApplicationRelease: TypeAlias = Literal["manual", "automatic"]
    ApprovalKind: TypeAlias = Literal["refund", "suspense_refund", "payout_account", "write_off", "period", "law_row"]
    ApprovalStatus: TypeAlias = Literal["waiting", "approved", "rejected"]
    AuditBy: TypeAlias = Literal["api", "console", "my", "worker", "command", "database"]
    AuditKind: TypeAlias = Literal["created", "changed", "deleted", "read", "sent", "signed_in"]
    AutogiroMandateState: TypeAlias = Literal["new", "sent", "active", "refused", "ending", "end_sent", "ended"]
    BankFileStatus: TypeAlias = Literal["stored", "settled"]
    BankOrderState: TypeAlias = Literal["sent", "accepted", "partly", "rejected", "executed"]
    BulkActKind: TypeAlias = Literal["assign", "snooze", "respite", "note", "letter", "close", "release_application", "confirm_unpaid"]
    BulkActStatus: TypeAlias = Literal["running", "stopped", "done"]
    CaseHold: TypeAlias = Literal["respite", "disputed", "amortization"]
    CaseState: TypeAlias = Literal["initializing", "invoice", "reminder", "debt_collection", "enforcement", "surveillance", "closed"]
    CaseStatus: TypeAlias = Literal["initializing", "initialized", "invoice", "reminder_active", "debt_collection_active", "enforcement_applied", "enforcement_served", "enforcement_contested", "enforcement_verdict", "enforcement_execution", "surveillance_active", "respite", "disputed", "amortization", "paid", "credited", "cancelled", "written_off", "returned", "bankruptcy", "deceased", "debt_restructuring", "time_barred", "wrong_person"]
    CertificateState: TypeAlias = Literal["valid", "ends_soon", "ended", "unreadable"]
    Channel: TypeAlias = Literal["kivra", "email", "print"]
    ClaimKind: TypeAlias = Literal["goods_or_services", "loan", "rent", "control_fee", "damages", "membership", "statutory_fee"]
    CloseReason: TypeAlias = Literal["paid", "credited", "cancelled", "written_off", "returned", "bankruptcy", "deceased", "debt_restructuring", "time_barred", "wrong_person"]
    ClosingDecision: TypeAlias = Literal["written_off", "returned", "bankruptcy", "deceased", "debt_restructuring"]
    Component: TypeAlias = Literal["capital", "interest", "costs"]
    ConnectionSystem: TypeAlias = Literal["autogiro", "swish", "kivra", "sms", "spar", "bolagsverket", "fortnox", "visma", "bank", "enforcement", "sign_in", "email", "e_invoice"]
    ConnectionTrouble: TypeAlias = Literal["no_connection", "no_answer", "refused", "too_many", "their_error", "half_answer", "certificate", "folder", "other"]
    CorrectedField: TypeAlias = Literal["name", "id_number", "is_person"]
    CountryCode: TypeAlias = Literal["AD", "AE", "AF", "AG", "AI", "AL", "AM", "AO", "AQ", "AR", "AS", "AT", "AU", "AW", "AX", "AZ", "BA", "BB", "BD", "BE", "BF", "BG", "BH", "BI", "BJ", "BL", "BM", "BN", "BO", "BQ", "BR", "BS", "BT", "BV", "BW", "BY", "BZ", "CA", "CC", "CD", "CF", "CG", "CH", "CI", "CK", "CL", "CM", "CN", "CO", "CR", "CU", "CV", "CW", "CX", "CY", "CZ", "DE", "DJ", "DK", "DM", "DO", "DZ", "EC", "EE", "EG", "EH", "ER", "ES", "ET", "FI", "FJ", "FK", "FM", "FO", "FR", "GA", "GB", "GD", "GE", "GF", "GG", "GH", "GI", "GL", "GM", "GN", "GP", "GQ", "GR", "GS", "GT", "GU", "GW", "GY", "HK", "HM", "HN", "HR", "HT", "HU", "ID", "IE", "IL", "IM", "IN", "IO", "IQ", "IR", "IS", "IT", "JE", "JM", "JO", "JP", "KE", "KG", "KH", "KI", "KM", "KN", "KP", "KR", "KW", "KY", "KZ", "LA", "LB", "LC", "LI", "LK", "LR", "LS", "LT", "LU", "LV", "LY", "MA", "MC", "MD", "ME", "MF", "MG", "MH", "MK", "ML", "MM", "MN", "MO", "MP", "MQ", "MR", "MS", "MT", "MU", "MV", "MW", "MX", "MY", "MZ", "NA", "NC", "NE", "NF", "NG", "NI", "NL", "NO", "NP", "NR", "NU", "NZ", "OM", "PA", "PE", "PF", "PG", "PH", "PK", "PL", "PM", "PN", "PR", "PS", "PT", "PW", "PY", "QA", "RE", "RO", "RS", "RU", "RW", "SA", "SB", "SC", "SD", "SE", "SG", "SH", "SI", "SJ", "SK", "SL", "SM", "SN", "SO", "SR", "SS", "ST", "SV", "SX", "SY", "SZ", "TC", "TD", "TF", "TG", "TH", "TJ", "TK", "TL", "TM", "TN", "TO", "TR", "TT", "TV", "TW", "TZ", "UA", "UG", "UM", "US", "UY", "UZ", "VA", "VC", "VE", "VG", "VI", "VN", "VU", "WF", "WS", "YE", "YT", "ZA", "ZM", "ZW"]
    CreditorArticle: TypeAlias = Literal["invoice_fee", "reminder", "debt_collection", "late_payment_fee", "cost"]
    DebtPart: TypeAlias = Literal["authority_costs", "costs", "interest", "capital"]
    DeliveryChannel: TypeAlias = Literal["e_invoice", "kivra", "email", "print"]
    DeliveryOrigin: TypeAlias = Literal["stream", "replay", "test"]
    DeliveryStatus: TypeAlias = Literal["waiting", "delivered", "failed"]
    DisputeAnswer: TypeAlias = Literal["rejected", "partly", "accepted"]
    DisputeEnd: TypeAlias = Literal["rejected", "partly", "accepted", "credited", "closed", "withdrawn_by_debtor", "to_court", "evidently_wrong", "noted", "withdrawn", "overtaken"]
    DisputeKind: TypeAlias = Literal["substance", "unclear", "evidently_wrong", "none"]
    DisputeSettlement: TypeAlias = Literal["credited", "closed", "withdrawn_by_debtor", "to_court"]
    DisputeStatus: TypeAlias = Literal["open", "ended"]
    DueDateBasis: TypeAlias = Literal["agreed_date", "agreed_days", "invoice_only"]
    EarlierLetterKind: TypeAlias = Literal["reminder", "debt_collection", "other"]
    EnforcementChannel: TypeAlias = Literal["paper", "file"]
    EnforcementReply: TypeAlias = Literal["served", "contested", "verdict", "execution", "ended", "received", "dismissed", "withdrawn", "supplement", "new_fee", "paid"]
    EnforcementStatus: TypeAlias = Literal["prepared", "to_sign", "sent", "received", "served", "contested", "order", "execution", "withdrawn", "dismissed", "ended"]
    ErasureBatchStatus: TypeAlias = Literal["waiting", "put_off", "confirmed", "done"]
    ErasureOutcome: TypeAlias = Literal["erased", "not_due", "failed"]
    ErasureStage: TypeAlias = Literal["pseudonymised", "anonymised"]
    ErrorType: TypeAlias = Literal["application_goes_by_file", "application_is_made_again", "application_lacks", "application_not_contested", "application_not_ended", "application_not_sent", "application_not_to_sign", "approval_changed", "approved_already", "approver_asked", "approver_changed_payout", "approver_needs_finance", "approver_not_a_person", "approvers_linked", "assignment_application", "assignment_letters", "assignment_number", "assignment_payments", "bad_query", "bulk_act_is_not", "bulk_act_was_not_tried", "cancellation_reversed_already", "cannot_be_split", "case_closed", "case_closed_already", "case_is_open", "case_owes_nothing_back", "case_started_already", "choose_channel", "claim_is_time_barred", "clock_goes_forward", "clock_is_moving", "closed_case_not_started", "closed_for_objection", "closing_stays", "conflict", "credit_invoice_not_voided", "crediting_of_invoice", "crediting_reversed_already", "customer_erased", "debtor_erased", "deduction_above_payments", "delivery_not_retried", "dispute_confirmed_by_another", "dispute_confirmed_by_person", "dispute_kind_of_staff", "dispute_rejected", "dry_run_too_long", "erasure_batch_decided", "erasure_needs_admin", "etag_differs", "etag_missing", "field_is_wrong", "file_of_a_protected_person", "groups_of_others", "headers_too_large", "idempotency_key_in_use", "idempotency_key_reused", "internal", "invoice_is_leaving", "invoice_not_held", "invoice_not_voided", "key_registered_already", "last_creditor", "law_needs_admin", "law_rate_published", "law_row_decided", "law_row_early", "law_row_own", "letter_about_nothing", "letter_has_left", "letter_has_left_sandbox", "letter_has_not_left", "letter_is_leaving", "letter_not_delivered", "letter_nothing_owed", "letter_stopped_already", "letter_without_plan", "letters_given_up", "letters_not_sent_again", "match_built_upon", "method_not_allowed", "needs_second_person", "no_application", "no_application_to_come", "no_consumer_credit", "no_erasure_batch", "no_letter_can_be_sent", "no_party_to_file_with", "no_payment_to_recall", "no_such_letter", "no_such_open_dispute", "nobody_by_that_number", "not_a_sandbox", "not_a_transition", "not_in_execution", "not_latest_application", "not_matched_by_hand", "not_sent_by_email", "not_signed_in", "not_understood", "nothing_to_approve", "nothing_to_decide", "nothing_to_execute", "nothing_to_pay_back", "nothing_to_pay_by_swish", "nothing_to_propose", "nothing_to_refund_by_swish", "nothing_waits_about_case", "number_of_another_customer", "only_in_a_sandbox", "operator_invoice_overpaid", "order_has_other_amounts", "partner_integration_id_taken", "partner_integration_id_value_taken", "party_has_letters", "payment_being_recalled", "payment_not_waiting", "payment_on_day_to_come", "payment_reversed_already", "payout_amount_changed", "payout_merged", "payout_of_nothing", "payout_paid", "period_before_is_open", "period_closed", "period_confirmed_by_proposer", "period_needs_finance", "period_not_over", "period_not_proposed", "person_client", "person_disabled", "person_nobody", "person_several", "protection_is_ended_by_named_staff", "reference_deleted", "refund_needs_finance", "refund_not_claimed", "refund_ordered_already", "refused", "registration_built_upon", "render_memory", "render_output", "render_seconds", "renewal_without_order", "reversal_at_authority", "role_not_allowed", "saved_view_of_another", "swish_refund_is_known", "technical", "timed_out", "too_early_to_erase", "too_large", "too_many_keys", "too_many_requests", "too_many_saved_views", "unavailable", "unclear_switch", "unknown_address", "unknown_host", "unknown_id", "unknown_parameter", "webhook_disabled", "webhook_of_another_creditor", "wish_cannot_be_granted", "work_item_ends_with_its_cause", "work_item_needs_decision", "wrong_person_already"]
    EventType: TypeAlias = Literal["account.created", "account.changed", "creditor.created", "creditor.changed", "creditor.deleted", "customer.changed", "invoice.registered", "invoice.sent", "invoice.not_delivered", "case.registered", "case.started", "case.state_changed", "case.held", "case.released", "case.credited", "case.crediting_reversed", "case.waived", "case.closed", "case.reopened", "case.noted", "case.creditor_changed", "dispute.rejected", "dispute.settled", "case.confirmed_unpaid", "case.application_released", "case.forbearance_noted", "payment.settled", "payment.recalled", "refund.owed", "refund.ordered", "refund.returned", "letter.sent", "letter.stopped", "payout.exported", "payout.paid", "payout.rejected", "file_import.finished", "webhook.test", "webhook.disabled"]
    FactType: TypeAlias = Literal["capital", "credit", "waiver", "payment", "letter", "closing", "recall", "deduction", "refund", "withdrawal", "reversal", "restoration", "registration_reversal", "registration_deletion", "invoice_fee", "reminder", "debt_collection", "late_payment_fee", "amortization_setup", "amortization_advice", "amortization_reminder", "enforcement", "attachment", "cost"]
    FeeArticle: TypeAlias = Literal["invoice_fee", "reminder", "debt_collection", "late_payment_fee", "amortization_setup", "amortization_advice", "amortization_reminder", "enforcement", "attachment", "cost"]
    FeeSettlement: TypeAlias = Literal["net", "invoice"]
    FeeTaxation: TypeAlias = Literal["swedish", "reverse_charge", "outside_eu"]
    FeeVat: TypeAlias = Literal["on_top", "included"]
    FileDomain: TypeAlias = Literal["media--files", "cases", "creditors", "enforcements"]
    FileField: TypeAlias = Literal["original_invoice", "logo", "enforcement_mandate", "documents"]
    FinanceCategory: TypeAlias = Literal["capital", "interest", "creditor_outlay", "creditor_commission", "operator_fees"]
    FirstAction: TypeAlias = Literal["reminder", "debt_collection", "surveillance", "none"]
    FreeTemplate: TypeAlias = Literal["contact_us", "documents_wanted", "payment_not_found", "message_received"]
    IdNumberStatus: TypeAlias = Literal["valid", "invalid", "missing", "foreign"]
    ImportedKind: TypeAlias = Literal["invoices", "cases"]
    InsolvencyKind: TypeAlias = Literal["bankruptcy", "restructuring", "debt_restructuring", "estate"]
    InstallationMode: TypeAlias = Literal["sandbox", "live"]
    InterruptionKind: TypeAlias = Literal["payment", "acknowledgement", "demand", "legal_action"]
    Interval: TypeAlias = Literal["daily", "weekly", "monthly", "quarterly"]
    InvoiceDeliveryStatus: TypeAlias = Literal["held", "queued", "sent", "delivered", "failed", "not_ours", "shown"]
    InvoiceDistribution: TypeAlias = Literal["e_invoice", "kivra", "email", "print", "none"]
    InvoiceDistributionChange: TypeAlias = Literal["e_invoice", "kivra", "email", "print", "none", ""]
    InvoiceType: TypeAlias = Literal["invoice", "credit_invoice"]
    IssueCode: TypeAlias = Literal["account_or_creditor", "after_today", "amount_of_objection", "amount_too_small", "article_of_costs", "bad_filter", "before_application_was_made", "between", "control_fee_required", "credit_above_left", "credited_number_required", "creditor_inactive", "creditor_not_administered", "customer_number_of_another", "debt_description_required", "debtor_twice", "debtor_without_number", "decimals", "digits", "digits_before_point", "due_before_invoice_date", "email_not_yours_to_give", "excludes_customer_number", "fees_above_capital", "first_instalment_too_early", "goes_with_debtor", "goes_with_decision", "goes_with_estate", "goes_with_plan", "goes_with_proposal", "half_surrogate", "instalment_of_nothing", "instalments_of_nothing", "invalid", "invoice_below_zero", "invoice_too_large", "key_not_allowed", "known_before_registered", "known_in_future", "law_amount", "law_article", "law_claim_kind", "law_for_whom", "law_half_year", "law_parts", "law_percent", "law_source", "law_value", "less_than_capital", "letters_of_role", "line_total_differs", "logo_too_complex", "mandate_ends_before", "max_length", "more_than_owed_back", "more_than_zero", "must_be_within_days", "must_not_be_after_today", "must_not_be_before_it_came", "must_not_be_before_the_letter", "must_not_be_before_today", "name_has_link", "name_required", "name_unwritable", "no_assignment_day", "no_lines", "no_payment_day", "no_saved_page", "no_such_document", "no_such_invoice", "not_a_handler", "not_an_account", "not_an_email", "not_another_creditor", "not_bankgiro", "not_clock_time", "not_country", "not_e_invoice_address", "not_flag", "not_integer", "not_list", "not_moment", "not_negative", "not_number", "not_object", "not_of_debtor", "not_payment_reference", "not_text", "not_the_customer_of_the_case", "not_unique", "not_within_hand_over_time", "nothing_owed_on_claim", "nul_character", "null", "number_of_instalments", "offer_outlasts_itself", "only_with_account", "operator_only", "order_after_reply", "ordered_after_paid", "part_cannot_be_closed", "parts_do_not_sum", "payment_reference_taken", "plan_or_respite", "plan_size", "plan_without_size", "put_off_to_come", "required", "required_explanation", "required_without_template", "same_as_before", "swish_amount", "too_many_cases", "too_many_digits", "too_many_events", "too_many_issues", "unallowed", "unknown_field", "unknown_ocr_number", "until_before_from", "value_not_unique", "year_between"]
    Language: TypeAlias = Literal["sv", "en"]
    LawRowKind: TypeAlias = Literal["reminder", "debt_collection", "amortization_setup", "amortization_advice", "amortization_reminder", "late_payment_fee", "enforcement_application", "enforcement_work", "attachment", "write_off_below", "reference_rate", "order_of_payment"]
    LawRowStatus: TypeAlias = Literal["proposed", "approved", "rejected"]
    LetterKind: TypeAlias = Literal["reminder", "debt_collection", "surveillance_letter", "amortization_default", "rest_notice", "enforcement", "amortization_notice", "amortization_reminder", "amortization_plan", "respite", "dispute", "dispute_answer", "refund_notice", "closing", "free"]
    LetterStatus: TypeAlias = Literal["queued", "made", "sent", "shown", "failed", "stopped"]
    LimitationKind: TypeAlias = Literal["consumer", "general", "running_note", "control_fee", "tenancy"]
    LineType: TypeAlias = Literal["capital", "interest", "invoice_fee", "reminder", "debt_collection", "late_payment_fee", "amortization_setup", "amortization_advice", "amortization_reminder", "enforcement", "attachment", "cost", "letter_paid"]
    NextStep: TypeAlias = Literal["reminder", "debt_collection", "surveillance_letter", "amortization_default", "rest_notice", "enforcement", "amortization_notice", "amortization_reminder", "surveillance", "respite_end", "close_time_barred", "start", "dispute_answer", "letter", "enforcement_reply", "application", "review", "delivery", "payment"]
    NotReadyReason: TypeAlias = Literal["period_running", "below_minimum", "no_payout_account", "payout_account_invalid", "payee_unpayable", "transfer_rejected"]
    NoteKind: TypeAlias = Literal["note", "call", "message", "from_debtor", "to_debtor"]
    NoticeKind: TypeAlias = Literal["withdrawal", "reduction"]
    NumberValidation: TypeAlias = Literal["mark", "refuse"]
    OauthType: TypeAlias = Literal["microsoft", "google", "oidc"]
    OfferOutcome: TypeAlias = Literal["accepted", "declined", "withdrawn"]
    OperatorInvoiceStatus: TypeAlias = Literal["open", "settled"]
    OrderLineKind: TypeAlias = Literal["payout", "refund", "suspense_refund"]
    Origin: TypeAlias = Literal["creditor_system", "system", "bank"]
    ParticularSource: TypeAlias = Literal["file", "setting", "default", "invented"]
    PartyLetters: TypeAlias = Literal["no", "copy", "instead"]
    PartyRole: TypeAlias = Literal["debtor", "guardian", "trustee", "helper", "estate", "representative", "insolvency_administrator"]
    PayeeKind: TypeAlias = Literal["bankgiro", "plusgiro", "bank_account", "iban"]
    PayoutArticle: TypeAlias = Literal["capital", "interest", "reminder", "cost", "debt_collection", "enforcement", "amortization_setup", "amortization_advice", "amortization_reminder", "commission", "commission_intercompany", "finance_refund"]
    PayoutDay: TypeAlias = Literal["monday", "tuesday", "wednesday", "thursday", "friday"]
    PlanEndReason: TypeAlias = Literal["lifted", "missed", "disputed", "closed"]
    PlanStatus: TypeAlias = Literal["running", "ended"]
    RecordedStatus: TypeAlias = Literal["completed", "warning"]
    RefundStatus: TypeAlias = Literal["ordered", "exported", "used", "withdrawn", "returned", "claimed", "settled", "written_off"]
    ScopeLevel: TypeAlias = Literal["operator", "partner", "account", "creditor"]
    SpecificationState: TypeAlias = Literal["loose", "prepared", "paid_out"]
    StaffRole: TypeAlias = Literal["handler", "finance", "admin", "auditor"]
    StatusReason: TypeAlias = Literal["payment_more_than_owed", "payment_on_closed_case", "payment_reversed", "crediting_more_than_capital", "crediting_reversed", "cancellation_of_closed_case", "cancellation_reversed"]
    SuspenseReason: TypeAlias = Literal["no_case", "reference_unknown", "amounts_unknown", "credit_note", "other_receiver", "not_itemised", "no_payment", "returned", "refund_rejected", "impossible_day", "match_undone"]
    TransactionKind: TypeAlias = Literal["payment", "deduction", "recall", "withdrawal"]
    TransactionStatus: TypeAlias = Literal["matched", "suspense", "to_refund", "refunded", "recalled", "withdrawn", "duplicate"]
    TransferStatus: TypeAlias = Literal["sent", "accepted", "executed", "rejected"]
    VatPercent: TypeAlias = Literal["25%", "12%", "6%", "0%"]
    WaitsFor: TypeAlias = Literal["payment_on_its_way", "letter_running", "objection", "time_barred_at_registration", "forbearance_offered", "debtor_data", "minimum_amount", "rest_notice", "estate_inventory", "enforcement_mandate", "confirm_unpaid", "application_release"]
    WaivedComponent: TypeAlias = Literal["interest", "costs"]
    WarningCode: TypeAlias = Literal["cancellation_of_closed_case", "crediting_more_than_capital", "doubtful_content", "fee_capped", "name_differs", "no_way_to_reach", "payment_more_than_owed", "payment_on_closed_case", "payment_reversed", "setting_capped", "time_barred", "unknown_distribution", "crediting_reversed", "cancellation_reversed"]
    WishDecision: TypeAlias = Literal["grant", "refuse", "propose"]
    WorkItemKind: TypeAlias = Literal["stopped", "letter_stopped", "letter_failed", "invoice_failed", "step_failed", "duty_failed", "refund_owed", "refund_returned", "refund_claimed", "delivery_failed", "debtor_message", "debtor_request", "debtor_objection", "debtor_hardship", "dispute_to_confirm", "dispute_to_settle", "supplement_wanted", "confirm_unpaid", "time_barred_at_registration", "control_fee_to_sue", "notice_to_send", "notice_unconfirmed", "hand_over_due", "payout_account_rejected", "client_funds_short", "name_differs", "complaint_overdue", "wrong_person", "transfer_rejected", "swish_missing", "autogiro_failed", "autogiro_unmatched", "kivra_declined", "bankruptcy_claim", "company_liquidation", "company_deregistered", "handler_left", "fortnox_refused", "fortnox_unreachable", "visma_refused", "visma_unreachable", "enforcement_unsent", "enforcement_refused", "accounting_refused", "accounting_unreachable"]
    WrittenNoteKind: TypeAlias = Literal["note", "call", "message", "to_debtor"]
else:
    SentAmount: TypeAlias = Decimal
    AccessGroupType: TypeAlias = str
    AddressSource: TypeAlias = str
    ApplicationRelease: TypeAlias = str
    ApprovalKind: TypeAlias = str
    ApprovalStatus: TypeAlias = str
    AuditBy: TypeAlias = str
    AuditKind: TypeAlias = str
    AutogiroMandateState: TypeAlias = str
    BankFileStatus: TypeAlias = str
    BankOrderState: TypeAlias = str
    BulkActKind: TypeAlias = str
    BulkActStatus: TypeAlias = str
    CaseHold: TypeAlias = str
    CaseState: TypeAlias = str
    CaseStatus: TypeAlias = str
    CertificateState: TypeAlias = str
    Channel: TypeAlias = str
    ClaimKind: TypeAlias = str
    CloseReason: TypeAlias = str
    ClosingDecision: TypeAlias = str
    Component: TypeAlias = str
    ConnectionSystem: TypeAlias = str
    ConnectionTrouble: TypeAlias = str
    CorrectedField: TypeAlias = str
    CountryCode: TypeAlias = str
    CreditorArticle: TypeAlias = str
    DebtPart: TypeAlias = str
    DeliveryChannel: TypeAlias = str
    DeliveryOrigin: TypeAlias = str
    DeliveryStatus: TypeAlias = str
    DisputeAnswer: TypeAlias = str
    DisputeEnd: TypeAlias = str
    DisputeKind: TypeAlias = str
    DisputeSettlement: TypeAlias = str
    DisputeStatus: TypeAlias = str
    DueDateBasis: TypeAlias = str
    EarlierLetterKind: TypeAlias = str
    EnforcementChannel: TypeAlias = str
    EnforcementReply: TypeAlias = str
    EnforcementStatus: TypeAlias = str
    ErasureBatchStatus: TypeAlias = str
    ErasureOutcome: TypeAlias = str
    ErasureStage: TypeAlias = str
    ErrorType: TypeAlias = str
    EventType: TypeAlias = str
    FactType: TypeAlias = str
    FeeArticle: TypeAlias = str
    FeeSettlement: TypeAlias = str
    FeeTaxation: TypeAlias = str
    FeeVat: TypeAlias = str
    FileDomain: TypeAlias = str
    FileField: TypeAlias = str
    FinanceCategory: TypeAlias = str
    FirstAction: TypeAlias = str
    FreeTemplate: TypeAlias = str
    IdNumberStatus: TypeAlias = str
    ImportedKind: TypeAlias = str
    InsolvencyKind: TypeAlias = str
    InstallationMode: TypeAlias = str
    InterruptionKind: TypeAlias = str
    Interval: TypeAlias = str
    InvoiceDeliveryStatus: TypeAlias = str
    InvoiceDistribution: TypeAlias = str
    InvoiceDistributionChange: TypeAlias = str
    InvoiceType: TypeAlias = str
    IssueCode: TypeAlias = str
    Language: TypeAlias = str
    LawRowKind: TypeAlias = str
    LawRowStatus: TypeAlias = str
    LetterKind: TypeAlias = str
    LetterStatus: TypeAlias = str
    LimitationKind: TypeAlias = str
    LineType: TypeAlias = str
    NextStep: TypeAlias = str
    NotReadyReason: TypeAlias = str
    NoteKind: TypeAlias = str
    NoticeKind: TypeAlias = str
    NumberValidation: TypeAlias = str
    OauthType: TypeAlias = str
    OfferOutcome: TypeAlias = str
    OperatorInvoiceStatus: TypeAlias = str
    OrderLineKind: TypeAlias = str
    Origin: TypeAlias = str
    ParticularSource: TypeAlias = str
    PartyLetters: TypeAlias = str
    PartyRole: TypeAlias = str
    PayeeKind: TypeAlias = str
    PayoutArticle: TypeAlias = str
    PayoutDay: TypeAlias = str
    PlanEndReason: TypeAlias = str
    PlanStatus: TypeAlias = str
    RecordedStatus: TypeAlias = str
    RefundStatus: TypeAlias = str
    ScopeLevel: TypeAlias = str
    SpecificationState: TypeAlias = str
    StaffRole: TypeAlias = str
    StatusReason: TypeAlias = str
    SuspenseReason: TypeAlias = str
    TransactionKind: TypeAlias = str
    TransactionStatus: TypeAlias = str
    TransferStatus: TypeAlias = str
    VatPercent: TypeAlias = str
    WaitsFor: TypeAlias = str
    WaivedComponent: TypeAlias = str
    WarningCode: TypeAlias = str
    WishDecision: TypeAlias = str
    WorkItemKind: TypeAlias = str
    WrittenNoteKind: TypeAlias = str


class AccessGroup(Model, kw_only=True, omit_defaults=True, rename={"id": "_id", "created": "_created", "updated": "_updated", "etag": "_etag"}):
    """What a user can be given access to. Made by the service with each partner, account and creditor."""
    id: str
    """Unique, made by the service; later documents have greater ones."""
    created: Moment
    """When it was stored first."""
    updated: Moment
    """When it was changed last."""
    etag: str
    """Its tag: another after every change."""
    name: str
    """The name of the group."""
    access_group_type: AccessGroupType
    """Of the operator's `operator`, `handler`, `finance` or `auditor`; else `partner`, `account_admin`, `admin`,
    `user` or `api_user`."""
    staff_role: StaffRole | None = None
    """Of the operator's groups what those in it are there for; `admin` of the group `operator`."""
    partner: str | None = None
    """Of a partner's group."""
    account: str | None = None
    """Of an account's and a creditor's groups."""
    account_name: str | None = None
    """The name of the account that the group is of."""
    creditor: str | None = None
    """Of a creditor's groups."""
    creditor_name: str | None = None
    """The name of the creditor that the group is of."""


class AccessGroupList(Model, kw_only=True, omit_defaults=True, rename={"items": "_items", "meta": "_meta"}):
    """A page of `access--groups`."""
    items: list[AccessGroup]
    """The documents of this page."""
    meta: PageMeta
    """Which page it is, and how many there are."""


class Account(Model, kw_only=True, omit_defaults=True, rename={"id": "_id", "created": "_created", "updated": "_updated", "etag": "_etag"}):
    """Businesses with settings of their own."""
    id: str
    """Unique, made by the service; later documents have greater ones."""
    created: Moment
    """When it was stored first."""
    updated: Moment
    """When it was changed last."""
    etag: str
    """Its tag: another after every change."""
    name: str
    """The name of the business."""
    description: str | None = None
    """A description of your own."""
    organization_no: str
    """Company registration number."""
    standard_debt_description: str | None = None
    """The default description of debts."""
    agreement_template: str
    """The partner's, else the installation's, unless given."""
    agreement_address: Address
    """The primary business address."""
    access_group_template: str
    """The partner's, else the installation's, unless given."""
    case_settings: AgreementSettings | None = None
    """The default settings of its cases, and of the operator's invoices."""
    number_validation: NumberValidation
    """`refuse` where numbers whose check digit does not fit are to be refused at the door; `mark` by default."""
    warnings: list[DoubtfulContent] | None = None
    """Content that looks doubtful; absent when there is none."""


class AccountChange(Sent, kw_only=True, omit_defaults=True):
    """AccountChange."""
    name: str | None = None
    """The name of the business."""
    description: str | None = None
    """A description of your own."""
    organization_no: str | None = None
    """The company registration number."""
    standard_debt_description: str | None = None
    """The default description of debts."""
    agreement_template: str | None = None
    """The template of the agreement; the partner's, else the installation's, unless given."""
    agreement_address: AddressChange | None = None
    """The primary business address."""
    access_group_template: str | None = None
    """The template by which the account's access groups are made."""
    case_settings: AgreementSettingsChange | None = None
    """The default settings of its cases, and of the operator's invoices."""
    number_validation: NumberValidation | None = None
    """The treatment of numbers whose check digit does not fit."""


class AccountChangedData(Model, kw_only=True, omit_defaults=True):
    """An account was changed."""
    event: str
    """The event."""
    position: int | None = None
    """Its place in the stream."""
    account: str
    """The account that it belongs to."""
    creditor: str | None = None
    """The creditor, if it is of one."""
    case: str | None = None
    """The case, if it is about one."""


class AccountChangedMessage(Model, kw_only=True, omit_defaults=True):
    """An account was changed."""
    type: str
    """What happened."""
    timestamp: Moment
    """When it happened."""
    data: AccountChangedData
    """What it is about."""


class AccountCreated(Model, kw_only=True, omit_defaults=True, rename={"id": "_id", "created": "_created", "updated": "_updated", "etag": "_etag", "status": "_status", "warnings": "_warnings", "dry_run": "_dry_run", "creditor": "_creditor"}):
    """The answer of creating an account: also the id of its first creditor."""
    id: str
    """Unique, made by the service; later documents have greater ones."""
    created: Moment
    """When it was stored first."""
    updated: Moment
    """When it was changed last."""
    etag: str
    """Its tag: another after every change."""
    status: str
    """That it went well."""
    warnings: list[AnswerWarning] | None = None
    """What looks wrong, or is not as it was asked for. Absent without warnings."""
    dry_run: bool | None = None
    """That it was a dry run, and nothing is stored."""
    creditor: str
    """The first creditor of the account, made with it."""


class AccountCreatedData(Model, kw_only=True, omit_defaults=True):
    """An account was created."""
    event: str
    """The event."""
    position: int | None = None
    """Its place in the stream."""
    account: str
    """The account that it belongs to."""
    creditor: str | None = None
    """The creditor, if it is of one."""
    case: str | None = None
    """The case, if it is about one."""


class AccountCreatedMany(Model, kw_only=True, omit_defaults=True, rename={"status": "_status", "items": "_items", "dry_run": "_dry_run"}):
    """What is answered where an array of documents was sent."""
    status: str
    """That it went well."""
    items: list[AccountCreated]
    """What became of each, in the order of the array."""
    dry_run: bool | None = None
    """That it was a dry run, and nothing is stored."""


class AccountCreatedMessage(Model, kw_only=True, omit_defaults=True):
    """An account was created."""
    type: str
    """What happened."""
    timestamp: Moment
    """When it happened."""
    data: AccountCreatedData
    """What it is about."""


class AccountInput(Sent, kw_only=True, omit_defaults=True):
    """AccountInput."""
    name: str
    """The name of the business."""
    description: str | None = None
    """A description of your own."""
    organization_no: str
    """The company registration number."""
    standard_debt_description: str | None = None
    """The default description of debts."""
    agreement_template: str | None = None
    """The template of the agreement; the partner's, else the installation's, unless given."""
    agreement_address: AddressSent
    """The primary business address."""
    access_group_template: str | None = None
    """The template by which the account's access groups are made."""
    case_settings: AgreementSettingsSent | None = None
    """The default settings of its cases, and of the operator's invoices."""
    number_validation: NumberValidation | None = None
    """The treatment of numbers whose check digit does not fit."""
    initial_creditor_data: CreditorData
    """The first creditor of the account, made with it."""


class AccountList(Model, kw_only=True, omit_defaults=True, rename={"items": "_items", "meta": "_meta"}):
    """A page of `accounts`."""
    items: list[Account]
    """The documents of this page."""
    meta: PageMeta
    """Which page it is, and how many there are."""


class Address(Model, kw_only=True, omit_defaults=True):
    """A postal address as it is shown: all four fields are always there."""
    address_line_1: str
    """Street and number, or a box."""
    zip_code: str
    """The postal code."""
    city: str
    """The town."""
    country: CountryCode
    """The country, by ISO 3166-1 alpha-2."""


class AddressChange(Sent, kw_only=True, omit_defaults=True):
    """A postal address as it is shown: all four fields are always there."""
    address_line_1: str | None = None
    """Street and number, or a box."""
    zip_code: str | None = None
    """The postal code."""
    city: str | None = None
    """The town."""
    country: CountryCode | None = None
    """The country, by ISO 3166-1 alpha-2."""


class AddressInput(Sent, kw_only=True, omit_defaults=True):
    """An address as it is sent with a registration; whatever is left out is empty."""
    address_line_1: str | None = None
    """Street and number, or a box."""
    address_line_2: str | None = None
    """A second line, such as care of."""
    address_line_3: str | None = None
    """A third line."""
    zip_code: str | None = None
    """The postal code."""
    city: str | None = None
    """The town."""
    country: CountryCode | None = None
    """The country, by ISO 3166-1 alpha-2."""
    gln: str | None = None
    """The global location number of the address."""


class AddressInputChange(Sent, kw_only=True, omit_defaults=True):
    """An address as it is sent with a registration; whatever is left out is empty."""
    address_line_1: str | None = None
    """Street and number, or a box."""
    address_line_2: str | None = None
    """A second line, such as care of."""
    address_line_3: str | None = None
    """A third line."""
    zip_code: str | None = None
    """The postal code."""
    city: str | None = None
    """The town."""
    country: CountryCode | None = None
    """The country, by ISO 3166-1 alpha-2."""
    gln: str | None = None
    """The global location number of the address."""


class AddressInputShown(Model, kw_only=True, omit_defaults=True):
    """An address as it is sent with a registration; whatever is left out is empty."""
    address_line_1: str | None = None
    """Street and number, or a box."""
    address_line_2: str | None = None
    """A second line, such as care of."""
    address_line_3: str | None = None
    """A third line."""
    zip_code: str | None = None
    """The postal code."""
    city: str | None = None
    """The town."""
    country: CountryCode | None = None
    """The country, by ISO 3166-1 alpha-2."""
    gln: str | None = None
    """The global location number of the address."""


class AddressSent(Sent, kw_only=True, omit_defaults=True):
    """A postal address as it is shown: all four fields are always there."""
    address_line_1: str
    """Street and number, or a box."""
    zip_code: str
    """The postal code."""
    city: str
    """The town."""
    country: CountryCode | None = None
    """The country, by ISO 3166-1 alpha-2."""


class AgreedInstalment(Model, kw_only=True, omit_defaults=True):
    """AgreedInstalment."""
    number: int
    """Which instalment it is, from 1."""
    date: str
    """The day to pay by."""
    amount: Decimal
    """The amount to be paid."""
    paid_amount: Decimal
    """The paid part of it."""
    remaining_amount: Decimal
    """The unpaid part of it."""


class AgreementSettings(Model, kw_only=True, omit_defaults=True):
    """Settings of cases, and of the operator's invoices to creditors: at the account or the creditor. The
    nearest counts."""
    reminder_days_after_due: int | None = None
    """From the due date to the reminder: 5 days by default, at least 1 by law."""
    reminder_fee_agreed: bool | None = None
    """Whether the fee was agreed no later than when the debt arose: `false` by default."""
    reminder_pay_days: int | None = None
    """To pay a reminder: 10 days by default, at least 1 by law."""
    reminder_grace_days: int | None = None
    """From a reminder's pay-by date to the demand: 3 days by default, at least 1 by law."""
    debt_collection_pay_days: int | None = None
    """To pay a demand: 10 days by default, at least 8 by law."""
    debt_collection_grace_days: int | None = None
    """From a demand's pay-by date to the next step: 5 days by default, at least 1 by law."""
    use_enforcement: bool | None = None
    """Whether an unpaid demand goes to the enforcement authority: `false` by default."""
    application_release: ApplicationRelease | None = None
    """Whether a person releases each application: `manual` by default."""
    unpaid_confirmation_days: int | None = None
    """Banking days that the creditor's confirmation holds that a claim is unpaid; 0 asks for none: 3 days by
    default."""
    enforcement_minimum_costs_only: Decimal | None = None
    """Interest and costs alone below this are not applied for: 100.00 kr by default."""
    surveillance_months: int | None = None
    """Between the letters of a case under surveillance: 6 months by default."""
    amortization_notice_days: int | None = None
    """From the notice of an instalment to its day: 10 days by default."""
    missed_instalment_days: int | None = None
    """After a missed instalment until the plan ends: 10 days by default, at least 1 by law."""
    due_date_basis: DueDateBasis | None = None
    """Where due dates come from: `invoice_only` by default."""
    gather_days: int | None = None
    """A step waits at most for another claim's same step, to go in one letter: 0 days by default."""
    write_off_below: Decimal | None = None
    """After a payment or crediting, less than this is written off: 25.00 kr by default."""
    interest_rate: InterestRate | None = None
    """The rate that late capital carries: reference rate and eight points by default."""
    reminder_fee: Decimal | None = None
    """For a written reminder: 60.00 kr by default, at most 60.00 kr by law."""
    debt_collection_fee: Decimal | None = None
    """For a collection demand: 180.00 kr by default, at most 180.00 kr by law."""
    late_payment_fee: Decimal | None = None
    """With the first letter to a business: 450.00 kr by default, at most 450.00 kr by law."""
    amortization_setup_fee: Decimal | None = None
    """For an instalment plan: 170.00 kr by default, at most 170.00 kr by law."""
    amortization_advice_fee: Decimal | None = None
    """For the notice of an instalment, where agreed: 0.00 kr by default, at most 60.00 kr by law."""
    enforcement_fee: Decimal | None = None
    """For an application and the work on it: 680.00 kr by default, at most 680.00 kr by law."""
    fee_vat: FeeVat | None = None
    """VAT on what the operator keeps of fees: added (`on_top`, the default), or `included`."""
    settle_fees: FeeSettlement | None = None
    """Whether the VAT on top and outlays are deducted from payouts of capital (`net`, the default), or billed
    (`invoice`)."""


class AgreementSettingsChange(Sent, kw_only=True, omit_defaults=True):
    """Settings of cases, and of the operator's invoices to creditors: at the account or the creditor. The
    nearest counts."""
    reminder_days_after_due: int | None = None
    """From the due date to the reminder: 5 days by default, at least 1 by law."""
    reminder_fee_agreed: bool | None = None
    """Whether the fee was agreed no later than when the debt arose: `false` by default."""
    reminder_pay_days: int | None = None
    """To pay a reminder: 10 days by default, at least 1 by law."""
    reminder_grace_days: int | None = None
    """From a reminder's pay-by date to the demand: 3 days by default, at least 1 by law."""
    debt_collection_pay_days: int | None = None
    """To pay a demand: 10 days by default, at least 8 by law."""
    debt_collection_grace_days: int | None = None
    """From a demand's pay-by date to the next step: 5 days by default, at least 1 by law."""
    use_enforcement: bool | None = None
    """Whether an unpaid demand goes to the enforcement authority: `false` by default."""
    application_release: ApplicationRelease | None = None
    """Whether a person releases each application: `manual` by default."""
    unpaid_confirmation_days: int | None = None
    """Banking days that the creditor's confirmation holds that a claim is unpaid; 0 asks for none: 3 days by
    default."""
    enforcement_minimum_costs_only: SentAmount | None = None
    """Interest and costs alone below this are not applied for: 100.00 kr by default."""
    surveillance_months: int | None = None
    """Between the letters of a case under surveillance: 6 months by default."""
    amortization_notice_days: int | None = None
    """From the notice of an instalment to its day: 10 days by default."""
    missed_instalment_days: int | None = None
    """After a missed instalment until the plan ends: 10 days by default, at least 1 by law."""
    due_date_basis: DueDateBasis | None = None
    """Where due dates come from: `invoice_only` by default."""
    gather_days: int | None = None
    """A step waits at most for another claim's same step, to go in one letter: 0 days by default."""
    write_off_below: SentAmount | None = None
    """After a payment or crediting, less than this is written off: 25.00 kr by default."""
    interest_rate: InterestRateChange | None = None
    """The rate that late capital carries: reference rate and eight points by default."""
    reminder_fee: SentAmount | None = None
    """For a written reminder: 60.00 kr by default, at most 60.00 kr by law."""
    debt_collection_fee: SentAmount | None = None
    """For a collection demand: 180.00 kr by default, at most 180.00 kr by law."""
    late_payment_fee: SentAmount | None = None
    """With the first letter to a business: 450.00 kr by default, at most 450.00 kr by law."""
    amortization_setup_fee: SentAmount | None = None
    """For an instalment plan: 170.00 kr by default, at most 170.00 kr by law."""
    amortization_advice_fee: SentAmount | None = None
    """For the notice of an instalment, where agreed: 0.00 kr by default, at most 60.00 kr by law."""
    enforcement_fee: SentAmount | None = None
    """For an application and the work on it: 680.00 kr by default, at most 680.00 kr by law."""
    fee_vat: FeeVat | None = None
    """VAT on what the operator keeps of fees: added (`on_top`, the default), or `included`."""
    settle_fees: FeeSettlement | None = None
    """Whether the VAT on top and outlays are deducted from payouts of capital (`net`, the default), or billed
    (`invoice`)."""


class AgreementSettingsSent(Sent, kw_only=True, omit_defaults=True):
    """Settings of cases, and of the operator's invoices to creditors: at the account or the creditor. The
    nearest counts."""
    reminder_days_after_due: int | None = None
    """From the due date to the reminder: 5 days by default, at least 1 by law."""
    reminder_fee_agreed: bool | None = None
    """Whether the fee was agreed no later than when the debt arose: `false` by default."""
    reminder_pay_days: int | None = None
    """To pay a reminder: 10 days by default, at least 1 by law."""
    reminder_grace_days: int | None = None
    """From a reminder's pay-by date to the demand: 3 days by default, at least 1 by law."""
    debt_collection_pay_days: int | None = None
    """To pay a demand: 10 days by default, at least 8 by law."""
    debt_collection_grace_days: int | None = None
    """From a demand's pay-by date to the next step: 5 days by default, at least 1 by law."""
    use_enforcement: bool | None = None
    """Whether an unpaid demand goes to the enforcement authority: `false` by default."""
    application_release: ApplicationRelease | None = None
    """Whether a person releases each application: `manual` by default."""
    unpaid_confirmation_days: int | None = None
    """Banking days that the creditor's confirmation holds that a claim is unpaid; 0 asks for none: 3 days by
    default."""
    enforcement_minimum_costs_only: SentAmount | None = None
    """Interest and costs alone below this are not applied for: 100.00 kr by default."""
    surveillance_months: int | None = None
    """Between the letters of a case under surveillance: 6 months by default."""
    amortization_notice_days: int | None = None
    """From the notice of an instalment to its day: 10 days by default."""
    missed_instalment_days: int | None = None
    """After a missed instalment until the plan ends: 10 days by default, at least 1 by law."""
    due_date_basis: DueDateBasis | None = None
    """Where due dates come from: `invoice_only` by default."""
    gather_days: int | None = None
    """A step waits at most for another claim's same step, to go in one letter: 0 days by default."""
    write_off_below: SentAmount | None = None
    """After a payment or crediting, less than this is written off: 25.00 kr by default."""
    interest_rate: InterestRateSent | None = None
    """The rate that late capital carries: reference rate and eight points by default."""
    reminder_fee: SentAmount | None = None
    """For a written reminder: 60.00 kr by default, at most 60.00 kr by law."""
    debt_collection_fee: SentAmount | None = None
    """For a collection demand: 180.00 kr by default, at most 180.00 kr by law."""
    late_payment_fee: SentAmount | None = None
    """With the first letter to a business: 450.00 kr by default, at most 450.00 kr by law."""
    amortization_setup_fee: SentAmount | None = None
    """For an instalment plan: 170.00 kr by default, at most 170.00 kr by law."""
    amortization_advice_fee: SentAmount | None = None
    """For the notice of an instalment, where agreed: 0.00 kr by default, at most 60.00 kr by law."""
    enforcement_fee: SentAmount | None = None
    """For an application and the work on it: 680.00 kr by default, at most 680.00 kr by law."""
    fee_vat: FeeVat | None = None
    """VAT on what the operator keeps of fees: added (`on_top`, the default), or `included`."""
    settle_fees: FeeSettlement | None = None
    """Whether the VAT on top and outlays are deducted from payouts of capital (`net`, the default), or billed
    (`invoice`)."""


class AnswerWarning(Model, kw_only=True, omit_defaults=True):
    """Something that was done all the same, although it looks wrong or is not as it was asked for."""
    code: WarningCode
    """The code, which stays the same."""
    field: str
    """The field that it is about, with dots."""
    message: str
    """The warning as a sentence."""


class ApiClient(Model, kw_only=True, omit_defaults=True, rename={"id": "_id", "created": "_created", "updated": "_updated", "etag": "_etag"}):
    """Programs that use the interface, with their keys and addresses; users of another kind."""
    id: str
    """Unique, made by the service; later documents have greater ones."""
    created: Moment
    """When it was stored first."""
    updated: Moment
    """When it was changed last."""
    etag: str
    """Its tag: another after every change."""
    account: str
    """Empty for the operator's and a partner's own clients."""
    name: str
    """The name of the client."""
    enabled: bool
    """Tokens of a client that is not stop working within a second."""
    scope: ClientScope
    """How far it sees."""
    addresses: list[str]
    """The addresses and networks that it may sign in from with its code alone."""
    keys: list[ClientKeyShown]
    """The public keys that it can sign with."""
    has_code: bool
    """Whether it has an API code; without one it cannot sign in."""
    previous_code_until: Moment | None = None
    """Until then the code before the last rotation works too."""
    last_used: Moment | None = None
    """When it last signed in. A token lasts an hour at most, so it may have asked for something up to an hour
    later."""


class ApiClientChange(Sent, kw_only=True, omit_defaults=True):
    """ApiClientChange."""
    name: str | None = None
    """The name of the client."""
    addresses: list[str] | None = None
    """The addresses and networks that it may sign in from with its code alone; empty for none."""
    enabled: bool | None = None
    """Whether it may sign in; tokens of a client that may not stop working within a second."""


class ApiClientCreated(Model, kw_only=True, omit_defaults=True, rename={"id": "_id", "created": "_created", "updated": "_updated", "etag": "_etag", "status": "_status", "warnings": "_warnings", "dry_run": "_dry_run"}):
    """The answer of creating an API client: also its code, which is shown once and never in a repeated answer."""
    id: str
    """Unique, made by the service; later documents have greater ones."""
    created: Moment
    """When it was stored first."""
    updated: Moment
    """When it was changed last."""
    etag: str
    """Its tag: another after every change."""
    status: str
    """That it went well."""
    warnings: list[AnswerWarning] | None = None
    """What looks wrong, or is not as it was asked for. Absent without warnings."""
    dry_run: bool | None = None
    """That it was a dry run, and nothing is stored."""
    api_code: str | None = None
    """The code that it signs in with, shown this once."""


class ApiClientCreatedMany(Model, kw_only=True, omit_defaults=True, rename={"status": "_status", "items": "_items", "dry_run": "_dry_run"}):
    """What is answered where an array of documents was sent."""
    status: str
    """That it went well."""
    items: list[ApiClientCreated]
    """What became of each, in the order of the array."""
    dry_run: bool | None = None
    """That it was a dry run, and nothing is stored."""


class ApiClientInput(Sent, kw_only=True, omit_defaults=True):
    """A new API client, of one account or of one creditor."""
    name: str
    """The name of the client."""
    addresses: list[str] | None = None
    """The addresses and networks that it may sign in from with its code alone; empty for none."""
    enabled: bool | None = None
    """Whether it may sign in; tokens of a client that may not stop working within a second."""
    account: str | None = None
    """The account that it sees, with all creditors."""
    creditor: str | None = None
    """The one creditor that it sees."""
    public_key: str | None = None
    """A public key of the kinds that signing in takes, as PEM. A client without addresses signs in by one."""


class ApiClientList(Model, kw_only=True, omit_defaults=True, rename={"items": "_items", "meta": "_meta"}):
    """A page of `api--clients`."""
    items: list[ApiClient]
    """The documents of this page."""
    meta: PageMeta
    """Which page it is, and how many there are."""


class ApiCode(Sent, kw_only=True, omit_defaults=True):
    """ApiCode."""
    code: str
    """The API code."""


class Application(Model, kw_only=True, omit_defaults=True, rename={"id": "_id", "created": "_created", "updated": "_updated", "etag": "_etag"}):
    """The parts of the service that people use."""
    id: str
    """Unique, made by the service; later documents have greater ones."""
    created: Moment
    """When it was stored first."""
    updated: Moment
    """When it was changed last."""
    etag: str
    """Its tag: another after every change."""
    name: str
    """The name of the application."""
    description: str | None = None
    """The purpose of the application."""


class ApplicationList(Model, kw_only=True, omit_defaults=True, rename={"items": "_items", "meta": "_meta"}):
    """A page of `applications`."""
    items: list[Application]
    """The documents of this page."""
    meta: PageMeta
    """Which page it is, and how many there are."""


class ApplicationOfUser(Model, kw_only=True, omit_defaults=True):
    """ApplicationOfUser."""
    application: str
    """The id of one of `applications`."""
    application_name: str | None = None
    """The name of the application."""


class ApplicationOfUserSent(Sent, kw_only=True, omit_defaults=True):
    """ApplicationOfUserSent."""
    application: str
    """The id of one of `applications`."""
    application_name: str | None = None
    """The name of the application."""


class ApprovalGiven(Model, kw_only=True, omit_defaults=True, rename={"id": "_id"}):
    """The thing that was decided on."""
    id: str
    """The id of what was decided on."""
    kind: ApprovalKind
    """The kind of thing."""
    amount: Decimal
    """Its amount."""


class ApproveInput(Sent, kw_only=True, omit_defaults=True):
    """Approves a payout as it stands."""
    total_amount: SentAmount | None = None
    """The expected amount, so that nothing else is approved."""


class ApproveWaitingInput(Sent, kw_only=True, omit_defaults=True):
    """Approves it as it is."""
    fingerprint: str | None = None
    """The expected fingerprint, so that nothing else is approved."""


class ArticleSummary(Model, kw_only=True, omit_defaults=True):
    """The part of a payout that is of one article."""
    count: int
    """How many specifications."""
    amount: Decimal
    """The sum of the article without VAT."""
    vat_amount: Decimal
    """The VAT of the amount."""
    total_amount: Decimal
    """The amount with its VAT."""


class AssignmentRule(Model, kw_only=True, omit_defaults=True, rename={"id": "_id", "created": "_created", "updated": "_updated", "etag": "_etag"}):
    """To whom cases that need a person are given."""
    id: str
    """Unique, made by the service; later documents have greater ones."""
    created: Moment
    """When it was stored first."""
    updated: Moment
    """When it was changed last."""
    etag: str
    """Its tag: another after every change."""
    name: str
    """Its name, for people."""
    account: str | None = None
    """The account of the creditor."""
    creditor: str | None = None
    """The creditor whose cases it is for; absent for every creditor's."""
    claim_kind: ClaimKind | None = None
    """The kind of claim that it is for; absent for every kind."""
    is_person: bool | None = None
    """Whether it is for people or for organisations that owe; absent for both."""
    handlers: list[str]
    """The users to whom cases are given, each time to whom has fewest open ones."""


class AssignmentRuleChange(Sent, kw_only=True, omit_defaults=True):
    """AssignmentRuleChange."""
    name: str | None = None
    """Its name, for people."""
    creditor: str | None = None
    """The creditor whose cases it is for; of every creditor where it is left out."""
    claim_kind: ClaimKind | None = None
    """The kind of claim that it is for; every kind where it is left out."""
    is_person: bool | None = None
    """Whether it is for people (`true`) or organisations (`false`); both where it is left out."""
    handlers: list[str] | None = None
    """The users to whom cases are given: enabled people of the operator's staff, at least one and at most 100."""


class AssignmentRuleInput(Sent, kw_only=True, omit_defaults=True):
    """A new rule."""
    name: str
    """Its name, for people."""
    creditor: str | None = None
    """The creditor whose cases it is for; of every creditor where it is left out."""
    claim_kind: ClaimKind | None = None
    """The kind of claim that it is for; every kind where it is left out."""
    is_person: bool | None = None
    """Whether it is for people (`true`) or organisations (`false`); both where it is left out."""
    handlers: list[str]
    """The users to whom cases are given: enabled people of the operator's staff, at least one and at most 100."""


class AssignmentRuleList(Model, kw_only=True, omit_defaults=True, rename={"items": "_items", "meta": "_meta"}):
    """A page of `assignment--rules`."""
    items: list[AssignmentRule]
    """The documents of this page."""
    meta: PageMeta
    """Which page it is, and how many there are."""


class AuditEntry(Model, kw_only=True, omit_defaults=True, rename={"id": "_id", "created": "_created", "updated": "_updated", "etag": "_etag"}):
    """Who did what, when, from where, on which document."""
    id: str
    """Unique, made by the service; later documents have greater ones."""
    created: Moment
    """When it was stored first."""
    updated: Moment
    """When it was changed last."""
    etag: str
    """Its tag: another after every change."""
    by: AuditBy
    """`my` for a debtor on the debtor's page; `database` where somebody wrote past the service."""
    user: str | None = None
    """A user's id; for a command the name of who ran it on the server, for the database the role; none for a
    signed link. For a debtor the letter whose code was used, or the case, where the code was of its invoice
    or of a link."""
    user_name: str | None = None
    """The user's name, while there is such a user."""
    address: str | None = None
    """Where the request came from."""
    request_id: str | None = None
    """`X-Request-Id` of the answer."""
    act: str | None = None
    """The endpoint, the worker's duty, the command, or the program that was connected to the database."""
    kind: AuditKind
    """The act."""
    resource: str
    """The resource, or the table of what is none."""
    document: str | None = None
    """The `_id` of the document that it is about."""
    documents: list[str] | None = None
    """Of the reading of a list: what it showed."""
    account: str | None = None
    """Whose the document is; of a reading, the reader's."""
    creditor: str | None = None
    """Whose the document is."""
    before: dict[str, Any] | None = None
    """Fields that were changed or deleted, as they were."""
    after: dict[str, Any] | None = None
    """Fields that were made or changed, as they became."""


class AuditEntryList(Model, kw_only=True, omit_defaults=True, rename={"items": "_items", "meta": "_meta"}):
    """A page of `audit--log`."""
    items: list[AuditEntry]
    """The documents of this page."""
    meta: PageMeta
    """Which page it is, and how many there are."""


class AutogiroMandate(Model, kw_only=True, omit_defaults=True, rename={"id": "_id", "created": "_created", "updated": "_updated", "etag": "_etag"}):
    """Debtors who let their bank account be drawn."""
    id: str
    """Unique, made by the service; later documents have greater ones."""
    created: Moment
    """When it was stored first."""
    updated: Moment
    """When it was changed last."""
    etag: str
    """Its tag: another after every change."""
    account: str
    """The account of the case."""
    creditor: str
    """The creditor of the case."""
    case: str
    """The case that is paid."""
    customer: str
    """The debtor."""
    payer_number: str
    """The number by which Bankgirot knows the mandate."""
    clearing_number: str
    """The clearing number of the bank account."""
    account_number: str
    """The number of the bank account."""
    state: AutogiroMandateState
    """How far it has come."""
    reason: str | None = None
    """Bankgirot's last comment on it, as a word: `account_wrong` and so on."""
    sent_date: Moment | None = None
    """The day on which it was written to a file."""
    answered_date: Moment | None = None
    """The day of Bankgirot's last advice about it."""
    end_sent_date: Moment | None = None
    """The day on which its end was written to a file."""


class AutogiroMandateInput(Sent, kw_only=True, omit_defaults=True):
    """A mandate that a debtor has given, on a form that is kept."""
    case: str
    """The case that is paid: an open one, whose debtor has a valid number."""
    clearing_number: str
    """The clearing number of the bank account: four digits."""
    account_number: str
    """The number of the bank account: five to twelve digits."""


class AutogiroMandateList(Model, kw_only=True, omit_defaults=True, rename={"items": "_items", "meta": "_meta"}):
    """A page of `autogiro--mandates`."""
    items: list[AutogiroMandate]
    """The documents of this page."""
    meta: PageMeta
    """Which page it is, and how many there are."""


class AwardedAmounts(Model, kw_only=True, omit_defaults=True):
    """The amounts of an order."""
    capital: Decimal
    """The capital."""
    interest: Decimal
    """The interest."""
    costs: Decimal
    """All costs that were awarded, those of the demand included."""


class AwardedAmountsSent(Sent, kw_only=True, omit_defaults=True):
    """The amounts of an order."""
    capital: SentAmount
    """The capital."""
    interest: SentAmount
    """The interest."""
    costs: SentAmount
    """All costs that were awarded, those of the demand included."""


class BalancePart(Model, kw_only=True, omit_defaults=True):
    """The part of a coming payout that is of one article."""
    article: PayoutArticle
    """The article."""
    count: int
    """How many lines."""
    total_amount: Decimal
    """Their sum, with VAT."""


class BalancePayout(Model, kw_only=True, omit_defaults=True):
    """A payout that is prepared and not paid, or that lines of a period will become."""
    finance_category: FinanceCategory
    """The kind of money."""
    payout: str | None = None
    """The payout, where it is prepared."""
    payout_reference: str | None = None
    """Its reference."""
    first_day: str
    """The first day of its period."""
    last_day: str
    """The last day of its period."""
    pay_on: str
    """The day on which it is paid, if nothing stops it."""
    ready_for_payout: bool
    """Whether it is paid with the next order."""
    not_ready_reason: NotReadyReason | None = None
    """Why it is not ready."""
    total_amount: Decimal
    """Its sum, with VAT."""
    parts: list[BalancePart]
    """The articles that it is made of."""


class BankAccount(Model, kw_only=True, omit_defaults=True):
    """Where it was paid to, or is going to be. What an account does not have is empty."""
    account_number: str
    """Also a bankgiro or plusgiro."""
    clearing_number: str
    """Of a bankgiro `9900`, of a plusgiro `9960`."""
    bank_name: str
    """The name of the bank."""
    iban: str
    """The international account number."""
    swift: str
    """The bank that holds the IBAN."""


class BankFile(Model, kw_only=True, omit_defaults=True, rename={"id": "_id", "created": "_created", "updated": "_updated", "etag": "_etag"}):
    """Files from the bank."""
    id: str
    """Unique, made by the service; later documents have greater ones."""
    created: Moment
    """When it was stored first."""
    updated: Moment
    """When it was changed last."""
    etag: str
    """Its tag: another after every change."""
    filename: str
    """The name of the file."""
    kind: str
    """`BgMax`, or the name of an ISO 20022 message such as `camt.054.001.08`."""
    size: int
    """In bytes."""
    sha256: str
    """SHA-256 of the file, in hex."""
    status: BankFileStatus
    """`stored`, then `settled` when every case has what is its."""
    first_date: Moment | None = None
    """The first bank date in it; absent where it has no transaction."""
    last_date: Moment | None = None
    """The last."""
    currency: str
    """`SEK`."""
    amount_in: Decimal
    """The sum of what came in by the file."""
    amount_out: Decimal
    """The sum of what left by the file."""
    transactions: int
    """The sum of the following."""
    matched: int
    """All of their money went to cases."""
    suspense: int
    """Something of them waits."""
    recalled: int
    """Recalls whose payment was taken back."""
    withdrawals: int
    """The amount that left by our own order or for charges."""
    duplicates: int
    """Transactions that another file, or this one before, had brought already."""


class BankFileForm(Sent, kw_only=True, omit_defaults=True):
    """A file from the bank: BgMax, camt.053, camt.054 or pain.002, told by its content. It may also be sent as
    the body."""
    file: str
    """The file from the bank."""


class BankFileImported(Model, kw_only=True, omit_defaults=True, rename={"id": "_id", "created": "_created", "etag": "_etag", "status": "_status", "dry_run": "_dry_run"}):
    """The answer of importing a file: the outcome of its transactions this time."""
    id: str
    """Unique, made by the service; later ones are greater."""
    created: Moment
    """When it was stored."""
    etag: str
    """Its tag: another after every change."""
    status: str
    """`OK`."""
    kind: str
    """`BgMax`, or the name of an ISO 20022 message such as `camt.054.001.08`."""
    transactions: int
    """How many transactions there are in the file."""
    matched: int
    """How many of which all money went to cases."""
    suspense: int
    """How many of which something waits."""
    recalled: int
    """Recalls whose payment was taken back."""
    withdrawals: int
    """The amount that left by our own order or for charges."""
    duplicates: int
    """Transactions that another file, or this one before, had brought already."""
    dry_run: bool | None = None
    """That it was a dry run, and nothing is stored."""


class BankFileList(Model, kw_only=True, omit_defaults=True, rename={"items": "_items", "meta": "_meta"}):
    """A page of `bank--files`."""
    items: list[BankFile]
    """The documents of this page."""
    meta: PageMeta
    """Which page it is, and how many there are."""


class BankOrder(Model, kw_only=True, omit_defaults=True, rename={"id": "_id", "created": "_created", "updated": "_updated", "etag": "_etag"}):
    """Orders to the bank, and what it says of their transfers."""
    id: str
    """Unique, made by the service; later documents have greater ones."""
    created: Moment
    """When it was stored first."""
    updated: Moment
    """When it was changed last."""
    etag: str
    """Its tag: another after every change."""
    ordered_on: Moment | None = None
    """The business day on which it was written; absent of orders of earlier versions."""
    filename: str
    """The name of its file."""
    status: BankOrderState
    """`sent`, `accepted`, `partly`, `rejected` or `executed`, by its transfers."""
    currency: str
    """`SEK`."""
    amount: Decimal
    """The sum of its transfers."""
    transfers: list[BankTransfer]
    """Its transfers."""


class BankOrderList(Model, kw_only=True, omit_defaults=True, rename={"items": "_items", "meta": "_meta"}):
    """A page of `bank--orders`."""
    items: list[BankOrder]
    """The documents of this page."""
    meta: PageMeta
    """Which page it is, and how many there are."""


class BankTransaction(Model, kw_only=True, omit_defaults=True, rename={"id": "_id", "created": "_created", "updated": "_updated", "etag": "_etag"}):
    """What happened on the bank account."""
    id: str
    """Unique, made by the service; later documents have greater ones."""
    created: Moment
    """When it was stored first."""
    updated: Moment
    """When it was changed last."""
    etag: str
    """Its tag: another after every change."""
    bank_file: str
    """The file that brought it first."""
    position: int
    """The line in BgMax, in camt the entry's number in the file."""
    key: str
    """The transaction's key, whatever file brings it."""
    kind: TransactionKind
    """`payment`, `deduction`, `recall` or `withdrawal`."""
    status: TransactionStatus
    """`matched`, `suspense`, `to_refund`, `refunded`, `recalled`, `withdrawn` or `duplicate`."""
    reason: SuspenseReason | None = None
    """Why it waits."""
    booking_date: Moment
    """The bank date."""
    value_date: Moment
    """The day from which the bank counts the money."""
    currency: str
    """`SEK`."""
    amount: Decimal
    """Positive in, negative out."""
    suspense_amount: Decimal
    """The waiting part."""
    bank_account: str
    """The account of ours that it is on."""
    receiver: str
    """The bankgiro that was paid to."""
    references: list[PaymentReference]
    """The payer's references."""
    payer: Payer
    """Who paid, as far as the bank says."""
    information: list[str]
    """The payer's message and the bank's."""
    bank_reference: str
    """The bank's own number."""
    own_reference: str
    """The payer's own, such as EndToEndId."""
    is_itemised: bool
    """False for a booking of which the bank gave the sum alone."""
    recalled_payment: str | None = None
    """Of a recall: the transaction that it took back."""
    cases: list[CasePart]
    """The parts by case."""


class BankTransactionList(Model, kw_only=True, omit_defaults=True, rename={"items": "_items", "meta": "_meta"}):
    """A page of `bank--transactions`."""
    items: list[BankTransaction]
    """The documents of this page."""
    meta: PageMeta
    """Which page it is, and how many there are."""


class BankTransfer(Model, kw_only=True, omit_defaults=True):
    """A transfer of an order to the bank."""
    end_to_end_id: str
    """Its id in the files of the bank."""
    kind: OrderLineKind
    """`payout`, `refund` or `suspense_refund`."""
    pays: list[str]
    """The payouts or the refund that it pays."""
    amount: Decimal
    """Its amount."""
    execution_date: str
    """The day on which it was to be executed, `YYYY-MM-DD`."""
    status: TransferStatus
    """`sent`, `accepted`, `executed` or `rejected`."""
    reason: str | None = None
    """The bank's code, where it is rejected."""


class Billing(Model, kw_only=True, omit_defaults=True):
    """Where the operator sends its own invoices and documents of payouts. Without it they go by e-mail, else on
    paper."""
    e_invoice_address: str | None = None
    """Its address in Peppol, such as `0007:5560360793`: invoices go there first."""
    email: str | None = None
    """The address that they go to by e-mail; the creditor's `email` unless given."""
    distribution: InvoiceDistribution | None = None
    """The channel to begin with, which is not `kivra`; `none` where the creditor fetches them itself."""


class BillingChange(Sent, kw_only=True, omit_defaults=True):
    """Where the operator sends its own invoices and documents of payouts. Without it they go by e-mail, else on
    paper."""
    e_invoice_address: str | None = None
    """Its address in Peppol, such as `0007:5560360793`: invoices go there first."""
    email: str | None = None
    """The address that they go to by e-mail; the creditor's `email` unless given."""
    distribution: InvoiceDistribution | None = None
    """The channel to begin with, which is not `kivra`; `none` where the creditor fetches them itself."""


class BillingSent(Sent, kw_only=True, omit_defaults=True):
    """Where the operator sends its own invoices and documents of payouts. Without it they go by e-mail, else on
    paper."""
    e_invoice_address: str | None = None
    """Its address in Peppol, such as `0007:5560360793`: invoices go there first."""
    email: str | None = None
    """The address that they go to by e-mail; the creditor's `email` unless given."""
    distribution: InvoiceDistribution | None = None
    """The channel to begin with, which is not `kivra`; `none` where the creditor fetches them itself."""


class BulkAct(Model, kw_only=True, omit_defaults=True, rename={"id": "_id", "created": "_created", "updated": "_updated", "etag": "_etag"}):
    """Acts on many cases at once."""
    id: str
    """Unique, made by the service; later documents have greater ones."""
    created: Moment
    """When it was stored first."""
    updated: Moment
    """When it was changed last."""
    etag: str
    """Its tag: another after every change."""
    act: BulkActKind
    """The act."""
    where: dict[str, Any]
    """The filter that found the cases, as of the list of cases."""
    body: dict[str, Any]
    """The input of the act."""
    dry_run: bool
    """Whether it is only tried: each case is asked, and nothing is changed."""
    status: BulkActStatus
    """How far it has come."""
    asked_by: str
    """The user who asked for it, and in whose name it is done."""
    cases: int
    """How many cases the filter found when it was asked for."""
    done: int
    """How many it was done to; of a dry run, would be."""
    waiting: int
    """How many wait for a second person, as `/approvals` show."""
    refused: int
    """How many refused it."""
    left: int
    """How many are still to come."""
    refusals: list[BulkRefusal]
    """Every case that refused it, and why."""
    ended: Moment | None = None
    """When the last case was seen to, or when it was stopped."""


class BulkActAsked(Model, kw_only=True, omit_defaults=True, rename={"id": "_id", "created": "_created", "updated": "_updated", "etag": "_etag", "status": "_status", "warnings": "_warnings", "dry_run": "_dry_run"}):
    """The answer of asking for a bulk act: also how many cases it is about."""
    id: str
    """Unique, made by the service; later documents have greater ones."""
    created: Moment
    """When it was stored first."""
    updated: Moment
    """When it was changed last."""
    etag: str
    """Its tag: another after every change."""
    status: str
    """That it went well."""
    warnings: list[AnswerWarning] | None = None
    """What looks wrong, or is not as it was asked for. Absent without warnings."""
    dry_run: bool | None = None
    """That it was a dry run, and nothing is stored."""
    cases: int
    """How many cases the filter found."""


class BulkActAskedMany(Model, kw_only=True, omit_defaults=True, rename={"status": "_status", "items": "_items", "dry_run": "_dry_run"}):
    """What is answered where an array of documents was sent."""
    status: str
    """That it went well."""
    items: list[BulkActAsked]
    """What became of each, in the order of the array."""
    dry_run: bool | None = None
    """That it was a dry run, and nothing is stored."""


class BulkActInput(Sent, kw_only=True, omit_defaults=True):
    """BulkActInput."""
    act: BulkActKind
    """The act."""
    where: dict[str, Any]
    """A filter as `where` of `GET /cases` takes it; `{}` is every case. It may find at most 100,000."""
    body: dict[str, Any] | None = None
    """The input of the act: what its own endpoint takes. `snooze` takes `snoozed_until`, and `assign` takes
    `assigned_to`."""
    dry_run: bool | None = None
    """Whether to try it alone, which counts and says what would be refused, and changes nothing."""


class BulkActList(Model, kw_only=True, omit_defaults=True, rename={"items": "_items", "meta": "_meta"}):
    """A page of `bulk--acts`."""
    items: list[BulkAct]
    """The documents of this page."""
    meta: PageMeta
    """Which page it is, and how many there are."""


class BulkActTurned(Model, kw_only=True, omit_defaults=True, rename={"id": "_id", "created": "_created", "updated": "_updated", "etag": "_etag", "status_": "_status", "warnings": "_warnings", "dry_run": "_dry_run"}):
    """How far a bulk act has come, once it was stopped or gone on with."""
    id: str
    """Unique, made by the service; later documents have greater ones."""
    created: Moment
    """When it was stored first."""
    updated: Moment
    """When it was changed last."""
    etag: str
    """Its tag: another after every change."""
    status_: str
    """That it went well."""
    warnings: list[AnswerWarning] | None = None
    """What looks wrong, or is not as it was asked for. Absent without warnings."""
    dry_run: bool | None = None
    """That it was a dry run, and nothing is stored."""
    status: BulkActStatus
    """How far it has come."""
    cases: int
    """How many cases the filter found when it was asked for."""
    done: int
    """How many it was done to."""
    waiting: int
    """How many wait for a second person."""
    refused: int
    """How many refused it."""
    left: int
    """How many are still to come."""


class BulkRefusal(Model, kw_only=True, omit_defaults=True):
    """BulkRefusal."""
    case: str
    """The case to which it was not done."""
    code: str
    """The code of the reason."""
    reason: str
    """Why it was refused, in a sentence."""


class CallerLimits(Model, kw_only=True, omit_defaults=True):
    """Limits of the caller's requests."""
    requests_per_second: int
    """How many requests a second it may make; 0 is no limit."""
    burst: int
    """How many requests it may make at once after a pause."""
    max_results: int
    """The most documents of a page."""
    documents: int
    """The most documents of one POST."""
    body_bytes: int
    """The longest body."""


class CallerScope(Model, kw_only=True, omit_defaults=True):
    """The part of the installation that a caller sees."""
    partner: str | None = None
    """Of a partner's caller: the partner, and so all its accounts."""
    account: str | None = None
    """Of callers of one account: the account."""
    creditors: list[str]
    """Of callers of creditors: the creditors. Empty for a caller that sees all of an account, or more."""


class Cancellation(Model, kw_only=True, omit_defaults=True, rename={"id": "_id", "created": "_created", "updated": "_updated", "etag": "_etag", "cancellation_status": "_cancellation_status"}):
    """Cases taken back."""
    id: str
    """Unique, made by the service; later documents have greater ones."""
    created: Moment
    """When it was stored first."""
    updated: Moment
    """When it was changed last."""
    etag: str
    """Its tag: another after every change."""
    account: str
    """The account that it belongs to."""
    creditor: str
    """The creditor whose claim it is about."""
    case: str
    """The case that it is about."""
    origin: str
    """`creditor_system`."""
    cancellation_status: RecordedStatus
    """`completed`, or `warning` for a case that was closed already."""
    status_reason_locale: StatusReason | None = None
    """Tag of the locale entry that says why."""
    reversed_date: Moment | None = None
    """The day on which the creditor reversed it."""
    reversal_reason: str | None = None
    """Why the creditor reversed it."""


class CancellationInput(Sent, kw_only=True, omit_defaults=True):
    """CancellationInput."""
    creditor: str
    """The id of one of `creditors`."""
    case: str
    """The id of one of `cases`."""
    origin: str
    """Where it comes from."""


class CancellationList(Model, kw_only=True, omit_defaults=True, rename={"items": "_items", "meta": "_meta"}):
    """A page of `creditor--cancellations`."""
    items: list[Cancellation]
    """The documents of this page."""
    meta: PageMeta
    """Which page it is, and how many there are."""


class CancellationRecorded(Model, kw_only=True, omit_defaults=True, rename={"id": "_id", "created": "_created", "updated": "_updated", "etag": "_etag", "status": "_status", "warnings": "_warnings", "dry_run": "_dry_run", "cancellation_status": "_cancellation_status"}):
    """The additional fields of the answer to a cancellation."""
    id: str
    """Unique, made by the service; later documents have greater ones."""
    created: Moment
    """When it was stored first."""
    updated: Moment
    """When it was changed last."""
    etag: str
    """Its tag: another after every change."""
    status: str
    """That it went well."""
    warnings: list[AnswerWarning] | None = None
    """What looks wrong, or is not as it was asked for. Absent without warnings."""
    dry_run: bool | None = None
    """That it was a dry run, and nothing is stored."""
    cancellation_status: RecordedStatus
    """The outcome of the cancellation."""
    status_reason_locale: StatusReason | None = None
    """Why it is a warning: the tag of a text in `locales`; absent where it is none."""


class CancellationRecordedMany(Model, kw_only=True, omit_defaults=True, rename={"status": "_status", "items": "_items", "dry_run": "_dry_run"}):
    """What is answered where an array of documents was sent."""
    status: str
    """That it went well."""
    items: list[CancellationRecorded]
    """What became of each, in the order of the array."""
    dry_run: bool | None = None
    """That it was a dry run, and nothing is stored."""


class CancellationReversed(Model, kw_only=True, omit_defaults=True, rename={"id": "_id", "created": "_created", "updated": "_updated", "etag": "_etag", "status": "_status", "warnings": "_warnings", "dry_run": "_dry_run", "cancellation_status": "_cancellation_status"}):
    """A cancellation after its reversal."""
    id: str
    """Unique, made by the service; later documents have greater ones."""
    created: Moment
    """When it was stored first."""
    updated: Moment
    """When it was changed last."""
    etag: str
    """Its tag: another after every change."""
    status: str
    """That it went well."""
    warnings: list[AnswerWarning] | None = None
    """What looks wrong, or is not as it was asked for. Absent without warnings."""
    dry_run: bool | None = None
    """That it was a dry run, and nothing is stored."""
    cancellation_status: RecordedStatus
    """`warning`."""
    status_reason_locale: StatusReason | None = None
    """`cancellation_reversed`."""


class CarRegistration(Model, kw_only=True, omit_defaults=True):
    """The car whose owner is the customer, as with a parking charge."""
    number: str
    """The car's registration number."""
    country: CountryCode
    """The country, by ISO 3166-1 alpha-2."""
    ownership_date: Moment | None = None
    """When the owner is to be checked; the invoice date unless said otherwise."""


class CarRegistrationSent(Sent, kw_only=True, omit_defaults=True):
    """The car whose owner is the customer, as with a parking charge."""
    number: str
    """The car's registration number."""
    country: CountryCode | None = None
    """The country, by ISO 3166-1 alpha-2."""
    ownership_date: SentMoment | None = None
    """When the owner is to be checked; the invoice date unless said otherwise."""


class Case(Model, kw_only=True, omit_defaults=True, rename={"id": "_id", "created": "_created", "updated": "_updated", "etag": "_etag"}):
    """Claims against customers."""
    id: str
    """Unique, made by the service; later documents have greater ones."""
    created: Moment
    """When it was stored first."""
    updated: Moment
    """When it was changed last."""
    etag: str
    """Its tag: another after every change."""
    account: str
    """The account that it belongs to."""
    creditor: str
    """The creditor to whom the money is owed."""
    creditor_name: str
    """The creditor's name."""
    customer: str
    """The customer who owes."""
    customer_name: str
    """The customer's name."""
    customer_id_number: str
    """The customer's personal or organisation number."""
    customer_number: str | None = None
    """Your own number of the customer."""
    customer_status: str
    """`initialized`."""
    reference_number: str | None = None
    """A reference number of your own; of a credit invoice, the number of the invoice that it credits."""
    currency: str
    """`SEK`."""
    ocr_number: str
    """The payment reference."""
    case_number: str
    """The number that people use, printed on letters: *Ärende*. It is unique."""
    state: CaseState
    """The phase: `initializing`, `invoice`, …, `closed`."""
    state_history: list[StateDate]
    """Every change, oldest first."""
    status: CaseStatus
    """Where in the phase."""
    status_history: list[StatusDate]
    """Every change, oldest first."""
    latest_state_date: Moment
    """When the phase began."""
    next_step: NextStep | None = None
    """The next step; absent when closed."""
    next_step_date: Moment | None = None
    """When the next step is due."""
    waits_for: list[WaitsFor]
    """The things that a demand or an application waits for; empty where nothing is missing."""
    closed: Moment | None = None
    """When it was closed."""
    close_reason: CloseReason | None = None
    """`paid`, `credited`, `cancelled` and so on."""
    start_flow: bool
    """`false` waits."""
    agreement_version: str
    """The agreement in force."""
    case_registration: str
    """The registration that made it, of a case or an invoice."""
    case_settings: CaseSettings
    """The case's own settings; missing ones come from the creditor or the account."""
    labels: list[str] | None = None
    """Your own."""
    assigned_to: str | None = None
    """The user of the operator who handles it."""
    debt: Debt
    """The subject of the case: the invoice and the capital."""
    transactions: list[Transaction]
    """The amount added (positive), settled or credited (negative)."""
    total_added_capital_amount: Decimal
    """The amounts added, by component."""
    total_added_costs_amount: Decimal
    """The costs added."""
    total_added_interest_amount: Decimal
    """The interest added."""
    total_added_transaction_amount: Decimal
    """All components together."""
    total_remaining_capital_amount: Decimal
    """The amounts still owed, by component."""
    total_remaining_costs_amount: Decimal
    """The costs still owed."""
    total_remaining_interest_amount: Decimal
    """The interest still owed."""
    total_remaining_transaction_amount: Decimal
    """All that is owed."""
    local_added_capital_amount: Decimal
    """In local currency, which is SEK: equal to the totals."""
    local_added_costs_amount: Decimal
    """As `total_added_costs_amount`, in local currency, which is SEK."""
    local_added_interest_amount: Decimal
    """As `total_added_interest_amount`, in local currency, which is SEK."""
    local_added_transaction_amount: Decimal
    """As `total_added_transaction_amount`, in local currency, which is SEK."""
    local_remaining_capital_amount: Decimal
    """As `total_remaining_capital_amount`, in local currency, which is SEK."""
    local_remaining_costs_amount: Decimal
    """As `total_remaining_costs_amount`, in local currency, which is SEK."""
    local_remaining_interest_amount: Decimal
    """As `total_remaining_interest_amount`, in local currency, which is SEK."""
    local_remaining_transaction_amount: Decimal
    """As `total_remaining_transaction_amount`, in local currency, which is SEK."""
    disputed_amount: Decimal | None = None
    """The part of the capital that the debtor objects to, where the rest of the claim goes on."""
    amount_on_its_way: Decimal
    """The amount of payments by Swish and Autogiro that the bank's file does not have yet; nothing is booked of
    it."""
    refund_amount: Decimal
    """The amount received and not owed: a refund to the payer."""
    original_invoice: FileShown | None = None
    """The creditor's own invoice, if it was uploaded."""


class CaseActed(Model, kw_only=True, omit_defaults=True, rename={"id": "_id", "created": "_created", "updated": "_updated", "etag": "_etag", "status_": "_status", "warnings": "_warnings", "dry_run": "_dry_run"}):
    """Where an act left the case."""
    id: str
    """Unique, made by the service; later documents have greater ones."""
    created: Moment
    """When it was stored first."""
    updated: Moment
    """When it was changed last."""
    etag: str
    """Its tag: another after every change."""
    status_: str
    """That it went well."""
    warnings: list[AnswerWarning] | None = None
    """What looks wrong, or is not as it was asked for. Absent without warnings."""
    dry_run: bool | None = None
    """That it was a dry run, and nothing is stored."""
    state: CaseState
    """The phase of the case after the act."""
    status: CaseStatus
    """The status of the case after the act."""
    next_step: NextStep | None = None
    """The next step; absent when closed."""
    next_step_date: Moment | None = None
    """When the next step is due."""
    waits_for: list[WaitsFor]
    """The things that a demand or an application waits for."""


class CaseApplicationReleasedData(Model, kw_only=True, omit_defaults=True):
    """A person released the application."""
    event: str
    """The event."""
    position: int | None = None
    """Its place in the stream."""
    account: str
    """The account that it belongs to."""
    creditor: str | None = None
    """The creditor, if it is of one."""
    case: str | None = None
    """The case, if it is about one."""


class CaseApplicationReleasedMessage(Model, kw_only=True, omit_defaults=True):
    """A person released the application."""
    type: str
    """What happened."""
    timestamp: Moment
    """When it happened."""
    data: CaseApplicationReleasedData
    """What it is about."""


class CaseAssignment(Model, kw_only=True, omit_defaults=True):
    """A claim that came from one creditor to another."""
    former_creditor: str
    """The creditor that the claim came from."""
    former_name: str
    """The name of that creditor then."""
    creditor: str
    """The creditor that the claim came to."""
    date: str
    """From which day the claim is the new creditor's."""
    document: str | None = None
    """The uploaded file that proves the assignment."""


class CaseAssignments(Model, kw_only=True, omit_defaults=True, rename={"items": "_items", "meta": "_meta"}):
    """CaseAssignments."""
    case: str
    """The case that they are parts of."""
    items: list[CaseAssignment]
    """The first one first."""
    meta: PartsMeta
    """Which page it is, and how many there are."""


class CaseClosedData(Model, kw_only=True, omit_defaults=True, rename={"from_": "from"}):
    """A case was closed."""
    event: str
    """The event."""
    position: int | None = None
    """Its place in the stream."""
    account: str
    """The account that it belongs to."""
    creditor: str | None = None
    """The creditor, if it is of one."""
    case: str | None = None
    """The case, if it is about one."""
    close_reason: CloseReason | None = None
    """Why the case was closed."""
    from_: CaseState | None = None
    """The state before."""


class CaseClosedMessage(Model, kw_only=True, omit_defaults=True):
    """A case was closed."""
    type: str
    """What happened."""
    timestamp: Moment
    """When it happened."""
    data: CaseClosedData
    """What it is about."""


class CaseConfig(Model, kw_only=True, omit_defaults=True):
    """How the creditor's cases are run: settings of cases, and what only a creditor has."""
    reminder_days_after_due: int | None = None
    """From the due date to the reminder: 5 days by default, at least 1 by law."""
    reminder_fee_agreed: bool | None = None
    """Whether the fee was agreed no later than when the debt arose: `false` by default."""
    reminder_pay_days: int | None = None
    """To pay a reminder: 10 days by default, at least 1 by law."""
    reminder_grace_days: int | None = None
    """From a reminder's pay-by date to the demand: 3 days by default, at least 1 by law."""
    debt_collection_pay_days: int | None = None
    """To pay a demand: 10 days by default, at least 8 by law."""
    debt_collection_grace_days: int | None = None
    """From a demand's pay-by date to the next step: 5 days by default, at least 1 by law."""
    use_enforcement: bool | None = None
    """Whether an unpaid demand goes to the enforcement authority: `false` by default."""
    application_release: ApplicationRelease | None = None
    """Whether a person releases each application: `manual` by default."""
    unpaid_confirmation_days: int | None = None
    """Banking days that the creditor's confirmation holds that a claim is unpaid; 0 asks for none: 3 days by
    default."""
    enforcement_minimum_costs_only: Decimal | None = None
    """Interest and costs alone below this are not applied for: 100.00 kr by default."""
    surveillance_months: int | None = None
    """Between the letters of a case under surveillance: 6 months by default."""
    amortization_notice_days: int | None = None
    """From the notice of an instalment to its day: 10 days by default."""
    missed_instalment_days: int | None = None
    """After a missed instalment until the plan ends: 10 days by default, at least 1 by law."""
    due_date_basis: DueDateBasis | None = None
    """Where due dates come from: `invoice_only` by default."""
    gather_days: int | None = None
    """A step waits at most for another claim's same step, to go in one letter: 0 days by default."""
    write_off_below: Decimal | None = None
    """After a payment or crediting, less than this is written off: 25.00 kr by default."""
    interest_rate: InterestRate | None = None
    """The rate that late capital carries: reference rate and eight points by default."""
    reminder_fee: Decimal | None = None
    """For a written reminder: 60.00 kr by default, at most 60.00 kr by law."""
    debt_collection_fee: Decimal | None = None
    """For a collection demand: 180.00 kr by default, at most 180.00 kr by law."""
    late_payment_fee: Decimal | None = None
    """With the first letter to a business: 450.00 kr by default, at most 450.00 kr by law."""
    amortization_setup_fee: Decimal | None = None
    """For an instalment plan: 170.00 kr by default, at most 170.00 kr by law."""
    amortization_advice_fee: Decimal | None = None
    """For the notice of an instalment, where agreed: 0.00 kr by default, at most 60.00 kr by law."""
    enforcement_fee: Decimal | None = None
    """For an application and the work on it: 680.00 kr by default, at most 680.00 kr by law."""
    fee_vat: FeeVat | None = None
    """VAT on what the operator keeps of fees: added (`on_top`, the default), or `included`."""
    settle_fees: FeeSettlement | None = None
    """Whether the VAT on top and outlays are deducted from payouts of capital (`net`, the default), or billed
    (`invoice`)."""
    vat_area: str | None = None
    """Where the creditor pays VAT; `sweden` unless it says otherwise."""
    commission_excluded_vat: bool | None = None
    """Whether the creditor's commission carries no VAT; true by default. With `false` it is paid on a self-
    billed invoice."""
    payout_capital_by_invoice: bool | None = None
    """Whether capital is paid out invoice by invoice."""
    payout_interest_by_invoice: bool | None = None
    """Whether interest is paid out invoice by invoice."""
    payout_frequency: Interval | None = None
    """How often capital, interest and outlay are paid out: `weekly` by default."""
    commission_payout_frequency: Interval | None = None
    """How often commission is paid out: `monthly` by default."""
    payout_day: PayoutDay | None = None
    """The day on which payouts of an ended period are paid, or the banking day after it: `friday` by default."""
    minimum_payout_amount: Decimal | None = None
    """A smaller amount is carried over to the next period; 0 by default."""
    commission_share_percent: Decimal | None = None
    """The creditor's agreed share of our fees; 0 by default. At most 80 where it has VAT: share and VAT are paid
    with the fee."""
    payout_approvals: int | None = None
    """How many people of the operator's have to approve a payout before it is exported: 0, 1 or 2; 0 by default."""
    one_transfer_per_day: bool | None = None
    """Whether payouts of one day are one transfer, which names them all; false by default."""
    send_delay_minutes: int | None = None
    """For so many minutes after its registration an invoice can be voided: it leaves no sooner. 15 by default,
    in a sandbox 0."""
    my_instalments_most: int | None = None
    """The longest instalment plan that is agreed at once on the debtor's page; 12 by default, with 0 a person
    decides on all."""
    my_respite_days_most: int | None = None
    """The longest respite that is given at once there, in days from today; 14 by default, with 0 a person
    decides on all."""
    letter_config: dict[str, Any] | None = None
    """Settings of letters; kept as sent."""


class CaseConfigChange(Sent, kw_only=True, omit_defaults=True):
    """How the creditor's cases are run: settings of cases, and what only a creditor has."""
    reminder_days_after_due: int | None = None
    """From the due date to the reminder: 5 days by default, at least 1 by law."""
    reminder_fee_agreed: bool | None = None
    """Whether the fee was agreed no later than when the debt arose: `false` by default."""
    reminder_pay_days: int | None = None
    """To pay a reminder: 10 days by default, at least 1 by law."""
    reminder_grace_days: int | None = None
    """From a reminder's pay-by date to the demand: 3 days by default, at least 1 by law."""
    debt_collection_pay_days: int | None = None
    """To pay a demand: 10 days by default, at least 8 by law."""
    debt_collection_grace_days: int | None = None
    """From a demand's pay-by date to the next step: 5 days by default, at least 1 by law."""
    use_enforcement: bool | None = None
    """Whether an unpaid demand goes to the enforcement authority: `false` by default."""
    application_release: ApplicationRelease | None = None
    """Whether a person releases each application: `manual` by default."""
    unpaid_confirmation_days: int | None = None
    """Banking days that the creditor's confirmation holds that a claim is unpaid; 0 asks for none: 3 days by
    default."""
    enforcement_minimum_costs_only: SentAmount | None = None
    """Interest and costs alone below this are not applied for: 100.00 kr by default."""
    surveillance_months: int | None = None
    """Between the letters of a case under surveillance: 6 months by default."""
    amortization_notice_days: int | None = None
    """From the notice of an instalment to its day: 10 days by default."""
    missed_instalment_days: int | None = None
    """After a missed instalment until the plan ends: 10 days by default, at least 1 by law."""
    due_date_basis: DueDateBasis | None = None
    """Where due dates come from: `invoice_only` by default."""
    gather_days: int | None = None
    """A step waits at most for another claim's same step, to go in one letter: 0 days by default."""
    write_off_below: SentAmount | None = None
    """After a payment or crediting, less than this is written off: 25.00 kr by default."""
    interest_rate: InterestRateChange | None = None
    """The rate that late capital carries: reference rate and eight points by default."""
    reminder_fee: SentAmount | None = None
    """For a written reminder: 60.00 kr by default, at most 60.00 kr by law."""
    debt_collection_fee: SentAmount | None = None
    """For a collection demand: 180.00 kr by default, at most 180.00 kr by law."""
    late_payment_fee: SentAmount | None = None
    """With the first letter to a business: 450.00 kr by default, at most 450.00 kr by law."""
    amortization_setup_fee: SentAmount | None = None
    """For an instalment plan: 170.00 kr by default, at most 170.00 kr by law."""
    amortization_advice_fee: SentAmount | None = None
    """For the notice of an instalment, where agreed: 0.00 kr by default, at most 60.00 kr by law."""
    enforcement_fee: SentAmount | None = None
    """For an application and the work on it: 680.00 kr by default, at most 680.00 kr by law."""
    fee_vat: FeeVat | None = None
    """VAT on what the operator keeps of fees: added (`on_top`, the default), or `included`."""
    settle_fees: FeeSettlement | None = None
    """Whether the VAT on top and outlays are deducted from payouts of capital (`net`, the default), or billed
    (`invoice`)."""
    vat_area: str | None = None
    """Where the creditor pays VAT; `sweden` unless it says otherwise."""
    commission_excluded_vat: bool | None = None
    """Whether the creditor's commission carries no VAT; true by default. With `false` it is paid on a self-
    billed invoice."""
    payout_capital_by_invoice: bool | None = None
    """Whether capital is paid out invoice by invoice."""
    payout_interest_by_invoice: bool | None = None
    """Whether interest is paid out invoice by invoice."""
    payout_frequency: Interval | None = None
    """How often capital, interest and outlay are paid out: `weekly` by default."""
    commission_payout_frequency: Interval | None = None
    """How often commission is paid out: `monthly` by default."""
    payout_day: PayoutDay | None = None
    """The day on which payouts of an ended period are paid, or the banking day after it: `friday` by default."""
    minimum_payout_amount: SentAmount | None = None
    """A smaller amount is carried over to the next period; 0 by default."""
    commission_share_percent: SentAmount | None = None
    """The creditor's agreed share of our fees; 0 by default. At most 80 where it has VAT: share and VAT are paid
    with the fee."""
    payout_approvals: int | None = None
    """How many people of the operator's have to approve a payout before it is exported: 0, 1 or 2; 0 by default."""
    one_transfer_per_day: bool | None = None
    """Whether payouts of one day are one transfer, which names them all; false by default."""
    send_delay_minutes: int | None = None
    """For so many minutes after its registration an invoice can be voided: it leaves no sooner. 15 by default,
    in a sandbox 0."""
    my_instalments_most: int | None = None
    """The longest instalment plan that is agreed at once on the debtor's page; 12 by default, with 0 a person
    decides on all."""
    my_respite_days_most: int | None = None
    """The longest respite that is given at once there, in days from today; 14 by default, with 0 a person
    decides on all."""
    letter_config: dict[str, Any] | None = None
    """Settings of letters; kept as sent."""


class CaseConfigSent(Sent, kw_only=True, omit_defaults=True):
    """How the creditor's cases are run: settings of cases, and what only a creditor has."""
    reminder_days_after_due: int | None = None
    """From the due date to the reminder: 5 days by default, at least 1 by law."""
    reminder_fee_agreed: bool | None = None
    """Whether the fee was agreed no later than when the debt arose: `false` by default."""
    reminder_pay_days: int | None = None
    """To pay a reminder: 10 days by default, at least 1 by law."""
    reminder_grace_days: int | None = None
    """From a reminder's pay-by date to the demand: 3 days by default, at least 1 by law."""
    debt_collection_pay_days: int | None = None
    """To pay a demand: 10 days by default, at least 8 by law."""
    debt_collection_grace_days: int | None = None
    """From a demand's pay-by date to the next step: 5 days by default, at least 1 by law."""
    use_enforcement: bool | None = None
    """Whether an unpaid demand goes to the enforcement authority: `false` by default."""
    application_release: ApplicationRelease | None = None
    """Whether a person releases each application: `manual` by default."""
    unpaid_confirmation_days: int | None = None
    """Banking days that the creditor's confirmation holds that a claim is unpaid; 0 asks for none: 3 days by
    default."""
    enforcement_minimum_costs_only: SentAmount | None = None
    """Interest and costs alone below this are not applied for: 100.00 kr by default."""
    surveillance_months: int | None = None
    """Between the letters of a case under surveillance: 6 months by default."""
    amortization_notice_days: int | None = None
    """From the notice of an instalment to its day: 10 days by default."""
    missed_instalment_days: int | None = None
    """After a missed instalment until the plan ends: 10 days by default, at least 1 by law."""
    due_date_basis: DueDateBasis | None = None
    """Where due dates come from: `invoice_only` by default."""
    gather_days: int | None = None
    """A step waits at most for another claim's same step, to go in one letter: 0 days by default."""
    write_off_below: SentAmount | None = None
    """After a payment or crediting, less than this is written off: 25.00 kr by default."""
    interest_rate: InterestRateSent | None = None
    """The rate that late capital carries: reference rate and eight points by default."""
    reminder_fee: SentAmount | None = None
    """For a written reminder: 60.00 kr by default, at most 60.00 kr by law."""
    debt_collection_fee: SentAmount | None = None
    """For a collection demand: 180.00 kr by default, at most 180.00 kr by law."""
    late_payment_fee: SentAmount | None = None
    """With the first letter to a business: 450.00 kr by default, at most 450.00 kr by law."""
    amortization_setup_fee: SentAmount | None = None
    """For an instalment plan: 170.00 kr by default, at most 170.00 kr by law."""
    amortization_advice_fee: SentAmount | None = None
    """For the notice of an instalment, where agreed: 0.00 kr by default, at most 60.00 kr by law."""
    enforcement_fee: SentAmount | None = None
    """For an application and the work on it: 680.00 kr by default, at most 680.00 kr by law."""
    fee_vat: FeeVat | None = None
    """VAT on what the operator keeps of fees: added (`on_top`, the default), or `included`."""
    settle_fees: FeeSettlement | None = None
    """Whether the VAT on top and outlays are deducted from payouts of capital (`net`, the default), or billed
    (`invoice`)."""
    vat_area: str | None = None
    """Where the creditor pays VAT; `sweden` unless it says otherwise."""
    commission_excluded_vat: bool | None = None
    """Whether the creditor's commission carries no VAT; true by default. With `false` it is paid on a self-
    billed invoice."""
    payout_capital_by_invoice: bool | None = None
    """Whether capital is paid out invoice by invoice."""
    payout_interest_by_invoice: bool | None = None
    """Whether interest is paid out invoice by invoice."""
    payout_frequency: Interval | None = None
    """How often capital, interest and outlay are paid out: `weekly` by default."""
    commission_payout_frequency: Interval | None = None
    """How often commission is paid out: `monthly` by default."""
    payout_day: PayoutDay | None = None
    """The day on which payouts of an ended period are paid, or the banking day after it: `friday` by default."""
    minimum_payout_amount: SentAmount | None = None
    """A smaller amount is carried over to the next period; 0 by default."""
    commission_share_percent: SentAmount | None = None
    """The creditor's agreed share of our fees; 0 by default. At most 80 where it has VAT: share and VAT are paid
    with the fee."""
    payout_approvals: int | None = None
    """How many people of the operator's have to approve a payout before it is exported: 0, 1 or 2; 0 by default."""
    one_transfer_per_day: bool | None = None
    """Whether payouts of one day are one transfer, which names them all; false by default."""
    send_delay_minutes: int | None = None
    """For so many minutes after its registration an invoice can be voided: it leaves no sooner. 15 by default,
    in a sandbox 0."""
    my_instalments_most: int | None = None
    """The longest instalment plan that is agreed at once on the debtor's page; 12 by default, with 0 a person
    decides on all."""
    my_respite_days_most: int | None = None
    """The longest respite that is given at once there, in days from today; 14 by default, with 0 a person
    decides on all."""
    letter_config: dict[str, Any] | None = None
    """Settings of letters; kept as sent."""


class CaseConfirmedUnpaidData(Model, kw_only=True, omit_defaults=True):
    """The creditor confirmed that the claim is unpaid."""
    event: str
    """The event."""
    position: int | None = None
    """Its place in the stream."""
    account: str
    """The account that it belongs to."""
    creditor: str | None = None
    """The creditor, if it is of one."""
    case: str | None = None
    """The case, if it is about one."""


class CaseConfirmedUnpaidMessage(Model, kw_only=True, omit_defaults=True):
    """The creditor confirmed that the claim is unpaid."""
    type: str
    """What happened."""
    timestamp: Moment
    """When it happened."""
    data: CaseConfirmedUnpaidData
    """What it is about."""


class CaseCreditedData(Model, kw_only=True, omit_defaults=True):
    """The creditor no longer claims a part of the capital."""
    event: str
    """The event."""
    position: int | None = None
    """Its place in the stream."""
    account: str
    """The account that it belongs to."""
    creditor: str | None = None
    """The creditor, if it is of one."""
    case: str | None = None
    """The case, if it is about one."""
    crediting: str | None = None
    """The crediting, where there is a document of it."""
    amount: Decimal | None = None
    """The amount in kronor."""
    settled_amount: Decimal | None = None
    """The used part."""
    remaining_amount: Decimal | None = None
    """The amount still owed after it."""


class CaseCreditedMessage(Model, kw_only=True, omit_defaults=True):
    """The creditor no longer claims a part of the capital."""
    type: str
    """What happened."""
    timestamp: Moment
    """When it happened."""
    data: CaseCreditedData
    """What it is about."""


class CaseCreditingReversedData(Model, kw_only=True, omit_defaults=True):
    """The creditor has reversed a crediting."""
    event: str
    """The event."""
    position: int | None = None
    """Its place in the stream."""
    account: str
    """The account that it belongs to."""
    creditor: str | None = None
    """The creditor, if it is of one."""
    case: str | None = None
    """The case, if it is about one."""
    crediting: str | None = None
    """The crediting, where there is a document of it."""
    amount: Decimal | None = None
    """The amount in kronor."""
    remaining_amount: Decimal | None = None
    """The amount still owed after it."""


class CaseCreditingReversedMessage(Model, kw_only=True, omit_defaults=True):
    """The creditor has reversed a crediting."""
    type: str
    """What happened."""
    timestamp: Moment
    """When it happened."""
    data: CaseCreditingReversedData
    """What it is about."""


class CaseCreditorChangedData(Model, kw_only=True, omit_defaults=True):
    """A claim was assigned to another creditor. Both get the event."""
    event: str
    """The event."""
    position: int | None = None
    """Its place in the stream."""
    account: str
    """The account that it belongs to."""
    creditor: str | None = None
    """The creditor, if it is of one."""
    case: str | None = None
    """The case, if it is about one."""
    former_creditor: str | None = None
    """The creditor that the claim came from."""
    new_creditor: str | None = None
    """The creditor that the claim came to."""
    assigned_on: str | None = None
    """From which day the claim is the new creditor's."""


class CaseCreditorChangedMessage(Model, kw_only=True, omit_defaults=True):
    """A claim was assigned to another creditor. Both get the event."""
    type: str
    """What happened."""
    timestamp: Moment
    """When it happened."""
    data: CaseCreditorChangedData
    """What it is about."""


class CaseCustomerAddress(Model, kw_only=True, omit_defaults=True):
    """CaseCustomerAddress."""
    address_line_1: str
    """Street and number, or a box."""
    address_line_2: str | None = None
    """A second line, such as care of."""
    address_line_3: str | None = None
    """A third line."""
    zip_code: str
    """The postal code."""
    city: str
    """The town."""
    country: CountryCode | None = None
    """The country, by ISO 3166-1 alpha-2."""


class CaseCustomerAddressSent(Sent, kw_only=True, omit_defaults=True):
    """CaseCustomerAddressSent."""
    address_line_1: str
    """Street and number, or a box."""
    address_line_2: str | None = None
    """A second line, such as care of."""
    address_line_3: str | None = None
    """A third line."""
    zip_code: str
    """The postal code."""
    city: str
    """The town."""
    country: CountryCode | None = None
    """The country, by ISO 3166-1 alpha-2."""


class CaseCustomerInput(Sent, kw_only=True, omit_defaults=True):
    """A customer as it is sent with overdue debts: what a collection demand needs is required."""
    name: str
    """The customer's full name."""
    customer_number: str | None = None
    """Your own number of the customer."""
    id_number: str
    """Personal, coordination or organisation number."""
    is_person: bool | None = None
    """Whether the customer is a person; by the number where it is left out."""
    is_company: bool | None = None
    """Whether the customer is a company or another legal person."""
    is_foreign: bool | None = None
    """Whether the customer is abroad and has no Swedish number."""
    address: CaseCustomerAddressSent
    """Where the customer lives or has its office."""
    mobile_number: str | None = None
    """The customer's mobile number."""
    email: str | None = None
    """The customer's e-mail address."""


class CaseCustomerInputShown(Model, kw_only=True, omit_defaults=True):
    """A customer as it is sent with overdue debts: what a collection demand needs is required."""
    name: str
    """The customer's full name."""
    customer_number: str | None = None
    """Your own number of the customer."""
    id_number: str
    """Personal, coordination or organisation number."""
    is_person: bool | None = None
    """Whether the customer is a person; by the number where it is left out."""
    is_company: bool | None = None
    """Whether the customer is a company or another legal person."""
    is_foreign: bool | None = None
    """Whether the customer is abroad and has no Swedish number."""
    address: CaseCustomerAddress
    """Where the customer lives or has its office."""
    mobile_number: str | None = None
    """The customer's mobile number."""
    email: str | None = None
    """The customer's e-mail address."""


class CaseDispute(Model, kw_only=True, omit_defaults=True, rename={"id": "_id", "created": "_created"}):
    """An objection to a claim."""
    id: str
    """Unique, made by the service; later ones are greater."""
    created: Moment
    """When it was stored."""
    kind: DisputeKind
    """The kind of objection."""
    reason: str
    """What the debtor said."""
    amount: Decimal | None = None
    """The part of the capital that it is about; absent where it is about all of the claim."""
    explanation: str | None = None
    """Why it is evidently wrong."""
    disputed: str
    """The day on which it was noted."""
    status: DisputeStatus
    """Whether it is still open."""
    outcome: DisputeEnd | None = None
    """How it was answered or ended; `closed` where the case was."""
    answer: str | None = None
    """What the creditor answered."""
    rejected: str | None = None
    """The day on which the creditor rejected it, in whole or in part. It holds until it is settled."""
    evidence: str | None = None
    """The evidence of how it was settled."""
    confirmed_by: str | None = None
    """The user who confirmed that it is evidently wrong."""
    credited_amount: Decimal | None = None
    """What was no longer claimed because of it."""
    ended: str | None = None
    """The day on which it ended; absent while it is open."""
    files: list[DisputeFile]
    """The letters about it that are made, with signed links."""
    attachments: list[FileShown]
    """What the debtor sent with it, with signed links."""


class CaseDisputes(Model, kw_only=True, omit_defaults=True, rename={"items": "_items", "meta": "_meta"}):
    """CaseDisputes."""
    case: str
    """The case that they are parts of."""
    items: list[CaseDispute]
    """The first one first."""
    meta: PartsMeta
    """Which page it is, and how many there are."""


class CaseForbearanceNotedData(Model, kw_only=True, omit_defaults=True):
    """It is noted that the consumer was offered forbearance."""
    event: str
    """The event."""
    position: int | None = None
    """Its place in the stream."""
    account: str
    """The account that it belongs to."""
    creditor: str | None = None
    """The creditor, if it is of one."""
    case: str | None = None
    """The case, if it is about one."""


class CaseForbearanceNotedMessage(Model, kw_only=True, omit_defaults=True):
    """It is noted that the consumer was offered forbearance."""
    type: str
    """What happened."""
    timestamp: Moment
    """When it happened."""
    data: CaseForbearanceNotedData
    """What it is about."""


class CaseHandlerChange(Sent, kw_only=True, omit_defaults=True):
    """Gives a case to a handler; an empty `assigned_to` gives it to nobody."""
    assigned_to: str | None = None
    """The user who handles it: an enabled person of the operator's staff, no auditor and no API client."""


class CaseHeldData(Model, kw_only=True, omit_defaults=True):
    """A case is held: letters and fees wait, interest runs."""
    event: str
    """The event."""
    position: int | None = None
    """Its place in the stream."""
    account: str
    """The account that it belongs to."""
    creditor: str | None = None
    """The creditor, if it is of one."""
    case: str | None = None
    """The case, if it is about one."""
    hold: CaseHold | None = None
    """The hold of the case, or the one that ended."""
    until: str | None = None
    """Until which day."""
    instalments: int | None = None
    """How many instalments were agreed on."""
    dispute: str | None = None
    """The objection."""
    kind: str | None = None
    """Of a note, a letter or an objection: which kind."""
    amount: Decimal | None = None
    """The amount in kronor."""


class CaseHeldMessage(Model, kw_only=True, omit_defaults=True):
    """A case is held: letters and fees wait, interest runs."""
    type: str
    """What happened."""
    timestamp: Moment
    """When it happened."""
    data: CaseHeldData
    """What it is about."""


class CaseList(Model, kw_only=True, omit_defaults=True, rename={"items": "_items", "meta": "_meta"}):
    """A page of `cases`."""
    items: list[Case]
    """The documents of this page."""
    meta: PageMeta
    """Which page it is, and how many there are."""


class CaseNote(Model, kw_only=True, omit_defaults=True, rename={"id": "_id", "created": "_created"}):
    """A note about a case."""
    id: str
    """Unique, made by the service; later ones are greater."""
    created: Moment
    """When it was stored."""
    kind: NoteKind
    """The kind of note."""
    text: str
    """The text, at most 10,000 characters."""
    shared: bool
    """Whether the creditor may read it."""
    user: str | None = None
    """Who wrote it; absent where the debtor did."""
    user_name: str | None = None
    """Absent where that user is no longer there."""


class CaseNotedData(Model, kw_only=True, omit_defaults=True):
    """A note was written about a case."""
    event: str
    """The event."""
    position: int | None = None
    """Its place in the stream."""
    account: str
    """The account that it belongs to."""
    creditor: str | None = None
    """The creditor, if it is of one."""
    case: str | None = None
    """The case, if it is about one."""
    note: str | None = None
    """The note."""
    kind: str | None = None
    """Of a note, a letter or an objection: which kind."""


class CaseNotedMessage(Model, kw_only=True, omit_defaults=True):
    """A note was written about a case."""
    type: str
    """What happened."""
    timestamp: Moment
    """When it happened."""
    data: CaseNotedData
    """What it is about."""


class CaseNotes(Model, kw_only=True, omit_defaults=True, rename={"items": "_items", "meta": "_meta"}):
    """CaseNotes."""
    case: str
    """The case that they are parts of."""
    items: list[CaseNote]
    """The newest first."""
    meta: PartsMeta
    """Which page it is, and how many there are."""


class CasePart(Model, kw_only=True, omit_defaults=True):
    """The part of a transaction that belongs to a case; negative if a deduction lowers a payment."""
    account: str
    """The account that the case belongs to."""
    creditor: str
    """The creditor whose claim it is about."""
    case: str
    """The case that it went to."""
    amount: Decimal
    """Negative where a deduction lowers a payment."""
    is_settled: bool
    """Whether the case has it in its journal already."""


class CaseParties(Model, kw_only=True, omit_defaults=True, rename={"items": "_items", "meta": "_meta"}):
    """CaseParties."""
    case: str
    """The case that they are parts of."""
    items: list[CaseParty]
    """The first one first."""
    meta: PartsMeta
    """Which page it is, and how many there are."""


class CaseParty(Model, kw_only=True, omit_defaults=True, rename={"id": "_id", "created": "_created", "from_": "from"}):
    """A party of a case beside its debtor."""
    id: str
    """Unique, made by the service; later ones are greater."""
    created: Moment
    """When it was stored."""
    role: PartyRole
    """The role in the case."""
    name: str
    """The party's full name; of an estate, who sees to it."""
    customer: str | None = None
    """Of a further debtor: the customer, who shows how that debtor is reached."""
    id_number: str | None = None
    """Personal, coordination or organisation number."""
    address: CustomerAddress | None = None
    """Where the party lives or has its office; of a protected debtor's case, the forwarding address."""
    email: str | None = None
    """The party's e-mail address; absent of a protected debtor's case."""
    from_: str | None = None
    """The first day."""
    until: str | None = None
    """The last day."""
    receives_letters: PartyLetters
    """Which letters the party gets."""
    may_agree: bool
    """Whether the party may agree on something for the debtor."""
    ground: str | None = None
    """Of a guardian: why the minor is bound by the debt."""
    inventory_date: str | None = None
    """Of an estate: the day of the inventory."""


class CasePlan(Model, kw_only=True, omit_defaults=True, rename={"id": "_id", "created": "_created"}):
    """An instalment plan, and how far it has come."""
    id: str
    """Unique, made by the service; later ones are greater."""
    created: Moment
    """When it was stored."""
    made: str
    """The day on which it was agreed."""
    status: PlanStatus
    """Whether it still runs."""
    end_reason: PlanEndReason | None = None
    """Why it ended; `closed` where the case was."""
    ended: str | None = None
    """When it ended, where the case went on."""
    instalments: list[AgreedInstalment]
    """The instalments in their order."""
    total_amount: Decimal
    """The sum of the instalments."""
    paid_amount: Decimal
    """What was paid while it ran."""
    remaining_amount: Decimal
    """The unpaid part of it."""


class CasePlans(Model, kw_only=True, omit_defaults=True, rename={"items": "_items", "meta": "_meta"}):
    """CasePlans."""
    case: str
    """The case that they are parts of."""
    items: list[CasePlan]
    """The first one first."""
    meta: PartsMeta
    """Which page it is, and how many there are."""
    quote: PlanQuote | None = None
    """Where one was asked for."""


class CaseRegistered(Model, kw_only=True, omit_defaults=True, rename={"id": "_id", "created": "_created", "updated": "_updated", "etag": "_etag", "status": "_status", "warnings": "_warnings", "dry_run": "_dry_run", "cases": "_cases", "ocr_numbers": "_ocr_numbers", "ocr_numbers_ocr": "_ocr_numbers_ocr"}):
    """The additional fields of the answer to registering debts."""
    id: str
    """Unique, made by the service; later documents have greater ones."""
    created: Moment
    """When it was stored first."""
    updated: Moment
    """When it was changed last."""
    etag: str
    """Its tag: another after every change."""
    status: str
    """That it went well."""
    warnings: list[AnswerWarning] | None = None
    """What looks wrong, or is not as it was asked for. Absent without warnings."""
    dry_run: bool | None = None
    """That it was a dry run, and nothing is stored."""
    cases: list[str]
    """The cases that it made, in the order of the debts."""
    ocr_numbers: list[str]
    """The payment references' records, in the order of the debts."""
    ocr_numbers_ocr: list[str]
    """The payment references, in the order of the debts."""


class CaseRegisteredData(Model, kw_only=True, omit_defaults=True):
    """An overdue debt was registered and its case opened."""
    event: str
    """The event."""
    position: int | None = None
    """Its place in the stream."""
    account: str
    """The account that it belongs to."""
    creditor: str | None = None
    """The creditor, if it is of one."""
    case: str | None = None
    """The case, if it is about one."""
    case_registration: str | None = None
    """The registration of the debt."""
    invoice_number: str | None = None
    """The creditor's own number of the invoice."""
    amount: Decimal | None = None
    """The amount in kronor."""


class CaseRegisteredMany(Model, kw_only=True, omit_defaults=True, rename={"status": "_status", "items": "_items", "dry_run": "_dry_run"}):
    """What is answered where an array of documents was sent."""
    status: str
    """That it went well."""
    items: list[CaseRegistered]
    """What became of each, in the order of the array."""
    dry_run: bool | None = None
    """That it was a dry run, and nothing is stored."""


class CaseRegisteredMessage(Model, kw_only=True, omit_defaults=True):
    """An overdue debt was registered and its case opened."""
    type: str
    """What happened."""
    timestamp: Moment
    """When it happened."""
    data: CaseRegisteredData
    """What it is about."""


class CaseRegistration(Model, kw_only=True, omit_defaults=True, rename={"id": "_id", "created": "_created", "updated": "_updated", "etag": "_etag", "cases": "_cases", "ocr_numbers": "_ocr_numbers", "ocr_numbers_ocr": "_ocr_numbers_ocr"}):
    """The registration as it was sent, and the cases it made."""
    id: str
    """Unique, made by the service; later documents have greater ones."""
    created: Moment
    """When it was stored first."""
    updated: Moment
    """When it was changed last."""
    etag: str
    """Its tag: another after every change."""
    account: str
    """The account that it belongs to."""
    creditor: str
    """The creditor whose invoice it is."""
    first_action: FirstAction
    """`reminder`, `debt_collection`, `surveillance` or `none`."""
    currency: str
    """`SEK`."""
    customer: CaseCustomerInputShown
    """As sent."""
    debts: list[DebtInputShown]
    """As sent."""
    case_settings: CaseSettings | None = None
    """The case's own settings; missing ones come from the creditor or the account."""
    labels: list[str] | None = None
    """Your own."""
    file_import_report: dict[str, Any] | None = None
    """Where it came from a file."""
    start_flow: bool | None = None
    """As sent."""
    cases: list[str]
    """The cases, in the order of the debts."""
    ocr_numbers: list[str]
    """The payment references' records."""
    ocr_numbers_ocr: list[str]
    """The payment references."""


class CaseRegistrationInput(Sent, kw_only=True, omit_defaults=True):
    """CaseRegistrationInput."""
    account: str
    """The id of one of `accounts`."""
    creditor: str
    """The id of one of `creditors`."""
    first_action: FirstAction
    """The first step."""
    currency: str
    """The currency of every amount in it."""
    customer: CaseCustomerInput
    """Matched or made."""
    customers: list[CaseCustomerInput] | None = None
    """Further debtors, who owe each debt jointly with `customer`: each gets every letter, and a payment by one
    counts for all."""
    debts: list[DebtInput]
    """At least one."""
    case_settings: CaseSettingsSent | None = None
    """For these cases alone."""
    labels: list[str] | None = None
    """Your own."""
    start_flow: bool | None = None
    """`false` waits."""


class CaseRegistrationList(Model, kw_only=True, omit_defaults=True, rename={"items": "_items", "meta": "_meta"}):
    """A page of `case--registrations`."""
    items: list[CaseRegistration]
    """The documents of this page."""
    meta: PageMeta
    """Which page it is, and how many there are."""


class CaseReleasedData(Model, kw_only=True, omit_defaults=True):
    """The hold of a case ended."""
    event: str
    """The event."""
    position: int | None = None
    """Its place in the stream."""
    account: str
    """The account that it belongs to."""
    creditor: str | None = None
    """The creditor, if it is of one."""
    case: str | None = None
    """The case, if it is about one."""
    hold: CaseHold | None = None
    """The hold of the case, or the one that ended."""
    dispute: str | None = None
    """The objection."""
    outcome: str | None = None
    """How what held it ended."""
    credited: Decimal | None = None
    """The amount that is no longer claimed because of it."""


class CaseReleasedMessage(Model, kw_only=True, omit_defaults=True):
    """The hold of a case ended."""
    type: str
    """What happened."""
    timestamp: Moment
    """When it happened."""
    data: CaseReleasedData
    """What it is about."""


class CaseReopenedData(Model, kw_only=True, omit_defaults=True):
    """The cause of closing was reversed, and the case is open again."""
    event: str
    """The event."""
    position: int | None = None
    """Its place in the stream."""
    account: str
    """The account that it belongs to."""
    creditor: str | None = None
    """The creditor, if it is of one."""
    case: str | None = None
    """The case, if it is about one."""
    to: CaseState | None = None
    """The state after."""
    status: CaseStatus | None = None
    """The status after."""


class CaseReopenedMessage(Model, kw_only=True, omit_defaults=True):
    """The cause of closing was reversed, and the case is open again."""
    type: str
    """What happened."""
    timestamp: Moment
    """When it happened."""
    data: CaseReopenedData
    """What it is about."""


class CaseSettings(Model, kw_only=True, omit_defaults=True):
    """Settings of cases, at the account, the creditor or the case. The nearest counts; the law's bounds always
    hold."""
    reminder_days_after_due: int | None = None
    """From the due date to the reminder: 5 days by default, at least 1 by law."""
    reminder_fee_agreed: bool | None = None
    """Whether the fee was agreed no later than when the debt arose: `false` by default."""
    reminder_pay_days: int | None = None
    """To pay a reminder: 10 days by default, at least 1 by law."""
    reminder_grace_days: int | None = None
    """From a reminder's pay-by date to the demand: 3 days by default, at least 1 by law."""
    debt_collection_pay_days: int | None = None
    """To pay a demand: 10 days by default, at least 8 by law."""
    debt_collection_grace_days: int | None = None
    """From a demand's pay-by date to the next step: 5 days by default, at least 1 by law."""
    use_enforcement: bool | None = None
    """Whether an unpaid demand goes to the enforcement authority: `false` by default."""
    application_release: ApplicationRelease | None = None
    """Whether a person releases each application: `manual` by default."""
    unpaid_confirmation_days: int | None = None
    """Banking days that the creditor's confirmation holds that a claim is unpaid; 0 asks for none: 3 days by
    default."""
    enforcement_minimum_costs_only: Decimal | None = None
    """Interest and costs alone below this are not applied for: 100.00 kr by default."""
    surveillance_months: int | None = None
    """Between the letters of a case under surveillance: 6 months by default."""
    amortization_notice_days: int | None = None
    """From the notice of an instalment to its day: 10 days by default."""
    missed_instalment_days: int | None = None
    """After a missed instalment until the plan ends: 10 days by default, at least 1 by law."""
    due_date_basis: DueDateBasis | None = None
    """Where due dates come from: `invoice_only` by default."""
    gather_days: int | None = None
    """A step waits at most for another claim's same step, to go in one letter: 0 days by default."""
    write_off_below: Decimal | None = None
    """After a payment or crediting, less than this is written off: 25.00 kr by default."""
    interest_rate: InterestRate | None = None
    """The rate that late capital carries: reference rate and eight points by default."""
    reminder_fee: Decimal | None = None
    """For a written reminder: 60.00 kr by default, at most 60.00 kr by law."""
    debt_collection_fee: Decimal | None = None
    """For a collection demand: 180.00 kr by default, at most 180.00 kr by law."""
    late_payment_fee: Decimal | None = None
    """With the first letter to a business: 450.00 kr by default, at most 450.00 kr by law."""
    amortization_setup_fee: Decimal | None = None
    """For an instalment plan: 170.00 kr by default, at most 170.00 kr by law."""
    amortization_advice_fee: Decimal | None = None
    """For the notice of an instalment, where agreed: 0.00 kr by default, at most 60.00 kr by law."""
    enforcement_fee: Decimal | None = None
    """For an application and the work on it: 680.00 kr by default, at most 680.00 kr by law."""


class CaseSettingsSent(Sent, kw_only=True, omit_defaults=True):
    """Settings of cases, at the account, the creditor or the case. The nearest counts; the law's bounds always
    hold."""
    reminder_days_after_due: int | None = None
    """From the due date to the reminder: 5 days by default, at least 1 by law."""
    reminder_fee_agreed: bool | None = None
    """Whether the fee was agreed no later than when the debt arose: `false` by default."""
    reminder_pay_days: int | None = None
    """To pay a reminder: 10 days by default, at least 1 by law."""
    reminder_grace_days: int | None = None
    """From a reminder's pay-by date to the demand: 3 days by default, at least 1 by law."""
    debt_collection_pay_days: int | None = None
    """To pay a demand: 10 days by default, at least 8 by law."""
    debt_collection_grace_days: int | None = None
    """From a demand's pay-by date to the next step: 5 days by default, at least 1 by law."""
    use_enforcement: bool | None = None
    """Whether an unpaid demand goes to the enforcement authority: `false` by default."""
    application_release: ApplicationRelease | None = None
    """Whether a person releases each application: `manual` by default."""
    unpaid_confirmation_days: int | None = None
    """Banking days that the creditor's confirmation holds that a claim is unpaid; 0 asks for none: 3 days by
    default."""
    enforcement_minimum_costs_only: SentAmount | None = None
    """Interest and costs alone below this are not applied for: 100.00 kr by default."""
    surveillance_months: int | None = None
    """Between the letters of a case under surveillance: 6 months by default."""
    amortization_notice_days: int | None = None
    """From the notice of an instalment to its day: 10 days by default."""
    missed_instalment_days: int | None = None
    """After a missed instalment until the plan ends: 10 days by default, at least 1 by law."""
    due_date_basis: DueDateBasis | None = None
    """Where due dates come from: `invoice_only` by default."""
    gather_days: int | None = None
    """A step waits at most for another claim's same step, to go in one letter: 0 days by default."""
    write_off_below: SentAmount | None = None
    """After a payment or crediting, less than this is written off: 25.00 kr by default."""
    interest_rate: InterestRateSent | None = None
    """The rate that late capital carries: reference rate and eight points by default."""
    reminder_fee: SentAmount | None = None
    """For a written reminder: 60.00 kr by default, at most 60.00 kr by law."""
    debt_collection_fee: SentAmount | None = None
    """For a collection demand: 180.00 kr by default, at most 180.00 kr by law."""
    late_payment_fee: SentAmount | None = None
    """With the first letter to a business: 450.00 kr by default, at most 450.00 kr by law."""
    amortization_setup_fee: SentAmount | None = None
    """For an instalment plan: 170.00 kr by default, at most 170.00 kr by law."""
    amortization_advice_fee: SentAmount | None = None
    """For the notice of an instalment, where agreed: 0.00 kr by default, at most 60.00 kr by law."""
    enforcement_fee: SentAmount | None = None
    """For an application and the work on it: 680.00 kr by default, at most 680.00 kr by law."""


class CaseStartedData(Model, kw_only=True, omit_defaults=True):
    """A waiting case was started."""
    event: str
    """The event."""
    position: int | None = None
    """Its place in the stream."""
    account: str
    """The account that it belongs to."""
    creditor: str | None = None
    """The creditor, if it is of one."""
    case: str | None = None
    """The case, if it is about one."""


class CaseStartedMessage(Model, kw_only=True, omit_defaults=True):
    """A waiting case was started."""
    type: str
    """What happened."""
    timestamp: Moment
    """When it happened."""
    data: CaseStartedData
    """What it is about."""


class CaseStateChangedData(Model, kw_only=True, omit_defaults=True, rename={"from_": "from"}):
    """A case moved to another state or status."""
    event: str
    """The event."""
    position: int | None = None
    """Its place in the stream."""
    account: str
    """The account that it belongs to."""
    creditor: str | None = None
    """The creditor, if it is of one."""
    case: str | None = None
    """The case, if it is about one."""
    from_: CaseState | None = None
    """The state before."""
    to: CaseState | None = None
    """The state after."""
    status: CaseStatus | None = None
    """The status after."""


class CaseStateChangedMessage(Model, kw_only=True, omit_defaults=True):
    """A case moved to another state or status."""
    type: str
    """What happened."""
    timestamp: Moment
    """When it happened."""
    data: CaseStateChangedData
    """What it is about."""


class CaseWaivedData(Model, kw_only=True, omit_defaults=True):
    """The creditor has waived interest or costs."""
    event: str
    """The event."""
    position: int | None = None
    """Its place in the stream."""
    account: str
    """The account that it belongs to."""
    creditor: str | None = None
    """The creditor, if it is of one."""
    case: str | None = None
    """The case, if it is about one."""
    waiver: str | None = None
    """The waiver."""
    component: WaivedComponent | None = None
    """Whether interest or costs were waived."""
    amount: Decimal | None = None
    """The amount in kronor."""
    remaining_amount: Decimal | None = None
    """The amount still owed after it."""


class CaseWaivedMessage(Model, kw_only=True, omit_defaults=True):
    """The creditor has waived interest or costs."""
    type: str
    """What happened."""
    timestamp: Moment
    """When it happened."""
    data: CaseWaivedData
    """What it is about."""


class CaseWaiver(Model, kw_only=True, omit_defaults=True, rename={"id": "_id", "created": "_created", "from_": "from"}):
    """Interest or costs that were waived."""
    id: str
    """Unique, made by the service; later ones are greater."""
    created: Moment | None = None
    """When it was stored."""
    date: str
    """The day on which it was waived."""
    component: WaivedComponent
    """Whether interest or costs were waived."""
    article: FeeArticle | None = None
    """The cost that was waived; absent where all are."""
    amount: Decimal | None = None
    """The most that was waived; absent where it is everything."""
    from_: str | None = None
    """The first day of what was waived."""
    until: str
    """The last day of what was waived."""
    waived_amount: Decimal
    """The amount that is booked as waived."""
    reason: str | None = None
    """Why; absent where the customer's data was erased."""
    user: str | None = None
    """Who waived it."""
    user_name: str | None = None
    """Absent where that user is no longer there."""


class CaseWaivers(Model, kw_only=True, omit_defaults=True, rename={"items": "_items", "meta": "_meta"}):
    """CaseWaivers."""
    case: str
    """The case that they are parts of."""
    items: list[CaseWaiver]
    """The first one first."""
    meta: PartsMeta
    """Which page it is, and how many there are."""


class Changed(Model, kw_only=True, omit_defaults=True, rename={"id": "_id", "created": "_created", "updated": "_updated", "etag": "_etag", "status": "_status", "warnings": "_warnings"}):
    """What every change answers."""
    id: str
    """Unique, made by the service; later documents have greater ones."""
    created: Moment
    """When it was stored first."""
    updated: Moment
    """When it was changed last."""
    etag: str
    """Its tag: another after every change."""
    status: str
    """That it went well."""
    warnings: list[AnswerWarning] | None = None
    """What looks wrong, or is not as it was asked for. Absent without warnings."""


class ChangedIso(Model, kw_only=True, omit_defaults=True, rename={"id": "_id", "created": "_created", "updated": "_updated", "etag": "_etag", "status": "_status", "warnings": "_warnings"}):
    """What changes answer of documents with ISO 8601 moments."""
    id: str
    """Unique, made by the service; later documents have greater ones."""
    created: Moment
    """When it was stored first."""
    updated: Moment
    """When it was changed last."""
    etag: str
    """Its tag: another after every change."""
    status: str
    """That it went well."""
    warnings: list[AnswerWarning] | None = None
    """What looks wrong, or is not as it was asked for. Absent without warnings."""


class Check(Model, kw_only=True, omit_defaults=True):
    """One thing that the law asks of a letter."""
    rule: str
    """The rule."""
    law: str
    """The statute and section that asks for it."""
    passed: bool
    """Whether the letter has it."""
    note: str | None = None
    """How the letter fulfils it, where there is something to say."""


class ClaimAssignmentInput(Sent, kw_only=True, omit_defaults=True):
    """A claim that is another creditor's from a day on."""
    creditor: str
    """The creditor that the claim comes to, of the same account."""
    date: SentMoment
    """From which day the claim is the new creditor's: payments of earlier days are paid out to the former one."""
    document: str | None = None
    """The uploaded file that proves the assignment."""


class ClientKeyShown(Model, kw_only=True, omit_defaults=True):
    """A public key that an API client signs with."""
    id: str
    """The id of the key."""
    fingerprint: str
    """SHA-256 of the key's DER, in hex: `openssl pkey -pubin -in public.pem -outform DER | sha256sum`."""
    created: Moment
    """When the key was registered."""
    last_used: Moment | None = None
    """When the client last signed in with it."""


class ClientScope(Model, kw_only=True, omit_defaults=True):
    """How far an API client sees, by its access groups."""
    level: ScopeLevel
    """`operator`, `partner`, `account` or `creditor`."""
    partner: str | None = None
    """The partner whose accounts it sees."""
    account: str | None = None
    """The account it sees, or that its creditors are of."""
    creditors: list[str]
    """The creditors it sees, of a client of creditors."""


class ClockInput(Sent, kw_only=True, omit_defaults=True):
    """Moves the clock forward: so many days, or to a date at most 400 days ahead."""
    days: int | None = None
    """How many days to move the clock by, at most 400; either this or `date`."""
    date: SentMoment | None = None
    """The day to move the clock to, at most 400 days ahead; either this or `days`."""


class ClockMoved(Model, kw_only=True, omit_defaults=True, rename={"status": "_status", "dry_run": "_dry_run"}):
    """Where the clock stands, and what happened on the days that it passed."""
    status: str
    """`OK`."""
    date: str
    """The day on which the clock stands now."""
    days: int
    """How many days passed."""
    steps: int
    """How many steps cases took on the way."""
    letters: int
    """How many letters were queued on the way."""
    fees: Decimal
    """The fees that were charged on the way."""
    interest: Decimal
    """The interest that was added on the way."""
    paid: Decimal
    """The amounts paid so far."""
    closed: int
    """How many cases closed on the way."""
    payouts: Decimal
    """The amounts prepared for payout so far."""
    dry_run: bool | None = None
    """That it was a dry run, and nothing is stored."""


class CloseInput(Sent, kw_only=True, omit_defaults=True):
    """CloseInput."""
    reason: ClosingDecision
    """Why the case is closed."""


class CodeRotated(Model, kw_only=True, omit_defaults=True, rename={"id": "_id", "created": "_created", "updated": "_updated", "etag": "_etag", "status": "_status", "warnings": "_warnings", "dry_run": "_dry_run"}):
    """The new code, which is shown this once, and not where the answer is given again. Until
    `previous_code_until` the one before it works too; without that field it works no more."""
    id: str
    """Unique, made by the service; later documents have greater ones."""
    created: Moment
    """When it was stored first."""
    updated: Moment
    """When it was changed last."""
    etag: str
    """Its tag: another after every change."""
    status: str
    """That it went well."""
    warnings: list[AnswerWarning] | None = None
    """What looks wrong, or is not as it was asked for. Absent without warnings."""
    dry_run: bool | None = None
    """That it was a dry run, and nothing is stored."""
    api_code: str | None = None
    """The new code, shown this once."""
    previous_code_until: Moment | None = None
    """Until then the code before it works too; absent where it works no more."""


class CodedIssue(Model, kw_only=True, omit_defaults=True):
    """An issue with its code."""
    code: IssueCode
    """The code, which stays the same."""
    message: str
    """The sentence of `_issues`, and what would be right."""


class Complaint(Model, kw_only=True, omit_defaults=True, rename={"id": "_id", "created": "_created", "updated": "_updated", "etag": "_etag", "from_": "from"}):
    """Complaints about how we work."""
    id: str
    """Unique, made by the service; later documents have greater ones."""
    created: Moment
    """When it was stored first."""
    updated: Moment
    """When it was changed last."""
    etag: str
    """Its tag: another after every change."""
    account: str | None = None
    """The account of the case or the customer."""
    creditor: str | None = None
    """The creditor of the case."""
    case: str | None = None
    """The case that it is about, if it is about one."""
    customer: str | None = None
    """The customer who complains or who it is about."""
    from_: str
    """Who complains."""
    about: str
    """The subject in a few words."""
    received: Moment
    """The day on which it came."""
    answer_by: Moment
    """The last day to answer: 14 days after it came."""
    text: str
    """The complaint itself."""
    handler: str | None = None
    """The user who sees to it."""
    answered: Moment | None = None
    """The day on which it was answered."""
    answer: str | None = None
    """The answer."""
    outcome: str | None = None
    """How it ended, as in `upheld`, `partly_upheld`, `rejected` or `withdrawn`."""
    cause: str | None = None
    """The cause that was found."""


class ComplaintChange(Sent, kw_only=True, omit_defaults=True):
    """The work on a complaint and its answer. An empty `handler` assigns it to nobody."""
    handler: str | None = None
    """The user who sees to it."""
    answered: SentMoment | None = None
    """The day on which it was answered; it needs an `answer`."""
    answer: str | None = None
    """The answer."""
    outcome: str | None = None
    """How it ended, as in `upheld`, `partly_upheld`, `rejected` or `withdrawn`."""
    cause: str | None = None
    """The cause that was found."""


class ComplaintInput(Sent, kw_only=True, omit_defaults=True, rename={"from_": "from"}):
    """ComplaintInput."""
    case: str | None = None
    """The case that it is about."""
    customer: str | None = None
    """The customer who complains or who it is about; the case's where that is given."""
    from_: str
    """Who complains."""
    about: str
    """The subject in a few words."""
    received: SentMoment
    """The day on which it came, today or before."""
    text: str
    """The complaint itself."""


class ComplaintList(Model, kw_only=True, omit_defaults=True, rename={"items": "_items", "meta": "_meta"}):
    """A page of `complaints`."""
    items: list[Complaint]
    """The documents of this page."""
    meta: PageMeta
    """Which page it is, and how many there are."""


class ControlFeeInput(Sent, kw_only=True, omit_defaults=True):
    """The parking that a control fee is for: every letter about it shows these."""
    place: str
    """Where the car was parked."""
    date: SentMoment
    """The day of the parking."""
    time: str
    """When it was noted, as `14:30`."""
    plate: str
    """The number plate of the car."""
    breach: str
    """The rule that was broken."""
    notice_number: str
    """The number of the notice on the car."""


class ControlFeeInputShown(Model, kw_only=True, omit_defaults=True):
    """The parking that a control fee is for: every letter about it shows these."""
    place: str
    """Where the car was parked."""
    date: Moment
    """The day of the parking."""
    time: str
    """When it was noted, as `14:30`."""
    plate: str
    """The number plate of the car."""
    breach: str
    """The rule that was broken."""
    notice_number: str
    """The number of the notice on the car."""


class Correction(Model, kw_only=True, omit_defaults=True):
    """A correction that staff made of a customer."""
    field: CorrectedField
    """Which field."""
    before: Any
    """The value before."""
    after: Any
    """The value after."""
    reason: str
    """Why."""
    corrected: Moment
    """The day of the correction."""
    user: str
    """Who corrected it."""


class CorrectionInput(Sent, kw_only=True, omit_defaults=True):
    """A correction of a customer, with its reason."""
    field: CorrectedField
    """Which field."""
    value: Any
    """The right value: a text, and for `is_person` true or false."""
    reason: str
    """Why; shown with the correction."""


class Created(Model, kw_only=True, omit_defaults=True, rename={"id": "_id", "created": "_created", "updated": "_updated", "etag": "_etag", "status": "_status", "warnings": "_warnings", "dry_run": "_dry_run"}):
    """What every create answers."""
    id: str
    """Unique, made by the service; later documents have greater ones."""
    created: Moment
    """When it was stored first."""
    updated: Moment
    """When it was changed last."""
    etag: str
    """Its tag: another after every change."""
    status: str
    """That it went well."""
    warnings: list[AnswerWarning] | None = None
    """What looks wrong, or is not as it was asked for. Absent without warnings."""
    dry_run: bool | None = None
    """That it was a dry run, and nothing is stored."""


class CreatedMany(Model, kw_only=True, omit_defaults=True, rename={"status": "_status", "items": "_items", "dry_run": "_dry_run"}):
    """What is answered where an array of documents was sent."""
    status: str
    """That it went well."""
    items: list[Created]
    """What became of each, in the order of the array."""
    dry_run: bool | None = None
    """That it was a dry run, and nothing is stored."""


class Crediting(Model, kw_only=True, omit_defaults=True, rename={"id": "_id", "created": "_created", "updated": "_updated", "etag": "_etag", "payment_status": "_payment_status"}):
    """Capital no longer claimed."""
    id: str
    """Unique, made by the service; later documents have greater ones."""
    created: Moment
    """When it was stored first."""
    updated: Moment
    """When it was changed last."""
    etag: str
    """Its tag: another after every change."""
    account: str
    """The account that it belongs to."""
    creditor: str
    """The creditor whose claim it is about."""
    case: str
    """The case that it is about."""
    currency: str
    """`SEK`."""
    amount: Decimal
    """The capital that is no longer claimed."""
    origin: str
    """`creditor_system`."""
    invoice: str | None = None
    """The credit invoice that made it."""
    payment_status: RecordedStatus
    """`completed`, or `warning` with a reason."""
    settled_amount: Decimal
    """How much capital it took away."""
    status_reason_locale: StatusReason | None = None
    """Tag of the locale entry that says why."""
    reversed_date: Moment | None = None
    """The day on which the creditor reversed it."""
    reversal_reason: str | None = None
    """Why the creditor reversed it."""


class CreditingInput(Sent, kw_only=True, omit_defaults=True):
    """CreditingInput."""
    account: str
    """The id of one of `accounts`."""
    creditor: str
    """The id of one of `creditors`."""
    case: str
    """The id of one of `cases`."""
    currency: str
    """The currency of every amount in it."""
    amount: SentAmount
    """The capital that is no longer claimed."""
    origin: str
    """Where it comes from."""


class CreditingList(Model, kw_only=True, omit_defaults=True, rename={"items": "_items", "meta": "_meta"}):
    """A page of `creditor--creditings`."""
    items: list[Crediting]
    """The documents of this page."""
    meta: PageMeta
    """Which page it is, and how many there are."""


class Creditor(Model, kw_only=True, omit_defaults=True, rename={"id": "_id", "created": "_created", "updated": "_updated", "etag": "_etag"}):
    """Businesses to whom money is owed."""
    id: str
    """Unique, made by the service; later documents have greater ones."""
    created: Moment
    """When it was stored first."""
    updated: Moment
    """When it was changed last."""
    etag: str
    """Its tag: another after every change."""
    account: str
    """The account that the creditor belongs to."""
    name: str
    """The name that customers know the creditor by."""
    description: str | None = None
    """A description of your own."""
    organization_no: str
    """The company registration number."""
    creditor_number: int
    """Assigned, from 2000001."""
    is_active: bool
    """An inactive creditor takes no registrations."""
    standard_debt_description: str | None = None
    """The default description of debts."""
    always_use_standard_debt_description: bool | None = None
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
    default_letter_locale: str | None = None
    """Language of letters, for example `sv`."""
    default_invoice_distribution: InvoiceDistribution | None = None
    """How invoices go out unless something else is said; `none` is by the creditor itself."""
    vat_no: str | None = None
    """The VAT number that invoices show: `SE556036079301`. None is shown where none is given."""
    approved_for_f_tax: bool | None = None
    """Whether invoices and letters say so."""
    email: str | None = None
    """Where customers of the creditor can write to; so are the next two."""
    phone: str | None = None
    """The telephone number that customers can call."""
    website: str | None = None
    """The creditor's website, for its customers."""
    logo: FileShown | None = None
    """Printed on invoices and letters: a PNG or SVG by `POST /media--upload/{reference_id}`, with a signed link."""
    registered_office: str | None = None
    """The municipality of the registered office, *säte*, as invoices show it; unless given, the city of
    `sender_address`."""
    is_public_authority: bool | None = None
    """Whether the creditor is a public authority; unless stated, its organisation number decides."""
    reminder_fee_terms: ReminderFeeTerms | None = None
    """Who attests that the reminder fee is agreed on. Without it no reminder fee is charged."""
    enforcement_mandate: EnforcementMandate | None = None
    """The power of attorney for applications. Without one no application is made."""
    billing: Billing | None = None
    """Where the operator's own invoices to the creditor go."""
    added_to_erp_system: bool | None = None
    """Whether the creditor is also in your own business system; a note of yours."""
    warnings: list[DoubtfulContent] | None = None
    """Content that looks doubtful; absent when there is none."""


class CreditorBalanceShown(Model, kw_only=True, omit_defaults=True):
    """All that is owed to a creditor and not paid out yet."""
    creditor: str
    """The creditor."""
    total_amount: Decimal
    """All of it, with VAT. Negative where more was taken back than came in."""
    payouts: list[BalancePayout]
    """The payouts that it becomes, the next one first."""


class CreditorChange(Sent, kw_only=True, omit_defaults=True):
    """A creditor as it is sent along with a new account, and as it is after a change."""
    name: str | None = None
    """The name that customers know the creditor by."""
    description: str | None = None
    """A description of your own."""
    organization_no: str | None = None
    """The company registration number."""
    is_active: bool | None = None
    """Whether the creditor takes registrations; by default whether it has what an active one needs."""
    standard_debt_description: str | None = None
    """The default description of debts."""
    always_use_standard_debt_description: bool | None = None
    """Whether the standard description takes the place of what the debts themselves say."""
    agreement_address: AddressChange | None = None
    """The address that the agreement is made with; the account's unless given."""
    sender_address: AddressChange | None = None
    """The address that letters show as the sender's."""
    invoice_address: AddressChange | None = None
    """The address that invoices show as the creditor's."""
    case_config: CaseConfigChange | None = None
    """How the creditor's cases are run."""
    payout_details: PayoutDetailsChange | None = None
    """Where the creditor's money is paid out."""
    default_letter_locale: str | None = None
    """Language of letters, for example `sv`."""
    default_invoice_distribution: InvoiceDistribution | None = None
    """How invoices go out unless something else is said; `none` is by the creditor itself."""
    vat_no: str | None = None
    """The VAT number that invoices show; none is shown where none is given."""
    approved_for_f_tax: bool | None = None
    """Whether invoices and letters say that the creditor is approved for F-tax."""
    email: str | None = None
    """Where customers of the creditor can write to."""
    phone: str | None = None
    """The telephone number that customers can call."""
    website: str | None = None
    """The creditor's website, for its customers."""
    registered_office: str | None = None
    """The municipality of the registered office, *säte*; by default, and where it is empty, the city of
    `sender_address`."""
    is_public_authority: bool | None = None
    """Whether the creditor is a public authority; unless stated, its organisation number decides."""
    reminder_fee_terms: ReminderFeeTermsChange | None = None
    """Who attests that the reminder fee is agreed on. Without it no reminder fee is charged."""
    enforcement_mandate: MandateDaysChange | None = None
    """The days of the power of attorney for applications. Without one no application is made."""
    billing: BillingChange | None = None
    """Where the operator's own invoices to the creditor go."""
    added_to_erp_system: bool | None = None
    """Whether the creditor is also in your own business system; a note of yours."""


class CreditorChangedData(Model, kw_only=True, omit_defaults=True):
    """A creditor was changed."""
    event: str
    """The event."""
    position: int | None = None
    """Its place in the stream."""
    account: str
    """The account that it belongs to."""
    creditor: str | None = None
    """The creditor, if it is of one."""
    case: str | None = None
    """The case, if it is about one."""


class CreditorChangedMessage(Model, kw_only=True, omit_defaults=True):
    """A creditor was changed."""
    type: str
    """What happened."""
    timestamp: Moment
    """When it happened."""
    data: CreditorChangedData
    """What it is about."""


class CreditorCreatedData(Model, kw_only=True, omit_defaults=True):
    """A creditor was created."""
    event: str
    """The event."""
    position: int | None = None
    """Its place in the stream."""
    account: str
    """The account that it belongs to."""
    creditor: str | None = None
    """The creditor, if it is of one."""
    case: str | None = None
    """The case, if it is about one."""


class CreditorCreatedMessage(Model, kw_only=True, omit_defaults=True):
    """A creditor was created."""
    type: str
    """What happened."""
    timestamp: Moment
    """When it happened."""
    data: CreditorCreatedData
    """What it is about."""


class CreditorData(Sent, kw_only=True, omit_defaults=True):
    """A creditor as it is sent along with a new account, and as it is after a change."""
    name: str
    """The name that customers know the creditor by."""
    description: str | None = None
    """A description of your own."""
    organization_no: str
    """The company registration number."""
    is_active: bool | None = None
    """Whether the creditor takes registrations; by default whether it has what an active one needs."""
    standard_debt_description: str | None = None
    """The default description of debts."""
    always_use_standard_debt_description: bool | None = None
    """Whether the standard description takes the place of what the debts themselves say."""
    agreement_address: AddressSent | None = None
    """The address that the agreement is made with; the account's unless given."""
    sender_address: AddressSent | None = None
    """The address that letters show as the sender's."""
    invoice_address: AddressSent | None = None
    """The address that invoices show as the creditor's."""
    case_config: CaseConfigSent | None = None
    """How the creditor's cases are run."""
    payout_details: PayoutDetailsSent | None = None
    """Where the creditor's money is paid out."""
    default_letter_locale: str | None = None
    """Language of letters, for example `sv`."""
    default_invoice_distribution: InvoiceDistribution | None = None
    """How invoices go out unless something else is said; `none` is by the creditor itself."""
    vat_no: str | None = None
    """The VAT number that invoices show; none is shown where none is given."""
    approved_for_f_tax: bool | None = None
    """Whether invoices and letters say that the creditor is approved for F-tax."""
    email: str | None = None
    """Where customers of the creditor can write to."""
    phone: str | None = None
    """The telephone number that customers can call."""
    website: str | None = None
    """The creditor's website, for its customers."""
    registered_office: str | None = None
    """The municipality of the registered office, *säte*; by default, and where it is empty, the city of
    `sender_address`."""
    is_public_authority: bool | None = None
    """Whether the creditor is a public authority; unless stated, its organisation number decides."""
    reminder_fee_terms: ReminderFeeTermsSent | None = None
    """Who attests that the reminder fee is agreed on. Without it no reminder fee is charged."""
    enforcement_mandate: MandateDays | None = None
    """The days of the power of attorney for applications. Without one no application is made."""
    billing: BillingSent | None = None
    """Where the operator's own invoices to the creditor go."""
    added_to_erp_system: bool | None = None
    """Whether the creditor is also in your own business system; a note of yours."""


class CreditorDeletedData(Model, kw_only=True, omit_defaults=True):
    """A creditor was deleted."""
    event: str
    """The event."""
    position: int | None = None
    """Its place in the stream."""
    account: str
    """The account that it belongs to."""
    creditor: str | None = None
    """The creditor, if it is of one."""
    case: str | None = None
    """The case, if it is about one."""


class CreditorDeletedMessage(Model, kw_only=True, omit_defaults=True):
    """A creditor was deleted."""
    type: str
    """What happened."""
    timestamp: Moment
    """When it happened."""
    data: CreditorDeletedData
    """What it is about."""


class CreditorInput(Sent, kw_only=True, omit_defaults=True):
    """CreditorInput."""
    name: str
    """The name that customers know the creditor by."""
    description: str | None = None
    """A description of your own."""
    organization_no: str
    """The company registration number."""
    is_active: bool | None = None
    """Whether the creditor takes registrations; by default whether it has what an active one needs."""
    standard_debt_description: str | None = None
    """The default description of debts."""
    always_use_standard_debt_description: bool | None = None
    """Whether the standard description takes the place of what the debts themselves say."""
    agreement_address: AddressSent | None = None
    """The address that the agreement is made with; the account's unless given."""
    sender_address: AddressSent | None = None
    """The address that letters show as the sender's."""
    invoice_address: AddressSent | None = None
    """The address that invoices show as the creditor's."""
    case_config: CaseConfigSent | None = None
    """How the creditor's cases are run."""
    payout_details: PayoutDetailsSent | None = None
    """Where the creditor's money is paid out."""
    default_letter_locale: str | None = None
    """Language of letters, for example `sv`."""
    default_invoice_distribution: InvoiceDistribution | None = None
    """How invoices go out unless something else is said; `none` is by the creditor itself."""
    vat_no: str | None = None
    """The VAT number that invoices show; none is shown where none is given."""
    approved_for_f_tax: bool | None = None
    """Whether invoices and letters say that the creditor is approved for F-tax."""
    email: str | None = None
    """Where customers of the creditor can write to."""
    phone: str | None = None
    """The telephone number that customers can call."""
    website: str | None = None
    """The creditor's website, for its customers."""
    registered_office: str | None = None
    """The municipality of the registered office, *säte*; by default, and where it is empty, the city of
    `sender_address`."""
    is_public_authority: bool | None = None
    """Whether the creditor is a public authority; unless stated, its organisation number decides."""
    reminder_fee_terms: ReminderFeeTermsSent | None = None
    """Who attests that the reminder fee is agreed on. Without it no reminder fee is charged."""
    enforcement_mandate: MandateDays | None = None
    """The days of the power of attorney for applications. Without one no application is made."""
    billing: BillingSent | None = None
    """Where the operator's own invoices to the creditor go."""
    added_to_erp_system: bool | None = None
    """Whether the creditor is also in your own business system; a note of yours."""
    account: str
    """The id of one of `accounts`."""


class CreditorList(Model, kw_only=True, omit_defaults=True, rename={"items": "_items", "meta": "_meta"}):
    """A page of `creditors`."""
    items: list[Creditor]
    """The documents of this page."""
    meta: PageMeta
    """Which page it is, and how many there are."""


class Customer(Model, kw_only=True, omit_defaults=True, rename={"id": "_id", "created": "_created", "updated": "_updated", "etag": "_etag"}):
    """Those who owe."""
    id: str
    """Unique, made by the service; later documents have greater ones."""
    created: Moment
    """When it was stored first."""
    updated: Moment
    """When it was changed last."""
    etag: str
    """Its tag: another after every change."""
    name: str
    """The customer's full name."""
    id_number: str
    """Personal, coordination or organisation number, as it was sent."""
    id_number_status: IdNumberStatus
    """`valid`, `invalid`, `missing` or `foreign`."""
    is_person: bool
    """By the flag sent, else by the number."""
    is_company: bool
    """Whether the customer is a company or another legal person."""
    is_foreign: bool
    """Whether the customer is abroad and has no Swedish number."""
    customer_number: str | None = None
    """Your own number of the customer."""
    car_registration: CarRegistration | None = None
    """For claims that follow a car."""
    address: CustomerAddress
    """Where the customer lives or has its office."""
    address_source: AddressSource | None = None
    """Where the address comes from, `staff` or `spar`; absent where a registration gave it."""
    address_confirmed: Moment | None = None
    """The day on which staff entered the address, or SPAR last had it."""
    mobile_number: str | None = None
    """The customer's mobile number."""
    email: str | None = None
    """The customer's e-mail address."""
    is_active: bool
    """Whether the customer is in use; always true."""
    deceased: bool
    """Stops collection."""
    bankruptcy: bool
    """Stops collection."""
    debt_restructuring: bool
    """Stops collection."""
    protected_identity: bool
    """A protected identity. Stops collection."""
    email_consent: bool
    """Whether the customer wants letters by e-mail."""
    sms_consent: bool
    """Whether the customer wants notices by SMS."""
    e_invoice_address: str | None = None
    """Where e-invoices go: a scheme, a colon and a number in it, `0007:5560360793`."""
    invoice_distribution: InvoiceDistribution | None = None
    """How the customer wants invoices; `none` is not from us."""
    warnings: list[DoubtfulContent] | None = None
    """Content that looks doubtful; absent when there is none."""
    corrections: list[Correction] | None = None
    """The corrections by staff; absent when there is none."""


class CustomerAddress(Model, kw_only=True, omit_defaults=True):
    """An address with the further lines that a registration may give."""
    address_line_1: str
    """Street and number, or a box."""
    zip_code: str
    """The postal code."""
    city: str
    """The town."""
    country: CountryCode
    """The country, by ISO 3166-1 alpha-2."""
    address_line_2: str | None = None
    """A second line, such as care of."""
    address_line_3: str | None = None
    """A third line."""
    gln: str | None = None
    """The global location number of the address."""


class CustomerChange(Sent, kw_only=True, omit_defaults=True):
    """All that can be changed of a customer: how it is reached, and what stops collection. An empty text takes
    one away."""
    deceased: bool | None = None
    """Whether the customer has died. Stops collection."""
    bankruptcy: bool | None = None
    """Whether the customer is in bankruptcy. Stops collection."""
    debt_restructuring: bool | None = None
    """Whether the customer is in debt restructuring. Stops collection."""
    protected_identity: bool | None = None
    """Whether the customer has a protected identity. Stops collection."""
    address: AddressInputChange | None = None
    """Where the customer lives or has its office."""
    mobile_number: str | None = None
    """The customer's mobile number."""
    email: str | None = None
    """The customer's e-mail address."""
    email_consent: bool | None = None
    """Whether the customer wants letters by e-mail."""
    sms_consent: bool | None = None
    """Whether the customer wants notices by SMS."""
    e_invoice_address: str | None = None
    """Where e-invoices go: a scheme, a colon and a number in it, `0007:5560360793`."""
    invoice_distribution: InvoiceDistributionChange | None = None
    """How the customer wants invoices; an empty text takes it away."""


class CustomerChangedData(Model, kw_only=True, omit_defaults=True):
    """The contact details or the marks of a customer were changed."""
    event: str
    """The event."""
    position: int | None = None
    """Its place in the stream."""
    account: str
    """The account that it belongs to."""
    creditor: str | None = None
    """The creditor, if it is of one."""
    case: str | None = None
    """The case, if it is about one."""
    customer: str | None = None
    """The customer that was changed."""


class CustomerChangedMessage(Model, kw_only=True, omit_defaults=True):
    """The contact details or the marks of a customer were changed."""
    type: str
    """What happened."""
    timestamp: Moment
    """When it happened."""
    data: CustomerChangedData
    """What it is about."""


class CustomerCorrected(Model, kw_only=True, omit_defaults=True, rename={"id": "_id", "created": "_created", "updated": "_updated", "etag": "_etag", "status": "_status", "warnings": "_warnings", "dry_run": "_dry_run"}):
    """A customer after a correction."""
    id: str
    """Unique, made by the service; later documents have greater ones."""
    created: Moment
    """When it was stored first."""
    updated: Moment
    """When it was changed last."""
    etag: str
    """Its tag: another after every change."""
    status: str
    """That it went well."""
    warnings: list[AnswerWarning] | None = None
    """What looks wrong, or is not as it was asked for. Absent without warnings."""
    dry_run: bool | None = None
    """That it was a dry run, and nothing is stored."""
    name: str
    """The customer's full name."""
    id_number: str
    """Personal, coordination or organisation number."""
    id_number_status: IdNumberStatus
    """`valid`, `invalid`, `missing` or `foreign`."""
    is_person: bool
    """Whether the customer is a person."""
    corrections: list[Correction]
    """The corrections by staff."""


class CustomerInput(Sent, kw_only=True, omit_defaults=True):
    """A customer as it is sent with an invoice."""
    name: str
    """The customer's full name."""
    customer_number: str | None = None
    """Your own number of the customer."""
    id_number: str | None = None
    """Personal, coordination or organisation number."""
    is_person: bool | None = None
    """Whether the customer is a person; by the number where it is left out."""
    is_company: bool | None = None
    """Whether the customer is a company or another legal person."""
    is_foreign: bool | None = None
    """Whether the customer is abroad and has no Swedish number."""
    address: AddressInput | None = None
    """Where the customer lives or has its office."""
    mobile_number: str | None = None
    """The customer's mobile number."""
    email: str | None = None
    """The customer's e-mail address."""
    e_invoice_address: str | None = None
    """Where e-invoices go: `0007:5560360793`."""
    car_registration: CarRegistrationSent | None = None
    """The car whose owner is the customer; excludes `customer_number`."""


class CustomerInputShown(Model, kw_only=True, omit_defaults=True):
    """A customer as it is sent with an invoice."""
    name: str
    """The customer's full name."""
    customer_number: str | None = None
    """Your own number of the customer."""
    id_number: str | None = None
    """Personal, coordination or organisation number."""
    is_person: bool | None = None
    """Whether the customer is a person; by the number where it is left out."""
    is_company: bool | None = None
    """Whether the customer is a company or another legal person."""
    is_foreign: bool | None = None
    """Whether the customer is abroad and has no Swedish number."""
    address: AddressInputShown | None = None
    """Where the customer lives or has its office."""
    mobile_number: str | None = None
    """The customer's mobile number."""
    email: str | None = None
    """The customer's e-mail address."""
    e_invoice_address: str | None = None
    """Where e-invoices go: `0007:5560360793`."""
    car_registration: CarRegistration | None = None
    """The car whose owner is the customer; excludes `customer_number`."""


class CustomerList(Model, kw_only=True, omit_defaults=True, rename={"items": "_items", "meta": "_meta"}):
    """A page of `customers`."""
    items: list[Customer]
    """The documents of this page."""
    meta: PageMeta
    """Which page it is, and how many there are."""


class DataAccess(Model, kw_only=True, omit_defaults=True):
    """A group that a user is in."""
    access_group: str
    """The id of one of `access--groups`."""
    granted_date: Moment | None = None
    """When access was given."""
    access_group_name: str | None = None
    """The name of the group."""
    access_group_account_name: str | None = None
    """The name of the account that the group is of."""
    access_group_creditor_name: str | None = None
    """The name of the creditor that the group is of."""
    access_group_type: AccessGroupType | None = None
    """How far the group sees."""


class DataAccessSent(Sent, kw_only=True, omit_defaults=True):
    """A group that a user is put into. What follows from the group is read over where it is sent."""
    access_group: str
    """The id of one of `access--groups`."""
    granted_date: SentMoment | None = None
    """When access was given."""
    access_group_name: str | None = None
    """The name of the group."""
    access_group_account_name: str | None = None
    """The name of the account that the group is of."""
    access_group_creditor_name: str | None = None
    """The name of the creditor that the group is of."""
    access_group_type: str | None = None
    """How far the group sees."""


class Debt(Model, kw_only=True, omit_defaults=True):
    """Debt."""
    invoice_number: str
    """The creditor's own number of the invoice."""
    debt_reference: str | None = None
    """The digits of the invoice number with a check digit: by it payments with the wrong reference are found."""
    payout_reference: str | None = None
    """The reference of the debt's payout; the creditor's bank shows it."""
    invoice_date: Moment
    """The date of the invoice."""
    invoice_due_days_after_invoice_date: int
    """How many days after the invoice date it is due."""
    interest_days_after_invoice_date: int
    """From how many days after the invoice date interest runs."""
    initial_capital: Decimal
    """The debt before any payment."""
    capital_to_claim: Decimal
    """The capital of the claim, without the interest and costs of collecting it."""
    debt_description: str
    """The description of the debt, in words that the debtor understands."""
    claim_kind: ClaimKind
    """The kind of claim."""
    due_date_basis: DueDateBasis
    """Where the due date comes from."""
    left: Moment | None = None
    """The day on which the invoice left."""
    control_fee: dict[str, Any] | None = None
    """The parking that a control fee is for, as it was sent."""
    limitation_kind: LimitationKind | None = None
    """The kind of limitation; absent of a case that was registered before there were any."""
    arose_on: Moment | None = None
    """The day on which the debt arose, where it is not the invoice date."""
    moved_out: Moment | None = None
    """The day on which a tenant moved out."""
    interruptions: list[dict[str, Any]] | None = None
    """Interruptions of limitation that the registration stated: `date`, `kind` and `evidence` of each."""
    old_payment_reference: str | None = None
    """The payment reference of letters before the registration."""
    previous_case_number: str | None = None
    """The number of the case at the collector before."""
    judgment: DebtJudgment | None = None
    """The judgment or order on the claim before the registration."""


class DebtInput(Sent, kw_only=True, omit_defaults=True):
    """An overdue debt, with the particulars of its claim."""
    claim_kind: ClaimKind | None = None
    """The kind of claim; `goods_or_services` unless stated. It decides which costs may be charged."""
    due_date_basis: DueDateBasis | None = None
    """Where the due date comes from; the case setting unless stated. Interest begins by it."""
    invoice_sent_date: SentMoment | None = None
    """The day on which the creditor sent the invoice; the invoice date unless stated. An invoice that we send
    leaves by us."""
    interest_notice: bool | None = None
    """`false` where a consumer's invoice does not state that late payment bears interest."""
    business_debt: bool | None = None
    """Whether the customer owes it as a business; unless stated, the customer's number decides."""
    consumer_credit: bool | None = None
    """Whether it is a consumer credit."""
    forbearance_offered: SentMoment | None = None
    """The day on which the creditor offered forbearance to the consumer."""
    reminded_on: SentMoment | None = None
    """The day on which the creditor reminded of it."""
    control_fee: ControlFeeInput | None = None
    """The parking; required of a `control_fee`."""
    limitation_kind: LimitationKind | None = None
    """The kind of limitation; unless stated, by the kind of claim and who owes it."""
    arose_on: SentMoment | None = None
    """The day on which the debt arose; unless stated, the day of the delivery, else the invoice date."""
    moved_out: SentMoment | None = None
    """The day on which a tenant moved out."""
    interruptions: list[InterruptionInput] | None = None
    """Interruptions of limitation before the registration."""
    invoice_number: str
    """The creditor's own number of the invoice."""
    debt_description: str | None = None
    """The description of the debt, in words that the debtor understands."""
    invoice_date: SentMoment
    """The date of the invoice."""
    capital_to_claim: SentAmount
    """The capital of the claim, without the interest and costs of collecting it."""
    initial_capital: SentAmount | None = None
    """The debt before any payment."""
    invoice_due_days_after_invoice_date: int
    """How many days after the invoice date it is due."""
    interest_days_after_invoice_date: int | None = None
    """From how many days after the invoice date interest runs."""
    payout_reference: str | None = None
    """The reference of the debt's payout; the creditor's bank shows it."""
    fees_included_in_capital_to_claim: dict[str, SentAmount] | None = None
    """Fees that are a part of the capital, by article: `{"invoice_fee": 50}`."""
    fees_already_claimed: dict[str, FeeClaimedSent] | None = None
    """Fees beside the capital, by article, that are not to be charged a second time."""
    earlier_letters: list[EarlierLetterInput] | None = None
    """Letters about the claim before the registration. Enough of them interrupt limitation, and none is a
    reminder again."""
    old_payment_reference: str | None = None
    """The payment reference of letters before the registration; a payment with it is the case's."""
    previous_case_number: str | None = None
    """The number of the case at the collector before."""
    judgment: JudgmentInput | None = None
    """A judgment or an order on the claim. It begins a new time of limitation on its day."""
    plan: OngoingPlanInput | None = None
    """An instalment plan that goes on. It charges no fee; the debtor gets the schedule with our payment
    reference."""


class DebtInputShown(Model, kw_only=True, omit_defaults=True):
    """An overdue debt, with the particulars of its claim."""
    claim_kind: ClaimKind | None = None
    """The kind of claim; `goods_or_services` unless stated. It decides which costs may be charged."""
    due_date_basis: DueDateBasis | None = None
    """Where the due date comes from; the case setting unless stated. Interest begins by it."""
    invoice_sent_date: Moment | None = None
    """The day on which the creditor sent the invoice; the invoice date unless stated. An invoice that we send
    leaves by us."""
    interest_notice: bool | None = None
    """`false` where a consumer's invoice does not state that late payment bears interest."""
    business_debt: bool | None = None
    """Whether the customer owes it as a business; unless stated, the customer's number decides."""
    consumer_credit: bool | None = None
    """Whether it is a consumer credit."""
    forbearance_offered: Moment | None = None
    """The day on which the creditor offered forbearance to the consumer."""
    reminded_on: Moment | None = None
    """The day on which the creditor reminded of it."""
    control_fee: ControlFeeInputShown | None = None
    """The parking; required of a `control_fee`."""
    limitation_kind: LimitationKind | None = None
    """The kind of limitation; unless stated, by the kind of claim and who owes it."""
    arose_on: Moment | None = None
    """The day on which the debt arose; unless stated, the day of the delivery, else the invoice date."""
    moved_out: Moment | None = None
    """The day on which a tenant moved out."""
    interruptions: list[InterruptionInputShown] | None = None
    """Interruptions of limitation before the registration."""
    invoice_number: str
    """The creditor's own number of the invoice."""
    debt_description: str | None = None
    """The description of the debt, in words that the debtor understands."""
    invoice_date: Moment
    """The date of the invoice."""
    capital_to_claim: Decimal
    """The capital of the claim, without the interest and costs of collecting it."""
    initial_capital: Decimal | None = None
    """The debt before any payment."""
    invoice_due_days_after_invoice_date: int
    """How many days after the invoice date it is due."""
    interest_days_after_invoice_date: int | None = None
    """From how many days after the invoice date interest runs."""
    payout_reference: str | None = None
    """The reference of the debt's payout; the creditor's bank shows it."""
    fees_included_in_capital_to_claim: dict[str, Decimal] | None = None
    """Fees that are a part of the capital, by article: `{"invoice_fee": 50}`."""
    fees_already_claimed: dict[str, FeeClaimed] | None = None
    """Fees beside the capital, by article, that are not to be charged a second time."""
    earlier_letters: list[EarlierLetterInputShown] | None = None
    """Letters about the claim before the registration. Enough of them interrupt limitation, and none is a
    reminder again."""
    old_payment_reference: str | None = None
    """The payment reference of letters before the registration; a payment with it is the case's."""
    previous_case_number: str | None = None
    """The number of the case at the collector before."""
    judgment: JudgmentInputShown | None = None
    """A judgment or an order on the claim. It begins a new time of limitation on its day."""
    plan: OngoingPlanInputShown | None = None
    """An instalment plan that goes on. It charges no fee; the debtor gets the schedule with our payment
    reference."""


class DebtJudgment(Model, kw_only=True, omit_defaults=True):
    """A judgment or an order on a claim before its registration."""
    number: str
    """Its number at the court or the authority."""
    date: Moment
    """The day of it."""
    capital: Decimal | None = None
    """The capital that it awarded."""
    interest: Decimal | None = None
    """The interest that it awarded."""
    costs: Decimal | None = None
    """The costs that it awarded."""


class Delivery(Model, kw_only=True, omit_defaults=True):
    """How a document leaves. Moments are of the business clock."""
    channel: InvoiceDistribution
    """How it goes out, or `none`."""
    status: InvoiceDeliveryStatus
    """`queued`, `sent`, `delivered`, `failed`, `not_ours`, or in a sandbox `shown`."""
    queued: Moment
    """When it began to wait for its channel."""
    sent: Moment | None = None
    """When it left; absent until then."""
    delivered: Moment | None = None
    """When the channel reported its arrival; absent until then."""
    read: Moment | None = None
    """When the receiver opened it, where the channel tells: Kivra may."""
    declined: Moment | None = None
    """When the receiver declined in Kivra to pay it."""
    next_attempt: Moment | None = None
    """When it is tried next, while it is queued."""
    reason: str | None = None
    """The latest error, or the reason for another channel than asked for."""
    attempts: int
    """How often it was tried by this channel."""
    message_id: str | None = None
    """Of an e-mail: its `Message-ID`."""
    history: list[EarlierDelivery]
    """Earlier channels, the first one first."""


class DeliveryTry(Model, kw_only=True, omit_defaults=True):
    """One request, and what was answered."""
    at: Moment
    """When it was tried."""
    url: str
    """Where it was sent to."""
    request_headers: dict[str, str]
    """The headers that were sent."""
    answer_status: int | None = None
    """Absent where nothing was answered."""
    answer_headers: dict[str, str] | None = None
    """The first 40."""
    answer_body: str | None = None
    """The first 4 KiB."""
    error: str | None = None
    """Why the try failed; absent where the receiver answered 2xx."""
    milliseconds: int
    """How long it took."""


class DisputeAnswerInput(Sent, kw_only=True, omit_defaults=True):
    """The creditor's answer to an objection. What is accepted is credited."""
    outcome: DisputeAnswer
    """How the creditor answers."""
    amount: SentAmount | None = None
    """How much is credited, where it is accepted in part."""
    answer: str | None = None
    """The creditor's answer, as the letter to the debtor quotes it."""


class DisputeFile(Model, kw_only=True, omit_defaults=True):
    """The document of a letter about an objection."""
    id: str
    """The file, for `GET /media--files/{id}`."""
    filename: str
    """The name of the file."""
    content_type: str
    """`application/pdf` and so on."""
    size: int
    """In bytes."""
    url: str | None = None
    """A signed link, valid for an hour."""
    letter: str
    """The letter."""
    kind: LetterKind
    """Which kind of letter."""


class DisputeInput(Sent, kw_only=True, omit_defaults=True):
    """An objection of the debtor. One to a part names the amount; the rest of the claim goes on alone."""
    reason: str
    """The debtor's objection."""
    kind: DisputeKind | None = None
    """The kind of objection; `evidently_wrong` is for staff."""
    amount: SentAmount | None = None
    """The part of the capital that it is about; without it, all of the claim."""
    explanation: str | None = None
    """Why the objection is evidently wrong; required with that kind. The answer to the debtor quotes it."""


class DisputeRejectedData(Model, kw_only=True, omit_defaults=True):
    """The creditor rejected an objection, in whole or in part; it still holds."""
    event: str
    """The event."""
    position: int | None = None
    """Its place in the stream."""
    account: str
    """The account that it belongs to."""
    creditor: str | None = None
    """The creditor, if it is of one."""
    case: str | None = None
    """The case, if it is about one."""
    dispute: str | None = None
    """The objection."""
    outcome: str | None = None
    """How what held it ended."""
    credited: Decimal | None = None
    """The amount that is no longer claimed because of it."""


class DisputeRejectedMessage(Model, kw_only=True, omit_defaults=True):
    """The creditor rejected an objection, in whole or in part; it still holds."""
    type: str
    """What happened."""
    timestamp: Moment
    """When it happened."""
    data: DisputeRejectedData
    """What it is about."""


class DisputeSettledData(Model, kw_only=True, omit_defaults=True):
    """An objection was settled: the case was closed or went to court."""
    event: str
    """The event."""
    position: int | None = None
    """Its place in the stream."""
    account: str
    """The account that it belongs to."""
    creditor: str | None = None
    """The creditor, if it is of one."""
    case: str | None = None
    """The case, if it is about one."""
    dispute: str | None = None
    """The objection."""
    outcome: str | None = None
    """How what held it ended."""


class DisputeSettledMessage(Model, kw_only=True, omit_defaults=True):
    """An objection was settled: the case was closed or went to court."""
    type: str
    """What happened."""
    timestamp: Moment
    """When it happened."""
    data: DisputeSettledData
    """What it is about."""


class DoubtfulContent(Model, kw_only=True, omit_defaults=True):
    """Content that is stored as it was sent although it looks wrong, and why."""
    field: str
    """Which field."""
    reason: str
    """Why, in a sentence."""


class EarlierDelivery(Model, kw_only=True, omit_defaults=True):
    """A channel that did not bring a document to its receiver."""
    channel: DeliveryChannel
    """The channel that had it."""
    status: InvoiceDeliveryStatus
    """`failed`, also where it had been sent and came back."""
    attempts: int
    """How many attempts it made."""
    reason: str | None = None
    """Why it gave it up, in a sentence."""
    sent: Moment | None = None
    """When it left by this channel; absent where it did not."""
    ended: Moment
    """When the channel gave it up."""
    message_id: str | None = None
    """The channel's own id of it."""


class EarlierLetterInput(Sent, kw_only=True, omit_defaults=True):
    """A letter that asked for payment before the registration."""
    kind: EarlierLetterKind
    """The kind of letter."""
    date: SentMoment
    """The day on which it was sent."""
    amount: SentAmount | None = None
    """The amount that it asked for."""


class EarlierLetterInputShown(Model, kw_only=True, omit_defaults=True):
    """A letter that asked for payment before the registration."""
    kind: EarlierLetterKind
    """The kind of letter."""
    date: Moment
    """The day on which it was sent."""
    amount: Decimal | None = None
    """The amount that it asked for."""


class Enforcement(Model, kw_only=True, omit_defaults=True, rename={"id": "_id", "created": "_created", "updated": "_updated", "etag": "_etag"}):
    """Applications to the enforcement authority, and what became of them."""
    id: str
    """Unique, made by the service; later documents have greater ones."""
    created: Moment
    """When it was stored first."""
    updated: Moment
    """When it was changed last."""
    etag: str
    """Its tag: another after every change."""
    account: str
    """The account that it belongs to."""
    creditor: str
    """The creditor whose claims it is about."""
    customer: str
    """The debtor."""
    cases: list[str]
    """The cases that it is about, the one that was due first at the head."""
    status: EnforcementStatus
    """How far it has come."""
    channel: EnforcementChannel
    """How it is filed."""
    case_number: str | None = None
    """The authority's own number of the case: *målnummer*."""
    asked_capital_amount: Decimal | None = None
    """The capital that it asks for."""
    asked_interest_amount: Decimal | None = None
    """The interest that it asks for, up to its own day."""
    asked_costs_amount: Decimal | None = None
    """All costs that it asks for, those of the application included."""
    awarded_capital_amount: Decimal | None = None
    """The capital in the order."""
    awarded_interest_amount: Decimal | None = None
    """The interest in the order."""
    awarded_costs_amount: Decimal | None = None
    """All costs in the order, those of the demand included."""
    signed_by: str | None = None
    """The person who signed it."""
    sent_date: Moment | None = None
    """The day on which it was posted or sent: the application day."""
    received_date: Moment | None = None
    """The day on which the authority had it."""
    served_date: Moment | None = None
    """The day on which the debtor was served."""
    contested_date: Moment | None = None
    """The day of the authority's notice that the debtor contests it."""
    hand_over_by: Moment | None = None
    """The day by which a contested case has to be handed over to a court: lag (1990:746) 34 §."""
    handed_over_date: Moment | None = None
    """The day on which it was handed over."""
    order_date: Moment | None = None
    """The day of the order: *utslag*."""
    execution_date: Moment | None = None
    """The day on which execution began."""
    ended_date: Moment | None = None
    """The day on which the authority's case ended."""
    document: FileShown | None = None
    """The application, with a signed link."""
    notices: list[EnforcementNotice]
    """Withdrawals and reductions for the authority, the first one first."""
    outlay_amount: Decimal | None = None
    """The authority's fee, where it ended without an order: the creditor's outlay."""
    outlay_date: Moment | None = None
    """The day on which it became the creditor's outlay."""
    replies: list[NotedReply]
    """The authority's replies, the first one first."""
    documents: list[EnforcementDocument]
    """Files of the authority, the first one first."""
    renewals: list[EnforcementRenewal]
    """Requests for execution after the authority's case had ended, the first one first."""


class EnforcementActed(Model, kw_only=True, omit_defaults=True, rename={"id": "_id", "created": "_created", "updated": "_updated", "etag": "_etag", "status_": "_status", "warnings": "_warnings", "dry_run": "_dry_run"}):
    """How far an act left an application."""
    id: str
    """Unique, made by the service; later documents have greater ones."""
    created: Moment
    """When it was stored first."""
    updated: Moment
    """When it was changed last."""
    etag: str
    """Its tag: another after every change."""
    status_: str
    """That it went well."""
    warnings: list[AnswerWarning] | None = None
    """What looks wrong, or is not as it was asked for. Absent without warnings."""
    dry_run: bool | None = None
    """That it was a dry run, and nothing is stored."""
    status: EnforcementStatus
    """Its status after the act."""


class EnforcementDocument(Model, kw_only=True, omit_defaults=True):
    """A file that came from the authority."""
    id: str
    """The file: `GET /media--files/{id}`."""
    date: Moment
    """The day on which it was kept."""
    filename: str
    """The name of the file."""
    content_type: str
    """`application/pdf` and so on."""
    size: int
    """In bytes."""


class EnforcementList(Model, kw_only=True, omit_defaults=True, rename={"items": "_items", "meta": "_meta"}):
    """A page of `enforcements`."""
    items: list[Enforcement]
    """The documents of this page."""
    meta: PageMeta
    """Which page it is, and how many there are."""


class EnforcementMandate(Model, kw_only=True, omit_defaults=True, rename={"from_": "from"}):
    """The creditor's power of attorney for applications to the enforcement authority: lag (1990:746) 19 §."""
    from_: Moment | None = None
    """Its first day; without one, since ever."""
    until: Moment | None = None
    """Its last day; without one, until it is recalled."""
    file: FileShown | None = None
    """The signed document."""


class EnforcementNotice(Model, kw_only=True, omit_defaults=True):
    """A withdrawal or a reduction of an application, after a payment or a crediting."""
    kind: NoticeKind
    """Whether nothing remains, or how much."""
    date: Moment
    """The day on which it was made."""
    send_by: Moment
    """The day by which it is to be sent: the next banking day."""
    capital_amount: Decimal
    """The capital that remains."""
    interest_amount: Decimal
    """The interest that remains."""
    costs_amount: Decimal
    """The costs that remain, those of the application included."""
    confirmed_date: Moment | None = None
    """The day on which the authority confirmed it."""
    document: str
    """The file: `GET /media--files/{id}`."""


class EnforcementRenewal(Model, kw_only=True, omit_defaults=True):
    """A request for execution after the authority's case had ended."""
    date: Moment
    """The day on which it was made."""
    ended_date: Moment
    """The day on which the authority's case had ended before."""
    document: str | None = None
    """The request to sign, once it is made: `GET /media--files/{id}`."""


class ErasureBatch(Model, kw_only=True, omit_defaults=True, rename={"id": "_id", "created": "_created", "updated": "_updated", "etag": "_etag"}):
    """People whose retention has ended, erased once somebody confirms it."""
    id: str
    """Unique, made by the service; later documents have greater ones."""
    created: Moment
    """When it was stored first."""
    updated: Moment
    """When it was changed last."""
    etag: str
    """Its tag: another after every change."""
    status: ErasureBatchStatus
    """How far it has come."""
    listed_on: Moment
    """The business day on which the list was made."""
    customers: int
    """How many customers are on the list."""
    payers: int
    """How many payments of people without a case are on the list, whose payer is erased."""
    erased: int
    """How many customers were erased."""
    kept: int
    """How many could not be erased: something came that has to be kept, or it failed."""
    left: int
    """How many customers are still to come."""
    put_off_until: Moment | None = None
    """The day on which the list waits for a decision again."""
    note: str | None = None
    """Why it was put off."""
    decided_by: str | None = None
    """The user who confirmed it or put it off."""
    decided: Moment | None = None
    """When."""
    ended: Moment | None = None
    """When the last of the list was seen to."""
    listed: list[ListedCustomer]
    """Every customer on the list."""


class ErasureBatchDecided(Model, kw_only=True, omit_defaults=True, rename={"id": "_id", "created": "_created", "updated": "_updated", "etag": "_etag", "status_": "_status", "warnings": "_warnings", "dry_run": "_dry_run"}):
    """How far an erasure batch has come, once it was decided on."""
    id: str
    """Unique, made by the service; later documents have greater ones."""
    created: Moment
    """When it was stored first."""
    updated: Moment
    """When it was changed last."""
    etag: str
    """Its tag: another after every change."""
    status_: str
    """That it went well."""
    warnings: list[AnswerWarning] | None = None
    """What looks wrong, or is not as it was asked for. Absent without warnings."""
    dry_run: bool | None = None
    """That it was a dry run, and nothing is stored."""
    status: ErasureBatchStatus
    """How far it has come."""
    customers: int
    """How many customers are on the list."""
    left: int
    """How many customers are still to come."""
    put_off_until: Moment | None = None
    """The day on which the list waits for a decision again."""


class ErasureBatchList(Model, kw_only=True, omit_defaults=True, rename={"items": "_items", "meta": "_meta"}):
    """A page of `erasure--batches`."""
    items: list[ErasureBatch]
    """The documents of this page."""
    meta: PageMeta
    """Which page it is, and how many there are."""


class ErasureDelay(Sent, kw_only=True, omit_defaults=True):
    """Puts a list off."""
    until: SentMoment
    """The day on which the list waits for a decision again: one to come."""
    note: str
    """Why."""


class Error(Model, kw_only=True, omit_defaults=True, rename={"status": "_status", "issues": "_issues", "issue_codes": "_issue_codes", "items": "_items", "error": "_error"}):
    """The one shape of every error. `_issues` comes with 422 and has every issue at once."""
    status: str
    """That it went wrong."""
    issues: Any | None = None
    """With 422: every issue at once."""
    issue_codes: Any | None = None
    """The same issues with codes."""
    items: list[ErrorItem] | None = None
    """For an array that was refused: how each of its documents fared."""
    error: ErrorDetail
    """What is wrong, in a sentence."""


class ErrorDetail(Model, kw_only=True, omit_defaults=True):
    """What is wrong, in a sentence."""
    code: int
    """The status."""
    message: str
    """What is wrong, and what would be right."""
    type: ErrorType
    """The type, which stays the same."""


class ErrorItem(Model, kw_only=True, omit_defaults=True, rename={"status": "_status", "issues": "_issues", "issue_codes": "_issue_codes"}):
    """How one document of an array fared that was refused."""
    status: str
    """`OK` where nothing is wrong with it, and `ERR` where something is."""
    issues: Any | None = None
    """What is wrong with it."""
    issue_codes: Any | None = None
    """The same with codes."""


class Event(Model, kw_only=True, omit_defaults=True, rename={"id": "_id", "created": "_created", "updated": "_updated", "etag": "_etag"}):
    """What happened, in an order that can be followed."""
    id: str
    """Unique, made by the service; later documents have greater ones."""
    created: Moment
    """When it was stored first."""
    updated: Moment
    """When it was changed last."""
    etag: str
    """Its tag: another after every change."""
    position: int
    """Its place in the stream. Places have no gaps, and one that was seen is never followed by an earlier one."""
    type: EventType
    """The type of event."""
    account: str
    """The account that it belongs to."""
    creditor: str | None = None
    """The creditor, if it is of one."""
    case: str | None = None
    """The case, if it is about one."""
    data: dict[str, Any]
    """The fields of the type."""


class EventList(Model, kw_only=True, omit_defaults=True, rename={"items": "_items", "meta": "_meta"}):
    """A page of `events`."""
    items: list[Event]
    """The documents of this page."""
    meta: PageMeta
    """Which page it is, and how many there are."""


class FeeClaimed(Model, kw_only=True, omit_defaults=True):
    """A fee that the creditor has claimed of the customer already."""
    amount: Decimal
    """The claimed amount."""
    fee_registration_date: Moment | None = None
    """When the fee was charged."""


class FeeClaimedSent(Sent, kw_only=True, omit_defaults=True):
    """A fee that the creditor has claimed of the customer already."""
    amount: SentAmount
    """The claimed amount."""
    fee_registration_date: SentMoment | None = None
    """When the fee was charged."""


class FileForm(Sent, kw_only=True, omit_defaults=True):
    """A file and what it is for. Its content decides its type: a logo is PNG or SVG of at most 100 KiB,
    everything else PDF, JPEG, PNG, GIF or BMP of at most 25 MiB. `documents` are papers of the enforcement
    authority."""
    file: str
    """The file itself."""
    domain: FileDomain | None = None
    """The document that the file belongs to."""
    dotted_path: FileField
    """The field of the document that is to show the file."""


class FileImportFinishedData(Model, kw_only=True, omit_defaults=True):
    """The import of a file of registrations was finished."""
    event: str
    """The event."""
    position: int | None = None
    """Its place in the stream."""
    account: str
    """The account that it belongs to."""
    creditor: str | None = None
    """The creditor, if it is of one."""
    case: str | None = None
    """The case, if it is about one."""
    file_import_report: str | None = None
    """The report on the file."""
    registered: int | None = None
    """How many rows were registered."""
    refused: int | None = None
    """How many rows were refused."""
    duplicates: int | None = None
    """How many rows were there already."""


class FileImportFinishedMessage(Model, kw_only=True, omit_defaults=True):
    """The import of a file of registrations was finished."""
    type: str
    """What happened."""
    timestamp: Moment
    """When it happened."""
    data: FileImportFinishedData
    """What it is about."""


class FileImportForm(Sent, kw_only=True, omit_defaults=True):
    """A file of registrations: CSV, Excel or JSON lines, recognised by its content. It may also be sent as the
    body."""
    file: str
    """The file of registrations."""
    kind: ImportedKind
    """The kind of the file's rows."""
    creditor: str
    """The creditor of all rows."""


class FileImportReport(Model, kw_only=True, omit_defaults=True, rename={"id": "_id", "created": "_created", "updated": "_updated", "etag": "_etag"}):
    """Files of registrations that were imported, with what was refused and why."""
    id: str
    """Unique, made by the service; later documents have greater ones."""
    created: Moment
    """When it was stored first."""
    updated: Moment
    """When it was changed last."""
    etag: str
    """Its tag: another after every change."""
    account: str | None = None
    """Where all of the file is one account's."""
    creditor: str | None = None
    """Where all of the file is one creditor's."""
    kind: ImportedKind
    """The kind of the file's rows."""
    filename: str
    """The name of the file."""
    sha256: str
    """Of the file."""
    rows_read: int
    """How many rows the file has."""
    registered: int
    """How many rows were registered."""
    refused: int
    """How many rows were refused."""
    duplicates: int
    """Registrations that had been made before, with the same content."""
    finished: Moment | None = None
    """Absent while the import runs, or where it was broken off."""
    refusals: list[Refusal]
    """Rows that were not registered, and why."""


class FileImportReportList(Model, kw_only=True, omit_defaults=True, rename={"items": "_items", "meta": "_meta"}):
    """A page of `file--import-reports`."""
    items: list[FileImportReport]
    """The documents of this page."""
    meta: PageMeta
    """Which page it is, and how many there are."""


class FileImportTaken(Model, kw_only=True, omit_defaults=True, rename={"id": "_id", "created": "_created", "updated": "_updated", "etag": "_etag", "status": "_status", "dry_run": "_dry_run"}):
    """The answer of sending a file: its report, which counts while the worker registers. A dry run counts all of
    it."""
    id: str
    """Unique, made by the service; later ones are greater."""
    created: Moment
    """When it was stored."""
    updated: Moment
    """When it was last changed."""
    etag: str
    """Its tag: another after every change."""
    status: str
    """`OK`."""
    rows_read: int
    """How many rows the file has."""
    registered: int
    """How many rows were registered so far."""
    refused: int
    """How many rows were refused so far."""
    duplicates: int
    """Registrations that had been made before, with the same content."""
    refusals: list[Refusal]
    """Rows that were not registered, and why."""
    dry_run: bool | None = None
    """That it was a dry run, and nothing is stored."""


class FileKept(Model, kw_only=True, omit_defaults=True, rename={"status": "_status"}):
    """FileKept."""
    status: str
    """`OK`."""
    url: str
    """A signed link to the file, valid for an hour."""


class FileShown(Model, kw_only=True, omit_defaults=True):
    """FileShown."""
    id: str
    """The file, for `GET /media--files/{id}`."""
    filename: str
    """The name of the file."""
    content_type: str
    """`application/pdf` and so on."""
    size: int
    """In bytes."""
    url: str | None = None
    """A signed link, valid for an hour."""


class FinancePayout(Model, kw_only=True, omit_defaults=True, rename={"id": "_id", "created": "_created", "updated": "_updated", "etag": "_etag"}):
    """What is paid to creditors, by category and period."""
    id: str
    """Unique, made by the service; later documents have greater ones."""
    created: Moment
    """When it was stored first."""
    updated: Moment
    """When it was changed last."""
    etag: str
    """Its tag: another after every change."""
    account: str
    """The account that it belongs to."""
    creditor: str
    """Empty for the operator's own fees."""
    currency: str
    """`SEK`."""
    payout_reference: str
    """Shown to the creditor by its bank."""
    ready_for_payout: bool
    """Whether its period has ended, its minimum is reached and it can be paid to the creditor's account."""
    not_ready_reason: NotReadyReason | None = None
    """`period_running`, `below_minimum`, `no_payout_account`, `payout_account_invalid`, `payee_unpayable` or
    `transfer_rejected`."""
    approvals: list[PayoutApproval] | None = None
    """Who has approved it as it stands. What changes its amount, its account or, by hand, itself, asks for it
    anew."""
    approvals_missing: int
    """How many more people have to approve it before it is exported: `payout_approvals` of the creditor."""
    bank_payout_request: str | None = None
    """The order to the bank that it was exported with."""
    payout_date: Moment | None = None
    """When it was exported, or paid by hand."""
    banking_account: str | None = None
    """The account of ours that it was paid from."""
    ledger_account: int | None = None
    """`1990`: client funds."""
    amount: Decimal | None = None
    """Without VAT."""
    vat_amount: Decimal | None = None
    """The VAT of the amount."""
    total_amount: Decimal | None = None
    """The amount with its VAT."""
    summary: dict[str, ArticleSummary] | None = None
    """By article."""
    creditor_payment_reference: str | None = None
    """The payment's id in the banks' files; the same for payouts that are one transfer."""
    finance_category: FinanceCategory | None = None
    """`capital`, `interest`, `creditor_outlay` or `creditor_commission`; shown to the operator alone,
    `operator_fees`."""
    finance_interval: Interval | None = None
    """`daily`, `weekly`, `monthly` or `quarterly`."""
    finance_period_start_date: Moment | None = None
    """The first day that belongs to it."""
    finance_period_end_date: Moment | None = None
    """The last day that belongs to it."""
    finance_period_day: int | None = None
    """1 to 366, of a daily one."""
    finance_period_week: int | None = None
    """1 to 53 by ISO 8601, of a weekly one."""
    finance_period_month: int | None = None
    """Of a monthly one."""
    finance_period_quarter: int | None = None
    """Of a week, that of its Thursday; so are half-year and year."""
    finance_period_half_year: int | None = None
    """The half-year that it belongs to, 1 or 2."""
    finance_period_year: int | None = None
    """The year that it belongs to."""
    document: PayoutDocument | None = None
    """The self invoice of a commission payout."""


class FinancePayoutChange(Sent, kw_only=True, omit_defaults=True):
    """The changeable fields of a payout; its specifications show a change at once."""
    payout_reference: str | None = None
    """The payout's reference, which the creditor's bank shows."""
    payout_date: SentMoment | None = None
    """Setting it on a payout that was not exported says that it was paid by hand."""
    finance_interval: Interval | None = None
    """How long its period is."""


class FinancePayoutList(Model, kw_only=True, omit_defaults=True, rename={"items": "_items", "meta": "_meta"}):
    """A page of `finance--payouts`."""
    items: list[FinancePayout]
    """The documents of this page."""
    meta: PageMeta
    """Which page it is, and how many there are."""


class FinancePayoutSpecification(Model, kw_only=True, omit_defaults=True, rename={"id": "_id", "created": "_created", "updated": "_updated", "etag": "_etag", "status": "_status"}):
    """What settled money owes to creditors, line by line."""
    id: str
    """Unique, made by the service; later documents have greater ones."""
    created: Moment
    """When it was stored first."""
    updated: Moment
    """When it was changed last."""
    etag: str
    """Its tag: another after every change."""
    creditor: str
    """Empty for what is left of a fee to the operator, which nobody else sees."""
    account: str
    """The account that it belongs to."""
    bank_account: BankAccount
    """The account that it was paid to, or is going to be."""
    payout_frequency: Interval
    """The creditor's, for the category."""
    payout_day: PayoutDay
    """The day of the week on which payouts of an ended period are paid."""
    minimum_payout_amount: Decimal
    """A smaller amount is carried over to the next period."""
    currency: str
    """`SEK`."""
    is_active: bool
    """Whether the creditor is."""
    status: str
    """`OK`."""
    article: PayoutArticle
    """`capital`, `interest`, `reminder`, `cost`, `debt_collection`, `enforcement`, `amortization_setup`,
    `amortization_advice`, `amortization_reminder` or `commission`."""
    amount: Decimal
    """Negative where an earlier line is taken back."""
    vat_amount: Decimal
    """Of commission."""
    total_amount: Decimal
    """The amount with its VAT."""
    booking_date: Moment
    """The day on which it was booked."""
    case: str
    """The case that it is about."""
    invoice_number: str
    """The creditor's own number of the invoice."""
    reference_number: str | None = None
    """A reference number of your own; of a credit invoice, the number of the invoice that it credits."""
    finance_category: FinanceCategory
    """The kind of money."""
    payout: str | None = None
    """The payout that it is in."""
    payout_date: Moment | None = None
    """The payout's."""
    payout_reference: str | None = None
    """The payout's."""
    payout_interval: Interval
    """The payout's `finance_interval`, before it is in one the creditor's."""
    operator_invoice: str | None = None
    """The operator's invoice that a kept fee is billed in, or that a line of article `cost` pays."""
    state: SpecificationState
    """`loose` until it is gathered, then `prepared`, and `paid_out` once its payout was exported or paid by
    hand."""


class FinancePayoutSpecificationList(Model, kw_only=True, omit_defaults=True, rename={"items": "_items", "meta": "_meta"}):
    """A page of `finance--payout-specifications`."""
    items: list[FinancePayoutSpecification]
    """The documents of this page."""
    meta: PageMeta
    """Which page it is, and how many there are."""


class Fine(Model, kw_only=True, omit_defaults=True, rename={"status": "_status"}):
    """Fine."""
    status: str
    """`OK`."""


class ForbearanceInput(Sent, kw_only=True, omit_defaults=True):
    """Notes that the creditor offered a consumer forbearance before the debt is collected."""
    offered_on: SentMoment
    """The day on which it was offered."""


class FreeLetterInput(Sent, kw_only=True, omit_defaults=True):
    """A letter in own words, or of a template: what is not said of `subject` and `text` is the template's."""
    template: FreeTemplate | None = None
    """The template that the letter begins with; without one it needs both `subject` and `text`."""
    subject: str | None = None
    """Its headline, at most 120 characters."""
    text: str | None = None
    """The text, at most 10,000 characters; an empty line begins a new paragraph."""


class HandOverInput(Sent, kw_only=True, omit_defaults=True):
    """A request that a court takes a contested case over."""
    date: SentMoment | None = None
    """The day on which the request came to the authority; today by default."""


class Home(Model, kw_only=True, omit_defaults=True, rename={"status": "_status"}):
    """Home."""
    status: str
    """`OK`."""
    name: str
    """The name of the service."""
    openapi: str
    """Where programs read about the interface."""
    docs: str
    """Where people read about the interface."""
    mode: InstallationMode
    """Whether this is a sandbox, where nothing is sent or paid."""
    version: str
    """The version of the service."""
    business_date: str | None = None
    """Today on the business clock, if the database answers."""


class InsolvencyClaimInput(Sent, kw_only=True, omit_defaults=True):
    """A claim to file, stated on the day of the decision."""
    kind: InsolvencyKind
    """The proceeding that it is filed in."""
    date: SentMoment | None = None
    """The day of the decision, on which the claim is stated; of a bankruptcy the marked day unless given, else
    today."""
    case_number: str | None = None
    """The number of the proceeding at the court or the authority."""


class InterestRate(Model, kw_only=True, omit_defaults=True):
    """InterestRate."""
    reference_rate: bool
    """Whether the reference rate + 8 points is used (räntelagen 6 §)."""
    rate_percent: Decimal | None = None
    """The agreed yearly rate, where the reference rate is not used."""


class InterestRateChange(Sent, kw_only=True, omit_defaults=True):
    """InterestRateChange."""
    reference_rate: bool | None = None
    """Whether the reference rate + 8 points is used (räntelagen 6 §)."""
    rate_percent: SentAmount | None = None
    """The agreed yearly rate, where the reference rate is not used."""


class InterestRateSent(Sent, kw_only=True, omit_defaults=True):
    """InterestRateSent."""
    reference_rate: bool
    """Whether the reference rate + 8 points is used (räntelagen 6 §)."""
    rate_percent: SentAmount | None = None
    """The agreed yearly rate, where the reference rate is not used."""


class InterruptionInput(Sent, kw_only=True, omit_defaults=True):
    """Something that interrupted limitation, and its evidence."""
    date: SentMoment
    """The day of it; of a demand the day on which it arrived."""
    kind: InterruptionKind
    """The kind of interruption."""
    evidence: str
    """The proof of it, such as a receipt or the number of a payment."""


class InterruptionInputShown(Model, kw_only=True, omit_defaults=True):
    """Something that interrupted limitation, and its evidence."""
    date: Moment
    """The day of it; of a demand the day on which it arrived."""
    kind: InterruptionKind
    """The kind of interruption."""
    evidence: str
    """The proof of it, such as a receipt or the number of a payment."""


class Invoice(Model, kw_only=True, omit_defaults=True, rename={"id": "_id", "created": "_created", "updated": "_updated", "etag": "_etag"}):
    """What customers got."""
    id: str
    """Unique, made by the service; later documents have greater ones."""
    created: Moment
    """When it was stored first."""
    updated: Moment
    """When it was changed last."""
    etag: str
    """Its tag: another after every change."""
    account: str
    """The account that it belongs to."""
    creditor: str
    """The creditor whose invoice it is."""
    creditor_name: str
    """The creditor's name."""
    customer: str
    """The customer who got it."""
    customer_name: str
    """The customer's name."""
    customer_id_number: str
    """The customer's personal or organisation number."""
    customer_number: str | None = None
    """Your own number of the customer."""
    customer_status: str
    """`initialized`."""
    invoice_type: InvoiceType
    """`invoice` or `credit_invoice`."""
    invoice_number: str
    """The creditor's own number of the invoice."""
    reference_number: str | None = None
    """A reference number of your own; of a credit invoice, the number of the invoice that it credits."""
    payout_reference: str | None = None
    """The reference of the debt's payout; the creditor's bank shows it."""
    invoice_date: Moment
    """The date of the invoice."""
    invoice_due_date: Moment
    """The day to pay by."""
    invoice_delivery_date: Moment | None = None
    """When the goods or services were delivered."""
    invoice_headline: str | None = None
    """The headline of the invoice."""
    invoice_body_text: str | None = None
    """A text above the lines of the invoice."""
    currency: str
    """`SEK`."""
    your_contact: str | None = None
    """The customer's contact person."""
    your_reference: str | None = None
    """The customer's own reference."""
    our_reference: str | None = None
    """The creditor's contact for the invoice."""
    your_additional_reference: str | None = None
    """A further reference of the customer's own."""
    order_reference: str | None = None
    """The number of the customer's order."""
    contract_reference: str | None = None
    """The contract that the invoice rests on."""
    debt_description: str | None = None
    """The description of the debt, in words that the debtor understands."""
    custom_column_headlines: list[str] | None = None
    """Headlines of columns of your own on the invoice."""
    matrix: list[MatrixItem]
    """The lines of the invoice."""
    ocr_number: str
    """The payment reference itself."""
    case: str
    """The case that it is about."""
    case_status: CaseStatus
    """As the case's now."""
    case_state: CaseState
    """As the case's now."""
    agreement_version: str
    """The agreement in force."""
    invoice_registration: str
    """The registration that made it."""
    print: str | None = None
    """The printed document; left out for the moments until it is made."""
    print_document: FileShown | None = None
    """The printed document, with a signed link."""
    delivery: Delivery | None = None
    """How it leaves, or left; absent for one that was registered before invoices were sent."""
    total_amount_including_vat: Decimal
    """Before rounding."""
    total_amount_excluding_vat: Decimal
    """The sum of the lines."""
    total_vat_25_percent: Decimal
    """VAT of what has 25 %."""
    total_vat_12_percent: Decimal
    """VAT of what has 12 %."""
    total_vat_6_percent: Decimal
    """VAT of what has 6 %."""
    total_vat: Decimal
    """All VAT."""
    amount_rounding: Decimal
    """To whole kronor, 50 öre up; the case's capital is the total and this."""
    letter_template: str
    """As sent."""
    increment_invoice_number: bool
    """Always false: the number is the creditor's own."""
    debtor: str
    """The customer's id."""
    debtor_name: str
    """The customer's name."""
    preferred_invoice_distribution: str | None = None
    """How it was wished that the invoice goes out, as sent."""
    labels: list[str] | None = None
    """Your own."""
    case_total_added_transaction_amount: Decimal
    """As the case's totals are now; so are the next."""
    case_total_added_capital_amount: Decimal
    """The capital added to the case so far."""
    case_total_added_interest_amount: Decimal
    """The interest added to the case so far."""
    case_total_added_costs_amount: Decimal
    """The costs added to the case so far."""
    case_total_remaining_transaction_amount: Decimal
    """All that the case still owes."""
    case_total_remaining_capital_amount: Decimal
    """The capital that the case still owes."""
    case_total_remaining_interest_amount: Decimal
    """The interest that the case still owes."""
    case_total_remaining_costs_amount: Decimal
    """The costs that the case still owes."""


class InvoiceActed(Model, kw_only=True, omit_defaults=True, rename={"id": "_id", "created": "_created", "updated": "_updated", "etag": "_etag", "status": "_status", "warnings": "_warnings", "dry_run": "_dry_run"}):
    """An invoice after an act."""
    id: str
    """Unique, made by the service; later documents have greater ones."""
    created: Moment
    """When it was stored first."""
    updated: Moment
    """When it was changed last."""
    etag: str
    """Its tag: another after every change."""
    status: str
    """That it went well."""
    warnings: list[AnswerWarning] | None = None
    """What looks wrong, or is not as it was asked for. Absent without warnings."""
    dry_run: bool | None = None
    """That it was a dry run, and nothing is stored."""
    delivery_status: InvoiceDeliveryStatus
    """`queued` when it is released, `failed` when it is voided."""


class InvoiceList(Model, kw_only=True, omit_defaults=True, rename={"items": "_items", "meta": "_meta"}):
    """A page of `invoices`."""
    items: list[Invoice]
    """The documents of this page."""
    meta: PageMeta
    """Which page it is, and how many there are."""


class InvoiceNotDeliveredData(Model, kw_only=True, omit_defaults=True):
    """A channel could not deliver an invoice; the next channel takes over if there is one."""
    event: str
    """The event."""
    position: int | None = None
    """Its place in the stream."""
    account: str
    """The account that it belongs to."""
    creditor: str | None = None
    """The creditor, if it is of one."""
    case: str | None = None
    """The case, if it is about one."""
    invoice: str | None = None
    """The invoice."""
    invoice_type: InvoiceType | None = None
    """Whether it asks for money or takes back another."""
    channel: DeliveryChannel | None = None
    """How it left, or was to."""
    reason: str | None = None
    """Why, in a sentence."""
    next_channel: DeliveryChannel | None = None
    """The channel that takes it next."""


class InvoiceNotDeliveredMessage(Model, kw_only=True, omit_defaults=True):
    """A channel could not deliver an invoice; the next channel takes over if there is one."""
    type: str
    """What happened."""
    timestamp: Moment
    """When it happened."""
    data: InvoiceNotDeliveredData
    """What it is about."""


class InvoiceRegistered(Model, kw_only=True, omit_defaults=True, rename={"id": "_id", "created": "_created", "updated": "_updated", "etag": "_etag", "status": "_status", "warnings": "_warnings", "dry_run": "_dry_run", "invoice": "_invoice", "case": "_case", "ocr_number": "_ocr_number", "totals": "_totals"}):
    """The additional fields of the answer to registering an invoice."""
    id: str
    """Unique, made by the service; later documents have greater ones."""
    created: Moment
    """When it was stored first."""
    updated: Moment
    """When it was changed last."""
    etag: str
    """Its tag: another after every change."""
    status: str
    """That it went well."""
    warnings: list[AnswerWarning] | None = None
    """What looks wrong, or is not as it was asked for. Absent without warnings."""
    dry_run: bool | None = None
    """That it was a dry run, and nothing is stored."""
    invoice: str
    """The invoice that it made."""
    case: str
    """The case that follows the invoice."""
    ocr_number: str
    """The payment reference's record."""
    ocr_number_ocr: str
    """The payment reference."""
    totals: ShownTotals | None = None
    """The totals of the invoice, in a dry run."""


class InvoiceRegisteredData(Model, kw_only=True, omit_defaults=True):
    """An invoice was registered and its case opened; a credit invoice was registered and the case credited."""
    event: str
    """The event."""
    position: int | None = None
    """Its place in the stream."""
    account: str
    """The account that it belongs to."""
    creditor: str | None = None
    """The creditor, if it is of one."""
    case: str | None = None
    """The case, if it is about one."""
    invoice: str | None = None
    """The invoice."""
    invoice_registration: str | None = None
    """The registration of the invoice."""
    invoice_type: InvoiceType | None = None
    """Whether it asks for money or takes back another."""
    invoice_number: str | None = None
    """The creditor's own number of the invoice."""
    amount: Decimal | None = None
    """The amount in kronor."""


class InvoiceRegisteredMany(Model, kw_only=True, omit_defaults=True, rename={"status": "_status", "items": "_items", "dry_run": "_dry_run"}):
    """What is answered where an array of documents was sent."""
    status: str
    """That it went well."""
    items: list[InvoiceRegistered]
    """What became of each, in the order of the array."""
    dry_run: bool | None = None
    """That it was a dry run, and nothing is stored."""


class InvoiceRegisteredMessage(Model, kw_only=True, omit_defaults=True):
    """An invoice was registered and its case opened; a credit invoice was registered and the case credited."""
    type: str
    """What happened."""
    timestamp: Moment
    """When it happened."""
    data: InvoiceRegisteredData
    """What it is about."""


class InvoiceRegistration(Model, kw_only=True, omit_defaults=True, rename={"id": "_id", "created": "_created", "updated": "_updated", "etag": "_etag", "invoice": "_invoice", "case": "_case", "ocr_number": "_ocr_number"}):
    """The registration as it was sent, and what it made."""
    id: str
    """Unique, made by the service; later documents have greater ones."""
    created: Moment
    """When it was stored first."""
    updated: Moment
    """When it was changed last."""
    etag: str
    """Its tag: another after every change."""
    claim_kind: ClaimKind | None = None
    """The kind of claim; `goods_or_services` unless stated. It decides which costs may be charged."""
    due_date_basis: DueDateBasis | None = None
    """Where the due date comes from; the case setting unless stated. Interest begins by it."""
    invoice_sent_date: Moment | None = None
    """The day on which the creditor sent the invoice; the invoice date unless stated. An invoice that we send
    leaves by us."""
    interest_notice: bool | None = None
    """`false` where a consumer's invoice does not state that late payment bears interest."""
    business_debt: bool | None = None
    """Whether the customer owes it as a business; unless stated, the customer's number decides."""
    consumer_credit: bool | None = None
    """Whether it is a consumer credit."""
    forbearance_offered: Moment | None = None
    """The day on which the creditor offered forbearance to the consumer."""
    reminded_on: Moment | None = None
    """The day on which the creditor reminded of it."""
    control_fee: ControlFeeInputShown | None = None
    """The parking; required of a `control_fee`."""
    limitation_kind: LimitationKind | None = None
    """The kind of limitation; unless stated, by the kind of claim and who owes it."""
    arose_on: Moment | None = None
    """The day on which the debt arose; unless stated, the day of the delivery, else the invoice date."""
    moved_out: Moment | None = None
    """The day on which a tenant moved out."""
    interruptions: list[InterruptionInputShown] | None = None
    """Interruptions of limitation before the registration."""
    account: str
    """The account that it belongs to."""
    creditor: str
    """The creditor whose invoice it is."""
    customer: CustomerInputShown
    """As sent."""
    invoice_type: InvoiceType
    """Whether it asks for money or takes back another."""
    invoice_number: str
    """The creditor's own number of the invoice."""
    reference_number: str | None = None
    """A reference number of your own; of a credit invoice, the number of the invoice that it credits."""
    payout_reference: str | None = None
    """The reference of the debt's payout; the creditor's bank shows it."""
    invoice_date: Moment
    """The date of the invoice."""
    invoice_due_date: Moment
    """The day to pay by."""
    invoice_delivery_date: Moment | None = None
    """When the goods or services were delivered."""
    invoice_headline: str | None = None
    """The headline of the invoice."""
    invoice_body_text: str | None = None
    """A text above the lines of the invoice."""
    currency: str
    """`SEK`."""
    your_contact: str | None = None
    """The customer's contact person."""
    your_reference: str | None = None
    """The customer's own reference."""
    our_reference: str | None = None
    """The creditor's contact for the invoice."""
    your_additional_reference: str | None = None
    """A further reference of the customer's own."""
    order_reference: str | None = None
    """The number of the customer's order."""
    contract_reference: str | None = None
    """The contract that the invoice rests on."""
    debt_description: str | None = None
    """The description of the debt, in words that the debtor understands."""
    letter_template: str | None = None
    """Deprecated since 2025-06-13; not required."""
    custom_column_headlines: list[str] | None = None
    """Headlines of columns of your own on the invoice."""
    matrix: list[MatrixInputShown]
    """The lines of the invoice."""
    preferred_invoice_distribution: str | None = None
    """How it was wished that the invoice goes out, as sent."""
    case_settings: CaseSettings | None = None
    """The case's own settings; missing ones come from the creditor or the account."""
    labels: list[str] | None = None
    """Your own."""
    file_import_report: dict[str, Any] | None = None
    """Where it came from a file."""
    start_flow: bool | None = None
    """As sent."""
    hold: bool | None = None
    """As sent."""
    invoice: str
    """The invoice it made."""
    case: str
    """Its case."""
    ocr_number: str
    """The payment reference's record."""
    ocr_number_ocr: str
    """The payment reference."""


class InvoiceRegistrationInput(Sent, kw_only=True, omit_defaults=True):
    """An invoice, with the particulars of its claim."""
    claim_kind: ClaimKind | None = None
    """The kind of claim; `goods_or_services` unless stated. It decides which costs may be charged."""
    due_date_basis: DueDateBasis | None = None
    """Where the due date comes from; the case setting unless stated. Interest begins by it."""
    invoice_sent_date: SentMoment | None = None
    """The day on which the creditor sent the invoice; the invoice date unless stated. An invoice that we send
    leaves by us."""
    interest_notice: bool | None = None
    """`false` where a consumer's invoice does not state that late payment bears interest."""
    business_debt: bool | None = None
    """Whether the customer owes it as a business; unless stated, the customer's number decides."""
    consumer_credit: bool | None = None
    """Whether it is a consumer credit."""
    forbearance_offered: SentMoment | None = None
    """The day on which the creditor offered forbearance to the consumer."""
    reminded_on: SentMoment | None = None
    """The day on which the creditor reminded of it."""
    control_fee: ControlFeeInput | None = None
    """The parking; required of a `control_fee`."""
    limitation_kind: LimitationKind | None = None
    """The kind of limitation; unless stated, by the kind of claim and who owes it."""
    arose_on: SentMoment | None = None
    """The day on which the debt arose; unless stated, the day of the delivery, else the invoice date."""
    moved_out: SentMoment | None = None
    """The day on which a tenant moved out."""
    interruptions: list[InterruptionInput] | None = None
    """Interruptions of limitation before the registration."""
    account: str
    """The id of one of `accounts`."""
    creditor: str
    """The id of one of `creditors`."""
    customer: CustomerInput
    """Matched or made."""
    invoice_type: InvoiceType
    """Whether it asks for money or takes back another."""
    invoice_number: str
    """Unique for the creditor."""
    reference_number: str | None = None
    """Of a credit invoice: the number of the invoice that it credits."""
    payout_reference: str | None = None
    """The reference of the debt's payout; the creditor's bank shows it."""
    invoice_date: SentMoment
    """The date of the invoice."""
    invoice_due_date: SentMoment
    """Not before `invoice_date`."""
    invoice_delivery_date: SentMoment | None = None
    """When the goods or services were delivered."""
    invoice_headline: str | None = None
    """The headline of the invoice."""
    invoice_body_text: str | None = None
    """A text above the lines of the invoice."""
    currency: str
    """The currency of every amount in it."""
    your_contact: str | None = None
    """The customer's contact person."""
    your_reference: str | None = None
    """The customer's own reference."""
    our_reference: str | None = None
    """The creditor's contact for the invoice."""
    your_additional_reference: str | None = None
    """A further reference of the customer's own."""
    order_reference: str | None = None
    """The number of the customer's order."""
    contract_reference: str | None = None
    """The contract that the invoice rests on."""
    debt_description: str | None = None
    """The description of the debt, in words that the debtor understands."""
    letter_template: str | None = None
    """Deprecated since 2025-06-13; not required."""
    custom_column_headlines: list[str] | None = None
    """Headlines of columns of your own on the invoice."""
    matrix: list[MatrixInput]
    """At least one line."""
    preferred_invoice_distribution: str | None = None
    """A value of `InvoiceDistribution`, or a usual word for it such as `brev`; anything else is taken as the
    default."""
    case_settings: CaseSettingsSent | None = None
    """For this case alone."""
    labels: list[str] | None = None
    """Your own."""
    start_flow: bool | None = None
    """`false` waits."""
    hold: bool | None = None
    """`true` registers it without sending it: it leaves when it is released, or ends when it is voided."""


class InvoiceRegistrationList(Model, kw_only=True, omit_defaults=True, rename={"items": "_items", "meta": "_meta"}):
    """A page of `invoice--registrations`."""
    items: list[InvoiceRegistration]
    """The documents of this page."""
    meta: PageMeta
    """Which page it is, and how many there are."""


class InvoiceSentData(Model, kw_only=True, omit_defaults=True):
    """An invoice left by that channel; a sandbox shows it instead."""
    event: str
    """The event."""
    position: int | None = None
    """Its place in the stream."""
    account: str
    """The account that it belongs to."""
    creditor: str | None = None
    """The creditor, if it is of one."""
    case: str | None = None
    """The case, if it is about one."""
    invoice: str | None = None
    """The invoice."""
    invoice_type: InvoiceType | None = None
    """Whether it asks for money or takes back another."""
    channel: DeliveryChannel | None = None
    """How it left, or was to."""


class InvoiceSentMessage(Model, kw_only=True, omit_defaults=True):
    """An invoice left by that channel; a sandbox shows it instead."""
    type: str
    """What happened."""
    timestamp: Moment
    """When it happened."""
    data: InvoiceSentData
    """What it is about."""


class InvoicedOutlay(Model, kw_only=True, omit_defaults=True):
    """A fee of the enforcement authority on a case, which the debtor does not owe."""
    case: str
    """The case."""
    outlay: str
    """The authority's fee, which an outlay is named by."""
    date: Moment
    """The day on which the authority was paid."""
    amount: Decimal
    """Negative where the debtor owes it again."""


class JudgmentInput(Sent, kw_only=True, omit_defaults=True):
    """A judgment or an order on the claim before the registration."""
    number: str
    """Its number at the court or the authority."""
    date: SentMoment
    """The day of it."""
    amounts: AwardedAmountsSent | None = None
    """The amounts that it awarded."""


class JudgmentInputShown(Model, kw_only=True, omit_defaults=True):
    """A judgment or an order on the claim before the registration."""
    number: str
    """Its number at the court or the authority."""
    date: Moment
    """The day of it."""
    amounts: AwardedAmounts | None = None
    """The amounts that it awarded."""


class KeyAdded(Model, kw_only=True, omit_defaults=True, rename={"id": "_id", "created": "_created", "updated": "_updated", "etag": "_etag", "status": "_status", "warnings": "_warnings", "dry_run": "_dry_run"}):
    """The id of the new key, and its fingerprint."""
    id: str
    """Unique, made by the service; later documents have greater ones."""
    created: Moment
    """When it was stored first."""
    updated: Moment
    """When it was changed last."""
    etag: str
    """Its tag: another after every change."""
    status: str
    """That it went well."""
    warnings: list[AnswerWarning] | None = None
    """What looks wrong, or is not as it was asked for. Absent without warnings."""
    dry_run: bool | None = None
    """That it was a dry run, and nothing is stored."""
    key: str
    """The id of the key."""
    fingerprint: str
    """SHA-256 of the key's DER, in hex."""


class KeyInput(Sent, kw_only=True, omit_defaults=True):
    """A public key, as PEM."""
    public_key: str
    """A public key of the kinds that signing in takes, as PEM."""


class KnownSince(Model, kw_only=True, omit_defaults=True):
    """Something that has become known after the moment that a statement is asked for."""
    date: str
    """The day as of which it counts."""
    type: FactType
    """The type of the fact; for a fee its article."""
    amount: Decimal | None = None
    """How much it is about, where it has an amount."""
    fact: str
    """A payment, a letter, a crediting."""
    registered: Moment
    """When it became known."""


class LawRow(Model, kw_only=True, omit_defaults=True, rename={"id": "_id", "from_": "from"}):
    """LawRow."""
    id: str
    """The id of the row."""
    article: LawRowKind
    """The subject of the row."""
    from_: Moment
    """The first day on which it holds."""
    amount: Decimal | None = None
    """The most that may be charged, where it is about an amount."""
    percent: Decimal | None = None
    """The reference rate, in percent a year."""
    parts: list[DebtPart] | None = None
    """The parts of a debt in the order in which a payment covers them."""
    claim_kind: ClaimKind | None = None
    """The only kind of claim that an order of payment is for."""
    is_for_consumers: bool | None = None
    """Whether an order of payment is for debts of consumers alone."""
    source: str
    """The announcement of it, as SFS 2026:1234."""
    status: LawRowStatus
    """Whether it waits, holds or was rejected."""
    proposed: Moment
    """When it was proposed."""
    proposed_by: str | None = None
    """The user who proposed it; left out where the command line did."""
    decided: Moment | None = None
    """When it was approved or rejected."""
    decided_by: str | None = None
    """The user who approved or rejected it."""


class LawRowInput(Sent, kw_only=True, omit_defaults=True, rename={"from_": "from"}):
    """Proposes a row, with one value of the kind that its article has."""
    article: LawRowKind
    """The subject of the row."""
    from_: SentMoment
    """The first day on which it holds."""
    amount: SentAmount | None = None
    """The most that may be charged, of what is an amount."""
    percent: SentAmount | None = None
    """The reference rate, in percent a year, with `reference_rate`."""
    parts: list[DebtPart] | None = None
    """All parts of a debt in the order in which a payment covers them, with `order_of_payment`."""
    claim_kind: ClaimKind | None = None
    """The only kind of claim that an order of payment is for."""
    is_for_consumers: bool | None = None
    """Whether an order of payment is for debts of consumers alone."""
    source: str | None = None
    """The announcement of it, as SFS 2026:1234; required unless the installation is a sandbox."""


class LawRowList(Model, kw_only=True, omit_defaults=True, rename={"items": "_items"}):
    """Every row that was added, the latest first."""
    items: list[LawRow]
    """The rows, whatever their status."""


class Letter(Model, kw_only=True, omit_defaults=True, rename={"id": "_id", "created": "_created", "updated": "_updated", "etag": "_etag"}):
    """What was sent to customers, and proof that it was lawful."""
    id: str
    """Unique, made by the service; later documents have greater ones."""
    created: Moment
    """When it was stored first."""
    updated: Moment
    """When it was changed last."""
    etag: str
    """Its tag: another after every change."""
    account: str
    """The account that it belongs to."""
    creditor: str
    """The creditor whose claim it is about."""
    customer: str
    """The customer whom it is written to."""
    case: str
    """The case that it is about."""
    envelope: str
    """Letters of one envelope go together."""
    letter_number: str | None = None
    """The number that people use, printed on it: *Brevnummer*. It is given when the letter is made, and unique."""
    kind: LetterKind
    """Reminder, demand and so on."""
    subject: str | None = None
    """The headline of a `free` letter, as it was written."""
    language: Language
    """The language that it is written in."""
    channel: Channel
    """How it goes out."""
    status: LetterStatus
    """`queued`, `made`, `sent`, `shown` (by a sandbox, which sends nothing), `failed` or `stopped`."""
    dated: Moment
    """The day on it."""
    pay_by: Moment | None = None
    """The day to pay by."""
    fee: Decimal
    """The fee that it charged the customer."""
    amount: Decimal
    """The amount that it asks for."""
    sha256: str | None = None
    """Of the document, so that it can be shown to be the one that was sent."""
    checklist: list[Check] | None = None
    """The checks of law, each with its source."""
    document: FileShown | None = None
    """The document, with a signed link."""
    sent: Moment | None = None
    """When it left."""
    read: Moment | None = None
    """When the receiver opened it, where the channel tells: Kivra may."""
    declined: Moment | None = None
    """When the receiver declined in Kivra to pay it."""
    returned: Moment | None = None
    """The day on which it came back."""
    returned_reason: str | None = None
    """Why it came back, as the envelope says."""


class LetterList(Model, kw_only=True, omit_defaults=True, rename={"items": "_items", "meta": "_meta"}):
    """A page of `letters`."""
    items: list[Letter]
    """The documents of this page."""
    meta: PageMeta
    """Which page it is, and how many there are."""


class LetterSentData(Model, kw_only=True, omit_defaults=True):
    """A letter left."""
    event: str
    """The event."""
    position: int | None = None
    """Its place in the stream."""
    account: str
    """The account that it belongs to."""
    creditor: str | None = None
    """The creditor, if it is of one."""
    case: str | None = None
    """The case, if it is about one."""
    letter: str | None = None
    """The letter."""
    kind: str | None = None
    """Of a note, a letter or an objection: which kind."""
    channel: DeliveryChannel | None = None
    """How it left, or was to."""


class LetterSentMessage(Model, kw_only=True, omit_defaults=True):
    """A letter left."""
    type: str
    """What happened."""
    timestamp: Moment
    """When it happened."""
    data: LetterSentData
    """What it is about."""


class LetterStopped(Model, kw_only=True, omit_defaults=True, rename={"id": "_id", "created": "_created", "updated": "_updated", "etag": "_etag", "status_": "_status", "warnings": "_warnings", "dry_run": "_dry_run"}):
    """A letter that will not leave, or that came back."""
    id: str
    """Unique, made by the service; later documents have greater ones."""
    created: Moment
    """When it was stored first."""
    updated: Moment
    """When it was changed last."""
    etag: str
    """Its tag: another after every change."""
    status_: str
    """That it went well."""
    warnings: list[AnswerWarning] | None = None
    """What looks wrong, or is not as it was asked for. Absent without warnings."""
    dry_run: bool | None = None
    """That it was a dry run, and nothing is stored."""
    case: str
    """The case that it is about."""
    kind: LetterKind
    """Which kind of letter."""
    status: LetterStatus
    """How far the letter came."""


class LetterStoppedData(Model, kw_only=True, omit_defaults=True):
    """The law or a person stopped a letter."""
    event: str
    """The event."""
    position: int | None = None
    """Its place in the stream."""
    account: str
    """The account that it belongs to."""
    creditor: str | None = None
    """The creditor, if it is of one."""
    case: str | None = None
    """The case, if it is about one."""
    letter: str | None = None
    """The letter."""
    kind: str | None = None
    """Of a note, a letter or an objection: which kind."""


class LetterStoppedMessage(Model, kw_only=True, omit_defaults=True):
    """The law or a person stopped a letter."""
    type: str
    """What happened."""
    timestamp: Moment
    """When it happened."""
    data: LetterStoppedData
    """What it is about."""


class ListedCustomer(Model, kw_only=True, omit_defaults=True):
    """ListedCustomer."""
    account: str
    """The customer's account."""
    customer: str
    """The customer."""
    stage: ErasureStage
    """The stage that is due."""
    outcome: ErasureOutcome | None = None
    """The outcome; absent until then."""


class Locale(Model, kw_only=True, omit_defaults=True, rename={"id": "_id", "created": "_created", "updated": "_updated", "etag": "_etag"}):
    """Every text the service shows, by tag and language."""
    id: str
    """Unique, made by the service; later documents have greater ones."""
    created: Moment
    """When it was stored first."""
    updated: Moment
    """When it was changed last."""
    etag: str
    """Its tag: another after every change."""
    application: str
    """The application that shows the text."""
    locale_tag: str
    """Unique."""
    description: str | None = None
    """Where the text is shown."""
    translations: dict[str, Translation]
    """By language code."""
    machine_translations: dict[str, Translation] | None = None
    """The same, made by machine."""
    translation_pending: bool
    """Whether some language is missing."""


class LocaleList(Model, kw_only=True, omit_defaults=True, rename={"items": "_items", "meta": "_meta"}):
    """A page of `locales`."""
    items: list[Locale]
    """The documents of this page."""
    meta: PageMeta
    """Which page it is, and how many there are."""


class MandateDays(Sent, kw_only=True, omit_defaults=True, rename={"from_": "from"}):
    """The days on which the power of attorney holds. Its file is uploaded by `POST /media--
    upload/{reference_id}`."""
    from_: SentMoment | None = None
    """Its first day; without one, since ever."""
    until: SentMoment | None = None
    """Its last day; without one, until it is recalled."""


class MandateDaysChange(Sent, kw_only=True, omit_defaults=True, rename={"from_": "from"}):
    """The days on which the power of attorney holds. Its file is uploaded by `POST /media--
    upload/{reference_id}`."""
    from_: SentMoment | None = None
    """Its first day; without one, since ever."""
    until: SentMoment | None = None
    """Its last day; without one, until it is recalled."""


class MatchInput(Sent, kw_only=True, omit_defaults=True):
    """The case that all of what waits is for."""
    case: str
    """The id of one of `cases`."""


class MatrixInput(Sent, kw_only=True, omit_defaults=True):
    """A line of an invoice. Its total is the truth; price and units are shown as sent."""
    article_number: str | None = None
    """Your own number of the article."""
    article_description: str
    """The goods or service, as printed on the invoice."""
    unit_price: SentAmount | None = None
    """The price of one unit without VAT; shown as sent."""
    number_of_units: SentAmount | None = None
    """How many units; negative where they are taken back."""
    total_price_excluding_vat: SentAmount
    """The total of the line without VAT. It is authoritative."""
    unit_vat_percent: VatPercent | None = None
    """The rate of VAT."""
    is_zero_rated: bool | None = None
    """Of a line with 0 % whether that is a rate of the tax, and no exemption from it: for e-invoices."""
    is_discount: bool | None = None
    """Whether the line is a discount."""
    cost_center: str | None = None
    """Your own cost centre."""
    article_date: SentMoment | None = None
    """The day that the line is about."""
    order_line_reference: str | None = None
    """The line of the customer's order that it is of."""
    custom_column_data: list[str] | None = None
    """The values of your own columns, in the order of their headlines."""
    extra_rows: list[str] | None = None
    """Further lines of text below the line."""


class MatrixInputShown(Model, kw_only=True, omit_defaults=True):
    """A line of an invoice. Its total is the truth; price and units are shown as sent."""
    article_number: str | None = None
    """Your own number of the article."""
    article_description: str
    """The goods or service, as printed on the invoice."""
    unit_price: Decimal | None = None
    """The price of one unit without VAT; shown as sent."""
    number_of_units: Decimal | None = None
    """How many units; negative where they are taken back."""
    total_price_excluding_vat: Decimal
    """The total of the line without VAT. It is authoritative."""
    unit_vat_percent: VatPercent
    """The rate of VAT."""
    is_zero_rated: bool | None = None
    """Of a line with 0 % whether that is a rate of the tax, and no exemption from it: for e-invoices."""
    is_discount: bool | None = None
    """Whether the line is a discount."""
    cost_center: str | None = None
    """Your own cost centre."""
    article_date: Moment | None = None
    """The day that the line is about."""
    order_line_reference: str | None = None
    """The line of the customer's order that it is of."""
    custom_column_data: list[str] | None = None
    """The values of your own columns, in the order of their headlines."""
    extra_rows: list[str] | None = None
    """Further lines of text below the line."""


class MatrixItem(Model, kw_only=True, omit_defaults=True):
    """MatrixItem."""
    article_number: str | None = None
    """Your own number of the article."""
    article_description: str
    """The goods or service, as printed on the invoice."""
    unit_price: Decimal
    """The price of one unit without VAT; shown as sent."""
    number_of_units: Decimal | None = None
    """How many units; negative where they are taken back."""
    total_price_excluding_vat: Decimal
    """The total of the line without VAT. It is authoritative."""
    unit_vat_percent: VatPercent | None = None
    """The rate of VAT."""
    is_zero_rated: bool | None = None
    """Of a line with 0 % whether that is a rate of the tax, and no exemption from it: for e-invoices."""
    is_discount: bool | None = None
    """Whether the line is a discount."""
    cost_center: str | None = None
    """Your own cost centre."""
    article_date: Moment | None = None
    """The day that the line is about."""
    order_line_reference: str | None = None
    """The line of the customer's order that it is of."""
    custom_column_data: list[str] | None = None
    """The values of your own columns, in the order of their headlines."""
    extra_rows: list[str] | None = None
    """Further lines of text below the line."""


class Me(Model, kw_only=True, omit_defaults=True):
    """The caller."""
    user: str
    """The user, or the API client."""
    name: str
    """The name of the user."""
    role: str
    """The role; of several, the one that sees most."""
    roles: list[str]
    """All roles, as the description of each endpoint names them."""
    scope: CallerScope
    """The part of the installation that it sees."""
    limits: CallerLimits
    """The limits of its requests."""
    mode: InstallationMode
    """Whether this is a sandbox, where nothing is sent or paid."""


class NotReleased(Model, kw_only=True, omit_defaults=True):
    """A case whose application was not released."""
    case: str
    """The case."""
    message: str
    """Why not."""


class NoteInput(Sent, kw_only=True, omit_defaults=True):
    """Something to remember about a case."""
    text: str
    """The text, at most 10,000 characters."""
    kind: WrittenNoteKind
    """The kind of note."""
    shared: bool | None = None
    """Whether the creditor may read it; a note by anybody else than the operator's staff always is."""


class Noted(Model, kw_only=True, omit_defaults=True, rename={"id": "_id", "created": "_created", "updated": "_updated", "etag": "_etag", "status": "_status", "warnings": "_warnings", "dry_run": "_dry_run"}):
    """A note that was made."""
    id: str
    """Unique, made by the service; later documents have greater ones."""
    created: Moment
    """When it was stored first."""
    updated: Moment
    """When it was changed last."""
    etag: str
    """Its tag: another after every change."""
    status: str
    """That it went well."""
    warnings: list[AnswerWarning] | None = None
    """What looks wrong, or is not as it was asked for. Absent without warnings."""
    dry_run: bool | None = None
    """That it was a dry run, and nothing is stored."""
    case: str
    """The case that it is about."""
    kind: NoteKind
    """The kind of note."""


class NotedReply(Model, kw_only=True, omit_defaults=True):
    """A reply of the authority."""
    reply: EnforcementReply
    """The reply."""
    date: Moment
    """The day of the reply."""
    order_date: Moment | None = None
    """The day of the order, with `verdict`."""
    case_number: str | None = None
    """The authority's own number of the case, where the reply named it."""
    amount: Decimal | None = None
    """The authority's yearly fee, where the reply named it."""
    note: str | None = None
    """The authority's further words."""


class OngoingPlanInput(Sent, kw_only=True, omit_defaults=True):
    """An instalment plan that was agreed on before the registration and goes on, a month between instalments."""
    instalments: int | None = None
    """How many instalments are left, where `amount` is absent."""
    amount: SentAmount | None = None
    """The amount of an instalment. It decides where both are given; the last instalment takes the rest."""
    next_date: SentMoment
    """When the next instalment is to be paid."""


class OngoingPlanInputShown(Model, kw_only=True, omit_defaults=True):
    """An instalment plan that was agreed on before the registration and goes on, a month between instalments."""
    instalments: int | None = None
    """How many instalments are left, where `amount` is absent."""
    amount: Decimal | None = None
    """The amount of an instalment. It decides where both are given; the last instalment takes the rest."""
    next_date: Moment
    """When the next instalment is to be paid."""


class OperatorInvoice(Model, kw_only=True, omit_defaults=True, rename={"id": "_id", "created": "_created", "updated": "_updated", "etag": "_etag"}):
    """What the operator bills creditors for what it keeps of fees, month by month."""
    id: str
    """Unique, made by the service; later documents have greater ones."""
    created: Moment
    """When it was stored first."""
    updated: Moment
    """When it was changed last."""
    etag: str
    """Its tag: another after every change."""
    account: str
    """The account that it belongs to."""
    creditor: str
    """The creditor that is billed."""
    number: int
    """In one series for all creditors, without gaps."""
    period_start_date: Moment
    """The first day of its month."""
    period_end_date: Moment
    """The last day of its month."""
    invoice_date: Moment
    """The last day of its month."""
    due_date: Moment
    """30 days later."""
    lines: list[OperatorInvoiceLine]
    """By article."""
    net_amount: Decimal
    """The sum of the lines."""
    vat_percent: int
    """25, or 0 where the service is not taxed in Sweden."""
    vat_amount: Decimal
    """The VAT of the net amount."""
    total_amount: Decimal
    """The net amount with its VAT; negative on a credit note."""
    kept_amount: Decimal
    """The sum that was kept of fees. It is paid already."""
    outlay_amount: Decimal
    """The sum of the outlays, without VAT."""
    outlays: list[InvoicedOutlay] | None = None
    """Fees of the enforcement authority that no debtor owes, and were paid for the creditor."""
    amount_to_pay: Decimal
    """The amount that the creditor owes beside it: the VAT on top, and the outlays."""
    settled_amount: Decimal
    """How much of that is netted, set off or paid."""
    fee_vat: FeeVat
    """The creditor's, when it was made."""
    settle_fees: FeeSettlement
    """The creditor's, when it was made."""
    taxation: FeeTaxation
    """Where the service is taxed: `swedish`, `reverse_charge` or `outside_eu`."""
    reverse_charge: bool
    """Whether the creditor accounts for the VAT."""
    status: OperatorInvoiceStatus
    """`settled` when nothing is left to pay."""
    document: FileShown | None = None
    """The invoice as PDF."""
    ubl: FileShown | None = None
    """The invoice as Peppol BIS Billing 3; absent where that cannot express it."""
    delivery: Delivery | None = None
    """How it leaves; absent on those of versions that sent none."""


class OperatorInvoiceLine(Model, kw_only=True, omit_defaults=True):
    """Kept fees of one article, or what was given back of them."""
    article: PayoutArticle
    """The kind of fee."""
    count: int
    """How many settlements or reversals."""
    amount: Decimal
    """Without VAT; negative where fees were given back."""
    credits: list[str] | None = None
    """Of fees that were given back: the numbers of the invoices that they were on."""


class OperatorInvoiceList(Model, kw_only=True, omit_defaults=True, rename={"items": "_items", "meta": "_meta"}):
    """A page of `operator--invoices`."""
    items: list[OperatorInvoice]
    """The documents of this page."""
    meta: PageMeta
    """Which page it is, and how many there are."""


class OperatorInvoicePaid(Model, kw_only=True, omit_defaults=True, rename={"id": "_id", "created": "_created", "updated": "_updated", "etag": "_etag", "status_": "_status", "warnings": "_warnings", "dry_run": "_dry_run"}):
    """An invoice after a payment."""
    id: str
    """Unique, made by the service; later documents have greater ones."""
    created: Moment
    """When it was stored first."""
    updated: Moment
    """When it was changed last."""
    etag: str
    """Its tag: another after every change."""
    status_: str
    """That it went well."""
    warnings: list[AnswerWarning] | None = None
    """What looks wrong, or is not as it was asked for. Absent without warnings."""
    dry_run: bool | None = None
    """That it was a dry run, and nothing is stored."""
    settled_amount: Decimal
    """How much of the amount to pay is netted, set off or paid."""
    status: OperatorInvoiceStatus
    """`settled` when nothing is left to pay."""


class OperatorParticular(Model, kw_only=True, omit_defaults=True):
    """OperatorParticular."""
    name: str
    """Its name in the table `[operator]` of the settings file."""
    value: str
    """The value in force, as it is printed."""
    source: ParticularSource
    """Where the value comes from."""


class OperatorParticulars(Model, kw_only=True, omit_defaults=True, rename={"items": "_items"}):
    """The operator's particulars. They are set in the settings file alone, and take effect at the next start."""
    items: list[OperatorParticular]
    """The particulars, in a fixed order."""


class OutsideConnection(Model, kw_only=True, omit_defaults=True):
    """OutsideConnection."""
    system: ConnectionSystem
    """The outside system."""
    name: str | None = None
    """The name in the settings, where there may be several of the kind: of an identity provider."""
    is_configured: bool
    """Whether the settings name it; bank files, the enforcement authority and e-invoices need no settings."""
    address: str | None = None
    """Its address or folder, without secrets."""
    last_success: Moment | None = None
    """When a contact last succeeded; left out where none is known."""
    last_failure: Moment | None = None
    """When a contact last failed; left out where none is known."""
    trouble: ConnectionTrouble | None = None
    """The subject of the last failure."""
    reason: str | None = None
    """The reason of the last failure, as it was kept."""
    waiting: int
    """How much waits for the system."""
    waiting_since: Moment | None = None
    """Since when the first of it waits."""
    certificate: CertificateState | None = None
    """Whether our certificate for the system can be used."""
    certificate_ends: Moment | None = None
    """When our certificate ends."""
    can_be_tried: bool
    """Whether the console can try it by a harmless call."""


class OutsideConnectionList(Model, kw_only=True, omit_defaults=True, rename={"items": "_items"}):
    """Every outside system that there is a connection to, or may be one."""
    items: list[OutsideConnection]
    """The connections, in a fixed order."""


class PageMeta(Model, kw_only=True, omit_defaults=True):
    """Which page it is, and how many documents there are."""
    page: int
    """Which page, from 1."""
    max_results: int
    """How many a page has at most."""
    total: int
    """How many there are on all pages."""
    last: int | None = None
    """Of `events`: the last position of the page, to ask for what is after it."""


class PaidInput(Sent, kw_only=True, omit_defaults=True):
    """A creditor paid an invoice to the operator's own account."""
    amount: SentAmount
    """How much was paid; at most the open amount."""
    date: SentMoment
    """The day on which it came in."""


class Partner(Model, kw_only=True, omit_defaults=True, rename={"id": "_id", "created": "_created", "updated": "_updated", "etag": "_etag"}):
    """Integrated businesses that manage accounts."""
    id: str
    """Unique, made by the service; later documents have greater ones."""
    created: Moment
    """When it was stored first."""
    updated: Moment
    """When it was changed last."""
    etag: str
    """Its tag: another after every change."""
    name: str
    """The name of the business."""
    integration_id: str
    """Unique."""
    description: str | None = None
    """A description of your own."""
    organization_no: str
    """The company registration number."""
    case_settings: CaseSettings | None = None
    """The default settings of cases of its accounts."""


class PartnerList(Model, kw_only=True, omit_defaults=True, rename={"items": "_items", "meta": "_meta"}):
    """A page of `partners`."""
    items: list[Partner]
    """The documents of this page."""
    meta: PageMeta
    """Which page it is, and how many there are."""


class PartsMeta(Model, kw_only=True, omit_defaults=True):
    """Which page of the parts it is, and how many there are on all pages."""
    page: int
    """Which page, from 1."""
    max_results: int
    """How many a page has at most."""
    total: int
    """How many there are on all pages."""


class PartyChange(Sent, kw_only=True, omit_defaults=True, rename={"from_": "from"}):
    """A change of a party; what is left out stays."""
    name: str | None = None
    """The party's full name; of an estate, who sees to it."""
    id_number: str | None = None
    """Personal, coordination or organisation number."""
    address: CaseCustomerAddressSent | None = None
    """Where the party lives or has its office; required of one that gets letters."""
    email: str | None = None
    """The party's e-mail address, for its questions. Letters to a party go on paper."""
    from_: SentMoment | None = None
    """The first day; since ever unless given."""
    until: SentMoment | None = None
    """The last day; without one it goes on."""
    receives_letters: PartyLetters | None = None
    """Which letters the party gets; the usual of its role unless given."""
    may_agree: bool | None = None
    """Whether the party may agree on something for the debtor; false unless given."""
    ground: str | None = None
    """Of a guardian: why the minor is bound by the debt, as a person has judged it. Without it the case stays
    stopped."""
    inventory_date: SentMoment | None = None
    """Of an estate: the day of the inventory."""


class PartyInput(Sent, kw_only=True, omit_defaults=True, rename={"from_": "from"}):
    """A party of a case beside its debtor."""
    name: str
    """The party's full name; of an estate, who sees to it."""
    id_number: str | None = None
    """Personal, coordination or organisation number."""
    address: CaseCustomerAddressSent | None = None
    """Where the party lives or has its office; required of one that gets letters."""
    email: str | None = None
    """The party's e-mail address, for its questions. Letters to a party go on paper."""
    from_: SentMoment | None = None
    """The first day; since ever unless given."""
    until: SentMoment | None = None
    """The last day; without one it goes on."""
    receives_letters: PartyLetters | None = None
    """Which letters the party gets; the usual of its role unless given."""
    may_agree: bool | None = None
    """Whether the party may agree on something for the debtor; false unless given."""
    ground: str | None = None
    """Of a guardian: why the minor is bound by the debt, as a person has judged it. Without it the case stays
    stopped."""
    inventory_date: SentMoment | None = None
    """Of an estate: the day of the inventory."""
    role: PartyRole
    """The role in the case."""
    customer: str | None = None
    """Of a further debtor: the customer, whose own name and address count. Required of a debtor, and of no
    other."""


class PartyKept(Model, kw_only=True, omit_defaults=True, rename={"id": "_id", "created": "_created", "updated": "_updated", "etag": "_etag", "status_": "_status", "warnings": "_warnings", "dry_run": "_dry_run"}):
    """A party that was added or changed, and where the case is then."""
    id: str
    """Unique, made by the service; later documents have greater ones."""
    created: Moment
    """When it was stored first."""
    updated: Moment
    """When it was changed last."""
    etag: str
    """Its tag: another after every change."""
    status_: str
    """That it went well."""
    warnings: list[AnswerWarning] | None = None
    """What looks wrong, or is not as it was asked for. Absent without warnings."""
    dry_run: bool | None = None
    """That it was a dry run, and nothing is stored."""
    party: str
    """The party."""
    state: CaseState
    """The phase of the case."""
    status: CaseStatus
    """The status of the case."""


class Payer(Model, kw_only=True, omit_defaults=True):
    """Who paid, as far as the bank says."""
    name: str | None = None
    """The payer's name."""
    extra_name: str | None = None
    """A second line of the payer's name."""
    street: str | None = None
    """The payer's street, as the bank wrote it."""
    postal_code: str | None = None
    """The payer's postal code, as the bank wrote it."""
    town: str | None = None
    """The payer's town, as the bank wrote it."""
    country: str | None = None
    """The payer's country, as the bank wrote it."""
    organization_no: str | None = None
    """Personal or organisation number."""
    account: str | None = None
    """The payer's account."""


class Payment(Model, kw_only=True, omit_defaults=True, rename={"id": "_id", "created": "_created", "updated": "_updated", "etag": "_etag", "for_": "for", "payment_status": "_payment_status"}):
    """Payments that creditors received."""
    id: str
    """Unique, made by the service; later documents have greater ones."""
    created: Moment
    """When it was stored first."""
    updated: Moment
    """When it was changed last."""
    etag: str
    """Its tag: another after every change."""
    account: str
    """The account that it belongs to."""
    creditor: str
    """The creditor whose claim it is about."""
    case: str
    """The case that it is about."""
    currency: str
    """`SEK`."""
    amount: Decimal
    """The amount that the customer paid."""
    bank_transaction_date: Moment
    """The day that counts."""
    order_date: Moment | None = None
    """The day on which the payer's bank had the order."""
    for_: str | None = None
    """The part of the debt that the customer paid for."""
    creditor_payment_reference: str | None = None
    """Your own reference of the payment."""
    origin: str
    """`creditor_system`."""
    payment_status: RecordedStatus
    """`completed`, or `warning` with a reason."""
    settled_amount: Decimal
    """How much of it was owed."""
    status_reason_locale: StatusReason | None = None
    """Tag of the locale entry that says why."""
    reversed_date: Moment | None = None
    """The day on which the creditor reversed it."""
    reversal_reason: str | None = None
    """Why the creditor reversed it."""


class PaymentDecided(Model, kw_only=True, omit_defaults=True, rename={"id": "_id", "created": "_created", "updated": "_updated", "etag": "_etag", "status_": "_status", "warnings": "_warnings", "dry_run": "_dry_run"}):
    """How the transaction stands after a person's decision."""
    id: str
    """Unique, made by the service; later documents have greater ones."""
    created: Moment
    """When it was stored first."""
    updated: Moment
    """When it was changed last."""
    etag: str
    """Its tag: another after every change."""
    status_: str
    """That it went well."""
    warnings: list[AnswerWarning] | None = None
    """What looks wrong, or is not as it was asked for. Absent without warnings."""
    dry_run: bool | None = None
    """That it was a dry run, and nothing is stored."""
    status: TransactionStatus
    """The status of the transaction."""
    suspense_amount: Decimal
    """The part that still waits."""


class PaymentInput(Sent, kw_only=True, omit_defaults=True, rename={"for_": "for"}):
    """PaymentInput."""
    account: str
    """The id of one of `accounts`."""
    creditor: str
    """The id of one of `creditors`."""
    case: str
    """The id of one of `cases`."""
    currency: str
    """The currency of every amount in it."""
    amount: SentAmount
    """The amount that the customer paid."""
    bank_transaction_date: SentMoment
    """The day on which the money reached the creditor; it is settled as of that day."""
    order_date: SentMoment | None = None
    """The day on which the payer's bank had the order, where it is known: rent counts as paid on it."""
    for_: str | None = None
    """`capital` where the customer pays for the capital alone; interest and costs can remain."""
    creditor_payment_reference: str | None = None
    """Your own reference of the payment. A case has each once, unless `allow_duplicate` is given."""
    allow_duplicate: bool | None = None
    """`true` for a second payment with the same reference."""
    origin: str
    """Where it comes from."""


class PaymentList(Model, kw_only=True, omit_defaults=True, rename={"items": "_items", "meta": "_meta"}):
    """A page of `creditor--payments`."""
    items: list[Payment]
    """The documents of this page."""
    meta: PageMeta
    """Which page it is, and how many there are."""


class PaymentRecalledData(Model, kw_only=True, omit_defaults=True):
    """The bank took a payment back, or a part of it."""
    event: str
    """The event."""
    position: int | None = None
    """Its place in the stream."""
    account: str
    """The account that it belongs to."""
    creditor: str | None = None
    """The creditor, if it is of one."""
    case: str | None = None
    """The case, if it is about one."""
    payment: str | None = None
    """The payment."""
    recall: str | None = None
    """The bank's transaction that took it back."""
    amount: Decimal | None = None
    """The amount in kronor."""
    remaining_amount: Decimal | None = None
    """The amount still owed after it."""


class PaymentRecalledMessage(Model, kw_only=True, omit_defaults=True):
    """The bank took a payment back, or a part of it."""
    type: str
    """What happened."""
    timestamp: Moment
    """When it happened."""
    data: PaymentRecalledData
    """What it is about."""


class PaymentRecorded(Model, kw_only=True, omit_defaults=True, rename={"id": "_id", "created": "_created", "updated": "_updated", "etag": "_etag", "status": "_status", "warnings": "_warnings", "dry_run": "_dry_run", "payment_status": "_payment_status"}):
    """The additional fields of the answer to a payment or a crediting."""
    id: str
    """Unique, made by the service; later documents have greater ones."""
    created: Moment
    """When it was stored first."""
    updated: Moment
    """When it was changed last."""
    etag: str
    """Its tag: another after every change."""
    status: str
    """That it went well."""
    warnings: list[AnswerWarning] | None = None
    """What looks wrong, or is not as it was asked for. Absent without warnings."""
    dry_run: bool | None = None
    """That it was a dry run, and nothing is stored."""
    payment_status: RecordedStatus
    """The outcome of the payment."""
    settled_amount: Decimal
    """The used part of the payment."""
    status_reason_locale: StatusReason | None = None
    """Why it is a warning: the tag of a text in `locales`; absent where it is none."""


class PaymentRecordedMany(Model, kw_only=True, omit_defaults=True, rename={"status": "_status", "items": "_items", "dry_run": "_dry_run"}):
    """What is answered where an array of documents was sent."""
    status: str
    """That it went well."""
    items: list[PaymentRecorded]
    """What became of each, in the order of the array."""
    dry_run: bool | None = None
    """That it was a dry run, and nothing is stored."""


class PaymentReference(Model, kw_only=True, omit_defaults=True):
    """A reference of the payer, and its amount if one was given."""
    reference: str
    """The payer's references."""
    amount: Decimal | None = None
    """How much of it, where that was said."""


class PaymentReversed(Model, kw_only=True, omit_defaults=True, rename={"id": "_id", "created": "_created", "updated": "_updated", "etag": "_etag", "status": "_status", "warnings": "_warnings", "dry_run": "_dry_run", "payment_status": "_payment_status"}):
    """A payment or crediting after its reversal."""
    id: str
    """Unique, made by the service; later documents have greater ones."""
    created: Moment
    """When it was stored first."""
    updated: Moment
    """When it was changed last."""
    etag: str
    """Its tag: another after every change."""
    status: str
    """That it went well."""
    warnings: list[AnswerWarning] | None = None
    """What looks wrong, or is not as it was asked for. Absent without warnings."""
    dry_run: bool | None = None
    """That it was a dry run, and nothing is stored."""
    payment_status: RecordedStatus
    """`warning`."""
    settled_amount: Decimal
    """Nothing of it is used any more."""
    status_reason_locale: StatusReason | None = None
    """`payment_reversed` or `crediting_reversed`."""


class PaymentSettledData(Model, kw_only=True, omit_defaults=True):
    """A payment settled a case, in part or in full. The rest waits to be refunded."""
    event: str
    """The event."""
    position: int | None = None
    """Its place in the stream."""
    account: str
    """The account that it belongs to."""
    creditor: str | None = None
    """The creditor, if it is of one."""
    case: str | None = None
    """The case, if it is about one."""
    payment: str | None = None
    """The payment."""
    paid_to: str | None = None
    """`operator` where it came over our bank, `creditor` where the creditor reported it."""
    bank_date: str | None = None
    """The day as of which it counts."""
    amount: Decimal | None = None
    """The amount in kronor."""
    settled_amount: Decimal | None = None
    """The used part."""
    remaining_amount: Decimal | None = None
    """The amount still owed after it."""


class PaymentSettledMessage(Model, kw_only=True, omit_defaults=True):
    """A payment settled a case, in part or in full. The rest waits to be refunded."""
    type: str
    """What happened."""
    timestamp: Moment
    """When it happened."""
    data: PaymentSettledData
    """What it is about."""


class PayoutApproval(Model, kw_only=True, omit_defaults=True):
    """That a person has approved a payout as it stands."""
    user: str
    """The user who approved."""
    approved: Moment
    """When it was approved."""


class PayoutApproved(Model, kw_only=True, omit_defaults=True, rename={"id": "_id", "created": "_created", "updated": "_updated", "etag": "_etag", "status": "_status", "warnings": "_warnings", "dry_run": "_dry_run"}):
    """How a payout stands after an approval."""
    id: str
    """Unique, made by the service; later documents have greater ones."""
    created: Moment
    """When it was stored first."""
    updated: Moment
    """When it was changed last."""
    etag: str
    """Its tag: another after every change."""
    status: str
    """That it went well."""
    warnings: list[AnswerWarning] | None = None
    """What looks wrong, or is not as it was asked for. Absent without warnings."""
    dry_run: bool | None = None
    """That it was a dry run, and nothing is stored."""
    approvals: list[PayoutApproval]
    """Who has approved it as it stands."""
    approvals_missing: int
    """How many more people have to approve it before it is exported."""


class PayoutDetails(Model, kw_only=True, omit_defaults=True):
    """Where the creditor's money is paid out."""
    sek: SekPayout | None = None
    """The account for kronor."""


class PayoutDetailsChange(Sent, kw_only=True, omit_defaults=True):
    """Where the creditor's money is paid out."""
    sek: SekPayoutChange | None = None
    """The account for kronor."""


class PayoutDetailsSent(Sent, kw_only=True, omit_defaults=True):
    """Where the creditor's money is paid out."""
    sek: SekPayoutSent | None = None
    """The account for kronor."""


class PayoutDocument(Model, kw_only=True, omit_defaults=True):
    """The self invoice of a commission payout."""
    file: str
    """The file, for `GET /media--files/{id}`."""
    content_type: str
    """`application/pdf`."""
    name: str
    """The name of the file."""
    length: int
    """In bytes."""


class PayoutExportedData(Model, kw_only=True, omit_defaults=True):
    """The bank was ordered to pay a payout."""
    event: str
    """The event."""
    position: int | None = None
    """Its place in the stream."""
    account: str
    """The account that it belongs to."""
    creditor: str | None = None
    """The creditor, if it is of one."""
    case: str | None = None
    """The case, if it is about one."""
    payout: str | None = None
    """The payout."""
    payout_reference: str | None = None
    """The reference of the payout."""
    finance_category: FinanceCategory | None = None
    """The kind of money."""
    total_amount: Decimal | None = None
    """The amount with its VAT."""
    bank_payout_request: str | None = None
    """The order to the bank."""


class PayoutExportedMessage(Model, kw_only=True, omit_defaults=True):
    """The bank was ordered to pay a payout."""
    type: str
    """What happened."""
    timestamp: Moment
    """When it happened."""
    data: PayoutExportedData
    """What it is about."""


class PayoutPaidData(Model, kw_only=True, omit_defaults=True):
    """A payout was paid without the bank's file."""
    event: str
    """The event."""
    position: int | None = None
    """Its place in the stream."""
    account: str
    """The account that it belongs to."""
    creditor: str | None = None
    """The creditor, if it is of one."""
    case: str | None = None
    """The case, if it is about one."""
    payout: str | None = None
    """The payout."""
    payout_reference: str | None = None
    """The reference of the payout."""
    finance_category: FinanceCategory | None = None
    """The kind of money."""
    total_amount: Decimal | None = None
    """The amount with its VAT."""
    payout_date: str | None = None
    """The day on which it was paid."""


class PayoutPaidMessage(Model, kw_only=True, omit_defaults=True):
    """A payout was paid without the bank's file."""
    type: str
    """What happened."""
    timestamp: Moment
    """When it happened."""
    data: PayoutPaidData
    """What it is about."""


class PayoutRejectedData(Model, kw_only=True, omit_defaults=True):
    """The bank rejected the transfer of a payout, which is open again."""
    event: str
    """The event."""
    position: int | None = None
    """Its place in the stream."""
    account: str
    """The account that it belongs to."""
    creditor: str | None = None
    """The creditor, if it is of one."""
    case: str | None = None
    """The case, if it is about one."""
    payout: str | None = None
    """The payout."""
    payout_reference: str | None = None
    """The reference of the payout."""
    finance_category: FinanceCategory | None = None
    """The kind of money."""
    total_amount: Decimal | None = None
    """The amount with its VAT."""
    bank_payout_request: str | None = None
    """The order to the bank."""
    reason: str | None = None
    """Why, in a sentence."""


class PayoutRejectedMessage(Model, kw_only=True, omit_defaults=True):
    """The bank rejected the transfer of a payout, which is open again."""
    type: str
    """What happened."""
    timestamp: Moment
    """When it happened."""
    data: PayoutRejectedData
    """What it is about."""


class PlanInput(Sent, kw_only=True, omit_defaults=True):
    """An instalment plan: so many instalments, or of so much each, a month apart."""
    instalments: int | None = None
    """How many instalments; either this or `amount`."""
    amount: SentAmount | None = None
    """The amount of an instalment; either this or `instalments`."""
    first_date: SentMoment
    """When the first instalment is to be paid."""


class PlanQuote(Model, kw_only=True, omit_defaults=True):
    """A plan as it would be if it were made today."""
    instalments: list[QuotedInstalment]
    """The instalments in their order."""
    fee: Decimal
    """What making the plan costs; the instalments cover it."""
    total_amount: Decimal
    """The sum of the instalments, with the interest until the last one."""


class PostedInput(Sent, kw_only=True, omit_defaults=True):
    """An application on paper was signed and posted."""
    date: SentMoment
    """The day on which it was posted."""
    signed_by: str
    """The person who signed it."""


class PreviewInput(Sent, kw_only=True, omit_defaults=True):
    """The letter to preview. A `free` one is previewed by what it would say, or else as what was written last."""
    kind: LetterKind
    """Which kind of letter."""
    free: FreeLetterInput | None = None
    """The contents of a letter of the kind `free`."""


class QuotedInstalment(Model, kw_only=True, omit_defaults=True):
    """QuotedInstalment."""
    number: int
    """Which instalment it is, from 1."""
    date: str
    """The day to pay by."""
    amount: Decimal
    """The amount to be paid."""


class Ready(Model, kw_only=True, omit_defaults=True, rename={"status": "_status"}):
    """Ready."""
    status: str
    """`OK`."""
    notes: list[str] | None = None
    """What the operator has to see to before all is done."""


class Refund(Model, kw_only=True, omit_defaults=True, rename={"id": "_id", "created": "_created", "updated": "_updated", "etag": "_etag"}):
    """Money that was not owed, and how it goes back."""
    id: str
    """Unique, made by the service; later documents have greater ones."""
    created: Moment
    """When it was stored first."""
    updated: Moment
    """When it was changed last."""
    etag: str
    """Its tag: another after every change."""
    account: str
    """The account that it belongs to."""
    creditor: str
    """The creditor whose claim it is about."""
    case: str
    """The case that did not need the money."""
    payment: str
    """The payment that it is of."""
    currency: str
    """`SEK`."""
    amount: Decimal
    """The refunded amount."""
    claimed_amount: Decimal
    """The payer's debt to us, if the payment was recalled after the refund had left; else 0."""
    written_off_amount: Decimal
    """The part of that debt that was written off."""
    status: RefundStatus
    """`ordered`, `exported`, `used`, `withdrawn`, `returned`, `claimed`, `settled` or `written_off`."""
    is_automatic: bool
    """Whether the service ordered it, to the account that the bank named, or set it off; else a person did."""
    name: str | None = None
    """Whose account it goes to."""
    bank_account: RefundAccount | None = None
    """Where it goes."""
    by_swish: bool
    """Whether it goes back by Swish, to whom the payment by Swish came from."""
    use_for: str | None = None
    """The other claim of the same debtor that it was used for."""
    settles: str | None = None
    """The refund, recalled after it had left, that it pays us back."""
    bank_payout_request: str | None = None
    """The order to the bank that it is in."""
    returned_transaction: str | None = None
    """The bank's transaction by which it came back."""
    reason: str | None = None
    """Why it was given up, where it was."""


class RefundAccount(Model, kw_only=True, omit_defaults=True):
    """Where a refund is paid to. An account of the kind `bank_account` begins with its clearing number."""
    kind: PayeeKind
    """The kind of account."""
    number: str
    """The number of the account, as it is written in Sweden or as an IBAN."""


class RefundAccountSent(Sent, kw_only=True, omit_defaults=True):
    """Where a refund is paid to. An account of the kind `bank_account` begins with its clearing number."""
    kind: PayeeKind
    """The kind of account."""
    number: str
    """The number of the account, as it is written in Sweden or as an IBAN."""


class RefundInput(Sent, kw_only=True, omit_defaults=True):
    """Where what waits is to go back to."""
    bank_account: RefundAccountSent
    """The account that the money goes back to."""
    name: str | None = None
    """Whose account it is, if not the payer's by the name that the bank gave."""


class RefundList(Model, kw_only=True, omit_defaults=True, rename={"items": "_items", "meta": "_meta"}):
    """A page of `refunds`."""
    items: list[Refund]
    """The documents of this page."""
    meta: PageMeta
    """Which page it is, and how many there are."""


class RefundOrder(Sent, kw_only=True, omit_defaults=True):
    """A refund to order: to an account, or for another claim of the same debtor."""
    amount: SentAmount
    """The amount to refund, at most the amount owed back and not ordered."""
    bankgiro: str | None = None
    """A bankgiro number, with or without a hyphen."""
    plusgiro: str | None = None
    """A plusgiro number, with or without a hyphen."""
    clearing_number: str | None = None
    """Of a bank account."""
    account_number: str | None = None
    """Of a bank account; needs `clearing_number`."""
    iban: str | None = None
    """An international account number."""
    swish: bool | None = None
    """Whether it goes back by Swish, as the payment came."""
    use_for: str | None = None
    """Another claim of the same debtor, which it pays as of its own bank date."""
    name: str | None = None
    """Whose account it is, if not the payer's by the name that the bank gave, or else the customer's."""


class RefundOrdered(Model, kw_only=True, omit_defaults=True, rename={"id": "_id", "created": "_created", "updated": "_updated", "etag": "_etag", "status_": "_status", "warnings": "_warnings", "dry_run": "_dry_run"}):
    """The ordered refunds: one for each payment that it is taken from. The answer's own id is that of the first."""
    id: str
    """Unique, made by the service; later documents have greater ones."""
    created: Moment
    """When it was stored first."""
    updated: Moment
    """When it was changed last."""
    etag: str
    """Its tag: another after every change."""
    status_: str
    """That it went well."""
    warnings: list[AnswerWarning] | None = None
    """What looks wrong, or is not as it was asked for. Absent without warnings."""
    dry_run: bool | None = None
    """That it was a dry run, and nothing is stored."""
    amount: Decimal
    """All of it."""
    status: RefundStatus
    """How far the refund has come."""
    refunds: list[str]
    """The refunds that were ordered, one for each payment that they are of."""
    refund_amount: Decimal
    """The amount that the case owes back afterwards, ordered refunds that have not left included."""


class RefundOrderedData(Model, kw_only=True, omit_defaults=True):
    """A refund was ordered: it goes to the bank with the next order, or is used for another claim."""
    event: str
    """The event."""
    position: int | None = None
    """Its place in the stream."""
    account: str
    """The account that it belongs to."""
    creditor: str | None = None
    """The creditor, if it is of one."""
    case: str | None = None
    """The case, if it is about one."""
    refund: str | None = None
    """The refund."""
    payment: str | None = None
    """The payment."""
    amount: Decimal | None = None
    """The amount in kronor."""
    use_for: str | None = None
    """The other claim that it is used for."""


class RefundOrderedMessage(Model, kw_only=True, omit_defaults=True):
    """A refund was ordered: it goes to the bank with the next order, or is used for another claim."""
    type: str
    """What happened."""
    timestamp: Moment
    """When it happened."""
    data: RefundOrderedData
    """What it is about."""


class RefundOwedData(Model, kw_only=True, omit_defaults=True):
    """More was received than is owed: it goes back to the payer."""
    event: str
    """The event."""
    position: int | None = None
    """Its place in the stream."""
    account: str
    """The account that it belongs to."""
    creditor: str | None = None
    """The creditor, if it is of one."""
    case: str | None = None
    """The case, if it is about one."""
    amount: Decimal | None = None
    """The amount in kronor."""
    refund_amount: Decimal | None = None
    """All that the case owes back now."""


class RefundOwedMessage(Model, kw_only=True, omit_defaults=True):
    """More was received than is owed: it goes back to the payer."""
    type: str
    """What happened."""
    timestamp: Moment
    """When it happened."""
    data: RefundOwedData
    """What it is about."""


class RefundReturnedData(Model, kw_only=True, omit_defaults=True):
    """The bank returned a refund: it is owed again."""
    event: str
    """The event."""
    position: int | None = None
    """Its place in the stream."""
    account: str
    """The account that it belongs to."""
    creditor: str | None = None
    """The creditor, if it is of one."""
    case: str | None = None
    """The case, if it is about one."""
    refund: str | None = None
    """The refund."""
    payment: str | None = None
    """The payment."""
    amount: Decimal | None = None
    """The amount in kronor."""
    bank_transaction: str | None = None
    """The bank's transaction by which it came back."""


class RefundReturnedMessage(Model, kw_only=True, omit_defaults=True):
    """The bank returned a refund: it is owed again."""
    type: str
    """What happened."""
    timestamp: Moment
    """When it happened."""
    data: RefundReturnedData
    """What it is about."""


class RefundWriteOff(Sent, kw_only=True, omit_defaults=True):
    """Write off a payer's debt for a refund whose payment was recalled after it had left."""
    refund: str
    """The refund whose money the payer owes us."""
    reason: str
    """Why it is given up."""


class Refusal(Model, kw_only=True, omit_defaults=True):
    """A row that was not registered, and everything that is wrong with it."""
    row: int
    """Its number in the file."""
    issues: dict[str, Any]
    """As `_issues` of a refused document."""


class RejectWaitingInput(Sent, kw_only=True, omit_defaults=True):
    """Rejects it as it is."""
    fingerprint: str | None = None
    """The expected fingerprint, so that nothing else is rejected."""
    reason: str | None = None
    """Why it is rejected."""


class ReleaseManyInput(Sent, kw_only=True, omit_defaults=True):
    """Cases whose applications are released."""
    cases: list[str]
    """The cases, at most 1,000."""


class Released(Model, kw_only=True, omit_defaults=True):
    """The applications that were released, and those that were not."""
    released: list[str]
    """The cases whose applications were released."""
    refused: list[NotReleased]
    """The others, each with its reason."""


class ReminderFeeTerms(Model, kw_only=True, omit_defaults=True):
    """The creditor's word that its terms have the reminder fee: lag (1981:739) 2 §."""
    agreed: bool
    """Whether customers agree on the fee before they owe."""
    valid_from: Moment
    """The first day of the terms; a debt that arose before has no reminder fee."""
    attested_by: str
    """The person at the creditor who attests it."""


class ReminderFeeTermsChange(Sent, kw_only=True, omit_defaults=True):
    """The creditor's word that its terms have the reminder fee: lag (1981:739) 2 §."""
    agreed: bool | None = None
    """Whether customers agree on the fee before they owe."""
    valid_from: SentMoment | None = None
    """The first day of the terms; a debt that arose before has no reminder fee."""
    attested_by: str | None = None
    """The person at the creditor who attests it."""


class ReminderFeeTermsSent(Sent, kw_only=True, omit_defaults=True):
    """The creditor's word that its terms have the reminder fee: lag (1981:739) 2 §."""
    agreed: bool
    """Whether customers agree on the fee before they owe."""
    valid_from: SentMoment
    """The first day of the terms; a debt that arose before has no reminder fee."""
    attested_by: str
    """The person at the creditor who attests it."""


class ReopenInput(Sent, kw_only=True, omit_defaults=True):
    """The reopening of a case that was closed by decision."""
    reason: str
    """Why it is opened again; kept as a note on the case."""


class ReplayInput(Sent, kw_only=True, omit_defaults=True, rename={"from_": "from"}):
    """One event, or those from one position or moment to another, both included. What is left out is not a
    bound."""
    event: str | None = None
    """The `_id` of one event to send again."""
    from_position: int | None = None
    """Send events again from this position on."""
    to_position: int | None = None
    """Send events again up to this position; to the newest if left out."""
    from_: SentMoment | None = None
    """Send events again from this moment on."""
    to: SentMoment | None = None
    """Send events again up to this moment; to the newest if left out."""


class ReplyInput(Sent, kw_only=True, omit_defaults=True):
    """The enforcement authority's reply to an application."""
    reply: EnforcementReply
    """The enforcement authority's reply."""
    date: SentMoment | None = None
    """The day of the reply, or of the authority's notice; today by default."""
    case_number: str | None = None
    """The authority's own number of the case."""
    order_date: SentMoment | None = None
    """The day of the order, with `verdict`; the day of the reply by default."""
    amounts: AwardedAmountsSent | None = None
    """The amounts of the order."""
    amount: SentAmount | None = None
    """The authority's yearly fee, with `new_fee`; by default that of the law."""
    note: str | None = None
    """The authority's further words."""


class RequestLog(Model, kw_only=True, omit_defaults=True, rename={"id": "_id", "created": "_created", "updated": "_updated", "etag": "_etag"}):
    """Registrations kept as they were sent."""
    id: str
    """Unique, made by the service; later documents have greater ones."""
    created: Moment
    """When it was stored first."""
    updated: Moment
    """When it was changed last."""
    etag: str
    """Its tag: another after every change."""
    user: str
    """The user who asked."""
    resource: str
    """The kind of registration."""
    status: int
    """Of the answer."""
    request: dict[str, Any]
    """The body as sent; an array under `_items`."""
    answer: dict[str, Any]
    """The body as answered."""


class RequestLogList(Model, kw_only=True, omit_defaults=True, rename={"items": "_items", "meta": "_meta"}):
    """A page of `request--logs`."""
    items: list[RequestLog]
    """The documents of this page."""
    meta: PageMeta
    """Which page it is, and how many there are."""


class RespiteInput(Sent, kw_only=True, omit_defaults=True):
    """RespiteInput."""
    until: SentMoment
    """The last day of the respite."""


class ReturnedInput(Sent, kw_only=True, omit_defaults=True):
    """A letter that came back."""
    date: SentMoment
    """The day on which it came back."""
    reason: str
    """Why it came back, as the envelope says."""


class ReversalInput(Sent, kw_only=True, omit_defaults=True):
    """The reversal of a report that was made by mistake."""
    reason: str
    """Why it is reversed. The case keeps it."""


class RotationInput(Sent, kw_only=True, omit_defaults=True):
    """How a client gets its new code."""
    grace_hours: int | None = None
    """For so many hours the old code works too."""


class SavedView(Model, kw_only=True, omit_defaults=True, rename={"id": "_id", "created": "_created", "updated": "_updated", "etag": "_etag"}):
    """Lists of the console, saved with their filters."""
    id: str
    """Unique, made by the service; later documents have greater ones."""
    created: Moment
    """When it was stored first."""
    updated: Moment
    """When it was changed last."""
    etag: str
    """Its tag: another after every change."""
    name: str
    """Its name, for people."""
    address: str
    """The address of the list: `/console/cases` or `/console/work`, with its filters and its order."""
    shared: bool
    """Whether the operator's other people are offered it too."""
    user: str
    """The user who saved it."""


class SavedViewInput(Sent, kw_only=True, omit_defaults=True):
    """SavedViewInput."""
    name: str
    """Its name, for people."""
    address: str
    """The address of the list: `/console/cases` or `/console/work`, with its filters and its order."""
    shared: bool | None = None
    """Whether the operator's other people are offered it too."""


class SavedViewList(Model, kw_only=True, omit_defaults=True, rename={"items": "_items", "meta": "_meta"}):
    """A page of `saved--views`."""
    items: list[SavedView]
    """The documents of this page."""
    meta: PageMeta
    """Which page it is, and how many there are."""


class SecretRotated(Model, kw_only=True, omit_defaults=True, rename={"id": "_id", "created": "_created", "updated": "_updated", "etag": "_etag", "status": "_status", "warnings": "_warnings", "dry_run": "_dry_run"}):
    """The new secret, which is shown this once, and not where the answer is given again. Until
    `previous_secret_until` the one before it signs too."""
    id: str
    """Unique, made by the service; later documents have greater ones."""
    created: Moment
    """When it was stored first."""
    updated: Moment
    """When it was changed last."""
    etag: str
    """Its tag: another after every change."""
    status: str
    """That it went well."""
    warnings: list[AnswerWarning] | None = None
    """What looks wrong, or is not as it was asked for. Absent without warnings."""
    dry_run: bool | None = None
    """That it was a dry run, and nothing is stored."""
    secret: str | None = None
    """The secret that deliveries are signed with, shown this once: `whsec_…`."""
    previous_secret_until: Moment
    """Until then deliveries are signed with the secret before it too."""


class SekPayout(Model, kw_only=True, omit_defaults=True):
    """A Swedish account: a bankgiro, else a plusgiro, else a bank account, else an IBAN. The first of them is
    paid to."""
    bankgiro: str
    """A bankgiro number, with or without a hyphen."""
    plusgiro: str | None = None
    """A plusgiro number, with or without a hyphen."""
    clearing_number: str | None = None
    """Of a bank account."""
    account_number: str | None = None
    """Of a bank account; needs `clearing_number`."""
    bank_name: str | None = None
    """The name of the bank."""
    iban: str | None = None
    """An international account number."""
    swift: str | None = None
    """The bank that holds the IBAN."""


class SekPayoutChange(Sent, kw_only=True, omit_defaults=True):
    """A Swedish account: a bankgiro, else a plusgiro, else a bank account, else an IBAN. The first of them is
    paid to."""
    bankgiro: str | None = None
    """A bankgiro number, with or without a hyphen."""
    plusgiro: str | None = None
    """A plusgiro number, with or without a hyphen."""
    clearing_number: str | None = None
    """Of a bank account."""
    account_number: str | None = None
    """Of a bank account; needs `clearing_number`."""
    bank_name: str | None = None
    """The name of the bank."""
    iban: str | None = None
    """An international account number."""
    swift: str | None = None
    """The bank that holds the IBAN."""


class SekPayoutSent(Sent, kw_only=True, omit_defaults=True):
    """A Swedish account: a bankgiro, else a plusgiro, else a bank account, else an IBAN. The first of them is
    paid to."""
    bankgiro: str | None = None
    """A bankgiro number, with or without a hyphen."""
    plusgiro: str | None = None
    """A plusgiro number, with or without a hyphen."""
    clearing_number: str | None = None
    """Of a bank account."""
    account_number: str | None = None
    """Of a bank account; needs `clearing_number`."""
    bank_name: str | None = None
    """The name of the bank."""
    iban: str | None = None
    """An international account number."""
    swift: str | None = None
    """The bank that holds the IBAN."""


class SettingOfCase(Model, kw_only=True, omit_defaults=True):
    """A setting that holds for a case, and the level it comes from."""
    value: Any
    """The value in force, in the setting's own form."""
    level: str
    """Where the value comes from: `default`, `installation`, `agreement_template`, `account`, `creditor` or
    `case`."""
    law: str | None = None
    """The statute and section that bound it."""
    was_capped: bool | None = None
    """Whether the law's bound holds in place of what was set."""


class SettingsOfCase(Model, kw_only=True, omit_defaults=True):
    """SettingsOfCase."""
    case: str
    """The case that was asked about."""
    settings: dict[str, SettingOfCase]
    """Every setting of a case by its name."""


class SettlementInput(Sent, kw_only=True, omit_defaults=True):
    """How an objection is settled."""
    outcome: DisputeSettlement
    """How it is settled. One that goes to court holds the case until it is settled otherwise."""
    evidence: str
    """The evidence: the debtor's letter, the court's case number, the credit note."""


class ShownApproval(Model, kw_only=True, omit_defaults=True, rename={"id": "_id"}):
    """Something that takes effect once a second person has approved it."""
    id: str
    """The refund, the creditor, the act or the month that it is about."""
    kind: ApprovalKind
    """The kind of thing to approve."""
    status: ApprovalStatus
    """Whether it waits, or what was decided."""
    account: str
    """The account that it belongs to; empty where it is none's."""
    amount: Decimal
    """The amount to approve; 0 for an account and for a month."""
    creditor: str | None = None
    """The creditor that it is about; empty where there is none."""
    case: str | None = None
    """The case that it is about; empty where there is none."""
    name: str | None = None
    """To whom the money goes; empty for a creditor's own account."""
    bank_account: dict[str, str] | None = None
    """The account that it goes to."""
    details: dict[str, Any] | None = None
    """The act with its body, or the month; empty for money."""
    fingerprint: str | None = None
    """Changes whenever the amount, the name, the account or the act does."""
    asked_by: str | None = None
    """The user who asked for it; empty where that is not known."""
    asked: Moment | None = None
    """When it was asked for."""
    decided: Moment | None = None
    """When somebody decided on it."""
    decided_by: str | None = None
    """Who decided on it."""
    reason: str | None = None
    """Why it was rejected."""


class ShownTotals(Model, kw_only=True, omit_defaults=True):
    """The totals of an invoice."""
    total_amount_excluding_vat: Decimal
    """The sum of the lines without VAT."""
    total_vat_25_percent: Decimal
    """VAT at 25 %."""
    total_vat_12_percent: Decimal
    """VAT at 12 %."""
    total_vat_6_percent: Decimal
    """VAT at 6 %."""
    amount_rounding: Decimal
    """The rounding to whole kronor."""
    total_vat: Decimal
    """All VAT."""
    amount_to_pay: Decimal
    """The amount that the customer has to pay."""


class SimulatedBounce(Model, kw_only=True, omit_defaults=True, rename={"status": "_status", "dry_run": "_dry_run"}):
    """A delivery after its e-mail came back."""
    status: str
    """`OK`."""
    channel: InvoiceDistribution
    """The channel that takes it now; still `email` where there is no other, and a person has to act."""
    dry_run: bool | None = None
    """That it was a dry run, and nothing is stored."""


class SimulatedBounceInput(Sent, kw_only=True, omit_defaults=True):
    """An e-mail that comes back."""
    invoice: str | None = None
    """The invoice that was sent by e-mail; either this or `letter`."""
    letter: str | None = None
    """The letter that was sent by e-mail; either this or `invoice`."""
    reason: str | None = None
    """The reason that the mail server gives; that there is no such mailbox by default."""


class SimulatedPayment(Model, kw_only=True, omit_defaults=True, rename={"status_": "_status", "dry_run": "_dry_run"}):
    """A payment that the bank reported."""
    status_: str
    """`OK`."""
    case: str
    """The case that it is for."""
    amount: Decimal
    """The amount."""
    date: Moment
    """The bank date."""
    status: TransactionStatus
    """The result: matched with the case, or waiting for a person."""
    dry_run: bool | None = None
    """That it was a dry run, and nothing is stored."""


class SimulatedPaymentInput(Sent, kw_only=True, omit_defaults=True):
    """A payment to the operator's bankgiro."""
    case: str | None = None
    """The case whose payment reference is given; either this or `ocr_number`."""
    ocr_number: str | None = None
    """The payment reference of a case or an invoice; either this or `case`."""
    amount: SentAmount
    """The amount."""
    date: SentMoment | None = None
    """The bank date; today by default."""


class SimulatedReply(Model, kw_only=True, omit_defaults=True, rename={"status_": "_status", "dry_run": "_dry_run"}):
    """A case after a reply."""
    status_: str
    """`OK`."""
    state: CaseState
    """The phase of the case."""
    status: CaseStatus
    """The status of the case."""
    dry_run: bool | None = None
    """That it was a dry run, and nothing is stored."""


class SimulatedReplyInput(Sent, kw_only=True, omit_defaults=True):
    """A reply of the enforcement authority, for a case that was applied for."""
    reply: EnforcementReply
    """The enforcement authority's reply."""
    date: SentMoment | None = None
    """The day of the reply, or of the authority's notice; today by default."""
    case_number: str | None = None
    """The authority's own number of the case."""
    order_date: SentMoment | None = None
    """The day of the order, with `verdict`; the day of the reply by default."""
    amounts: AwardedAmountsSent | None = None
    """The amounts of the order."""
    amount: SentAmount | None = None
    """The authority's yearly fee, with `new_fee`; by default that of the law."""
    note: str | None = None
    """The authority's further words."""
    case: str
    """The case. An application that waits for a signature is signed and posted first."""


class SplitInput(Sent, kw_only=True, omit_defaults=True):
    """Which cases what waits is for; the amounts make up all of it."""
    parts: list[SplitPart]
    """The cases, each with what of the payment is for it."""


class SplitPart(Sent, kw_only=True, omit_defaults=True):
    """SplitPart."""
    case: str
    """The id of one of `cases`."""
    amount: SentAmount
    """The part of the payment for the case."""


class StateDate(Model, kw_only=True, omit_defaults=True):
    """StateDate."""
    state: CaseState
    """The phase that began."""
    status_date: Moment
    """When it began."""


class Statement(Model, kw_only=True, omit_defaults=True):
    """The debt on a day with every line; the totals are the sums of the lines."""
    case: str
    """The case that was asked about."""
    at: str
    """The day that is stated."""
    known: Moment
    """By what was known then."""
    known_since: list[KnownSince]
    """What has become known since, in that order."""
    currency: str
    """The currency of every amount in it."""
    lines: list[StatementLine]
    """Every amount that was added or taken, in the order of their dates."""
    refund_amount: Decimal
    """The amount received and not owed: a refund to the payer."""
    is_provisional: bool
    """Whether a rate that it uses was not yet published."""
    total_added_capital_amount: Decimal
    """The capital added."""
    total_added_interest_amount: Decimal
    """The interest added."""
    total_added_costs_amount: Decimal
    """The costs added."""
    total_added_transaction_amount: Decimal
    """The sum added of all components."""
    total_remaining_capital_amount: Decimal
    """The capital still owed."""
    total_remaining_interest_amount: Decimal
    """The interest still owed."""
    total_remaining_costs_amount: Decimal
    """The costs still owed."""
    total_remaining_transaction_amount: Decimal
    """All that is still owed."""


class StatementLine(Model, kw_only=True, omit_defaults=True, rename={"from_": "from"}):
    """An amount that was added (positive) or taken (negative), and why. Interest also says how it came about."""
    date: str
    """The day as of which it counts."""
    type: LineType
    """The kind of amount."""
    component: Component
    """The component of what is owed that the line belongs to."""
    amount: Decimal
    """How much: positive added, negative taken."""
    description: str
    """A short text of the line."""
    description_locale_tag: str
    """The tag of the line's text in `locales`."""
    fact: str
    """What caused it: an invoice, a letter, a payment."""
    law: str
    """The statute and section it rests on."""
    days: int | None = None
    """How many days interest is for."""
    rate_percent: Decimal | None = None
    """The yearly rate of interest."""
    base: Decimal | None = None
    """The capital that interest was computed on."""
    from_: str | None = None
    """The first day that interest is for."""
    to: str | None = None
    """The last day that interest is for."""
    is_provisional: bool | None = None
    """Whether the rate was not yet published."""


class StatusDate(Model, kw_only=True, omit_defaults=True):
    """StatusDate."""
    status: CaseStatus
    """The status that began."""
    status_date: Moment
    """When it began."""


class TokenAnswer(Model, kw_only=True, omit_defaults=True):
    """TokenAnswer."""
    token: str
    """The access token, valid for an hour."""


class TracedBankLine(Model, kw_only=True, omit_defaults=True):
    """A line of the bank's file."""
    transaction: str
    """The bank transaction."""
    file: str
    """The bank's file that it came with."""
    line: int
    """The line in BgMax, in camt the entry's number in the file."""
    booking_date: str
    """The bank date."""
    amount: Decimal
    """The amount of the line: positive in, negative out."""
    reference: str
    """The payer's references."""
    bank_reference: str
    """The bank's own number."""
    own_reference: str
    """The payer's own, such as EndToEndId."""
    status: TransactionStatus
    """The status of the transaction."""


class TracedCase(Model, kw_only=True, omit_defaults=True):
    """Where a case's money came from and where it went."""
    case: str
    """The case that was asked about."""
    ocr_number: str
    """The payment reference."""
    invoice_number: str
    """The creditor's own number of the invoice."""
    creditor: str
    """The creditor whose case it is."""
    payments: list[TracedPayment]
    """Every payment on the case, in the order of their dates."""


class TracedOrder(Model, kw_only=True, omit_defaults=True):
    """A line of an order to the bank."""
    order: str
    """The order to the bank."""
    position: int
    """Which line of the order it is, from 1."""
    end_to_end_id: str
    """The payment's id in the banks' files."""
    execution_date: str
    """The day on which the bank was asked to pay."""
    file: str
    """The file that the order was sent with."""


class TracedPayment(Model, kw_only=True, omit_defaults=True):
    """TracedPayment."""
    payment: str
    """The payment's reference."""
    date: str
    """The day on which it was paid."""
    amount: Decimal
    """The amount paid."""
    reached_us: bool
    """Whether it came over our bank; else the creditor reported it."""
    taken_back: str | None = None
    """The day on which it was recalled; absent where it was not."""
    bank: TracedBankLine | None = None
    """The bank's line that brought it; absent where the creditor reported it."""
    settled: list[TracedSettlement]
    """The things that the payment covered."""
    refunds: list[TracedRefund] | None = None
    """The part that went back to its payer."""


class TracedRefund(Model, kw_only=True, omit_defaults=True):
    """A line of an order to the bank by which money went back to its payer."""
    order: str
    """The order to the bank."""
    position: int
    """Which line of the order it is, from 1."""
    end_to_end_id: str
    """The payment's id in the banks' files."""
    execution_date: str
    """The day on which the bank was asked to pay."""
    file: str
    """The file that the order was sent with."""
    amount: Decimal
    """The refunded amount."""


class TracedSettlement(Model, kw_only=True, omit_defaults=True):
    """The part of a payment that covered one thing, corrections included."""
    settles: str
    """What was covered: a capital, a fee."""
    type: LineType
    """The kind of amount."""
    date: str
    """The day as of which it counts."""
    amount: Decimal
    """The part of the payment that covered it."""
    is_own_fee: bool
    """Whether it is a fee of the operator's."""
    specifications: list[TracedSpecification]
    """The part of it that is owed to the creditor."""


class TracedSpecification(Model, kw_only=True, omit_defaults=True):
    """The creditor's share of the money, and how it was paid."""
    specification: str
    """The finance payout specification."""
    booking_date: str
    """The day on which it was booked."""
    article: PayoutArticle
    """The kind of amount."""
    finance_category: FinanceCategory
    """The kind of money."""
    amount: Decimal
    """The amount owed of it, without VAT."""
    vat_amount: Decimal
    """The VAT of the amount."""
    payout: str | None = None
    """The payout that it is in; absent before it is gathered."""
    payout_reference: str | None = None
    """The payout's reference, which the creditor's bank shows."""
    bank_order: TracedOrder | None = None
    """The line of the order to the bank by which it was paid; absent before."""


class Transaction(Model, kw_only=True, omit_defaults=True):
    """A line of what is owed: positive added, negative settled, credited or written off."""
    bank_transaction_date: Moment
    """The day that counts: of a payment the bank's, of anything else its own."""
    registration_date: Moment
    """When it was registered."""
    origin: Origin
    """`creditor_system`."""
    type: LineType
    """The kind of amount."""
    description_locale_tag: str
    """The tag of the line's text in `locales`."""
    amount: Decimal
    """How much: positive added, negative settled, credited or written off."""


class Translation(Model, kw_only=True, omit_defaults=True):
    """Translation."""
    translation: str
    """The text in this language."""
    comment: str | None = None
    """A remark for those who translate."""


class UnmatchInput(Sent, kw_only=True, omit_defaults=True):
    """The end of a match that was a mistake."""
    reason: str | None = None
    """Why; kept in the journal."""


class UnmatchedPayment(Model, kw_only=True, omit_defaults=True, rename={"id": "_id", "created": "_created", "updated": "_updated", "etag": "_etag"}):
    """Money that waits for somebody to say what it is for."""
    id: str
    """Unique, made by the service; later documents have greater ones."""
    created: Moment
    """When it was stored first."""
    updated: Moment
    """When it was changed last."""
    etag: str
    """Its tag: another after every change."""
    bank_file: str
    """The file that brought it first."""
    kind: TransactionKind
    """`payment`, `deduction` or `recall`."""
    reason: SuspenseReason | None = None
    """Why it waits."""
    booking_date: Moment
    """The bank date."""
    value_date: Moment
    """The day from which the bank counts the money."""
    currency: str
    """`SEK`."""
    amount: Decimal
    """The whole transaction."""
    suspense_amount: Decimal
    """The waiting part."""
    bank_account: str
    """The account of ours that it is on."""
    receiver: str
    """The bankgiro that was paid to."""
    references: list[PaymentReference]
    """The payer's references."""
    payer: Payer
    """Who paid, as far as the bank says."""
    information: list[str]
    """The payer's message and the bank's."""
    bank_reference: str
    """The bank's own number."""
    own_reference: str
    """The payer's own, such as EndToEndId."""
    is_itemised: bool
    """False for a booking of which the bank gave the sum alone."""


class UnmatchedPaymentList(Model, kw_only=True, omit_defaults=True, rename={"items": "_items", "meta": "_meta"}):
    """A page of `unmatched--payments`."""
    items: list[UnmatchedPayment]
    """The documents of this page."""
    meta: PageMeta
    """Which page it is, and how many there are."""


class User(Model, kw_only=True, omit_defaults=True, rename={"id": "_id", "created": "_created", "updated": "_updated", "etag": "_etag"}):
    """People and API clients."""
    id: str
    """Unique, made by the service; later documents have greater ones."""
    created: Moment
    """When it was stored first."""
    updated: Moment
    """When it was changed last."""
    etag: str
    """Its tag: another after every change."""
    account: str
    """Empty for the operator's and a partner's own users."""
    name: str
    """Full name."""
    oauth_type: OauthType | None = None
    """`microsoft`, `google` or `oidc`."""
    email_oauth: str | None = None
    """The address to sign in with."""
    data_access: list[DataAccess] | None = None
    """The access groups that the user is in, which say how far it sees."""
    is_enabled: bool
    """A disabled user's tokens stop working within a second."""
    applications: list[ApplicationOfUser] | None = None
    """The parts of the service that the user may use."""
    log_invoice_registrations: bool
    """Keep `request--logs` of them."""
    log_case_registrations: bool
    """Keep `request--logs` of them."""
    log_creditor_payments: bool
    """Keep `request--logs` of them."""
    log_creditor_cancellations: bool
    """Keep `request--logs` of them."""
    log_creditor_creditings: bool
    """Keep `request--logs` of them."""
    system_user: bool
    """An API client; the operator's to set."""
    may_see_protected: bool
    """Whether it is one of the operator's people who may see how protected persons are reached."""


class UserChange(Sent, kw_only=True, omit_defaults=True):
    """UserChange."""
    name: str | None = None
    """The user's full name."""
    oauth_type: OauthType | None = None
    """Whose account the user signs in with."""
    email_oauth: str | None = None
    """The address that the user signs in with."""
    data_access: list[DataAccessSent] | None = None
    """The access groups that the user is in, which say how far it sees."""
    is_enabled: bool | None = None
    """Whether the user may sign in; a disabled user's tokens stop working within a second."""
    applications: list[ApplicationOfUserSent] | None = None
    """The parts of the service that the user may use."""
    log_invoice_registrations: bool | None = None
    """Whether `request--logs` are kept of the user's invoice registrations."""
    log_case_registrations: bool | None = None
    """Whether `request--logs` are kept of the user's case registrations."""
    log_creditor_payments: bool | None = None
    """Whether `request--logs` are kept of the user's payments."""
    log_creditor_cancellations: bool | None = None
    """Whether `request--logs` are kept of the user's cancellations."""
    log_creditor_creditings: bool | None = None
    """Whether `request--logs` are kept of the user's creditings."""
    system_user: bool | None = None
    """Whether it is an API client; the operator's to set."""
    may_see_protected: bool | None = None
    """Whether it may see how protected persons are reached; the operator's to set, for its own people."""


class UserInput(Sent, kw_only=True, omit_defaults=True):
    """UserInput."""
    name: str
    """The user's full name."""
    oauth_type: OauthType | None = None
    """Whose account the user signs in with."""
    email_oauth: str | None = None
    """The address that the user signs in with."""
    data_access: list[DataAccessSent] | None = None
    """The access groups that the user is in, which say how far it sees."""
    is_enabled: bool | None = None
    """Whether the user may sign in; a disabled user's tokens stop working within a second."""
    applications: list[ApplicationOfUserSent] | None = None
    """The parts of the service that the user may use."""
    log_invoice_registrations: bool | None = None
    """Whether `request--logs` are kept of the user's invoice registrations."""
    log_case_registrations: bool | None = None
    """Whether `request--logs` are kept of the user's case registrations."""
    log_creditor_payments: bool | None = None
    """Whether `request--logs` are kept of the user's payments."""
    log_creditor_cancellations: bool | None = None
    """Whether `request--logs` are kept of the user's cancellations."""
    log_creditor_creditings: bool | None = None
    """Whether `request--logs` are kept of the user's creditings."""
    system_user: bool | None = None
    """Whether it is an API client; the operator's to set."""
    may_see_protected: bool | None = None
    """Whether it may see how protected persons are reached; the operator's to set, for its own people."""
    account: str
    """The id of one of `accounts`."""


class UserList(Model, kw_only=True, omit_defaults=True, rename={"items": "_items", "meta": "_meta"}):
    """A page of `users`."""
    items: list[User]
    """The documents of this page."""
    meta: PageMeta
    """Which page it is, and how many there are."""


class WaitingApprovals(Model, kw_only=True, omit_defaults=True, rename={"items": "_items"}):
    """Everything that waits for a second person, the oldest first."""
    items: list[ShownApproval]
    """What waits, at most 500."""
    four_eyes: str
    """The setting: `auto`, `on` or `off`."""
    is_in_force: bool
    """Whether a second person is asked now."""


class WaiverInput(Sent, kw_only=True, omit_defaults=True, rename={"from_": "from"}):
    """Interest or costs that the creditor gives up; capital is credited instead."""
    component: WaivedComponent
    """Whether interest or costs are waived."""
    article: FeeArticle | None = None
    """The cost that is waived; all of them unless stated."""
    amount: SentAmount | None = None
    """The most that is waived; everything unless stated."""
    from_: SentMoment | None = None
    """The first day of what is waived; since ever unless stated."""
    until: SentMoment | None = None
    """The last day of what is waived; today unless stated."""
    reason: str
    """Why."""


class Webhook(Model, kw_only=True, omit_defaults=True, rename={"id": "_id", "created": "_created", "updated": "_updated", "etag": "_etag"}):
    """Where events are delivered to."""
    id: str
    """Unique, made by the service; later documents have greater ones."""
    created: Moment
    """When it was stored first."""
    updated: Moment
    """When it was changed last."""
    etag: str
    """Its tag: another after every change."""
    account: str | None = None
    """The account that it belongs to; absent for a partner's, which gets the events of all its accounts."""
    creditor: str | None = None
    """Only events of this creditor, if it is given."""
    partner: str | None = None
    """The partner that it belongs to, where it is for all accounts of the partner."""
    url: str
    """`https`, without user or fragment; in a sandbox also `http`."""
    event_types: list[EventType]
    """The types that are delivered; all of them where the list is empty."""
    description: str | None = None
    """A description of your own."""
    enabled: bool
    """Whether events are sent to it."""
    disabled_reason: str | None = None
    """Why the service switched it off."""
    previous_secret_until: Moment | None = None
    """Until then the secret before the last rotation signs too."""
    position: int
    """Events up to this position have been taken for delivery."""
    last_success: Moment | None = None
    """When an event was last delivered."""
    failing_since: Moment | None = None
    """When the first of the tries failed that have failed since the last success."""
    last_error: str | None = None
    """The error of the last attempt, if it failed."""


class WebhookChange(Sent, kw_only=True, omit_defaults=True):
    """WebhookChange."""
    url: str | None = None
    """The address that events are sent to, with https."""
    event_types: list[EventType] | None = None
    """Which types of events are sent; empty for all."""
    description: str | None = None
    """A description of your own."""
    enabled: bool | None = None
    """Whether events are sent to it."""


class WebhookCreated(Model, kw_only=True, omit_defaults=True, rename={"id": "_id", "created": "_created", "updated": "_updated", "etag": "_etag", "status": "_status", "warnings": "_warnings", "dry_run": "_dry_run"}):
    """The answer of creating a webhook: also its secret, which is shown once and never in a repeated answer."""
    id: str
    """Unique, made by the service; later documents have greater ones."""
    created: Moment
    """When it was stored first."""
    updated: Moment
    """When it was changed last."""
    etag: str
    """Its tag: another after every change."""
    status: str
    """That it went well."""
    warnings: list[AnswerWarning] | None = None
    """What looks wrong, or is not as it was asked for. Absent without warnings."""
    dry_run: bool | None = None
    """That it was a dry run, and nothing is stored."""
    secret: str | None = None
    """The secret that deliveries are signed with, shown this once: `whsec_…`."""


class WebhookCreatedMany(Model, kw_only=True, omit_defaults=True, rename={"status": "_status", "items": "_items", "dry_run": "_dry_run"}):
    """What is answered where an array of documents was sent."""
    status: str
    """That it went well."""
    items: list[WebhookCreated]
    """What became of each, in the order of the array."""
    dry_run: bool | None = None
    """That it was a dry run, and nothing is stored."""


class WebhookDelivery(Model, kw_only=True, omit_defaults=True, rename={"id": "_id", "created": "_created", "updated": "_updated", "etag": "_etag"}):
    """What was sent to webhooks, and what they answered."""
    id: str
    """Unique, made by the service; later documents have greater ones."""
    created: Moment
    """When it was stored first."""
    updated: Moment
    """When it was changed last."""
    etag: str
    """Its tag: another after every change."""
    account: str | None = None
    """The account that the event belongs to; absent for the test of a partner's webhook."""
    creditor: str | None = None
    """The webhook's, if it is of one creditor."""
    webhook: str
    """The webhook that it was sent to."""
    event: str
    """The event's id, which is also the `webhook-id` of every try."""
    position: int | None = None
    """The event's; a test has none."""
    type: EventType
    """The event's."""
    case: str | None = None
    """The case, if the event is about one."""
    origin: DeliveryOrigin
    """`stream`, `replay` or `test`."""
    status: DeliveryStatus
    """`waiting`, `delivered` or `failed`."""
    attempts: int
    """Tries that have begun."""
    next_attempt: Moment | None = None
    """While it waits."""
    delivered: Moment | None = None
    """When it was delivered; absent until then."""
    body: str | None = None
    """The body, the same in every try; absent before the first."""
    tries: list[DeliveryTry]
    """The last 50."""


class WebhookDeliveryList(Model, kw_only=True, omit_defaults=True, rename={"items": "_items", "meta": "_meta"}):
    """A page of `webhook--deliveries`."""
    items: list[WebhookDelivery]
    """The documents of this page."""
    meta: PageMeta
    """Which page it is, and how many there are."""


class WebhookDisabledData(Model, kw_only=True, omit_defaults=True):
    """A webhook was disabled after it had failed."""
    event: str
    """The event."""
    position: int | None = None
    """Its place in the stream."""
    account: str
    """The account that it belongs to."""
    creditor: str | None = None
    """The creditor, if it is of one."""
    case: str | None = None
    """The case, if it is about one."""
    webhook: str | None = None
    """The webhook."""
    reason: str | None = None
    """Why, in a sentence."""


class WebhookDisabledMessage(Model, kw_only=True, omit_defaults=True):
    """A webhook was disabled after it had failed."""
    type: str
    """What happened."""
    timestamp: Moment
    """When it happened."""
    data: WebhookDisabledData
    """What it is about."""


class WebhookInput(Sent, kw_only=True, omit_defaults=True):
    """WebhookInput."""
    url: str
    """The address that events are sent to, with https."""
    event_types: list[EventType] | None = None
    """Which types of events are sent; empty for all."""
    description: str | None = None
    """A description of your own."""
    enabled: bool | None = None
    """Whether events are sent to it."""
    account: str | None = None
    """The account whose events are sent. Only a partner may leave it out, for the events of all its accounts."""
    creditor: str | None = None
    """The id of one of `creditors`."""


class WebhookList(Model, kw_only=True, omit_defaults=True, rename={"items": "_items", "meta": "_meta"}):
    """A page of `webhooks`."""
    items: list[Webhook]
    """The documents of this page."""
    meta: PageMeta
    """Which page it is, and how many there are."""


class WebhookReplayed(Model, kw_only=True, omit_defaults=True, rename={"id": "_id", "created": "_created", "updated": "_updated", "etag": "_etag", "status": "_status", "warnings": "_warnings", "dry_run": "_dry_run"}):
    """How many deliveries a replay made, and of which events."""
    id: str
    """Unique, made by the service; later documents have greater ones."""
    created: Moment
    """When it was stored first."""
    updated: Moment
    """When it was changed last."""
    etag: str
    """Its tag: another after every change."""
    status: str
    """That it went well."""
    warnings: list[AnswerWarning] | None = None
    """What looks wrong, or is not as it was asked for. Absent without warnings."""
    dry_run: bool | None = None
    """That it was a dry run, and nothing is stored."""
    deliveries: int
    """How many events are sent again."""
    first_position: int | None = None
    """The position of the first event that is sent again."""
    last_position: int | None = None
    """The position of the last event that is sent again."""


class WebhookTestData(Model, kw_only=True, omit_defaults=True):
    """A test of a webhook was requested."""
    event: str
    """The event."""
    position: int | None = None
    """Its place in the stream."""
    account: str
    """The account that it belongs to."""
    creditor: str | None = None
    """The creditor, if it is of one."""
    case: str | None = None
    """The case, if it is about one."""
    webhook: str | None = None
    """The webhook."""


class WebhookTestMessage(Model, kw_only=True, omit_defaults=True):
    """A test of a webhook was requested."""
    type: str
    """What happened."""
    timestamp: Moment
    """When it happened."""
    data: WebhookTestData
    """What it is about."""


class WebhookTested(Model, kw_only=True, omit_defaults=True, rename={"id": "_id", "created": "_created", "updated": "_updated", "etag": "_etag", "status": "_status", "warnings": "_warnings", "dry_run": "_dry_run"}):
    """How a test went."""
    id: str
    """Unique, made by the service; later documents have greater ones."""
    created: Moment
    """When it was stored first."""
    updated: Moment
    """When it was changed last."""
    etag: str
    """Its tag: another after every change."""
    status: str
    """That it went well."""
    warnings: list[AnswerWarning] | None = None
    """What looks wrong, or is not as it was asked for. Absent without warnings."""
    dry_run: bool | None = None
    """That it was a dry run, and nothing is stored."""
    delivery: str
    """The entry of the log that holds request and answer."""
    delivered: bool
    """Whether your address took it, by a status from 200 to 299."""
    answer_status: int | None = None
    """The HTTP status that your address answered with; absent where it did not answer."""
    error: str | None = None
    """Why it failed, in a sentence; absent where it was delivered."""
    milliseconds: int
    """How long your address took to answer."""


class WorkItem(Model, kw_only=True, omit_defaults=True, rename={"id": "_id", "created": "_created", "updated": "_updated", "etag": "_etag"}):
    """What waits for a person, and why."""
    id: str
    """Unique, made by the service; later documents have greater ones."""
    created: Moment
    """When it was stored first."""
    updated: Moment
    """When it was changed last."""
    etag: str
    """Its tag: another after every change."""
    account: str
    """The account that it belongs to."""
    creditor: str
    """The creditor whose claim it is about."""
    case: str | None = None
    """The case, if it is about one."""
    letter: str | None = None
    """The letter, if it is about one."""
    kind: WorkItemKind
    """The kind of work item."""
    reason: str
    """Why, in a sentence."""
    assigned_to: str | None = None
    """The user who sees to it, if anybody has taken it."""
    snoozed_until: Moment | None = None
    """When somebody wants to see it again."""
    resolved: Moment | None = None
    """When it was settled; absent while it waits."""
    note: str | None = None
    """The note about how it was resolved."""
    offered_instalments: int | None = None
    """Of how many instalments a plan was offered instead of what the debtor asked for."""
    offered_first_date: Moment | None = None
    """The day of the first instalment of that plan."""
    offered_respite_until: Moment | None = None
    """The last day of a respite that was offered instead."""
    offered_until: Moment | None = None
    """The last day on which the debtor can accept the offer."""
    offer_outcome: OfferOutcome | None = None
    """The outcome of the offer; absent while it waits, and where nobody answered in time."""


class WorkItemChange(Sent, kw_only=True, omit_defaults=True):
    """Changes of a work item. An empty `assigned_to` assigns it to nobody."""
    assigned_to: str | None = None
    """The id of one of `users`."""
    snoozed_until: SentMoment | None = None
    """When somebody wants to see it again."""
    resolved: bool | None = None
    """Whether it is settled; false opens it again."""
    note: str | None = None
    """The note about how it was resolved."""
    decision: WishDecision | None = None
    """The decision on a wish of a debtor, which resolves it: `grant` does it, `refuse` needs an `answer`,
    `propose` offers something else."""
    answer: str | None = None
    """The words to the debtor, who reads them among the messages about the case."""
    instalments: int | None = None
    """Proposes a plan of so many instalments, a month apart."""
    first_date: SentMoment | None = None
    """The day of the first instalment of the proposed plan."""
    respite_until: SentMoment | None = None
    """Proposes a respite until that day instead of a plan."""
    good_until: SentMoment | None = None
    """The last day on which the debtor can accept the proposal."""


class WorkItemList(Model, kw_only=True, omit_defaults=True, rename={"items": "_items", "meta": "_meta"}):
    """A page of `work--items`."""
    items: list[WorkItem]
    """The documents of this page."""
    meta: PageMeta
    """Which page it is, and how many there are."""


class WrongPersonInput(Sent, kw_only=True, omit_defaults=True):
    """A claim that was against the wrong person."""
    note: str
    """How it is known that somebody else owes it; kept as a note on the case."""


queryable(AccessGroup, Account, ApiClient, Application, AssignmentRule, AuditEntry, AutogiroMandate, BankFile, BankOrder, BankTransaction, BulkAct, Cancellation, Case, CaseRegistration, Complaint, Crediting, Creditor, Customer, Enforcement, ErasureBatch, Event, FileImportReport, FinancePayout, FinancePayoutSpecification, Invoice, InvoiceRegistration, LawRow, Letter, Locale, OperatorInvoice, Partner, Payment, Refund, RequestLog, SavedView, ShownApproval, UnmatchedPayment, User, Webhook, WebhookDelivery, WorkItem)
