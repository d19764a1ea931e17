"""What the operator sends to creditors: its invoices, and the documents of payouts, by the channels that invoices have."""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest

from fordran.actions.delivery.claim import CLAIMED_FOR
from fordran.actions.delivery.send_again import send_again
from fordran.actions.delivery.show import show_deliveries
from fordran.actions.monitoring.list_deliveries import list_deliveries
from fordran.actions.payouts.export_payouts import export_payouts
from fordran.actions.payouts.issue_invoices import issue_invoices
from fordran.api.app import Api
from fordran.domain.kinds.channels import InvoiceChannel
from fordran.outside.coming_back import BounceFolder, ReceiptFolder
from fordran.outside.media import MediaFolder
from fordran.settings import Settings
from tests.actions.delivery.house import OPERATOR, House, open_house
from tests.actions.delivery.test_coming_back import bounce, names
from tests.actions.delivery.test_killed import Points, attempt, points
from tests.actions.office import COMPANY
from tests.actions.payouts.payout_desk import PayoutDesk, noon, open_desk
from tests.formats.e_invoices import official_rules
from tests.formats.e_invoices.test_receipts import WHY, response
from tests.outside.post_office import PostOffice
from tests.pdf import page_texts

__all__ = ["points"]

DECEMBER, NEW_YEAR, FEBRUARY = date(2026, 12, 7), date(2027, 1, 1), date(2027, 2, 1)
BY_E_INVOICE = {"e_invoice_address": "0007:5560160680"}


@pytest.fixture
async def house(app: Api, office: Any, settings: Settings, tmp_path: Path, post: PostOffice) -> AsyncIterator[House]:
    async with open_house(app, office, settings, tmp_path, smtp_url=post.url) as opened:
        receipts = ReceiptFolder(tmp_path / "e-invoices" / "receipts", OPERATOR.organization_no)
        opened.readers = [receipts, BounceFolder(tmp_path / "bounces")]
        (tmp_path / "bounces").mkdir()
        opened.now = noon(NEW_YEAR)
        yield opened


async def desk_of(house: House, **creditor: Any) -> PayoutDesk:
    return await open_desk(house.app, house.settings.data, **creditor)


async def billed(desk: PayoutDesk, day: date = NEW_YEAR) -> dict[str, Any]:
    """A fee of December that was kept, and the invoice for it."""
    case = await desk.debt(500)
    await desk.charge(case, "debt_collection", 180_00, DECEMBER)
    await desk.paid(case, 680_00, DECEMBER)
    async with desk.database.transaction() as tx:
        put = MediaFolder(desk.folder / "media").put
        assert await issue_invoices(tx, put, OPERATOR, desk.office.account, noon(day)) == 1
    return await invoice(desk)


async def invoice(desk: PayoutDesk) -> dict[str, Any]:
    (one,) = (await desk.office.get("operator--invoices", where=f'{{"creditor": "{desk.office.creditor}"}}'))["_items"]
    return dict(one)


async def work_items(desk: PayoutDesk) -> list[dict[str, Any]]:
    where = f'{{"creditor": "{desk.office.creditor}", "kind": "delivery_failed"}}'
    return list((await desk.office.get("work--items", where=where))["_items"])


async def test_an_invoice_leaves_as_an_e_invoice_and_its_receipt_says_that_it_arrived(house: House) -> None:
    desk = await desk_of(house, billing=BY_E_INVOICE | {"email": "faktura@borgenar.example"})
    made = await billed(desk)
    assert (made["delivery"]["channel"], made["delivery"]["status"]) == ("e_invoice", "queued")
    await house.work()
    (item,) = house.items("e-invoices")
    assert (item["delivery"], item["receiver"]) == (made["_id"], "0007:5560160680")
    assert (item["kind"], item["invoice_number"]) == ("operator_invoice", str(made["number"]))
    content = (house.settings.data / "e-invoices" / item["batch"] / item["file"]).read_bytes()
    assert b'<cbc:EndpointID schemeID="0007">5560160680</cbc:EndpointID>' in content
    assert content == MediaFolder(desk.folder / "media").get(made["ubl"]["id"])
    if official_rules.ARE_HERE:
        assert official_rules.broken_rules(content) == []
    left = await invoice(desk)
    assert left["delivery"]["status"] == "sent"
    assert left["_etag"] != made["_etag"]
    folder = house.settings.data / "e-invoices" / "receipts"
    # Another seller's invoice of that number is not ours.
    (folder / "other.xml").write_bytes(response("AP", str(made["number"]), "5560360793"))
    (folder / "ours.xml").write_bytes(response("AP", str(made["number"]), "5560000001"))
    await house.work(1)
    assert names(folder) == {"set-aside/other.xml", "done/ours.xml"}
    assert (await invoice(desk))["delivery"]["status"] == "delivered"


