"""Each kind of letter against what the law and good practice ask of it, by the text of its PDF in both languages.

A row is a letter, what is asked of it and by which rule, and the words that answer it in Swedish and in English. What a letter
may not say stands in a table of its own.
"""

from functools import cache
from typing import Any, NamedTuple

import pytest

from fordran.documents.letters.letters import KINDS, render
from fordran.domain.claims.facts import Fee
from fordran.domain.kinds.letter_kinds import LETTER_KINDS
from tests.documents import letter_samples as samples
from tests.documents.letter_samples import ALL, PLANNED, TODAY, claim
from tests.pdf import text_of


class Asked(NamedTuple):
    letter: str
    rule: str
    swedish: tuple[str, ...]
    english: tuple[str, ...]


_CREDITOR = (("Fordringsägare Björks Elteknik AB, org.nr 556677-8899",), ("Creditor Björks Elteknik AB (556677-8899)",))
_BASIS = (
    ("Elarbeten på Ängsvägen 14", "Faktura 2026-10417 från 2026-08-01, förföll 2026-08-31"),
    ("Elarbeten på Ängsvägen 14", "Invoice 2026-10417 of 2026-08-01, due 2026-08-31"),
)
_SUPERVISED = (
    ("Finansinspektionen utövar tillsyn över vår inkassoverksamhet", "Org.nr 559244-0001", "Säte: Umeå"),
    ("supervised by Finansinspektionen", "Company reg. no. 559244-0001", "Registered office: Umeå"),
)
_OBJECT = (
    (
        "Är kravet fel, helt eller delvis? Berätta för oss senast den",
        "Medan vi utreder saken gör vi uppehåll",
        "Box 1200",
    ),
    ("Is the claim wrong, in whole or in part? Tell us by", "We pause the claim while we look into it", "Box 1200"),
)
_APPLICATION = (
    ("kan Björks Elteknik AB ansöka om betalningsföreläggande hos Kronofogden", "680,00 kr", "300,00 kr", "380,00 kr"),
    ("Björks Elteknik AB may apply for a payment order at Kronofogden", "SEK 680.00", "SEK 300.00", "SEK 380.00"),
)
_INTEREST_GOES_ON = (
    ("enligt 6 § räntelagen på kapitalet tills det är betalt", "referensräntan plus 8 procentenheter, nu 10 % per år"),
    (
        "under section 6 of the Swedish Interest Act until it is paid",
        "reference rate plus 8 percentage points, now 10 %",
    ),
)

_CAPITAL = {"demand_of_undisputed_part": "1 000"}
"""What bears interest, of letters that demand another capital than 1 425 kronor."""

DEMANDS = [name for name, made in ALL.items() if (kind := made().kind) and LETTER_KINDS[kind].purpose == "demand"]

