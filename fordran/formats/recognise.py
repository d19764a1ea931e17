"""The kind of a bank file, recognised by its contents and never by its name."""

import codecs
import re
from collections.abc import Iterator
from typing import BinaryIO

from fordran.formats.bank import BadBankFile, BankPayment, StatedBalance
from fordran.formats.bgmax import read_bgmax
from fordran.formats.camt_nodes import NAMESPACE

HEAD = 4096
"""Bytes at the start of a bank file that are enough to recognise it."""

_NAMESPACE = re.compile(rf"{re.escape(NAMESPACE)}([\w.]+)")


def read_bank_file(
    stream: BinaryIO, *, sandbox: bool = False, balances: list[StatedBalance] | None = None
) -> Iterator[BankPayment]:
    """The payments of a BgMax, camt.053 or camt.054 file; the stream must be one that can be wound back.

    The whole file is refused by `BadBankFile`, which may come after payments have been given out: nothing of a file
    counts until the iterator has ended. A report (pain.002) has none. Closing balances of a statement are added to `balances`.
    """
    begin = stream.tell()
    head = stream.read(HEAD)
    blanks = 0 if head.startswith(codecs.BOM_UTF8) else len(head) - len(head.lstrip())
    text = _text(head).lstrip()
    if text.startswith("01BGMAX"):
        stream.seek(begin)
        return read_bgmax(stream, sandbox=sandbox)
    if text.startswith("<"):
        from fordran.formats.camt import read_camt  # with the library of XML, which few need

        # Blanks before an XML declaration would make the file no XML, and come easily on a file's way to us.
        stream.seek(begin + blanks)
        return read_camt(stream, balances)
    raise BadBankFile(1, "The file is neither BgMax nor XML of the kinds camt.053 and camt.054.")


def kind_of_bank_file(head: bytes) -> str | None:
    """The kind of the file by its first bytes: `BgMax`, the name of an ISO 20022 message, or None.

    >>> kind_of_bank_file(b"01BGMAX               01"), kind_of_bank_file(b"%PDF-1.7")
    ('BgMax', None)
    >>> kind_of_bank_file(b'<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.054.001.08">')
    'camt.054.001.08'
    """
    text = _text(head[:HEAD]).lstrip()
    if text.startswith("01BGMAX"):
        return "BgMax"
    found = _NAMESPACE.search(text) if text.startswith("<") else None
    return found.group(1) if found else None


def _text(head: bytes) -> str:
    if head.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return head.decode("utf-16", "replace")
    return head.removeprefix(codecs.BOM_UTF8).decode("latin-1")
