"""The double-entry journal under the entries: BAS accounts, client funds apart, every posting balanced.

Two ledgers (bokföringslag (1999:1078) 4 kap. 1 §: a business keeps books of its own assets and debts):

* the case ledger, a memorandum of claims that are the creditors' and not ours (1515 against 2895);
* the operator's ledger, in two parts that never mix (inkassolag (1974:182) 10 §; lag (1944:181) om redovisningsmedel):
  client funds, which are the bank account 1990, what payers owe it (1686), and whose money it is (2420–2429, 2490, 2498);
  and our own money, which is fees, the creditors' share of them, outlays for creditors, and losses (1510, 1681, 1685, 1930, 2423,
  2611, 2641, 3010, 3305, 3308, 3590, 4610, 6351).

A payment that the creditor reported touches the case ledger alone. Debits are positive, credits negative.
"""

import datetime as dt
from collections.abc import Iterable
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal, TypeAlias

from fordran.domain.books.ledger_accounts import default_number
from fordran.domain.claims.entries import LedgerEntry

CreditorCategory: TypeAlias = Literal["capital", "interest", "creditor_outlay", "creditor_commission"]
"""The categories that a creditor is paid for."""

Category: TypeAlias = Literal[CreditorCategory, "operator_fees"]
"""The categories of payouts: to a creditor, and to the operator the rest of its fees."""

CLAIMS, CLAIMS_CONTRA = default_number("claims"), default_number("claims_contra")
CLIENT_FUNDS = default_number("client_funds")
SUSPENSE, PAYERS = default_number("suspense"), default_number("payers")
CLAIMS_ON_PAYERS = default_number("claims_on_payers")
OWN_FEES_IN_CLIENT_FUNDS = default_number("own_fees_in_client_funds")
OWN_CLAIM_ON_CLIENT_FUNDS, OWN_BANK = default_number("own_claim_on_client_funds"), default_number("own_bank")
OUTLAYS = default_number("outlays")
FEE_INCOME, CREDITORS_SHARE = default_number("fee_income"), default_number("creditors_share")
INPUT_VAT, LOSSES = default_number("input_vat"), default_number("losses")
OUTPUT_VAT, CLAIMS_ON_CREDITORS = default_number("output_vat"), default_number("claims_on_creditors")
SERVICE_INCOME, SERVICE_INCOME_EU = default_number("service_income"), default_number("service_income_eu")
SERVICE_INCOME_OUTSIDE_EU = default_number("service_income_outside_eu")

OWED_TO_CREDITOR = MappingProxyType[CreditorCategory, int](
    {
        "capital": default_number("owed_capital"),
        "interest": default_number("owed_interest"),
        "creditor_outlay": default_number("owed_outlay"),
        "creditor_commission": default_number("owed_commission"),
    }
)

CLIENT_FUND_LIABILITIES = frozenset(
    {
        *(account for category, account in OWED_TO_CREDITOR.items() if category != "creditor_commission"),
        OWN_FEES_IN_CLIENT_FUNDS,
        SUSPENSE,
        PAYERS,
        CLAIMS_ON_PAYERS,
    }
)
"""Whose the client funds are, less what payers owe them: these always sum to the opposite of 1990. Commission is our own debt,
paid by us."""


@dataclass(frozen=True, slots=True)
class Posting:
    """An amount in öre on a ledger account, debit positive. Without a day, it is dated the day on which it is booked."""

    account: int
    amount: int
    day: dt.date | None = None
    """The bank's own day of the money. Only the operator's ledger has days of its own."""


def _move(debit: int, credit: int, amount: int, day: dt.date | None = None) -> list[Posting]:
    """The pair that every posting is made of: it balances by construction."""
    return [Posting(debit, amount, day), Posting(credit, -amount, day)] if amount else []


def postings(entries: Iterable[LedgerEntry]) -> list[Posting]:
    """The postings of a case's entries, corrections included."""
    return [posting for entry in entries for posting in _of_entry(entry)]


def _of_entry(entry: LedgerEntry) -> list[Posting]:
    made = _move(CLAIMS, CLAIMS_CONTRA, entry.amount)
    if entry.kind != "settled" or not entry.reached_us:
        return made
    settled, day = -entry.amount, entry.date
    category = category_of(entry)
    if category is not None:
        return made + _move(PAYERS, OWED_TO_CREDITOR[category], settled, day)
    return [
        *made,
        *_move(PAYERS, OWN_FEES_IN_CLIENT_FUNDS, settled, day),
        *_move(OWN_CLAIM_ON_CLIENT_FUNDS, OUTLAYS if entry.outlay else FEE_INCOME, settled, day),
    ]


def outlays_paid(outlays: Iterable[tuple[dt.date, int | None]]) -> list[Posting]:
    """Payments of the operator to the enforcement authority, on the day on which each fee is charged; below zero, one not made.

    What becomes of a fee later changes nothing in that: it comes back when the debtor or the creditor pays it.
    """
    return [posting for day, amount in outlays if amount for posting in _move(OUTLAYS, OWN_BANK, amount, day)]


