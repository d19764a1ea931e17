"""Letters as PDF: each kind says what the law and its reader ask of it, in both languages, and asks to be paid once."""

import io
import json
import subprocess
import sys
from dataclasses import replace
from datetime import date
from decimal import Decimal
from functools import cache
from typing import Any, get_args

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pypdf import PdfReader

from fordran.documents.access import Access
from fordran.documents.letter_parts.correspondence import (
    Assignment,
    LetterDocument,
    NoClaims,
    StatementOfAnotherDay,
    printed,
)
from fordran.documents.letters.instalments import NoSuchInstalment
from fordran.documents.letters.letters import KINDS, render
from fordran.documents.parties import PostalAddress, Receiver
from fordran.documents.payment_code import NothingToPay
from fordran.domain.claims.facts import Capital, ClaimTerms, Fee
from fordran.domain.flow.plans import MOST_INSTALMENTS, schedule
from fordran.domain.kinds.close_reasons import CloseReason
from fordran.domain.money import kronor
from fordran.texts.catalogue import texts
from fordran.texts.languages import LANGUAGES
from fordran.texts.numbers import kronor_text
from tests.documents import letter_samples as samples
from tests.documents.letter_samples import (
    ALL,
    FACTS,
    PAYABLE,
    TERMS,
    TODAY,
    claim,
    many_claims,
)
from tests.documents.samples import RECEIVER
from tests.pdf import Drawing, codes_in, drawings_of, page_texts, right_edge, text_of


def read(letter: LetterDocument) -> str:
    """The letter's text on one line, with plain spaces."""
    return " ".join(text_of(render(letter)).split())


@cache
def everyday(name: str, language: Any = "sv") -> str:
    """The text of a sample, which many tests look at."""
    return read(ALL[name](language=language))


def missing(text: str, expected: list[str]) -> list[str]:
    return [one for one in expected if one not in text]


def paid_by_code(pages: list[Drawing]) -> list[dict[str, Any]]:
    """What the payment codes on some pages say, as a bank's app reads them."""
    return [json.loads(code.text) for page in pages for code in codes_in(page)]


def test_every_kind_has_a_sample() -> None:
    assert {type(made()) for made in ALL.values()} == set(KINDS)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ALL)
def test_every_letter_names_its_parties_the_debt_and_whom_to_ask(name: str, language: Any) -> None:
    letter, text = ALL[name](language=language), everyday(name, language)
    parties = ["Björks Elteknik AB", "556677-8899", "Nordanå Inkasso AB", "kund@nordana.example", "08-123 45 60"]
    receiver = ["Åsa Öberg", "Ängsvägen 14 lgh 1203", "752 28 Uppsala", "40117"]
    debt = ["Elarbeten på Ängsvägen 14", "2026-10417", "2026-08-01", "2026-08-31", letter.dated.isoformat()]
    assert missing(text, [*parties, *receiver, *debt]) == []
    assert texts(language)("letter.explanation") in text
    assert "{" not in text
    assert "None" not in text


@pytest.mark.parametrize("name", ALL)
def test_a_letter_is_a_page_and_its_explanation_another(name: str) -> None:
    pages = page_texts(render(ALL[name]()))
    assert len(pages) == 2
    assert "Så har vi räknat\n" in pages[1]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", PAYABLE)
def test_the_payment_box_has_the_amount_the_day_and_where_to_pay(name: str, language: Any) -> None:
    amount, due = PAYABLE[name]
    text = everyday(name, language)
    currency = texts(language)("document.currency_amount", amount=kronor_text(amount, language))
    ocr_number = ALL[name]().claim.ocr_number
    assert missing(text, [currency, due.isoformat(), ocr_number, "991-2346"]) == []


@pytest.mark.parametrize("name", ["reminder", "demand", "missed"])
def test_the_payment_code_says_the_same(name: str) -> None:
    amount, due = PAYABLE[name]
    letter = ALL[name]()
    ocr_number = letter.claim.ocr_number
    (code,) = paid_by_code(drawings_of(render(letter), 110)[:1])
    assert code["due"] == kronor(amount)
    assert (code["ddt"], code["iref"], code["acc"]) == (f"{due:%Y%m%d}", ocr_number, "991-2346")


