"""BgMax: Bankgirot's file of payments received, read as a stream.

Records of 80 positions, ISO 8859-1, each named by its first two digits. A file is 01, sections, 70; a section is 05
(who received), payments with their details, 15 (the deposit that the payments make up). The deposit comes after its
payments, yet its date and serial are part of their identity, so each section is read twice: once for the line of its
deposit, once for everything. The stream must therefore be one that can be wound back.

Lines may be trimmed, end in LF or CRLF, hold tabs for blanks, and be followed by blank lines. A file recoded to UTF-8
is understood too. Sums, counts, order and currency must be right, or the file is refused by `BadBankFile`: what was
given out before that counts for nothing, so a caller keeps nothing until the last payment has come.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date
from typing import BinaryIO

from fordran.domain.numbers import bankgiro
from fordran.formats.bank import BadBankFile, BankPayer, BankPayment, BankReference, Occurrences, identity
from fordran.formats.positions import WIDTH, PositionedLine

LONGEST_LINE = 400
"""Bytes: 80 letters take at most 160 in UTF-8; the rest is room for trailing blanks."""

DETAILS = frozenset({"22", "23", "25", "26", "27", "28", "29"})
AFTER_PAYMENT = DETAILS | {"20", "21", "15"}
MAY_FOLLOW: dict[str, frozenset[str]] = {
    "": frozenset({"01"}),
    "01": frozenset({"05", "70"}),
    "05": frozenset({"20", "21", "15"}),
    "20": AFTER_PAYMENT,
    "21": AFTER_PAYMENT,
    **dict.fromkeys(DETAILS, AFTER_PAYMENT),
    # A section has one deposit: were a lost 05 overlooked, its payments would pass for the section before.
    "15": frozenset({"05", "70"}),
    "70": frozenset(),
}


@dataclass(slots=True)
class _Section:
    """The contents of an opening record, with the deposit that closes the section, and the sums so far."""

    receiver: str
    account: str
    date: date
    serial: str
    net: int = 0
    payments: int = 0
    occurrences: Occurrences = field(default_factory=Occurrences)

    @property
    def entry(self) -> str:
        return identity("bgmax", self.receiver, self.date, self.serial)


@dataclass(slots=True)
class _Payment:
    """A payment or deduction with the details that have come so far."""

    record: PositionedLine
    amount: int
    extra: list[BankReference] = field(default_factory=list)
    information: list[str] = field(default_factory=list)
    payer: dict[str, str] = field(default_factory=dict)


def read_bgmax(stream: BinaryIO, *, sandbox: bool = False) -> Iterator[BankPayment]:
    """The payments and deductions of the file, in its order; a test-marked file is taken by a sandbox only."""
    counts: Counter[str] = Counter()
    records = _in_order(_records(stream), counts)
    for record in records:
        match record.code:
            case "01":
                _check_start(record, sandbox)
            case "05":
                yield from _payments(records, _opened(record, stream))
            case "70":
                _check_end(record, counts)


def _payments(records: Iterator[PositionedLine], section: _Section) -> Iterator[BankPayment]:
    """The payments of the section, whose records are used up to its deposit."""
    payment: _Payment | None = None
    for record in records:
        if payment and record.code in DETAILS:
            _add_detail(record, payment)
            continue
        if payment:
            yield from _finished(payment, section)
        if record.code == "15":
            _check_deposit(record, section)
            return
        payment = _begun(record, section)


def _in_order(records: Iterator[PositionedLine], counts: Counter[str]) -> Iterator[PositionedLine]:
    """The records, counted, as long as each may follow the one before."""
    previous, number = "", 0
    for record in records:
        if record.code not in MAY_FOLLOW[previous]:
            raise record.bad(_out_of_order(record.code, previous))
        previous, number = record.code, record.number
        counts[previous] += 1
        yield record
    if previous != "70":
        raise BadBankFile(number, "The file ends before its end record (70).")


def _records(stream: BinaryIO) -> Iterator[PositionedLine]:
    number = 0
    blank = 0
    started = False
    # `readline`, since a stream that is iterated over does not always know where it is.
    while raw := stream.readline(LONGEST_LINE):
        number += 1
        line = _decoded(raw, number)
        if not line:
            blank = number
            continue
        if blank and started:
            raise BadBankFile(blank, "A blank line stands inside the file.")
        blank, started = 0, True
        yield PositionedLine(number, line)


def _decoded(raw: bytes, number: int) -> str:
    ended = raw.endswith(b"\n")
    try:
        line = raw.decode("utf-8-sig" if number == 1 else "utf-8")
    except UnicodeDecodeError:
        # A letter in UTF-8 would be two odd signs in ISO 8859-1 (Ã¥), which no name has side by side.
        line = raw.decode("latin-1")
    line = line.rstrip("\r\n").expandtabs(8).rstrip(" ")
    if len(line) > WIDTH or (len(raw) == LONGEST_LINE and not ended):
        raise BadBankFile(number, f"The line is longer than {WIDTH} positions.")
    return line


def _out_of_order(code: str, previous: str) -> str:
    if not previous:
        return f"The file should begin with a start record (01), not {code!r}."
    if previous == "70":
        return "The file goes on after its end record (70)."
    if code not in MAY_FOLLOW:
        return f"There is no record {code!r}."
    return f"A record {code} cannot follow a record {previous}."


def _check_start(record: PositionedLine, sandbox: bool) -> None:
    if record.text(3, 22) != "BGMAX" or record.text(23, 24) != "01":
        raise record.bad("The start record should say BGMAX, version 01.")
    record.date(25, 32, "The time stamp")
    record.digits(33, 44, "The time stamp")
    mark = record.text(45, 45)
    if mark == "T" and not sandbox:
        raise record.bad("The file is marked as a test (T); only a sandbox takes it.")
    if mark not in ("P", "T"):
        raise record.bad(f"The file should be marked as production (P) or test (T), not {mark!r}.")


def _opened(record: PositionedLine, stream: BinaryIO) -> _Section:
    record.must_be_in_sek(23, 25)
    receiver = bankgiro.compact(record.text(3, 12)) or record.text(13, 22).replace(" ", "").lstrip("0")
    if not (receiver.isascii() and receiver.isdigit()):
        raise record.bad("The section names no receiving giro number (positions 3–22).")
    deposit = _deposit_ahead(record, stream)
    return _Section(
        receiver=receiver,
        account=deposit.text(3, 37).lstrip("0"),
        date=deposit.date(38, 45, "The deposit date"),
        serial=deposit.digits(46, 50, "The deposit serial"),
    )


def _deposit_ahead(opening: PositionedLine, stream: BinaryIO) -> PositionedLine:
    here = stream.tell()
    number = opening.number
    while raw := stream.readline(LONGEST_LINE):
        number += 1
        if raw[:2] == b"15":
            stream.seek(here)
            return PositionedLine(number, _decoded(raw, number))
        if raw[:2] in (b"05", b"70"):
            break
    raise opening.bad("The section that begins here has no deposit record (15).")


def _begun(record: PositionedLine, section: _Section) -> _Payment:
    amount = record.amount(38, 55) * (1 if record.code == "20" else -1)
    section.net += amount
    section.payments += 1
    return _Payment(record, amount)


def _add_detail(record: PositionedLine, payment: _Payment) -> None:
    match record.code:
        case "22" | "23":
            sign = 1 if record.code == "22" else -1
            payment.extra.append(BankReference(record.text(13, 37), sign * record.amount(38, 55)))
        case "25":
            payment.information.append(record.text(3, 52))
        case "26":
            payment.payer |= {"name": record.text(3, 37), "extra_name": record.text(38, 72)}
        case "27":
            payment.payer |= {"street": record.text(3, 37), "postal_code": record.text(38, 46)}
        case "28":
            payment.payer |= {"town": record.text(3, 37), "country": record.text(73, 74) or record.text(38, 72)}
        case "29":
            # Twelve positions: an organisation number has its ten digits behind two zeros.
            payment.payer["organization_no"] = record.text(3, 14).removeprefix("00")


def _finished(payment: _Payment, section: _Section) -> Iterator[BankPayment]:
    record = payment.record
    reference = record.text(13, 37)
    references = _references(payment, reference)
    serial = record.text(58, 69)
    known_by = (section.receiver, section.date, section.serial, serial, payment.amount)
    occurrence = section.occurrences.number(identity(serial, payment.amount, reference))
    # A payment of nothing, which nets an invoice with a credit note, moves no money: it is counted and not given out.
    if payment.amount:
        yield BankPayment(
            key=identity("bgmax", *known_by, occurrence, reference),
            kind="payment" if payment.amount > 0 else "deduction",
            booking_date=section.date,
            value_date=section.date,
            amount=payment.amount,
            account=section.account,
            receiver=section.receiver,
            references=references,
            payer=BankPayer(**payment.payer, account=record.text(3, 12).lstrip("0")),
            information=tuple(payment.information),
            bank_reference=serial,
            own_reference="",
            entry=section.entry,
            itemised=True,
            position=record.number,
        )


def _references(payment: _Payment, own: str) -> tuple[BankReference, ...]:
    """The references of the money: the extra ones with their amounts if they have any, else all without."""
    stated = sum(extra.amount or 0 for extra in payment.extra)
    if not any(extra.amount for extra in payment.extra):
        return tuple(BankReference(each) for each in (own, *(extra.reference for extra in payment.extra)) if each)
    if stated == payment.amount:
        return tuple(payment.extra)
    # Under a deduction the credit note's own amount may be written without its sign.
    if payment.amount < 0 and stated == -payment.amount:
        return tuple(BankReference(extra.reference, -(extra.amount or 0)) for extra in payment.extra)
    raise payment.record.bad(f"The extra references make {stated} öre and the payment is {payment.amount} öre.")


def _check_deposit(record: PositionedLine, section: _Section) -> None:
    record.must_be_in_sek(69, 71)
    amount = record.amount(51, 68)
    if amount != section.net:
        raise record.bad(f"The deposit is {amount} öre and its payments make {section.net} öre.")
    count = record.number_in(72, 79, "The number of payments")
    if count != section.payments:
        raise record.bad(f"The deposit counts {count} payments and has {section.payments}.")


def _check_end(record: PositionedLine, counts: Counter[str]) -> None:
    for first, last, what, found in (
        (3, 10, "payments (20)", counts["20"]),
        (11, 18, "deductions (21)", counts["21"]),
        (19, 26, "extra references (22 and 23)", counts["22"] + counts["23"]),
        (27, 34, "deposits (15)", counts["15"]),
    ):
        stated = record.number_in(first, last, f"The number of {what}")
        if stated != found:
            raise record.bad(f"The file counts {stated} {what} and has {found}.")
