"""Mandates for Autogiro: from the form to Bankgirot's file, and from Bankgirot's advice back to the mandate."""

from __future__ import annotations

import io
import json
from datetime import date

import pytest

from fordran import clock
from fordran.actions.autogiro.note_reports import NotedReports, note_reports
from fordran.actions.autogiro.send_orders import file_content, files_to_write, gather_orders, note_written
from fordran.actions.bank.store_file import sent_file
from fordran.domain.bank.autogiro import MANDATE_COMMENTS, AutogiroMandateState
from fordran.formats.autogiro import read_autogiro
from fordran.formats.autogiro_orders import AutogiroPayee
from fordran.formats.bank import BadBankFile
from tests.actions.flow.days import Days
from tests.actions.flow.people import person
from tests.actions.office import Body, Office
from tests.actions.work.test_change_customer import registered

PAYEE = AutogiroPayee("471117", "9912346")
DAY = date(2026, 9, 1)
ACCOUNT = {"clearing_number": "5000", "account_number": "0054910"}
OPENING = f"0120260901AUTOGIRO{'':44}4711170009912346  "


def advice(*records: tuple[str, str, str], bankgiro: str = "9912346", content: str = "AG-MEDAVI") -> bytes:
    """A report with an advice for each payer number, information and comment."""
    lines = [
        f"01AUTOGIRO{'':14}20260902{'':12}{content:20}471117{bankgiro:0>10}",
        *(
            f"73{bankgiro:0>10}{payer:0>16}{0:016}{0:012}     {information}{comment}20260902"
            for payer, information, comment in records
        ),
        f"09202609029900{len(records):07}",
    ]
    return "\r\n".join(lines).encode("latin-1")


async def noted_of(office: Office, report: bytes) -> NotedReports:
    async with office.app.database.transaction() as tx:
        reports = read_autogiro(io.BytesIO(report))
        return await note_reports(tx, reports, sent_file(io.BytesIO(report), "report.txt"), PAYEE, clock.now())


async def sent(office: Office) -> list[str]:
    """The lines of the files that are written now."""
    async with office.app.database.transaction() as tx:
        await gather_orders(tx, clock.now())
        lines = []
        for file in await files_to_write(tx):
            content = await file_content(tx, file["id"], file["day"], PAYEE)
            lines += content.decode("latin-1").removesuffix("\r\n").split("\r\n")
            await note_written(tx, file["id"], clock.now())
    return lines


async def ask(office: Office, case: str, **changes: str) -> Body:
    made = await office.post("autogiro--mandates", {"case": case} | ACCOUNT | changes)
    return await office.get(f"autogiro--mandates/{made['_id']}")


async def end(office: Office, mandate: Body) -> None:
    tag = (await office.get(f"autogiro--mandates/{mandate['_id']}"))["_etag"]
    answer = await office.client.delete(f"/autogiro--mandates/{mandate['_id']}", headers={"If-Match": tag})
    assert answer.status_code == 204, answer.text


async def state(office: Office, mandate: Body) -> str:
    shown: str = (await office.get(f"autogiro--mandates/{mandate['_id']}"))["state"]
    return shown


async def test_a_mandate_goes_to_bankgirot_is_entered_and_ended(office: Office, days: Days) -> None:
    days.at(DAY)
    case, customer = await registered(office, customer=person(900))
    mandate = await ask(office, case)
    assert (mandate["state"], mandate["case"], mandate["customer"]) == ("new", case, customer)
    payer = mandate["payer_number"]
    number = person(900)["id_number"]
    line = f"04{9912346:010}{payer:0>16}5000{54910:012}{number}{'':24}"
    assert await sent(office) == [OPENING, line]
    shown = await office.get(f"autogiro--mandates/{mandate['_id']}")
    assert (shown["state"], shown["sent_date"]) == ("sent", "Tue, 01 Sep 2026 00:00:00 GMT")
    assert await sent(office) == [], "each order is sent once"
    noted = await noted_of(office, advice((payer, "04", "32")))
    assert (dict(noted.states), noted.strange) == ({"active": 1}, [])
    shown = await office.get(f"autogiro--mandates/{mandate['_id']}")
    assert (shown["state"], shown["reason"]) == ("active", "new")
    assert shown["answered_date"] == "Wed, 02 Sep 2026 00:00:00 GMT"
    await end(office, mandate)
    assert await state(office, mandate) == "ending"
    assert await sent(office) == [OPENING, f"03{9912346:010}{payer:0>16}{'':52}"]
    assert await state(office, mandate) == "end_sent"
    await noted_of(office, advice((payer, "03", "33")))
    assert await state(office, mandate) == "ended"
    assert not await office.differences()


async def test_another_account_ends_the_mandate_before(office: Office, days: Days) -> None:
    days.at(DAY)
    case, _ = await registered(office, customer=person(901))
    first = await ask(office, case)
    await sent(office)
    second = await ask(office, case, account_number="1234567")
    third = await ask(office, case, account_number="7654321")
    assert [await state(office, one) for one in (first, second, third)] == ["ending", "ended", "new"]
    codes = [line[:2] for line in await sent(office)]
    assert codes == ["01", "03", "04"], "one that was never sent is not ended at Bankgirot"