@pytest.mark.parametrize("name", sorted(ALL.keys() - PAYABLE.keys()))
def test_a_letter_that_asks_for_nothing_has_no_payment_code(name: str) -> None:
    text = everyday(name)
    # One in own words, or about a part, may be about a debt that is owed all the same.
    others = {
        "free": "Det här är inget krav",
        "dispute_to_a_part": "En del av kravet vilar",
        "dispute_part_rejected": "En del av kravet vilar",
        "dispute_part_accepted": "En del av kravet är borttagen",
    }
    assert others.get(name, "Ingenting att betala") in text
    assert missing(text, ["Bankgiro", "991-2346", "Betala senast"]) == ["Bankgiro", "991-2346", "Betala senast"]
    assert printed(ALL[name]())["payment"] is None


@pytest.mark.parametrize(
    ("language", "expected", "remark"),
    [
        ("sv", ["Fordringsägare Björks Elteknik AB, org.nr 556677-8899"], "the creditor's name"),
        ("sv", ["Faktura 2026-10417 från 2026-08-01, förföll 2026-08-31"], "the basis of the claim"),
        ("sv", ["Kapital Ränta Kostnader Summa", "1 425,00 13,66 240,00 1 678,66"], "each part by itself"),
        ("sv", ["2026-09-01–2026-10-05 35 10 % per år 1 425,00 13,66"], "the interest's time, rate, capital, amount"),
        ("sv", ["påminnelseavgift 60,00 kr och inkassokostnad 180,00 kr"], "what the costs are"),
        ("sv", ["Betala eller lämna dina invändningar senast den 15 oktober 2026"], "a day to pay or object by"),
        ("sv", ["Är kravet fel", "Box 1200, 904 21 Umeå"], "how to object, and to whom"),
        ("sv", ["betalningsföreläggande hos Kronofogden", "680,00 kr", "300,00 kr", "380,00 kr"], "what follows"),
        ("sv", ["Org.nr 559244-0001", "Finansinspektionen utövar tillsyn"], "who collects, and under whose eyes"),
        ("en", ["Creditor Björks Elteknik AB (556677-8899)"], "the creditor's name"),
        ("en", ["Invoice 2026-10417 of 2026-08-01, due 2026-08-31"], "the basis of the claim"),
        ("en", ["Capital Interest Costs Total", "1,425.00 13.66 240.00 1,678.66"], "each part by itself"),
        ("en", ["2026-09-01–2026-10-05 35 10 % a year 1,425.00 13.66"], "the interest's time, rate, capital, amount"),
        ("en", ["reminder fee SEK 60.00 and collection fee SEK 180.00"], "what the costs are"),
        ("en", ["Please pay or object by 15 October 2026"], "a day to pay or object by"),
        ("en", ["Is the claim wrong", "Box 1200, 904 21 Umeå"], "how to object, and to whom"),
        ("en", ["payment order at Kronofogden", "SEK 680.00", "SEK 300.00", "SEK 380.00"], "what follows"),
        ("en", ["Company reg. no. 559244-0001", "supervised by Finansinspektionen"], "who collects"),
    ],
)
def test_a_demand_has_all_that_inkassolagen_5_asks_for(language: Any, expected: list[str], remark: str) -> None:
    assert missing(everyday("demand", language), expected) == [], remark


def test_no_letter_names_the_authority_that_supervised_before() -> None:
    texts = [*map(everyday, ALL)]
    assert not [text for text in texts if "Datainspektionen" in text or "Integritetsskydd" in text or "IMY" in text]


@pytest.mark.parametrize("name", sorted(PAYABLE.keys() - {"dispute_evidently_wrong"}))
def test_a_letter_that_asks_for_money_tells_of_an_assignment(name: str) -> None:
    assigned = ALL[name](assignment=Assignment("Gamla Elbolaget AB", date(2026, 9, 1)))
    sentence = "överlåtits från Gamla Elbolaget AB till Björks Elteknik AB den 1 september 2026"
    assert missing(read(assigned), [sentence, "blir därför inte fri"]) == []
    assert sentence not in everyday(name)


def test_a_demand_that_is_not_taken_to_the_authority_says_nothing_of_it() -> None:
    text = read(samples.demand(otherwise="surveillance"))
    assert "Kronofogden" not in text
    assert "vi hör av oss på nytt" in text


