"""Self-service on the debtor's page: what can be agreed at once, and what a person has to decide."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any, Final

MOST_RESPITE_DAYS: Final = 365
"""The longest respite that anybody gives."""


@dataclass(frozen=True)
class SelfServiceLimits:
    """The limits within which a creditor lets debtors agree at once."""

    instalments_most: int = 12
    respite_days_most: int = 14

    def agrees_to_instalments(self, instalments: int) -> bool:
        """Whether a plan of so many is agreed at once."""
        return instalments <= self.instalments_most

    def agrees_to_respite(self, today: date, until: date) -> bool:
        """Whether a respite until that day is given at once.

        >>> SelfServiceLimits().agrees_to_respite(date(2026, 11, 15), date(2026, 11, 29))
        True
        >>> SelfServiceLimits().agrees_to_respite(date(2026, 11, 15), date(2026, 11, 30))
        False
        """
        return until <= today + timedelta(days=self.respite_days_most)


def bounds_of(case_config: Mapping[str, Any] | None) -> SelfServiceLimits:
    """The bounds that a creditor has set, or the usual ones.

    >>> bounds_of({"my_instalments_most": 6})
    SelfServiceLimits(instalments_most=6, respite_days_most=14)
    """
    given = {name: (case_config or {}).get(f"my_{name}") for name in ("instalments_most", "respite_days_most")}
    return SelfServiceLimits(**{name: value for name, value in given.items() if value is not None})
