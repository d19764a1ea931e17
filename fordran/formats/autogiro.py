"""Autogiro: Bankgirot's five reports, each read whole.

Records of 80 positions, ISO 8859-1, each named by its first two digits. A report begins with 01 and ends with 09; the one about
e-mandates begins with 51 and ends with 59. A file may have several reports. What kind it is follows from the opening record.

Lines may be trimmed, end in LF or CRLF, and a file recoded to UTF-8 is understood too. Sums, counts and order must be right, or
the file is refused by `BadBankFile`. A transfer's sum and count are those of the approved payments alone.
"""

from collections.abc import Iterator
from typing import BinaryIO

from fordran.formats.autogiro_records import (
    AutogiroRecord,
    AutogiroReport,
    AutogiroReportKind,
    AutogiroTransfer,
    CancelledDebit,
    DebitDirection,
    DebitOutcome,
    EMandate,
    MandateAdvice,
    RefundedDebit,
    RejectedDebit,
    TransferKind,
)
from fordran.formats.bank import BadBankFile
from fordran.formats.positions import WIDTH, PositionedLine

MOST_BYTES = 200_000_000
"""Two million records, more than any payee has in a day."""

CONTENTS: dict[str, AutogiroReportKind] = {
    "AG-MEDAVI": "mandates",
    "BET. SPEC & STOPP TK": "payments",
    "AVVISADE BET UPPDR": "rejected",
    "MAKULERING/ÄNDRING": "cancelled",
}
DIRECTIONS: dict[str, DebitDirection] = {"82": "in", "32": "out"}
TRANSFERS: dict[str, TransferKind] = {"15": "deposit", "16": "withdrawal", "17": "refund"}
PAYMENT_OF: dict[TransferKind, str] = {"deposit": "82", "withdrawal": "32", "refund": "77"}
SUMMED: tuple[tuple[int, TransferKind], ...] = ((15, "deposit"), (33, "withdrawal"), (51, "refund"))
"""The position of each kind's counts in the end record of the payment specification."""
CANCELLING = frozenset({"03", "11", *(str(code) for code in range(21, 30))})
E_MANDATE_DETAILS = frozenset({"53", "54", "55", "56"})
APPROVED = "0"

# The last digit of a negative sum also carries its sign. `å` is how Bankgirot's EBCDIC `}` arrives in ISO 8859-1.
_NEGATIVE = {"å": "0", "Å": "0", "}": "0", **{chr(ord("J") + digit - 1): str(digit) for digit in range(1, 10)}}


def read_autogiro(stream: BinaryIO) -> list[AutogiroReport]:
    """The reports of the file, in its order."""
    lines = _Lines(stream)
    reports = []
    while (opening := lines.next_or_none()) is not None:
        reports.append(_e_mandates(opening, lines) if opening.code == "51" else _report(opening, lines))
    if not reports:
        raise BadBankFile(0, "The file is empty.")
    return reports


class _Lines:
    """The lines of the file, one after the other."""

    def __init__(self, stream: BinaryIO) -> None:
        data = stream.read(MOST_BYTES + 1)
        if len(data) > MOST_BYTES:
            raise BadBankFile(0, f"The report has more than {MOST_BYTES} bytes.")
        try:
            text = data.decode("utf-8-sig")
        except UnicodeDecodeError:
            text = data.decode("latin-1")
        self._lines = enumerate(text.rstrip("\r\n\x1a ").split("\n") if text.strip() else (), 1)
        self._last = 0

    def next_or_none(self) -> PositionedLine | None:
        number, line = next(self._lines, (0, None))
        if line is None:
            return None
        self._last = number
        line = line.rstrip("\r ")
        if len(line) > WIDTH:
            raise BadBankFile(number, f"The line is longer than {WIDTH} positions.")
        return PositionedLine(number, line)

    def until(self, end: str) -> Iterator[PositionedLine]:
        """The lines up to and with the end record, which must come."""
        while (line := self.next_or_none()) is not None:
            yield line
            if line.code == end:
                return
        raise BadBankFile(self._last, f"The file ends before its end record ({end}).")


def _report(opening: PositionedLine, lines: _Lines) -> AutogiroReport:
    if opening.code != "01" or opening.text(3, 24) != "AUTOGIRO":
        raise opening.bad("The report should begin with a record 01 that says AUTOGIRO, or with a record 51.")
    content = opening.text(45, 64)
    kind = CONTENTS.get(content)
    if kind is None:
        raise opening.bad(f"There is no report {content!r}.")
    reading = {"mandates": _mandates, "payments": _payments, "rejected": _rejected, "cancelled": _cancelled}[kind]
    transfers: list[AutogiroTransfer] = []
    records: list[AutogiroRecord] = []
    for record in reading(lines.until("09")):
        (transfers if isinstance(record, AutogiroTransfer) else records).append(record)  # type: ignore[arg-type]
    return AutogiroReport(
        kind=kind,
        written=opening.date(25, 32, "The day"),
        customer_number=opening.digits(65, 70, "The customer number"),
        bankgiro=opening.digits(71, 80, "The bankgiro").lstrip("0"),
        transfers=tuple(transfers),
        records=tuple(records),
    )


