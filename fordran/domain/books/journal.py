"""The double-entry journal under the entries: BAS accounts, client funds apart, every posting balanced.

Three circles that never mix (inkassolag (1974:182) 10 §; lag (1944:181) om redovisningsmedel):

* what debtors owe, a memorandum of claims that are the creditors' and not ours (1515 against 2895);
* client funds: the bank account 1990, what payers owe it (1686), and whose money it is (2420–2429, 2490, 2498);
* our own books: fees earned, the creditors' share of them, and losses (1685, 1930, 2423, 2641, 3590, 4610, 6351).

A payment that the creditor reported touches the memorandum alone. Debits are positive, credits negative.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal, TypeAlias

from fordran.domain.claims.entries import LedgerEntry

CreditorCategory: TypeAlias = Literal["capital", "interest", "creditor_outlay", "creditor_commission"]
"""The categories that a creditor is paid for."""

Category: TypeAlias = Literal[CreditorCategory, "operator_fees"]
"""The categories of payouts: to a creditor, and to the operator the rest of its fees."""

CLAIMS, CLAIMS_CONTRA = 1515, 2895
CLIENT_FUNDS = 1990
SUSPENSE, PAYERS = 2490, 2498
CLAIMS_ON_PAYERS = 1686
OWN_FEES_IN_CLIENT_FUNDS = 2429
OWN_CLAIM_ON_CLIENT_FUNDS, OWN_BANK = 1685, 1930
FEE_INCOME, CREDITORS_SHARE, INPUT_VAT, LOSSES = 3590, 4610, 2641, 6351

OWED_TO_CREDITOR = MappingProxyType[CreditorCategory, int](
    {"capital": 2420, "interest": 2421, "creditor_outlay": 2422, "creditor_commission": 2423}
)

CHART = MappingProxyType[int, str](
    {
        CLAIMS: "Fordringar under indrivning för uppdragsgivare (memorandum)",
        OWN_CLAIM_ON_CLIENT_FUNDS: "Fordran på klientmedelskonto, egna avgifter",
        CLAIMS_ON_PAYERS: "Fordran på betalare, återkallade betalningar som redan återbetalats",
        OWN_BANK: "Företagskonto",
        CLIENT_FUNDS: "Redovisningsmedel, klientmedelskonto",
        OWED_TO_CREDITOR["capital"]: "Skuld till uppdragsgivare, kapital",
        OWED_TO_CREDITOR["interest"]: "Skuld till uppdragsgivare, ränta",
        OWED_TO_CREDITOR["creditor_outlay"]: "Skuld till uppdragsgivare, utlägg",
        OWED_TO_CREDITOR["creditor_commission"]: "Skuld till uppdragsgivare, provision",
        OWN_FEES_IN_CLIENT_FUNDS: "Egna avgifter på klientmedelskonto",
        SUSPENSE: "Oidentifierade inbetalningar",
        PAYERS: "Skuld till betalare, ej avräknade medel och återbetalningar",
        INPUT_VAT: "Debiterad ingående moms",
        CLAIMS_CONTRA: "Uppdragsgivares fordringar under indrivning (memorandum, motkonto)",
        FEE_INCOME: "Inkasso- och påminnelseavgifter",
        CREDITORS_SHARE: "Uppdragsgivares andel av avgifter",
        LOSSES: "Konstaterade förluster",
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
    """An amount in öre on a ledger account, debit positive."""

    account: int
    amount: int


def _move(debit: int, credit: int, amount: int) -> list[Posting]:
    """The pair that every posting is made of: it balances by construction."""
    return [Posting(debit, amount), Posting(credit, -amount)] if amount else []


def postings(entries: Iterable[LedgerEntry]) -> list[Posting]:
    """The postings of a case's entries, corrections included."""
    return [posting for entry in entries for posting in _of_entry(entry)]


def _of_entry(entry: LedgerEntry) -> list[Posting]:
    made = _move(CLAIMS, CLAIMS_CONTRA, entry.amount)
    if entry.kind != "settled" or not entry.reached_us:
        return made
    settled = -entry.amount
    category = category_of(entry)
    if category is not None:
        return made + _move(PAYERS, OWED_TO_CREDITOR[category], settled)
    return (
        made + _move(PAYERS, OWN_FEES_IN_CLIENT_FUNDS, settled) + _move(OWN_CLAIM_ON_CLIENT_FUNDS, FEE_INCOME, settled)
    )


def category_of(entry: LedgerEntry) -> CreditorCategory | None:
    """The payout category that a settled line's money belongs to; None where it is our own fee."""
    if entry.component == "capital":
        return "capital"
    if entry.component == "interest":
        return "interest"
    return "creditor_outlay" if entry.by_creditor else None


def received(amount: int) -> list[Posting]:
    """A payment for a case came in: the payer's money until the case's entries use it; what they leave is a refund."""
    return _move(CLIENT_FUNDS, PAYERS, amount)


def received_unmatched(amount: int) -> list[Posting]:
    """A payment came in that no one knows the case of."""
    return _move(CLIENT_FUNDS, SUSPENSE, amount)


def matched(amount: int) -> list[Posting]:
    """Money in suspense found its case."""
    return _move(SUSPENSE, PAYERS, amount)


def refunded(amount: int, *, from_suspense: bool = False) -> list[Posting]:
    """Money that was not owed went back to the payer."""
    return _move(SUSPENSE if from_suspense else PAYERS, CLIENT_FUNDS, amount)


def recalled(amount: int) -> list[Posting]:
    """The bank took a payment back; the case's entries have given it back to the payer by then."""
    return _move(PAYERS, CLIENT_FUNDS, amount)


def recalled_after_refund(amount: int) -> list[Posting]:
    """The bank took back what had gone back to the payer already: the payer owes it to the client funds."""
    return _move(CLAIMS_ON_PAYERS, CLIENT_FUNDS, amount)


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
