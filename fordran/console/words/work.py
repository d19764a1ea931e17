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
    "Det läses på gäldenärens egen sida, och då väntar ingenting längre här.": (
        "It is read on the debtor's own page, and then nothing waits here any longer."
    ),
    "Det som väntar på en person, och varför.": "What waits for a person, and why.",
    "Faktura {number}": "Invoice {number}",
    "Fakturor kommer med registreringar från borgenärerna.": "Invoices come with the creditors' registrations.",
    "Förfaller": "Falls due",
    "Gäldenären": "The debtor",
    "Hos": "With",
    "Inga fakturor": "No invoices",
    "Ingen": "Nobody",
    "Ingenting väntar": "Nothing waits",
    "Klart": "Done",
    "Kvar att betala": "Remaining to be paid",
    "Lämna över": "Hand over",
    "Meddelanden": "Messages",
    "Moms": "VAT",
    "När lagen, ett brev eller en betalning behöver en person står det här.": (
        "When the law, a letter or a payment needs a person, it stands here."
    ),
    "Rader": "Lines",
    "Sedan": "Since",
    "E-faktura": "E-invoice",
    "Inte av oss": "Not by us",
    "På väg ut": "On its way out",
    "Skickad": "Sent",
    "Framme": "Arrived",
    "Kom inte fram": "Did not arrive",
    "Borgenären skickar": "Sent by the creditor",
    "Svar till gäldenären": "Answer to the debtor",
    "Svara": "Answer",
    "Vi": "We",
    "Visad (sandlåda)": "Shown (sandbox)",
    "Kunden får ett exemplar till.": "The customer gets another copy.",
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
