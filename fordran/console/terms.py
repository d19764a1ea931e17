"""What the closed lists of the interface are called on pages, in Swedish; the words say each in English."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

Swedish: TypeAlias = Mapping[str, str]
"""A value of a list → what it is called. Tests look for every one of these among the words, and for every value here."""

STATES: Swedish = {
    "initializing": "Registreras",
    "invoice": "Faktura",
    "reminder": "Påminnelse",
    "debt_collection": "Inkasso",
    "enforcement": "Kronofogden",
    "surveillance": "Bevakning",
    "closed": "Avslutat",
}
STATUSES: Swedish = {
    "initializing": "Registreras",
    "initialized": "Registrerat",
    "invoice": "Faktura",
    "reminder_active": "Påminnelse",
    "debt_collection_active": "Inkasso",
    "enforcement_applied": "Ansökt hos Kronofogden",
    "enforcement_served": "Delgivet",
    "enforcement_contested": "Bestritt hos Kronofogden",
    "enforcement_verdict": "Utslag",
    "enforcement_execution": "Utmätning",
    "surveillance_active": "Bevakning",
    "respite": "Anstånd",
    "disputed": "Invändning",
    "amortization": "Avbetalningsplan",
    "paid": "Betalt",
    "credited": "Krediterat",
    "cancelled": "Återkallat",
    "written_off": "Avskrivet",
    "returned": "Återlämnat",
    "bankruptcy": "Konkurs",
    "deceased": "Avliden",
    "debt_restructuring": "Skuldsanering",
    "time_barred": "Preskriberat",
}
STATUS_KINDS: Mapping[str, str] = {
    "respite": "warn",
    "disputed": "bad",
    "amortization": "info",
    "paid": "good",
    "credited": "good",
    "debt_collection_active": "info",
    "enforcement_applied": "info",
    "enforcement_contested": "bad",
}
"""How a status is coloured, where it is at all."""
DECIDED: dict[str, str] = {
    name: STATUSES[name] for name in ("written_off", "returned", "bankruptcy", "deceased", "debt_restructuring")
}
STEPS: Swedish = {
    "reminder": "Påminnelse",
    "debt_collection": "Inkassokrav",
    "enforcement": "Ansökan till Kronofogden",
    "surveillance": "Till bevakning",
    "surveillance_letter": "Bevakningsbrev",
    "respite_end": "Anståndet slutar",
    "amortization_notice": "Avisering av delbetalning",
    "amortization_reminder": "Påminnelse om delbetalning",
    "amortization_default": "Utebliven delbetalning",
    "close_time_barred": "Preskription",
    "start": "Väntar på att startas",
    "dispute_answer": "Väntar på svar på invändningen",
    "letter": "Väntar på att brevet lämnar oss",
    "delivery": "Väntar på att fakturan når kunden",
    "enforcement_reply": "Väntar på Kronofogden",
    "review": "Väntar på en handläggare",
}
WHY: Swedish = {
    "the last day of the respite": "Anståndets sista dag.",
    "the claim is time-barred": "Fordran preskriberas.",
    "not paid when due": "Obetald på förfallodagen.",
    "not paid after the reminder": "Obetald efter påminnelsen.",
    "the first action": "Första åtgärden.",
    "lag (1984:318) 8 §: a parking fee is reminded of before it is collected": (
        "Lag (1984:318) 8 §: om en kontrollavgift påminns innan den krävs in."
    ),
    "the letter did not leave": "Brevet lämnade inte oss.",
    "the creditor has not chosen enforcement": "Borgenären har inte valt Kronofogden.",
    "not paid after the demand": "Obetald efter kravet.",
    "before the claim is time-barred": "Innan fordran preskriberas.",
}
"""Why a step is taken when it is, as the rule says it → as a page says it."""
LETTERS: Swedish = {
    "reminder": "Påminnelse",
    "debt_collection": "Inkassokrav",
    "surveillance_letter": "Bevakningsbrev",
    "amortization_plan": "Avbetalningsplan",
    "amortization_notice": "Avisering av delbetalning",
    "amortization_reminder": "Påminnelse om delbetalning",
    "amortization_default": "Utebliven delbetalning",
    "respite": "Anståndsbesked",
    "dispute": "Mottagen invändning",
    "dispute_answer": "Svar på invändning",
    "enforcement": "Ansökan till Kronofogden",
    "refund_notice": "Fråga om återbetalning",
    "closing": "Ärendet är avslutat",
    "free": "Fritt brev",
}
FREE_TEMPLATES: Swedish = {
    "": "Egen text",
    "contact_us": "Hör av dig till oss",
    "documents_wanted": "Vi behöver underlag",
    "payment_not_found": "Vi hittar inte betalningen",
    "message_received": "Vi har fått meddelandet",
}
LETTER_STATUSES: Swedish = {
    "queued": "I kö",
    "made": "Gjort",
    "sent": "Skickat",
    "shown": "Visat (sandlåda)",
    "failed": "Misslyckat",
    "stopped": "Stoppat",
}
LETTER_KINDS_OF_STATUS: Mapping[str, str] = {
    "queued": "info",
    "made": "info",
    "sent": "good",
    "shown": "good",
    "failed": "bad",
    "stopped": "bad",
}
CHANNELS: Swedish = {"email": "E-post", "print": "Brevpost"}
WAYS: Swedish = {"e_invoice": "E-faktura", "email": "E-post", "print": "Brevpost"}
"""How an invoice can be sent."""
DISTRIBUTIONS: Swedish = {**WAYS, "none": "Inte av oss"}
DELIVERIES: Swedish = {
    "queued": "På väg ut",
    "sent": "Skickad",
    "delivered": "Framme",
    "failed": "Kom inte fram",
    "not_ours": "Borgenären skickar",
    "shown": "Visad (sandlåda)",
}
DELIVERY_KINDS: Mapping[str, str] = {
    "queued": "info",
    "sent": "good",
    "delivered": "good",
    "shown": "good",
    "failed": "bad",
}
NOTES: Swedish = {
    "note": "Anteckning",
    "call": "Samtal",
    "message": "Meddelande",
    "from_debtor": "Gäldenären skrev",
    "to_debtor": "Svar till gäldenären",
}
WRITTEN_NOTES = {kind: name for kind, name in NOTES.items() if kind != "from_debtor"}
"""Those that people write."""
WORK: Swedish = {
    "stopped": "Lagen stoppar indrivning",
    "letter_stopped": "Brev stoppat",
    "letter_failed": "Brev misslyckat",
    "invoice_failed": "Faktura misslyckad",
    "delivery_failed": "Försändelse misslyckad",
    "step_failed": "Steg misslyckat",
    "duty_failed": "Något gick inte av sig självt",
    "refund_owed": "Återbetalning utan konto",
    "refund_returned": "Återbetalning i retur",
    "refund_claimed": "Återkrav",
    "debtor_message": "Gäldenären har skrivit",
    "debtor_request": "Gäldenären ber om något",
    "debtor_objection": "Gäldenären har invänt",
}
OUTCOMES: Swedish = {
    "rejected": "Avslagen",
    "partly": "Delvis bifallen",
    "accepted": "Bifallen",
    "withdrawn": "Återtagen",
    "overtaken": "Överspelad",
    "closed": "Ärendet avslutat",
}
COMPONENTS: Swedish = {"capital": "Kapital", "interest": "Ränta", "costs": "Kostnader"}
FOUND_KINDS: Swedish = {"customer": "Kund", "case": "Ärende", "invoice": "Faktura"}
FOUND_BY: Swedish = {
    "name": "Namn",
    "id_number": "Person- eller org.nr",
    "email": "E-post",
    "phone": "Telefon",
    "customer_number": "Kundnummer",
    "ocr": "OCR",
    "case_number": "Ärendenummer",
    "letter_number": "Brevnummer",
    "invoice_number": "Fakturanummer",
    "debt_reference": "Referens",
    "number": "Fakturanummer",
    "id": "Ärendets id",
    "amount": "Belopp",
}
MARKS: Swedish = {
    "deceased": "Avliden",
    "bankruptcy": "Konkurs",
    "debt_restructuring": "Skuldsanering",
    "protected_identity": "Skyddad identitet",
}
