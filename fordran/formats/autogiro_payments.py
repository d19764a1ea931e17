"""Autogiro: the money of a payment specification as payments of the bank, each debit by itself and dated as its sum is."""

from collections.abc import Iterator, Mapping, Sequence

from fordran.domain.bank.bank_states import TransactionKind
from fordran.formats.autogiro import APPROVED
from fordran.formats.autogiro_records import AutogiroReport, DebitOutcome, RefundedDebit
from fordran.formats.bank import BankPayer, BankPayment, BankReference, Occurrences, identity

KIND = "Autogiro"
"""The kind of the file, as the list of bank files shows it."""
KEY = "autogiro"
"""The first part of the key of each of its payments."""


def bank_payments(reports: Sequence[AutogiroReport], ocr_of: Mapping[str, str]) -> Iterator[BankPayment]:
    """Debits that were paid, and refunds as recalls of them. `ocr_of` has the OCR number of a payer's case.

    A payment has the debit's reference as its own, and so has the recall. Both are on the bankgiro's account.
    """
    seen = Occurrences()
    for report in reports:
        for record in report.records:
            if isinstance(record, RefundedDebit):
                yield _payment(report, record, "recall", ocr_of, seen)
            elif isinstance(record, DebitOutcome) and record.direction == "in" and record.status == APPROVED:
                yield _payment(report, record, "payment", ocr_of, seen)


def _payment(
    report: AutogiroReport,
    record: DebitOutcome | RefundedDebit,
    kind: TransactionKind,
    ocr_of: Mapping[str, str],
    seen: Occurrences,
) -> BankPayment:
    transfer = record.transfer
    booking = (KEY, report.bankgiro, transfer.day, transfer.serial, transfer.amount, kind)
    known_by = (*booking, record.payer, record.reference, record.amount)
    return BankPayment(
        key=identity(*known_by, seen.number(identity(*known_by))),
        kind=kind,
        booking_date=transfer.day,
        value_date=transfer.day,
        amount=record.amount if kind == "payment" else -record.amount,
        account=report.bankgiro,
        receiver=report.bankgiro,
        references=(BankReference(ocr_of.get(record.payer, record.reference)),),
        payer=BankPayer(),
        information=(f"Autogiro {record.payer} {record.reference}",),
        bank_reference="",
        own_reference=record.reference,
        entry=identity(*booking),
        itemised=True,
        position=record.line,
    )
