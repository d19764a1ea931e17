"""A ledger reads payouts as settlements, line by line, and the letters of its cases; and says how it booked a payout."""

from __future__ import annotations

import base64
import re
from dataclasses import replace
from datetime import date
from hashlib import sha256
from pathlib import Path

import pytest

from fordran.actions.days.run_day import DayServices
from fordran.domain.numbers import debtor_code
from fordran.operator import Operator
from fordran.outside.media import MediaFolder
from tests.actions.payouts.payout_desk import PayoutDesk
from tests.api.connect.ledger import Ledger, case_body
from tests.pdf import text_of


async def own_creditor(ledger: Ledger) -> str:
    async with ledger.days.transaction() as tx:
        found: str = await tx.fetchval(
            "select creditor_id from ledger_connections where account_id = $1", ledger.office.account
        )
    return found


async def test_a_payout_is_a_settlement_whose_lines_sum_to_it(ledger: Ledger, tmp_path: Path) -> None:
    await ledger.connect()
    body = case_body()
    await ledger.ask("cases", body)
    ref = body["idempotencyKey"]
    own = await ledger.own_case(ref)
    office = replace(ledger.office, creditor=await own_creditor(ledger))
    desk = PayoutDesk(office, tmp_path)
    await desk.paid(own["_id"], 400_00, date(2026, 9, 3))
    collected = (await ledger.case(ref))["collectedPayments"]
    assert [(one["total"], one["capitalPaid"] + one["toCreditorOther"] + one["toAgency"]) for one in collected] == [
        (400, 400)
    ]
    assert await ledger.ask("settlements/list", {"since": "2026-09-01"}) == []
    await desk.prepare(date(2026, 9, 14))
    assert await desk.export(date(2026, 9, 14)) is not None
    found = await ledger.ask("settlements/list", {"since": "2026-09-01"})
    assert {one["currency"] for one in found} == {"SEK"}
    assert sum(one["amount"] for one in found) == pytest.approx(400)
    kinds = set()
    for one in found:
        shown = await ledger.ask("settlements/get", {"settlementRef": one["settlementRef"]})
        assert shown["amount"] == one["amount"] == round(sum(x["amount"] + x["taxAmount"] for x in shown["lines"]), 2)
        assert {(x["caseRef"], x["invoiceRef"]) for x in shown["lines"]} == {(ref, body["invoice"]["ref"])}
        kinds |= {x["kind"] for x in shown["lines"]}
    assert kinds == {"principal", "interest_to_creditor"}
    settlement = found[0]["settlementRef"]
    booked = {"idempotencyKey": "row-1:booked", "settlementRef": settlement, "internalRef": "voucher-1"}
    assert await ledger.ask("settlements/booked", booked) is None
    assert await ledger.ask("settlements/booked", booked) is None
    async with ledger.days.transaction() as tx:
        assert await tx.fetchval("select internal_ref from ledger_settlements where id = $1", settlement) == "voucher-1"
    feed = await ledger.ask("changes", {"after": None, "limit": 500})
    assert {one["ref"] for one in feed["changes"] if one["kind"] == "settlement"} == {
        one["settlementRef"] for one in found
    }
    assert await ledger.ask("settlements/list", {"since": "2026-12-01"}) == []
    assert await ledger.refused("settlements/get", {"settlementRef": "0" * 24}) == (404, "BAD_REQUEST")


async def test_a_letter_of_a_case_comes_with_its_hash_and_without_the_debtors_code(ledger: Ledger) -> None:
    media = MediaFolder(ledger.office.app.settings.data / "media")
    ledger.days.means = DayServices(media.put, Operator())
    await ledger.connect()
    body = case_body()
    await ledger.ask("cases", body)
    await ledger.days.live(date(2026, 9, 4))
    ref = body["idempotencyKey"]
    (letter,) = (await ledger.case(ref))["documents"]
    asked = {"caseRef": ref, "documentRef": letter["documentRef"]}
    shown = await ledger.ask("cases/document", asked)
    content = base64.b64decode(shown["base64"])
    assert (shown["contentType"], shown["filename"]) == ("application/pdf", letter["filename"])
    assert content.startswith(b"%PDF-")
    code = re.compile(f"[{debtor_code.ALPHABET}]{{5}}-[{debtor_code.ALPHABET}]{{5}}")
    assert code.search(text_of(media.get(letter["documentRef"]))), "the debtor's letter carries a code"
    assert not code.search(text_of(content)), "a ledger's copy does not"
    assert shown["sha256"] == sha256(content).hexdigest()
    assert await ledger.refused("cases/document", asked | {"documentRef": "0" * 24}) == (404, "BAD_REQUEST")