def category_of(entry: LedgerEntry) -> CreditorCategory | None:
    """The payout category that a settled line's money belongs to; None where it is our own fee."""
    if entry.component == "capital":
        return "capital"
    if entry.component == "interest":
        return "interest"
    return "creditor_outlay" if entry.by_creditor else None


def received(amount: int, day: dt.date | None = None) -> list[Posting]:
    """A payment for a case came in: the payer's money until the case's entries use it; what they leave is a refund."""
    return _move(CLIENT_FUNDS, PAYERS, amount, day)


def received_unmatched(amount: int) -> list[Posting]:
    """A payment came in that no one knows the case of."""
    return _move(CLIENT_FUNDS, SUSPENSE, amount)


def matched(amount: int, day: dt.date | None = None) -> list[Posting]:
    """Money in suspense found its case."""
    return _move(SUSPENSE, PAYERS, amount, day)


def unmatched(amount: int, day: dt.date | None = None) -> list[Posting]:
    """Money that was on the wrong case waits in suspense again."""
    return _move(PAYERS, SUSPENSE, amount, day)


def refunded(amount: int, day: dt.date | None = None, *, from_suspense: bool = False) -> list[Posting]:
    """Money that was not owed went back to the payer."""
    return _move(SUSPENSE if from_suspense else PAYERS, CLIENT_FUNDS, amount, day)


def recalled(amount: int, day: dt.date | None = None) -> list[Posting]:
    """The bank took a payment back; the case's entries have given it back to the payer by then."""
    return _move(PAYERS, CLIENT_FUNDS, amount, day)


def recalled_after_refund(amount: int, day: dt.date | None = None) -> list[Posting]:
    """The bank took back what had gone back to the payer already: the payer owes it to the client funds."""
    return _move(CLAIMS_ON_PAYERS, CLIENT_FUNDS, amount, day)


def set_off(amount: int) -> list[Posting]:
    """Money that was not owed pays what its payer owes us."""
    return _move(PAYERS, CLAIMS_ON_PAYERS, amount)


def claim_written_off(amount: int) -> list[Posting]:
    """Write off a payer's debt to us: our fees restore the client funds, and the loss is our own."""
    return _move(OWN_FEES_IN_CLIENT_FUNDS, CLAIMS_ON_PAYERS, amount) + _move(LOSSES, OWN_CLAIM_ON_CLIENT_FUNDS, amount)


def commission_earned(amount: int, vat_amount: int) -> list[Posting]:
    """The creditor's agreed share of our fees fell due, with VAT where there is any."""
    owed = OWED_TO_CREDITOR["creditor_commission"]
    return _move(CREDITORS_SHARE, owed, amount) + _move(INPUT_VAT, owed, vat_amount)


def paid_out(category: CreditorCategory, total_amount: int) -> list[Posting]:
    """A payout left: commission from our own account, everything else from client funds."""
    bank = OWN_BANK if category == "creditor_commission" else CLIENT_FUNDS
    return _move(OWED_TO_CREDITOR[category], bank, total_amount)


def own_fees_withdrawn(amount: int) -> list[Posting]:
    """Our own fees moved from client funds to our own account."""
    return _move(OWN_FEES_IN_CLIENT_FUNDS, CLIENT_FUNDS, amount) + _move(OWN_BANK, OWN_CLAIM_ON_CLIENT_FUNDS, amount)


def fees_invoiced(income: int, net: int, vat_amount: int, kept: int) -> list[Posting]:
    """An invoice for kept fees: they are income of the service, `net` on its own account, and the VAT is owed to the state.

    Of the VAT, what is a part of the kept fees is taken from them, and the rest is a claim on the creditor.
    """
    within = kept - net
    return [
        *_move(FEE_INCOME, income, net),
        *_move(FEE_INCOME, OUTPUT_VAT, within),
        *_move(CLAIMS_ON_CREDITORS, OUTPUT_VAT, vat_amount - within),
    ]


def outlays_invoiced(amount: int) -> list[Posting]:
    """Outlays that no debtor owes are on an invoice to the creditor."""
    return _move(CLAIMS_ON_CREDITORS, OUTLAYS, amount)


def invoice_netted(amount: int) -> list[Posting]:
    """An invoice to a creditor was paid with capital that is owed to it: that much of the client funds is ours now."""
    return [
        *_move(OWED_TO_CREDITOR["capital"], OWN_FEES_IN_CLIENT_FUNDS, amount),
        *_move(OWN_CLAIM_ON_CLIENT_FUNDS, CLAIMS_ON_CREDITORS, amount),
    ]


def invoice_paid(amount: int) -> list[Posting]:
    """A creditor paid an invoice to our own account."""
    return _move(OWN_BANK, CLAIMS_ON_CREDITORS, amount)
