"""What there is in an installation, as a role sees it: ids, tags and days for requests that are about something."""

from __future__ import annotations

import json
import random
from datetime import date
from functools import cache
from typing import Any

import requests

from fordran.api.description.guides import GUIDES
from fordran.api.endpoint import Endpoint
from tools.fuzz.installation import HANDLER, Installation

NOBODYS = "0" * 24


class Known:
    """Looks up, as a role, what a drawn request is to be about."""

    def __init__(self, installation: Installation, session: requests.Session) -> None:
        self.installation = installation
        self.session = session
        self.items = cache(self._items)

    def forget(self) -> None:
        """Look anew, since what was asked may have made something."""
        self.items.cache_clear()

    def get(self, path: str, role: str, **query: str) -> requests.Response:
        token = self.installation.tokens.get(role) or self.installation.tokens["operator"]
        url = self.installation.server.url + path
        return self.session.get(url, headers={"X-API-Key": token}, params=query, timeout=60)

    def first(self, resource: str, role: str, where: dict[str, Any]) -> dict[str, Any]:
        """The first document of a resource that a role sees and a filter finds; empty where there is none."""
        page = self.get(f"/{resource}", role, where=json.dumps(where), sort="_id", max_results="1")
        found: dict[str, Any] = next(iter(page.json().get("_items", ())), {})
        return found

    def _items(self, resource: str, role: str, order: str) -> list[dict[str, Any]]:
        page = self.get(f"/{resource}", role, sort=order, max_results="20")
        items: list[dict[str, Any]] = page.json().get("_items", [])
        return items

    def id_for_path(self, endpoint: Endpoint, role: str, chance: random.Random) -> str:
        """The id of a document that a request may be about. What all others depend on is not changed or removed."""
        name = endpoint.path.split("/")[1]
        if name == "docs":
            return chance.choice([*GUIDES, NOBODYS])
        known = {"media--upload": "cases", "media--files": "invoices"}.get(name, name)
        ids = [item["_id"] for order in ("_id", "-_id") for item in self.items(known, role, order)]
        if endpoint.method != "GET":
            kept = self.installation.users | {self.account, self.creditor, self.installation.sibling.creditor}
            ids = [id_ for id_ in ids if id_ not in kept]
        chosen: str = chance.choice([*ids, NOBODYS])
        return chosen

    # What everything is registered at ----------------------------------------------------------------------------------------

    @property
    def account(self) -> str:
        return self.installation.account

    @property
    def creditor(self) -> str:
        return self.installation.creditor

    @property
    def handler(self) -> str:
        """A person of the operator's staff who can be given cases."""
        return str(self.first("users", "operator", {"name": HANDLER})["_id"])

    def reference(self, resource: str, role: str, chance: random.Random) -> str:
        """The id of a document that goes with the others that a request refers to."""
        if resource == "accounts":
            return self.account
        if resource == "creditors":
            return self.creditor
        where = {"creditor": self.creditor} if resource in ("cases", "access--groups") else {}
        page = self.get(f"/{resource}", role, where=json.dumps(where), max_results="20", projection='{"_id": 1}')
        chosen: str = chance.choice([item["_id"] for item in page.json().get("_items", ())] or [NOBODYS])
        return chosen

    # Details ---------------------------------------------------------------------------------------------------------------

    def tag_of(self, path: str, role: str) -> str:
        return self.get(path, role).headers.get("ETag", '"0"')

    def today(self) -> date:
        """The business day, which the clock of a sandbox moves."""
        case = self.first("cases", "operator", {})["_id"]
        return date.fromisoformat(self.get(f"/cases/{case}/statement", "operator").json()["at"])

    def invoice_number(self, role: str) -> str:
        """The number of an invoice that can be credited."""
        case = self.first("cases", role, {"creditor": self.creditor})
        return str(case.get("debt", {}).get("invoice_number", ""))

    def event_of(self, webhook: str, role: str) -> str:
        """An event that a webhook gets."""
        of = self.get(f"/webhooks/{webhook}", role).json()
        where = {name: of[name] for name in ("account", "creditor") if name in of} or {"account": self.account}
        return str(self.first("events", role, where).get("_id", NOBODYS))

    def remaining_capital(self, case: str) -> float:
        """What is owed of the debt itself; nothing where there is no such case."""
        amount: float = self.get(f"/cases/{case}", "operator").json().get("total_remaining_capital_amount", 0)
        return amount

    def waiting_amount(self, payment: str) -> float | None:
        """What of a payment waits for somebody to say what it is for."""
        amount: float | None = self.get(f"/unmatched--payments/{payment}", "operator").json().get("suspense_amount")
        return amount
