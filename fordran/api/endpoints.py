"""THE TABLE: every endpoint, in the order of the interface. `policy.py` says who may use each."""

from __future__ import annotations

from fordran import clock
from fordran.actions.accounts.change_account import change_account
from fordran.actions.accounts.change_creditor import change_creditor, remove_creditor
from fordran.actions.accounts.create_account import create_account
from fordran.actions.accounts.create_creditor import create_creditor
from fordran.actions.accounts.create_user import change_user, create_user, remove_user
from fordran.actions.bank.match_payment import match_payment, split_payment
from fordran.actions.bank.refund_payment import refund_payment
from fordran.actions.flow.act_on_case import close_case, mark_customer, note_reply, start_flow
from fordran.actions.flow.hold_case import (
    answer_dispute,
    give_respite,
    lift_plan,
    lift_respite,
    make_plan,
    open_dispute,
    withdraw_dispute,
)
from fordran.actions.payouts.change_payout import payout_changer
from fordran.actions.registrations.print_invoice import print_invoice
from fordran.actions.registrations.record_cancellation import record_cancellation
from fordran.actions.registrations.record_crediting import record_crediting
from fordran.actions.registrations.record_payment import record_payment
from fordran.actions.registrations.register_case import register_case
from fordran.actions.registrations.register_invoice import register_invoice
from fordran.actions.webhooks.create_webhook import change_webhook, create_webhook, remove_webhook
from fordran.actions.webhooks.replay_webhook import replay_webhook, rotate_secret
from fordran.api import around
from fordran.api.bank_files import Decide, decide_on_payment, import_file
from fordran.api.case_acts import Act, Lift, act_on_case, lift_from_case, read_settings
from fordran.api.clock import move_clock
from fordran.api.creating import creating
from fordran.api.endpoint import Endpoint
from fordran.api.events import list_events
from fordran.api.media import read_file, upload
from fordran.api.reading import item_of, list_of
from fordran.api.reading_log import after_flush
from fordran.api.request import Request
from fordran.api.sign_in import SignIn
from fordran.api.statement import read_statement
from fordran.api.trace import read_trace
from fordran.api.webhooks import act_on_webhook, send_test
from fordran.api.writing import Create, delete, patch, post
from fordran.outside.media import MediaFolder
from fordran.resources.access_groups import ACCESS_GROUPS
from fordran.resources.accounts import ACCOUNTS
from fordran.resources.applications import APPLICATIONS
from fordran.resources.audit_log import AUDIT_LOG
from fordran.resources.bank_files import BANK_FILES
from fordran.resources.bank_transactions import (
    BANK_TRANSACTIONS,
    UNMATCHED_PAYMENTS,
    MatchInput,
    PaymentDecided,
    RefundInput,
    SplitInput,
)
from fordran.resources.case_acts import (
    CaseActed,
    CloseInput,
    DisputeAnswerInput,
    DisputeInput,
    PlanInput,
    ReplyInput,
    RespiteInput,
    StartInput,
)
from fordran.resources.case_registrations import CASE_REGISTRATIONS, CaseRegistered
from fordran.resources.cases import CASES
from fordran.resources.creditor_cancellations import CREDITOR_CANCELLATIONS, CancellationRecorded
from fordran.resources.creditor_creditings import CREDITOR_CREDITINGS
from fordran.resources.creditor_payments import CREDITOR_PAYMENTS, PaymentRecorded
from fordran.resources.creditors import CREDITORS
from fordran.resources.customers import CUSTOMERS
from fordran.resources.events import EVENTS
from fordran.resources.file_import_reports import FILE_IMPORT_REPORTS
from fordran.resources.finance_payout_specifications import FINANCE_PAYOUT_SPECIFICATIONS
from fordran.resources.finance_payouts import FINANCE_PAYOUTS
from fordran.resources.invoice_registrations import INVOICE_REGISTRATIONS, InvoiceRegistered
from fordran.resources.invoices import INVOICES
from fordran.resources.letters import LETTERS
from fordran.resources.locales import LOCALES
from fordran.resources.partners import PARTNERS
from fordran.resources.request_logs import REQUEST_LOGS
from fordran.resources.users import USERS
from fordran.resources.webhook_deliveries import WEBHOOK_DELIVERIES
from fordran.resources.webhooks import (
    WEBHOOKS,
    NothingToSay,
    ReplayInput,
    SecretRotated,
    WebhookCreated,
    WebhookReplayed,
    WebhookTested,
)
from fordran.resources.work_items import WORK_ITEMS
from fordran.settings import Settings
from fordran.shape.fields import Shape
from fordran.shape.resource import Resource
from fordran.store.database import Database
from fordran.store.listing import Document


