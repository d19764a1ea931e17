"""A number that is sent by mistake: nobody is renamed, nobody gets another's letters, and a person looks at the case."""

from __future__ import annotations

from typing import Any

from tests.actions.office import Office

ANNA = {
    "name": "Anna Öst",
    "address": {"address_line_1": "Annagatan 1", "zip_code": "111 22", "city": "Stockholm", "country": "SE"},
}
BO = {
    "name": "Bo Ek",
    "address": {"address_line_1": "Bogatan 2", "zip_code": "222 33", "city": "Lund", "country": "SE"},
}
PATH = "invoice--registrations"


def codes(made: dict[str, Any]) -> list[tuple[str, str]]:
    return [(one["code"], one["field"]) for one in made.get("_warnings", ())]


async def registered(office: Office, customer: dict[str, Any], **more: Any) -> dict[str, Any]:
    made: dict[str, Any] = await office.post(PATH, office.invoice_body(customer=customer, **more))
    return made


async def test_a_number_with_another_name_leaves_the_person_on_file_as_it_is(office: Office) -> None:
    number = {"id_number": "19640823-3234"}
    first = await registered(office, ANNA | number)
    assert codes(first) == []
    anna = (await office.case(first["_case"]))["customer"]
    before = await office.get(f"customers/{anna}")
    second = await registered(office, BO | number)
    assert codes(second) == [("name_differs", "customer.name")]
    assert await office.get(f"customers/{anna}") == before
    case = await office.case(second["_case"])
    bo = await office.get(f"customers/{case['customer']}")
    assert (bo["_id"] != anna, bo["name"], bo["address"]) == (True, "Bo Ek", BO["address"])
    assert (case["start_flow"], case["next_step"]) == (False, "start")
    # The next registration of the number is the person's on file again.
    third = await registered(office, ANNA | number)
    assert (await office.case(third["_case"]))["customer"] == anna
    assert await office.differences() == []


async def test_a_person_looks_at_the_case_and_starts_it(office: Office) -> None:
    number = {"id_number": "19700115-2391"}
    await registered(office, ANNA | number)
    case = (await registered(office, BO | number))["_case"]

    async def items() -> list[dict[str, Any]]:
        where = f'{{"case": "{case}", "kind": "name_differs"}}'
        found: list[dict[str, Any]] = (await office.get("work--items", where=where))["_items"]
        return found

    (item,) = await items()
    assert "resolved" not in item
    assert "Bo Ek" in item["reason"]
    await office.post(f"cases/{case}/start", {})
    (item,) = await items()
    assert "resolved" in item
    assert (await office.case(case))["start_flow"] is True


async def test_the_same_stranger_is_known_again_by_the_creditors_number(office: Office) -> None:
    number = {"id_number": "19811218-9876"}
    await registered(office, ANNA | number | {"customer_number": "A-100"})
    made = [await registered(office, BO | number | {"customer_number": "B-100"}) for _ in range(2)]
    customers = {(await office.case(one["_case"]))["customer"] for one in made}
    assert (len(customers), [codes(one) for one in made]) == (1, [[("name_differs", "customer.name")]] * 2)
    assert await office.differences() == []


async def test_a_customer_number_of_somebody_else_is_refused(office: Office) -> None:
    await registered(office, ANNA | {"customer_number": "C-1", "id_number": "19900404-2385"})
    for customer, remark in (
        (BO | {"customer_number": "C-1"}, "another name"),
        (ANNA | {"customer_number": "C-1", "id_number": "19910505-2383"}, "another number"),
        (BO | {"customer_number": "C-1", "id_number": "19900404-2385"}, "another name with the same number"),
    ):
        answer = await office.client.post(f"/{PATH}", json=office.invoice_body(customer=customer))
        assert answer.status_code == 422, remark
        assert answer.json()["_issue_codes"]["customer"]["customer_number"]["code"] == "customer_number_of_another"
    made = await registered(office, ANNA | {"name": "Anna Berg", "customer_number": "C-1"})
    assert codes(made) == [], "the same given name"
