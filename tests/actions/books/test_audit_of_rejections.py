"""An audit from outside, of an installation whose bank rejected a payout."""

from __future__ import annotations

import io
from datetime import date
from pathlib import Path

from fordran.actions.bank.import_bank_file import import_bank_file
from fordran.actions.bank.store_file import sent_file
from fordran.actions.transfers.reopen_payouts import reopen_all
from fordran.api.app import Api
from fordran.formats.pain002_making import make_pain002
from fordran.operator import Operator
from tests.actions.bank_hall import deposit, paid
from tests.actions.books.test_audit_from_outside import DECEMBER, TERMS, Auditor
from tests.actions.payouts.payout_desk import noon, open_desk
from tools.audit.checks import audit
from tools.audit.papers import orders


async def test_a_payout_that_the_bank_rejects_is_found_in_its_answer_and_in_no_statement(
    app: Api, tmp_path: Path
) -> None:
    desk = await open_desk(app, tmp_path, case_config=TERMS, vat_no="SE556016068001")
    auditor = Auditor(desk, tmp_path / "papers")
    day, ordered, again = date(2026, 12, 7), date(2026, 12, 9), date(2026, 12, 14)
    number = await auditor.number(await desk.debt(1000))
    await auditor.told(day, deposit(paid(1000_00, number), day=day))
    path = auditor.folder / "orders" / "2026-12-09.xml"
    path.parent.mkdir()
    await desk.prepare(ordered)
    done = await desk.export(ordered, path)
    assert done is not None
    (transfer,) = orders(path.parent)
    auditor.asked.add(transfer)
    # The answer comes after the day of the order, so that the books have it as gone on that day.
    batches = {f"{done.order}-1": ("PART", {transfer: ("RJCT", "AC01")})}
    answer = make_pain002(done.order, batches=batches, created="2026-12-11T08:00:00")
    auditor.keep("answers", "2026-12-11.xml", answer)
    now = noon(date(2026, 12, 11))
    await import_bank_file(desk.database, sent_file(io.BytesIO(answer), "answer"), Operator().bankgiro, now)
    assert await reopen_all(desk.database, now) == 1
    await auditor.pays_out(again, date(2026, 12, 15))
    await auditor.exported(DECEMBER)
    assert audit(auditor.folder) == []
    (auditor.folder / "answers" / "2026-12-11.xml").unlink()
    assert any("2026-12-11" in sentence for sentence in audit(auditor.folder))
