"""Exporting payouts: one order to the bank, valid and exact, whoever is killed on the way; and changing payouts."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest
from lxml import etree

from fordran import clock
from fordran.actions.books.export_sie import PeriodIsBackwards, export_sie
from fordran.actions.books.trace import trace
from fordran.actions.payouts.export_payouts import (
    Exporter,
    FileIsThere,
    OperatorIsPlaceholder,
    export_payouts,
    export_step,
)
from fordran.api.app import Api
from fordran.domain.books.journal import CLIENT_FUND_LIABILITIES, CLIENT_FUNDS
from fordran.domain.books.ledger_accounts import LedgerNumbers
from fordran.formats.bank import BankPayer
from fordran.formats.sie import read_sie
from fordran.operator import Operator
from fordran.outside.media import MediaFolder
from fordran.outside.order_files import OrderFile
from tests.actions.bank_hall import BankHall, camt054, deposit, paid
from tests.actions.payouts.payout_desk import PayoutDesk, noon, open_desk
from tests.formats.conftest import assert_valid  # noqa: F401  (a fixture)
from tests.pdf import page_texts

MONDAY = date(2026, 11, 16)
NEXT_MONDAY = MONDAY + timedelta(days=7)
NAMES = {"p": "urn:iso:std:iso:20022:tech:xsd:pain.001.001.03"}


@pytest.fixture
async def desk(app: Api, tmp_path: Path) -> PayoutDesk:
    """A desk, with nothing that others left to be paid."""
    opened = await open_desk(
        app,
        tmp_path,
        case_config={"commission_share_percent": 50, "commission_excluded_vat": False, "payout_frequency": "daily"},
    )
    while await opened.export(NEXT_MONDAY):
        pass
    return opened


async def earn(desk: PayoutDesk, kronor: int = 500, day: date = MONDAY) -> str:
    """A case that was paid, with a fee of ours first; its id."""
    case = await desk.debt(kronor)
    await desk.charge(case, "debt_collection", 180_00, day)
    await desk.paid(case, kronor * 100 + 180_00, day)
    return case


def texts(file: Path, path: str) -> list[str]:
    steps = "/".join(f"p:{name}" for name in path.split("/"))
    return [element.text or "" for element in etree.parse(file).iterfind(f".//{steps}", NAMES)]


# The order --------------------------------------------------------------------------------------------------------------------


async def test_an_order_pays_what_is_ready_and_says_so(
    desk: PayoutDesk,
    assert_valid: Callable[[str, bytes], None],  # noqa: F811
) -> None:
    await earn(desk, 500)
    await desk.prepare(NEXT_MONDAY)
    file = desk.file()
    done = await desk.export(NEXT_MONDAY, file)
    assert done is not None
    assert (done.filename, done.transfers, done.payouts, done.refunds, done.amount) == (str(file), 1, 1, 0, 500_00)
    assert_valid("pain.001.001.03", file.read_bytes())
    assert texts(file, "GrpHdr/CtrlSum") == texts(file, "PmtInf/CtrlSum") == ["500.00"]
    assert texts(file, "InstdAmt") == ["500.00"]
    payout = await desk.payout()
    assert texts(file, "EndToEndId") == [payout["_id"]] == [payout["creditor_payment_reference"]]
    assert texts(file, "Ustrd") == [payout["payout_reference"]]
    assert texts(file, "ReqdExctnDt") == ["2026-11-23"], "a banking day from today on, its own being over"
    assert payout["bank_payout_request"] == done.order
    assert payout["payout_date"] == "Mon, 23 Nov 2026 11:00:00 GMT"
    assert payout["banking_account"] == Operator().bank_account
    (line,) = await desk.specifications(payout=payout["_id"])
    assert (line["state"], line["payout_date"]) == ("paid_out", "2026-11-23T11:00:00Z")
    assert await desk.wrong() == []


async def test_an_exported_payout_is_never_exported_again(desk: PayoutDesk) -> None:
    await earn(desk)
    await desk.prepare(NEXT_MONDAY)
    assert await desk.export(NEXT_MONDAY) is not None
    file = desk.file()
    await desk.prepare(NEXT_MONDAY)
    assert await desk.export(NEXT_MONDAY, file) is None
    assert not file.exists()


async def test_a_later_order_of_the_account_has_none_of_what_an_earlier_one_paid(desk: PayoutDesk) -> None:
    await earn(desk)
    await desk.prepare(NEXT_MONDAY)
    first = await desk.export(NEXT_MONDAY)
    assert first is not None
    earlier = {one["_id"]: one["payout_date"] for one in await desk.payouts() if "payout_date" in one}
    await earn(desk, 300, NEXT_MONDAY)
    file, day = desk.file(), NEXT_MONDAY + timedelta(days=1)
    await desk.prepare(day)
    assert await desk.export(day, file) is not None
    assert set(texts(file, "EndToEndId")) & earlier.keys() == set()
    assert {one["_id"]: one["payout_date"] for one in await desk.payouts() if one["_id"] in earlier} == earlier
    assert await desk.wrong() == []


async def test_each_kind_of_account_is_paid_in_one_valid_order(
    app: Api,
    tmp_path: Path,
    desk: PayoutDesk,
    assert_valid: Callable[[str, bytes], None],  # noqa: F811
) -> None:
    for sek in (
        {"bankgiro": "5050-1055"},
        {"plusgiro": "28 65 43-4"},
        {"clearing_number": "8327-9", "account_number": "123 456 789-1"},
        {"iban": "SE4550000000058398257466"},
    ):
        other = await open_desk(app, tmp_path, payout_details={"sek": sek}, name="Åkes & Søn")
        await other.paid(await other.debt(100), 33_33, MONDAY)
        await other.prepare(NEXT_MONDAY)
    file = desk.file()
    done = await desk.export(NEXT_MONDAY, file)
    assert done is not None
    assert_valid("pain.001.001.03", file.read_bytes())
    assert texts(file, "CdtrAgt/FinInstnId/ClrSysMmbId/MmbId") == ["9960", "8327", "9900"]
    assert texts(file, "GrpHdr/CtrlSum") == ["133.32"]
    assert texts(file, "GrpHdr/NbOfTxs") == ["4"]


async def test_a_payout_is_paid_on_its_payout_day(app: Api, tmp_path: Path, desk: PayoutDesk) -> None:
    weekly = await open_desk(app, tmp_path)
    await weekly.paid(await weekly.debt(100), 10_00, date(2026, 12, 15))
    await weekly.prepare(date(2026, 12, 21))
    file = desk.file()
    await weekly.export(date(2026, 12, 21), file)
    assert texts(file, "ReqdExctnDt") == ["2026-12-28"], "Friday is Christmas Day"


async def test_a_creditor_that_changed_its_account_meanwhile_is_not_paid_to_a_wrong_one(desk: PayoutDesk) -> None:
    await earn(desk)
    await desk.prepare(NEXT_MONDAY)
    async with desk.database.transaction() as tx:
        wrong = {"sek": {"bankgiro": "991-2347"}}
        await tx.execute("update creditors set payout_details = $2 where id = $1", desk.office.creditor, wrong)
    assert await desk.export(NEXT_MONDAY) is None
    payout = await desk.payout()
    assert (payout["ready_for_payout"], payout["not_ready_reason"]) == (False, "payout_account_invalid")
    assert "payout_date" not in payout


async def test_nothing_is_paid_in_an_invented_name_but_in_a_sandbox(desk: PayoutDesk) -> None:
    await earn(desk)
    await desk.prepare(NEXT_MONDAY)
    async with desk.database.transaction() as tx:
        await tx.execute("update installation set sandbox = false")
    try:
        with pytest.raises(OperatorIsPlaceholder, match="name, organization_no"):
            await desk.export(NEXT_MONDAY)
    finally:
        async with desk.database.transaction() as tx:
            await tx.execute("update installation set sandbox = true")
    assert "payout_date" not in await desk.payout()


async def test_a_file_that_is_there_is_not_overwritten(desk: PayoutDesk) -> None:
    await earn(desk)
    await desk.prepare(NEXT_MONDAY)
    file = desk.file()
    file.write_text("mine")
    with pytest.raises(FileIsThere):
        await desk.export(NEXT_MONDAY, file)
    assert file.read_text() == "mine"
    assert await desk.export(NEXT_MONDAY) is not None


# Killed -----------------------------------------------------------------------------------------------------------------------


class Killed(Exception):
    """Stands for a process that is no more."""


class KilledFile(OrderFile):
    """A file whose writer is killed before, while or after it is written."""

    def __init__(self, path: Path, when: str) -> None:
        super().__init__(path)
        self.when = when

    def write(self, name: str, pieces: Iterator[bytes]) -> None:
        if self.when == "after":
            super().write(name, pieces)
        elif self.when == "while":
            super().write(name, self._cut(pieces))
        raise Killed

    @staticmethod
    def _cut(pieces: Iterator[bytes]) -> Iterator[bytes]:
        yield next(pieces)
        raise Killed


@pytest.mark.parametrize("when", ["before", "while", "after"])
async def test_a_writer_that_is_killed_leaves_no_file_or_a_whole_one_and_nothing_is_paid_twice(
    desk: PayoutDesk,
    when: str,
    assert_valid: Callable[[str, bytes], None],  # noqa: F811
) -> None:
    await earn(desk)
    await desk.prepare(NEXT_MONDAY)
    first, second = desk.file(), desk.file()
    exporter = Exporter(Operator(), MediaFolder(desk.folder / "media").put, KilledFile(first, when))
    with pytest.raises(Killed):
        await export_payouts(desk.database, exporter, noon(NEXT_MONDAY))
    assert first.exists() == (when == "after")
    await earn(desk, 200)
    await desk.prepare(NEXT_MONDAY)
    done = await desk.export(NEXT_MONDAY + timedelta(days=1), second)
    assert done is not None
    assert done.filename == str(first if when == "after" else second)
    third = desk.file()
    await desk.export(NEXT_MONDAY + timedelta(days=1), third)
    files = [file for file in (first, second, third) if file.exists()]
    for file in files:
        assert_valid("pain.001.001.03", file.read_bytes())
    paid_ids = [id_ for file in files for id_ in texts(file, "EndToEndId")]
    payouts = await desk.payouts(finance_category="capital")
    assert sorted(paid_ids) == sorted(payout["_id"] for payout in payouts)
    assert len(set(paid_ids)) == 2
    assert await desk.wrong() == []


@pytest.mark.parametrize("steps", range(1, 6))
async def test_an_order_is_taken_up_where_somebody_stopped(
    app: Api, tmp_path: Path, desk: PayoutDesk, steps: int
) -> None:
    desks = [desk, *[await open_desk(app, tmp_path) for _ in range(2)]]
    for one in desks:
        await earn(one)
        await one.prepare(NEXT_MONDAY)
    file = desk.file()
    for _ in range(steps):
        async with desk.database.transaction() as tx:
            await export_step(tx, desk.exporter(file), noon(NEXT_MONDAY))
    assert not file.exists()
    done = await desk.export(NEXT_MONDAY, file)
    assert done is not None
    assert (done.transfers, done.filename) == (3, str(file))
    assert len(set(texts(file, "EndToEndId"))) == 3
    assert await desk.wrong() == []


async def test_two_who_export_at_once_make_one_order(desk: PayoutDesk) -> None:
    await earn(desk)
    await desk.prepare(NEXT_MONDAY)
    files = [desk.file() for _ in range(4)]
    done = await asyncio.gather(*(desk.export(NEXT_MONDAY, file) for file in files))
    assert len({one.order for one in done if one}) == 1
    assert sum(file.exists() for file in files) == 1


# Commission -------------------------------------------------------------------------------------------------------------------


async def test_a_commission_payout_has_its_self_invoice(desk: PayoutDesk) -> None:
    await earn(desk)
    december = date(2026, 12, 1)
    await desk.prepare(december)
    file = desk.file()
    await desk.export(december, file)
    payout = await desk.payout("creditor_commission")
    assert (payout["amount"], payout["vat_amount"], payout["total_amount"]) == (90, 22.5, 112.5)
    assert payout["summary"] == {"commission": {"count": 1, "amount": 90, "vat_amount": 22.5, "total_amount": 112.5}}
    assert payout["finance_period_month"] == 11
    document = payout["document"]
    assert document["content_type"] == "application/pdf"
    content = MediaFolder(desk.folder / "media").get(document["file"])
    assert (len(content), document["name"][-4:]) == (document["length"], ".pdf")
    text = page_texts(content)[0]
    creditor = await desk.office.get(f"creditors/{desk.office.creditor}")
    for said in ("Självfakturering", creditor["name"], "SE556016068001", Operator().name, "90,00", "22,50", "112,50"):
        assert said in text, said
    assert f"{creditor['creditor_number']}-1" in text, "the first number of the creditor's own series"
    assert "112.50" in texts(file, "InstdAmt")
    assert await desk.wrong() == []


async def test_a_commission_payout_without_vat_has_a_settlement_note(app: Api, tmp_path: Path) -> None:
    desk = await open_desk(app, tmp_path, case_config={"commission_share_percent": 50})
    await earn(desk)
    december = date(2026, 12, 1)
    await desk.prepare(december)
    await desk.export(december)
    payout = await desk.payout("creditor_commission")
    assert (payout["amount"], payout["vat_amount"]) == (90, 0)
    assert payout["document"]["name"].startswith("avrakningsnota-")
    text = page_texts(MediaFolder(desk.folder / "media").get(payout["document"]["file"]))[0]
    creditor = await desk.office.get(f"creditors/{desk.office.creditor}")
    for shown in ("Avräkningsnota", creditor["name"], Operator().name, "90,00", "ingen mervärdesskatt"):
        assert shown in text, shown
    assert "Självfakturering" not in text
    assert await desk.wrong() == []


async def test_a_creditor_of_an_earlier_version_keeps_its_vat_and_a_later_one_has_none(
    app: Api, tmp_path: Path
) -> None:
    desk = await open_desk(app, tmp_path, case_config={"commission_share_percent": 50})
    creditor = await desk.office.get(f"creditors/{desk.office.creditor}")
    assert creditor["case_config"]["commission_excluded_vat"] is True
    async with desk.database.transaction() as tx:
        await tx.execute(
            "update creditors set case_config = case_config - 'commission_excluded_vat' where id = $1", creditor["_id"]
        )
    await earn(desk)
    (line,) = await desk.specifications(finance_category="creditor_commission")
    assert line["vat_amount"] == 22.5


async def test_documents_are_numbered_without_a_gap_for_each_creditor(desk: PayoutDesk) -> None:
    for month in (1, 2, 3):
        await earn(desk, day=date(2027, month, 5))
        await desk.prepare(date(2027, month + 1, 1))
        await desk.export(date(2027, month + 1, 1))
    names = [payout["document"]["name"] for payout in await desk.payouts(finance_category="creditor_commission")]
    assert [name.rpartition("-")[2] for name in names] == ["1.pdf", "2.pdf", "3.pdf"]


async def test_documents_of_payouts_that_are_paid_together_have_numbers_of_their_own(desk: PayoutDesk) -> None:
    """A month's commission that was not exported in time goes with the next one's."""
    for month in (date(2026, 12, 1), date(2027, 1, 4)):
        await earn(desk, day=month - timedelta(days=15))
        await desk.prepare(month)
    await desk.export(date(2027, 1, 4))
    names = [payout["document"]["name"] for payout in await desk.payouts(finance_category="creditor_commission")]
    assert sorted(name.rsplit("-", 1)[1] for name in names) == ["1.pdf", "2.pdf"]
    assert await desk.wrong() == []


async def test_only_commission_has_a_document(desk: PayoutDesk) -> None:
    await earn(desk)
    await desk.prepare(NEXT_MONDAY)
    await desk.export(NEXT_MONDAY)
    assert "document" not in await desk.payout()


# Changing ---------------------------------------------------------------------------------------------------------------------


async def change(desk: PayoutDesk, payout: dict[str, Any], body: dict[str, Any], status: int = 200) -> Any:
    answer = await desk.office.client.patch(
        f"/finance--payouts/{payout['_id']}", json=body, headers={"if-match": payout["_etag"]}
    )
    assert answer.status_code == status, answer.text
    return answer.json()


async def test_a_changed_payout_is_seen_in_its_specifications(desk: PayoutDesk) -> None:
    await earn(desk)
    await desk.prepare(MONDAY)
    payout = await desk.payout()
    (before,) = await desk.specifications(payout=payout["_id"])
    changed = await change(desk, payout, {"payout_reference": "Ny referens", "finance_interval": "monthly"})
    assert changed["_etag"] != payout["_etag"]
    payout = await desk.payout()
    assert (payout["finance_period_month"], payout.get("finance_period_day")) == (11, None)
    (line,) = await desk.specifications(payout=payout["_id"])
    assert (line["payout_reference"], line["payout_interval"]) == ("Ny referens", "monthly")
    assert "payout_date" not in line
    assert line["_etag"] != before["_etag"]
    await change(desk, payout, {"payout_date": "2026-11-17"})
    (line,) = await desk.specifications(payout=payout["_id"])
    assert (line["payout_date"], line["state"]) == ("2026-11-17T00:00:00Z", "paid_out")


async def test_a_payout_that_was_paid_by_hand_is_booked_and_not_exported(desk: PayoutDesk) -> None:
    await earn(desk)
    await desk.prepare(NEXT_MONDAY)
    before = await desk.balances()
    await change(desk, await desk.payout(), {"payout_date": "2026-11-20"})
    assert (await desk.balances())[CLIENT_FUNDS] == before[CLIENT_FUNDS] - 500_00
    assert await desk.export(NEXT_MONDAY) is None
    await change(desk, await desk.payout(), {"payout_date": "2026-11-19"})
    assert (await desk.balances())[CLIENT_FUNDS] == before[CLIENT_FUNDS] - 500_00, "another date is no other payment"
    assert await desk.wrong() == []


async def test_a_payout_of_less_than_nothing_cannot_have_been_paid(desk: PayoutDesk) -> None:
    case = await desk.debt(100)
    payment = await desk.paid(case, 50_00, MONDAY)
    await desk.taken_back(case, payment, 50_00, MONDAY)
    await desk.prepare(MONDAY)
    answer = await change(desk, await desk.payout(), {"payout_date": "2026-11-20"}, 409)
    assert "cannot have been paid" in answer["_error"]["message"]


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"payout_reference": ""}, "payout_reference"),
        ({"finance_interval": "yearly"}, "finance_interval"),
        ({"payout_date": "tomorrow"}, "payout_date"),
        ({"amount": 1}, "amount"),
        ({"ready_for_payout": True}, "ready_for_payout"),
    ],
)
async def test_a_change_that_cannot_be_is_refused(desk: PayoutDesk, body: dict[str, Any], field: str) -> None:
    await earn(desk)
    await desk.prepare(MONDAY)
    assert field in (await change(desk, await desk.payout(), body, 422))["_issues"]


async def test_of_changes_at_once_one_wins_and_all_specifications_agree(desk: PayoutDesk) -> None:
    case = await desk.debt(1000)
    for _ in range(12):
        await desk.paid(case, 1_00, MONDAY)
    await desk.prepare(MONDAY)
    for round_ in range(3):
        payout = await desk.payout()
        bodies = [
            {"payout_reference": f"{round_}-{number}", "finance_interval": interval}
            for number, interval in enumerate(["daily", "weekly", "monthly", "quarterly"] * 2)
        ]
        path, tag = f"/finance--payouts/{payout['_id']}", {"if-match": payout["_etag"]}
        answers = await asyncio.gather(*(desk.office.client.patch(path, json=body, headers=tag) for body in bodies))
        assert sorted(answer.status_code for answer in answers) == [200] + [412] * 7
        (won,) = [body for body, answer in zip(bodies, answers, strict=True) if answer.status_code == 200]
        lines = await desk.specifications(payout=payout["_id"])
        said = {(line["payout_reference"], line["payout_interval"]) for line in lines}
        assert said == {(won["payout_reference"], won["finance_interval"])}


async def test_only_the_operator_changes_payouts(desk: PayoutDesk, app: Api) -> None:
    from fordran.actions.accounts.add_client import add_client
    from tests.api.world import HERE, sign_in

    await earn(desk)
    await desk.prepare(MONDAY)
    payout = await desk.payout()
    async with desk.database.transaction() as tx:
        client = await add_client(
            tx, name="Creditor", creditors=[desk.office.creditor], networks=[HERE], now=clock.now()
        )
    async with await sign_in(app, client.api_code) as creditor:
        path = f"/finance--payouts/{payout['_id']}"
        assert (await creditor.get(path)).json() == payout
        assert (await creditor.patch(path, json={}, headers={"if-match": payout["_etag"]})).status_code == 403


# Refunds ----------------------------------------------------------------------------------------------------------------------


async def test_what_was_paid_too_much_goes_back_to_its_payer(
    desk: PayoutDesk,
    assert_valid: Callable[[str, bytes], None],  # noqa: F811
) -> None:
    hall = BankHall(desk.database, desk.office)
    case = await desk.debt(1000)
    number = (await desk.office.case(case))["ocr_number"]
    payer = BankPayer(name="Karin Öberg", account="SE3550000000054910000003")
    await hall.bring(camt054(deposit(paid(1100_00, number, payer=payer), day=MONDAY)))
    assert (await desk.office.case(case))["refund_amount"] == 100
    file = desk.file()
    done = await desk.export(clock.stockholm_date(clock.now()), file)
    assert done is not None
    assert (done.refunds, done.amount) == (1, 100_00)
    assert_valid("pain.001.001.03", file.read_bytes())
    assert texts(file, "Cdtr/Nm") == ["Karin Öberg"]
    assert texts(file, "CdtrAcct/Id/IBAN") == ["SE3550000000054910000003"]
    case_after = await desk.office.case(case)
    assert (case_after["refund_amount"], case_after["status"]) == (0, "paid")
    assert await desk.export(NEXT_MONDAY) is None
    balances = await desk.balances()
    assert balances[CLIENT_FUNDS] == -sum(balances[account] for account in CLIENT_FUND_LIABILITIES)
    assert await desk.wrong() == []
    assert await desk.differences() == []


async def test_without_an_account_a_refund_waits(desk: PayoutDesk) -> None:
    hall = BankHall(desk.database, desk.office)
    case = await desk.debt(100)
    number = (await desk.office.case(case))["ocr_number"]
    await hall.bring(camt054(deposit(paid(150_00, number), day=MONDAY)))
    assert await desk.export(NEXT_MONDAY) is None
    assert (await desk.office.case(case))["refund_amount"] == 50


async def test_money_that_nobody_knew_goes_back_when_a_person_says_so(desk: PayoutDesk) -> None:
    hall = BankHall(desk.database, desk.office)
    await hall.bring(camt054(deposit(paid(77_00, "no such reference"), day=MONDAY)))
    (waiting,) = [one for one in await hall.waiting() if one["amount"] == 77]
    account = {"kind": "plusgiro", "number": "4-2"}
    path = f"unmatched--payments/{waiting['_id']}/refund"
    await desk.office.post(path, {"bank_account": account, "name": "Riksbanken"})
    file = desk.file()
    done = await desk.export(NEXT_MONDAY, file)
    assert done is not None
    assert (done.refunds, texts(file, "InstdAmt"), texts(file, "Cdtr/Nm")) == (1, ["77.00"], ["Riksbanken"])
    assert await desk.export(NEXT_MONDAY) is None


# Out --------------------------------------------------------------------------------------------------------------------------


async def test_the_ledger_is_exported_as_vouchers_that_sum_to_zero(desk: PayoutDesk) -> None:
    await earn(desk, day=date(2029, 2, 1))
    await desk.prepare(date(2029, 3, 1))
    await desk.export(date(2029, 3, 1))
    async with desk.database.transaction() as tx:
        period = date(2029, 2, 1), date(2029, 3, 31)
        content, vouchers = await export_sie(tx, Operator(), LedgerNumbers(), *period, date(2029, 4, 1))
    file = read_sie(content)
    assert len(file.vouchers) == vouchers
    assert file.labels["#FORMAT"] == [["PC8"]]
    assert file.labels["#SIETYP"] == [["4"]]
    funds = [row.amount for voucher in file.vouchers for row in voucher.rows if row.ledger_account == "1990"]
    assert sum(funds) == 680_00 - 500_00 - 112_50 - 67_50 == 0, "what came in, what went out, the share and our rest"
    assert not {"1515", "2895"} & {row.ledger_account for voucher in file.vouchers for row in voucher.rows}
    assert not {"1515", "2895"} & {number for number, _ in file.labels["#KONTO"]}
    assert [(voucher.series, voucher.date.isoformat()) for voucher in file.vouchers] == [
        ("A", "2029-02-01"),
        ("C", "2029-02-01"),
        ("D", "2029-02-01"),
        ("F", "2029-03-01"),
        ("G", "2029-03-02"),
        ("H", "2029-03-02"),
    ]
    assert file.vouchers[0].text == "Inbetalningar på klientmedelskontot"
    assert all(sum(row.amount for row in voucher.rows) == 0 for voucher in file.vouchers)


async def test_a_period_that_ends_before_it_begins_is_refused(desk: PayoutDesk) -> None:
    async with desk.database.transaction() as tx:
        with pytest.raises(PeriodIsBackwards):
            await export_sie(tx, Operator(), LedgerNumbers(), MONDAY, date(2026, 1, 1), MONDAY)


async def test_an_ore_can_be_followed_from_the_bank_to_the_payout_and_back(desk: PayoutDesk) -> None:
    hall = BankHall(desk.database, desk.office)
    case = await desk.debt(1000)
    number = (await desk.office.case(case))["ocr_number"]
    receipt = paid(400_00, number)
    await hall.bring(camt054(deposit(receipt, day=MONDAY)), "day.xml")
    tomorrow = clock.stockholm_date(clock.now()) + timedelta(days=1)
    await desk.prepare(tomorrow)
    done = await desk.export(tomorrow)
    assert done is not None
    payout = await desk.payout()
    of_case = await desk.office.get(f"cases/{case}/trace")
    (payment,) = of_case["payments"]
    assert (payment["bank"]["file"], payment["bank"]["amount"]) == ("day.xml", 400)
    (settled,) = payment["settled"]
    assert (settled["type"], settled["amount"], settled["is_own_fee"]) == ("capital", 400, False)
    (line,) = settled["specifications"]
    assert (line["amount"], line["payout"], line["bank_order"]["order"]) == (400, payout["_id"], done.order)
    async with desk.database.transaction() as tx:
        by_ocr = await trace(tx, number)
        by_payout = await trace(tx, payout["payout_reference"])
        by_bank = await trace(tx, receipt.end_to_end_id)
        nothing = await trace(tx, "no such thing")
    assert by_ocr["cases"] == [of_case]
    (way_back,) = by_payout["payouts"][0]["specifications"]
    assert (way_back["case"], way_back["bank"]) == (case, payment["bank"])
    assert by_bank["bank_transactions"][0]["case"]["payments"] == [payment]
    assert not any(nothing.values())


async def test_a_trace_is_for_those_who_see_the_case(desk: PayoutDesk) -> None:
    assert (await desk.office.client.get(f"/cases/{'0' * 24}/trace")).status_code == 404
