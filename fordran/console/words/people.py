"""The overview, the search box and customers."""

from __future__ import annotations

from typing import Final

PEOPLE: Final = {
    "Skriv en e-postadress, som namn@exempel.se.": "Write an e-mail address, such as name@example.com.",
    "Skriv ett telefonnummer, som 070-123 45 67.": "Write a telephone number, such as 070-123 45 67.",
    "Adressrad 2": "Second line of the address",
    "Annat": "Other",
    "Att betala i öppna ärenden": "Owed in open cases",
    "Betalningar att matcha": "Payments to match",
    "Betalt av gäldenärer": "Paid by debtors",
    "Betalt av kapitalet, efter registreringsmånad": "Paid of the capital, by month of registration",
    "Dagar efter registrering": "Days after registration",
    "Dagar förfallet": "Days past due",
    "1 ärende": "1 case",
    "Ingen träff på {text}": "Nothing found for {text}",
    "Med ränta till den dag då ärendet senast bokfördes.": "With interest until the day when the case was last booked.",
    "Dag för dag": "Day by day",
    "De närmaste 14 dagarna": "The next 14 days",
    "De senast registrerade först. Sök efter en bestämd kund ovan.": (
        "The latest first. Search above for a particular customer."
    ),
    "Fakturanummer": "Invoice number",
    "Gatuadress": "Street address",
    "Hittat på": "Found by",
    "Hur kunden nås": "How the customer is reached",
    "I korthet": "In short",
    "Inga kunder": "No customers",
    "Inga träffar": "Nothing found",
    "Ingenting händer av sig självt.": "Nothing happens by itself.",
    "Ingenting väntar.": "Nothing waits.",
    "Kunder kommer med de fakturor och ärenden som registreras.": (
        "Customers come with the invoices and cases that are registered."
    ),
    "Kundnummer": "Customer number",
    "Märkning": "Marks",
    "Nummer": "Number",
    "Ort": "Town",
    "Pengar in och ut, 30 dagar": "Money in and out, 30 days",
    "Postnummer": "Postal code",
    "Referens": "Reference",
    "Skuld efter hur länge den varit förfallen": "Debt by how long it has been due",
    "Skuld i alla ärenden": "Debt in all cases",
    "Skyddad identitet": "Protected identity",
    "Spara": "Save",
    "Sök på namn, person- eller organisationsnummer, OCR, fakturanummer, kundnummer, telefon, e-post eller belopp.": (
        "Search for a name, personal or organisation number, OCR, invoice number, customer number, phone, e-mail or amount."
    ),
    "Telefon": "Phone",
    "Träffar": "Found",
    "Utbetalningar på väg": "Payouts on their way",
    "Utbetalt": "Paid out",
    "Vill ha e-post i stället för brev": "Wants e-mail instead of letters",
    "Väntar på en person": "Waits for a person",
    "{count} träffar på {text}": "{count} found for {text}",
    "{count} ärenden": "{count} cases",
    "Ärendets id": "The case's id",
}
