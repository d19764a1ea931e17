"""Every way by which data leaves the service, and how each hides how a protected person is reached.

A protected person's rows hold the forwarding address alone (work/protection.py), so that what is made from them cannot say more.
Stored texts are marked and hidden where they are read. A noun, a channel, a reader of files or a report that is not in this
table fails a test: it must take a stand.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from fordran.domain.kinds.records import by_code

Hiding: TypeAlias = Literal["forwarding", "hidden", "nothing", "refused", "sealed"]


@dataclass(frozen=True, slots=True)
class HidingRecord:
    """How a way hides it."""

    code: Hiding
    about: str


HIDINGS: Mapping[Hiding, HidingRecord] = by_code(
    Hiding,
    (
        HidingRecord("forwarding", "shows the rows of customers, which have the forwarding address"),
        HidingRecord("hidden", "holds what was stored before, and leaves how the person is reached out"),
        HidingRecord("nothing", "never holds an address, a telephone number or an e-mail address of a debtor"),
        HidingRecord("refused", "gives no file that was made before, but to named staff, whose reading is recorded"),
        HidingRecord("sealed", "is encrypted, or is read on the operator's machine alone"),
    ),
)

NOUNS: Mapping[str, Hiding] = {
    "access--groups": "nothing",
    "accounts": "nothing",
    "api--clients": "nothing",
    "applications": "nothing",
    "audit--log": "hidden",
    "autogiro--mandates": "nothing",
    "bank--files": "nothing",
    "bank--orders": "nothing",
    "assignment--rules": "nothing",
    "saved--views": "nothing",
    "bank--transactions": "hidden",
    "bulk--acts": "nothing",
    "case--registrations": "hidden",
    "cases": "nothing",
    "complaints": "nothing",
    "creditor--cancellations": "nothing",
    "creditor--creditings": "nothing",
    "creditor--payments": "nothing",
    "creditors": "nothing",
    "customers": "forwarding",
    "enforcements": "nothing",
    "erasure--batches": "nothing",
    "events": "nothing",
    "file--import-reports": "nothing",
    "finance--payout-specifications": "nothing",
    "finance--payouts": "nothing",
    "invoice--registrations": "hidden",
    "invoices": "nothing",
    "letters": "nothing",
    "locales": "nothing",
    "operator--invoices": "nothing",
    "partners": "nothing",
    "refunds": "nothing",
    "request--logs": "hidden",
    "unmatched--payments": "nothing",
    "users": "nothing",
    "webhook--deliveries": "nothing",
    "webhooks": "nothing",
    "work--items": "nothing",
}
"""Nouns of the interface; pages read the same documents."""

CHANNELS_OUT: Mapping[str, Hiding] = {
    "kivra": "nothing",
    "email": "forwarding",
    "print": "forwarding",
    "e_invoice": "forwarding",
}
"""Channels, with the manifests of their batches. Without an e-mail address or an address for e-invoices, print takes it.
Kivra is never asked about a protected person, and gets nothing to one."""

FILES_OUT: Mapping[str, Hiding] = {
    "console": "refused",
    "interface": "refused",
    "ledger": "refused",
    "authority": "nothing",
    "debtor_page": "refused",
    "kivra": "nothing",
    "email": "forwarding",
    "print": "forwarding",
    "e_invoice": "forwarding",
    "privacy_export": "refused",
}
"""Readers of stored files (file_copies.py). An application about a protected person goes on paper, never by file."""

OTHERS: Mapping[str, Hiding] = {
    "reports": "nothing",
    "notices by SMS": "nothing",
    "logs of processes": "nothing",
    "metrics": "nothing",
    "applications to the authority": "forwarding",
    "export of a person": "hidden",
    "parties of cases": "forwarding",
    "backups": "sealed",
}
