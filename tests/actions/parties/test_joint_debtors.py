"""Joint debtors: a letter each and a fee once, one balance, and a page that shows nobody the other's details."""

from __future__ import annotations

from datetime import date
from typing import Any

from fordran.actions.debtors.codes import code_for_copy
from fordran.actions.debtors.open_as_person import cases_of_person
from fordran.actions.debtors.open_by_code import cases_by_code
from fordran.domain.numbers.digits import with_check_digit
from fordran.operator import Operator
from tests.actions.flow.days import EVENING, Days
from tests.actions.flow.people import person
from tests.actions.flow.printer import Printer
from tests.actions.office import Body, Office
from tests.actions.parties.test_case_parties import sent
from tests.actions.work.test_change_customer import DAY, patch
from tests.pdf import text_of

HERE = {"address_line_1": "Storgatan 1", "zip_code": "111 22", "city": "Lund"}
THERE = {"address_line_1": "Sjövägen 7", "zip_code": "211 33", "city": "Malmö"}


def debtor(number: int, address: dict[str, str], born: str = "810401") -> Body:
    return person(number) | {"id_number": "19" + with_check_digit(f"{born}{number:03}"), "address": address}


async def opened(office: Office, days: Days, *debtors: Body) -> str:
    """A case of several, on the day before the demand is due."""
    days.at(date(2026, 9, 1))
    body = office.case_body(office.debt(10000, invoice_date="2026-07-16"), customer=debtors[0])
    made = await office.post("case--registrations", body | {"customers": list(debtors[1:])})
    case: str = made["_cases"][0]
    return case


async def joint(office: Office, case: str) -> list[Body]:
    items: list[Body] = (await office.get(f"cases/{case}/parties"))["_items"]
    return [one for one in items if one["role"] == "debtor"]


async def test_each_of_two_debtors_gets_the_demand_and_the_fee_is_charged_once(office: Office, days: Days) -> None:
    case = await opened(office, days, debtor(300, HERE), debtor(301, THERE))
    printer = Printer(days)
    await printer.work(DAY)
    assert await sent(days, case) == [
        ("copy of debt_collection", "Kim Öberg 301", 0),
        ("debt_collection", "Kim Öberg 300", 180),
    ]
    async with days.transaction() as tx:
        row = await tx.fetchrow(
            """select l.media_id as own, c.media_id as copy from letters l
               join debtor_codes c on c.letter_id = l.id and c.customer_id is not null where l.case_id = $1""",
            case,
        )
    assert row is not None
    own, copy = (text_of(printer.files[row[name]]) for name in ("own", "copy"))
    assert "Storgatan 1" in own
    assert "Sjövägen 7" in copy
    assert "Storgatan" not in copy, "neither reads where the other lives"
    assert "Sjövägen" not in own
    assert (await office.case(case))["customer"] != (await joint(office, case))[0]["customer"]
    assert not await office.differences()


async def test_a_payment_by_one_counts_for_all(office: Office, days: Days) -> None:
    case = await opened(office, days, debtor(302, HERE), debtor(303, THERE))
    await days.work(DAY, EVENING)
    before = await office.case(case)
    owed = before["total_remaining_transaction_amount"] + 1000
    await office.post("creditor--payments", office.payment_body(case, owed, DAY))
    after = await office.case(case)
    assert (after["state"], after["total_remaining_transaction_amount"]) == ("closed", 0)


async def test_each_opens_the_case_and_sees_the_own_details(office: Office, days: Days) -> None:
    case = await opened(office, days, debtor(304, HERE), debtor(305, THERE))
    await days.work(DAY, EVENING)
    (party,) = await joint(office, case)
    async with days.transaction() as tx:
        letter = await tx.fetchval("select id from letters where case_id = $1", case)
        code = await code_for_copy(tx, Operator(), letter, party["customer"])
        (opens,) = await cases_by_code(tx, Operator(), code)
        assert (opens.id, opens.customer) == (case, party["customer"])
        number = "19" + with_check_digit("810401305")
        found = await cases_of_person(tx, number, DAY)
    assert found is not None
    assert [(one["id"], one["customer_id"]) for one in found] == [(case, party["customer"])]


async def test_who_is_dead_a_minor_or_where_mail_comes_back_gets_no_copy(office: Office, days: Days) -> None:
    dead, child, well = debtor(307, THERE), debtor(308, THERE), debtor(309, THERE)
    child["id_number"] = "20" + with_check_digit("120401308")
    case = await opened(office, days, debtor(306, HERE), dead, child, well)
    (first, *_) = await joint(office, case)
    await patch(office.client, first["customer"], {"deceased": True})
    await days.work(DAY, EVENING)
    assert [one for one in await sent(days, case) if one[0].startswith("copy")] == [
        ("copy of debt_collection", "Kim Öberg 309", 0)
    ]


async def test_a_protected_debtor_s_address_is_in_nobody_s_hands(office: Office, days: Days) -> None:
    case = await opened(office, days, debtor(310, HERE), debtor(311, THERE))
    (party,) = await joint(office, case)
    await patch(office.client, party["customer"], {"protected_identity": True})
    await days.work(DAY, EVENING)
    async with days.transaction() as tx:
        receivers = await tx.fetch(
            """select c.receiver, c.addressee::text from letters l join envelopes c on c.copy_of = l.envelope_id
               where l.case_id = $1""",
            case,
        )
    assert receivers
    assert not any("Sjövägen" in value for row in receivers for value in row.values())
    shown = str((await office.get(f"cases/{case}/parties"))["_items"])
    assert "Sjövägen" not in shown
    registration = (await office.case(case))["case_registration"]
    assert "Sjövägen" not in str(await office.get(f"case--registrations/{registration}"))


async def test_the_same_person_is_a_debtor_once(office: Office, days: Days) -> None:
    days.at(date(2026, 9, 1))
    one = debtor(312, HERE)
    body: dict[str, Any] = office.case_body(office.debt(1000), customer=one) | {"customers": [debtor(313, THERE), one]}
    refused = await office.client.post("/case--registrations", json=body)
    assert refused.status_code == 422
    assert list(refused.json()["_issues"]["customers"]) == ["1"]


async def test_two_claims_registered_together_are_against_the_same_further_debtor(office: Office, days: Days) -> None:
    days.at(date(2026, 9, 1))
    bodies = [
        office.case_body(office.debt(1000), customer=debtor(number, HERE)) | {"customers": [debtor(318, THERE)]}
        for number in (316, 317)
    ]
    answered = await office.client.post("/case--registrations", json=bodies)
    assert answered.status_code == 201, answered.text
    parties = [await joint(office, one["_cases"][0]) for one in answered.json()["_items"]]
    assert [[party["name"] for party in some] for some in parties] == [["Kim Öberg 318"]] * 2
    assert len({some[0]["customer"] for some in parties}) == 1


async def test_staff_adds_a_further_debtor_who_is_a_customer(office: Office, days: Days) -> None:
    case = await opened(office, days, debtor(314, HERE))
    other = await opened(office, days, debtor(315, THERE))
    customer = (await office.case(other))["customer"]
    given = {"role": "debtor", "name": "Kim Öberg 315"}
    await office.post(f"cases/{case}/parties", given, 422)
    await office.post(f"cases/{case}/parties", given | {"customer": customer})
    await office.post(f"cases/{case}/parties", given | {"customer": customer}, 422)
    (party,) = await joint(office, case)
    assert (party["customer"], party["receives_letters"]) == (customer, "copy")
    await days.work(DAY, EVENING)
    assert ("copy of debt_collection", "Kim Öberg 315", 0) in await sent(days, case)
