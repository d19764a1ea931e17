"""The pages that the bar leads to, for each who may open them."""

from __future__ import annotations

from dataclasses import dataclass

from fordran.console.who import ADMINS, ALL, STAFF
from fordran.store.reading.scope import Caller
from fordran.web.page import AUDITOR


@dataclass(frozen=True)
class Entry:
    """A page by its name in Swedish, which is said in the visitor's language."""

    name: str
    path: str
    roles: frozenset[str]


MENU = (
    Entry("Översikt", "/console", ALL),
    Entry("Att göra", "/console/work", STAFF),
    Entry("Ärenden", "/console/cases", ALL),
    Entry("Kunder", "/console/customers", ALL),
    Entry("Fakturor", "/console/invoices", ALL),
    Entry("Brev", "/console/letters", ALL),
    Entry("Bank", "/console/bank", STAFF),
    Entry("Utbetalningar", "/console/payouts", STAFF),
    Entry("Borgenärer", "/console/creditors", ALL),
    Entry("Rapporter", "/console/reports", ALL),
    Entry("Användare", "/console/users", ADMINS),
    Entry("API-klienter", "/console/clients", ADMINS),
    Entry("Webhookar", "/console/webhooks", ADMINS),
    Entry("Logg", "/console/audit", frozenset({"operator"})),
    Entry("Tid", "/console/time", STAFF),
)


def menu_for(caller: Caller) -> list[Entry]:
    """The entries of pages that the caller may open."""
    return [entry for entry in MENU if caller.roles & (entry.roles | {AUDITOR})]
