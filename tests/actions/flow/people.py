"""People who owe: as many as a test wants, each with a number of its own."""

from __future__ import annotations

from fordran.domain.numbers.digits import with_check_digit
from tests.actions.office import Body, Office
from tests.api.bodies import ADDRESS


def person(number: int) -> Body:
    """A customer with a right personnummer, another for each number."""
    assert 0 <= number < 28 * 12 * 900
    day, rest = number % 28 + 1, number // 28
    born = f"81{rest % 12 + 1:02}{day:02}{rest // 12 + 100:03}"
    return {
        "name": f"Kim Öberg {number}",
        "id_number": f"19{with_check_digit(born)}",
        "is_person": True,
        "address": ADDRESS,
    }


async def register_debts(office: Office, people: int, each: int, invoiced: str, **more: object) -> list[str]:
    """Debts of so many people, so many of each, in the order of the people; their cases."""
    bodies = [
        office.case_body(*(office.debt(1000 + n, invoice_date=invoiced) for n in range(each)), customer=person(one))
        | more
        for one in range(people)
    ]
    made = await office.post("case--registrations", bodies)
    return [case for item in made.get("_items", [made]) for case in item["_cases"]]
