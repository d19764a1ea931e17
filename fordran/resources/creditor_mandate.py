"""The creditor's word and powers: that its terms have the reminder fee, and who may apply to the enforcement authority for it."""

from __future__ import annotations

from typing import Any

from pydantic import Field

from fordran.domain.message import Message
from fordran.resources.common import CountableDay
from fordran.resources.files import FileShown
from fordran.shape.fields import Refused, Shape
from fordran.shape.kinds import Flag, Name
from fordran.shape.wire import wire


class ReminderFeeTerms(Shape):
    """The creditor's word that its terms have the reminder fee: lag (1981:739) 2 §."""

    agreed: Flag
    """Whether customers agree on the fee before they owe."""
    valid_from: CountableDay
    """The first day of the terms; a debt that arose before has no reminder fee."""
    attested_by: Name
    """The person at the creditor who attests it."""


class MandateDays(Shape):
    """The days on which the power of attorney holds. Its file is uploaded by `POST /media--upload/{reference_id}`."""

    from_: CountableDay | None = Field(
        default=None, alias="from", description="Its first day; without one, since ever."
    )
    until: CountableDay | None = None
    """Its last day; without one, until it is recalled."""

    def stored(self) -> dict[str, Any]:
        """The days as they are stored. An end before the beginning is refused."""
        if self.from_ is not None and self.until is not None and self.until < self.from_:
            raise Refused({"until": Message("issue.mandate_ends_before")})
        return wire(self)


class EnforcementMandate(MandateDays):
    """The creditor's power of attorney for applications to the enforcement authority: lag (1990:746) 19 §."""

    file: FileShown | None = None
    """The signed document."""
