"""To whom the letters of a case go where that is not its debtor, as the envelope is addressed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from fordran.actions.cases.move_case import FlowingCase
from fordran.actions.cases.situation import is_child, parties_of_case
from fordran.domain.flow.addressees import PartyInCase, addressee, copied_to
from fordran.texts.catalogue import texts
from fordran.texts.languages import language_or_swedish


@dataclass(frozen=True)
class Addressed:
    """A party that gets letters: the name and the address on the envelope."""

    party: PartyInCase
    name: str
    address: Mapping[str, str]

    def shown(self) -> dict[str, Any]:
        """As the envelope keeps it."""
        return {"party": self.party.id, "name": self.name, "address": dict(self.address)}


def in_place_of_debtor(flowing: FlowingCase, *, of_application: bool = False) -> Addressed | None:
    """Who gets the letters of a case in the debtor's place today; None where the debtor does.

    An application names the debtor, and of a dead one the estate.
    """
    row, today = flowing.row, flowing.today
    if row["parties"] is None:
        return None
    party = addressee(parties_of_case(row), today, is_minor=is_child(row, today))
    if party is None or (of_application and party.role != "estate"):
        return None
    return _addressed(flowing, party)


def copies_go_to(flowing: FlowingCase) -> list[Addressed]:
    """Who gets a copy of each letter of a case today."""
    return [_addressed(flowing, party) for party in copied_to(parties_of_case(flowing.row), flowing.today)]


def _addressed(flowing: FlowingCase, party: PartyInCase) -> Addressed:
    debtor = flowing.row["customer_name"]
    t = texts(language_or_swedish(flowing.row["default_letter_locale"]))
    if party.role != "estate":
        return Addressed(party, t(f"addressed.{party.role}", name=party.name, debtor=debtor), party.address)
    # An estate is written to under its own name, care of who sees to it.
    street = party.address.get("address_line_1", "")
    care = {"address_line_1": f"c/o {party.name}", "address_line_2": street}
    return Addressed(party, t("addressed.estate", debtor=debtor), {**party.address, **care})
