"""Roles of parties in a case beside its debtor, whom the letters go to, and the proceedings in which a claim is filed.

Who gets a letter on a day is flow/addressees.py, and its page docs/rules/parties.md.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from fordran.domain.kinds.records import by_code

PartyRole: TypeAlias = Literal[
    "debtor", "guardian", "trustee", "helper", "estate", "representative", "insolvency_administrator"
]
PartyLetters: TypeAlias = Literal["no", "copy", "instead"]
"""Whether a party gets no letters, a copy of each, or all of them in the debtor's place."""


@dataclass(frozen=True, slots=True)
class PartyRoleRecord:
    """A role. `letters` are what its party may get, the usual one first."""

    code: PartyRole
    law: str
    letters: tuple[PartyLetters, ...]


PARTY_ROLES: Mapping[PartyRole, PartyRoleRecord] = by_code(
    PartyRole,
    (
        PartyRoleRecord("debtor", "skuldebrevslag (1936:81) 2 §", ("copy",)),
        PartyRoleRecord("guardian", "föräldrabalken 9 kap. 1 § och 12 kap. 1 §", ("instead",)),
        PartyRoleRecord("trustee", "föräldrabalken 11 kap. 7 och 9 §§", ("instead",)),
        PartyRoleRecord("helper", "föräldrabalken 11 kap. 4 och 5 §§", ("copy", "no")),
        PartyRoleRecord("estate", "ärvdabalken 18 kap. 1 § och 21 kap. 1 §", ("instead",)),
        PartyRoleRecord("representative", "inkassolag (1974:182) 4 §", ("instead", "copy", "no")),
        PartyRoleRecord("insolvency_administrator", "konkurslag (1987:672) 3 kap. 1 §", ("no", "copy")),
    ),
)


InsolvencyKind: TypeAlias = Literal["bankruptcy", "restructuring", "debt_restructuring", "estate"]
"""Proceedings: bankruptcy, restructuring of a company, debt restructuring of a person, and the estate of a dead debtor."""


@dataclass(frozen=True, slots=True)
class InsolvencyKindRecord:
    """A proceeding. `receiver` is the role of who gets the claim; the enforcement authority where there is none."""

    code: InsolvencyKind
    law: str
    receiver: PartyRole | None


INSOLVENCY_KINDS: Mapping[InsolvencyKind, InsolvencyKindRecord] = by_code(
    InsolvencyKind,
    (
        InsolvencyKindRecord("bankruptcy", "konkurslag (1987:672) 9 kap.", "insolvency_administrator"),
        InsolvencyKindRecord("restructuring", "lag (2022:964) om företagsrekonstruktion", "insolvency_administrator"),
        InsolvencyKindRecord("debt_restructuring", "skuldsaneringslag (2016:675)", None),
        InsolvencyKindRecord("estate", "ärvdabalken 18 och 21 kap.", "estate"),
    ),
)
