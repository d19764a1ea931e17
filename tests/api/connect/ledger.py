"""A ledger that speaks the contract: its key, its company, and bodies after the contract's own examples."""

from __future__ import annotations

import base64
import itertools
from collections.abc import AsyncIterator
from dataclasses import dataclass
from datetime import date
from hashlib import sha256
from typing import Any

import httpx
import pytest

from fordran import clock
from fordran.actions.accounts.add_client import add_client
from fordran.api.connect.ledger_edge import LedgerEdge
from tests.actions.flow.days import Days
from tests.actions.office import Office
from tests.api.world import HERE

Body = dict[str, Any]
DAY = date(2026, 9, 1)
PAPER = b"%PDF-1.4\n%%EOF\n"
_numbers = itertools.count(1)

ADDRESS: Body = {
    "line1": "Exempelgatan 1",
    "line2": None,
    "postalCode": "111 22",
    "city": "Stockholm",
    "countryCode": "SE",
}
BUSINESS: Body = {
    "kind": "business",
    "name": "Kund AB",
    "orgNumber": "5560160680",
    "personalNumber": None,
    "vatNumber": "SE556016068001",
    "customerNumber": "1001",
    "accountingDebtorRef": "0b8a4c62-5d0e-4c55-9d43-5b7a1f3e9a10",
    "email": "ekonomi@kund.example.com",
    "phone": None,
    "address": ADDRESS,
}
PRIVATE: Body = BUSINESS | {
    "kind": "private",
    "name": "Tolvan Tolvansson",
    "orgNumber": None,
    "personalNumber": "191212121212",
    "vatNumber": None,
}
SETTINGS: Body = {
    "approveBeforeLegalAction": True,
    "approveBeforeCollectionNotice": True,
    "minimumAmount": 100,
    "deliveryEnabled": False,
}


def onboarding(**changes: Any) -> Body:
    return {
        "idempotencyKey": "conn-1:onboard",
        "consent": {
            "termsVersion": "2026-10-01",
            "dpaVersion": None,
            "consentedByName": "Anna Andersson",
            "consentedAt": "2026-10-04T08:00:00.000Z",
        },
        "creditor": {
            "kind": "company",
            "name": "Säljare AB",
            "orgNumber": "5560360793",
            "personalNumber": None,
            "vatRegistered": True,
            "vatNumber": "SE556036079301",
            "email": "ekonomi@saljare.example.com",
            "phone": None,
            "address": ADDRESS,
            "payout": {"kind": "bankgiro", "number": "991-2346"},
        },
        "kyc": {
            "businessDescription": "Konsulttjänster inom redovisning",
            "invoicesAbroad": False,
            "invoicesAbroadDescription": None,
            "pep": False,
            "pepDescription": None,
            "sanctions": False,
            "sanctionsDescription": None,
        },
        "settings": SETTINGS,
    } | changes


def document(content: bytes = PAPER) -> Body:
    return {
        "filename": "faktura-1042.pdf",
        "contentType": "application/pdf",
        "base64": base64.b64encode(content).decode(),
        "sha256": sha256(content).hexdigest(),
    }


def case_body(debtor: Body = BUSINESS, **invoice: Any) -> Body:
    number = next(_numbers)
    return {
        "idempotencyKey": f"case-row-{number}",
        "invoice": {
            "ref": f"invoice-row-{number}",
            "number": f"{1000 + number}",
            "issueDate": "2026-07-16",
            "dueDate": "2026-08-15",
            "currency": "SEK",
            "claimAmount": 1250,
            "claimVatAmount": 250,
            "claimRemaining": 1000,
            "reference": "Anna Andersson",
        }
        | invoice,
        "startStep": "reminder",
        "nextActionDate": None,
        "reminderFeeAgreed": True,
        "lateInterest": None,
        "priorPayments": [{"paymentRef": "p-0", "date": "2026-08-20", "amount": 250}],
        "priorCredits": [],
        "debtor": debtor,
        "document": document(),
    }


@dataclass
class Ledger:
    """A ledger's installation, with one company."""

    days: Days
    office: Office
    client: httpx.AsyncClient
    edge: LedgerEdge
    handle: str = ""
    company: str = "company-1"

    async def send(self, path: str, body: Any, method: str = "POST", **headers: str) -> httpx.Response:
        own = {"X-Connector-Company": self.company, "X-Connect-Contract-Version": "2026-10-04"}
        own |= {"X-Connector-Connection": self.handle} if self.handle else {}
        return await self.client.request(method, f"/api/connect/{path}", json=body, headers=own | headers)

    async def ask(self, path: str, body: Any, method: str = "POST", **headers: str) -> Any:
        answer = await self.send(f"collections/{path}", body, method, **headers)
        assert answer.status_code == 200, answer.text
        return answer.json()

    async def refused(self, path: str, body: Any, method: str = "POST", **headers: str) -> tuple[int, str]:
        """The status and the code of a refusal."""
        answer = await self.send(f"collections/{path}", body, method, **headers)
        shown = answer.json()
        assert set(shown) == {"error", "code", "retryable", "detail"}, answer.text
        return answer.status_code, shown["code"]

    async def connect(self) -> None:
        """Onboard, and let the operator approve."""
        shown = await self.ask("onboarding", onboarding())
        self.handle = shown["connectionHandle"]
        await self.approve()

    async def approve(self) -> None:
        found = (await self.office.get("creditors", where=f'{{"account": "{self.office.account}"}}'))["_items"]
        (creditor,) = [one for one in found if one["name"] == "Säljare AB"]
        answer = await self.office.client.patch(
            f"/creditors/{creditor['_id']}", json={"is_active": True}, headers={"If-Match": creditor["_etag"]}
        )
        assert answer.status_code == 200, answer.text

    async def case(self, ref: str) -> Any:
        return await self.ask("cases/get", {"caseRef": ref})

    async def own_case(self, ref: str) -> Any:
        """The same case, as the interface shows it."""
        async with self.days.transaction() as tx:
            id_ = await tx.fetchval(
                "select case_id from ledger_cases where account_id = $1 and case_ref = $2", self.office.account, ref
            )
        return await self.office.case(id_)


@pytest.fixture
async def ledger(days: Days, office: Office) -> AsyncIterator[Ledger]:
    days.at(DAY)
    async with days.transaction() as tx:
        made = await add_client(tx, name="Ledger", account=office.account, networks=[HERE], now=clock.now())
    edge = LedgerEdge(office.app)
    key = {"Authorization": f"Bearer gnubok_ck_{made.api_code}"}
    transport = httpx.ASGITransport(app=edge, client=(HERE, 40000))
    async with httpx.AsyncClient(transport=transport, base_url="http://test", headers=key) as client:
        yield Ledger(days, office, client, edge)
