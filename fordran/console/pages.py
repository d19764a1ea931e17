"""THE TABLE: every page and act of the console, and who may. A row is found by its path and method."""

from __future__ import annotations

from fordran.console import clients, users, webhooks
from fordran.console.approvals import approvals_page, approve_as_second, reject_as_second
from fordran.console.audit import audit_page, entry_page
from fordran.console.bank import DECISIONS, ask_page, bank_page, decision_deed, payment_page, upload
from fordran.console.books import books_page, close_month, confirm_month, month_file
from fordran.console.bulk import (
    bulk_act_page,
    bulk_acts_page,
    confirm_act,
    new_bulk_act,
    resume_act,
    stop_act,
    try_bulk_act,
)
from fordran.console.case import case_page, give_case
from fordran.console.case_act import CaseAct
from fordran.console.case_act_table import CASE_ACTS
from fordran.console.case_acts import act_deed, act_page
from fordran.console.cases import cases_file, cases_page, release_shown
from fordran.console.complaints import change as change_complaint
from fordran.console.complaints import complaint_page, complaints_page, new_complaint
from fordran.console.complaints import register as register_complaint
from fordran.console.connections import connections_page, try_one
from fordran.console.creditor_balance import balance_page
from fordran.console.creditors import (
    change_one,
    creditor_page,
    creditors_page,
    give_logo,
    give_mandate,
    make_creditor,
    new_creditor,
)
from fordran.console.customers import change_contact, correct, customer_page, customers_page
from fordran.console.downloads import file_page
from fordran.console.enforcements import enforcement_page, enforcements_page, give_document
from fordran.console.erasures import confirm_erasure, erasure_page, erasures_page, put_erasure_off
from fordran.console.importing import (
    import_page,
    preview_page,
    refused_file,
    report_of_import,
    send_file,
    start_import,
    template_file,
)
from fordran.console.invoices import invoice_page, invoices_page, send_invoice_again
from fordran.console.law import approve_law, law_page, propose_law, reject_law
from fordran.console.letter_texts import letter_texts_page
from fordran.console.letters import letter_page, letters_page, preview, stop, write
from fordran.console.oidc import begin_sign_in, end_sign_in
from fordran.console.operator import operator_page
from fordran.console.operator_invoices import (
    operator_invoice_page,
    operator_invoices_page,
    read_own_payments,
    send_operator_invoice,
)
from fordran.console.overview import overview
from fordran.console.passkeys import (
    become_other,
    drop_passkey,
    keep_passkey,
    passkey_sign_in_page,
    passkeys_page,
    sign_in_by_passkey,
)
from fordran.console.payments import case_payments_page
from fordran.console.payouts import approve, export, order_file, payout_page, payouts_page, send_payout_document
from fordran.console.profile import end_one, profile_page, sign_out_everywhere
from fordran.console.refunds import refunds_page
from fordran.console.registering import CLAIM_FORM, INVOICE_FORM, new_page, registering
from fordran.console.reports import report_file, report_page, reports_page
from fordran.console.sandbox_time import look_ahead, move, time_page
from fordran.console.saved_views import drop_view, make_view
from fordran.console.search_page import search_page
from fordran.console.sign_in import (
    NoticeMailer,
    ask_for_link,
    choose_language,
    link_page,
    sign_in_by_link,
    sign_in_page,
    sign_out,
)
from fordran.console.style_page import style_page
from fordran.console.who import (
    ACCOUNT_ADMINS_UP,
    ADMIN,
    ADMINS,
    ALL,
    ANYBODY_SIGNED_IN,
    EVERYBODY,
    FINANCE,
    STAFF,
    STAFF_AND_ADMINS,
)
from fordran.console.work import act_on_item, item_page, work_page
from fordran.outside.identity_providers import IdentityProviders
from fordran.web.page import Page
from fordran.web.static_files import serve_static

PROVIDERS, LINK_POST = IdentityProviders(), NoticeMailer()

