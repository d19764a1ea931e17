"""A payment that cannot be booked on its case waits by itself, with its reason; the others of its file are booked."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from fordran import clock
from fordran.actions.bank import read_in_file
from fordran.actions.bank import settle_payments as settling
from fordran.actions.cases.locked_case import LockedCase
from fordran.formats.bank import BadBankFile
from tests.actions.bank_hall import BankHall, bgmax, deposit, paid
from tests.actions.office import Body, Office


async def items(office: Office, case: str) -> list[Body]:
    found: list[Body] = (await office.get("work--items", where=f'{{"case": "{case}"}}'))["_items"]
    return found


async def test_a_payment_that_cannot_be_booked_waits_by_itself_until_it_can(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    hall = BankHall(office.app.database, office)
    debts = [await hall.debt(1000) for _ in range(3)]
    stuck = debts[1][0]
    change_of, tries = settling.change_of, []

    def stumbles(case: LockedCase, *more: Any) -> Any:
        if case.id == stuck:
            tries.append(case.id)
            raise RuntimeError("its books do not close")
        return change_of(case, *more)

    async def settled(after: timedelta) -> int:
        async with office.app.database.transaction() as tx:
            return await settling.settle_some(tx, clock.now() + after)

    async def remaining() -> list[float]:
        return [(await office.case(case))["total_remaining_capital_amount"] for case, _ in debts]

    with monkeypatch.context() as patched:
        patched.setattr(settling, "change_of", stumbles)
        await hall.bring(bgmax(deposit(*(paid(300_00, ocr) for _, ocr in debts))))
        assert await remaining() == [702.74, 1000, 702.74], "interest is paid first"
        tried = len(tries)
        assert await settled(timedelta(minutes=59)) == 0
        assert len(tries) == tried, "it is put aside"
        assert await settled(timedelta(minutes=61)) == 0
        assert len(tries) > tried, "and tried again"
        (item,) = await items(office, stuck)
    assert (item["kind"], "resolved" in item) == ("duty_failed", False)
    assert item["reason"] == "bank payments: cannot be booked: RuntimeError('its books do not close')"
    assert await items(office, debts[0][0]) == []
    assert await settled(timedelta(hours=3)) == 1
    assert await remaining() == [702.74] * 3
    assert "resolved" in (await items(office, stuck))[0]
    await hall.reconciled()


async def test_a_file_that_takes_too_long_to_read_in_is_refused_with_a_sentence(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    hall = BankHall(office.app.database, office)
    _, ocr = await hall.debt(1000)
    monkeypatch.setattr(read_in_file, "MOST_SECONDS", -1.0)
    with pytest.raises(BadBankFile, match="split it"):
        await hall.bring(bgmax(deposit(paid(300_00, ocr))))
