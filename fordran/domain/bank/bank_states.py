"""Money on the bank account: kinds and statuses of transactions, and the progress of files and orders."""

from typing import Literal, TypeAlias

from fordran.domain.bank.allotment import UnallottedReason

TransactionKind: TypeAlias = Literal["payment", "deduction", "recall", "withdrawal"]
"""A payment came in. A deduction is what a payer held back from another payment, for a credit note. A recall takes a
payment back. A withdrawal left by our own order or for the bank's charges, and settles nothing."""

TransactionStatus: TypeAlias = Literal[
    "matched",  # its money is on cases; of a recall: its payment is taken back
    "suspense",  # it waits for somebody to say what it is for
    "to_refund",  # it is to go back to the payer
    "refunded",  # it went back to the payer
    "recalled",  # the bank took it back
    "withdrawn",  # it left by our own order or for the bank's charges: booked where it was ordered
    "duplicate",  # the same money is another transaction's, which the bank itemised or did not
]

SuspenseReason: TypeAlias = Literal[
    UnallottedReason,
    "other_receiver",
    "not_itemised",
    "no_payment",
    "returned",
    "refund_rejected",
    "impossible_day",
    "match_undone",
]
"""Why a transaction waits."""

BankFileStatus: TypeAlias = Literal["stored", "settled"]
"""A file is settled when every case has what is its."""

BankAct: TypeAlias = Literal[
    "received", "itemised", "matched", "unmatched", "recalled", "to_refund", "refunded", "refund_rejected"
]
"""The booking of a transaction that is on no case."""

OrderStatus: TypeAlias = Literal["gathering", "closed", "written"]
"""How far an order to the bank has come."""

TransferStatus: TypeAlias = Literal["sent", "accepted", "executed", "rejected"]
"""The bank's answer on a transfer that it was ordered to make. One that was executed or rejected has ended."""

BankOrderState: TypeAlias = Literal[
    "sent",  # the bank has not answered on some of its transfers, and rejected none
    "accepted",  # the bank will execute all of its transfers, or has
    "partly",  # some are rejected, and others are not executed yet
    "rejected",  # all are rejected
    "executed",  # all are executed or rejected
]
"""The bank's answer on an order, by its transfers."""

PainVersion: TypeAlias = Literal["03", "09"]
"""The version of pain.001.001 that an order is written in."""

OrderLineKind: TypeAlias = Literal[
    "payout",  # to a creditor
    "refund",  # to the payer, of what a case did not need
    "suspense_refund",  # to the payer, of what no case was found for
]
