"""English sentences of verbs and rules in Swedish, where they have values in them: what pages show of refusals and reasons.

What is always the same and refuses something stands in refusals.py. A blank is filled in with what stood there, in Swedish
where it is a sentence or a value that is known here; a sentence with something unknown where a reason belongs stays as it is.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from string import Formatter
from typing import Any, Final

from fordran.domain.kinds.letter_kinds import LETTER_KINDS
from fordran.web.refusals import SWEDISH

REASONS: Final = {
    # Why the law lets no letter be sent to the debtor, and why one does not leave.
    "the debtor is bankrupt: the claim is the administrator's to pay, and is filed there": (
        "gäldenären är i konkurs: konkursförvaltaren betalar, och kravet anmäls dit"
    ),
    "the debtor is dead: the claim is the estate's to pay, and is put to those who represent it": (
        "gäldenären har avlidit: dödsboet betalar, och kravet ställs till dem som företräder det"
    ),
    "the debtor has debt restructuring: what it covers may not be collected": (
        "gäldenären har skuldsanering: det som den omfattar får inte drivas in"
    ),
    "the debtor is under eighteen: a demand goes to the guardian, if it may be made at all": (
        "gäldenären är under arton: ett krav ställs till förmyndaren, om det alls får ställas"
    ),
    "the debtor's identity is protected: post goes by the Tax Agency's forwarding, by hand": (
        "gäldenären har skyddad identitet: post går för hand genom Skatteverkets förmedling"
    ),
    "the creditor is not named": "borgenären är inte namngiven",
    "the collector is not named": "den som driver in är inte namngiven",
    "the basis of the claim is not stated": "grunden för fordran är inte angiven",
    "the new owner of the claim is not told of": "den nya ägaren av fordran är inte omtalad",
    "it does not say how to pay": "det framgår inte hur man betalar",
    "capital, interest and costs do not make the total": "kapital, ränta och kostnader blir inte summan",
    "not all interest is explained": "all ränta är inte förklarad",
    "interest lacks its rate, period or capital": "räntan saknar sats, period eller kapital",
    "it asks for {asked} kr where {owed} kr is owed": "det begär {asked} kr där skulden är {owed} kr",
    "it names no day to pay by": "det anger ingen sista dag att betala",
    "it names no coming day to pay by": "det anger ingen kommande sista dag att betala",
    "it gives less than {days} days to pay or object": "det ger mindre än {days} dagar att betala eller invända",
    "the debt is not overdue": "skulden är inte förfallen",
    "more than {most} kr is charged for {article}": "mer än {most} kr tas ut för {article}",
    "a reminder fee is charged that was not agreed": "en påminnelseavgift tas ut som inte är avtalad",
    "a consumer is charged a late-payment fee": "en konsument krävs på förseningsersättning",
    "nothing is owed": "ingenting är obetalt",
    "the claim is disputed": "fordran är bestridd",
    "the debtor has a respite": "gäldenären har anstånd",
    "the debtor follows an instalment plan": "gäldenären följer en avbetalningsplan",
    "there is no instalment plan": "det finns ingen avbetalningsplan",
    "the claim is time-barred": "fordran är preskriberad",
    "no reminder of the parking fee was sent": "ingen påminnelse om kontrollavgiften har skickats",
    "the reminder's time has not run out": "påminnelsens tid är inte ute",
    "no collection demand was sent": "inget inkassokrav har skickats",
    "the demand's time has not run out": "kravets tid är inte ute",
    "the application lacks {missing}": "ansökan saknar {missing}",
    "nothing is owed back": "inget ska tillbaka",
    "stopped by hand; it is not sent again before the debtor is given time, or what holds the case is lifted": (
        "stoppat för hand; det skickas inte igen förrän gäldenären får anstånd eller det som håller ärendet hävs"
    ),
    # Why a step is taken when it is.
    "enforcement lacks {missing}": "för Kronofogden saknas {missing}",
    "{months} months since the last letter": "{months} månader sedan förra brevet",
    "instalment {number} is near": "delbetalning {number} närmar sig",
    "instalment {number} is late": "delbetalning {number} är sen",
    "instalment {number} was missed": "delbetalning {number} uteblev",
    # Why a plan cannot be.
    "the first instalment is paid after the day on which the plan is made": (
        "den första delbetalningen kommer efter dagen då planen görs"
    ),
    "a plan has from 1 to {most} instalments": "en plan har mellan 1 och {most} delbetalningar",
    "so many instalments would be of nothing": "så många delbetalningar skulle bli på ingenting",
    "an instalment is more than nothing": "en delbetalning är mer än ingenting",
    "the amount does not pay the debt in {most} instalments": "beloppet betalar inte skulden på {most} delbetalningar",
    "must be less than the remaining capital, else the dispute is accepted": (
        "ska vara mindre än kapitalet som återstår; annars är invändningen bifallen"
    ),
    "is no {account} that money can be paid to": "är inget {account} som pengar kan betalas till",
    "value '{value}' is not unique": "”{value}” är redan upptaget",
    "is not unique": "är redan upptaget",
}
"""What rules say, as a part of a sentence."""

SENTENCES: Final = {
    "No letter can be sent: {reason}.": "Inget brev kan skickas: {reason}.",
    "No such letter can be written: {reason}.": "Ett sådant brev kan inte skrivas: {reason}.",
    "The application lacks {missing}.": "Ansökan saknar {missing}.",
    "The delivery is {status}: there is nothing to try again.": "Leveransen är {status}: det finns inget att försöka igen.",
    "A {kind} brought no money that could be paid back.": "{kind} gav inga pengar som kan betalas tillbaka.",
    "A {kind} cannot be split: match it with the case that it is about.": (
        "{kind} kan inte delas: matcha med ärendet det gäller."
    ),
    "This payment does not wait any more: it is {status}.": "Betalningen väntar inte längre: den är {status}.",
    "All that this case owes back, {amount}, is ordered or set off already.": (
        "Allt som ska tillbaka i ärendet, {amount}, är redan beställt eller kvittat."
    ),
    "This case owes nothing back.": "Inget ska tillbaka i ärendet.",
    "The client has {count} keys, the most there can be: remove one that it uses no more.": (
        "Klienten har {count} nycklar, så många det kan vara: ta bort en som inte används."
    ),
    "There is a partner with the integration id '{id}' already.": "Det finns redan en partner med integrations-id ”{id}”.",
    "What the request refers to was deleted just now; nothing was done.": (
        "Det du hänvisar till togs just bort; inget har gjorts."
    ),
    "The letter is about to leave just now: try again soon.": "Brevet skickas just nu: försök igen om en stund.",
    "The letter has left: it cannot be stopped.": "Brevet har lämnat oss och kan inte stoppas.",
    "The letter has left, as far as a sandbox lets it: it cannot be stopped.": (
        "Brevet har lämnat oss, så långt en sandlåda låter det, och kan inte stoppas."
    ),
    "The letter could not be delivered: there is nothing to stop.": "Brevet kunde inte levereras: det finns inget att stoppa.",
    "The letter is stopped already.": "Brevet är redan stoppat.",
    "One of you signed in by a link that the other made, and could be the other: a second approval has to be of somebody who"
    " signed in without, such as by an identity provider or by a link that came by e-mail.": (
        "En av er loggade in med en länk som den andra hade gjort, och kan vara den andra: ett andra godkännande måste komma från"
        " någon som loggat in utan, till exempel hos en identitetstjänst eller med en länk som kom med e-post."
    ),
    "The clock of an installation that is not a sandbox cannot be moved.": (
        "Klockan i en installation som inte är en sandlåda kan inte flyttas."
    ),
    "The clock stands on {day}: it only goes forward, and no farther than {last}.": (
        "Klockan står på {day}: den går bara framåt, och inte längre än till {last}."
    ),
    "a case cannot go from {source} {target} by {act}": "ärendet är inte i ett läge där det går",
    # What waits for a person, and why.
    "The debtor asks for a plan of {count} instalments, the first on {day}.": (
        "Gäldenären ber om en plan med {count} delbetalningar, den första {day}."
    ),
    "The debtor asks for a respite until {day}.": "Gäldenären ber om anstånd till {day}.",
    "The debtor has objected: the creditor has to answer.": "Gäldenären har invänt: borgenären ska svara.",
    "The debtor has written to us.": "Gäldenären har skrivit till oss.",
    "The debtor has said which account refunds are to go to.": "Gäldenären har sagt till vilket konto återbetalningar ska gå.",
    "Money that was not owed is to go back, and the account of its payer is not known.": (
        "Pengar som inte skulle betalas ska tillbaka, och betalarens konto är inte känt."
    ),
    "A refund came back from the bank: the account that it went to is not right.": (
        "En återbetalning kom tillbaka från banken: kontot den gick till stämmer inte."
    ),
    "Money that was not owed is to go back, and the account of its payer is not known. It is too little to write about.": (
        "Pengar som inte skulle betalas ska tillbaka, och betalarens konto är inte känt. Det är för lite för att skriva brev om."
    ),
    "A refund came back from the bank: the account that it went to is not right. It is too little to write about.": (
        "En återbetalning kom tillbaka från banken: kontot den gick till stämmer inte. Det är för lite för att skriva brev om."
    ),
    "The bank took back a payment after it had gone back to its payer, who owes it to us.": (
        "Banken tog tillbaka en betalning sedan den hade gått tillbaka till sin betalare, som är skyldig oss den."
    ),
    "{letter}: {reason}": "{letter}: {reason}",
    "{reason} ({law})": "{reason} ({law})",
}
"""Whole sentences, in the order in which they are tried."""

VALUES: Final = {
    "id_number": "personnummer",
    "address": "adress",
    "debt_description": "vad skulden gäller",
    "reminder": "påminnelse",
    "debt_collection": "inkassokrav",
    "surveillance_letter": "bevakningsbrev",
    "amortization_plan": "avbetalningsplan",
    "amortization_notice": "avisering av delbetalning",
    "amortization_reminder": "påminnelse om delbetalning",
    "amortization_default": "utebliven delbetalning",
    "respite": "anståndsbesked",
    "dispute": "mottagen invändning",
    "dispute_answer": "svar på invändning",
    "enforcement": "ansökan till Kronofogden",
    "refund_notice": "fråga om återbetalning",
    "closing": "besked om avslut",
    "free": "fritt brev",
    "late_payment_fee": "förseningsersättning",
    "amortization_setup": "avbetalningsplan",
    "deduction": "Ett avdrag",
    "recall": "En återkallelse",
    "payment": "En betalning",
    "matched": "matchad",
    "split": "delad",
    "refunded": "återbetald",
    "settled": "avräknad",
    "suspense": "omatchad",
    "queued": "i kö",
    "sent": "skickad",
    "delivered": "levererad",
    "failed": "misslyckad",
    "shown": "visad",
    "not_ours": "borgenärens egen",
    "bankgiro": "bankgiro",
    "plusgiro": "plusgiro",
    "bank account": "bankkonto",
}
"""What may stand in a blank."""

_IS_A_REASON = "reason"
_AMOUNT = re.compile(r"\d{1,3}(?:,?\d{3})*\.\d\d")
_SHAPES = {"letter": "|".join(LETTER_KINDS), "law": ".+"}


def _pattern(sentence: str) -> re.Pattern[str]:
    parts = (
        re.escape(text) + (f"(?P<{blank}>{_SHAPES.get(blank, '.+?')})" if blank else "")
        for text, blank, _, _ in Formatter().parse(sentence)
    )
    return re.compile("".join(parts), re.DOTALL)


_PATTERNS: Final = [
    (_pattern(english), swedish) for english, swedish in (SENTENCES | REASONS).items() if "{" in english
]


def in_swedish(sentence: str) -> str | None:
    """The sentence in Swedish; None where it is not known."""
    plain = SWEDISH.get(sentence) or SENTENCES.get(sentence) or REASONS.get(sentence)
    if plain is not None:
        return plain
    for pattern, swedish in _PATTERNS:
        found = pattern.fullmatch(sentence)
        if found is not None:
            filled = {blank: _filled(blank, value) for blank, value in found.groupdict().items()}
            if all(value is not None for value in filled.values()):
                return swedish.format(**filled)
    return None


def _filled(blank: str, value: str) -> str | None:
    """What stands in a blank, in Swedish. Where a reason belongs, one that is not known is none."""
    if blank == _IS_A_REASON:
        return in_swedish(value)
    if _AMOUNT.fullmatch(value):
        return value.replace(",", "\N{NO-BREAK SPACE}").replace(".", ",")
    return ", ".join(VALUES.get(one, one) for one in value.split(", "))


def in_language(data: Mapping[str, Any], language: str) -> dict[str, Any]:
    """What a trouble tells, with its sentence in the visitor's language where there is one; else it is marked as English."""
    swedish = in_swedish(data.get("sentence") or "") if language == "sv" else None
    return {**data, "sentence": as_sentence(swedish), "is_ours": True} if swedish else dict(data)


def as_sentence(text: str) -> str:
    """A reason as a sentence of its own: with a capital and a full stop."""
    ended = text if text.endswith((".", ")", "!", "?")) else f"{text}."
    return ended[:1].upper() + ended[1:]
