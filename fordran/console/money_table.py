"""The rows of THE TABLE that are about money: bank, payouts, reports."""

from __future__ import annotations

from fordran.console.bank import bank_page, payment_page, upload
from fordran.console.bank_acts import DECISIONS, ask_page, decision_deed
from fordran.console.payouts import approve, export, order_file, payout_page, payouts_page
from fordran.console.reports import report_file, report_page, reports_page
from fordran.console.who import ALL, FINANCE, STAFF
from fordran.web.page import Page

MONEY_PAGES: tuple[Page, ...] = (
    Page("GET", "/console/bank", bank_page, "Payments that wait, and files from the bank.", STAFF),
    Page("POST", "/console/bank/files", upload, "Import a file from the bank.", FINANCE, takes_files=True),
    Page("GET", "/console/bank/{id}", payment_page, "A payment, and the cases it is likeliest for.", STAFF),
    Page("GET", "/console/bank/{id}/ask", ask_page, "A letter that asks the payer.", STAFF),
    *(
        Page("POST", f"/console/bank/{{id}}/{one.path}", decision_deed(one), f"{one.title}: trial and deed.", FINANCE)
        for one in DECISIONS
    ),
    Page("GET", "/console/payouts", payouts_page, "What is paid to creditors.", STAFF),
    Page("POST", "/console/payouts/export", export, "Write the order to the bank.", FINANCE),
    Page("GET", "/console/payouts/orders/{id}", order_file, "The file of an order.", STAFF, is_bare=True),
    Page("GET", "/console/payouts/{id}", payout_page, "A payout, and of which payments.", STAFF),
    Page("POST", "/console/payouts/{id}/approve", approve, "Approve a payout.", FINANCE),
    Page("GET", "/console/reports", reports_page, "Which reports there are.", ALL),
    Page("GET", "/console/reports/{name}", report_page, "A report.", ALL),
    Page("GET", "/console/reports/{name}/{form}", report_file, "A report as a file.", ALL, is_bare=True),
)
