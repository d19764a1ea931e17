"""What the debtor's page says of states, letters and refusals, in Swedish; the words say each in English."""

from __future__ import annotations

from typing import Final, TypeAlias

Swedish: TypeAlias = str
"""A text that a page shows, which the words say in English."""

MENU: Final[tuple[tuple[Swedish, str], ...]] = (
    ("Din skuld", "/my"),
    ("Betala", "/my/pay"),
    ("Dela upp", "/my/plan"),
    ("Få mer tid", "/my/respite"),
    ("Invänd", "/my/dispute"),
    ("Dina uppgifter", "/my/details"),
    ("Skriv till oss", "/my/messages"),
    ("Är brevet äkta?", "/my/genuine"),
)

FIELD_NAMES: Final[dict[str, Swedish]] = {
    "code": "Kod",
    "letter_number": "Brevnummer",
    "instalments": "Antal delbetalningar",
    "first_date": "Första dag att betala",
    "until": "Till och med",
    "reason": "Vad är fel?",
    "text": "Meddelande",
    "email": "E-post",
    "mobile_number": "Telefon",
    "account_number": "Nummer",
}
"""The name of a form's field → its label, for the page that gives back what somebody wrote in vain."""

STATUS: Final[dict[str, Swedish]] = {
    "initializing": "Ärendet är nytt.",
    "initialized": "Ärendet är nytt.",
    "invoice": "Fakturan är skickad.",
    "reminder_active": "Vi har skickat en påminnelse.",
    "debt_collection_active": "Ärendet är hos inkasso.",
    "enforcement_applied": "Kronofogden har fått en ansökan om betalningsföreläggande.",
    "enforcement_served": "Kronofogden har frågat dig om kravet.",
    "enforcement_contested": "Du har invänt hos Kronofogden.",
    "enforcement_verdict": "Kronofogden har beslutat att du ska betala.",
    "enforcement_execution": "Kronofogden driver in skulden.",
    "surveillance_active": "Vi bevakar skulden och hör av oss då och då.",
    "respite": "Du har fått mer tid. Under tiden skickar vi inga krav.",
    "disputed": "Du har invänt. Vi kräver inte in pengarna förrän borgenären har svarat dig.",
    "amortization": "Du betalar enligt en plan.",
    "paid": "Skulden är betald.",
    "credited": "Borgenären har tagit tillbaka kravet.",
    "cancelled": "Borgenären har återkallat ärendet.",
    "written_off": "Ärendet är avslutat. Vi kräver ingenting mer.",
    "returned": "Ärendet är avslutat hos oss och återlämnat till borgenären.",
    "bankruptcy": "Ärendet är avslutat hos oss.",
    "deceased": "Ärendet är avslutat hos oss.",
    "debt_restructuring": "Ärendet är avslutat hos oss på grund av skuldsanering.",
    "time_barred": "Skulden är preskriberad. Vi kräver ingenting mer.",
}
"""Status of a case → how it stands, in a sentence."""

STATUS_NAME: Final[dict[str, Swedish]] = {
    "respite": "Du har mer tid",
    "disputed": "Invändning, väntar på svar",
    "amortization": "Plan",
    "closed": "Avslutat",
    "open": "Pågår",
}

NEXT: Final[dict[str, Swedish]] = {
    "reminder": "En påminnelse",
    "debt_collection": "Ett inkassokrav",
    "enforcement": "Ansökan hos Kronofogden",
    "surveillance": "Vi bevakar skulden",
    "surveillance_letter": "Ett brev om skulden",
    "respite_end": "Din extra tid är slut",
    "amortization_notice": "En avisering om nästa delbetalning",
    "amortization_reminder": "En påminnelse om delbetalningen",
    "amortization_default": "Planen upphör om inget betalas",
    "close_time_barred": "Skulden preskriberas",
    "start": "Ärendet startas",
    "dispute_answer": "Borgenären svarar på din invändning",
    "letter": "Ett brev",
    "enforcement_reply": "Kronofogden svarar",
    "review": "Vi ser över ärendet",
    "delivery": "Fakturan skickas",
}
"""What comes next, as a thing."""

LETTER: Final[dict[str, Swedish]] = {
    "reminder": "Påminnelse",
    "debt_collection": "Inkassokrav",
    "surveillance_letter": "Brev om din skuld",
    "amortization_plan": "Avbetalningsplan",
    "amortization_notice": "Avi om delbetalning",
    "amortization_reminder": "Påminnelse om delbetalning",
    "amortization_default": "Planen har upphört",
    "respite": "Bekräftelse på mer tid",
    "dispute": "Bekräftelse på din invändning",
    "dispute_answer": "Svar på din invändning",
    "enforcement": "Ansökan till Kronofogden",
    "refund_notice": "Pengar att få tillbaka",
    "closing": "Ärendet är avslutat",
    "free": "Meddelande från oss",
}
"""Kind of letter → its name."""

CHANNEL: Final[dict[str, Swedish]] = {"email": "med e-post", "print": "på papper med post"}

NOT_NOW: Final[dict[str, Swedish]] = {
    "closed": "Ärendet är avslutat, så det finns inget att göra.",
    "disputed": "Du har redan invänt. Vänta på borgenärens svar, eller skriv till oss.",
    "amortization": "Du har redan en plan. Skriv till oss om den behöver ändras.",
    "respite": "Du har redan fått mer tid. Skriv till oss om du behöver mer.",
    "other": "Det går inte just nu. Skriv till oss, så hjälper vi dig.",
}
"""Why an act cannot be done now, by where the case stands."""

PLAN_WRONG: Final[dict[str, Swedish]] = {
    "instalments": "Skuldens storlek räcker inte till så många delbetalningar. Välj färre.",
    "amount": "Skuldens storlek räcker inte till så många delbetalningar. Välj färre.",
    "first_date": "Välj en första dag som kommer, inom de närmaste månaderna.",
}
