"""How long what is known of a person is kept, table by table and column by column, and what stands in its place afterwards.

Personal data is kept no longer than its purpose asks (GDPR article 5.1 e). A claim's purpose ends some time after its case was
closed, when questions and complaints about it have run out; then the customer is *pseudonymised*. What the bookkeeping rests on
is kept for its own time (bokföringslagen 7 kap. 2 §), and then *anonymised*. Erasing carries out the table below and nothing
else; docs/privacy.md shows it.
"""

from dataclasses import dataclass
from datetime import date
from typing import Literal, TypeAlias

from fordran.domain.days import months_after

ERASE_AFTER_MONTHS = 36
"""Inkasso practice under inkassolagen 4 § and GDPR article 5.1 e: as long as a consumer's claim can be disputed in court, which
preskriptionslagen 2 § ends after three years."""

BOOKKEEPING_YEARS = 7
"""Bokföringslag (1999:1078) 7 kap. 2 §: to the seventh year after the calendar year in which the fiscal year ended."""

PSEUDONYMISED: Literal["pseudonymised"] = "pseudonymised"
"""What is no bookkeeping is gone, and a name made of nothing but a keyed hash stands for the person."""
ANONYMISED: Literal["anonymised"] = "anonymised"
"""What the bookkeeping rested on is gone too, but for amounts, dates and numbers of documents."""
KEPT: Literal["kept"] = "kept"

Erased: TypeAlias = Literal["pseudonymised", "anonymised"]
"""How far a row is erased."""

Stage: TypeAlias = Literal[Erased, "kept"]

FileToRemove: TypeAlias = Literal[
    "media",  # the bytes of a file, by its id
    "print",  # what was given to the printer, by its envelope's id
    "order",  # the file of an order to the bank, by the order's id
]

GONE = "Gallrad"
"""The name of somebody who is not known any more."""


def erasable_from(closed: date, months: int = ERASE_AFTER_MONTHS) -> date:
    """The first day on which a case that was closed on a day may be erased.

    >>> erasable_from(date(2024, 2, 29)).isoformat()
    '2027-02-28'
    """
    return months_after(closed, months)


def bookkeeping_kept_until(booked_on: date, fiscal_year_end_month: int = 12) -> date:
    """The last day on which the bookkeeping of a day has to be kept: bokföringslagen 7 kap. 2 §.

    >>> bookkeeping_kept_until(date(2026, 3, 1)).isoformat(), bookkeeping_kept_until(date(2026, 9, 1), 6).isoformat()
    ('2033-12-31', '2034-12-31')
    """
    ended = booked_on.year if booked_on.month <= fiscal_year_end_month else booked_on.year + 1
    return date(ended + BOOKKEEPING_YEARS, 12, 31)


Becomes: TypeAlias = Literal[
    "no value",
    "empty text",
    "empty object",
    "empty list",
    "empty address",
    "false",
    "missing",
    "pseudonym",
    "no name",
    "without contact details",
    "without identity",
    "amounts alone",
    "row deleted",
    "file and row deleted",
    "values deleted",
    "as it was",
]
"""What stands in a value's place."""

STORAGE_LIMITATION = "GDPR article 5.1 e"
BOOKKEEPING = "bokföringslagen 7 kap. 2 §"
VERIFICATION = "bokföringslagen 5 kap. 6–7 §§ and 7 kap. 2 §"
SALES_INVOICE = "mervärdesskattelagen 17 kap. 24 §, bokföringslagen 7 kap. 2 §"
NOT_PERSONAL = "no personal data (GDPR article 4.1)"


@dataclass(frozen=True, slots=True)
class Rule:
    """What becomes of some columns of a table, or of whole rows where none are named, when a stage is reached."""

    table: str
    columns: tuple[str, ...]
    stage: Stage
    becomes: Becomes
    law: str
    why: str = ""


