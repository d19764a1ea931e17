"""Content of a creditor's form that the law bounds or that cannot be: refused beside its field where it is new.

The interface takes it with warnings, and caps it when it is used (docs/interface.md); a person can correct it at once.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date
from typing import Any

from fordran.domain.flow.case_settings import SETTINGS
from fordran.domain.law.deadlines import term_on
from fordran.domain.law.law import LAW
from fordran.domain.numbers import bank_account, bankgiro, iban, identity, plusgiro, vat_number
from fordran.domain.service.email_address import is_email
from fordran.texts.catalogue import Texts
from fordran.web.formatting import amount_text


def _is_organization_no(text: str) -> bool:
    return identity.classify(text).status == "valid"


def _is_vat_no(text: str) -> bool:
    return vat_number.is_valid(text) or vat_number.country_of(text) is not None


CHECKS: Mapping[str, tuple[Callable[[str], bool], str]] = {
    "organization_no": (_is_organization_no, "console.creditor.not_organisation_number"),
    "vat_no": (_is_vat_no, "console.creditor.not_vat_number"),
    "email": (is_email, "console.customer.email_hint"),
    "payout_details.sek.bankgiro": (bankgiro.is_valid, "console.creditor.not_bankgiro"),
    "payout_details.sek.plusgiro": (plusgiro.is_valid, "console.creditor.not_plusgiro"),
    "payout_details.sek.iban": (iban.is_valid, "console.creditor.not_iban"),
}
"""Path → whether its text can be what it is called, and the code of the sentence where it cannot."""


def doubts(t: Texts, values: Mapping[str, str]) -> dict[str, str]:
    """The sentences about fields that cannot be right, by path; `values` are texts by path."""
    found = {
        path: t(code)
        for path, (is_right, code) in CHECKS.items()
        if values.get(path, "").strip() and not is_right(values[path].strip())
    }
    clearing, number = (values.get(f"payout_details.sek.{name}", "") for name in ("clearing_number", "account_number"))
    if clearing and number and not bank_account.is_valid(f"{clearing}-{number}"):
        found["payout_details.sek.account_number"] = t("console.creditor.not_bank_account")
    return found


def outside_law(t: Texts, config: Mapping[str, Any], on: date) -> dict[str, str]:
    """The sentences about settings outside the law's bounds on a day, by path."""
    found: dict[str, str] = {}
    for name, bounds in SETTINGS.items():
        value = config.get(name)
        if bounds.kind not in ("days", "months", "amount") or isinstance(value, bool | str | None):
            continue
        least = term_on(bounds.term, on) if bounds.term else bounds.minimum
        cap = LAW.cap_on(bounds.article, on) if bounds.article else None
        if least is not None and value < least:
            found[f"case_config.{name}"] = t("console.creditor.at_least_value_by_law", value=least, law=bounds.law)
        if cap is not None and value * 100 > cap.most:
            most = amount_text(cap.most, t.language)
            found[f"case_config.{name}"] = t("console.creditor.at_most_value_by_law", value=most, law=cap.law)
    return found