def endpoints(settings: Settings) -> tuple[Endpoint, ...]:
    """Every endpoint of an installation with these settings."""
    sign_in = SignIn(settings)
    media = MediaFolder(settings.data / "media")
    change_payout = payout_changer(media.put, settings.operator)

    def reads(resource: Resource) -> tuple[Endpoint, Endpoint]:
        path = f"/{resource.name}"
        return (
            Endpoint("GET", path, list_of(resource), f"List {resource.name}.", resource),
            Endpoint("GET", path + "/{id}", item_of(resource), f"Read one of {resource.name}.", resource),
        )

    async def print_if_missing(_request: Request, database: Database, invoice: Document) -> bool:
        """An invoice is printed by the worker within moments; whoever asks sooner need not wait for its turn."""
        if "print" in invoice:
            return False
        async with database.transaction() as tx:
            return await print_invoice(tx, media.put, settings.operator, invoice["_id"], clock.now())

    read_invoice = item_of(INVOICES, complete=print_if_missing)

    def acts(name: str, shape: type[Shape], act: Act, about: str) -> Endpoint:
        path = f"/cases/{{id}}/{name}"
        return Endpoint("POST", path, act_on_case(shape, act), about, CASES, CaseActed, takes=shape)

    def lifts(name: str, lift: Lift, about: str) -> Endpoint:
        return Endpoint("DELETE", f"/cases/{{id}}/{name}", lift_from_case(lift), about, CASES)

    def decides(name: str, shape: type[Shape], decide: Decide, about: str) -> Endpoint:
        path = f"/{UNMATCHED_PAYMENTS.name}/{{id}}/{name}"
        serve = decide_on_payment(shape, decide)
        return Endpoint("POST", path, serve, about, UNMATCHED_PAYMENTS, PaymentDecided, takes=shape)

    def creates(resource: Resource, create: Create, about: str, answers: type[Shape]) -> Endpoint:
        return Endpoint("POST", f"/{resource.name}", post(resource, create), about, resource, answers)

    table: tuple[Endpoint, ...] = (
        Endpoint("GET", "/authenticates/api-code", sign_in.with_jwt, "Get an access token for a JWT that you signed."),
        Endpoint("POST", "/authenticates/api-code", sign_in.with_code, "Get an access token for an API code."),
        *reads(USERS),
        Endpoint("POST", "/users", post(USERS, creating(USERS, create_user)), "Create a user.", USERS),
        Endpoint("PATCH", "/users/{id}", patch(USERS, change_user), "Change a user.", USERS),
        Endpoint("DELETE", "/users/{id}", delete(USERS, remove_user), "Delete a user.", USERS),
        *reads(ACCOUNTS),
        Endpoint(
            "POST", "/accounts", post(ACCOUNTS, creating(ACCOUNTS, create_account)), "Create an account.", ACCOUNTS
        ),
        Endpoint("PATCH", "/accounts/{id}", patch(ACCOUNTS, change_account), "Change an account.", ACCOUNTS),
        *reads(CREDITORS),
        Endpoint(
            "POST", "/creditors", post(CREDITORS, creating(CREDITORS, create_creditor)), "Create a creditor.", CREDITORS
        ),
        Endpoint("PATCH", "/creditors/{id}", patch(CREDITORS, change_creditor), "Change a creditor.", CREDITORS),
        Endpoint("DELETE", "/creditors/{id}", delete(CREDITORS, remove_creditor), "Delete a creditor.", CREDITORS),
        *reads(CASES),
        Endpoint("GET", "/cases/{id}/statement", read_statement, "Every öre of a case explained, on any date.", CASES),
        Endpoint("GET", "/cases/{id}/trace", read_trace, "Every öre of a case from bank line to payout line.", CASES),
        Endpoint("GET", "/cases/{id}/settings", read_settings, "Every setting of a case, and where it comes from."),
        acts("start", StartInput, start_flow, "Start the flow of a case that waits."),
        acts("respite", RespiteInput, give_respite, "Give the debtor time."),
        lifts("respite", lift_respite, "End a respite."),
        acts("disputes", DisputeInput, open_dispute, "Note that the debtor objects."),
        lifts("disputes", withdraw_dispute, "Note that the objection is taken back."),
        acts("dispute-answers", DisputeAnswerInput, answer_dispute, "Answer an objection."),
        acts("amortization-plans", PlanInput, make_plan, "Agree on instalments."),
        lifts("amortization-plans", lift_plan, "End an instalment plan."),
        acts("close", CloseInput, close_case, "Close a case by decision."),
        acts("enforcement-replies", ReplyInput, note_reply, "Note what the enforcement authority says."),
        *reads(LETTERS),
        *reads(WORK_ITEMS),
        *reads(CUSTOMERS),
        Endpoint("PATCH", "/customers/{id}", patch(CUSTOMERS, mark_customer), "Mark a customer.", CUSTOMERS),
        Endpoint("GET", "/invoices", list_of(INVOICES), "List invoices.", INVOICES),
        Endpoint("GET", "/invoices/{id}", read_invoice, "Read one of invoices.", INVOICES),
        *reads(INVOICE_REGISTRATIONS),
        creates(INVOICE_REGISTRATIONS, register_invoice, "Register an invoice to be distributed.", InvoiceRegistered),
        *reads(CASE_REGISTRATIONS),
        creates(CASE_REGISTRATIONS, register_case, "Register overdue debts for collection.", CaseRegistered),
        *reads(CREDITOR_PAYMENTS),
        creates(CREDITOR_PAYMENTS, record_payment, "Record a payment that the creditor received.", PaymentRecorded),
        *reads(CREDITOR_CREDITINGS),
        creates(CREDITOR_CREDITINGS, record_crediting, "Record capital that is no longer claimed.", PaymentRecorded),
        *reads(CREDITOR_CANCELLATIONS),
        creates(CREDITOR_CANCELLATIONS, record_cancellation, "Take a case back.", CancellationRecorded),
        *reads(FINANCE_PAYOUTS),
        Endpoint(
            "PATCH",
            "/finance--payouts/{id}",
            patch(FINANCE_PAYOUTS, change_payout),
            "Change a payout.",
            FINANCE_PAYOUTS,
        ),
        *reads(FINANCE_PAYOUT_SPECIFICATIONS),
        *reads(BANK_FILES),
        Endpoint("POST", "/bank--files", import_file(settings), "Import a file from the bank."),
        *reads(BANK_TRANSACTIONS),
        *reads(UNMATCHED_PAYMENTS),
        decides("match", MatchInput, match_payment, "Say which case a payment is for."),
        decides("split", SplitInput, split_payment, "Say which cases a payment is for, and how much each gets."),
        decides("refund", RefundInput, refund_payment, "Let a payment go back to its payer."),
        Endpoint("GET", "/events", list_events, "List events, in an order that can be followed.", EVENTS),
        Endpoint("GET", "/events/{id}", item_of(EVENTS), "Read one of events.", EVENTS),
        *reads(WEBHOOKS),
        creates(WEBHOOKS, create_webhook, "Have events delivered.", WebhookCreated),
        Endpoint("PATCH", "/webhooks/{id}", patch(WEBHOOKS, change_webhook), "Change a webhook.", WEBHOOKS),
        Endpoint("DELETE", "/webhooks/{id}", delete(WEBHOOKS, remove_webhook), "Delete a webhook.", WEBHOOKS),
        Endpoint(
            "POST",
            "/webhooks/{id}/test",
            send_test(),
            "Send a test to a webhook.",
            WEBHOOKS,
            WebhookTested,
            takes=NothingToSay,
        ),
        Endpoint(
            "POST",
            "/webhooks/{id}/rotate-secret",
            act_on_webhook(NothingToSay, rotate_secret),
            "Give a webhook a new secret.",
            WEBHOOKS,
            SecretRotated,
            takes=NothingToSay,
        ),
        Endpoint(
            "POST",
            "/webhooks/{id}/replay",
            act_on_webhook(ReplayInput, replay_webhook),
            "Deliver events to a webhook once more.",
            WEBHOOKS,
            WebhookReplayed,
            takes=ReplayInput,
        ),
        *reads(WEBHOOK_DELIVERIES),
        Endpoint("POST", "/media--upload/{reference_id}", upload(media), "Upload the original invoice of a case."),
        Endpoint("GET", "/media--files/{id}", read_file(media), "Read a file, by token or by signed link."),
        Endpoint("POST", "/clock", move_clock(settings, media.put), "Move the clock of a sandbox forward."),
        *reads(PARTNERS),
        *reads(LOCALES),
        *reads(ACCESS_GROUPS),
        *reads(APPLICATIONS),
        *reads(REQUEST_LOGS),
        *reads(FILE_IMPORT_REPORTS),
        Endpoint("GET", "/audit--log", after_flush(list_of(AUDIT_LOG)), "List who did and read what.", AUDIT_LOG),
        Endpoint("GET", "/audit--log/{id}", after_flush(item_of(AUDIT_LOG)), "Read one of audit--log.", AUDIT_LOG),
        Endpoint("GET", "/", around.home, "What this is."),
        Endpoint("GET", "/openapi.json", around.openapi(lambda: table), "This interface as OpenAPI 3.1."),
        Endpoint("GET", "/docs", around.docs(lambda: table), "This interface as a page."),
        Endpoint("GET", "/health", around.health, "Whether the process lives."),
        Endpoint("GET", "/ready", around.ready, "Whether requests can be answered now."),
        Endpoint("GET", "/metrics", around.metrics, "Figures for Prometheus."),
    )
    return table
