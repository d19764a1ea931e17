"""Doubtful numbers: marked by default, refused where the account asks for it."""

from __future__ import annotations

from fordran.domain.numbers import bankgiro, identity
from fordran.resources.creditors import PayoutDetails
from fordran.shape.fields import Issues, add_issue

BAD_ORGANIZATION_NO = "the check digit or form does not fit a Swedish organisation or personal number"
BAD_BANKGIRO = "the check digit does not fit"


def doubts(organization_no: str, payout_details: PayoutDetails | None = None) -> dict[str, str]:
    """Dotted field → why its content looks wrong."""
    found = {}
    if identity.classify(organization_no).status != "valid":
        found["organization_no"] = BAD_ORGANIZATION_NO
    if payout_details and payout_details.sek and not bankgiro.is_valid(payout_details.sek.bankgiro):
        found["payout_details.sek.bankgiro"] = BAD_BANKGIRO
    return found


def as_warnings(found: dict[str, str]) -> list[dict[str, str]]:
    """Doubts as they are shown."""
    return [{"field": field, "reason": reason} for field, reason in found.items()]


def add_doubts(issues: Issues, found: dict[str, str], below: tuple[str, ...] = ()) -> None:
    """Doubts as issues, for an account that has them refused."""
    for field, reason in found.items():
        add_issue(issues, (*below, *field.split(".")), reason)
