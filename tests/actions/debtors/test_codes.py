"""Codes: what a letter or invoice carries opens its own cases and nobody else's, and a copy of the database opens none."""

from __future__ import annotations

import dataclasses
from datetime import date
from typing import Any

import pytest

from fordran import clock
from fordran.actions.debtors.codes import CaseKey, OtherCodeKey, codes_for_cases, hold_code_key, key_of
from fordran.actions.debtors.debtor_link import NoSuchCase, debtor_link
from fordran.actions.debtors.open_by_code import OpenedLetter, cases_by_code, letter_by_code
from fordran.actions.printing.print_invoice import print_due_invoices
from fordran.domain.numbers import case_number, debtor_code
from fordran.operator import Operator
from tests.actions.flow.days import Days
from tests.actions.flow.people import person
from tests.actions.office import Office

REGISTERED, REMINDED = date(2026, 9, 1), date(2026, 9, 2)
OPERATOR = Operator(public_url="https://inkasso.example")


async def reminded(office: Office, days: Days, number: int, debts: int = 1) -> list[str]:
    days.at(REGISTERED)
    body = office.case_body(
        *(office.debt(1000 + each, invoice_date="2026-06-20") for each in range(debts)),
        first_action="reminder",
        customer=person(number),
    )
    cases: list[str] = (await office.post("case--registrations", body))["_cases"]
    await days.live(REMINDED)
    return cases


