"""THE TABLE: every page and act of the debtor's page. Pages that are not open to all need an opened case."""

from __future__ import annotations

from fordran.my.debt import choose_case, debt_page, first_page, privacy_page
from fordran.my.details import change_details, details_page, give_account
from fordran.my.files import invoice_file, letter_file
from fordran.my.genuine import check_letter, genuine_page
from fordran.my.holds import make_own_plan, plan_page, respite_page, take_respite
from fordran.my.objecting import make_objection, objection_page
from fordran.my.offers import answer_own_offer
from fordran.my.opening import choose_language, close, open_by_code
from fordran.my.paying import pay_page
from fordran.my.proving import begin_proving, end_proving
from fordran.my.swishing import cancel_swish, pay_by_swish, swish_page
from fordran.my.writing import messages_page, send_message
from fordran.store.reading.scope import DEBTOR
from fordran.web.page import Page
from fordran.web.static_files import serve_static

DEBTORS = frozenset({DEBTOR})

OPEN_TO_ALL: tuple[Page, ...] = (
    Page("GET", "/my", first_page, "What is owed, or the place to write a code."),
    Page("POST", "/my", open_by_code, "Open what a code is good for."),
    Page("GET", "/my/sign-in", begin_proving, "To the provider that knows who one is."),
    Page("GET", "/my/sign-in/callback", end_proving, "Back from it: all that is the person's."),
    Page("GET", "/my/genuine", genuine_page, "Is a letter real?"),
    Page("POST", "/my/genuine", check_letter, "The letter with a number and a code."),
    Page("GET", "/my/privacy", privacy_page, "What is done with personal data."),
    Page("POST", "/my/close", close, "End the session."),
    Page("POST", "/my/language", choose_language, "Read the pages in another language."),
    Page("GET", "/my/static/{name}", serve_static, "Style and script.", is_bare=True),
)

PAGES: tuple[Page, ...] = (
    *OPEN_TO_ALL,
    Page("GET", "/my/cases/{id}", debt_page, "What is owed on one case.", DEBTORS),
    Page("GET", "/my/cases/{id}/invoice", invoice_file, "The invoice that it began with.", DEBTORS, is_bare=True),
    Page("GET", "/my/letters/{id}", letter_file, "A letter as it was sent.", DEBTORS, is_bare=True),
    Page("GET", "/my/pay", pay_page, "How to pay.", DEBTORS),
    Page("POST", "/my/cases/{id}/swish", pay_by_swish, "Pay by Swish.", DEBTORS),
    Page("GET", "/my/swish/{id}", swish_page, "What has become of a payment by Swish.", DEBTORS),
    Page("POST", "/my/swish/{id}/cancel", cancel_swish, "Cancel a payment by Swish.", DEBTORS),
    Page("GET", "/my/plan", choose_case, "Which case to pay in parts.", DEBTORS),
    Page("GET", "/my/respite", choose_case, "Which case to get more time for.", DEBTORS),
    Page("GET", "/my/dispute", choose_case, "Which case to object to.", DEBTORS),
    Page("GET", "/my/messages", choose_case, "Which case to write about.", DEBTORS),
    Page("GET", "/my/cases/{id}/plan", plan_page, "What a plan would be.", DEBTORS),
    Page("POST", "/my/cases/{id}/plan", make_own_plan, "Agree on a plan, or ask for it.", DEBTORS),
    Page("GET", "/my/cases/{id}/respite", respite_page, "What more time would come to.", DEBTORS),
    Page("POST", "/my/cases/{id}/respite", take_respite, "Get more time, or ask for it.", DEBTORS),
    Page("POST", "/my/cases/{id}/offer", answer_own_offer, "Accept or decline an offer.", DEBTORS),
    Page("GET", "/my/cases/{id}/dispute", objection_page, "Where to object.", DEBTORS),
    Page("POST", "/my/cases/{id}/dispute", make_objection, "Object.", DEBTORS, takes_files=True),
    Page("GET", "/my/cases/{id}/messages", messages_page, "What was written to and fro.", DEBTORS),
    Page("POST", "/my/cases/{id}/messages", send_message, "Write to us.", DEBTORS),
    Page("GET", "/my/details", details_page, "How the debtor is reached.", DEBTORS),
    Page("POST", "/my/details", change_details, "Change how the debtor is reached.", DEBTORS),
    Page("POST", "/my/details/account", give_account, "Say where refunds are to go.", DEBTORS),
)