def test_interest_that_was_paid_is_taken_off_in_the_demand() -> None:
    text = read(samples.demand(claims=(claim(samples.PART_PAID),)))
    rows = ["2026-09-01–2026-09-21 21 10 % per år 1 425,00 8,20", "2026-09-22–2026-10-05 14 10 % per år 993,20 3,81"]
    assert missing(text, [*rows, "Avgår, betald eller avskriven ränta -8,20", "Summa 3,81"]) == []


def test_zero_interest_is_said_and_no_interest_goes_on() -> None:
    without = claim(terms=ClaimTerms(TERMS.due_date, TERMS.interest_from, reference_rate=False))
    text = read(samples.demand(claims=(without,)))
    assert missing(text, ["Ingen ränta ingår i kravet.", "1 425,00 0,00 240,00 1 665,00"]) == []
    assert missing(text, ["om dagen", "Så är räntan räknad"]) == ["om dagen", "Så är räntan räknad"]


@pytest.mark.parametrize(
    ("terms", "expected", "remark"),
    [
        (TERMS, "referensräntan plus 8 procentenheter, nu 10 % per år, omkring 0,39 kr om dagen", "statutory"),
        (
            ClaimTerms(TERMS.due_date, TERMS.interest_from, reference_rate=False, rate_percent=Decimal("12.5")),
            "tillkommer dröjsmålsränta på kapitalet tills det är betalt: 12,5 % per år, omkring 0,49 kr om dagen",
            "agreed",
        ),
        (
            ClaimTerms(TERMS.due_date, date(2026, 10, 20)),
            "Från och med den 21 oktober 2026 tillkommer dröjsmålsränta",
            "interest that has not begun",
        ),
    ],
)
def test_a_letter_says_what_interest_goes_on(terms: ClaimTerms, expected: str, remark: str) -> None:
    assert expected in read(samples.demand(claims=(claim(terms=terms),))), remark


def test_claims_that_carry_interest_differently_each_have_their_sentence() -> None:
    agreed = ClaimTerms(TERMS.due_date, TERMS.interest_from, reference_rate=False, rate_percent=Decimal(24))
    text = read(samples.demand(claims=(claim(number=1), claim(terms=agreed, number=2), claim(number=3))))
    assert missing(text, ["Faktura 2026-10417, 2026-10419: Räntan", "Faktura 2026-10418: Räntan", "0,78 kr"]) == []


def test_the_reminder_says_what_its_fee_rests_on() -> None:
    text = everyday("reminder")
    assert missing(text, ["påminnelseavgift med 60,00 kr", "2 och 4 §§ lagen (1981:739)", "högst 180,00 kr"]) == []
    free = read(samples.reminder(claims=(claim((FACTS[0],)),)))
    assert "påminnelseavgift" not in free


def test_a_business_reads_of_its_late_payment_fee_and_is_addressed_as_one() -> None:
    facts = (FACTS[0], Fee("late", TODAY, "late_payment_fee", 45_000), Fee("reminder", TODAY, "reminder", 6_000))
    terms = replace(TERMS, is_business=True)
    business = Receiver("Bolaget AB", PostalAddress(), organization_no="5560160680")
    text = read(samples.reminder(claims=(claim(facts, terms),), receiver=business))
    assert missing(text, ["förseningsersättning med 450,00 kr enligt 4 a §", "Har ni betalat", "Hör av er"]) == []
    assert "påminnelseavgift" not in text
    assert " du " not in text


@pytest.mark.parametrize("language", LANGUAGES)
def test_twelve_debts_stand_in_one_demand_each_with_its_own_reference(language: Any) -> None:
    claims = many_claims(12)
    text = read(samples.demand(claims=claims, language=language))
    for one in claims:
        stated = one.statement
        parts = [stated.capital.remaining, stated.interest.remaining, stated.costs.remaining, stated.remaining]
        row = " ".join(kronor_text(amount, language) for amount in parts)
        assert missing(text, [one.debt_description, one.invoice_number, one.ocr_number, row]) == []
    assert kronor_text(sum(one.remaining for one in claims), language) in text


def test_each_of_twelve_debts_has_its_own_payment_code() -> None:
    claims = many_claims(12)
    pages = drawings_of(render(samples.demand(claims=claims)), 130)
    codes = {code["iref"]: code["due"] for code in paid_by_code(pages[1:3])}
    assert codes == {one.ocr_number: kronor(one.remaining) for one in claims}


