"""camt.053 and camt.054, the ISO 20022 account statement and notification, versions 001.02 and 001.08, as a stream.

The file is walked through once; elements are dropped as soon as they are read, so that memory does not grow with the
file. Only booked entries give payments. An entry may hold many transactions (batch booking) and is then taken apart;
an entry without transactions is one payment that is not itemised. Counts, sums, balances and currency must be right,
or the file is refused by `BadBankFile`: what was given out before that counts for nothing, so a caller keeps nothing
until the last payment has come.

`camt_nodes` turns elements into values, `camt_details` reads a transaction, `camt_entry` makes payments of an entry,
`camt_checks` holds the totals.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import BinaryIO, NamedTuple, get_args

from lxml import etree
from lxml.etree import _Element as Element

from fordran.formats.bank import BadBankFile, BankPayment, Occurrences, StatedBalance
from fordran.formats.bounded import BoundedXmlStream
from fordran.formats.camt_checks import (
    Section,
    check_section,
    read_account,
    read_balance,
    read_summary,
    stated_balance,
)
from fordran.formats.camt_entry import CamtEntry
from fordran.formats.camt_nodes import CONTAINER, SECTION, CamtMessage, Dialect, Version, line_of, node_of

SECTIONS = frozenset(SECTION.values())
PARENTS: dict[str, frozenset[str]] = {
    **{SECTION[message]: frozenset({CONTAINER[message]}) for message in SECTION},
    "Acct": SECTIONS,
    "Bal": SECTIONS,
    "TxsSummry": SECTIONS,
    "Ntry": SECTIONS,
    "NtryDtls": frozenset({"Ntry"}),
    "Btch": frozenset({"NtryDtls"}),
    "TxDtls": frozenset({"NtryDtls"}),
}
"""The elements that the walk stops at, and where each may stand."""

DIALECTS = {
    f"{{{dialect.namespace}}}Document": dialect
    for dialect in (Dialect(message, version) for message in get_args(CamtMessage) for version in get_args(Version))
}


class _Step(NamedTuple):
    """The beginning or the end of an element."""

    is_end: bool
    name: str
    element: Element


def read_camt(stream: BinaryIO, balances: list[StatedBalance] | None = None) -> Iterator[BankPayment]:
    """The payments of the file, those of an entry together, entries in the file's order.

    What its statements say that accounts held is added to `balances` on the way.
    """
    # No entity is resolved, nothing is fetched, and libxml2's own limits on depth and node size stay on.
    bounded = BoundedXmlStream(stream)
    events = etree.iterparse(
        bounded,
        events=("start", "end"),
        tag=[f"{{*}}{name}" for name in ("Document", *PARENTS)],
        resolve_entities=False,
        no_network=True,
        load_dtd=False,
        huge_tree=False,
        remove_comments=True,
        remove_pis=True,
    )
    try:
        _, root = next(events, (None, None))
        yield from _Walk(_dialect(root), bounded.dropped, [] if balances is None else balances).payments(events)
    except etree.XMLSyntaxError as wrong:
        raise BadBankFile(wrong.lineno or 0, f"The XML is broken or unsafe: {wrong.msg}.") from None


def _dialect(root: Element | None) -> Dialect:
    """The message and version that the file's first element names."""
    taken = ", ".join(map(str, DIALECTS.values()))
    if root is None:
        raise BadBankFile(1, f"The file should be one of {taken}.")
    if root.getroottree().docinfo.internalDTD is not None:
        raise bad(root, "The file has a document type declaration, which a bank file never has.")
    if root.getparent() is not None or root.tag not in DIALECTS:
        raise bad(root, f"The file should be one of {taken}, not {root.tag}.")
    return DIALECTS[str(root.tag)]


class _Walk:
    """One reading of one file."""

    def __init__(self, dialect: Dialect, dropped: Callable[[], None], balances: list[StatedBalance]) -> None:
        self._dialect = dialect
        self._dropped = dropped
        self._balances = balances
        self._prefix = f"{{{dialect.namespace}}}"
        self._parents = {
            name: frozenset(self._prefix + parent for parent in parents) for name, parents in PARENTS.items()
        }
        self._entries = 0
        self._occurrences = Occurrences()

    def payments(self, events: Iterable[tuple[str, Element]]) -> Iterator[BankPayment]:
        steps = (_Step(event == "end", self._name(element), element) for event, element in events)
        sections = 0
        for step in steps:
            if step.name == SECTION[self._dialect.message]:
                yield from self._section(steps)
                sections += 1
        if not sections:
            raise BadBankFile(1, "The file has no statement or notification.")

    def _section(self, steps: Iterator[_Step]) -> Iterator[BankPayment]:
        section = Section()
        for is_end, name, element in steps:
            if name == "Ntry":
                if not section.account:
                    raise bad(element, "An entry stands before the account.")
                self._entries += 1
                yield from self._entry(steps, section)
            if not is_end:
                continue
            match name:
                case "Acct":
                    read_account(section, node_of(element, self._prefix))
                case "Bal":
                    read_balance(section, node_of(element, self._prefix))
                case "TxsSummry":
                    read_summary(section, node_of(element, self._prefix))
                case _:
                    check_section(section)
                    if balance := stated_balance(section):
                        self._balances.append(balance)
            self._drop(element)
            if name in SECTIONS:
                return

    def _entry(self, steps: Iterator[_Step], section: Section) -> Iterator[BankPayment]:
        entry: CamtEntry | None = None
        for is_end, name, element in steps:
            if entry is None:
                # An entry's own fields come before its details, so it is complete when they begin or it ends.
                whole = element if name == "Ntry" else _parent(element)
                head = node_of(whole, self._prefix, but="NtryDtls")
                entry = CamtEntry(head, self._entries, section, self._occurrences)
            match name, is_end:
                case "NtryDtls", False:
                    entry.begin_details()
                case "NtryDtls", True:
                    entry.end_details()
                case "Btch", True:
                    entry.batch(node_of(element, self._prefix))
                case "TxDtls", True:
                    yield from entry.transaction(node_of(element, self._prefix))
                case "Ntry", True:
                    yield from entry.finished(node_of(element, self._prefix, but="NtryDtls"))
            if is_end:
                self._drop(element)
            if name == "Ntry":
                return

    def _drop(self, element: Element) -> None:
        """Forget the element's contents and the siblings before it, which have been read."""
        element.clear()
        parent = _parent(element)
        while element.getprevious() is not None:
            del parent[0]
        self._dropped()

    def _name(self, element: Element) -> str:
        """The element's name, if it is an element of the message in an allowed place."""
        tag = str(element.tag)
        if not tag.startswith(self._prefix):
            raise bad(element, f"The element {tag} is not of {self._dialect}.")
        name = tag[len(self._prefix) :]
        if name in self._parents and _parent(element).tag not in self._parents[name]:
            raise bad(element, f"The element {name} cannot stand here.")
        return name


def bad(element: Element, sentence: str) -> BadBankFile:
    """The refusal at the element's line."""
    return BadBankFile(line_of(element), sentence)


def _parent(element: Element) -> Element:
    parent = element.getparent()
    if parent is None:
        raise bad(element, f"The element {element.tag} cannot stand here.")
    return parent
