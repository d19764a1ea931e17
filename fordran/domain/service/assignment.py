"""Assignment: which rule holds for a case that needs a person, and which of its handlers gets it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from fordran.domain.kinds.claim_kinds import ClaimKind


@dataclass(frozen=True, slots=True)
class CaseToAssign:
    """A case, as far as rules look at it."""

    creditor: str
    claim_kind: ClaimKind
    is_person: bool


@dataclass(frozen=True, slots=True)
class HandlerRule:
    """To whom cases are given: of a creditor, of a kind of claim, of people or of organisations; None is every one."""

    id: str
    handlers: tuple[str, ...]
    creditor: str | None = None
    claim_kind: ClaimKind | None = None
    is_person: bool | None = None

    def holds_for(self, case: CaseToAssign) -> bool:
        """Whether it is about such a case."""
        return (
            self.creditor in (None, case.creditor)
            and self.claim_kind in (None, case.claim_kind)
            and self.is_person in (None, case.is_person)
        )

    @property
    def precedence(self) -> tuple[bool, bool, bool, str]:
        """The order of rules: one that names a creditor goes first, then the kind of claim, the kind of customer, the oldest."""
        return self.creditor is None, self.claim_kind is None, self.is_person is None, self.id


def rule_for(case: CaseToAssign, rules: Iterable[HandlerRule]) -> HandlerRule | None:
    """The rule that decides who handles a case, if any does."""
    return min((rule for rule in rules if rule.holds_for(case)), key=lambda rule: rule.precedence, default=None)


def least_busy(handlers: Collection[str], open_cases: Mapping[str, int]) -> str | None:
    """The handler with fewest open cases; of several the one named first in the rule. None where there is no handler."""
    return min(handlers, key=lambda handler: open_cases.get(handler, 0), default=None)
