"""The box that opens the matter on a page: number and code in print, the same in a code of its own, and apart from paying."""

from __future__ import annotations

import json
from typing import Any

import pytest

from fordran.documents.access import Access
from fordran.documents.invoices.invoice import render as render_invoice
from fordran.documents.letters.letters import render
from fordran.documents.parties import Receiver
from fordran.texts.languages import LANGUAGES
from tests.documents import letter_samples as samples
from tests.documents.letter_samples import ALL, PAYABLE, claim, many_claims
from tests.documents.samples import RECEIVER, invoice
from tests.pdf import codes_in, drawings_of, page_texts, text_of

ACCESS = Access("https://inkasso.example", "7RWR9MW7VL", "B7-1012")
LINK = "https://inkasso.example/my?code=7RWR9-MW7VL"
WORDS = {
    "sv": ("Brevnummer B7-1012", "Ärende 7-1001", "Kod 7RWR9-MW7VL"),
    "en": ("Letter number B7-1012", "Case 7-1001", "Code 7RWR9-MW7VL"),
}


def plain(text: str) -> str:
    return " ".join(text.split())


@pytest.mark.parametrize("language", WORDS)
@pytest.mark.parametrize("name", ALL)
def test_every_letter_has_its_number_its_case_and_its_code(name: str, language: Any) -> None:
    letter = ALL[name](language=language, access=ACCESS)
    text = plain(text_of(render(letter)))
    assert [words for words in WORDS[language] if words not in text] == []
    assert "inkasso.example/my " in text


@pytest.mark.parametrize("name", ["reminder", "demand", "closing"])
def test_a_camera_opens_the_page_and_a_bank_reads_the_payment(name: str) -> None:
    codes = [code.text for page in drawings_of(render(ALL[name](access=ACCESS)), 160) for code in codes_in(page)]
    assert LINK in codes
    others = [json.loads(code) for code in codes if code != LINK]
    assert [code["uqr"] for code in others] == ([1] if name in PAYABLE else [])


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_invoice_has_its_code_and_no_number_of_a_letter(language: Any) -> None:
    document = invoice(language=language, access=Access("http://127.0.0.1:8000", "7RWR9MW7VL"))
    (page,) = drawings_of(render_invoice(document), 160)
    assert "http://127.0.0.1:8000/my?code=7RWR9-MW7VL" in [code.text for code in codes_in(page)]
    text = plain(text_of(render_invoice(document)))
    assert "7RWR9-MW7VL" in text
    assert "127.0.0.1:8000/my " in text
    assert not any(words in text for words in ("Brevnummer", "Letter number"))


def test_a_letter_without_access_says_nothing_of_it() -> None:
    text = text_of(render(samples.demand()))
    assert not any(words in text for words in ("Brevnummer", "Kod", "/my"))


def test_a_letter_about_many_claims_names_each_case_with_its_claim() -> None:
    text = plain(text_of(render(samples.demand(claims=many_claims(5), access=ACCESS, reference="71999"))))
    assert "Ärende 7-1001, 7-1002, 7-1003 och 2 till" in text
    assert all(f"Ärende 7-{1000 + number}. Faktura 2026-{10416 + number} från" in text for number in range(1, 6))


# Personal data ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "who"),
    [
        ("reminder", "Björks Elteknik AB är personuppgiftsansvarig, och Nordanå Inkasso AB behandlar uppgifterna åt"),
        ("demand", "Nordanå Inkasso AB är personuppgiftsansvarig för inkassoärendet."),
    ],
)
def test_a_first_letter_to_a_person_tells_of_personal_data(name: str, who: str) -> None:
    text = plain(text_of(render(ALL[name](access=ACCESS, tells_of_privacy=True))))
    told = [
        *("Om dina personuppgifter", who, "som vi har fått av Björks Elteknik AB", "artikel 6.1 f och c"),
        *("till Kronofogden och domstol", "raderas när", "rätt att få veta", "Integritetsskyddsmyndigheten, imy.se"),
        "inkasso.example/my/privacy.",
    ]
    assert [words for words in told if words not in text] == []


def test_later_letters_organisations_and_previews_are_not_told() -> None:
    company = Receiver("Öberg AB", RECEIVER.address, organization_no="5560360793")
    for letter in (
        samples.demand(access=ACCESS),
        samples.demand(access=ACCESS, tells_of_privacy=True, receiver=company),
        samples.demand(tells_of_privacy=True),
    ):
        assert "personuppgifter" not in text_of(render(letter))


def test_it_stands_in_english_too() -> None:
    text = plain(text_of(render(samples.demand(language="en", access=ACCESS, tells_of_privacy=True))))
    assert "About your personal data Nordanå Inkasso AB is the controller" in text


def test_an_everyday_letter_with_all_of_it_is_one_sheet() -> None:
    for name in ("reminder", "demand", "surveillance", "missed", "plan_ended"):
        for language in LANGUAGES:
            pages = page_texts(render(ALL[name](language=language, access=ACCESS, tells_of_privacy=True)))
            assert len(pages) == 2, (name, language)


# What else letters say -------------------------------------------------------------------------------------------------------


def test_a_reminder_thanks_for_what_was_paid() -> None:
    text = plain(text_of(render(samples.reminder(claims=(claim(samples.PART_PAID),)))))
    assert "Tack för betalningen på 500,00 kr till Björks Elteknik AB. En del återstår: 1 177,01 kr." in text
    assert "Vi har ännu inte fått" not in text


def test_interest_of_less_than_an_ore_a_day_is_not_called_nothing() -> None:
    small = claim((samples.Capital("capital", samples.CAPITAL.date, 1_00), samples.REMINDED))
    text = plain(text_of(render(samples.demand(claims=(small,)))))
    assert "nu 10 % per år. " in text
    assert "0,00 kr om dagen" not in text


def test_the_two_fees_of_an_application_have_names_and_laws_of_their_own() -> None:
    day = samples.TODAY
    fees = tuple(samples.Fee(name, day, "enforcement", amount) for name, amount in (("a", 300_00), ("b", 380_00)))
    text = plain(text_of(render(samples.surveillance(claims=(claim((*samples.FACTS, *fees)),)))))
    assert "ansökningsavgift till Kronofogden 300,00 kr och ersättning för arbetet med ansökan 380,00 kr" in text
    assert "Ansökningsavgift till Kronofogden Enligt förordning (1992:1094) 1 § 300,00" in text
    assert "Ersättning för arbetet med ansökan Enligt lag (1990:746) 48 § 380,00" in text