async def letters_of(office: Office, case: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = (await office.get("letters", where=f'{{"case": "{case}"}}', sort="_id"))["_items"]
    return found


async def code_of(days: Days, opens: debtor_code.Opens, id_: str) -> str:
    async with days.transaction() as tx:
        return debtor_code.format(debtor_code.make(await key_of(tx, OPERATOR), opens, id_))


async def opened(days: Days, code: str) -> list[str]:
    async with days.transaction() as tx:
        return [case.id for case in await cases_by_code(tx, OPERATOR, code)]


async def letter(days: Days, number: str, code: str) -> OpenedLetter | None:
    async with days.transaction() as tx:
        return await letter_by_code(tx, OPERATOR, number, code)


async def test_a_letter_and_its_case_have_numbers_that_can_be_asked_for(office: Office, days: Days) -> None:
    (case,) = await reminded(office, days, 1)
    shown = await office.case(case)
    assert shown["case_number"] == case_number.of_ocr(shown["ocr_number"])
    assert [
        item["_id"]
        for item in (await office.get("cases", where=f'{{"case_number": "{shown["case_number"]}"}}'))["_items"]
    ] == [case]
    (sent,) = await letters_of(office, case)
    asked = await office.get("letters", where=f'{{"letter_number": "{sent["letter_number"]}"}}', sort="letter_number")
    assert [item["_id"] for item in asked["_items"]] == [sent["_id"]]
    assert sent["letter_number"].startswith(f"B{shown['case_number'].split('-')[0]}-")


async def test_a_letters_code_opens_its_case_and_no_other(office: Office, days: Days) -> None:
    (case,), (other,) = await reminded(office, days, 2), await reminded(office, days, 3)
    (mine,), (theirs,) = await letters_of(office, case), await letters_of(office, other)
    code = await code_of(days, "letter", mine["_id"])
    assert await opened(days, code.lower()) == [case]
    found = await letter(days, mine["letter_number"], code)
    assert found is not None
    assert (found.id, found.cases, found.kind, found.creditor) == (mine["_id"], (case,), "reminder", office.creditor)
    assert await letter(days, theirs["letter_number"], code) is None
    assert await letter(days, mine["letter_number"], await code_of(days, "letter", theirs["_id"])) is None
    assert await letter(days, "no number", code) is None
    assert await opened(days, "no code") == []


async def test_the_code_of_a_letter_about_several_claims_opens_them_all(office: Office, days: Days) -> None:
    cases = await reminded(office, days, 4, debts=3)
    sent = [one for case in cases for one in await letters_of(office, case)]
    assert len({one["letter_number"] for one in sent}) == 3
    by_code = {one["_id"]: await opened(days, await code_of(days, "letter", one["_id"])) for one in sent}
    (carried,) = [id_ for id_, found in by_code.items() if found]
    assert sorted(by_code[carried]) == sorted(cases)
    (first,) = [one for one in sent if one["_id"] == carried]
    found = await letter(days, first["letter_number"], await code_of(days, "letter", carried))
    assert found is not None
    assert sorted(found.cases) == sorted(cases)
    assert found.media == first["document"]["id"]


async def test_a_letter_that_has_not_left_opens_nothing(office: Office, days: Days) -> None:
    (case,) = await reminded(office, days, 5)
    (sent,) = await letters_of(office, case)
    async with days.transaction() as tx:
        await tx.execute("update letters set sent = null, status = 'made' where id = $1", sent["_id"])
    code = await code_of(days, "letter", sent["_id"])
    assert await opened(days, code) == []
    assert await letter(days, sent["letter_number"], code) is None


async def test_an_invoice_carries_its_cases_code_which_a_link_gives_too(office: Office, days: Days) -> None:
    days.at(REGISTERED)
    await office.register_invoice(customer=person(6))
    (invoice,) = (await office.get("invoices", sort="-_id", max_results="1"))["_items"]
    code = await code_of(days, "case", invoice["case"])
    assert await opened(days, code) == []
    async with days.transaction() as tx:
        assert await print_due_invoices(tx, lambda *_: None, OPERATOR, clock.now()) == 1
    assert await opened(days, code) == [invoice["case"]]
    async with days.transaction() as tx:
        by_id = await debtor_link(tx, OPERATOR, invoice["case"], clock.now())
        number = (await office.case(invoice["case"]))["case_number"]
        assert await debtor_link(tx, OPERATOR, number, clock.now()) == by_id
    assert by_id == {"url": f"https://inkasso.example/my?code={code}", "code": code}


@pytest.mark.parametrize("case", ["x", "999999-1", "0" * 24, ""])
async def test_a_link_to_no_case_is_refused(days: Days, case: str) -> None:
    async with days.transaction() as tx:
        with pytest.raises(NoSuchCase):
            await debtor_link(tx, OPERATOR, case, clock.now())


async def test_whoever_has_the_database_alone_cannot_make_the_codes(office: Office, days: Days) -> None:
    (case,) = await reminded(office, days, 7)
    keyed = dataclasses.replace(OPERATOR, code_key="k" * 64)
    async with days.transaction() as tx:
        code = (await codes_for_cases(tx, keyed, [CaseKey(office.account, office.creditor, case)], clock.now()))[case]
        assert [found.id for found in await cases_by_code(tx, keyed, code)] == [case]
        assert await cases_by_code(tx, OPERATOR, code) == []
        stored = await tx.fetch("select code_mark from debtor_codes where case_id = $1", case)
        assert all(code.encode() not in bytes(row["code_mark"]) for row in stored)


async def test_another_key_than_the_one_of_the_codes_that_were_sent_is_refused(days: Days) -> None:
    keyed = dataclasses.replace(OPERATOR, code_key="k" * 64)
    async with days.transaction() as tx:
        await tx.execute("update installation set code_key_mark = null")
        await hold_code_key(tx, keyed)
        await hold_code_key(tx, keyed)
        for other in (OPERATOR, dataclasses.replace(OPERATOR, code_key="j" * 64)):
            with pytest.raises(OtherCodeKey):
                await hold_code_key(tx, other)
        await tx.execute("update installation set code_key_mark = null")


async def test_a_code_no_longer_opens_a_case_that_was_erased(office: Office, days: Days) -> None:
    (case,) = await reminded(office, days, 8)
    (sent,) = await letters_of(office, case)
    async with days.transaction() as tx:
        await tx.execute("update cases set erasure = 'pseudonymised' where id = $1", case)
    code = await code_of(days, "letter", sent["_id"])
    assert await opened(days, code) == []
    assert await letter(days, sent["letter_number"], code) is None
