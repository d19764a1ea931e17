"""Claims to file in an insolvency, as they are asked for."""

from __future__ import annotations

from fordran.domain.kinds.party_roles import InsolvencyKind
from fordran.resources.common import CountableDay
from fordran.shape.fields import Shape
from fordran.shape.kinds import Name


class InsolvencyClaimInput(Shape):
    """A claim to file, stated on the day of the decision."""

    kind: InsolvencyKind
    """The proceeding that it is filed in."""
    date: CountableDay | None = None
    """The day of the decision, on which the claim is stated; of a bankruptcy the marked day unless given, else today."""
    case_number: Name | None = None
    """The number of the proceeding at the court or the authority."""