SIGNING_IN: tuple[Page, ...] = (
    Page("GET", "/console/sign-in", sign_in_page, "The ways to sign in.", EVERYBODY),
    Page("GET", "/console/sign-in/link", link_page, "Where a one-time link leads: a button.", EVERYBODY),
    Page("POST", "/console/sign-in/link", sign_in_by_link, "Sign in by a one-time link.", EVERYBODY),
    Page("POST", "/console/sign-in/email", ask_for_link(LINK_POST), "Have a link sent by e-mail.", EVERYBODY),
    Page("GET", "/console/sign-in/mailed", link_page, "Where a mailed link leads: a button.", EVERYBODY),
    Page("POST", "/console/sign-in/mailed", sign_in_by_link, "Sign in by a mailed link.", EVERYBODY),
    Page("GET", "/console/sign-in/oidc/{name}", begin_sign_in(PROVIDERS), "To an identity provider.", EVERYBODY),
    Page("GET", "/console/sign-in/oidc/{name}/callback", end_sign_in(PROVIDERS), "Back from it.", EVERYBODY),
    Page("GET", "/console/sign-in/passkey", passkey_sign_in_page, "Sign in with a passkey.", EVERYBODY),
    Page("POST", "/console/sign-in/passkey", sign_in_by_passkey, "What the passkey signed.", EVERYBODY),
    Page("POST", "/console/sign-out", sign_out, "End the session.", EVERYBODY),
    Page("POST", "/console/language", choose_language, "Read the pages in another language.", EVERYBODY),
    Page("GET", "/console/static/{name}", serve_static, "Style and script.", EVERYBODY, is_bare=True),
)


def _rows_of(act: CaseAct) -> tuple[Page, Page]:
    """The form of an act on a case, and the act. The form is for those who may send it."""
    path = f"/console/cases/{{id}}/{act.path}"
    return (
        Page("GET", path, act_page(act), f"{act.title}: the form.", act.roles),
        Page("POST", path, act_deed(act), f"{act.title}: what it comes to, and the deed.", act.roles, shows_first=True),
    )


