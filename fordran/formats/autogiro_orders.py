"""Autogiro: the file to Bankgirot, with new and ended mandates, debits and cancelled debits.

Records of 80 positions, ISO 8859-1, CRLF. An opening record (01) names us; there is no end record. Numbers are right-aligned with
zeros, text left-aligned with blanks. Every debit is a single one (period 0): a debit that repeats could not change its amount.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from typing import TypeAlias

from fordran.formats.positions import WIDTH

NEWLINE = b"\r\n"
MOST_AMOUNT = 10**12 - 1
LONGEST_PAYER = 16
LONGEST_REFERENCE = 16
CLEARING = 4
LONGEST_ACCOUNT = 12


class WrongAutogiroField(ValueError):
    """A value that its positions have no room for."""


@dataclass(frozen=True, slots=True)
class AutogiroPayee:
    """Us, as Bankgirot knows us: the customer number and the bankgiro."""

    customer_number: str
    bankgiro: str


@dataclass(frozen=True, slots=True)
class EnterMandate:
    """A new mandate (04), or our answer to an e-mandate: refused where `refuses`."""

    payer: str
    clearing: str
    account: str
    id_number: str
    """Twelve digits of a person, ten of an organisation."""
    refuses: bool = False


@dataclass(frozen=True, slots=True)
class EndMandate:
    """The end of a mandate (03); Bankgirot cancels its debits too."""

    payer: str


@dataclass(frozen=True, slots=True)
class Debit:
    """One debit (82) on a day."""

    payer: str
    day: date
    amount: int
    reference: str


@dataclass(frozen=True, slots=True)
class CancelDebit:
    """The withdrawal of one debit (25), which is named by all that it was sent with."""

    payer: str
    day: date
    amount: int
    reference: str


AutogiroOrder: TypeAlias = EnterMandate | EndMandate | Debit | CancelDebit


def write_orders(payee: AutogiroPayee, written: date, orders: Iterable[AutogiroOrder]) -> bytes:
    """The file, in the order given. A `WrongAutogiroField` is raised where a value does not fit."""
    opening = f"01{written:%Y%m%d}AUTOGIRO{'':44}{_digits(payee.customer_number, 6)}{_digits(payee.bankgiro, 10)}"
    bankgiro = _digits(payee.bankgiro, 10)
    lines = [opening, *(_line(order, bankgiro) for order in orders)]
    return b"".join(line.ljust(WIDTH).encode("latin-1") + NEWLINE for line in lines)


def _line(order: AutogiroOrder, bankgiro: str) -> str:
    payer = _digits(order.payer, LONGEST_PAYER)
    match order:
        case EnterMandate():
            if len(order.clearing) != CLEARING:
                raise WrongAutogiroField("A clearing number has four digits.")
            account = _digits(order.clearing, CLEARING) + _digits(order.account, LONGEST_ACCOUNT)
            answer = "AV" if order.refuses else ""
            return f"04{bankgiro}{payer}{account}{_digits(order.id_number, 12)}{'':20}{answer}"
        case EndMandate():
            return f"03{bankgiro}{payer}"
        case Debit():
            reference = _reference(order.reference)
            return f"82{order.day:%Y%m%d}0{'':4}{payer}{_amount(order.amount)}{bankgiro}{reference}"
        case CancelDebit():
            reference = _reference(order.reference)
            return f"25{bankgiro}{payer}{order.day:%Y%m%d}{_amount(order.amount)}82{'':8}{reference}"


def _digits(number: str, width: int) -> str:
    if not (number.isascii() and number.isdigit() and len(number) <= width):
        raise WrongAutogiroField(f"The number should have 1 to {width} digits.")
    return number.zfill(width)


def _amount(ore: int) -> str:
    if not 0 < ore <= MOST_AMOUNT:
        raise WrongAutogiroField(f"The amount should be 1 to {MOST_AMOUNT} öre.")
    return f"{ore:012d}"


def _reference(text: str) -> str:
    if len(text) > LONGEST_REFERENCE or not text.isprintable() or not _is_latin(text):
        raise WrongAutogiroField(
            f"The reference should have at most {LONGEST_REFERENCE} printable letters of ISO 8859-1."
        )
    return text.ljust(LONGEST_REFERENCE)


def _is_latin(text: str) -> bool:
    return all(ord(letter) < 256 for letter in text)
