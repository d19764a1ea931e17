"""One entry of a camt file: taken apart into its transactions, each with its identity.

A transaction is known by account, direction, the bank's reference (AcctSvcrRef, its own or else the entry's) and its
own reference, which a statement and a notification share. One that lacks either is identified by amount and payment
reference, and by its number among equals in the file.
"""

from collections.abc import Iterator
from dataclasses import replace
from datetime import date

from fordran.domain.bank.bank_states import TransactionKind
from fordran.formats.amounts import decimal_kronor
from fordran.formats.bank import CURRENCY, BadBankFile, BankPayer, BankPayment, BankReference, Occurrences, identity
from fordran.formats.camt_checks import Section
from fordran.formats.camt_details import (
    bankgiro_in_text,
    bankgiro_of_transaction,
    date_at,
    information_of,
    order_day,
    own_reference,
    payer_of,
    references_of,
)
from fordran.formats.camt_nodes import XmlNode

MOST_WAITING = 10_000
"""Transactions that name no bankgiro wait for the text after the last one, which may name it; some 15 MB of them."""

BOOKED = "BOOK"
RECEIVED_CREDIT_TRANSFERS = "RCDT"


class CamtEntry:
    """An entry while it is read, made of what it says of itself before its details."""

    def __init__(self, head: XmlNode, position: int, section: Section, occurrences: Occurrences) -> None:
        self._head = head
        self._section = section
        self._position = position
        self._occurrences_in_file = occurrences
        self._occurrences_in_entry = Occurrences()
        self._amount = head.signed_amount()
        self._is_credit = head.is_credit()
        self._is_booked = self._status() == BOOKED
        self._bank_reference = head.text_at("AcctSvcrRef")
        self._is_reversal = head.text_at("RvslInd") in ("true", "1")
        self._family = head.text_at("BkTxCd/Domn/Fmly/Cd")
        booked, valued = date_at(head, "BookgDt"), date_at(head, "ValDt")
        day = booked or valued
        if day is None:
            raise self._bad("There is neither booking date nor value date.")
        self._booking_date, self._value_date = day, valued or day
        self._transactions = 0
        self._net = 0
        self._has_details = False
        self._before_details = (0, 0)
        self._batch: tuple[int | None, int | None] = (None, None)
        self._payment_information = ""
        self._waiting: list[BankPayment] = []
        self._has_released = False
        section.count(self._amount, is_credit=self._is_credit, is_booked=self._is_booked)

    def begin_details(self) -> None:
        """An NtryDtls begins."""
        self._has_details = True
        self._before_details = (self._transactions, self._net)
        self._batch = (None, None)

    def batch(self, batch: XmlNode) -> None:
        """Keep the Btch fields of the transactions beside it, and the batch of our own order."""
        self._payment_information = batch.text_at("PmtInfId")
        self._batch = (batch.count_at("NbOfTxs"), batch.amount_at("TtlAmt"))

    def end_details(self) -> None:
        """Hold the transactions of an NtryDtls against its Btch, where there are any."""
        transactions = self._transactions - self._before_details[0]
        net = abs(self._net - self._before_details[1])
        count, total = self._batch
        if not transactions:
            return
        if count not in (None, transactions):
            raise self._bad(f"NbOfTxs is {count} and there are {transactions} transactions.")
        if total not in (None, net):
            raise self._bad(f"TtlAmt is {decimal_kronor(total or 0)} and the transactions make {decimal_kronor(net)}.")

    def transaction(self, transaction: XmlNode) -> Iterator[BankPayment]:
        """The transaction, unless it must wait for the end of the entry to know its bankgiro."""
        amount = self._amount_of(transaction)
        self._transactions += 1
        self._net += amount
        # An amount of nothing moves no money: it is counted and not given out.
        if not self._is_booked or not amount:
            return
        is_returned = transaction.one("RtrInf") is not None
        kind = self._kind(amount, is_returned=is_returned)
        payment = self._payment(
            amount=amount,
            kind=kind,
            receiver=bankgiro_of_transaction(transaction) or self._section.bankgiro,
            references=references_of(transaction, amount),
            payer=payer_of(transaction, "Cdtr" if kind == "withdrawal" else "Dbtr"),
            information=information_of(transaction),
            bank_reference=transaction.text_at("Refs/AcctSvcrRef") or self._bank_reference,
            own_reference=own_reference(transaction),
            itemised=True,
            # A credit that undoes a debit: what we had ordered comes back.
            is_returned=amount > 0 and (is_returned or self._is_reversal),
            order_date=order_day(transaction, self._booking_date) if kind == "payment" else None,
        )
        if payment.receiver:
            yield payment
            return
        self._waiting.append(payment)
        if len(self._waiting) > MOST_WAITING:
            self._has_released = True
            yield from self._released(self._section.account)

    def finished(self, rest: XmlNode) -> Iterator[BankPayment]:
        """The payments that waited, or the entry itself where the bank did not itemise it.

        `rest` is the part after the details, or the whole entry where it has none.
        """
        text = rest.text_at("AddtlNtryInf")
        late = rest.children.keys() - {"AddtlNtryInf"}
        if self._has_details and late:
            raise self._bad(f"{', '.join(sorted(late))} should stand before its details.")
        if self._transactions and self._net != self._amount:
            made = decimal_kronor(self._net)
            raise self._bad(f"It is {decimal_kronor(self._amount)} and its transactions make {made}.")
        bankgiro = bankgiro_in_text(text)
        if bankgiro and self._has_released:
            raise self._bad(f"Its bankgiro is named only after more than {MOST_WAITING} transactions.")
        yield from self._released(bankgiro or self._section.account)
        if not self._transactions and self._is_booked and self._amount:
            kind = self._kind(self._amount, is_returned=False)
            payment = self._payment(
                amount=self._amount,
                kind=kind,
                receiver=bankgiro or self._section.bankgiro or self._section.account,
                references=(),
                payer=BankPayer(),
                information=(text,) if text else (),
                bank_reference=self._bank_reference,
                own_reference="",
                itemised=False,
            )
            # Our own batch is known by its id, which is no part of the transaction's own key.
            yield replace(payment, own_reference=self._payment_information) if kind == "withdrawal" else payment

    def _released(self, receiver: str) -> Iterator[BankPayment]:
        yield from (replace(payment, receiver=receiver) for payment in self._waiting)
        self._waiting.clear()

    def _amount_of(self, transaction: XmlNode) -> int:
        """Öre of the transaction; one that names no amount in kronor has the entry's, and must then be its only one."""
        amount = transaction.amount_at("Amt")
        if amount is None:
            # The payer's own amount may be in another currency than the account's, into which the bank turned it.
            stated = (transaction.one(f"AmtDtls/{name}") for name in ("TxAmt", "InstdAmt"))
            in_kronor = (node for node in stated if node and (each := node.one("Amt")) and each.currency == CURRENCY)
            amount = next((node.amount_at("Amt") for node in in_kronor), None)
        if amount is None:
            amount = abs(self._amount)
        is_credit = transaction.is_credit() if transaction.one("CdtDbtInd") else self._is_credit
        return amount if is_credit else -amount

    def _kind(self, amount: int, *, is_returned: bool) -> TransactionKind:
        if amount > 0:
            return "payment"
        if is_returned or self._is_reversal:
            return "recall"
        if self._is_credit:
            return "deduction"
        # A debit among the credit transfers we received can only be one of them taken back.
        return "recall" if self._family == RECEIVED_CREDIT_TRANSFERS else "withdrawal"

    def _payment(
        self,
        *,
        amount: int,
        kind: TransactionKind,
        receiver: str,
        references: tuple[BankReference, ...],
        payer: BankPayer,
        information: tuple[str, ...],
        bank_reference: str,
        own_reference: str,
        itemised: bool,
        is_returned: bool = False,
        order_date: date | None = None,
    ) -> BankPayment:
        return BankPayment(
            key=self._key(amount, bank_reference, own_reference, references),
            kind=kind,
            booking_date=self._booking_date,
            value_date=self._value_date,
            amount=amount,
            account=self._section.account,
            receiver=self._section.account if kind == "withdrawal" else receiver,
            references=references,
            payer=payer,
            information=information,
            bank_reference=bank_reference,
            own_reference=own_reference,
            entry=identity("camt", self._section.account, self._bank_reference or self._booking_date, self._amount),
            itemised=itemised,
            position=self._position,
            is_returned=is_returned,
            order_date=order_date,
        )

    def _key(self, amount: int, bank_reference: str, own_reference: str, references: tuple[BankReference, ...]) -> str:
        direction = "in" if amount > 0 else "out"
        known_by = identity("camt", self._section.account, direction, bank_reference, own_reference)
        if bank_reference and own_reference:
            return f"{known_by}|{self._occurrences_in_entry.number(known_by)}"
        weak_key = identity(
            "" if bank_reference else self._booking_date, amount, references[0].reference if references else ""
        )
        weakly = f"{known_by}|{weak_key}"
        return f"{weakly}|{self._occurrences_in_file.number(weakly)}"

    def _status(self) -> str:
        status = self._head.one("Sts")
        if status is None:
            raise self._bad("There is no status.")
        return status.text_at("Cd") or status.text_at("Prtry") or status.text

    def _bad(self, sentence: str) -> BadBankFile:
        return self._head.bad(f"Entry {self._position}: {sentence}")
