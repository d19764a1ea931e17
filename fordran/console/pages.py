"""THE TABLE: every page and act of the console, and who may. A row is found by its path and method."""

from __future__ import annotations

from fordran.console.case import case_page
from fordran.console.case_act_table import CASE_ACTS, CaseAct
from fordran.console.case_acts import act_deed, act_page
from fordran.console.cases import cases_file, cases_page
from fordran.console.customers import change_contact, customer_page, customers_page
from fordran.console.files import file_page
from fordran.console.invoices import invoice_page, invoices_page, send_invoice_again
from fordran.console.mailed_links import LinkMailer, ask_for_link, mailed_link_page, sign_in_by_mailed_link
from fordran.console.money_table import MONEY_PAGES
from fordran.console.office_table import OFFICE_PAGES
from fordran.console.oidc import begin_sign_in, end_sign_in
from fordran.console.overview import overview
from fordran.console.passkeys import (
    drop_passkey,
    keep_passkey,
    passkey_sign_in_page,
    passkeys_page,
    sign_in_by_passkey,
)
from fordran.console.search_page import search_page
from fordran.console.sign_in import choose_language, sign_in_by_link, sign_in_page, sign_out
from fordran.console.style_page import style_page
from fordran.console.who import ALL, ANYBODY_SIGNED_IN, EVERYBODY, STAFF, STAFF_AND_ADMINS
from fordran.console.work import act_on_item, item_page, work_page
from fordran.outside.identity_providers import IdentityProviders
from fordran.web.page import Page
from fordran.web.static_files import serve_static

PROVIDERS, LINK_POST = IdentityProviders(), LinkMailer()

SIGNING_IN: tuple[Page, ...] = (
    Page("GET", "/console/sign-in", sign_in_page, "The ways to sign in.", EVERYBODY),
    Page("GET", "/console/sign-in/link", sign_in_by_link, "Sign in by a one-time link.", EVERYBODY),
    Page("POST", "/console/sign-in/email", ask_for_link(LINK_POST), "Have a link sent by e-mail.", EVERYBODY),
    Page("GET", "/console/sign-in/mailed", mailed_link_page, "Where a mailed link leads: a button.", EVERYBODY),
    Page("POST", "/console/sign-in/mailed", sign_in_by_mailed_link, "Sign in by a mailed link.", EVERYBODY),
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
        Page("POST", path, act_deed(act), f"{act.title}: what it comes to, and the deed.", act.roles),
    )


PAGES: tuple[Page, ...] = (
    *SIGNING_IN,
    Page("GET", "/console", overview, "What waits, and how it goes.", ALL),
    Page("GET", "/console/cases", cases_page, "Cases, by phase and status.", ALL),
    Page("GET", "/console/cases.{form}", cases_file, "The same as a file.", ALL, is_bare=True),
    Page("GET", "/console/cases/{id}", case_page, "A case: what is owed and why.", ALL),
    *(row for act in CASE_ACTS for row in _rows_of(act)),
    Page("GET", "/console/search", search_page, "Whatever somebody knows of something.", ALL),
    Page("GET", "/console/customers", customers_page, "Those who owe.", ALL),
    Page("GET", "/console/customers/{id}", customer_page, "A customer and all its cases.", ALL),
    Page("POST", "/console/customers/{id}", change_contact, "How it is reached, and marks.", STAFF_AND_ADMINS),
    Page("GET", "/console/invoices", invoices_page, "What was invoiced.", ALL),
    Page("GET", "/console/invoices/{id}", invoice_page, "An invoice.", ALL),
    Page("POST", "/console/invoices/{id}/send", send_invoice_again, "Send it once more.", STAFF_AND_ADMINS),
    Page("GET", "/console/work", work_page, "What waits for a person.", STAFF),
    Page("GET", "/console/work/{id}", item_page, "One thing that waits.", STAFF),
    Page("POST", "/console/work/{id}", act_on_item, "Take it, hand it over, put it off or settle it.", STAFF),
    Page("GET", "/console/files/{id}", file_page, "A letter, an invoice or another file.", ALL, is_bare=True),
    Page("GET", "/console/passkeys", passkeys_page, "One's own passkeys.", ALL),
    Page("POST", "/console/passkeys", keep_passkey, "Add a passkey.", ANYBODY_SIGNED_IN),
    Page("POST", "/console/passkeys/{id}", drop_passkey, "Remove a passkey.", ANYBODY_SIGNED_IN),
    *MONEY_PAGES,
    *OFFICE_PAGES,
    Page("GET", "/console/style", style_page, "What pages are made of.", ALL),
)
