"""Client funds: whatever happens, the bank has what is owed to creditors, debtors, nobody yet and ourselves, to the öre."""

from __future__ import annotations

import os
from collections import Counter
from dataclasses import dataclass, field
from datetime import date, timedelta
from pathlib import Path
from typing import Any, Literal

import hypothesis
import pytest
from hypothesis import strategies as st

from fordran import clock
from fordran.actions.cases.book import book
from fordran.actions.cases.case_facts import SYSTEM, StoredFact
from fordran.actions.cases.locked_case import lock_case
from fordran.actions.proof.specifications import specifications_that_differ
from fordran.api.app import Api
from fordran.domain.books.journal import CLIENT_FUNDS, OWN_FEES_IN_CLIENT_FUNDS
from fordran.domain.claims.facts import Fee
from fordran.formats.making import DemoTransaction
from fordran.store.rows.ids import new_id
from tests.actions import fixtures
from tests.actions.bank.refund_desk import KARIN, NOBODY, RefundDesk
from tests.actions.bank_hall import camt054, deposit, paid
from tests.actions.payouts.payout_desk import open_desk

app, quiet, settings = fixtures.app, fixtures.quiet, fixtures.settings

HISTORIES = int(os.environ.get("FORDRAN_TEST_FUNDS", "200"))
FIRST = date(2026, 4, 1)

Kind = Literal["pay", "nameless", "recall", "credit", "report", "charge", "export", "return", "order", "use", "give_up"]


@dataclass(frozen=True)
class Act:
    """Something that happens: to one of two cases, or to one of what there is to choose from."""

    kind: Kind
    which: int
    ore: int
    day: int
    is_known: bool
    """Whether the bank names the account of the payer."""


kinds: st.SearchStrategy[Kind] = st.sampled_from(
    [
        *("pay", "pay", "pay", "nameless", "recall", "recall", "credit", "report", "charge"),
        *("export", "export", "return", "order", "order", "use", "give_up"),
    ]
)
amounts = st.integers(1, 900_00) | st.sampled_from([1, 24_99, 300_00, 500_00, 680_00, 1200_00])
CHARGED = [Act("charge", 0, 1, 0, is_known=True), Act("pay", 0, 1180_00, 5, is_known=True)]
acts = st.builds(Act, kinds, st.integers(0, 7), amounts, st.integers(0, 60), st.booleans())


@dataclass
class Bank:
    """What the bank itself would say stands on the account, by what it told us and what we told it."""

    desk: RefundDesk
    balance: int = 0

    async def bring(self, receipt: DemoTransaction, day: date) -> None:
        await self.desk.hall.bring(camt054(deposit(receipt, day=day)))
        self.balance += receipt.signed

    async def pay_orders(self, day: date) -> None:
        """Pay whatever we order, until there is nothing left."""
        while done := await self.desk.desk.export(day):
            self.balance -= done.amount


@pytest.fixture(scope="module")
async def bank(app: Api, tmp_path_factory: pytest.TempPathFactory) -> Bank:
    terms = {"commission_share_percent": 50, "commission_excluded_vat": False, "write_off_below": 0}
    folder: Path = tmp_path_factory.mktemp("orders")
    return Bank(RefundDesk(await open_desk(app, folder, case_config=terms)))


