"""One account with much due delays no other: each has its turn with every duty."""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncIterator, Callable
from datetime import date

import pytest

from fordran import clock
from fordran.actions.bank import settle_payments
from fordran.actions.delivery import claim, show
from fordran.actions.flow import advance_cases
from fordran.actions.letters import make_document, take_back_letters
from fordran.actions.letters.letter_documents import Document
from fordran.actions.letters.make_document import renderer_of
from fordran.actions.printing import print_invoice
from fordran.actions.rendering.renderers import RENDERERS, RenderLimits
from fordran.api.app import Api
from fordran.settings import Settings
from fordran.store.connections.database import Connection
from fordran.store.turns import AccountRound
from fordran.worker.schedule import duties
from tests.actions.bank_hall import BankHall, bgmax, deposit, paid
from tests.actions.flow.days import Days
from tests.actions.flow.people import register_debts
from tests.actions.office import Office, open_office
from tests.actions.rendering import calls
from tests.citus.nodes import CLUSTER

STEP_DAY = date(2026, 9, 2)
MANY = 12


@pytest.fixture
async def neighbour(app: Api, office: Office, days: Days) -> AsyncIterator[Office]:
    """Another account, which comes after the first in every order by id. What both leave due is forgotten."""
    opened = await open_office(app)
    assert office.account < opened.account
    yield opened
    await opened.client.aclose()
    async with days.transaction() as tx:
        await tx.execute("update envelopes set status = 'empty' where status in ('queued', 'made')")
        await tx.execute("update deliveries set status = 'failed' where status = 'queued'")


async def do_once(settings: Settings, days: Days, names: list[str]) -> None:
    """Let one worker do each of the duties, in the order given, one portion each time that it is named."""
    act = {duty.name: duty.act for duty in duties(settings)}
    for name in names:
        async with days.transaction() as tx:
            await act[name](tx)


async def counted(days: Days, statement: str, *offices: Office) -> list[int]:
    """How many rows the statement finds of each office's account."""
    async with days.transaction() as tx:
        return [await tx.fetchval(statement, office.account) for office in offices]


async def owe(office: Office, neighbour: Office, days: Days) -> None:
    """Many debts of the one are due on the day, and have been for long; one of the other."""
    days.at(date(2026, 8, 1))
    await register_debts(office, people=MANY, each=1, invoiced="2026-06-16")
    days.at(date(2026, 9, 1))
    await register_debts(neighbour, people=1, each=1, invoiced="2026-07-16")
    days.at(STEP_DAY)