ASKED = [
    # Inkassolag (1974:182) 5 §, of every letter that demands the whole debt.
    *(
        asked
        for letter in DEMANDS
        for asked in (
            Asked(letter, "5 § 1: the creditor's name", *_CREDITOR),
            Asked(letter, "5 § 2: the basis of the claim, clearly", *_BASIS),
            Asked(
                letter,
                "5 § 4: how to pay",
                ("OCR-nummer 17100181", "Bankgiro 991-2346", "Betalningsmottagare Nordanå Inkasso AB"),
                ("Payment reference (OCR) 17100181", "Bankgiro 991-2346", "Payee Nordanå Inkasso AB"),
            ),
            Asked(
                letter,
                "5 § 5: capital, interest and costs apart",
                ("Vad kravet gäller Kapital Ränta Kostnader Summa",),
                ("What the claim is for Capital Interest Costs Total",),
            ),
            Asked(
                letter,
                "5 § 6: the interest's time, days, rate and capital",
                (
                    f"2026-09-01–2026-09-07: 7 dagar, 10 % på {_CAPITAL.get(letter, '1 425')},00 kr",
                    "Enligt räntelag (1975:635) 6 §",
                ),
                (
                    f"2026-09-01–2026-09-07: 7 days, 10 % on SEK {_CAPITAL.get(letter, '1 425').replace(' ', ',')}.00",
                    "Under Interest Act (1975:635), section 6",
                ),
            ),
            Asked(letter, "5 § 7: a time to object, how, and to whom", *_OBJECT),
            *(
                []
                if letter == "rest_notice"
                else [Asked(letter, "räntelagen: what interest goes on", *_INTEREST_GOES_ON)]
            ),
            Asked(letter, "inkassolag 2 and 13 §§: who supervises, and who collects", *_SUPERVISED),
        )
    ),
    Asked(
        "demand",
        "5 § 7: a certain day to pay or object by",
        ("Betala eller lämna dina invändningar senast den 15 oktober 2026",),
        ("Please pay or object by 15 October 2026",),
    ),
    Asked(
        "plan_ended",
        "5 § 7: a certain day to pay by",
        ("hela den återstående skulden ska betalas senast den 17 december 2026",),
        ("all that is left of the debt is to be paid by 17 December 2026",),
    ),
    Asked(
        "surveillance",
        "5 § 7: a certain day to pay by",
        ("Betala senast 2026-10-15",),
        ("Pay by 2026-10-15",),
    ),
    # Good practice: what follows, and what it would cost.
    *(
        Asked(letter, "4 §: what follows, and its cost", *_APPLICATION)
        for letter in ("demand", "plan_ended", "dispute_evidently_wrong")
    ),
    Asked(
        "demand",
        "lag (1981:739) 3 and 4 §§: what the costs are",
        ("påminnelseavgift 60,00 kr och inkassokostnad 180,00 kr", "Enligt lag (1981:739) 3 § 1 och 4 §"),
        ("reminder fee SEK 60.00 and collection fee SEK 180.00", "Under Act (1981:739), sections 3 (1) and 4"),
    ),
    # The reminder.
    Asked("reminder", "who asks", *_CREDITOR),
    Asked("reminder", "what for", *_BASIS),
    Asked(
        "reminder",
        "a new day to pay by",
        ("Betala senast den 15 oktober 2026",),
        ("Please pay by 15 October 2026",),
    ),
    Asked(
        "reminder",
        "lag (1981:739) 2 and 4 §§: the fee, and that it was agreed",
        ("påminnelseavgift med 60,00 kr. Avgiften är avtalad med Björks Elteknik AB", "2 och 4 §§ lagen (1981:739)"),
        (
            "a reminder fee of SEK 60.00. The fee was agreed with Björks Elteknik AB",
            "sections 2 and 4 of Act (1981:739)",
        ),
    ),
    Asked(
        "reminder",
        "what follows, and what it may cost",
        ("lämna ärendet till inkasso", "högst 180,00 kr"),
        ("hand the matter over to debt collection", "SEK 180.00 at most"),
    ),
    Asked("reminder", "how to object", ("Anser du att kravet är fel",), ("Do you think that the claim is wrong",)),
    Asked("reminder", "räntelagen: what interest goes on", *_INTEREST_GOES_ON),
    # Instalments.
    Asked(
        "plan",
        "lag (1981:739) 3 § 2: a plan in writing, complete",
        ("i 6 delbetalningar", "1 2026-10-30 316,07 1 580,34", "6 2027-03-30 316,06 0,00", "Summa 1 896,41"),
        ("in 6 instalments", "1 2026-10-30 316.07 1,580.34", "6 2027-03-30 316.06 0.00", "Total 1,896.41"),
    ),
    Asked(
        "plan",
        "lag (1981:739) 3 § 2 and 4 §: its fee and what it rests on",
        ("avgift ut en gång, 170,00 kr, enligt 3 § 2 och 4 § lagen (1981:739)",),
        ("a fee once, SEK 170.00, under sections 3 (2) and 4 of Act (1981:739)",),
    ),
    Asked(
        "plan",
        "what ends it, and what rests meanwhile",
        ("mer än 10 dagar sen upphör planen", "skickar vi inga nya krav, och ingen ansökan görs hos Kronofogden"),
        (
            "more than 10 days late, the plan ends",
            "we send no further demands, and nothing is applied for at Kronofogden",
        ),
    ),
    Asked("plan", "the interest in it", ("den ränta som hinner löpa", "47,75 kr"), ("the interest until", "SEK 47.75")),
    Asked(
        "notice",
        "which instalment, how much, when, and what is left",
        ("delbetalning 2 av 6", "Betala 316,07 kr senast den 30 november 2026", "återstår 1 264,27 kr av planen"),
        ("instalment 2 of 6", "Please pay SEK 316.07 by 30 November 2026", "SEK 1,264.27 of the plan is left"),
    ),
    Asked(
        "missed",
        "which instalment, until when the plan can go on, and what ends it",
        ("delbetalning 2 av 6, 316,07 kr", "senast den 17 december 2026", "upphör planen"),
        ("instalment 2 of 6, SEK 316.07", "by 17 December 2026", "the plan ends"),
    ),
    Asked(
        "missed",
        "lag (1981:739) 5 §: it costs nothing",
        ("Den här påminnelsen kostar dig ingenting.",),
        ("This reminder costs you nothing.",),
    ),
    Asked(
        "plan_ended",
        "why",
        ("inte fått delbetalning 2 av 6, som skulle ha varit betald den 30 november 2026",),
        ("not received instalment 2 of 6, which was to be paid by 30 November 2026",),
    ),
    # Surveillance.
    Asked(
        "surveillance",
        "preskriptionslag (1981:130) 5 §: a written demand",
        ("ett skriftligt krav enligt 5 § preskriptionslagen (1981:130)", "Brevet kostar dig ingenting"),
        ("a written demand under section 5 of the Swedish Limitation Act (1981:130)", "This letter costs you nothing"),
    ),
    Asked(
        "surveillance",
        "lag (1990:746) 42 §: the payment order",
        ("Kronofogden fastställde skulden den 30 september 2026, mål 01-123456-26",),
        ("established the debt on 30 September 2026, case 01-123456-26",),
    ),
    # Holds.
    Asked(
        "respite",
        "until when, and what rests",
        ("inte betala förrän den 16 november 2026", "inga krav och tar inte ut några nya avgifter"),
        ("You need not pay before 16 November 2026", "no demands and charge no new fees"),
    ),
    Asked(
        "rest_notice",
        "lag (1981:739) 4 §: what remains, by when, and that the letter is free",
        ("ränta och kostnader återstår", "senast den 15 oktober 2026", "Det här brevet kostar ingenting"),
        ("interest and costs remain", "by 15 October 2026", "This letter costs nothing"),
    ),
    Asked("rest_notice", "4 §: what follows, and its cost", *_APPLICATION),
    Asked("respite", "that interest goes on all the same", *_INTEREST_GOES_ON),
    Asked(
        "dispute_received",
        "inkassolag 4 §: the objection, and what rests while it is looked into",
        (
            "Jag beställde aldrig något arbete.",
            "inga krav, tar inte ut några avgifter och ansöker inte hos Kronofogden",
        ),
        ("Jag beställde aldrig något arbete.", "no demands, charge no fees and apply for nothing at Kronofogden"),
    ),
    Asked(
        "dispute_evidently_wrong",
        "inkassolag 4 §: the reasons, how to go on objecting, and that a court decides what is disputed",
        ("Så här motiveras svaret:", "Håller du fortfarande inte med?", "avgöras av domstol"),
        ("These are the reasons given:", "Do you still not agree?", "decided by a court"),
    ),
    *(
        Asked(
            letter,
            "inkassolag 4 §: the reasons, that nothing is demanded, and that a court decides",
            ("Så här motiveras svaret:", "skickar vi inga krav", "får det göras i domstol"),
            ("These are the reasons given:", "we send no demands", "that is for a court"),
        )
        for letter in ("dispute_rejected", "dispute_partly")
    ),
    Asked("dispute_partly", "by how much it was lowered", ("satts ned med 425,00 kr",), ("lowered by SEK 425.00",)),
    Asked(
        "dispute_accepted",
        "that nothing is left to pay",
        ("Kravet är borttaget", "Ingenting att betala", "Fakturan gällde en annan lägenhet."),
        ("The claim has been removed", "Nothing to pay", "Fakturan gällde en annan lägenhet."),
    ),
    # What asks for nothing.
    Asked(
        "closing",
        "that it is paid and closed, and whose the rest is",
        (
            "är betald, och ärendet är avslutat",
            "321,34 kr för mycket, och de pengarna är dina",
            "Utöver det har 321,34 kr",
        ),
        ("is paid, and the matter is closed", "SEK 321.34 too much, and that money is yours", "Beyond that SEK 321.34"),
    ),
    Asked(
        "refund_notice",
        "what goes back and how to say where, and that nobody asks for codes",
        (
            "321,34 kr för mycket",
            "clearingnummer och kontonummer",
            "frågar aldrig efter koder",
            "Utöver det har 321,34 kr",
        ),
        ("SEK 321.34 too much", "clearing number and account number", "never ask for codes", "Beyond that SEK 321.34"),
    ),
    Asked("withdrawn", "why it closed", ("har återkallat kravet",), ("has withdrawn the claim",)),
    Asked("free", "that it is no demand", ("Det här är inget krav", "kostar dig ingenting"), ("This is not a demand",)),
]

