"""By what the operator reaches a creditor: its `billing`, else the e-mail address that its customers write to, else paper."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fordran.domain.kinds.channels import ContactDetails, Distribution


def creditor_reach(organization_no: str, email: str | None, billing: Mapping[str, Any] | None) -> ContactDetails:
    """The addresses of a creditor, and the channel that it asks for."""
    given = billing or {}
    return ContactDetails(
        email=str(given.get("email") or email or "").strip(),
        e_invoice_address=given.get("e_invoice_address") or "",
        id_number=organization_no,
        is_company=True,
        asked=asked_of(given),
    )


def asked_of(billing: Mapping[str, Any] | None) -> Distribution | None:
    """The channel that a creditor asks for; None where it asks for none."""
    return (billing or {}).get("distribution") or None
