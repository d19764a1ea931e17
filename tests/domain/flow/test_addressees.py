"""Who gets the letters of a case, by its parties and the day."""

from dataclasses import replace
from datetime import date

import pytest

from fordran.domain.flow.addressees import PartyInCase, addressee, awaits_inventory, copied_to, lifted_marks

DAY = date(2026, 9, 10)
GUARDIAN = PartyInCase("1", "guardian", "Anna", "instead", is_bound=True)
TRUSTEE = PartyInCase("2", "trustee", "Bo", "instead")
HELPER = PartyInCase("3", "helper", "Cia", "copy")
ESTATE = PartyInCase("4", "estate", "Dag", "instead")
LAWYER = PartyInCase("5", "representative", "Eva", "instead")
ADMINISTRATOR = PartyInCase("6", "insolvency_administrator", "Filip", "no")
OVER = PartyInCase("7", "trustee", "Gun", "instead", last=date(2026, 9, 9))
TO_COME = PartyInCase("8", "trustee", "Hugo", "instead", first=date(2026, 9, 11))


@pytest.mark.parametrize(
    ("parties", "is_minor", "instead", "copies", "remark"),
    [
        ([], False, None, "", "the debtor alone"),
        ([GUARDIAN], True, "Anna", "", "a minor's letters go to the guardian: föräldrabalken 9 kap. 1 §"),
        ([GUARDIAN], False, None, "", "a guardian is one until the debtor is eighteen"),
        ([TRUSTEE], False, "Bo", "", "all letters go to the trustee: föräldrabalken 11 kap. 7 §"),
        ([HELPER], False, None, "Cia", "a helper gets a copy"),
        ([TRUSTEE, HELPER], False, "Bo", "Cia", "both"),
        ([ESTATE, TRUSTEE], False, "Dag", "", "the estate of a dead one who had a trustee"),
        ([LAWYER, TRUSTEE], False, "Bo", "", "the trustee is the debtor's voice by law"),
        ([LAWYER], False, "Eva", "", "one who represents the debtor"),
        ([ADMINISTRATOR], False, None, "", "an administrator gets none"),
        ([OVER], False, None, "", "no longer one"),
        ([TO_COME], False, None, "", "not yet one"),
    ],
)
def test_who_gets_the_letters(
    parties: list[PartyInCase], is_minor: bool, instead: str | None, copies: str, remark: str
) -> None:
    found = addressee(parties, DAY, is_minor=is_minor)
    assert (found and found.name) == instead, remark
    assert ", ".join(one.name for one in copied_to(parties, DAY)) == copies, remark


@pytest.mark.parametrize(
    ("inventory", "day", "waits"),
    [
        (None, date(2026, 9, 10), True),
        (date(2026, 8, 15), date(2026, 9, 14), True),
        (date(2026, 8, 15), date(2026, 9, 15), False),
    ],
)
def test_an_estate_is_left_alone_until_its_inventory_is_a_month_old(
    inventory: date | None, day: date, waits: bool
) -> None:
    estate = PartyInCase("4", "estate", "Dag", "instead", inventory=inventory)
    assert awaits_inventory([estate], day) is waits
    assert not awaits_inventory([TRUSTEE], day)
    assert lifted_marks([estate, GUARDIAN, TRUSTEE], day) == {"minor", "deceased"}
    assert lifted_marks([replace(GUARDIAN, is_bound=False)], day) == set()
