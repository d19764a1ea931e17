"""The list of the operator's invoices: for staff and for the creditor that is billed, each with its document."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from fordran import clock
from fordran.actions.delivery.claimed import COLUMNS, ClaimedDeliveryRow
from fordran.actions.delivery.work import put_on_list
from fordran.actions.outbox.queue_to_creditor import ToCreditor, queue_to_creditor
from fordran.operator import Operator
from fordran.store.connections.typed_rows import fetch_the_row
from tests.actions.bank_hall import bgmax, deposit, paid
from tests.api.world import World
from tests.console.billing import issued
from tests.console.visiting import Browser

Browse = Callable[[str], Awaitable[Browser]]


async def test_an_invoice_is_listed_for_staff_and_for_its_creditor(browse: Browse, world: World) -> None:
    _, document = await issued(world, world.account.id, world.creditor.id, 4711)
    for name in ("finance", "creditor_user"):
        page = await (await browse(name)).get("/console/operator-invoices")
        assert page.h1 == "Våra fakturor"
        (listed,) = [row for row in page.tree.xpath("//main//table//tbody/tr") if "4711" in row.text_content()]
        shown = " ".join(listed.text_content().split())
        assert "4711" in shown
        assert "Obetald" in shown
        assert "225,00" in shown
        assert listed.xpath(f".//a[@href='/console/files/{document}']")


async def test_an_invoice_is_sent_once_it_has_been_shown_what_follows(browse: Browse, world: World) -> None:
    id_, _ = await issued(world, world.account.id, world.creditor.id, 4712)
    here = f"/console/operator-invoices/{id_}"
    handler = await browse("handler")
    page = await handler.get(here)
    assert page.h1 == "Faktura 4712"
    assert "Dokumentet har inte skickats härifrån." in page.text
    assert "180,00" in page.tree.xpath("//main//tbody/tr")[0].text_content()
    for channel in ("print", "email"):
        trial = await handler.send(page, f"{here}/send", channel=channel)
        assert trial.h1 == "Skicka igen"
        page = await handler.post(f"{here}/send", trial.form(f"{here}/send") | {"_confirmed": "yes"})
        assert "Det är gjort." in page.text
        assert "På väg ut" in page.text
        delivery = (await world.operator.get(f"/operator--invoices/{id_}")).json()["delivery"]
        assert (delivery["channel"], delivery["status"]) == (channel, "queued")
    assert [one["channel"] for one in delivery["history"]] == ["print"]
    assert (await handler.send(page, f"{here}/send", channel="pigeon")).status == 400
    for name in ("auditor", "creditor_user"):
        seen = await (await browse(name)).get(here)
        assert seen.h1 == "Faktura 4712"
        assert not seen.tree.xpath(f"//form[@action='{here}/send']")


async def test_finance_notes_payments_by_a_bank_file_of_our_own_account(browse: Browse, world: World) -> None:
    id_, _ = await issued(world, world.account.id, world.creditor.id, 4714)
    finance = await browse("finance")
    page = await finance.get("/console/operator-invoices")
    form, own = page.form("/console/operator-invoices/paid"), Operator().own_account.replace("-", "")
    day = clock.stockholm_date(clock.now())
    file = bgmax(deposit(paid(45_00, "4714"), paid(10_00, "999999"), day=day, receiver=own))
    done = await finance.post("/console/operator-invoices/paid", form, files={"file": ("own.bgmax", file)})
    assert "Inlästa betalningar av våra fakturor: 1." in done.text
    assert "10,00 kr" in done.text
    shown = (await world.operator.get(f"/operator--invoices/{id_}")).json()
    assert (shown["settled_amount"], shown["status"]) == (45, "settled")
    again = await finance.post("/console/operator-invoices/paid", form, files={"file": ("own.bgmax", file)})
    assert "Inlästa betalningar av våra fakturor: 0. Redan kända: 1." in again.text
    wrong = await finance.post("/console/operator-invoices/paid", form, files={"file": ("own.bgmax", b"hello")})
    assert wrong.status == 422
    page = await (await browse("handler")).get("/console/operator-invoices")
    assert not page.tree.xpath("//form[@action='/console/operator-invoices/paid']")


async def test_a_work_item_leads_to_the_invoice_that_did_not_leave(browse: Browse, world: World) -> None:
    id_, _ = await issued(world, world.account.id, world.creditor.id, 4715)
    account = world.account.id
    async with world.database.transaction() as tx:
        sent = ToCreditor(account, world.creditor.id, id_, "operator_invoice", way="print")
        await queue_to_creditor(tx, sent, clock.now())
        row = await fetch_the_row(tx, ClaimedDeliveryRow, f"select {COLUMNS} from deliveries q where q.id = $1", id_)
        await put_on_list(tx, row, "the creditor has no postal address", clock.now())
        item = await tx.fetchval("select id from work_items where account_id = $1 and subject = $2", account, id_)
    page = await (await browse("handler")).get(f"/console/work/{item}")
    assert page.tree.xpath(f"//a[@href='/console/operator-invoices/{id_}']")