UNSAID: list[tuple[str, str, tuple[str, ...], tuple[str, ...]]] = [
    *(
        (
            letter,
            "nothing is asked for, so there is nothing to pay with",
            ("OCR-nummer", "Bankgiro"),
            ("(OCR)", "Bankgiro"),
        )
        for letter in ("dispute_received", "dispute_accepted", "closing", "withdrawn", "refund_notice", "free")
    ),
    *(
        (
            letter,
            "no step is threatened with while the matter rests",
            ("kan Björks Elteknik AB ansöka",),
            ("may apply for",),
        )
        for letter in ("respite", "dispute_received", "plan", "notice", "missed")
    ),
    *(
        (
            letter,
            "inkassolag 4 §: nobody is threatened with a mark",
            ("betalningsanmärkning",),
            ("payment mark", "credit rating"),
        )
        for letter in ALL
    ),
    ("missed", "lag (1981:739) 5 §: no fee of its own", ("För den här påminnelsen",), ("carries a fee",)),
    (
        "reminder",
        "the creditor's own letter is no demand for collection",
        ("Inkassokrav 2026",),
        ("Collection demand 2026",),
    ),
]


@cache
def said_in(letter: str, language: Any) -> str:
    return " ".join(text_of(render(ALL[letter](language=language))).split())