async def test_one_that_is_rejected_goes_by_e_mail_and_one_that_bounces_is_printed(
    house: House, post: PostOffice
) -> None:
    desk = await desk_of(house, billing=BY_E_INVOICE | {"email": "faktura@borgenar.example"})
    made = await billed(desk)
    await house.work()
    folder = house.settings.data / "e-invoices" / "receipts"
    (folder / "no.xml").write_bytes(response("RE", made["_id"], "", WHY))
    await house.work(1)
    (mailed,) = post.mailed
    assert mailed.receivers == ["faktura@borgenar.example"]
    number = made["number"]
    assert mailed.message["Subject"] == f"Faktura {number} från Kravhuset AB"
    assert "180,00" in page_texts(mailed.documents[f"faktura-{number}.pdf"])[0]
    sent = (await invoice(desk))["delivery"]
    (house.settings.data / "bounces" / "1.eml").write_bytes(bounce(sent["message_id"]))
    await house.work(1)
    after = (await invoice(desk))["delivery"]
    assert (after["channel"], after["status"]) == ("print", "sent")
    assert [one["channel"] for one in after["history"]] == ["e_invoice", "email"]
    (item,) = [one for one in house.items("print") if one["delivery"] == made["_id"]]
    assert item["receiver"][0] == (await desk.office.get(f"creditors/{desk.office.creditor}"))["name"]


async def test_a_creditor_without_any_address_is_work_until_it_has_one(house: House, post: PostOffice) -> None:
    nowhere = {"address_line_1": "", "zip_code": "", "city": "", "country": "SE"}
    desk = await desk_of(house, agreement_address=nowhere)
    made = await billed(desk)
    assert made["delivery"]["channel"] == "print"
    await house.work()
    failed = (await invoice(desk))["delivery"]
    assert (failed["status"], failed["reason"]) == ("failed", "the creditor has no postal address")
    (item,) = await work_items(desk)
    assert "resolved" not in item
    async with desk.database.transaction() as tx:
        (listed,) = [one for one in await list_deliveries(tx, is_failed=True) if one["id"] == made["_id"]]
    assert (listed["kind"], listed["document"]) == ("operator_invoice", str(made["number"]))
    creditor = await desk.office.get(f"creditors/{desk.office.creditor}")
    said = await desk.office.client.patch(
        f"/creditors/{desk.office.creditor}",
        json={"billing": {"email": "nu@borgenar.example"}},
        headers={"if-match": creditor["_etag"]},
    )
    assert said.status_code == 200, said.text
    async with desk.database.transaction() as tx:
        assert await send_again(tx, made["_id"], "email", house.now)
    await house.work(1)
    assert post.mailed[-1].receivers == ["nu@borgenar.example"]
    assert (await invoice(desk))["delivery"]["status"] == "sent"
    (item,) = await work_items(desk)
    assert "resolved" in item


async def test_an_e_invoice_goes_to_the_address_that_the_creditor_has_when_it_leaves(house: House) -> None:
    desk = await desk_of(house, billing=BY_E_INVOICE)
    made = await billed(desk)
    async with desk.database.transaction() as tx:
        await tx.execute(
            """update creditors set billing = '{"e_invoice_address": "0088:7300010000001"}' where account_id = $1""",
            desk.office.account,
        )
    await house.work()
    (item,) = [one for one in house.items("e-invoices") if one["delivery"] == made["_id"]]
    content = (house.settings.data / "e-invoices" / item["batch"] / item["file"]).read_bytes()
    assert item["receiver"] == "0088:7300010000001"
    assert b'<cbc:EndpointID schemeID="0088">7300010000001</cbc:EndpointID>' in content
    if official_rules.ARE_HERE:
        assert official_rules.broken_rules(content) == []


