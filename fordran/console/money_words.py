"""What the closed lists of money are called on pages, in Swedish; the words say each in English."""

from __future__ import annotations

from fordran.console.terms import Swedish

SUSPENSE_REASONS: Swedish = {
    "no_case": "Inget ärende har referensen",
    "reference_unknown": "En av referenserna är okänd",
    "amounts_unknown": "Flera ärenden, och beloppen är inte sagda",
    "credit_note": "En kreditnota som inte täcks",
    "other_receiver": "Betalat till ett annat bankgiro",
    "not_itemised": "Banken har bara gett summan",
    "no_payment": "Ingen betalning att dra ifrån eller ta tillbaka",
    "returned": "Pengar i retur",
}
TRANSACTION_KINDS: Swedish = {
    "payment": "Inbetalning",
    "deduction": "Avdrag",
    "recall": "Återkallelse",
    "withdrawal": "Uttag",
}
TRANSACTION_STATUSES: Swedish = {
    "matched": "Matchad",
    "suspense": "Väntar",
    "to_refund": "Ska återbetalas",
    "refunded": "Återbetald",
    "recalled": "Återkallad",
    "withdrawn": "Uttagen",
    "duplicate": "Dubblett",
}
LIKENESSES: Swedish = {
    "ocr": "Rätt OCR-nummer",
    "ocr_near": "OCR-numret skiljer sig på en siffra",
    "invoice_number": "Rätt fakturanummer",
    "payer_number": "Betalaren har kundens person- eller organisationsnummer",
    "payer_name": "Betalaren heter som kunden",
    "owed": "Beloppet är det som ska betalas",
    "capital": "Beloppet är den ursprungliga fordran",
    "closed": "Ärendet är avslutat",
}
PAYEES: Swedish = {
    "bankgiro": "Bankgiro",
    "plusgiro": "Plusgiro",
    "bank_account": "Bankkonto med clearingnummer",
    "iban": "IBAN",
}
CATEGORIES: Swedish = {
    "capital": "Kapital",
    "interest": "Ränta",
    "creditor_outlay": "Borgenärens utlägg",
    "creditor_commission": "Provision",
    "operator_fees": "Egna avgifter",
}
NOT_READY: Swedish = {
    "period_running": "Perioden pågår",
    "below_minimum": "Under minsta belopp",
    "no_payout_account": "Inget konto att betala till",
    "payout_account_invalid": "Kontot är felaktigt",
    "payee_unpayable": "Mottagaren kan inte betalas",
}
FILE_STATUSES: Swedish = {"stored": "Inläst", "settled": "Avräknad"}
ARTICLE_NAMES: Swedish = {
    "capital": "Kapital",
    "interest": "Ränta",
    "reminder": "Påminnelseavgift",
    "cost": "Kostnad",
    "debt_collection": "Inkassoavgift",
    "enforcement": "Kronofogden",
    "amortization_setup": "Uppläggningsavgift",
    "amortization_advice": "Aviavgift",
    "amortization_reminder": "Påminnelse om delbetalning",
    "commission": "Provision",
    "commission_intercompany": "Provision inom koncernen",
    "finance_refund": "Återbetalning",
}
