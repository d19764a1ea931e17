"""The press: portions of invoices are printed beside each other, and each invoice once."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from pathlib import Path

import pytest

from fordran.actions.printing import print_invoice
from fordran.actions.printing.print_invoice import Rendered, ToPrint, in_processes, print_due_invoices
from fordran.api.app import Api
from fordran.outside.media import MediaFolder
from fordran.settings import Settings
from fordran.store.turns import AccountRound
from fordran.worker.press import AT_ONCE, LANES, split_print_jobs
from fordran.worker.schedule import duties
from tests.actions.delivery.house import OPERATOR, House, open_house
from tests.actions.office import Office

_SECONDS = 20


@pytest.fixture
async def house(app: Api, office: Office, settings: Settings, tmp_path: Path) -> AsyncIterator[House]:
    async with open_house(app, office, settings, tmp_path) as opened:
        yield opened


def test_every_duty_runs_and_those_that_render_run_several_times_at_once(settings: Settings) -> None:
    in_turn, *rendering = split_print_jobs(duties(settings))
    lanes = [["make letters"]] * AT_ONCE + [["print invoices"]] * AT_ONCE
    assert [[duty.name for duty in lane] for lane in rendering] == lanes
    assert 1 + len(lanes) == LANES, "each has a connection"
    assert {duty.name for duty in in_turn} == {duty.name for duty in duties(settings)} - {
        "print invoices",
        "make letters",
    }


async def test_a_portion_is_typeset_while_another_is_and_each_invoice_is_printed_once(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(print_invoice, "MOST", 1)
    await house.print()
    made = {await house.invoice(customer={"customer_number": f"P{number}"}) for number in range(AT_ONCE)}
    media, turn = MediaFolder(house.settings.data / "media"), AccountRound()
    numbers: list[str] = []
    all_there = asyncio.Event()

    async def render(owners: Sequence[str], documents: Sequence[ToPrint]) -> list[Rendered]:
        numbers.extend(document.invoice_number for document in documents)
        if len(numbers) == AT_ONCE:
            all_there.set()
        await asyncio.wait_for(all_there.wait(), _SECONDS)
        return await in_processes(owners, documents)

    async def portion() -> int:
        async with house.app.database.transaction() as tx:
            return await print_due_invoices(tx, media.put, OPERATOR, house.now, render, turn)

    assert await asyncio.gather(*(portion() for _ in range(AT_ONCE))) == [1] * AT_ONCE
    assert len(set(numbers)) == AT_ONCE, "no invoice is printed by both"
    await house.work()
    assert {item["delivery"] for item in house.items("print")} == made