def test_the_plan_shows_every_instalment_and_the_interest_in_it() -> None:
    text = everyday("plan")
    rows, left = [], sum(one.amount for one in samples.INSTALMENTS)
    interest = left - samples.plan().remaining
    for number, (day, amount) in enumerate(samples.INSTALMENTS, 1):
        left -= amount
        rows.append(f"{number} {day} {kronor_text(amount)} {kronor_text(left)}")
    assert missing(text, rows) == []
    assert missing(text, [f"{kronor_text(interest)} kr", "mer än 10 dagar sen", "3 § 2 och 4 § lagen (1981:739)"]) == []


@pytest.mark.parametrize("count", [60, MOST_INSTALMENTS])
def test_a_long_plan_has_a_head_above_its_rows_on_each_page(count: int) -> None:
    instalments = schedule(FACTS, TERMS, TODAY, date(2026, 10, 30), instalments=count, setup_fee=17_000)
    pages = page_texts(render(samples.plan(instalments=instalments)))
    first, overleaf = [page for page in pages if any(str(one.date) in page for one in instalments[1:])]
    assert first.count("Nr Betala senast Belopp Kvar av planen\n") == 2
    # Overleaf three tables stand beside each other, with a shorter word.
    assert overleaf.count("Nr Betala senast Belopp Kvar\n") == 3
    assert [sum(f"\n{n} {one.date} " in page for page in pages) for n, one in enumerate(instalments, 1)] == [1] * count


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("notice", ["delbetalning 2 av 6", "När den är betald återstår 1 264,27 kr av planen"]),
        ("missed", ["som skulle ha varit betald den 30 november 2026", "kostar dig ingenting", "upphör planen"]),
        ("plan_ended", ["amorteringsplan för skulden till Björks Elteknik AB har därför upphört", "Är kravet fel"]),
        ("surveillance", ["5 § preskriptionslagen (1981:130)", "mål 01-123456-26", "budget- och skuldrådgivning"]),
        ("respite", ["inte betala förrän den 16 november 2026", "inte ut några nya avgifter"]),
        ("dispute_received", ["Jag beställde aldrig något arbete.", "uppehåll", "ansöker inte hos Kronofogden"]),
        ("dispute_to_a_part", ["uppehåll med den del", "425,00 kr", "Resten av kravet gäller som förut"]),
        ("dispute_unclear", ["Vi frågar bara en gång", "uppehållet gäller även om du inte svarar"]),
        ("dispute_rejected", ["står fast vid kravet", "Arbetet beställdes per telefon", "får det göras i domstol"]),
        ("dispute_part_rejected", ["står fast vid kravet", "kräver vi inte in den del som du invänder mot"]),
        ("dispute_evidently_wrong", ["står fast vid kravet", "Det som återstår, 1 678,66 kr", "avgöras av domstol"]),
        ("dispute_partly", ["delvis rätt", "satts ned med 425,00 kr", "Så länge du håller fast vid din invändning"]),
        ("dispute_part_accepted", ["ger dig rätt", "satts ned med 425,00 kr", "Resten av kravet gäller som förut"]),
        ("demand_of_undisputed_part", ["Ingår inte: 425,00 kr som du har invänt mot", "1 249,59"]),
        ("dispute_accepted", ["ger dig rätt", "Fakturan gällde en annan lägenhet."]),
        ("closing", ["Tack!", "Du har betalat 321,34 kr för mycket"]),
        ("withdrawn", ["har återkallat kravet"]),
    ],
)
def test_a_letter_says_what_it_is_for(name: str, expected: list[str]) -> None:
    assert missing(everyday(name), expected) == []


def test_the_last_instalment_is_said_to_be_the_last() -> None:
    assert "den sista delbetalningen" in read(samples.notice(number=6))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_reason_to_close_has_its_own_sentence(language: Any) -> None:
    reasons: tuple[CloseReason, ...] = get_args(CloseReason)
    bodies = [samples.withdrawn(reason=reason, language=language).contents().body[0]["text"] for reason in reasons]
    assert len(set(bodies)) == len(reasons)


def test_letters_that_cannot_be_true_are_refused() -> None:
    with pytest.raises(NoClaims):
        samples.demand(claims=())
    with pytest.raises(StatementOfAnotherDay):
        samples.demand(dated=date(2026, 10, 6))
    with pytest.raises(StatementOfAnotherDay):
        samples.application(dated=TODAY)
    with pytest.raises(NoSuchInstalment):
        samples.notice(number=7)
    with pytest.raises(NothingToPay):
        render(samples.notice(amount=0))


