"""Payouts to creditors, and what comes from the bank."""

from __future__ import annotations

from fordran.actions.bank.match_payment import match_payment, split_payment
from fordran.actions.bank.refund_payment import refund_payment
from fordran.actions.payouts.change_payout import payout_changer
from fordran.api.endpoint import Endpoint
from fordran.api.http.forms import FORM_TYPE
from fordran.api.roles import EVERYBODY, FINANCE, STAFF, Roles
from fordran.api.serving.approving.approvals import approve_one, list_approvals, read_approval, reject_one
from fordran.api.serving.bank_files import (
    BankFileForm,
    BankFileQuery,
    Decide,
    approve_a_payout,
    decide_on_payment,
    import_file,
)
from fordran.api.serving.operator_invoices import note_paid
from fordran.api.table.rows import Rows, changes, reads
from fordran.api.table.undoing import UNMATCH
from fordran.outside.media import Media
from fordran.resources.approvals import (
    ApprovalGiven,
    ApproveWaitingInput,
    RejectWaitingInput,
    ShownApproval,
    WaitingApprovals,
)
from fordran.resources.bank_files import BANK_FILES, BankFileImported
from fordran.resources.bank_orders import BANK_ORDERS
from fordran.resources.bank_transactions import (
    BANK_TRANSACTIONS,
    UNMATCHED_PAYMENTS,
    MatchInput,
    PaymentDecided,
    RefundInput,
    SplitInput,
)
from fordran.resources.finance_payout_specifications import FINANCE_PAYOUT_SPECIFICATIONS
from fordran.resources.finance_payouts import FINANCE_PAYOUTS, ApproveInput, PayoutApproved
from fordran.resources.operator_invoices import OPERATOR_INVOICES, OperatorInvoicePaid, PaidInput
from fordran.settings import Settings
from fordran.shape.fields import Shape


def payouts(settings: Settings, media: Media) -> Rows:
    """Payouts and what they are made of."""
    change_payout = payout_changer(media.put, settings.operator)
    return (
        *reads(FINANCE_PAYOUTS, EVERYBODY),
        changes(FINANCE_PAYOUTS, change_payout, "Change a payout.", FINANCE),
        Endpoint(
            "POST",
            f"/{FINANCE_PAYOUTS.name}/{{id}}/approve",
            approve_a_payout,
            "Approve a payout, as a person.",
            FINANCE,
            FINANCE_PAYOUTS,
            takes=ApproveInput,
            answers=PayoutApproved,
        ),
        *reads(FINANCE_PAYOUT_SPECIFICATIONS, EVERYBODY),
        *reads(OPERATOR_INVOICES, EVERYBODY),
        Endpoint(
            "POST",
            f"/{OPERATOR_INVOICES.name}/{{id}}/paid",
            note_paid,
            "Note that a creditor paid an invoice of the operator.",
            FINANCE,
            OPERATOR_INVOICES,
            takes=PaidInput,
            answers=OperatorInvoicePaid,
        ),
        Endpoint(
            "GET",
            "/approvals",
            list_approvals(settings),
            "List what waits for a second person.",
            FINANCE,
            answers=WaitingApprovals,
            shows_debtors=True,
        ),
        Endpoint(
            "GET",
            "/approvals/{id}",
            read_approval,
            "Read what waits for a second person, or what was decided on it.",
            FINANCE,
            answers=ShownApproval,
            refuses=(409,),
            shows_debtors=True,
        ),
        Endpoint(
            "POST",
            "/approvals/{id}/approve",
            approve_one(settings),
            "Approve what waits, as a second person.",
            FINANCE,
            takes=ApproveWaitingInput,
            answers=ApprovalGiven,
            status=201,
            refuses=(404, 409),
        ),
        Endpoint(
            "POST",
            "/approvals/{id}/reject",
            reject_one(settings),
            "Reject what waits, as a second person.",
            FINANCE,
            takes=RejectWaitingInput,
            answers=ApprovalGiven,
            status=201,
            refuses=(404, 409),
        ),
    )


def decides(
    name: str, shape: type[Shape], decide: Decide, about: str, roles: Roles, *, may_wait: bool = False
) -> Endpoint:
    """A decision on a payment that waits."""
    path = f"/{UNMATCHED_PAYMENTS.name}/{{id}}/{name}"
    serve = decide_on_payment(shape, decide)
    return Endpoint(
        "POST", path, serve, about, roles, UNMATCHED_PAYMENTS, takes=shape, answers=PaymentDecided, may_wait=may_wait
    )


def bank(settings: Settings) -> Rows:
    """Files from the bank, their contents, and payments without a known case."""
    split = "Say which cases a payment is for, and how much each gets."
    return (
        *reads(BANK_FILES, STAFF),
        Endpoint(
            "POST",
            "/bank--files",
            import_file(settings),
            "Import a file from the bank.",
            FINANCE,
            takes=BankFileForm,
            query=BankFileQuery,
            takes_as=FORM_TYPE,
            takes_key=True,
            answers=BankFileImported,
            status=201,
        ),
        *reads(BANK_ORDERS, STAFF),
        *reads(BANK_TRANSACTIONS, STAFF),
        UNMATCH,
        *reads(UNMATCHED_PAYMENTS, STAFF),
        decides("match", MatchInput, match_payment, "Say which case a payment is for.", FINANCE),
        decides("split", SplitInput, split_payment, split, FINANCE),
        decides("refund", RefundInput, refund_payment, "Let a payment go back to its payer.", FINANCE, may_wait=True),
    )