PAGES: tuple[Page, ...] = (
    *SIGNING_IN,
    Page("GET", "/console", overview, "What waits, and how it goes.", ALL),
    Page("GET", "/console/cases", cases_page, "Cases, by phase and status.", ALL),
    Page("GET", "/console/cases.{form}", cases_file, "The same as a file.", ALL, is_bare=True),
    Page("POST", "/console/cases/release", release_shown, "Release the applications that are shown.", STAFF),
    Page("GET", "/console/cases/{id}", case_page, "A case: what is owed and why.", ALL),
    Page("GET", "/console/cases/{id}/payments", case_payments_page, "The payments of a case.", ALL),
    Page("POST", "/console/cases/{id}/handler", give_case, "Give a case to a handler.", STAFF),
    *(row for act in CASE_ACTS for row in _rows_of(act)),
    Page("GET", "/console/bulk-acts", bulk_acts_page, "Acts on many cases.", STAFF),
    Page("GET", "/console/bulk-acts/new", new_bulk_act, "Choose what is done to many cases.", STAFF),
    Page("POST", "/console/bulk-acts", try_bulk_act, "Try an act on many cases.", STAFF),
    Page("GET", "/console/bulk-acts/{id}", bulk_act_page, "How far it has come.", STAFF),
    Page("POST", "/console/bulk-acts/{id}/confirm", confirm_act, "Carry out what was tried.", STAFF),
    Page("POST", "/console/bulk-acts/{id}/stop", stop_act, "Stop an act on many cases.", STAFF),
    Page("POST", "/console/bulk-acts/{id}/resume", resume_act, "Go on with it.", STAFF),
    Page("GET", "/console/complaints", complaints_page, "Complaints about how we work.", STAFF),
    Page("GET", "/console/complaints/new", new_complaint, "Write down a complaint.", STAFF),
    Page("POST", "/console/complaints", register_complaint, "Register a complaint.", STAFF),
    Page("GET", "/console/complaints/{id}", complaint_page, "A complaint, and what was answered.", STAFF),
    Page(
        "POST",
        "/console/complaints/{id}",
        change_complaint,
        "Say who sees to a complaint, and what was answered.",
        STAFF,
    ),
    Page("GET", "/console/search", search_page, "Find cases, customers and invoices.", ALL),
    Page("GET", "/console/customers", customers_page, "Customers.", ALL),
    Page("GET", "/console/customers/{id}", customer_page, "A customer and all its cases.", ALL),
    Page("POST", "/console/customers/{id}/corrections", correct, "Correct name, number or kind.", STAFF),
    Page("POST", "/console/customers/{id}", change_contact, "How it is reached, and marks.", STAFF_AND_ADMINS),
    Page("GET", "/console/invoices", invoices_page, "What was invoiced.", ALL),
    Page("GET", "/console/invoices/new", new_page(INVOICE_FORM), "The form for an invoice.", ALL),
    Page("POST", "/console/invoices", registering(INVOICE_FORM), "Register an invoice.", ALL, shows_first=True),
    Page("GET", "/console/claims/new", new_page(CLAIM_FORM), "The form for a claim.", ALL),
    Page("POST", "/console/claims", registering(CLAIM_FORM), "Register a claim.", ALL, shows_first=True),
    Page("GET", "/console/import", import_page, "Files of invoices and claims, to import.", ALL),
    Page("POST", "/console/import", send_file, "Show what a file would become.", ALL, takes_files=True),
    Page("GET", "/console/import/preview", preview_page, "Row by row what a file would become.", ALL),
    Page("POST", "/console/import/start", start_import, "Register a file that was shown.", ALL),
    Page("GET", "/console/import/templates/{name}", template_file, "A template for a file.", ALL, is_bare=True),
    Page("GET", "/console/import/{id}", report_of_import, "How far an import has come.", ALL),
    Page("GET", "/console/import/{id}/refused", refused_file, "What was not taken.", ALL, is_bare=True),
    Page("GET", "/console/invoices/{id}", invoice_page, "An invoice.", ALL),
    Page(
        "POST",
        "/console/invoices/{id}/send",
        send_invoice_again,
        "Send it once more.",
        STAFF_AND_ADMINS,
        shows_first=True,
    ),
    Page("POST", "/console/views", make_view, "Save a list with its filters.", STAFF),
    Page("POST", "/console/views/{id}/remove", drop_view, "Delete a saved view.", STAFF),
    Page("GET", "/console/work", work_page, "What waits for a person.", STAFF),
    Page("GET", "/console/work/{id}", item_page, "One thing that waits.", STAFF),
    Page("POST", "/console/work/{id}", act_on_item, "Take it, hand it over, put it off or settle it.", STAFF),
    Page("GET", "/console/files/{id}", file_page, "A letter, an invoice or another file.", ALL, is_bare=True),
    Page("GET", "/console/profile", profile_page, "Who one is here, and where one is signed in.", ALL),
    Page("POST", "/console/profile/sessions/{id}", end_one, "End one's own session elsewhere.", ANYBODY_SIGNED_IN),
    Page("POST", "/console/profile/sign-out", sign_out_everywhere, "End all of one's sessions.", ANYBODY_SIGNED_IN),
    Page("GET", "/console/operator", operator_page, "The operator's particulars, and where they are set.", STAFF),
    Page("GET", "/console/passkeys", passkeys_page, "One's own passkeys.", ALL),
    Page("POST", "/console/passkeys", keep_passkey(LINK_POST), "Add a passkey.", ANYBODY_SIGNED_IN),
    Page("POST", "/console/passkeys/{id}", drop_passkey(LINK_POST), "Remove a passkey.", ANYBODY_SIGNED_IN),
    Page("POST", "/console/own-users/{id}", become_other, "Go on as another of one's users.", ANYBODY_SIGNED_IN),
    Page("GET", "/console/bank", bank_page, "Payments that wait, and files from the bank.", STAFF),
    Page("POST", "/console/bank/files", upload, "Import a file from the bank.", FINANCE, takes_files=True),
    Page("GET", "/console/bank/{id}", payment_page, "A payment, and the cases it is likeliest for.", STAFF),
    Page("GET", "/console/payments/{id}", payment_page, "A payment, and where every öre of it went.", STAFF),
    Page("GET", "/console/bank/{id}/ask", ask_page, "A letter that asks the payer.", STAFF),
    *(
        Page(
            "POST",
            f"/console/bank/{{id}}/{one.path}",
            decision_deed(one),
            "Show what a decision about a payment changes, then carry it out.",
            FINANCE,
            shows_first=True,
        )
        for one in DECISIONS
    ),
    Page("GET", "/console/books", books_page, "Closed months of the ledger.", STAFF),
    Page(
        "POST", "/console/books/{month}/close", close_month, "Close a month, or propose it.", FINANCE, shows_first=True
    ),
    Page(
        "POST",
        "/console/books/{month}/confirm",
        confirm_month,
        "Confirm that a month is closed.",
        FINANCE,
        shows_first=True,
    ),
    Page("GET", "/console/books/{month}/sie", month_file, "The export of a month.", STAFF, is_bare=True),
    Page("GET", "/console/connections", connections_page, "Outside systems, and how contacts with them go.", STAFF),
    Page("POST", "/console/connections/{system}/try", try_one, "Try an outside system, without harm.", ADMIN),
    Page("GET", "/console/erasures", erasures_page, "Lists of people to erase.", ADMIN),
    Page("GET", "/console/erasures/{id}", erasure_page, "Who is on a list, and what became of each.", ADMIN),
    Page("POST", "/console/erasures/{id}/confirm", confirm_erasure, "Confirm a list of people to erase.", ADMIN),
    Page("POST", "/console/erasures/{id}/put-off", put_erasure_off, "Put a list off.", ADMIN),
    Page("GET", "/console/law", law_page, "The law's amounts, and rows that wait for approval.", ADMIN),
    Page("POST", "/console/law", propose_law, "Propose a row of law.", ADMIN),
    Page(
        "POST",
        "/console/law/{id}/approve",
        approve_law,
        "Approve a row of law, as another person.",
        ADMIN,
        shows_first=True,
    ),
    Page("POST", "/console/law/{id}/reject", reject_law, "Reject a row of law.", ADMIN, shows_first=True),
    Page("GET", "/console/payouts", payouts_page, "What is paid to creditors.", STAFF),
    Page("POST", "/console/payouts/export", export, "Write the order to the bank.", FINANCE, shows_first=True),
    Page("GET", "/console/payouts/orders/{id}", order_file, "The file of an order.", STAFF, is_bare=True),
    Page("GET", "/console/payouts/{id}", payout_page, "A payout, and of which payments.", STAFF),
    Page(
        "POST",
        "/console/payouts/{id}/send",
        send_payout_document,
        "Send a document once more.",
        STAFF,
        shows_first=True,
    ),
    Page("POST", "/console/payouts/{id}/approve", approve, "Approve a payout.", FINANCE, shows_first=True),
    Page("GET", "/console/refunds", refunds_page, "What goes back to payers.", STAFF),
    Page("GET", "/console/approvals", approvals_page, "What waits for a second person.", STAFF),
    Page("POST", "/console/approvals/{id}/approve", approve_as_second, "Approve as a second person.", FINANCE),
    Page("POST", "/console/approvals/{id}/reject", reject_as_second, "Reject as a second person.", FINANCE),
    Page("GET", "/console/reports", reports_page, "Which reports there are.", ALL),
    Page("GET", "/console/reports/{name}", report_page, "A report.", ALL),
    Page("GET", "/console/reports/{name}/{form}", report_file, "A report as a file.", ALL, is_bare=True),
    Page("GET", "/console/operator-invoices", operator_invoices_page, "Invoices of the operator to creditors.", ALL),
    Page(
        "POST",
        "/console/operator-invoices/paid",
        read_own_payments,
        "Note which invoices are paid, by a bank file of the operator's own account.",
        FINANCE,
        takes_files=True,
    ),
    Page("GET", "/console/operator-invoices/{id}", operator_invoice_page, "An invoice of the operator.", ALL),
    Page(
        "POST",
        "/console/operator-invoices/{id}/send",
        send_operator_invoice,
        "Send an invoice of the operator once more.",
        STAFF,
        shows_first=True,
    ),
    Page("GET", "/console/enforcements", enforcements_page, "Applications to the enforcement authority.", ALL),
    Page("GET", "/console/enforcements/{id}", enforcement_page, "An application, its days and papers.", ALL),
    Page(
        "POST",
        "/console/enforcements/{id}/document",
        give_document,
        "Keep a paper of the authority.",
        STAFF,
        takes_files=True,
    ),
    Page("GET", "/console/letters", letters_page, "Letters that wait, have left or were stopped.", ALL),
    Page(
        "GET", "/console/letter-texts", letter_texts_page, "The words of letters, and what the law asks of them.", ADMIN
    ),
    Page("GET", "/console/letters/preview", preview, "A letter as it would be made today.", ALL),
    Page("GET", "/console/letters/write", write, "To a letter in own words, about a case.", STAFF),
    Page("GET", "/console/letters/{id}", letter_page, "A letter, and what the law asks of it.", ALL),
    Page("POST", "/console/letters/{id}/stop", stop, "Stop a letter that has not left.", ALL, shows_first=True),
    Page("GET", "/console/creditors", creditors_page, "Creditors.", ALL),
    Page("GET", "/console/creditors/new", new_creditor, "The form for a creditor.", ACCOUNT_ADMINS_UP),
    Page("POST", "/console/creditors", make_creditor, "Make a creditor.", ACCOUNT_ADMINS_UP),
    Page("GET", "/console/creditors/{id}", creditor_page, "A creditor and its settings.", ALL),
    Page("GET", "/console/creditors/{id}/balance", balance_page, "What is owed to a creditor.", ALL),
    Page("POST", "/console/creditors/{id}", change_one, "Change a creditor.", ACCOUNT_ADMINS_UP),
    Page(
        "POST",
        "/console/creditors/{id}/logo",
        give_logo,
        "Give a creditor a logo.",
        ACCOUNT_ADMINS_UP,
        takes_files=True,
    ),
    Page(
        "POST",
        "/console/creditors/{id}/mandate",
        give_mandate,
        "Keep the creditor's power of attorney.",
        ACCOUNT_ADMINS_UP,
        takes_files=True,
    ),
    Page("GET", "/console/users", users.users_page, "People, and what each may.", ADMINS),
    Page("GET", "/console/users/new", users.new_user, "The form for a user.", ADMINS),
    Page("POST", "/console/users", users.make_user, "Invite somebody.", ADMINS),
    Page("GET", "/console/users/{id}", users.user_page, "A user, and where it is signed in.", ADMINS),
    Page("POST", "/console/users/{id}", users.change_one, "Change a user.", ADMINS),
    Page("POST", "/console/users/{id}/link", users.make_sign_in_link, "A one-time link for a user.", ADMINS),
    Page(
        "POST",
        "/console/users/{id}/end-sessions",
        users.end_all(LINK_POST),
        "End a user's sessions, passkeys and links.",
        ADMINS,
    ),
    Page(
        "POST",
        "/console/users/{id}/passkeys/{key}",
        users.drop_passkey_of(LINK_POST),
        "Remove a user's passkey.",
        ADMINS,
    ),
    Page("GET", "/console/clients", clients.clients_page, "Programs that use the interface.", ADMINS),
    Page("POST", "/console/clients", clients.make_client, "Make an API client.", ADMIN),
    Page("GET", "/console/clients/{id}", clients.client_page, "An API client, its keys and addresses.", ADMINS),
    Page("POST", "/console/clients/{id}", clients.change_one, "Change an API client.", ADMINS),
    Page(
        "POST",
        "/console/clients/{id}/rotate",
        clients.rotate,
        "Replace an API client's code.",
        ADMINS,
        shows_first=True,
    ),
    Page("POST", "/console/clients/{id}/keys", clients.new_key, "Add a key.", ADMINS),
    Page(
        "POST", "/console/clients/{id}/keys/{key}/remove", clients.take_key, "Remove a key.", ADMINS, shows_first=True
    ),
    Page("GET", "/console/webhooks", webhooks.webhooks_page, "Where events are delivered to.", ADMINS),
    Page("POST", "/console/webhooks", webhooks.make_webhook, "Make a webhook.", ADMINS),
    Page("GET", "/console/webhooks/{id}", webhooks.webhook_page, "A webhook and its deliveries.", ADMINS),
    Page("POST", "/console/webhooks/{id}", webhooks.change_one, "Change a webhook.", ADMINS),
    Page("POST", "/console/webhooks/{id}/test", webhooks.send_test, "Send a test.", ADMINS),
    Page(
        "POST",
        "/console/webhooks/{id}/rotate",
        webhooks.rotate,
        "Replace a webhook's secret.",
        ADMINS,
        shows_first=True,
    ),
    Page("POST", "/console/webhooks/{id}/replay", webhooks.replay, "Deliver events once more.", ADMINS),
    Page("POST", "/console/webhooks/{id}/remove", webhooks.remove, "Delete a webhook.", ADMINS, shows_first=True),
    Page("GET", "/console/deliveries/{id}", webhooks.delivery_page, "A delivery, its body and answers.", ADMINS),
    Page("GET", "/console/audit", audit_page, "Who did what.", ADMIN),
    Page("GET", "/console/audit/{id}", entry_page, "An entry of the log.", ADMIN),
    Page("GET", "/console/time", time_page, "Where the clock stands.", STAFF),
    Page("POST", "/console/time/move", move, "Move a sandbox's clock.", STAFF),
    Page("POST", "/console/time/simulate", look_ahead, "What would happen.", STAFF, shows_first=True),
    Page("GET", "/console/style", style_page, "What pages are made of.", ALL),
)
