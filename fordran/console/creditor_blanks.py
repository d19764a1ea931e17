"""The blanks of a creditor, in groups, and what the law says beside each of its settings."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date

from fordran.console.blanks import Blank
from fordran.console.terms import Swedish
from fordran.domain.flow.case_settings import SETTINGS
from fordran.domain.flow.case_settings import Settings as Defaults
from fordran.domain.law.deadlines import term_on
from fordran.domain.law.fees import LAW
from fordran.web.formatting import amount_text
from fordran.web.languages import Words

INTERVALS: Swedish = {
    "daily": "Varje dag",
    "weekly": "Varje vecka",
    "monthly": "Varje månad",
    "quarterly": "Varje kvartal",
}
DAYS: Swedish = {
    "monday": "Måndag",
    "tuesday": "Tisdag",
    "wednesday": "Onsdag",
    "thursday": "Torsdag",
    "friday": "Fredag",
}
LOCALES: Swedish = {"sv": "Svenska", "en": "Engelska"}

WHO: tuple[Blank, ...] = (
    Blank("name", "Namn", required=True),
    Blank("organization_no", "Organisationsnummer", required=True),
    Blank("description", "Beskrivning"),
    Blank("is_active", "Aktiv", "flag"),
    Blank("standard_debt_description", "Vad skulderna gäller, om inget annat sägs"),
    Blank("default_letter_locale", "Brevens språk", "choice", options=LOCALES),
    Blank("vat_no", "Momsregistreringsnummer"),
    Blank("approved_for_f_tax", "Godkänd för F-skatt", "flag"),
    Blank("email", "E-post dit kunder skriver"),
    Blank("phone", "Telefon"),
    Blank("website", "Webbplats"),
)


def _address(path: str) -> tuple[Blank, ...]:
    return (
        Blank(f"{path}.address_line_1", "Gata eller box"),
        Blank(f"{path}.zip_code", "Postnummer"),
        Blank(f"{path}.city", "Ort"),
    )


PAID: tuple[Blank, ...] = (
    Blank("payout_details.sek.bankgiro", "Bankgiro"),
    Blank("payout_details.sek.plusgiro", "Plusgiro"),
    Blank("payout_details.sek.clearing_number", "Clearingnummer"),
    Blank("payout_details.sek.account_number", "Kontonummer"),
    Blank("payout_details.sek.iban", "IBAN"),
    Blank("case_config.payout_frequency", "Kapital och ränta betalas ut", "choice", options=INTERVALS),
    Blank("case_config.commission_payout_frequency", "Provision betalas ut", "choice", options=INTERVALS),
    Blank("case_config.payout_day", "Utbetalningsdag", "choice", options=DAYS),
    Blank("case_config.minimum_payout_amount", "Minsta utbetalning", "number"),
    Blank("case_config.commission_share_percent", "Andel av våra avgifter, procent", "number"),
    Blank("case_config.payout_approvals", "Godkännanden som behövs", "whole"),
)
FLOW: tuple[Blank, ...] = (
    Blank("case_config.interest_rate.rate_percent", "Avtalad dröjsmålsränta, procent om året", "number"),
    Blank("case_config.reminder_days_after_due", "Dagar från förfallodag till påminnelse", "whole"),
    Blank("case_config.reminder_fee_agreed", "Påminnelseavgift är avtalad", "flag"),
    Blank("case_config.reminder_fee", "Påminnelseavgift", "number"),
    Blank("case_config.reminder_pay_days", "Dagar att betala en påminnelse", "whole"),
    Blank("case_config.reminder_grace_days", "Dagar från påminnelsens sista dag till kravet", "whole"),
    Blank("case_config.debt_collection_fee", "Inkassoavgift", "number"),
    Blank("case_config.debt_collection_pay_days", "Dagar att betala ett krav", "whole"),
    Blank("case_config.debt_collection_grace_days", "Dagar från kravets sista dag till nästa steg", "whole"),
    Blank("case_config.late_payment_fee", "Förseningsersättning av företag", "number"),
    Blank("case_config.use_enforcement", "Obetalda krav går till Kronofogden", "flag"),
    Blank("case_config.enforcement_fee", "Avgift för ansökan till Kronofogden", "number"),
    Blank("case_config.surveillance_months", "Månader mellan bevakningsbrev", "whole"),
    Blank("case_config.amortization_setup_fee", "Avgift för avbetalningsplan", "number"),
    Blank("case_config.amortization_advice_fee", "Avgift för avisering av delbetalning", "number"),
    Blank("case_config.amortization_notice_days", "Dagar från avisering till delbetalning", "whole"),
    Blank("case_config.missed_instalment_days", "Dagar efter utebliven delbetalning till planen upphör", "whole"),
    Blank("case_config.gather_days", "Dagar ett steg väntar på andra krav i samma brev", "whole"),
    Blank("case_config.write_off_below", "Mindre än så skrivs av efter en betalning", "number"),
)
GROUPS: Mapping[str, tuple[Blank, ...]] = {
    "who": WHO,
    "sender": _address("sender_address"),
    "invoice": _address("invoice_address"),
    "paid": PAID,
    "flow": FLOW,
}
GROUP_NAMES: Swedish = {
    "who": "Borgenären",
    "sender": "Adress för post",
    "invoice": "Adress för fakturor",
    "paid": "Utbetalning",
    "flow": "Hur ärenden drivs",
}
BLANKS: tuple[Blank, ...] = tuple(blank for group in GROUPS.values() for blank in group)


def bounds(t: Words, on: date) -> dict[str, str]:
    """What stands beside each setting: the usual value, and the law's bound on that day with its statute. By path."""
    return {f"case_config.{name}": _bound(t, name, on) for name in SETTINGS if name != "interest_rate"} | {
        "case_config.interest_rate.rate_percent": t("Tomt: referensränta plus 8 procentenheter, räntelagen 6 §.")
    }


def _bound(t: Words, name: str, on: date) -> str:
    of = SETTINGS[name]
    usual = getattr(Defaults(), name)
    least = term_on(of.term, on) if of.term else of.minimum
    cap = LAW.cap_on(of.article, on) if of.article else None
    said = []
    if of.kind == "amount":
        row = LAW.row(of.usual, on).most if of.usual else usual
        said.append(t("Vanligt: {value}.", value=amount_text(cap.most if cap and of.is_by_law else row, t.language)))
    elif of.kind == "flag":
        said.append(t("Vanligt: {value}.", value=t("Ja") if usual else t("Nej")))
    else:
        said.append(t("Vanligt: {value}.", value=usual))
    if least is not None:
        said.append(t("Minst {value} enligt {law}.", value=least, law=of.law))
    if cap is not None:
        said.append(t("Högst {value} enligt {law}.", value=amount_text(cap.most, t.language), law=cap.law))
    return " ".join(said)
