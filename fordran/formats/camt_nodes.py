"""The elements of a camt message as plain values, and the four messages that are read.

A transaction has some thirty elements, most of which are asked for: it is much quicker to turn it into values in one
go than to search the XML tree for each.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

from fordran.domain.money import NotMoney
from fordran.formats.amounts import ore_in
from fordran.formats.bank import CURRENCY, BadBankFile

if TYPE_CHECKING:
    from lxml.etree import _Element as Element

CamtMessage: TypeAlias = Literal["camt.053", "camt.054"]
Version: TypeAlias = Literal["001.02", "001.08"]

NAMESPACE = "urn:iso:std:iso:20022:tech:xsd:"
CONTAINER: dict[CamtMessage, str] = {"camt.053": "BkToCstmrStmt", "camt.054": "BkToCstmrDbtCdtNtfctn"}
SECTION: dict[CamtMessage, str] = {"camt.053": "Stmt", "camt.054": "Ntfctn"}


@dataclass(frozen=True, slots=True)
class Dialect:
    """One message in one version."""

    message: CamtMessage
    version: Version

    @property
    def namespace(self) -> str:
        return f"{NAMESPACE}{self}"

    def __str__(self) -> str:
        return f"{self.message}.{self.version}"


@dataclass(slots=True)
class XmlNode:
    """An element: its line, text, currency, and the elements in it by name. Paths are names with slashes between."""

    line: int
    text: str
    currency: str
    children: Mapping[str, list[XmlNode]]

    def all(self, path: str) -> list[XmlNode]:
        """Every element at the path."""
        found = [self]
        for name in path.split("/"):
            found = [child for node in found for child in node.children.get(name, ())]
        return found

    def one(self, path: str) -> XmlNode | None:
        """The first element at the path."""
        node = self
        for name in path.split("/"):
            children = node.children.get(name)
            if not children:
                return None
            node = children[0]
        return node

    def text_at(self, path: str) -> str:
        """The text of the first element at the path, empty where there is none."""
        node = self.one(path)
        return node.text if node else ""

    def texts_at(self, path: str) -> list[str]:
        """Every text at the path that is not empty."""
        return [node.text for node in self.all(path) if node.text]

    def bad(self, sentence: str) -> BadBankFile:
        """The refusal at the element's line."""
        return BadBankFile(self.line, sentence)

    def ore(self) -> int:
        """Öre of the number that the element holds."""
        try:
            return ore_in(self.text)
        except NotMoney as wrong:
            raise self.bad(f"{self.text[:40]!r} is no amount: {wrong}.") from None

    def amount_at(self, path: str) -> int | None:
        """Öre of the amount at the path, which must be in kronor; None where there is none."""
        node = self.one(path)
        if node is None:
            return None
        if node.currency != CURRENCY:
            raise node.bad(f"The currency is {node.currency!r}; only {CURRENCY} is taken.")
        amount = node.ore()
        if amount < 0:
            raise node.bad(f"The amount {node.text} is negative; CdtDbtInd says which way money goes.")
        return amount

    def is_credit(self) -> bool:
        """Which way the money went, by CdtDbtInd."""
        direction = self.text_at("CdtDbtInd")
        if direction not in ("CRDT", "DBIT"):
            raise self.bad(f"CdtDbtInd should be CRDT or DBIT and is {direction!r}.")
        return direction == "CRDT"

    def signed_amount(self) -> int:
        """Öre by Amt and CdtDbtInd, negative for a debit."""
        amount = self.amount_at("Amt")
        if amount is None:
            raise self.bad("There is no amount where one must stand.")
        return amount if self.is_credit() else -amount

    def count_at(self, path: str) -> int | None:
        """A count, None where there is none."""
        node = self.one(path)
        if node is None:
            return None
        if not (node.text.isascii() and node.text.isdigit() and len(node.text) <= 15):
            raise node.bad(f"{node.text[:40]!r} is no count.")
        return int(node.text)


NO_CHILDREN: Mapping[str, list[XmlNode]] = {}


def line_of(element: Element) -> int:
    """The line where the element begins."""
    line: object = element.sourceline
    return line if isinstance(line, int) else 0


def node_of(element: Element, prefix: str, *, but: str = "") -> XmlNode:
    """The element as values; prefix is its namespace in braces, `but` names a child that is left out."""
    if not len(element):
        return XmlNode(line_of(element), (element.text or "").strip(), element.get("Ccy") or "", NO_CHILDREN)
    children: dict[str, list[XmlNode]] = {}
    for child in element:
        namespace, _, name = str(child.tag).rpartition("}")
        if name != but and namespace == prefix[:-1]:
            children.setdefault(name, []).append(node_of(child, prefix))
    return XmlNode(line_of(element), "", "", children)
