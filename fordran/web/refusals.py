"""Why a verb refuses, in Swedish: the verbs say it in English, for programs and people alike; pages are read in both.

Sentences with values in them stand in sentences.py.
"""

from __future__ import annotations

from typing import Final

SWEDISH: Final = {
    "A payout of nothing, or less, cannot have been paid.": "En utbetalning på noll eller mindre kan inte ha betalats.",
    "An account has at least one creditor: this one is the last. Make it inactive instead.": (
        "Ett konto har minst en borgenär, och det här är den sista. Gör den inaktiv i stället."
    ),
    "Letters are not sent again as they are: they are made anew by what comes next in their case.": (
        "Brev skickas inte igen som de är: de görs på nytt av det som händer härnäst i ärendet."
    ),
    "No letter can be sent: the debtor is erased.": "Inget brev kan skickas: gäldenärens uppgifter är raderade.",
    "No such letter can be written: nothing has happened that it would be about.": (
        "Ett sådant brev kan inte skrivas: ingenting har hänt som det skulle handla om."
    ),
    "No such letter can be written: there is no instalment plan.": (
        "Ett sådant brev kan inte skrivas: det finns ingen avbetalningsplan."
    ),
    "Nothing is owed to us for this refund.": "Ingen är skyldig oss något för den här återbetalningen.",
    "Nothing is owed: no such letter would be written.": "Ingenting är obetalt: ett sådant brev skulle inte skrivas.",
    "Payouts are approved by people, and an API client is none.": (
        "Utbetalningar godkänns av människor, och en API-klient är ingen."
    ),
    "The bank is about to take this payment back.": "Banken är på väg att ta tillbaka betalningen.",
    "The case has been started already.": "Ärendet är redan startat.",
    "The case has no payment of that amount from before the recall that could be taken back.": (
        "Ärendet har ingen betalning på det beloppet från före återkallelsen som kan tas tillbaka."
    ),
    "The case has not been paid so much over the bank that the deduction could be taken from it.": (
        "Så mycket har inte betalats på ärendet över banken att avdraget kan tas från det."
    ),
    "The case is closed already.": "Ärendet är redan avslutat.",
    "The case is closed: it cannot be started.": "Ärendet är avslutat och kan inte startas.",
    "The creditor distributes the invoice itself: choose a channel to send it by.": (
        "Borgenären skickar fakturan själv: välj hur den ska skickas."
    ),
    "The customer's data have been erased: there is nobody to reach.": (
        "Kundens uppgifter är raderade: det finns ingen att nå."
    ),
    "The invoice is about to leave just now: try again soon.": "Fakturan skickas just nu: försök igen om en stund.",
    "The key is registered for this client already.": "Nyckeln är redan registrerad för klienten.",
    "The letters were given up with their fees: give the debtor time, and they are made anew.": (
        "Breven gavs upp tillsammans med sina avgifter: ge gäldenären anstånd, så görs de på nytt."
    ),
    "The payout comes to another amount now: look at it again.": (
        "Utbetalningen är på ett annat belopp nu: titta på den igen."
    ),
    "The payout has become a part of another one, which can be approved.": (
        "Utbetalningen har blivit en del av en annan, som kan godkännas."
    ),
    "The payout is paid: there is nothing left to approve.": "Utbetalningen är betald: det finns inget kvar att godkänna.",
    "The user is in groups that are not yours to give or take.": (
        "Användaren är med i grupper som du inte kan ge eller ta ifrån någon."
    ),
    "The webhook is of a creditor that you do not administer.": "Webhooken hör till en borgenär som du inte administrerar.",
    "The webhook is switched off: enable it, and what was not delivered is delivered, or replay then.": (
        "Webhooken är avstängd: slå på den, så levereras det som inte har levererats, eller spela upp det då."
    ),
    "Who has changed a payout by hand does not approve it: somebody else has to.": (
        "Den som har ändrat en utbetalning för hand godkänner den inte: någon annan måste göra det."
    ),
    "You have approved the payout already: a second approval has to be somebody else's.": (
        "Du har redan godkänt utbetalningen: ett andra godkännande måste vara någon annans."
    ),
}
"""What a verb says → the same in Swedish."""
