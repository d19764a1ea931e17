"""Claims of deliveries: whoever has one hands it over alone, and says nothing of what another has claimed since."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from fordran.actions.delivery.bounce import take_back
from fordran.actions.delivery.claim import CLAIMED_FOR, claim_batch, claim_messages
from fordran.actions.delivery.claimed import ClaimedDeliveryRow, PermanentFailure, Sent
from fordran.actions.delivery.note_outcome import DeliveryAttempt, note_outcomes
from fordran.api.app import Api
from fordran.formats.bounces import Bounce, read_bounce
from fordran.settings import Settings
from tests.actions.delivery.house import House, open_house
from tests.actions.office import Office
from tests.formats.test_bounces import report

MAIL = {"email": "karin@example.com"}


@pytest.fixture
async def house(app: Api, office: Office, settings: Settings, tmp_path: Path) -> AsyncIterator[House]:
    async with open_house(app, office, settings, tmp_path) as opened:
        yield opened


async def claimed(house: House, after: timedelta = timedelta()) -> list[ClaimedDeliveryRow]:
    """What a worker of its own would send by e-mail, so much later."""
    async with house.app.database.transaction() as tx:
        return await claim_messages(tx, "email", "kravhuset.example", 10, house.now + after)


async def noted(house: House, row: ClaimedDeliveryRow, outcome: Any) -> None:
    async with house.app.database.transaction() as tx:
        await note_outcomes(tx, [DeliveryAttempt(row, outcome, "karin@example.com")], house.now, house.now)


def came_back(action: str, row: ClaimedDeliveryRow) -> Bounce:
    found = read_bounce(
        report(action, original=f"Content-Type: message/rfc822\r\n\r\nMessage-ID: {row['message_id']}\r\n")
    )
    assert found is not None
    return found


async def test_what_one_worker_is_handing_over_no_other_takes(house: House) -> None:
    id_ = await house.invoice(MAIL)
    await house.print()
    (mine,) = await claimed(house)
    assert mine["invoice_id"] == id_
    assert await claimed(house) == []
    assert await claimed(house, CLAIMED_FOR - timedelta(seconds=1)) == []
    (anothers,) = await claimed(house, CLAIMED_FOR)
    assert (anothers["id"], anothers["attempts"], anothers["message_id"]) == (mine["id"], 2, mine["message_id"])


async def test_no_two_batches_have_one_delivery(house: House) -> None:
    await house.invoice({"customer_number": "B1"})
    await house.print()
    async with house.app.database.transaction() as tx:
        first = await claim_batch(tx, "print", house.now, at_once=True)
    async with house.app.database.transaction() as tx:
        assert await claim_batch(tx, "print", house.now, at_once=True) is None
    async with house.app.database.transaction() as tx:
        again = await claim_batch(tx, "print", house.now + CLAIMED_FOR, at_once=True)
    assert first is not None
    assert again is not None
    assert again.name == first.name, "what was begun is finished under its name"


async def test_of_anothers_later_claim_nothing_is_said(house: House) -> None:
    id_ = await house.invoice(MAIL)
    await house.print()
    (slow,) = await claimed(house)
    (quick,) = await claimed(house, CLAIMED_FOR)
    await noted(house, slow, PermanentFailure("nobody there"))
    shown = await house.delivery(id_)
    assert (shown["channel"], shown["status"]) == ("email", "queued")
    await noted(house, quick, Sent())
    await noted(house, slow, PermanentFailure("nobody there"))
    assert (await house.delivery(id_))["status"] == "sent"
    assert await house.told(id_) == ["invoice.sent email"]


async def test_what_is_only_late_has_not_come_back(house: House) -> None:
    id_ = await house.invoice(MAIL)
    await house.print()
    (row,) = await claimed(house)
    await noted(house, row, Sent())
    async with house.app.database.transaction() as tx:
        await take_back(tx, came_back("delayed", row), house.now)
    assert (await house.delivery(id_))["status"] == "sent"
    async with house.app.database.transaction() as tx:
        await take_back(tx, came_back("failed", row), house.now)
    assert (await house.delivery(id_))["channel"] == "print"