RULES: tuple[Rule, ...] = (
    # Customers: everything at once. The verifications say who it was for as long as they have to.
    Rule("customers", ("name", "name_folded"), PSEUDONYMISED, "pseudonym", STORAGE_LIMITATION),
    Rule(
        "customers", ("id_number", "id_number_compact", "email_folded"), PSEUDONYMISED, "empty text", STORAGE_LIMITATION
    ),
    Rule("customers", ("id_number_status",), PSEUDONYMISED, "missing", STORAGE_LIMITATION),
    Rule("customers", ("address",), PSEUDONYMISED, "empty address", STORAGE_LIMITATION),
    Rule(
        "customers",
        (
            *("customer_number", "car_registration", "mobile_number", "email", "warnings"),
            *("deceased_on", "bankruptcy_on", "debt_restructuring_on"),
        ),
        PSEUDONYMISED,
        "no value",
        STORAGE_LIMITATION,
    ),
    Rule("customers", ("is_active", "is_protected"), PSEUDONYMISED, "false", STORAGE_LIMITATION),
    Rule("customers", ("name", "name_folded"), ANONYMISED, "no name", BOOKKEEPING),
    # Cases.
    Rule("cases", ("labels",), PSEUDONYMISED, "no value", STORAGE_LIMITATION),
    Rule(
        "cases", ("flow",), PSEUDONYMISED, "empty object", STORAGE_LIMITATION, "what the customer disputed or agreed to"
    ),
    Rule("cases", ("debt_description",), ANONYMISED, "empty text", VERIFICATION),
    Rule("cases", ("reference_number", "payout_reference"), ANONYMISED, "no value", VERIFICATION),
    Rule(
        "cases",
        ("ocr_number", "invoice_number", "debt_reference", "facts", "transactions", "head_hash", "case_settings"),
        KEPT,
        "as it was",
        BOOKKEEPING,
        "the journal is made of it, and it names nobody",
    ),
    Rule(
        "cases",
        (
            *("state", "status", "state_history", "status_history", "next_step", "close_reason", "first_action"),
            "agreement_version",
        ),
        KEPT,
        "as it was",
        NOT_PERSONAL,
        "says what was done, and no longer to whom",
    ),
    # Verifications: invoices and debts as they came, and as they were shown.
    Rule("invoice_registrations", ("document",), PSEUDONYMISED, "without contact details", STORAGE_LIMITATION),
    Rule("invoice_registrations", ("document",), ANONYMISED, "without identity", SALES_INVOICE),
    Rule("invoice_registrations", ("ocr_number",), KEPT, "as it was", BOOKKEEPING),
    Rule("case_registrations", ("document",), PSEUDONYMISED, "without contact details", STORAGE_LIMITATION),
    Rule("case_registrations", ("document",), ANONYMISED, "without identity", VERIFICATION),
    Rule("case_registrations", ("cases", "ocr_numbers", "ocr_numbers_ocr"), KEPT, "as it was", BOOKKEEPING),
    Rule("invoices", ("labels",), PSEUDONYMISED, "no value", STORAGE_LIMITATION),
    Rule("invoices", ("matrix",), ANONYMISED, "amounts alone", SALES_INVOICE),
    Rule(
        "invoices",
        (
            *("reference_number", "payout_reference", "invoice_headline", "invoice_body_text", "your_contact"),
            *("your_reference", "our_reference", "your_additional_reference", "order_reference", "contract_reference"),
            *("debt_description", "custom_column_headlines"),
        ),
        ANONYMISED,
        "no value",
        SALES_INVOICE,
    ),
    Rule(
        "invoices",
        (
            *("invoice_type", "invoice_number", "ocr_number", "letter_template", "preferred_invoice_distribution"),
            "agreement_version",
        ),
        KEPT,
        "as it was",
        BOOKKEEPING,
    ),
    # Money.
    Rule("creditor_payments", ("creditor_payment_reference",), ANONYMISED, "no value", VERIFICATION),
    Rule("creditor_payments", ("payment_status", "status_reason_locale"), KEPT, "as it was", BOOKKEEPING),
    Rule("creditor_creditings", ("payment_status", "status_reason_locale"), KEPT, "as it was", BOOKKEEPING),
    Rule("creditor_cancellations", ("cancellation_status", "status_reason_locale"), KEPT, "as it was", BOOKKEEPING),
    Rule("bank_transactions", ("payer",), ANONYMISED, "empty object", VERIFICATION),
    Rule("bank_transactions", ("references", "information"), ANONYMISED, "empty list", VERIFICATION),
    Rule("bank_transactions", ("reference",), ANONYMISED, "empty text", VERIFICATION),
    Rule(
        "bank_transactions",
        (
            *(
                "key",
                "kind",
                "bank_account",
                "receiver",
                "bank_reference",
                "own_reference",
                "entry",
                "status",
                "reason",
            ),
            "head_hash",
        ),
        KEPT,
        "as it was",
        BOOKKEEPING,
        "the bank's own numbers, and our account",
    ),
    Rule("bank_refunds", ("name",), ANONYMISED, "no name", VERIFICATION),
    Rule("bank_refunds", ("bank_account",), ANONYMISED, "empty object", VERIFICATION),
    Rule("bank_order_lines", ("name",), ANONYMISED, "no name", VERIFICATION, "of refunds; the order's file goes too"),
    Rule("bank_order_lines", ("address", "bank_account"), ANONYMISED, "empty object", VERIFICATION),
    Rule("bank_order_lines", ("kind", "message"), KEPT, "as it was", BOOKKEEPING),
    Rule("payout_specifications", ("reference_number",), ANONYMISED, "no value", VERIFICATION),
    Rule(
        "payout_specifications",
        ("settles", "settled_type", "article", "finance_category", "invoice_number"),
        KEPT,
        "as it was",
        BOOKKEEPING,
    ),
    # Letters and files.
    Rule(
        "envelopes", ("receiver",), PSEUDONYMISED, "empty text", STORAGE_LIMITATION, "the copy for the printer goes too"
    ),
    Rule("envelopes", ("trouble",), PSEUDONYMISED, "no value", STORAGE_LIMITATION),
    Rule("envelopes", ("channel", "status"), KEPT, "as it was", NOT_PERSONAL),
    Rule("letters", ("details",), PSEUDONYMISED, "empty object", STORAGE_LIMITATION),
    Rule(
        "letters",
        ("kind", "language", "status", "checklist"),
        KEPT,
        "as it was",
        NOT_PERSONAL,
        "what was sent when, what it cost, and that it was lawful",
    ),
    Rule(
        "media_files",
        (),
        PSEUDONYMISED,
        "file and row deleted",
        STORAGE_LIMITATION,
        "letters that charged no fee",
    ),
    Rule(
        "media_files",
        (),
        ANONYMISED,
        "file and row deleted",
        VERIFICATION,
        "invoices, original invoices, and letters that charged a fee: each a verification",
    ),
    # What was written down on the way.
    Rule("work_items", (), PSEUDONYMISED, "row deleted", STORAGE_LIMITATION),
    Rule("request_logs", (), PSEUDONYMISED, "row deleted", STORAGE_LIMITATION, "forgotten after 90 days in any case"),
    Rule(
        "idempotent_answers",
        (),
        PSEUDONYMISED,
        "row deleted",
        STORAGE_LIMITATION,
        "forgotten after 96 hours in any case",
    ),
    Rule("file_import_rows", ("issues",), PSEUDONYMISED, "no value", STORAGE_LIMITATION),
    Rule("file_import_rows", ("outcome",), KEPT, "as it was", NOT_PERSONAL),
    Rule(
        "events", ("type", "data"), KEPT, "as it was", NOT_PERSONAL, "holds no name, number or address from the start"
    ),
    Rule("webhook_deliveries", ("body",), PSEUDONYMISED, "no value", STORAGE_LIMITATION),
    Rule(
        "webhook_deliveries",
        ("tries",),
        PSEUDONYMISED,
        "empty list",
        STORAGE_LIMITATION,
        "receivers may answer anything",
    ),
    Rule("webhook_deliveries", ("type", "origin", "status"), KEPT, "as it was", NOT_PERSONAL),
    Rule(
        "audit_log",
        ("changes",),
        PSEUDONYMISED,
        "values deleted",
        STORAGE_LIMITATION,
        "of the person's documents; once more when the bookkeeping is let go of",
    ),
    Rule(
        "audit_log",
        (
            *("by", "user_id", "address", "request_id", "act", "kind", "resource", "document_id", "documents"),
            "creditor_id",
        ),
        KEPT,
        "as it was",
        "GDPR article 32",
        "who did what, by ids alone",
    ),
    Rule("steps", ("step", "outcome"), KEPT, "as it was", NOT_PERSONAL),
    Rule("ocr_numbers", ("ocr",), KEPT, "as it was", BOOKKEEPING),
    Rule("bookings", ("facts", "entries", "previous_hash", "hash"), KEPT, "as it was", BOOKKEEPING, "the journal"),
    Rule("bank_bookings", ("act", "details", "previous_hash", "hash"), KEPT, "as it was", BOOKKEEPING, "the journal"),
    Rule("bank_payments", (), KEPT, "as it was", BOOKKEEPING),
    Rule(
        "payouts",
        (
            *(
                "payout_reference",
                "finance_category",
                "finance_interval",
                "summary",
                "not_ready_reason",
                "bank_account",
            ),
            *("banking_account", "head_hash"),
        ),
        KEPT,
        "as it was",
        BOOKKEEPING,
        "what the creditor was paid",
    ),
    Rule(
        "erasures",
        ("stage", "table_name", "columns", "hash_before", "hash_after", "previous_hash", "hash"),
        KEPT,
        "as it was",
        "GDPR article 5.2",
        "proof that it was erased; ids alone",
    ),
)

