"""Letters of every kind for every situation of the parties: who gets which, whatever a party may agree on."""

from __future__ import annotations

from datetime import date

import pytest

from fordran.actions.addressed import copies_go_to, in_place_of_debtor
from fordran.actions.cases.move_case import read_flowing
from fordran.domain.kinds.letter_kinds import LETTER_KINDS
from tests.actions.flow.days import Days
from tests.actions.office import Body, Office
from tests.actions.parties.test_case_parties import (
    ESTATE,
    GUARDIAN,
    HELPER,
    LAWYER,
    OLD_ESTATE,
    TRUSTEE,
    UNBOUND,
    opened,
    party,
)

ADMINISTRATOR = party("insolvency_administrator", "Filip Ås")
SILENT = HELPER | {"receives_letters": "no"}
COPIED_LAWYER = LAWYER | {"receives_letters": "copy"}
ENDED = TRUSTEE | {"until": "2026-08-31"}
TO_COME = TRUSTEE | {"from": "2026-09-02"}
AS_DEBTOR, AS_ESTATE = "Kim Öberg {}", "Kim Öberg {}:s dödsbo"
BY_TRUSTEE, BY_GUARDIAN = "Bo Alm, förvaltare för Kim Öberg {}", "Anna Ek, förmyndare för Kim Öberg {}"
BY_LAWYER, COPY_TO_HELPER = "Eva Borg, ombud för Kim Öberg {}", "Cia Lind, god man för Kim Öberg {}"

SITUATIONS: list[tuple[str, str, list[Body], str, str, list[str]]] = [
    ("the debtor alone", "adult", [], AS_DEBTOR, AS_DEBTOR, []),
    ("a trustee", "adult", [TRUSTEE], BY_TRUSTEE, AS_DEBTOR, []),
    ("a trustee who was one", "adult", [ENDED], AS_DEBTOR, AS_DEBTOR, []),
    ("a trustee who will be one", "adult", [TO_COME], AS_DEBTOR, AS_DEBTOR, []),
    ("a god man", "adult", [HELPER], AS_DEBTOR, AS_DEBTOR, [COPY_TO_HELPER]),
    ("a god man who gets no copies", "adult", [SILENT], AS_DEBTOR, AS_DEBTOR, []),
    ("a trustee and a god man", "adult", [TRUSTEE, HELPER], BY_TRUSTEE, AS_DEBTOR, [COPY_TO_HELPER]),
    ("a minor and a guardian", "minor", [GUARDIAN], BY_GUARDIAN, AS_DEBTOR, []),
    ("a minor whose ground is not confirmed", "minor", [UNBOUND], BY_GUARDIAN, AS_DEBTOR, []),
    ("a guardian of one who is grown up", "adult", [GUARDIAN], AS_DEBTOR, AS_DEBTOR, []),
    ("an estate", "adult", [ESTATE], AS_ESTATE, AS_ESTATE, []),
    ("an estate with its inventory", "adult", [OLD_ESTATE], AS_ESTATE, AS_ESTATE, []),
    ("an estate of one who had a trustee", "adult", [TRUSTEE, ESTATE], AS_ESTATE, AS_ESTATE, []),
    ("a representative", "adult", [LAWYER], BY_LAWYER, AS_DEBTOR, []),
    ("a representative who gets copies", "adult", [COPIED_LAWYER], AS_DEBTOR, AS_DEBTOR, [BY_LAWYER]),
    ("an administrator", "adult", [ADMINISTRATOR], AS_DEBTOR, AS_DEBTOR, []),
]
"""Situation → who gets the letters, whom an application names, and who gets copies."""


@pytest.mark.parametrize("may_agree", [False, True])
@pytest.mark.parametrize("situation", SITUATIONS, ids=[one[0] for one in SITUATIONS])
async def test_who_gets_a_letter_of_each_kind(
    office: Office, days: Days, situation: tuple[str, str, list[Body], str, str, list[str]], may_agree: bool
) -> None:
    _, born, parties, letters, application, copies = situation
    number = 600 + 2 * SITUATIONS.index(situation) + may_agree
    case, _ = await opened(office, days, number, born)
    days.at(date(2026, 9, 1))
    for one in parties:
        await office.post(f"cases/{case}/parties", one | {"may_agree": may_agree})
    shown = (await office.get(f"cases/{case}/parties"))["_items"]
    assert [one["may_agree"] for one in shown] == [may_agree] * len(parties)
    async with days.transaction() as tx:
        flowing = await read_flowing(tx, case, office.account, days.at(date(2026, 9, 1)))
    debtor = AS_DEBTOR.format(number)
    for kind in LETTER_KINDS:
        instead = in_place_of_debtor(flowing, of_application=kind == "enforcement")
        expected = application if kind == "enforcement" else letters
        assert (debtor if instead is None else instead.name) == expected.format(number), kind
    assert [one.name for one in copies_go_to(flowing)] == [one.format(number) for one in copies]