@dataclass
class History:
    """Two claims on one debtor, and what happened to them."""

    bank: Bank
    cases: list[str]
    numbers: list[str]
    paid: list[DemoTransaction] = field(default_factory=list)

    @property
    def desk(self) -> RefundDesk:
        return self.bank.desk

    async def happens(self, act: Act) -> None:
        await getattr(self, f"_{act.kind}")(act, self.cases[act.which % 2], FIRST + timedelta(days=act.day))

    async def _pay(self, act: Act, case: str, day: date, reference: str | None = None) -> None:
        number = self.numbers[self.cases.index(case)] if reference is None else reference
        receipt = paid(act.ore, number, payer=KARIN if act.is_known else NOBODY)
        await self.bank.bring(receipt, day)
        self.paid.append(receipt)

    async def _nameless(self, act: Act, case: str, day: date) -> None:
        """A payment that nobody knows the case of, which a person may match."""
        await self._pay(act, case, day, "77")
        if act.which < 5:
            (waiting,) = await self.desk.hall.waiting()
            await self.desk.desk.office.post(f"unmatched--payments/{waiting['_id']}/match", {"case": case})
        else:
            await self._nobody_wants()

    async def _nobody_wants(self) -> None:
        """What waits goes back; the bank does not recall it afterwards."""
        for waiting in await self.desk.hall.waiting():
            account = {"kind": "bankgiro", "number": "991-2346"}
            await self.desk.desk.office.post(f"unmatched--payments/{waiting['_id']}/refund", {"bank_account": account})
            self.paid = [one for one in self.paid if one.end_to_end_id != waiting["own_reference"]]

    async def _recall(self, act: Act, case: str, day: date) -> None:
        if self.paid:
            gone = self.paid.pop(act.which % len(self.paid))
            receipt = paid(gone.amount, gone.reference, kind="recall", end_to_end_id=gone.end_to_end_id)
            await self.bank.bring(receipt, FIRST + timedelta(days=70))

    async def _credit(self, act: Act, case: str, day: date) -> None:
        await self.desk.desk.office.credit(case, act.ore / 100)

    async def _report(self, act: Act, case: str, day: date) -> None:
        """The creditor got some of it: no money of ours."""
        await self.desk.desk.office.pay(case, act.ore / 100, day)

    async def _charge(self, act: Act, case: str, day: date) -> None:
        """A fee of ours, of a day of its own, and booked today as all else: what is taken back later is of the same month."""
        office, now = self.desk.desk.office, clock.now()
        async with office.app.database.transaction() as tx:
            locked = await lock_case(tx, case, office.creditor, office.account, now)
            assert locked is not None
            fee = Fee(new_id(), day, "amortization_reminder", 60_00)
            await book(tx, locked, [StoredFact(fee, locked.business_now, SYSTEM)], now)

    async def _export(self, act: Act, case: str, day: date) -> None:
        await self.bank.pay_orders(clock.stockholm_date(clock.now()))

    async def _return(self, act: Act, case: str, day: date) -> None:
        """The bank sends back a refund that it was told to pay."""
        sent = [one for one in await self.desk.refunds(case) if one["status"] in ("exported", "claimed")]
        sent = [one for one in sent if "bank_payout_request" in one and "returned_transaction" not in one]
        if sent:
            refund = sent[act.which % len(sent)]
            back = paid(round(refund["amount"] * 100), end_to_end_id=refund["_id"], is_returned=True)
            await self.bank.bring(back, FIRST + timedelta(days=75))

    async def _order(self, act: Act, case: str, day: date) -> None:
        if free := await self._free(case):
            await self.desk.order(case, {"amount": min(act.ore, free) / 100, "bankgiro": "991-2346"})

    async def _use(self, act: Act, case: str, day: date) -> None:
        (other,) = (one for one in self.cases if one != case)
        free = await self._free(case)
        if free and (await self.desk.case(other))["total_remaining_transaction_amount"]:
            await self.desk.order(case, {"amount": min(act.ore, free) / 100, "use_for": other})

    async def _give_up(self, act: Act, case: str, day: date) -> None:
        for refund in await self.desk.refunds(case):
            if refund["status"] == "claimed":
                body = {"refund": refund["_id"], "reason": "Not found"}
                await self.desk.desk.office.post(f"cases/{case}/refund-write-offs", body)

    async def _free(self, case: str) -> int:
        """What a case owes back and nobody has ordered."""
        owed = (await self.desk.case(case))["refund_amount"]
        ordered = sum(one["amount"] for one in await self.desk.refunds(case) if one["status"] == "ordered")
        return round((owed - ordered) * 100)

    async def pay_all_out(self) -> None:
        """Give up what payers owe, send back what is not owed, and pay the creditor."""
        everything = Act("order", 0, 10**12, 0, is_known=False)
        for case in self.cases:
            await self._give_up(everything, case, FIRST)
            await self._order(everything, case, FIRST)
        await self._nobody_wants()
        later = clock.stockholm_date(clock.now()) + timedelta(days=45)
        await self.desk.desk.prepare(later)
        await self.bank.pay_orders(later)