def _mandates(lines: Iterator[PositionedLine]) -> Iterator[MandateAdvice]:
    count = 0
    for line in lines:
        match line.code:
            case "73":
                count += 1
                yield MandateAdvice(
                    payer=_payer(line, 13),
                    bank_account=_bank_account(line),
                    id_number=_id_number(line),
                    information=line.text(62, 63),
                    comment=line.text(64, 65),
                    day=line.date(66, 73, "The day"),
                    line=line.number,
                )
            case "09":
                _check_end(line)
                _check(line, "The number of mandates", line.number_in(15, 21, "The number of mandates"), count)
            case _:
                raise _misplaced(line)


def _payments(lines: Iterator[PositionedLine]) -> Iterator[AutogiroTransfer | DebitOutcome | RefundedDebit]:
    section: _Section | None = None
    sections = dict.fromkeys(TRANSFERS.values(), 0)
    payments = dict.fromkeys(TRANSFERS.values(), 0)
    for line in lines:
        if line.code in TRANSFERS:
            if section:
                section.check()
            section = _Section(line)
            sections[section.transfer.kind] += 1
            yield section.transfer
        elif section and line.code == PAYMENT_OF[section.transfer.kind]:
            payments[section.transfer.kind] += 1
            yield section.payment(line)
        elif line.code == "09":
            if section:
                section.check()
            _check_end(line)
            for first, kind in SUMMED:
                _check(line, "The number of sums", line.number_in(first, first + 5, "The sums"), sections[kind])
                found = line.number_in(first + 6, first + 17, "The payments")
                _check(line, "The number of payments", found, payments[kind])
        else:
            raise _misplaced(line)


class _Section:
    """A sum with the payments below it, and what those that are approved come to."""

    def __init__(self, line: PositionedLine) -> None:
        self._line = line
        self.transfer = AutogiroTransfer(
            kind=TRANSFERS[line.code],
            bank_account=line.text(3, 37).lstrip("0"),
            day=line.date(38, 45, "The day"),
            serial=line.digits(46, 50, "The serial number"),
            amount=line.amount(51, 68),
            count=line.number_in(72, 79, "The number of payments"),
            line=line.number,
        )
        self._amount = self._count = 0

    def payment(self, line: PositionedLine) -> DebitOutcome | RefundedDebit:
        amount = line.amount(32, 43)
        payer, day, reference = _payer(line, 16), line.date(3, 10, "The day"), line.text(54, 69)
        if line.code == "77":
            self._add(amount)
            return RefundedDebit(
                payer=payer,
                day=day,
                amount=amount,
                reference=reference,
                refunded=line.date(70, 77, "The day of the refund"),
                reason=line.text(78, 79),
                transfer=self.transfer,
                line=line.number,
            )
        status = line.text(80, 80)
        if status == APPROVED:
            self._add(amount)
        return DebitOutcome(
            direction=DIRECTIONS[line.code],
            payer=payer,
            day=day,
            amount=amount,
            reference=reference,
            status=status,
            transfer=self.transfer,
            line=line.number,
        )

    def check(self) -> None:
        _check(self._line, "The sum in öre", self.transfer.amount, self._amount)
        _check(self._line, "The number of payments", self.transfer.count, self._count)

    def _add(self, amount: int) -> None:
        self._amount += amount
        self._count += 1


def _rejected(lines: Iterator[PositionedLine]) -> Iterator[RejectedDebit]:
    counts, sums = {"in": 0, "out": 0}, {"in": 0, "out": 0}
    for line in lines:
        if line.code in DIRECTIONS:
            direction, amount = DIRECTIONS[line.code], line.amount(31, 42)
            counts[direction] += 1
            sums[direction] += amount
            day = line.text(3, 10)
            yield RejectedDebit(
                direction=direction,
                payer=_payer(line, 15),
                day=line.date(3, 10, "The day") if day.isdigit() and day.strip("0") else None,
                amount=amount,
                reference=line.text(43, 58),
                comment=line.text(59, 60),
                line=line.number,
            )
        elif line.code == "09":
            _check_end(line)
            _check(line, "The number of payouts", line.number_in(15, 20, "The number"), counts["out"])
            _check(line, "The sum of payouts in öre", line.number_in(21, 32, "The sum"), sums["out"])
            _check(line, "The number of debits", line.number_in(33, 38, "The number"), counts["in"])
            _check(line, "The sum of debits in öre", line.number_in(39, 50, "The sum"), sums["in"])
        else:
            raise _misplaced(line)


