"""Doubtful numbers: marked by default, refused where the account asks for it."""

from __future__ import annotations

from fordran.domain.numbers import bankgiro, identity, vat_number
from fordran.domain.service.email_address import is_email
from fordran.resources.creditors import CreditorData
from fordran.shape.fields import Issues, add_issue

BAD_ORGANIZATION_NO = "the check digit or form does not fit a Swedish organisation or personal number"
BAD_VAT_NO = "the form or a check digit does not fit a Swedish VAT number: SE and twelve digits"
BAD_BANKGIRO = "the check digit does not fit"
BAD_EMAIL = "does not look like an e-mail address"


def doubts(organization_no: str) -> dict[str, str]:
    """Field → why its content looks wrong, of what an account and a creditor both have."""
    is_right = identity.classify(organization_no).status == "valid"
    return {} if is_right else {"organization_no": BAD_ORGANIZATION_NO}


def creditor_doubts(given: CreditorData) -> dict[str, str]:
    """Dotted field → why its content looks wrong."""
    found = doubts(given.organization_no)
    details = given.payout_details
    if details and details.sek and not bankgiro.is_valid(details.sek.bankgiro):
        found["payout_details.sek.bankgiro"] = BAD_BANKGIRO
    if given.vat_no and not vat_number.is_valid(given.vat_no) and vat_number.country_of(given.vat_no) is None:
        found["vat_no"] = BAD_VAT_NO
    if given.email and not is_email(given.email.strip()):
        found["email"] = BAD_EMAIL
    return found


def as_warnings(found: dict[str, str]) -> list[dict[str, str]]:
    """Doubts as they are shown."""
    return [{"field": field, "reason": reason} for field, reason in found.items()]


def add_doubts(issues: Issues, found: dict[str, str], below: tuple[str, ...] = ()) -> None:
    """Doubts as issues, for an account that has them refused."""
    for field, reason in found.items():
        add_issue(issues, (*below, *field.split(".")), reason)
