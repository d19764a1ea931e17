"""Closed lists of money: the bank's transactions, payouts and refunds."""

from __future__ import annotations

from fordran.domain.bank.bank_states import BankFileStatus, SuspenseReason, TransactionKind, TransactionStatus
from fordran.domain.bank.refunds import RefundStatus
from fordran.domain.books.journal import Category
from fordran.domain.days import Interval
from fordran.domain.kinds.articles import PayoutArticle
from fordran.domain.payouts.gathering import NotReady
from fordran.domain.payouts.payout import PayeeKind, PayoutDay, SpecificationState
from fordran.shape.closed import ClosedList, closed_list

MONEY_LISTS: tuple[ClosedList, ...] = (
    closed_list(
        "TransactionKind",
        TransactionKind,
        "What a bank transaction is.",
        {
            "payment": "Money came in.",
            "deduction": "A payer held it back from another payment, for a credit note.",
            "recall": "The bank takes a payment back.",
            "withdrawal": "It left by our own order or for the bank's charges, and settles nothing.",
        },
    ),
    closed_list(
        "TransactionStatus",
        TransactionStatus,
        "What became of a bank transaction.",
        {
            "matched": "Its money is on cases; of a recall, its payment is taken back.",
            "suspense": "It waits for somebody to say what it is for.",
            "to_refund": "It is to go back to the payer.",
            "refunded": "It went back to the payer.",
            "recalled": "The bank took it back.",
            "withdrawn": "It left by our own order or for the bank's charges.",
            "duplicate": "The same money is another transaction's.",
        },
    ),
    closed_list(
        "SuspenseReason",
        SuspenseReason,
        "Why a bank transaction waits.",
        {
            "no_case": "It names no case.",
            "reference_unknown": "One of its references leads to no case.",
            "amounts_unknown": "It names several cases and does not say how much is for which.",
            "credit_note": "A payer held something back, and it is not known from what.",
            "other_receiver": "It was paid to an account that is not ours for such payments.",
            "not_itemised": "The bank gave the sum of several payments alone.",
            "no_payment": "It takes back a payment that is not known.",
            "returned": "It came back to us, and it is not known what it was.",
        },
    ),
    closed_list(
        "BankFileStatus",
        BankFileStatus,
        "How far a file from the bank has come.",
        {"stored": "Its transactions are stored.", "settled": "Every case has what is its."},
    ),
    closed_list(
        "RefundStatus",
        RefundStatus,
        "How far a refund has come.",
        {
            "ordered": "It goes to the bank with the next order.",
            "exported": "The bank was told to pay it.",
            "used": "It was used for another claim, or for what the payer owed us.",
            "withdrawn": "It was no longer owed before it had left.",
            "returned": "The bank sent it back.",
            "claimed": "Its payment was recalled after it had left: the payer owes it to us.",
            "settled": "What the payer owed us is paid.",
            "written_off": "What the payer owed us was given up.",
        },
    ),
    closed_list(
        "PayeeKind",
        PayeeKind,
        "What kind of account is paid to.",
        {
            "bankgiro": "A bankgiro number.",
            "plusgiro": "A plusgiro number.",
            "bank_account": "A bank account, whose number begins with its clearing number.",
            "iban": "An international account number.",
        },
    ),
    closed_list(
        "PayoutArticle",
        PayoutArticle,
        "What a line of a payout is for.",
        {
            "capital": "Capital that was paid.",
            "interest": "Interest that was paid.",
            "reminder": "A reminder fee that was paid.",
            "cost": "Another cost that was paid.",
            "debt_collection": "A debt-collection fee that was paid.",
            "enforcement": "Costs of the enforcement authority that were paid.",
            "amortization_setup": "A fee for an instalment plan that was paid.",
            "amortization_advice": "A fee for a notice of an instalment that was paid.",
            "amortization_reminder": "A fee for a reminder of an instalment that was paid.",
            "commission": "The creditor's agreed share of fees of the operator's.",
            "commission_intercompany": "A share of fees between businesses of one group.",
            "finance_refund": "Money that was paid out and is taken back.",
        },
    ),
    closed_list(
        "FinanceCategory",
        Category,
        "What kind of money a payout is of.",
        {
            "capital": "Capital.",
            "interest": "Interest.",
            "creditor_outlay": "Costs that the creditor had laid out.",
            "creditor_commission": "The creditor's share of the operator's fees.",
            "operator_fees": "The operator's own fees; shown to the operator alone.",
        },
    ),
    closed_list(
        "Interval",
        Interval,
        "How often payouts are made.",
        {
            "daily": "Every day.",
            "weekly": "Every week.",
            "monthly": "Every month.",
            "quarterly": "Every quarter of a year.",
        },
    ),
    closed_list(
        "PayoutDay",
        PayoutDay,
        "The day of the week on which payouts are paid.",
        {
            "monday": "On Mondays.",
            "tuesday": "On Tuesdays.",
            "wednesday": "On Wednesdays.",
            "thursday": "On Thursdays.",
            "friday": "On Fridays.",
        },
    ),
    closed_list(
        "NotReadyReason",
        NotReady,
        "Why a payout cannot be paid yet.",
        {
            "period_running": "Its period has not ended.",
            "below_minimum": "It comes to less than the creditor wants to be paid.",
            "no_payout_account": "The creditor has no account to pay to.",
            "payout_account_invalid": "The number of the creditor's account cannot be right.",
            "payee_unpayable": "The bank's file cannot name the creditor or its account.",
        },
    ),
    closed_list(
        "SpecificationState",
        SpecificationState,
        "How far a line of a payout has come.",
        {
            "loose": "It is in no payout yet.",
            "prepared": "It is in a payout that has not been paid.",
            "paid_out": "Its payout was exported or paid by hand.",
        },
    ),
)
