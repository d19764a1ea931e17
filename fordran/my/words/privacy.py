"""The notice of personal data."""

from __future__ import annotations

from typing import Final

PRIVACY: Final = {
    "Borgenären; den som trycker och delar ut brev; banken; och om ärendet går dit Kronofogden och domstol.": (
        "The creditor; whoever prints and delivers letters; the bank; and if the case goes there, the Enforcement "
        "Authority and courts."
    ),
    "Den här sidan": "This page",
    "Det här är all information som dataskyddsförordningen (GDPR), artikel 13 och 14, ger dig rätt till.": (
        "This is all the information that the General Data Protection Regulation (GDPR), articles 13 and 14, "
        "entitles you to."
    ),
    "Dina rättigheter": "Your rights",
    (
        "Du kan få veta vilka uppgifter vi har och få en kopia, få fel rättade, och i vissa fall få uppgifter "
        "raderade, behandlingen begränsad eller uppgifterna utlämnade för att flytta dem. Du kan när som helst "
        "invända mot behandling som bygger på berättigat intresse."
    ): (
        "You can get to know which data we have and get a copy, have errors corrected, and in some cases have data"
        " erased, their processing restricted, or the data handed over to be moved. You can object at any time to "
        "processing that rests on legitimate interest."
    ),
    (
        "För att fakturera och driva in en skuld: borgenärens och vårt berättigade intresse av att få betalt för "
        "ett rättsligt anspråk (artikel 6.1 f), och ditt avtal med borgenären (artikel 6.1 b)."
    ): (
        "To invoice and collect a debt: the creditor's and our legitimate interest in having a legal claim paid "
        "(article 6.1 f), and your contract with the creditor (article 6.1 b)."
    ),
    (
        "För bokföring och god inkassosed: rättsliga förpliktelser (artikel 6.1 c), bland annat bokföringslagen "
        "och inkassolagen."
    ): (
        "For bookkeeping and good collection practice: legal obligations (article 6.1 c), among them the Swedish "
        "Accounting Act and the Debt Collection Act."
    ),
    (
        "För brev med e-post i stället för på papper: ditt samtycke (artikel 6.1 a), som du tar tillbaka under "
        "Dina uppgifter när du vill."
    ): (
        "For letters by e-mail instead of on paper: your consent (article 6.1 a), which you take back under Your "
        "details whenever you like."
    ),
    "Hur länge": "For how long",
    (
        "Inga beslut om dig fattas enbart av en dator så att de får rättslig verkan. En plan eller mer tid som du "
        "får direkt här följer gränser som borgenären har satt, och allt annat avgör en människa."
    ): (
        "No decision about you is made by a computer alone so that it has legal effect. A plan or more time that "
        "you get at once here keeps within bounds that the creditor has set, and a person decides on everything "
        "else."
    ),
    (
        "Namn, personnummer, adress, telefon och e-post; vad skulden gäller, fakturor och brev; betalningar och "
        "vilket konto de kom från; avtal om uppskov och delbetalning; invändningar, meddelanden och filer som du "
        "skickar; och när den här sidan öppnades med din kod."
    ): (
        "Name, personal number, address, telephone and e-mail; what the debt is for, invoices and letters; "
        "payments and the account that they came from; agreements on respite and instalments; objections, messages"
        " and files that you send; and when this page was opened with your code."
    ),
    (
        "Sidan använder bara de kakor som behövs: en för att hålla den öppen, en för att skydda formulär och en "
        "för ditt val av språk. Ingen annan får veta att du har varit här."
    ): (
        "The page uses only the cookies that it needs: one to keep it open, one to protect forms and one for your "
        "choice of language. Nobody else gets to know that you have been here."
    ),
    (
        "Tills ett ärende går till inkasso är borgenären, företaget som du handlade med, personuppgiftsansvarig, "
        "och {name} behandlar uppgifterna åt borgenären. Från inkassokravet är {name} själv "
        "personuppgiftsansvarig."
    ): (
        "Until a case goes to debt collection the creditor, the business that you dealt with, is the controller of"
        " your data, and {name} processes them for the creditor. From the collection demand on, {name} is the "
        "controller itself."
    ),
    (
        "Uppgifter som inte längre behövs när ärendet är avslutat tas bort eller görs om så att du inte kan kännas"
        " igen. Det som hör till bokföringen sparas till och med det sjunde året efter räkenskapsåret "
        "(bokföringslagen 7 kap. 2 §)."
    ): (
        "Data that are no longer needed when the case is closed are removed or changed so that you cannot be "
        "recognised. What belongs to the accounts is kept until the end of the seventh year after the financial "
        "year (bokföringslagen chapter 7 section 2)."
    ),
    (
        "Uppgifterna kommer från borgenären, från dig, från banken när du betalar, och i vissa ärenden från "
        "Kronofogden och offentliga register."
    ): (
        "The data come from the creditor, from you, from the bank when you pay, and in some cases from the "
        "Enforcement Authority and public registers."
    ),
    "Varför, och med vilken rätt": "Why, and by what right",
    "Vem som ansvarar": "Who is responsible",
    "Vilka som får dem": "Who gets them",
    "Vilka uppgifter, och varifrån": "Which data, and from where",
    "Vänd dig till oss på {email}. Du kan också klaga hos Integritetsskyddsmyndigheten, imy.se.": (
        "Turn to us at {email}. You can also complain to the Swedish Authority for Privacy Protection, imy.se."
    ),
}
