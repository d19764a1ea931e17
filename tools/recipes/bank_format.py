"""A bank format: the list of what was paid over a counter, which is invented and as strict as a bank's."""

from __future__ import annotations

from tools.recipes.recipe import Add, Create, Recipe, Replace

_READER = '''"""Counter lists: what was paid over a counter, read as a stream.

The first line is `COUNTER`, the day and the giro number of the receiver; then a line for each payment with reference, kronor and
payer; the last line is `SUM`, the number of payments and their sum. Fields are parted by semicolons. A file whose sum or
count is wrong is refused whole.
"""

import re
from collections.abc import Iterator
from datetime import date
from decimal import Decimal
from typing import BinaryIO

from fordran.formats.bank import BadBankFile, BankPayer, BankPayment, BankReference, Occurrences, identity

_HEAD = re.compile(r"COUNTER;(?P<day>\\d{4}-\\d\\d-\\d\\d);(?P<receiver>\\d+)")
_PAYMENT = re.compile(r"(?P<reference>[^;]+);(?P<kronor>\\d+\\.\\d\\d);(?P<payer>[^;]+)")


def read_counter_list(stream: BinaryIO) -> Iterator[BankPayment]:
    """The payments of the list, in its order."""
    lines = ((number, line.decode("utf-8", "replace").strip()) for number, line in enumerate(stream, 1))
    day, receiver = _head(next(lines, (1, ""))[1])
    seen, count, total = Occurrences(), 0, 0
    for number, line in lines:
        if line == f"SUM;{count};{total / Decimal(100):.2f}":
            return
        payment = _payment(number, line, day, receiver, seen)
        count, total = count + 1, total + payment.amount
        yield payment
    raise BadBankFile(count + 1, "The list has no sum: it was cut off.")


def _head(line: str) -> tuple[date, str]:
    found = _HEAD.fullmatch(line)
    if found is None:
        raise BadBankFile(1, "The first line is not COUNTER, a day and a giro number.")
    try:
        return date.fromisoformat(found["day"]), found["receiver"]
    except ValueError:
        raise BadBankFile(1, f"{found['day']} is no date.") from None


def _payment(number: int, line: str, day: date, receiver: str, seen: Occurrences) -> BankPayment:
    found = _PAYMENT.fullmatch(line)
    if found is None or not int(ore := found["kronor"].replace(".", "")):
        raise BadBankFile(number, "It is neither a payment, with reference, kronor and payer, nor the right sum.")
    entry = identity("counter", receiver, day)
    key = identity(entry, found["reference"], ore)
    return BankPayment(
        key=identity(key, seen.number(key)),
        kind="payment",
        booking_date=day,
        value_date=day,
        amount=int(ore),
        account=receiver,
        receiver=receiver,
        references=(BankReference(found["reference"]),),
        payer=BankPayer(name=found["payer"]),
        information=(),
        bank_reference="",
        own_reference="",
        entry=entry,
        itemised=True,
        position=number,
    )
'''

_TESTS = '''"""Counter lists: what is read of them, and what is refused whole."""

import io

import pytest

from fordran.formats.bank import BadBankFile
from fordran.formats.recognise import kind_of_bank_file, read_bank_file

LIST = b"COUNTER;2026-04-10;5555552\\n133;1.00;Anna\\n1234574;2.50;Bo\\n133;1.00;Anna\\nSUM;3;4.50\\n"


def test_a_list_is_known_by_its_contents_and_read() -> None:
    payments = list(read_bank_file(io.BytesIO(LIST)))
    assert kind_of_bank_file(LIST) == "counter list"
    assert [payment.amount for payment in payments] == [100, 250, 100]
    assert [payment.references[0].reference for payment in payments] == ["133", "1234574", "133"]
    assert {payment.receiver for payment in payments} == {"5555552"}
    assert len({payment.key for payment in payments}) == 3, "two equal payments are two payments"


@pytest.mark.parametrize(
    ("old", "new", "remark"),
    [
        (b"SUM;3;4.50", b"SUM;3;4.51", "another sum"),
        (b"SUM;3;4.50", b"SUM;2;4.50", "another count"),
        (b"SUM;3;4.50\\n", b"", "cut off"),
        (b"2026-04-10", b"2026-02-30", "no date"),
        (b"5555552", b"555-5552", "no digits"),
        (b"2.50", b"2.505", "half an öre"),
        (b"2.50", b"-2.50", "less than nothing"),
        (b"2.50;Bo", b"2.50", "nobody paid"),
    ],
)
def test_a_list_that_is_wrong_anywhere_is_refused(old: bytes, new: bytes, remark: str) -> None:
    assert old in LIST, remark
    with pytest.raises(BadBankFile):
        list(read_bank_file(io.BytesIO(LIST.replace(old, new))))
'''

BANK_FORMAT = Recipe(
    name="a bank format",
    example="lists of what was paid over a counter",
    edits=(
        Create("fordran/formats/counter_list.py", _READER),
        Replace(
            "fordran/formats/recognise.py",
            "from fordran.formats.camt_nodes import NAMESPACE\n",
            "from fordran.formats.camt_nodes import NAMESPACE\n"
            "from fordran.formats.counter_list import read_counter_list\n",
        ),
        Replace(
            "fordran/formats/recognise.py",
            '    if text.startswith("<"):\n',
            '    if text.startswith("COUNTER;"):\n'
            "        stream.seek(begin)\n"
            "        return read_counter_list(stream)\n"
            '    if text.startswith("<"):\n',
        ),
        Replace(
            "fordran/formats/recognise.py",
            "The file is neither BgMax nor XML",
            "The file is neither BgMax nor a counter list nor XML",
        ),
        Add(
            "fordran/formats/recognise.py",
            '        return "BgMax"\n',
            '    if text.startswith("COUNTER;"):\n        return "counter list"\n',
        ),
        Create("tests/formats/test_counter_list.py", _TESTS),
        Add(
            "docs/rules/bank-files.md",
            "| camt.054, camt.053 | the namespace of its first element | 001.02 and 001.08 |\n",
            "| counter list | `COUNTER;` first | |\n",
        ),
    ),
    tests=("tests/formats/test_counter_list.py", "tests/formats/test_recognise.py", "tests/test_rooms.py"),
    shows="""
from fordran.formats.recognise import kind_of_bank_file
assert kind_of_bank_file(b"COUNTER;2026-04-10;5555552") == "counter list"
""",
)
