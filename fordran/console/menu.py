"""The pages that the bar leads to, for each who may open them."""

from __future__ import annotations

from dataclasses import dataclass

from fordran.console.who import ADMINS, ALL, STAFF
from fordran.store.reading.scope import Caller
from fordran.web.page import AUDITOR


@dataclass(frozen=True)
class MenuItem:
    """A page by its name in Swedish, which is translated to the visitor's language."""

    name: str
    path: str
    roles: frozenset[str]


MENU = (
    MenuItem("console.overview", "/console", ALL),
    MenuItem("console.to_do", "/console/work", STAFF),
    MenuItem("console.cases", "/console/cases", ALL),
    MenuItem("console.customers", "/console/customers", ALL),
    MenuItem("console.invoices", "/console/invoices", ALL),
    MenuItem("console.letters", "/console/letters", ALL),
    MenuItem("console.bank", "/console/bank", STAFF),
    MenuItem("console.payouts", "/console/payouts", STAFF),
    MenuItem("console.creditors", "/console/creditors", ALL),
    MenuItem("console.reports", "/console/reports", ALL),
    MenuItem("console.users", "/console/users", ADMINS),
    MenuItem("console.api_clients", "/console/clients", ADMINS),
    MenuItem("console.webhooks", "/console/webhooks", ADMINS),
    MenuItem("console.log", "/console/audit", frozenset({"operator"})),
    MenuItem("console.time", "/console/time", STAFF),
)


def menu_for(caller: Caller) -> list[MenuItem]:
    """The entries of pages that the caller may open."""
    return [entry for entry in MENU if caller.roles & (entry.roles | {AUDITOR})]
