"""Reports."""

from __future__ import annotations

from typing import Final

REPORTS: Final = {
    "Alla": "All",
    "Avgiftsintäkter och uppdragsgivarnas provision.": "Fee income and the creditors' commission.",
    "Dagar efter förfallodagen": "Days past the due date",
    "Det finns ingen uppdragsgivare som du kan se.": "There is no creditor that you can see.",
    "Efter": "After",
    "En uppdragsgivares redovisning av en period, som den skickas.": (
        "A creditor's statement of a period, as it is sent."
    ),
    "Från och med": "From",
    "Hur stor del av varje månads registrerade fordringar som är betald efter så många dagar.": (
        "How much of what was registered in each month had been paid after so many days."
    ),
    "Ingen uppdragsgivare": "No creditor",
    "Ingenting att visa": "Nothing to show",
    "Klientmedel dag för dag: bankens saldo, bokföringen och vems pengarna är.": (
        "Client funds day by day: the bank's balance, the books, and whose the money is."
    ),
    "Moms på fakturor och provision.": "VAT on invoices and commission.",
    "Per den": "As of",
    "Under den här tiden hände ingenting som hör hit.": "Nothing that belongs here happened in this time.",
    "Uppdragsgivare": "Creditor",
    "Vad som har drivits in, per månad och uppdragsgivare.": "What was recovered, by month and creditor.",
    "Vad som har skrivits av, och varför.": "What was written off, and why.",
    "Vad som kom in och vad som betalades ut, dag för dag.": "What came in and what was paid out, day by day.",
    "Vad som är obetalt en viss dag, efter hur länge det har varit förfallet.": (
        "What is unpaid on a day, by how long it has been due."
    ),
    "Vad vi är skyldiga betalare, ärende för ärende.": "What we owe payers, case by case.",
    "Varje rapport finns som sida, CSV, Excel och PDF.": "Every report is there as a page, CSV, Excel and PDF.",
    "Visa": "Show",
    "{count} rader till finns i filerna.": "{count} more rows are in the files.",
    "{days} dagar": "{days} days",
}
