"""The blanks of a creditor, in groups, and what the law says beside each of its settings."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import get_args

from fordran.console.fields import BlankKind, SettingField
from fordran.domain.days import Interval
from fordran.domain.flow.case_settings import DEFAULTS, SETTINGS, SettingKind
from fordran.domain.house_rules import rule_on, rules_day
from fordran.domain.kinds.channels import TO_CREDITORS
from fordran.domain.law.deadlines import term_on
from fordran.domain.law.law import LAW
from fordran.domain.payouts.operator_invoice import FeeSettlement, FeeVat
from fordran.domain.payouts.payout import PayoutDay
from fordran.texts.catalogue import Texts
from fordran.texts.languages import LANGUAGES
from fordran.web.formatting import amount_text

WHO: tuple[SettingField, ...] = (
    SettingField("name", "console.name", required=True),
    SettingField("organization_no", "console.organisation_number", required=True),
    SettingField("description", "console.description"),
    SettingField("is_active", "console.active", "flag"),
    SettingField("standard_debt_description", "console.creditor.debt_description"),
    SettingField(
        "default_letter_locale", "console.creditor.language_of_letters", "choice", options=("language", LANGUAGES)
    ),
    SettingField("registered_office", "console.creditor.registered_office"),
    SettingField("vat_no", "console.creditor.vat_number"),
    SettingField("approved_for_f_tax", "console.creditor.approved_for_ftax", "flag"),
    SettingField("email", "console.creditor.email_for_customers"),
    SettingField("phone", "console.phone"),
    SettingField("website", "console.creditor.website"),
)


def _address(path: str) -> tuple[SettingField, ...]:
    return (
        SettingField(f"{path}.address_line_1", "console.creditor.street_or_box"),
        SettingField(f"{path}.zip_code", "console.postal_code"),
        SettingField(f"{path}.city", "console.town"),
    )


PAID: tuple[SettingField, ...] = (
    SettingField("payout_details.sek.bankgiro", "console.creditor.bankgiro"),
    SettingField("payout_details.sek.plusgiro", "console.creditor.plusgiro"),
    SettingField("payout_details.sek.clearing_number", "console.clearing_number"),
    SettingField("payout_details.sek.account_number", "console.account_number"),
    SettingField("payout_details.sek.iban", "console.iban"),
    SettingField(
        "case_config.payout_frequency",
        "console.creditor.capital_and_interest_paid_out",
        "choice",
        options=("interval", get_args(Interval)),
    ),
    SettingField(
        "case_config.commission_payout_frequency",
        "console.creditor.commission_paid_out",
        "choice",
        options=("interval", get_args(Interval)),
    ),
    SettingField(
        "case_config.payout_day",
        "console.creditor.day_of_payouts",
        "choice",
        options=("payout_day", get_args(PayoutDay)),
    ),
    SettingField("case_config.minimum_payout_amount", "console.creditor.least_payout", "number"),
    SettingField("case_config.commission_share_percent", "console.creditor.fee_share", "number"),
    SettingField("case_config.payout_approvals", "console.creditor.approvals_needed", "whole"),
)
BILLING: tuple[SettingField, ...] = (
    SettingField("billing.e_invoice_address", "console.creditor.billing_e_invoice_address"),
    SettingField("billing.email", "console.creditor.billing_email"),
    SettingField(
        "billing.distribution",
        "console.creditor.billing_distribution",
        "choice",
        options=("distribution", TO_CREDITORS),
    ),
    SettingField("case_config.fee_vat", "console.creditor.fee_vat", "choice", options=("fee_vat", get_args(FeeVat))),
    SettingField(
        "case_config.settle_fees",
        "console.creditor.settle_fees",
        "choice",
        options=("fee_settlement", get_args(FeeSettlement)),
    ),
)
_TYPED: Mapping[SettingKind, BlankKind] = {"days": "whole", "months": "whole", "amount": "number", "flag": "flag"}
FLOW: tuple[SettingField, ...] = (
    SettingField("case_config.interest_rate.rate_percent", "setting.interest_rate", "number"),
    *(
        SettingField(f"case_config.{name}", f"setting.{name}", _TYPED[bounds.kind])
        for name, bounds in SETTINGS.items()
        if bounds.kind in _TYPED
    ),
    *(
        SettingField(f"case_config.{name}", f"setting.{name}", "choice", options=(name, bounds.choices))
        for name, bounds in SETTINGS.items()
        if bounds.kind == "choice"
    ),
)
GROUPS: Mapping[str, tuple[SettingField, ...]] = {
    "who": WHO,
    "sender": _address("sender_address"),
    "invoice": _address("invoice_address"),
    "paid": PAID,
    "billing": BILLING,
    "flow": FLOW,
}
BLANKS: tuple[SettingField, ...] = tuple(blank for group in GROUPS.values() for blank in group)


def bounds(t: Texts, on: date) -> dict[str, str]:
    """The hint beside each setting: its default, and the law's bound on that day with its statute. By path."""
    return {f"case_config.{name}": _bound(t, name, on) for name in SETTINGS if name != "interest_rate"} | {
        "case_config.interest_rate.rate_percent": t("console.creditor.interest_hint")
    }


def _bound(t: Texts, name: str, on: date) -> str:
    of = SETTINGS[name]
    usual = rule_on(of.rule, rules_day(on)) if of.rule else DEFAULTS[name]
    least = term_on(of.term, on) if of.term else of.minimum
    cap = LAW.cap_on(of.article, on) if of.article else None
    hints = []
    if of.kind == "amount":
        row = LAW.row(of.usual, on).most if of.usual else usual
        hints.append(
            t("console.creditor.usual_value", value=amount_text(cap.most if cap and of.is_by_law else row, t.language))
        )
    elif of.kind == "flag":
        hints.append(t("console.creditor.usual_value", value=t("console.yes") if usual else t("console.no")))
    elif of.kind == "choice":
        hints.append(t("console.creditor.usual_value", value=t.of(name, str(usual))))
    else:
        hints.append(t("console.creditor.usual_value", value=usual))
    if least is not None:
        hints.append(t("console.creditor.at_least_value_by_law", value=least, law=of.law))
    if cap is not None:
        hints.append(t("console.creditor.at_most_value_by_law", value=amount_text(cap.most, t.language), law=cap.law))
    return " ".join(hints)