def test_markup_and_odd_characters_are_printed_as_they_are() -> None:
    odd = '#panic("x") $x^2$ *b* _i_ @ref <a> `r` [c] {d} {pay_by} ~ // \\ "q"'
    letter = samples.dispute_received(reason=f"= {odd}", claims=(claim(debt_description=odd),))
    # The reason, and the debt in the letter and in its explanation.
    assert read(letter).count(odd) == 3


def test_control_characters_and_signs_that_no_font_has_do_not_stop_a_letter() -> None:
    text = read(samples.demand(receiver=Receiver("Åsa 😀 Öberg \x07", RECEIVER.address)))
    assert missing(text, ["Åsa", "Öberg", "1 678,66 kr"]) == []


def test_long_names_and_words_stay_within_the_margins() -> None:
    long = "Järnvägsverkstädernas" * 8
    agent = replace(samples.AGENT, name=long, email=f"{long}@example.org")
    one = claim(debt_description=long, invoice_number="F" * 80)
    letter = samples.demand(claims=(one,), receiver=Receiver(long, PostalAddress(long)), agent=agent)
    pdf = render(letter)
    assert right_edge(pdf) < (210 - 20) / 25.4 * 72
    assert "\u200b" not in text_of(pdf)


def test_no_number_of_a_person_is_in_a_letter() -> None:
    assert not {"id_number", "personal_number"} & {name for kind in KINDS for name in kind.__dataclass_fields__}
    assert "id_number" not in Receiver.__slots__


@pytest.mark.parametrize("name", ALL)
def test_the_same_letter_gives_the_same_bytes(name: str) -> None:
    first = render(ALL[name]())
    render(ALL[name](customer_number="another"))
    assert render(ALL[name]()) == first


def test_another_process_gives_the_same_bytes() -> None:
    program = "import sys, tests.documents.letter_samples as s, fordran.documents.letters.letters as l; "
    program += "sys.stdout.buffer.write(l.render(s.demand(claims=s.many_claims(3))))"
    other = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True).stdout
    assert other == render(samples.demand(claims=many_claims(3)))


@pytest.mark.parametrize("name", ALL)
def test_the_pdf_meets_the_standards_for_archives_and_screen_readers(name: str) -> None:
    reader = PdfReader(io.BytesIO(render(ALL[name](language="en"))))
    assert reader.root_object["/Lang"] == "en"
    metadata = reader.root_object["/Metadata"].get_object().get_data().decode()
    assert missing(metadata, ["<pdfaid:part>2<", "<pdfaid:conformance>A<", "<pdfuaid:part>1<"]) == []


words = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\x00"), max_size=60)


@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(name=words, description=words, number=words, reason=words, capital=st.integers(1, 10**14))
def test_a_letter_of_any_content_is_printed_with_its_numbers(
    name: str, description: str, number: str, reason: str, capital: int
) -> None:
    one = claim((Capital("capital", date(2026, 8, 1), capital),), debt_description=description, invoice_number=number)
    receiver = Receiver(name, PostalAddress(name, city=name))
    asked = read(samples.demand(claims=(one,), receiver=receiver)).replace(" ", "")
    assert missing(asked, [kronor_text(capital).replace(" ", ""), kronor_text(one.remaining).replace(" ", "")]) == []
    assert read(samples.dispute_received(claims=(one,), receiver=receiver, reason=reason))


def test_a_parking_fee_that_was_not_sued_for_is_not_said_to_begin_anew() -> None:
    lasting, parking = samples.claim(), samples.claim(number=2, is_prolonged=False)
    assert "preskription" in read(samples.surveillance(claims=(lasting,)))
    for claims in ((parking,), (lasting, parking)):
        assert "preskription" not in read(samples.surveillance(claims=claims))


@pytest.mark.parametrize("instalments", [3, 7, 12])
def test_a_plan_of_up_to_a_year_is_one_sheet_with_every_instalment_on_its_first_page(instalments: int) -> None:
    parts = schedule(FACTS, TERMS, TODAY, date(2026, 10, 30), instalments=instalments, setup_fee=17_000)
    access = Access("https://inkasso.example", "ABCDE12345", "B1001-12")
    pages = page_texts(render(samples.plan(instalments=parts, access=access, tells_of_privacy=True)))
    assert len(pages) == 2
    assert [part.date for part in parts if part.date.isoformat() not in pages[0]] == []


