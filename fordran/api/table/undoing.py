"""Undoing what a person decided by mistake."""

from __future__ import annotations

from fordran.actions.undoing.reopen_case import reopen_case
from fordran.actions.undoing.undo_match import find_matched, unmatch_payment
from fordran.api.cases.acts import act_as_caller
from fordran.api.endpoint import Endpoint
from fordran.api.roles import FINANCE, STAFF
from fordran.api.serving.bank_files import decide_on_payment
from fordran.resources.bank_transactions import BANK_TRANSACTIONS, PaymentDecided, UnmatchInput
from fordran.resources.case_acts import CaseActed, ReopenInput
from fordran.resources.cases import CASES

REOPEN = Endpoint(
    "POST",
    "/cases/{id}/reopen",
    act_as_caller(ReopenInput, reopen_case),
    "Open a case again that was closed by decision.",
    STAFF,
    CASES,
    takes=ReopenInput,
    answers=CaseActed,
)
UNMATCH = Endpoint(
    "POST",
    "/bank--transactions/{id}/unmatch",
    decide_on_payment(UnmatchInput, unmatch_payment, find_matched),
    "Undo a match of a payment.",
    FINANCE,
    BANK_TRANSACTIONS,
    takes=UnmatchInput,
    answers=PaymentDecided,
)
