"""How an installation looks people up, from its settings. What speaks to the register is loaded by the first question."""

from __future__ import annotations

from datetime import date

from fordran.actions.spar.look_up import PersonLookups
from fordran.domain.spar.person import SparAnswer
from fordran.sections import SparSection


def lookups_of(section: SparSection | None) -> PersonLookups | None:
    """How an installation with such a section looks people up."""
    if section is None:
        return None

    async def ask(number: str, on: date) -> SparAnswer:
        from fordran.outside.spar import SparRegister

        return await SparRegister(section).ask(number, on)

    return PersonLookups(section.days, ask)
