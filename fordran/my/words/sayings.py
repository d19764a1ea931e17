"""How a case stands, what comes next, and what letters are called."""

from __future__ import annotations

from typing import Final

SAYINGS: Final = {
    "Ansökan hos Kronofogden": "Application to the Enforcement Authority",
    "Ansökan till Kronofogden": "Application to the Enforcement Authority",
    "Avbetalningsplan": "Instalment plan",
    "Avi om delbetalning": "Notice of an instalment",
    "Avslutat": "Closed",
    "Bekräftelse på din invändning": "Confirmation of your objection",
    "Bekräftelse på mer tid": "Confirmation of more time",
    "Borgenären har tagit tillbaka kravet.": "The creditor has taken the claim back.",
    "Borgenären har återkallat ärendet.": "The creditor has withdrawn the case.",
    "Borgenären svarar på din invändning": "The creditor answers your objection",
    "Meddelande från oss": "Message from us",
    "Påminnelse om delbetalning": "Reminder of an instalment",
    "En påminnelse om delbetalningen": "A reminder of the instalment",
    "Ärendet är avslutat": "The case is closed",
    "Brev om din skuld": "Letter about your debt",
    "Det går inte just nu. Skriv till oss, så hjälper vi dig.": (
        "That cannot be done just now. Write to us and we will help you."
    ),
    "Din extra tid är slut": "Your extra time ends",
    "Du betalar enligt en plan.": "You pay by a plan.",
    "Du har fått mer tid. Under tiden skickar vi inga krav.": (
        "You have been given more time. Meanwhile we send no demands."
    ),
    "Du har invänt hos Kronofogden.": "You have objected to the Enforcement Authority.",
    "Du har invänt. Vi kräver inte in pengarna förrän borgenären har svarat dig.": (
        "You have objected. We do not collect the money until the creditor has answered you."
    ),
    "Du har mer tid": "You have more time",
    "Du har redan en plan. Skriv till oss om den behöver ändras.": (
        "You have a plan already. Write to us if it needs to be changed."
    ),
    "Du har redan fått mer tid. Skriv till oss om du behöver mer.": (
        "You have been given more time already. Write to us if you need more."
    ),
    "Du har redan invänt. Vänta på borgenärens svar, eller skriv till oss.": (
        "You have objected already. Wait for the creditor's answer, or write to us."
    ),
    "En avisering om nästa delbetalning": "A notice of the next instalment",
    "En påminnelse": "A reminder",
    "Ett brev": "A letter",
    "Ett brev om skulden": "A letter about the debt",
    "Ett inkassokrav": "A collection demand",
    "Fakturan skickas": "The invoice is sent",
    "Fakturan är skickad.": "The invoice has been sent.",
    "Inkassokrav": "Collection demand",
    "Invändning, väntar på svar": "Objection, awaiting an answer",
    "Kronofogden driver in skulden.": "The Enforcement Authority collects the debt.",
    "Kronofogden har beslutat att du ska betala.": ("The Enforcement Authority has decided that you are to pay."),
    "Kronofogden har frågat dig om kravet.": "The Enforcement Authority has asked you about the claim.",
    "Kronofogden har fått en ansökan om betalningsföreläggande.": (
        "The Enforcement Authority has an application for a payment order."
    ),
    "Kronofogden svarar": "The Enforcement Authority replies",
    "Pengar att få tillbaka": "Money to get back",
    "Plan": "Plan",
    "Planen har upphört": "The plan has ended",
    "Planen upphör om inget betalas": "The plan ends if nothing is paid",
    "Pågår": "Under way",
    "Påminnelse": "Reminder",
    "Skulden preskriberas": "The debt becomes time-barred",
    "Skulden är betald.": "The debt is paid.",
    "Skulden är preskriberad. Vi kräver ingenting mer.": "The debt is time-barred. We ask for nothing more.",
    "Skuldens storlek räcker inte till så många delbetalningar. Välj färre.": (
        "The debt is too small for so many instalments. Choose fewer."
    ),
    "Svar på din invändning": "Answer to your objection",
    "Vi bevakar skulden": "We keep watch over the debt",
    "Vi bevakar skulden och hör av oss då och då.": "We keep watch over the debt and write now and then.",
    "Vi har skickat en påminnelse.": "We have sent a reminder.",
    "Vi ser över ärendet": "We look over the case",
    "Välj en första dag som kommer, inom de närmaste månaderna.": (
        "Choose a first day to come, within the next months."
    ),
    "med e-post": "by e-mail",
    "på papper med post": "on paper by post",
    "Ärendet startas": "The case is started",
    "Ärendet är avslutat hos oss och återlämnat till borgenären.": (
        "The case is closed with us and given back to the creditor."
    ),
    "Ärendet är avslutat hos oss på grund av skuldsanering.": (
        "The case is closed with us because of debt restructuring."
    ),
    "Ärendet är avslutat hos oss.": "The case is closed with us.",
    "Ärendet är avslutat, så det finns inget att göra.": "The case is closed, so there is nothing to do.",
    "Ärendet är avslutat. Vi kräver ingenting mer.": "The case is closed. We ask for nothing more.",
    "Ärendet är hos inkasso.": "The case is with debt collection.",
    "Ärendet är nytt.": "The case is new.",
}
