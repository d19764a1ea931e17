"""Lists of returned letters, as a scanner or a spreadsheet writes them: a letter number, a day and a reason on each line.

Fields are separated by `;`, `,` or a tab. Day and reason may be missing. A first line of headings is passed over.

>>> read_returns(b"brevnummer;datum;orsak\\nB1001-12;2026-09-10;Flyttat\\n")
[ReturnedLine(line=2, letter_number='B1001-12', date='2026-09-10', reason='Flyttat')]
"""

from __future__ import annotations

import csv
import io
from dataclasses import dataclass

from stdnum.exceptions import ValidationError

from fordran.domain.numbers import letter_number

MOST_BYTES = 1024 * 1024
_SEPARATORS = ";,\t"


class ListTooLong(Exception):
    """A list has more bytes than are read, so that none of it is."""


@dataclass(frozen=True)
class ReturnedLine:
    """One returned letter. `date` and `reason` are empty where the list does not have them."""

    line: int
    letter_number: str
    date: str = ""
    reason: str = ""


def read_returns(content: bytes) -> list[ReturnedLine]:
    """The returned letters of a list, in its order; raises `ListTooLong`."""
    if len(content) > MOST_BYTES:
        raise ListTooLong
    text = content.decode("utf-8-sig", "replace")
    beginning = text[:1000]
    separator = max(_SEPARATORS, key=beginning.count)
    rows = csv.reader(io.StringIO(text), delimiter=separator)
    found = []
    for number, row in enumerate(rows, 1):
        fields = [field.strip() for field in row]
        if not any(fields) or (number == 1 and not _is_number(fields[0])):
            continue
        found.append(ReturnedLine(number, _number(fields[0]), *fields[1:3]))
    return found


def _is_number(text: str) -> bool:
    return letter_number.is_valid(text)


def _number(text: str) -> str:
    """As it is kept, where it can be the number of a letter; else unchanged."""
    try:
        return letter_number.validate(text)
    except ValidationError:
        return text
