"""A made-up bank day as values, from which `bgmax_making` and `camt_making` write files for tests and demos."""

from dataclasses import dataclass
from datetime import date

from fordran.domain.bank.bank_states import TransactionKind
from fordran.formats.bank import BankPayer, BankReference

NOBODY = BankPayer()


@dataclass(frozen=True, slots=True)
class DemoTransaction:
    """One transaction to be written: `amount` is positive öre, `kind` says which way it goes."""

    amount: int
    reference: str = ""
    kind: TransactionKind = "payment"
    extra_references: tuple[BankReference, ...] = ()
    payer: BankPayer = NOBODY
    information: tuple[str, ...] = ()
    serial: str = ""
    """The bank's id: the BGC serial; in camt the transaction's own AcctSvcrRef."""
    end_to_end_id: str = ""
    is_returned: bool = False
    """Whether it is our own money that comes back."""

    @property
    def signed(self) -> int:
        """Öre, negative where money is held back or leaves."""
        return self.amount if self.kind == "payment" else -self.amount


@dataclass(frozen=True, slots=True)
class Deposit:
    """One booking of the bank: what came to one bankgiro in one batch."""

    receiver: str
    date: date
    serial: int
    receipts: tuple[DemoTransaction, ...]
    itemised: bool = True
    """False leaves the transactions out, as a statement may; camt only."""

    @property
    def net(self) -> int:
        """Öre booked on the account."""
        return sum(receipt.signed for receipt in self.receipts)
