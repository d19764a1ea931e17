"""How many statements the payments of a file take: as many for three that are too much as for one."""

from __future__ import annotations

import io

import pytest

from fordran import clock
from fordran.actions.bank.settle_payments import due_cases, settle_cases
from fordran.actions.bank.store_file import sent_file, store_bank_file
from fordran.formats.bank import BankPayer
from fordran.operator import Operator
from tests.actions.bank.refund_desk import KARIN, NOBODY
from tests.actions.bank_hall import BankHall, camt054, deposit, paid
from tests.actions.office import Office
from tests.citus.nodes import CLUSTER


@pytest.mark.skipif(bool(CLUSTER), reason="on a cluster each booking is written by a statement of its account")
@pytest.mark.parametrize(
    ("payer", "remark"),
    [(NOBODY, "a person is asked where it goes"), (KARIN, "it goes back to the account that the bank named")],
)
async def test_payments_that_are_too_much_are_kept_together(office: Office, payer: BankPayer, remark: str) -> None:
    hall = BankHall(office.app.database, office)
    one, three = await _statements(hall, 1, payer), await _statements(hall, 3, payer)
    assert one == three, remark


async def _statements(hall: BankHall, payments: int, payer: BankPayer) -> list[str]:
    """The statements that settle so many payments of cases of one creditor, each more than is owed."""
    numbers = [(await hall.debt(100))[1] for _ in range(payments)]
    file = camt054(deposit(*(paid(15_000, ocr, payer=payer) for ocr in numbers)))
    sent: list[str] = []
    async with hall.database.transaction() as tx:
        await store_bank_file(tx, sent_file(io.BytesIO(file), "file"), Operator().bankgiro, clock.now())
        account = await tx.fetchval("select account_id from bank_payments where is_due limit 1")
        cases = await due_cases(tx, account, "", 100, clock.now())
        with tx.query_logger(lambda record: sent.append(record.query)):
            assert await settle_cases(tx, account, cases, clock.now()) == payments
    # A connection that meets a type for the first time looks it up, whatever it is asked.
    return [statement for statement in sent if "typeinfo_tree" not in statement and "'jit'" not in statement]
