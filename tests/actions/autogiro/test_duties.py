"""Autogiro from the settings to the statement: the worker writes the file, reads the reports, and the case is paid."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from fordran.outside.autogiro_folders import AutogiroFolders
from fordran.sections import AutogiroSection
from fordran.settings import Settings
from fordran.store.connections.database import Connection
from fordran.worker.autogiro import AutogiroDuties
from fordran.worker.schedule import duties
from tests.actions.autogiro.drawing import WORK, debit_line, debits, planned_case, states
from tests.actions.autogiro.test_mandates import PAYEE, advice, ask
from tests.actions.autogiro.test_reports import DAY, record, specification
from tests.actions.flow.days import Days
from tests.actions.flow.people import person
from tests.actions.office import Office
from tests.actions.work.test_change_customer import registered

Act = Callable[[Connection], Awaitable[int]]


async def work(office: Office, act: Act) -> int:
    """Do a duty to its end; in how many steps."""
    steps = 0
    while True:
        async with office.app.database.transaction() as tx:
            if not await act(tx):
                return steps
        steps += 1


async def test_from_the_settings_to_the_statement(
    office: Office, days: Days, settings: Settings, tmp_path: Path
) -> None:
    section = AutogiroSection("471117", "991-2346", str(tmp_path / "in"), str(tmp_path / "out"))
    act = {duty.name: duty.act for duty in duties(replace(settings, autogiro=section))}
    write, read = act["write files of Autogiro"], act["read reports of Autogiro"]
    days.at(date(2026, 9, 1))
    case, _ = await registered(office, customer=person(1060))
    await office.post(f"cases/{case}/amortization-plans", {"instalments": 3, "first_date": "2026-09-30"})
    mandate = await ask(office, case)
    assert await work(office, read) == 0, "there is no folder yet"
    await work(office, write)
    (entered,) = (tmp_path / "out").iterdir()
    assert f"04{9912346:010}{mandate['payer_number']:0>16}" in entered.read_text("latin-1")
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "1.txt").write_bytes(advice((mandate["payer_number"], "04", "32")))
    assert await work(office, read) == 2
    await days.work(date(2026, 9, 2), only=WORK)
    days.at(date(2026, 9, 19))
    assert await work(office, write) == 0, "a Saturday"
    days.at(date(2026, 9, 21))
    await work(office, write)
    assert await work(office, write) == 0
    debit, *_ = await debits(office, case)
    (drawn,) = [path for path in (tmp_path / "out").iterdir() if path != entered]
    assert drawn.name.startswith("autogiro-2026-09-21-")
    assert drawn.read_text("latin-1").splitlines().count(debit_line(mandate, debit)) == 1
    days.at(DAY)
    owed = (await office.statement(case, at=DAY))["total_remaining_transaction_amount"]
    (tmp_path / "in" / "2.txt").write_bytes(specification(record(mandate, debit, "0"), serial=60))
    (tmp_path / "in" / "3.txt").write_bytes(b"nothing that is a report")
    assert await work(office, read) == 3
    assert await work(office, read) == 0
    await days.work(DAY, only=WORK)
    stated = await office.statement(case, at=DAY)
    assert round((owed - stated["total_remaining_transaction_amount"]) * 100) == debit["amount"]
    assert {one["date"] for one in stated["lines"] if one["amount"] < 0} == {"2026-09-30"}
    assert (await states(office, case))[0] == "paid"
    assert not await office.differences()


async def test_a_report_that_was_not_stored_is_read_again(office: Office, days: Days, tmp_path: Path) -> None:
    _, mandate = await planned_case(office, days, 1061)
    duty = AutogiroDuties(AutogiroFolders(PAYEE, tmp_path, tmp_path))
    (tmp_path / "1.txt").write_bytes(advice((mandate["payer_number"], "46", "02")))

    async def killed() -> None:
        async with office.app.database.transaction() as tx:
            assert await duty.read(tx) == 1
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await killed()
    assert (await office.get(f"autogiro--mandates/{mandate['_id']}"))["state"] == "active"
    assert await work(office, duty.read) == 2
    assert (await office.get(f"autogiro--mandates/{mandate['_id']}"))["state"] == "ended"


def test_without_the_section_there_is_no_duty(settings: Settings) -> None:
    assert [duty.name for duty in duties(settings) if "Autogiro" in duty.name] == ["look after debits by Autogiro"]