def _cancelled(lines: Iterator[PositionedLine]) -> Iterator[CancelledDebit]:
    counts, sums = {"in": 0, "out": 0}, {"in": 0, "out": 0}
    for line in lines:
        if line.code in CANCELLING:
            code = line.text(27, 28)
            if code not in DIRECTIONS:
                raise line.bad(f"The payment (positions 27–28) should be 82 or 32 and is {code!r}.")
            direction, amount, new_day = DIRECTIONS[code], line.amount(29, 40), line.text(49, 56)
            counts[direction] += 1
            sums[direction] += amount
            yield CancelledDebit(
                code=line.code,
                direction=direction,
                payer=_payer(line, 11),
                day=line.date(3, 10, "The day"),
                amount=amount,
                new_day=line.date(49, 56, "The new day") if new_day.strip("0") else None,
                reference=line.text(57, 72),
                comment=line.text(73, 74),
                line=line.number,
            )
        elif line.code == "09":
            _check_end(line)
            _check(line, "The sum of payouts in öre", abs(_signed(line, 29, 40)), sums["out"])
            _check(line, "The number of payouts", line.number_in(41, 46, "The number"), counts["out"])
            _check(line, "The number of debits", line.number_in(47, 52, "The number"), counts["in"])
            _check(line, "The sum of debits in öre", abs(_signed(line, 57, 68)), sums["in"])
        else:
            raise _misplaced(line)


def _e_mandates(opening: PositionedLine, lines: _Lines) -> AutogiroReport:
    if opening.digits(11, 14, "The clearing number") != "9900" or opening.text(25, 34) != "AG-EMEDGIV":
        raise opening.bad("The opening record 51 should say 9900 and AG-EMEDGIV.")
    mandates: list[AutogiroRecord] = []
    count = 0
    gathered: list[PositionedLine] = []
    for line in lines.until("59"):
        if line.code == "52" or (line.code in E_MANDATE_DETAILS and gathered):
            count += 1
            if line.code == "52" and gathered:
                mandates.append(_e_mandate(gathered))
                gathered = []
            gathered.append(line)
        elif line.code == "59":
            if gathered:
                mandates.append(_e_mandate(gathered))
            _check_end(line)
            _check(line, "The number of records", line.number_in(15, 21, "The number of records"), count)
        else:
            raise _misplaced(line)
    return AutogiroReport(
        kind="e_mandates",
        written=opening.date(3, 10, "The day"),
        customer_number="",
        bankgiro=opening.digits(15, 24, "The bankgiro").lstrip("0"),
        transfers=(),
        records=tuple(mandates),
    )


def _e_mandate(lines: list[PositionedLine]) -> EMandate:
    first = lines[0]
    written = [text for line in lines if line.code in ("54", "55") for text in (line.text(3, 38), line.text(39, 74))]
    place = next((line for line in lines if line.code == "56"), None)
    postal_code = place.text(3, 7) if place else ""
    return EMandate(
        payer=_payer(first, 13),
        bank_account=_bank_account(first),
        id_number=_id_number(first),
        reminder=first.number_in(62, 62, "The reminder"),
        note=" ".join(line.text(3, 38) for line in lines if line.code == "53"),
        lines=tuple(text for text in written if text),
        postal_code="" if postal_code == "00000" else postal_code,  # abroad: the town's field names the country
        town=place.text(8, 38) if place else "",
        line=first.number,
    )


def _payer(line: PositionedLine, first: int) -> str:
    """The payer number without the zeros before it."""
    return line.digits(first, first + 15, "The payer number").lstrip("0")


def _bank_account(line: PositionedLine) -> str:
    """Clearing number and account, without the zeros that fill the account up."""
    written = line.text(29, 44)
    if not written.strip("0"):
        return ""
    digits = line.digits(29, 44, "The account")
    return digits[:4] + digits[4:].lstrip("0")


def _id_number(line: PositionedLine) -> str:
    """Twelve digits of a person, ten of an organisation, or nothing."""
    written = line.text(45, 56)
    if not written.strip("0"):
        return ""
    return line.digits(45, 56, "The id number").removeprefix("00")


def _signed(line: PositionedLine, first: int, last: int) -> int:
    written = line.text(first, last)
    sign, digits = (-1, written[:-1] + _NEGATIVE[written[-1]]) if written[-1:] in _NEGATIVE else (1, written)
    if not (digits.isascii() and digits.isdigit()):
        raise line.bad(f"The sum (positions {first}–{last}) should be digits and is {written!r}.")
    return sign * int(digits)


def _check_end(line: PositionedLine) -> None:
    line.date(3, 10, "The day")
    if line.text(11, 14) != "9900":
        raise line.bad("The end record should say 9900.")


def _check(line: PositionedLine, what: str, stated: int, found: int) -> None:
    if stated != found:
        raise line.bad(f"{what} is {stated} and the records make {found}.")


def _misplaced(line: PositionedLine) -> BadBankFile:
    return line.bad(f"A record {line.code!r} has no place here.")