async def whose(desk: RefundDesk) -> Counter[str]:
    """Whose the money is, by the documents; our own fees by the journal."""
    async with desk.desk.database.connection() as connection:
        row = await connection.fetchrow(
            """select (select coalesce(sum(s.amount), 0)::bigint from payout_specifications s
                       left join payouts p on p.account_id = s.account_id and p.id = s.payout_id
                       where s.finance_category not in ('creditor_commission', 'operator_fees')
                         and p.payout_date is null) as creditors,
                      (select coalesce(sum(refund_amount), 0) from cases)::bigint
                          - (select coalesce(sum(claimed_amount), 0) from refunds)::bigint as debtors,
                      (select coalesce(sum(suspense_amount), 0)::bigint from bank_transactions) as nobody,
                      (select coalesce(sum(written_off_amount), 0)::bigint from refunds) as given_up"""
        )
    balances = await desk.desk.balances()
    return Counter(dict(row) | {"own fees": -balances[OWN_FEES_IN_CLIENT_FUNDS], "books": balances[CLIENT_FUNDS]})


async def check(bank: Bank, history: Any) -> Counter[str]:
    """What the bank has is in the books, and is somebody's."""
    found = await whose(bank.desk)
    assert found["books"] == bank.balance, history
    assert bank.balance == found["creditors"] + found["debtors"] + found["nobody"] + found["own fees"], (found, history)
    return found


SHARED_AGAIN = [
    Act("pay", 0, 1, 1, is_known=False),
    Act("credit", 0, 1, 0, is_known=False),
    Act("charge", 0, 1, 0, is_known=False),
    Act("pay", 0, 60_00, 0, is_known=False),
    Act("recall", 1, 1, 0, is_known=False),
]
"""The share of a fee is taken back from one payment, and given again when another is recalled."""


@hypothesis.settings(
    max_examples=HISTORIES, deadline=None, suppress_health_check=list(hypothesis.HealthCheck), print_blob=True
)
@hypothesis.given(st.lists(acts, min_size=2, max_size=9))
# What is seldom drawn, and has to be among them: a fee of ours that is paid, and one whose payment is taken back.
@hypothesis.example(CHARGED)
@hypothesis.example([*CHARGED, Act("recall", 0, 1, 9, is_known=True)])
@hypothesis.example(SHARED_AGAIN)
async def test_client_funds_are_whose_they_are_after_every_history(bank: Bank, story: list[Act]) -> None:
    debts = [await bank.desk.debt(1000) for _ in range(2)]
    history = History(bank, [case for case, _ in debts], [number for _, number in debts])
    for act in story:
        await history.happens(act)
    await check(bank, story)
    await history.pay_all_out()
    found = await check(bank, story)
    assert (found["creditors"], found["debtors"], found["nobody"]) == (0, 0, 0), story
    # Our own fees have left too; what is given up of claims on payers is then missing, and ours to make good.
    assert bank.balance == found["own fees"] == -found["given_up"], story
    async with bank.desk.desk.database.connection() as connection:
        accounts = [(bank.desk.desk.office.account, case) for case in history.cases]
        assert await specifications_that_differ(connection, accounts) == [], story


async def test_afterwards_everything_is_as_it_should_be(bank: Bank) -> None:
    assert await bank.desk.desk.office.differences() == []