OTHERS: dict[str, str] = {
    "accounts": "businesses; one that is a person is found by its number, and leaves with its agreement",
    "creditors": "businesses; one that is a person is found by its number, and leaves with its agreement",
    "partners": "businesses; one that is a person is found by its number, and leaves with its agreement",
}
"""Tables that are searched for a person and not erased with a debtor's data, and why."""

NOTHING_PERSONAL: dict[str, str] = {
    "audit_rules": "what the audit log records",
    "event_stream": "how far events are numbered",
    "webhooks": "addresses of clients' systems",
    "webhook_states": "how well deliveries go",
    "access_groups": "roles, named after accounts and creditors",
    "agreement_templates": "settings",
    "applications": "parts of the service",
    "bank_files": "sums of files; their transactions are rows of their own",
    "bank_orders": "sums of orders; whom they pay stands in their lines",
    "failed_sign_ins": "hashes, of the last minute",
    "file_imports": "counts of files; what became of their rows is a table of its own",
    "files_to_remove": "ids of files that are about to be removed",
    "installation": "facts about the installation",
    "locale_entries": "texts of the service",
    "payout_bookings": "the journal of payouts to creditors",
    "payout_preparations": "days",
    "seals": "hashes",
    "tallies": "counts",
    "tally_changes": "counts",
    "user_groups": "which groups a user is in",
    "user_keys": "public keys of API clients",
    "user_networks": "addresses of API clients",
    "users": "people who work with the service, known by name and e-mail address and by no number; not debtors",
}
"""Tables that hold nothing about debtors, and why that is so."""
