"""What the law asks of a letter, as people read it, in Swedish; the words say each in English."""

from __future__ import annotations

from fordran.console.terms import Swedish

RULES: Swedish = {
    "creditor_is_named": "Borgenären är namngiven",
    "collector_is_named": "Den som driver in är namngiven",
    "basis_is_stated": "Grunden för fordran är angiven",
    "assignment_is_told": "Överlåtelse är omtalad",
    "payment_is_explained": "Det framgår hur man betalar",
    "amounts_are_apart": "Kapital, ränta och kostnader står var för sig",
    "interest_is_explained": "Räntan är förklarad",
    "time_is_eight_days": "Minst åtta dagar att betala",
    "pay_by_is_named": "Sista dag att betala är angiven",
    "debt_is_overdue": "Skulden är förfallen",
    "amounts_are_owed": "Beloppen ska betalas",
    "fees_are_within_caps": "Avgifterna ryms inom lagens tak",
    "reminder_fee_is_agreed": "Påminnelseavgiften är avtalad",
    "late_payment_fee_is_a_business": "Förseningsersättning begärs bara av företag",
    "not_paid": "Inte betalt",
    "not_disputed": "Inte bestritt",
    "not_held": "Ingenting håller ärendet",
    "plan_runs": "Avbetalningsplanen gäller",
    "not_time_barred": "Inte preskriberat",
    "not_bankruptcy": "Ingen konkurs",
    "not_deceased": "Inte avliden",
    "not_debt_restructuring": "Ingen skuldsanering",
    "not_minor": "Inte omyndig",
    "not_protected_identity": "Inte skyddad identitet",
    "refund_is_owed": "Pengar ska tillbaka",
    "parking_is_reminded_first": "Påmind först, om det är en kontrollavgift",
    "demanded_first": "Krävd först",
    "demand_has_run_out": "Kravets tid är ute",
    "application_is_complete": "Ansökan är fullständig",
}