async def test_a_case_is_advanced_in_the_first_two_portions_whatever_another_account_has_due(
    office: Office, neighbour: Office, days: Days, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    await owe(office, neighbour, days)
    monkeypatch.setattr(advance_cases, "MOST_CUSTOMERS", 2)
    await do_once(settings, days, ["advance cases"] * 2)
    taken = "select count(*) from steps where account_id = $1"
    assert await counted(days, taken, office, neighbour) == [2, 1]


async def test_letters_of_all_accounts_are_made_in_turn(
    office: Office, neighbour: Office, days: Days, settings: Settings
) -> None:
    await owe(office, neighbour, days)
    await do_once(settings, days, ["advance cases"] * 2)
    made = "select count(*) from envelopes where account_id = $1 and status = 'made'"
    assert await counted(days, made, office, neighbour) == [0, 0]
    await do_once(settings, days, ["make letters"] * 2)
    assert await counted(days, made, office, neighbour) == [1, 1]


async def test_letters_that_no_longer_hold_are_taken_back_in_turn(
    office: Office, neighbour: Office, days: Days, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(take_back_letters, "AT_A_TIME", 2)
    await owe(office, neighbour, days)
    await days.work(STEP_DAY, only=("advance cases", "make letters"))
    made = "select count(*) from envelopes where account_id = $1 and status = 'made'"
    assert await counted(days, made, office, neighbour) == [MANY, 1]
    days.at(date(2026, 9, 3))
    await do_once(settings, days, ["take back letters"] * 2)
    assert await counted(days, made, office, neighbour) == [MANY - 2, 0]


async def test_letters_of_all_accounts_are_shown_in_turn(
    office: Office, neighbour: Office, days: Days, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(show, "MOST_LETTERS", 2)
    await owe(office, neighbour, days)
    await days.work(STEP_DAY, only=("advance cases", "make letters"))
    await do_once(settings, days, ["show letters"] * 2)
    shown = "select count(*) from envelopes where account_id = $1 and status = 'shown'"
    assert await counted(days, shown, office, neighbour) == [2, 1]


SLOW = "Långsam AB"


def slow_or_not(document: Document) -> Callable[..., bytes]:
    """The function that renders a letter: for the slow creditor, one that never ends."""
    return calls.spin if SLOW in repr(document) else renderer_of(document)


async def test_letters_that_take_too_long_go_to_the_work_list_and_delay_another_account_by_one(
    office: Office, neighbour: Office, days: Days, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(make_document, "renderer_of", slow_or_not)
    monkeypatch.setattr(RENDERERS, "limits", RenderLimits(seconds=3))
    await owe(office, neighbour, days)
    async with days.transaction() as tx:
        await tx.execute("update creditors set name = $2 where account_id = $1", office.account, SLOW)
    await do_once(settings, days, ["advance cases"] * 2)
    await do_once(settings, days, ["make letters"] * 2)
    status = "select count(*) from envelopes where account_id = $1 and status = 'made'"
    assert await counted(days, status, office, neighbour) == [0, 1]
    listed = (
        "select count(*) from work_items where account_id = $1 and kind = 'letter_failed' and reason like '%seconds%'"
    )
    assert await counted(days, listed, office, neighbour) == [1, 0]


async def test_bank_payments_that_were_left_are_settled_in_turn(
    office: Office, neighbour: Office, days: Days, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    halls = [BankHall(office.app.database, office)] * 5 + [BankHall(office.app.database, neighbour)]
    debts = [await hall.debt(1000) for hall in halls]
    receipts = [paid(300_00, ocr) for _, ocr in debts]
    await halls[0].bring(bgmax(deposit(*receipts, day=clock.stockholm_date(clock.now()))))
    async with days.transaction() as tx:
        await tx.execute("update bank_payments set is_due = true")
    monkeypatch.setattr(settle_payments, "BATCH", 2)
    await do_once(settings, days, ["settle bank payments"] * 2)
    left = "select count(*) from bank_payments where account_id = $1 and is_due"
    assert await counted(days, left, office, neighbour) == [3, 0]


async def test_invoices_of_all_accounts_are_printed_in_turn(
    office: Office, neighbour: Office, days: Days, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    await register_invoices(office, neighbour)
    monkeypatch.setattr(print_invoice, "MOST", 2)
    await do_once(settings, days, ["print invoices"] * 2)
    printed = "select count(*) from invoices where account_id = $1 and print_id is not null"
    # The second portion is filled with what is left; on a cluster it is one account's.
    assert await counted(days, printed, office, neighbour) == ([2, 1] if CLUSTER else [3, 1])


async def register_invoices(office: Office, neighbour: Office, **customer: str) -> None:
    """Many of the one, and then one of the other."""
    for sender in (*[office] * 6, neighbour):
        await sender.register_invoice(100, customer=sender.customer_body(**customer))


async def released(tx: Connection, *offices: Office) -> None:
    """Let the invoices be printed, as far as whoever sends them can see, and nothing else be queued."""
    accounts = [office.account for office in offices]
    await tx.execute("update deliveries set status = 'failed' where account_id <> all($1::text[])", accounts)
    await tx.execute("update deliveries set made = created where account_id = any($1::text[])", accounts)
    await tx.execute(
        """with made as (
               insert into media_files (account_id, id, created, creditor_id, filename, content_type, size, sha256)
               select account_id, left(md5(id), 24), created, creditor_id, 'a.pdf', 'application/pdf', 1, sha256('')
               from invoices where account_id = any($1::text[]) returning account_id, id)
           update invoices i set print_id = m.id from made m where i.account_id = m.account_id and left(md5(i.id), 24) = m.id""",
        accounts,
    )


@pytest.mark.parametrize("channel", ["email", "print"])
async def test_deliveries_of_all_accounts_are_claimed_in_turn(
    channel: str, office: Office, neighbour: Office, days: Days, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(claim, "MOST_IN_A_BATCH", 2)
    now, turn = days.at(STEP_DAY), AccountRound()
    await register_invoices(office, neighbour)
    claimed = []
    async with days.transaction() as tx:
        await released(tx, office, neighbour)
        await tx.execute("update deliveries set channel = $1 where status = 'queued'", channel)
        for _ in range(4):
            if channel == "email":
                rows = await claim.claim_messages(tx, "email", "kravhuset.example", 2, now, turn)
            else:
                batch = await claim.claim_batch(tx, "print", now, at_once=True, turn=turn)
                rows = list(batch.items) if batch else []
            claimed.append(Counter(row["account_id"] for row in rows))
    a, b = office.account, neighbour.account
    is_one_accounts = CLUSTER and channel == "email"
    assert claimed == ([{a: 2}, {b: 1}, {a: 2}, {a: 2}] if is_one_accounts else [{a: 2}, {a: 1, b: 1}, {a: 2}, {a: 1}])
