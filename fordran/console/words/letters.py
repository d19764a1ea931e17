"""Letters."""

from __future__ import annotations

from typing import Final

LETTERS: Final = {
    "Avgift": "Fee",
    "Begärt belopp": "Amount asked for",
    "Betala senast": "Pay by",
    "Borgenär": "Creditor",
    "Brev görs och skickas dag för dag, av sig själva.": "Letters are made and sent day by day, by themselves.",
    "Brevet": "The letter",
    "Brevet prövas när det görs.": "The letter is checked when it is made.",
    "Brevet är stoppat. Ärendet ligger på listan över vad som är att göra.": (
        "The letter is stopped. The case is on the list of what is to be done."
    ),
    "Brevnummer": "Letter number",
    "Daterat": "Dated",
    "Förhandsgranska": "Preview",
    "Inga brev här": "No letters here",
    "Inte prövat än": "Not checked yet",
    "Krav": "Asked",
    "Kund": "Customer",
    "Lagrum": "Statute",
    "Se ett brev innan det görs": "See a letter before it is made",
    "Skickade": "Sent",
    "Slag": "Kind",
    "Stoppa": "Stop",
    "Stoppa brevet": "Stop the letter",
    "Stoppade": "Stopped",
    "Sätt": "Way",
    "Uppfyllt": "Fulfilled",
    "Vad lagen kräver": "What the law asks",
    "Varje brev prövas mot lagen när det ska lämna oss.": (
        "Every letter is held against the law when it is about to leave."
    ),
    "Visa brevet": "Show the letter",
}