@pytest.mark.parametrize("asked", ASKED, ids=lambda asked: f"{asked.letter}: {asked.rule}")
def test_a_letter_says_what_is_asked_of_it(asked: Asked) -> None:
    for language, words in (("sv", asked.swedish), ("en", asked.english)):
        assert [one for one in words if one not in said_in(asked.letter, language)] == [], language


@pytest.mark.parametrize(("letter", "rule", "swedish", "english"), UNSAID, ids=lambda part: str(part)[:60])
def test_a_letter_does_not_say_what_it_may_not(
    letter: str, rule: str, swedish: tuple[str, ...], english: tuple[str, ...]
) -> None:
    for language, words in (("sv", swedish), ("en", english)):
        assert [one for one in words if one in said_in(letter, language)] == [], rule


def test_something_is_asked_of_every_kind_of_letter() -> None:
    assert {"demand", "plan_ended", "surveillance"} <= {*DEMANDS}
    assert {type(ALL[asked.letter]()) for asked in ASKED} == set(KINDS)


@pytest.mark.parametrize(
    ("otherwise", "swedish", "english"),
    [
        ("debt_collection", "gå vidare till inkasso. Ett inkassokrav får kosta högst 180,00 kr", "SEK 180.00 at most"),
        ("with_authority", "fortsätter målet hos Kronofogden", "the case at Kronofogden"),
        ("surveillance", "finns skulden kvar hos oss", "the debt stays with us"),
    ],
)
@pytest.mark.parametrize("letter", ["plan_ended", "dispute_evidently_wrong"])
def test_what_follows_is_what_comes_next_in_the_case(letter: str, otherwise: str, swedish: str, english: str) -> None:
    for language, words in (("sv", swedish), ("en", english)):
        text = " ".join(text_of(render(ALL[letter](language=language, otherwise=otherwise))).split())
        assert words in text
        assert "680" not in text


def test_a_fee_for_an_earlier_reminder_of_an_instalment_is_among_the_costs_of_a_letter_that_costs_nothing() -> None:
    """The flow charges none; a case that came to us with one has it."""
    imported = Fee("imported", TODAY, "amortization_reminder", 6_000)
    letter = samples.missed(dated=TODAY, claims=(claim((*PLANNED, imported)),))
    text = " ".join(text_of(render(letter)).split())
    assert "påminnelse om delbetalning 60,00 kr" in text
    assert "Den här påminnelsen kostar dig ingenting." in text