async def test_a_channel_that_cannot_reach_the_creditor_is_named_as_the_reason_for_another(house: House) -> None:
    desk = await desk_of(house, billing={"distribution": "email"})
    left = (await billed(desk))["delivery"]
    assert (left["channel"], left["reason"]) == ("print", "not by email: the creditor has no e-mail address")
    refused = await desk.office.client.post(
        "/creditors",
        json={
            "account": desk.office.account,
            "name": "X",
            "organization_no": COMPANY,
            "billing": {"distribution": "kivra"},
        },
    )
    assert refused.status_code == 422
    assert refused.json()["_issues"]["billing"]["distribution"].startswith("must be another channel")


async def test_a_creditor_that_fetches_its_invoices_itself_gets_none(house: House, post: PostOffice) -> None:
    desk = await desk_of(house, billing={"distribution": "none"}, email="kund@borgenar.example")
    made = await billed(desk)
    assert (made["delivery"]["channel"], made["delivery"]["status"]) == ("none", "not_ours")
    await house.work()
    assert [one for one in post.mailed if "kund@borgenar.example" in one.receivers] == []


async def test_the_document_of_a_payout_leaves_on_the_day_it_is_paid(house: House, post: PostOffice) -> None:
    config = {"commission_share_percent": 40, "commission_payout_frequency": "monthly"}
    desk = await desk_of(house, case_config=config, email="kund@borgenar.example", billing=BY_E_INVOICE)
    case = await desk.debt(500)
    await desk.charge(case, "debt_collection", 180_00, DECEMBER)
    await desk.paid(case, 680_00, DECEMBER)
    await desk.prepare(FEBRUARY)
    known = replace(OPERATOR, public_url="https://kravhuset.example")
    await export_payouts(desk.database, replace(desk.exporter(desk.file()), operator=known), noon(FEBRUARY))
    payout = await desk.payout("creditor_commission")
    async with desk.database.connection() as connection:
        row = await connection.fetchrow(
            "select kind, channel, status, next_attempt from deliveries where payout_id = $1", payout["_id"]
        )
    assert (row["kind"], row["channel"], row["status"]) == ("payout_document", "email", "queued")
    house.now = row["next_attempt"] + timedelta(hours=1)
    await house.work()
    (mailed,) = [one for one in post.mailed if one.receivers == ["kund@borgenar.example"]]
    assert mailed.message["Subject"].startswith("Underlag ")
    (name,) = mailed.documents
    assert name == payout["document"]["name"]


async def test_a_sandbox_shows_that_an_invoice_would_have_left(app: Api, tmp_path: Path) -> None:
    desk = await open_desk(app, tmp_path, billing={"email": "nej@refuse.example"})
    await billed(desk)
    async with desk.database.transaction() as tx:
        await show_deliveries(tx, "invoices", OPERATOR, noon(NEW_YEAR))
    async with desk.database.transaction() as tx:
        await show_deliveries(tx, "invoices", OPERATOR, noon(NEW_YEAR))
    shown = (await invoice(desk))["delivery"]
    assert (shown["channel"], shown["status"]) == ("print", "shown")
    assert [one["channel"] for one in shown["history"]] == ["email"]


# A worker that is killed closes nothing.
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning", "ignore:unclosed:ResourceWarning")
@pytest.mark.parametrize("channel", ["e_invoice", "email"])
async def test_a_worker_killed_at_any_point_sends_an_invoice_to_a_creditor_once(
    house: House, post: PostOffice, points: Points, channel: InvoiceChannel
) -> None:
    desk = await desk_of(house, billing=BY_E_INVOICE | {"email": "faktura@borgenar.example"})
    id_ = (await billed(desk))["_id"]
    kill_at, is_killed = 0, True
    while is_killed:
        kill_at += 1
        async with desk.database.transaction() as tx:
            assert await send_again(tx, id_, channel, house.now)
        is_killed = await attempt(house.post(), points, channel, house.app.database.url, kill_at)
        house.now += CLAIMED_FOR
        assert not await attempt(house.post(), points, channel, house.app.database.url)
        shown = (await invoice(desk))["delivery"]
        assert (shown["channel"], shown["status"]) == (channel, "sent"), kill_at
    assert kill_at > 10, "there are so many points at the least"
    if channel == "email":
        ids = Counter(got.message["Message-ID"] for got in post.mailed)
        assert len(ids) == kill_at, "each time by one Message-ID"
        assert max(ids.values()) <= 2, "and again by that one at the most, where its answer was lost"
    else:
        assert [item["delivery"] for item in house.items("e-invoices")] == [id_] * kill_at, "each time in one batch"
