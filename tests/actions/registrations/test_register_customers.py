"""Customers of registrations: matched within the account, updated with what is new, or made; and one, however many at once."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from tests.actions.office import Office, open_office
from tests.api.bodies import creditor_data


async def customer_of(office: Office, customer: dict[str, Any], **changes: Any) -> str:
    """The customer of a new invoice with this customer in it."""
    case = await office.case(await office.register_invoice(customer=customer, **changes))
    id_: str = case["customer"]
    return id_


PEOPLE = iter(f"19{number:02}0101-{(number * 37) % 9000 + 1000}" for number in range(10, 99))
"""Numbers whose check digits rarely fit: customers are matched by them all the same."""


@pytest.mark.parametrize(
    ("first", "second", "is_same", "remark"),
    [
        ({"id_number": "19811228-9874"}, {"id_number": "811228-9874"}, True, "a number with or without its century"),
        ({"id_number": "19811228-9874"}, {"id_number": "198112289874"}, True, "with or without its hyphen"),
        ({"id_number": "556016-0680"}, {"id_number": "16 5560160680"}, True, "an organisation's with its prefix"),
        ({"id_number": "19200102-2389"}, {"id_number": "20200102-2389"}, False, "a hundred years apart"),
        ({"id_number": "20200102-2389"}, {"id_number": "200102-2389"}, True, "ten digits are the younger one's"),
        ({"id_number": "19200102-2389"}, {"id_number": "200102+2389"}, True, "and with a plus the elder's"),
        ({"id_number": "200102-2389"}, {"id_number": "200102+2389"}, False, "who is not the younger one"),
        ({"id_number": "701001-1111"}, {"id_number": "701001-2222"}, False, "another number is another customer"),
        ({"customer_number": "a-1"}, {"customer_number": "a-1"}, True, "the creditor's own number for it"),
        ({"customer_number": "a-2"}, {"customer_number": "a-3"}, False, "another number of the creditor's"),
        (
            {"customer_number": "a-4"},
            {"customer_number": "a-4", "id_number": "711001-1111"},
            True,
            "then its number is learnt",
        ),
        (
            {"customer_number": "a-5", "id_number": "721001-1111"},
            {"customer_number": "a-5"},
            True,
            "and need not be sent again",
        ),
        ({}, {}, False, "a name alone tells nobody apart"),
    ],
)
async def test_customers_are_matched(
    office: Office, first: dict[str, str], second: dict[str, str], is_same: bool, remark: str
) -> None:
    one = await customer_of(office, {"name": "Kim"} | first)
    other = await customer_of(office, {"name": "Kim"} | second)
    assert (one == other) is is_same, remark


async def test_a_creditors_number_is_its_own_and_a_customers_is_the_accounts(office: Office) -> None:
    made = await office.post("creditors", {"account": office.account, **creditor_data()})
    number, known = {"name": "Kim", "customer_number": "b-1"}, {"name": "Kim", "id_number": next(PEOPLE)}
    one = await customer_of(office, number)
    assert await customer_of(office, number, creditor=made["_id"]) != one
    assert await customer_of(office, known) == await customer_of(office, known, creditor=made["_id"])


async def test_another_accounts_customer_is_another(app: Any, office: Office) -> None:
    elsewhere = await open_office(app)
    known = {"name": "Kim", "id_number": next(PEOPLE)}
    assert await customer_of(office, known) != await customer_of(elsewhere, known)
    await elsewhere.client.aclose()


async def test_a_match_is_updated_with_what_is_new_and_keeps_what_is_not_said(office: Office) -> None:
    number = next(PEOPLE)
    address = {"address_line_1": "Storgatan 1", "zip_code": "702 11", "city": "Örebro", "country": "SE"}
    id_ = await customer_of(
        office, {"name": "Kim", "id_number": number, "email": "Kim@Example.com", "address": address}
    )
    before = await office.get(f"customers/{id_}")
    await customer_of(office, {"name": "Kim Ek", "id_number": number, "mobile_number": "070-1740605"})
    after = await office.get(f"customers/{id_}")
    assert after["_etag"] != before["_etag"]
    assert (after["name"], after["email"], after["mobile_number"]) == ("Kim Ek", "Kim@Example.com", "070-1740605")
    assert after["address"] == address
    await customer_of(office, {"name": "Kim Ek", "id_number": number, "address": {"address_line_1": "Lillgatan 2"}})
    assert (await office.get(f"customers/{id_}"))["address"] == address | {"address_line_1": "Lillgatan 2"}


async def test_a_match_that_says_nothing_new_changes_nothing(office: Office) -> None:
    same = {"name": "Kim", "id_number": next(PEOPLE), "is_person": True}
    id_ = await customer_of(office, same)
    before = await office.get(f"customers/{id_}")
    await customer_of(office, same)
    assert await office.get(f"customers/{id_}") == before


@pytest.mark.parametrize(
    ("search", "finds", "remark"),
    [
        ({"id_number": "19640823-3234"}, True, "as it was sent"),
        ({"id_number": "6408233234"}, True, "compacted before comparing"),
        ({"id_number": "640823"}, False, "the whole number"),
        ({"name": "ÅSA ÖST"}, True, "without regard to case, also of Swedish letters"),
        ({"name": "sa ös"}, True, "by containing"),
        ({"name": "Asa"}, False, "å is not a"),
        ({"email": "ASA@"}, True, "e-mails too"),
        ({"email": "nobody"}, False, "not hers"),
        ({"name": "åsa", "email": "nobody"}, False, "all of them at once"),
    ],
)
async def test_customers_are_searched(office: Office, search: dict[str, str], finds: bool, remark: str) -> None:
    id_ = await customer_of(office, {"name": "Åsa Östberg", "id_number": "19640823-3234", "email": "asa@example.com"})
    found = {item["_id"] for item in (await office.get("customers", **search))["_items"]}
    assert (id_ in found) is finds, remark


@pytest.mark.parametrize(
    ("number", "found", "remark"),
    [
        ("19210102-2387", {"19210102-2387"}, "the elder"),
        ("210102+2387", {"19210102-2387"}, "the elder, by the plus"),
        ("210102-2387", {"210102-2387"}, "the younger, shown as sent"),
        ("202101022387", {"210102-2387"}, "the younger, by the century"),
        ("18210102-2387", set(), "nobody"),
    ],
)
async def test_of_two_people_with_ten_digits_in_common_the_one_searched_for_is_found(
    office: Office, number: str, found: set[str], remark: str
) -> None:
    for sent in ("19210102-2387", "210102-2387"):
        await customer_of(office, {"name": "Kim", "id_number": sent})
    items = (await office.get("customers", id_number=number))["_items"]
    assert {item["id_number"] for item in items} == found, remark


@pytest.mark.parametrize(
    ("flags", "is_person", "remark"),
    [
        ({"is_person": True}, True, "by its flag"),
        ({"is_company": True}, False, "by its flag, whatever the number"),
        ({}, True, "else by its number"),
    ],
)
async def test_whether_a_customer_is_a_person(
    office: Office, flags: dict[str, bool], is_person: bool, remark: str
) -> None:
    id_ = await customer_of(office, {"name": "Kim", "id_number": next(PEOPLE)} | flags)
    assert (await office.get(f"customers/{id_}"))["is_person"] is is_person, remark


@pytest.mark.parametrize(
    ("customer", "remark"),
    [
        ({"name": "Kim", "id_number": "19900101-0017"}, "by its own number"),
        ({"name": "Kim", "customer_number": "at-once"}, "by the creditor's"),
        ({"name": "Kim", "id_number": "19910101-0016", "customer_number": "at-once-too"}, "by either"),
    ],
)
async def test_of_one_new_customer_in_many_registrations_at_once_one_is_made(
    office: Office, customer: dict[str, str], remark: str
) -> None:
    made = await asyncio.gather(*(customer_of(office, customer) for _ in range(16)))
    assert len(set(made)) == 1, remark


async def test_a_number_learnt_by_one_registration_and_used_by_another_at_once_is_one_customers(office: Office) -> None:
    for round_ in range(5):
        creditors, own = f"learn-{round_}", next(PEOPLE)
        await customer_of(office, {"name": "Kim", "customer_number": creditors})
        made = await asyncio.gather(
            *(customer_of(office, {"name": "Kim", "customer_number": creditors, "id_number": own}) for _ in range(4)),
            *(customer_of(office, {"name": "Kim", "id_number": own}) for _ in range(4)),
        )
        assert len(set(made)) == 1
    assert await office.differences() == []
