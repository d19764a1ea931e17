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
    Entry("console.overview", "/console", ALL),
    Entry("console.to_do", "/console/work", STAFF),
    Entry("console.cases", "/console/cases", ALL),
    Entry("console.customers", "/console/customers", ALL),
    Entry("console.invoices", "/console/invoices", ALL),
    Entry("console.letters", "/console/letters", ALL),
    Entry("console.bank", "/console/bank", STAFF),
    Entry("console.payouts", "/console/payouts", STAFF),
    Entry("console.creditors", "/console/creditors", ALL),
    Entry("console.reports", "/console/reports", ALL),
    Entry("console.users", "/console/users", ADMINS),
    Entry("console.api_clients", "/console/clients", ADMINS),
    Entry("console.webhooks", "/console/webhooks", ADMINS),
    Entry("console.log", "/console/audit", frozenset({"operator"})),
    Entry("console.time", "/console/time", STAFF),
)


def menu_for(caller: Caller) -> list[Entry]:
    """The entries of pages that the caller may open."""
    return [entry for entry in MENU if caller.roles & (entry.roles | {AUDITOR})]
