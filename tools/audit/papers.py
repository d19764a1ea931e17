"""Readers of an auditor's papers, of their own: nothing of the service is imported. Amounts are öre."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from pathlib import Path

from lxml import etree

_QUOTED = re.compile(r'"((?:[^"\\]|\\.)*)"|(\S+)')
_LATE = re.compile(r"\d{4}-\d{2}-\d{2}$")
EXEMPT = "E"
"""The category of VAT that outlays have, and nothing else on these invoices."""


@dataclass(frozen=True)
class Voucher:
    """A voucher of an export."""

    file: str
    series: str
    day: date
    own_day: date
    """Its own day: an earlier one where its month was closed, as its text says."""
    rows: Sequence[tuple[int, int]]


@dataclass(frozen=True)
class Entry:
    """An entry of a statement."""

    day: date
    amount: int
    """Negative where money left the account."""
    is_reversal: bool
    orders: Sequence[str]
    """The ids of the orders that a withdrawal names."""


@dataclass(frozen=True)
class Statement:
    """A statement of the bank."""

    file: str
    opening: int
    closing: int
    entries: Sequence[Entry]


@dataclass(frozen=True)
class Order:
    """A payment that the bank was asked to make."""

    id: str
    day: date
    amount: int


@dataclass(frozen=True)
class Invoice:
    """An invoice to a creditor, or a credit note with opposite signs."""

    number: str
    day: date
    net: int
    vat: int
    outlays: int
    to_pay: int


def vouchers(folder: Path) -> Iterator[Voucher]:
    """The vouchers of all exports, month by month."""
    for path in sorted(folder.glob("*.si")):
        head: list[str] = []
        rows: list[tuple[int, int]] = []
        for line in path.read_bytes().decode("cp437").splitlines():
            fields = [found[1] if found[2] is None else found[2] for found in _QUOTED.finditer(line)]
            if fields[:1] == ["#VER"]:
                head, rows = fields, []
            elif fields[:1] == ["#TRANS"]:
                rows.append((int(fields[1]), _ore(fields[3])))
            elif fields == ["}"]:
                day = date.fromisoformat(head[3])
                late = _LATE.search(head[4])
                yield Voucher(path.stem, head[1], day, date.fromisoformat(late[0]) if late else day, tuple(rows))


def statements(folder: Path) -> list[Statement]:
    """The bank's statements (camt.053), in order of their names."""
    return [_statement(path) for path in sorted(folder.glob("*.xml"))]


def _statement(path: Path) -> Statement:
    root = _root(path)
    balances = {_text(one, ".//{*}Cd"): _signed(one) for one in root.iterfind(".//{*}Bal")}
    return Statement(
        path.name,
        balances.get("OPBD", balances.get("PRCD", 0)),
        balances["CLBD"],
        [
            Entry(
                date.fromisoformat(_text(entry, "{*}BookgDt/{*}Dt")),
                _signed(entry),
                entry.findtext("{*}RvslInd") == "true",
                [str(one.text) for one in entry.iterfind(".//{*}EndToEndId")],
            )
            for entry in root.iterfind(".//{*}Ntry")
        ],
    )


def orders(folder: Path) -> dict[str, Order]:
    """The payments of all orders to the bank (pain.001), by their ids."""
    found = {}
    for path in sorted(folder.glob("*.xml")):
        for batch in _root(path).iterfind(".//{*}PmtInf"):
            # Version 09 has the day in an element of its own.
            day = date.fromisoformat(batch.findtext("{*}ReqdExctnDt/{*}Dt") or _text(batch, "{*}ReqdExctnDt"))
            for one in batch.iterfind("{*}CdtTrfTxInf"):
                id_ = _text(one, ".//{*}EndToEndId")
                found[id_] = Order(id_, day, _ore(_text(one, ".//{*}InstdAmt")))
    return found


def rejected(folder: Path) -> dict[str, date]:
    """The payments that the bank's answers (pain.002) reject one by one, and the day of the answer."""
    found = {}
    for path in sorted(folder.glob("*.xml")):
        root = _root(path)
        day = date.fromisoformat(_text(root, ".//{*}GrpHdr/{*}CreDtTm")[:10])
        for one in root.iterfind(".//{*}TxInfAndSts"):
            if one.findtext("{*}TxSts") == "RJCT":
                found[_text(one, "{*}OrgnlEndToEndId")] = day
    return found


def invoices(folder: Path) -> list[Invoice]:
    """The invoices (UBL)."""
    return [_invoice(_root(path)) for path in sorted(folder.glob("*.xml"))]


def _invoice(root: etree._Element) -> Invoice:
    sign = -1 if etree.QName(root).localname == "CreditNote" else 1
    net = outlays = 0
    for line in (*root.iterfind("{*}InvoiceLine"), *root.iterfind("{*}CreditNoteLine")):
        amount = sign * _ore(_text(line, "{*}LineExtensionAmount"))
        if _text(line, "{*}Item/{*}ClassifiedTaxCategory/{*}ID") == EXEMPT:
            outlays += amount
        else:
            net += amount
    return Invoice(
        _text(root, "{*}ID"),
        date.fromisoformat(_text(root, "{*}IssueDate")),
        net,
        sign * _ore(_text(root, "{*}TaxTotal/{*}TaxAmount")),
        outlays,
        sign * _ore(_text(root, "{*}LegalMonetaryTotal/{*}PayableAmount")),
    )


def _root(path: Path) -> etree._Element:
    parser = etree.XMLParser(resolve_entities=False, no_network=True)
    return etree.fromstring(path.read_bytes(), parser)


def _text(element: etree._Element, path: str) -> str:
    found = element.findtext(path)
    if not found:
        raise ValueError(f"{etree.QName(element).localname} has no {path.replace('{*}', '')}.")
    return str(found)


def _signed(element: etree._Element) -> int:
    return _ore(_text(element, "{*}Amt")) * (1 if _text(element, "{*}CdtDbtInd") == "CRDT" else -1)


def _ore(kronor: str) -> int:
    amount = Decimal(kronor) * 100
    if amount != int(amount):
        raise ValueError(f"{kronor} kronor is no whole number of öre.")
    return int(amount)
