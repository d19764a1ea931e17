"""What waits for a person, and invoices."""

from __future__ import annotations

from typing import Final

WORK: Final = {
    "Antal": "Units",
    "Avklarade": "Settled ones",
    "Avklarat": "Settled",
    "Bara mina": "Mine alone",
    "Belopp exkl. moms": "Amount excl. VAT",
    "De senast registrerade först. Sök efter en bestämd faktura ovan.": (
        "The latest first. Search above for a particular invoice."
    ),
    "Det som väntar på en person, och varför.": "What waits for a person, and why.",
    "Faktura {number}": "Invoice {number}",
    "Fakturor kommer med registreringar från borgenärerna.": "Invoices come with the creditors' registrations.",
    "Förfaller": "Falls due",
    "Hos": "With",
    "Inga fakturor": "No invoices",
    "Ingen": "Nobody",
    "Ingenting väntar": "Nothing waits",
    "Klart": "Done",
    "Kvar att betala": "Remaining to be paid",
    "Lämna över": "Hand over",
    "Moms": "VAT",
    "När lagen, ett brev eller en betalning behöver en person står det här.": (
        "When the law, a letter or a payment needs a person, it stands here."
    ),
    "Rader": "Lines",
    "Sedan": "Since",
    "Gäldenären är i konkurs: konkursförvaltaren betalar, och kravet anmäls dit.": (
        "The debtor is bankrupt: the administrator pays, and the claim is filed there."
    ),
    "Gäldenären har avlidit: dödsboet betalar, och kravet ställs till dem som företräder det.": (
        "The debtor has died: the estate pays, and the claim is put to those who represent it."
    ),
    "Gäldenären har skuldsanering: det som den omfattar får inte drivas in.": (
        "The debtor has debt restructuring: what it covers may not be collected."
    ),
    "Gäldenären är under arton: ett krav ställs till förmyndaren, om det alls får ställas.": (
        "The debtor is under eighteen: a demand goes to the guardian, if it may be made at all."
    ),
    "Gäldenären har skyddad identitet: post går för hand genom Skatteverkets förmedling.": (
        "The debtor's identity is protected: post goes by the Tax Agency's forwarding, by hand."
    ),
    "E-faktura": "E-invoice",
    "Inte av oss": "Not by us",
    "På väg ut": "On its way out",
    "Skickad": "Sent",
    "Framme": "Arrived",
    "Kom inte fram": "Did not arrive",
    "Borgenären skickar": "Sent by the creditor",
    "Visad (sandlåda)": "Shown (sandbox)",
    "Kunden får ett exemplar till.": "The customer gets another copy.",
    "Skicka igen": "Send again",
    "Skicka igen som": "Send again as",
    "Tidigare": "Earlier",
    "Skjut upp": "Put off",
    "Summa inkl. moms": "Total incl. VAT",
    "Ta": "Take",
    "Till": "To",
    "Till {day}": "Until {day}",
    "Uppskjutet till": "Put off until",
    "Vad som gjordes": "What was done",
    "Varför": "Why",
    "Visa fakturan": "Show the invoice",
    "À-pris": "Unit price",
    "Öppna igen": "Open again",
}