@pytest.mark.parametrize("instalments", [13, 24, 36])
@pytest.mark.parametrize(
    ("language", "first", "told"),
    [
        ("sv", 12, "Delbetalning 13 till {} står på nästa sida."),
        ("en", 10, "Instalments 11 to {} are on the next page."),
    ],
)
def test_a_plan_of_up_to_three_years_is_one_sheet_with_its_beginning_where_it_is_paid(
    instalments: int, language: str, first: int, told: str
) -> None:
    parts = schedule(FACTS, TERMS, TODAY, date(2026, 10, 30), instalments=instalments, setup_fee=17_000)
    access = Access("https://inkasso.example", "ABCDE12345", "B1001-12")
    pages = page_texts(render(samples.plan(instalments=parts, access=access, language=language)))
    assert len(pages) == 2
    rows = [f"\n{number} {part.date} " for number, part in enumerate(parts, 1)]
    assert [row for row in rows[:first] if row not in pages[0]] == []
    assert [row for row in rows[first:] if row not in pages[1]] == []
    assert [row for row in rows[first:] if row in pages[0]] == []
    assert told.format(instalments) in pages[0]


LONG_ADDRESS = Receiver(
    "Aktiebolaget Norra Västerbottens Skogsägarförenings Maskinstation och Entreprenad i Skellefteå",
    PostalAddress(
        "c/o Fastighetsförvaltningen Kungsörnen i Mellansverige AB",
        "Att: Ekonomiavdelningen, plan 7",
        "Stora Nygatan 127 B, uppgång C",
        zip_code="11127",
        city="Stockholm",
    ),
)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("instalments", [3, 6, 12, 60])
def test_a_plan_is_paid_on_its_first_page_however_much_the_address_and_the_law_take(
    instalments: int, language: Any
) -> None:
    parts = schedule(FACTS, TERMS, TODAY, date(2026, 10, 30), instalments=instalments, setup_fee=17_000)
    assigned = Assignment("Gamla Elbolaget AB", date(2026, 9, 1))
    access = Access("https://inkasso.example", "ABCDE12345", "B1001-12")
    letter = samples.plan(
        instalments=parts, access=access, language=language, receiver=LONG_ADDRESS, assignment=assigned
    )
    pages = page_texts(render(letter))
    assert len(pages) == 2
    assert letter.claim.ocr_number in pages[0]
    assert [sum(page.count(f"{number} {part.date} ") for page in pages) for number, part in enumerate(parts, 1)] == [
        1
    ] * instalments


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_plan_of_five_years_is_one_sheet(language: Any) -> None:
    parts = schedule(FACTS, TERMS, TODAY, date(2026, 10, 30), instalments=60, setup_fee=17_000)
    access = Access("https://inkasso.example", "ABCDE12345", "B1001-12")
    pages = page_texts(render(samples.plan(instalments=parts, access=access, language=language)))
    assert len(pages) == 2
    assert all(str(part.date) in pages[0] + pages[1] for part in parts)


def test_a_long_plan_of_large_amounts_keeps_every_number_whole() -> None:
    large = (Capital("capital", date(2026, 8, 1), 98_765_432_10),)
    parts = schedule(large, TERMS, TODAY, date(2026, 10, 30), instalments=60, setup_fee=17_000)
    pages = page_texts(render(samples.plan(claims=(claim(large),), instalments=parts)))
    left = sum(part.amount for part in parts)
    for number, part in enumerate(parts, 1):
        left -= part.amount
        row = f"{number} {part.date} {kronor_text(part.amount)} {kronor_text(left)}"
        assert any(row in " ".join(page.split()) for page in pages), row


def test_the_headline_of_several_payments_stands_with_them() -> None:
    pages = page_texts(render(samples.demand(claims=many_claims(5))))
    (page,) = (page for page in pages if "Så betalar du" in page)
    assert "Att betala sammanlagt" in page
    assert many_claims(1)[0].ocr_number in page


def test_sums_at_the_head_of_a_page_say_whose_they_are() -> None:
    text = read(samples.demand(claims=many_claims(12)))
    assert [one.invoice_number for one in many_claims(12) if f"Faktura {one.invoice_number} Tillagt" not in text] == []