async def test_a_file_that_was_not_written_is_written_again_the_same(office: Office, days: Days) -> None:
    days.at(DAY)
    case, _ = await registered(office, customer=person(902))
    await ask(office, case)
    contents = []
    for _ in range(2):
        async with office.app.database.transaction() as tx:
            await gather_orders(tx, clock.now())
            (file,) = await files_to_write(tx)
            contents.append((file["id"], await file_content(tx, file["id"], file["day"], PAYEE)))
    assert contents[0] == contents[1]
    assert await sent(office) != []
    assert await sent(office) == []


AFTER: dict[str, AutogiroMandateState] = {
    "02": "ended",
    "03": "refused",
    "04": "ended",
    "05": "refused",
    "07": "ended",
    "09": "refused",
    "10": "active",
    "20": "refused",
    "21": "refused",
    "23": "refused",
    "29": "refused",
    "30": "ended",
    "32": "active",
    "33": "ended",
    "98": "ended",
}


async def test_each_comment_has_its_state_and_reason(office: Office, days: Days) -> None:
    assert set(AFTER) == set(MANDATE_COMMENTS)
    days.at(DAY)
    mandates = {}
    for number, comment in enumerate(AFTER, 910):
        case, _ = await registered(office, customer=person(number))
        mandates[comment] = await ask(office, case)
    await sent(office)
    await noted_of(office, advice(*((one["payer_number"], "04", comment) for comment, one in mandates.items())))
    shown = {comment: await office.get(f"autogiro--mandates/{one['_id']}") for comment, one in mandates.items()}
    assert {comment: one["state"] for comment, one in shown.items()} == AFTER
    assert {comment: one["reason"] for comment, one in shown.items()} == {
        comment: record.reason for comment, record in MANDATE_COMMENTS.items()
    }


async def test_the_same_report_twice_changes_nothing(office: Office, days: Days) -> None:
    days.at(DAY)
    case, _ = await registered(office, customer=person(903))
    mandate = await ask(office, case)
    await sent(office)
    entered, gone = (advice((mandate["payer_number"], "04", comment)) for comment in ("32", "33"))
    for report, is_known, after in ((entered, False, "active"), (gone, False, "ended"), (entered, True, "ended")):
        assert (await noted_of(office, report)).is_known is is_known
        assert await state(office, mandate) == after


async def test_strange_advice_changes_no_state_and_is_named(office: Office, days: Days) -> None:
    days.at(DAY)
    case, _ = await registered(office, customer=person(904))
    mandate = await ask(office, case)
    await sent(office)
    noted = await noted_of(office, advice(("4242", "04", "32"), (mandate["payer_number"], "04", "77")))
    assert [one.line for one in noted.strange] == [2, 3]
    assert await state(office, mandate) == "sent"
    assert (await office.get(f"autogiro--mandates/{mandate['_id']}"))["reason"] == "code 77"


@pytest.mark.parametrize(
    "report",
    [
        advice(("1", "04", "32"), bankgiro="50501055"),
        b"51202609029900" + b"0009912346AG-EMEDGIV\n592026090299000000000",
    ],
)
async def test_a_report_that_is_not_ours_is_refused(office: Office, report: bytes) -> None:
    with pytest.raises(BadBankFile):
        await noted_of(office, report)


@pytest.mark.parametrize(
    ("changes", "issue"),
    [
        ({"case": "0" * 24}, "case"),
        ({"clearing_number": "0999"}, "clearing_number"),
        ({"clearing_number": "50001"}, "clearing_number"),
        ({"account_number": "1234"}, "account_number"),
        ({"account_number": "12-345"}, "account_number"),
    ],
)
async def test_a_mandate_that_cannot_be_is_refused(office: Office, days: Days, changes: Body, issue: str) -> None:
    days.at(DAY)
    case, _ = await registered(office, customer=person(905))
    refused = await office.refused("autogiro--mandates", {"case": case} | ACCOUNT | changes)
    assert list(refused) == [issue]


async def test_a_debtor_without_a_number_has_no_mandate(office: Office, days: Days) -> None:
    days.at(DAY)
    case, _ = await registered(office, customer=person(906) | {"id_number": ""})
    assert list(await office.refused("autogiro--mandates", {"case": case} | ACCOUNT)) == ["case"]


async def test_a_closed_case_has_no_mandate(office: Office, days: Days) -> None:
    days.at(DAY)
    case, _ = await registered(office, customer=person(907))
    await office.cancel(case)
    assert (await office.case(case))["state"] == "closed"
    await office.post("autogiro--mandates", {"case": case} | ACCOUNT, 409)
    listed = await office.get("autogiro--mandates", where=json.dumps({"case": case}))
    assert listed["_items"] == []
