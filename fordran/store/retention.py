"""How long everything is kept: what each noun says of its own tables, joined with the tables that no noun shows.

`fordran privacy`, the worker's erasing and docs/privacy.md all follow from this table. `actions/privacy/carry_out.py` carries
it out, and `actions/privacy/check_rules.py` refuses to start where that cannot be done.
"""

from __future__ import annotations

from fordran.domain.service.retention import (
    ACCOUNTABILITY,
    ANONYMISED,
    BOOKKEEPING,
    KEPT,
    NOT_PERSONAL,
    PSEUDONYMISED,
    STORAGE_LIMITATION,
    VERIFICATION,
)
from fordran.resources import RESOURCES
from fordran.resources.bank_transactions import ALL_ANONYMISED
from fordran.shape.kept import Keeping, NotErased, NothingPersonal, RetentionRule
from fordran.shape.resource import Resource

UNSHOWN: tuple[Keeping, ...] = (
    # Money.
    RetentionRule("bank_refunds", ("name",), ANONYMISED, "no name", VERIFICATION, only=ALL_ANONYMISED),
    RetentionRule("bank_refunds", ("bank_account",), ANONYMISED, "empty object", VERIFICATION, only=ALL_ANONYMISED),
    RetentionRule(
        "bank_refunds", ("ordered_by",), KEPT, "as it was", BOOKKEEPING, "who of those who work with the service"
    ),
    RetentionRule("bank_order_lines", ("name",), ANONYMISED, "no name", VERIFICATION, "of refunds"),
    RetentionRule("bank_order_lines", ("address", "bank_account"), ANONYMISED, "empty object", VERIFICATION),
    RetentionRule(
        "bank_order_lines", (), ANONYMISED, "file deleted", VERIFICATION, "the order's file, where it has a refund"
    ),
    RetentionRule(
        "bank_order_lines",
        ("kind", "message", "execution_date", "status", "status_reason", "rejected_on"),
        KEPT,
        "as it was",
        BOOKKEEPING,
    ),
    RetentionRule(
        "bank_payments",
        ("booking_date", "recalled_on", "was_in_suspense", "is_due", "is_booked"),
        KEPT,
        "as it was",
        BOOKKEEPING,
    ),
    RetentionRule(
        "bank_bookings",
        ("act", "details", "booked_on", "previous_hash", "hash"),
        KEPT,
        "as it was",
        BOOKKEEPING,
        "the journal",
    ),
    RetentionRule(
        "bookings",
        ("facts", "entries", "booked_on", "previous_hash", "hash", "days"),
        KEPT,
        "as it was",
        BOOKKEEPING,
        "the journal",
    ),
    RetentionRule(
        "swish_payments",
        (
            *("state", "error", "sent", "ask_at", "paid", "until_day"),
            *("payment_reference", "request_id", "callback_identifier", "token"),
        ),
        KEPT,
        "as it was",
        BOOKKEEPING,
        "no name and no number of the payer is kept",
    ),
    RetentionRule(
        "swish_refunds",
        ("state", "error", "taken", "ask_at", "until_day", "request_id", "callback_identifier"),
        KEPT,
        "as it was",
        BOOKKEEPING,
        "no name and no number of the payer is kept",
    ),
    RetentionRule(
        "autogiro_debits",
        ("subject", "day", "reference", "state", "reason", "sent", "until_day", "case_revision"),
        KEPT,
        "as it was",
        BOOKKEEPING,
        "no name and no account of the payer is kept",
    ),
    RetentionRule("ocr_numbers", ("ocr",), KEPT, "as it was", BOOKKEEPING),
    # Parts of cases, which are read below them.
    RetentionRule(
        "case_notes", (), PSEUDONYMISED, "row deleted", STORAGE_LIMITATION, "what was said of and by the customer"
    ),
    RetentionRule("case_parties", (), PSEUDONYMISED, "row deleted", STORAGE_LIMITATION, "who acts for the customer"),
    RetentionRule("case_waivers", (), PSEUDONYMISED, "row deleted", STORAGE_LIMITATION, "why something was waived"),
    RetentionRule("held_acts", (), PSEUDONYMISED, "row deleted", STORAGE_LIMITATION, "why something is to be given up"),
    RetentionRule("case_disputes", (), PSEUDONYMISED, "row deleted", STORAGE_LIMITATION, "what the customer disputed"),
    RetentionRule(
        "amortization_plans", (), PSEUDONYMISED, "row deleted", STORAGE_LIMITATION, "what the customer agreed to"
    ),
    RetentionRule(
        "debtor_codes", (), PSEUDONYMISED, "row deleted", STORAGE_LIMITATION, "what opens a case for its debtor"
    ),
    RetentionRule(
        "protected_details", (), PSEUDONYMISED, "row deleted", STORAGE_LIMITATION, "how the customer is reached"
    ),
    RetentionRule("spar_answers", (), PSEUDONYMISED, "row deleted", STORAGE_LIMITATION, "the last answer of SPAR"),
    RetentionRule(
        "kivra_matches", (), PSEUDONYMISED, "row deleted", STORAGE_LIMITATION, "whether Kivra reaches the customer"
    ),
    RetentionRule(
        "company_answers", (), PSEUDONYMISED, "row deleted", STORAGE_LIMITATION, "the last answer of Bolagsverket"
    ),
    RetentionRule(
        "fortnox_invoices",
        ("document_number", "invoice_number", "digest", "refusal", "detail"),
        KEPT,
        "as it was",
        BOOKKEEPING,
        "which invoice of the creditor's a case is about",
    ),
    RetentionRule("sms_notices", (), PSEUDONYMISED, "row deleted", STORAGE_LIMITATION, "notices to the customer"),
    # Files.
    RetentionRule(
        "media_files", (), PSEUDONYMISED, "file and row deleted", STORAGE_LIMITATION, only="letters that charged no fee"
    ),
    RetentionRule(
        "media_files",
        (),
        PSEUDONYMISED,
        "file and row deleted",
        STORAGE_LIMITATION,
        only="what debtors sent with objections",
    ),
    RetentionRule(
        "media_files",
        (),
        ANONYMISED,
        "file and row deleted",
        VERIFICATION,
        "invoices, original invoices, and letters that charged a fee: each a verification",
    ),
    # What was written down on the way.
    RetentionRule(
        "idempotent_answers",
        (),
        PSEUDONYMISED,
        "row deleted",
        STORAGE_LIMITATION,
        "forgotten after 96 hours in any case",
    ),
    NotErased("import_files", "a file that was sent; it is deleted as soon as its rows are registered"),
    RetentionRule("steps", ("step", "outcome", "done_on"), KEPT, "as it was", NOT_PERSONAL),
    RetentionRule(
        "erasures",
        ("stage", "table_name", "columns", "erased_on", "hash_before", "hash_after", "previous_hash", "hash"),
        KEPT,
        "as it was",
        ACCOUNTABILITY,
        "proof that it was erased; ids alone",
    ),
    NothingPersonal("agreement_templates", "settings"),
    NothingPersonal("audit_rules", "what the audit log records"),
    NothingPersonal("autogiro_files", "days and hashes of files"),
    NothingPersonal("autogiro_transfers", "sums of deposits"),
    NothingPersonal("bank_balances", "what our own bank accounts held"),
    NothingPersonal("closed_period_bookings", "which bookings a closing counts"),
    NothingPersonal("law_rows", "rows of law, and who decided them"),
    NothingPersonal("closed_periods", "sums of the ledger, and who closed a period"),
    NothingPersonal("client_uses", "when API clients signed in"),
    NothingPersonal("creditor_logos", "pictures of businesses"),
    NothingPersonal(
        "debtor_sessions", "hashes and ids: by which code or as whom a browser has opened the debtor's page, for hours"
    ),
    NothingPersonal("delivery_batches", "how far batches are numbered"),
    NothingPersonal("delivery_outcomes", "counts, and why a channel last failed, without addresses"),
    NothingPersonal("enforcement_entries", "which receipts and replies about applications were applied"),
    NothingPersonal("enforcement_feed", "how far a feed is read"),
    NothingPersonal(
        "enforcement_messages", "which messages about applications were sent, with what remains to be paid"
    ),
    NothingPersonal("event_stream", "how far events are numbered"),
    NothingPersonal("failed_sign_ins", "hashes, of the last minute"),
    NothingPersonal("accounting_entries", "amounts and days that went to the accounting systems of creditors"),
    NothingPersonal("accounting_states", "since when they do"),
    NothingPersonal("accounting_tokens", "by what the creditor lets the installation in, encrypted"),
    NothingPersonal("fortnox_pulls", "when invoices were pulled from the accounting systems of creditors"),
    NothingPersonal("ledger_cases", "which case is about which of a ledger's invoices"),
    NothingPersonal("ledger_connections", "the terms that a creditor consented to, and who of its people did"),
    NothingPersonal("ledger_reports", "which payment or crediting is which of a ledger's"),
    NothingPersonal("ledger_settlements", "which voucher of a ledger is about which payout"),
    NothingPersonal("files_to_remove", "ids of files that are about to be removed"),
    NothingPersonal("job_runs", "counts"),
    NothingPersonal("installation", "facts about the installation"),
    NothingPersonal("passkeys", "public keys of people who work with the service"),
    NothingPersonal("operator_invoice_bookings", "the journal of invoices to creditors"),
    NothingPersonal("operator_invoice_runs", "days"),
    NothingPersonal("payout_bookings", "the journal of payouts to creditors"),
    NothingPersonal("payout_preparations", "days"),
    NothingPersonal("previous_codes", "hashes of API codes that were replaced"),
    NothingPersonal("seals", "hashes"),
    NothingPersonal("sessions", "who of those who work with the service is signed in, from where; not debtors"),
    NothingPersonal("sign_in_attempts", "what was asked of whoever is about to sign in, for minutes"),
    NothingPersonal("second_approvals", "who of the operator's own people let money leave, and a hash of the account"),
    NothingPersonal("sign_in_links", "hashes of links to sign in by, and whose each is"),
    NothingPersonal("confirming_mails", "hashes of addresses of users, and how many mails each was sent"),
    NothingPersonal("tallies", "counts"),
    NothingPersonal("tally_changes", "counts"),
    NothingPersonal("user_keys", "public keys of API clients"),
    NothingPersonal("user_networks", "addresses of API clients"),
    NothingPersonal("worker_heartbeats", "names of processes"),
    NothingPersonal("wrong_codes", "hashed addresses, for an hour or two"),
)
"""Retention of tables that no noun shows."""


def declared() -> tuple[Keeping, ...]:
    """All of it: noun by noun, then the rest."""
    return (*(row for noun in RESOURCES.values() for row in noun.kept), *UNSHOWN)


def rules() -> tuple[RetentionRule, ...]:
    """The retention rules of columns."""
    return tuple(row for row in declared() if isinstance(row, RetentionRule))


def nothing_personal() -> dict[str, str]:
    """Table → why it holds nothing about debtors."""
    return {row.table: row.why for row in declared() if isinstance(row, NothingPersonal)}


def not_erased() -> dict[str, str]:
    """Table → why it is searched for a person and not erased with a debtor's data."""
    return {row.table: row.why for row in declared() if isinstance(row, NotErased)}


def noun_of(table: str) -> Resource | None:
    """The noun whose documents are a table's rows; None where no noun shows them so."""
    return next((noun for noun in RESOURCES.values() if noun.table == table), None)
