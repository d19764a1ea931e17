"""Letters address their reader in either way, and name every statute."""

from datetime import date

from fordran.documents.letter_parts.voice import _STATUTES, TO_A_PERSON, TO_AN_ORGANISATION
from fordran.domain.claims.interest import CaseInterestRate
from fordran.domain.claims.replay import CREDIT_LAW
from fordran.domain.kinds.articles import ARTICLES as ARTICLE_RECORDS
from fordran.domain.law.fees import ABSORPTION_LAW
from fordran.domain.law.law import LAW
from fordran.domain.law.payment_order import ALLOCATION_LAW


def test_a_person_and_an_organisation_are_addressed_by_the_same_words() -> None:
    assert TO_A_PERSON.keys() == TO_AN_ORGANISATION.keys()


def test_every_statute_that_a_line_can_name_is_known_in_english() -> None:
    rates = [CaseInterestRate().law, CaseInterestRate(agreed_percent=0).law]  # type: ignore[arg-type]
    caps = {cap.law for article in ARTICLE_RECORDS if (cap := LAW.cap_on(article, date.max))}
    named = {
        *caps,
        ABSORPTION_LAW,
        ALLOCATION_LAW,
        CREDIT_LAW,
        *rates,
        "avtal",
    }
    assert named == _STATUTES.keys()
