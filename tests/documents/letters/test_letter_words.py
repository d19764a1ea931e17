"""The tables of the letters' words are whole in both languages, and name articles and statutes as others do."""

import re
import string
from datetime import date
from typing import get_args

import pytest

from fordran.actions.texts import ARTICLES, KINDS
from fordran.documents.letters.words import LETTER_WORDS, TO_A_PERSON, TO_AN_ORGANISATION
from fordran.documents.letters.words.statutes import STATUTES_IN_ENGLISH
from fordran.documents.typesetting import TEMPLATES
from fordran.domain.claims.interest import InterestRate
from fordran.domain.claims.replay import ALLOCATION_LAW, CREDIT_LAW
from fordran.domain.kinds.articles import ARTICLES as ARTICLE_RECORDS
from fordran.domain.kinds.close_reasons import CloseReason
from fordran.domain.law.fees import ABSORPTION_LAW, LAW


def blanks(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


def test_both_languages_have_every_word_in_the_same_order() -> None:
    assert [*LETTER_WORDS["sv"]] == [*LETTER_WORDS["en"]]
    assert all(text.strip() for words in LETTER_WORDS.values() for text in words.values())


@pytest.mark.parametrize("key", LETTER_WORDS["sv"])
def test_a_word_leaves_the_same_blanks_in_both_languages(key: str) -> None:
    # How the receiver is addressed varies in Swedish only.
    assert blanks(LETTER_WORDS["sv"][key]) - TO_A_PERSON.keys() == blanks(LETTER_WORDS["en"][key])


def test_every_word_is_printed_somewhere() -> None:
    modules = "\n".join(path.read_text() for path in (TEMPLATES.parent / "letters").glob("*.py"))
    named = set(re.findall(r'"(\w+)"|\'(\w+)\'', modules))
    literal = {one or other for one, other in named}
    made = {f"closed_{reason}" for reason in get_args(CloseReason)} | {f"article_{article}" for article in ARTICLES}
    made |= {f"line_{kind}" for kind in KINDS}
    made |= {f"dispute_{outcome}" for outcome in ("rejected", "partly", "accepted")}
    made |= {"article_application_fee", "article_application_work"}
    # A party's details are given by keyword.
    made |= {"id_number", "agent_code", "email", "phone"}
    assert LETTER_WORDS["sv"].keys() - literal - made == set()


def test_a_person_and_an_organisation_are_addressed_by_the_same_words() -> None:
    assert TO_A_PERSON.keys() == TO_AN_ORGANISATION.keys()


def test_articles_are_called_what_the_locales_call_them() -> None:
    for article, (swedish, english) in ARTICLES.items():
        assert LETTER_WORDS["sv"][f"article_{article}"] == swedish
        assert LETTER_WORDS["en"][f"article_{article}"] == english
    for kind, (swedish, english) in KINDS.items():
        if kind != "added":
            assert LETTER_WORDS["sv"][f"line_{kind}"] == "{article}" + swedish
            assert LETTER_WORDS["en"][f"line_{kind}"] == "{article}" + english


def test_every_statute_that_a_line_can_name_is_known_in_english() -> None:
    rates = [InterestRate().law, InterestRate(agreed_percent=0).law]  # type: ignore[arg-type]
    caps = {cap.law for article in ARTICLE_RECORDS if (cap := LAW.cap_on(article, date.max))}
    named = {
        *caps,
        ABSORPTION_LAW,
        ALLOCATION_LAW,
        CREDIT_LAW,
        *rates,
        "avtal",
    }
    assert named == STATUTES_IN_ENGLISH.keys()
