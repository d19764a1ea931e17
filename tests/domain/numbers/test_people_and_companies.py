"""Identity numbers: the vectors, the libraries that know them as oracles, and what sets them apart."""

from datetime import date, timedelta

import organisationsnummer.organisationsnummer as organisationsnummer_package
import personnummer.personnummer as personnummer_package
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fordran.domain.numbers import identity, organisationsnummer, personnummer, vat_number
from fordran.domain.numbers.digits import with_check_digit
from fordran.domain.numbers.identity import classify, compacted


@pytest.mark.parametrize(
    ("text", "kind", "status", "remark"),
    [
        ("121212-1212", "personnummer", "valid", "ten digits"),
        ("811218-9876", "personnummer", "valid", "ten digits"),
        ("8112189876", "personnummer", "valid", "no separator"),
        ("19811218-9876", "personnummer", "valid", "with century"),
        ("19811218 9876", "personnummer", "valid", "the century is known, so a blank hides nothing"),
        ("850709 9805", "personnummer", "valid", "a blank for the hyphen: of that year nobody is over a hundred"),
        (" 811218-9876 ", "personnummer", "valid", "blanks around"),
        ("811218–9876", "personnummer", "valid", "a typographer's dash"),
        ("090527+1474", "personnummer", "valid", "over a hundred years old"),
        ("000229-2399", "personnummer", "valid", "2000 was a leap year"),
        ("570428-9999", "personnummer", "valid", "ten digits"),
        ("460823-9986", "personnummer", "valid", "ten digits"),
        ("701063-2391", "samordningsnummer", "valid", "day 3"),
        ("730288-9931", "samordningsnummer", "valid", "day 28"),
        ("210791-9967", "samordningsnummer", "valid", "day 31"),
        (with_check_digit("810063123"), "samordningsnummer", "valid", "month 00 occurs"),
        (with_check_digit("811060123"), "samordningsnummer", "valid", "day 60 occurs"),
        (with_check_digit("810290123"), "samordningsnummer", "valid", "30 February: the check digit alone decides"),
        ("150916-0006", "personnummer", "invalid", "serial 000 is never issued"),
        ("700428-9895", "personnummer", "invalid", "check digit"),
        ("420566-9899", "samordningsnummer", "invalid", "check digit"),
        ("721086-9924", "samordningsnummer", "invalid", "check digit"),
        ("090527 1474", "personnummer", "invalid", "a blank may have been a plus: bad separator"),
        ("090527/1474", None, "invalid", "bad separator"),
        (with_check_digit("811318123"), "personnummer", "invalid", "month 13"),
        (with_check_digit("810230123"), "personnummer", "invalid", "30 February"),
        (with_check_digit("000229012"), "personnummer", "valid", "29 February 2000"),
        ("5560160680", "organisationsnummer", "valid", "aktiebolag"),
        ("556103-4249", "organisationsnummer", "valid", "with hyphen"),
        ("16559244-0001", "organisationsnummer", "valid", "twelve digits"),
        ("2021005489", "organisationsnummer", "valid", "authority"),
        ("556677 8899", "organisationsnummer", "valid", "a blank hides nothing in an organisation's number"),
        ("5560160681", "organisationsnummer", "invalid", "check digit"),
        ("", None, "missing", "nothing"),
        ("  - ", None, "missing", "nothing but separators"),
        ("12345", None, "invalid", "too short"),
        ("55601606B0", None, "invalid", "a letter"),
        ("٨١١٢١٨٩٨٧٦", None, "invalid", "Arabic-Indic digits are no digits here"),
    ],
)
def test_an_id_number_is_told_apart_and_marked(text: str, kind: str | None, status: str, remark: str) -> None:
    found = classify(text)
    assert (found.kind, found.status) == (kind, status), remark


@pytest.mark.parametrize(
    ("text", "status", "remark"),
    [
        ("NO 974 760 673", "foreign", "a foreign number is not ours to judge"),
        ("701063-2391", "valid", "a foreigner may have a samordningsnummer"),
        ("", "missing", "nothing is missing, foreign or not"),
    ],
)
def test_a_foreign_customers_number(text: str, status: str, remark: str) -> None:
    assert classify(text, is_foreign=True).status == status, remark


def test_a_plus_with_year_00_means_1900_which_had_no_29_february() -> None:
    assert personnummer.is_valid("000229-2399")
    assert not personnummer.is_valid("000229+2399")


@pytest.mark.parametrize("text", ["811218-9876", "8112189876", "19811218-9876", "198112189876", " 19811218 9876"])
def test_all_writings_of_a_number_are_compacted_alike(text: str) -> None:
    assert compacted(text, TODAY) == "198112189876"
    assert compacted("16" + "5560160680", TODAY) == compacted("556016-0680", TODAY) == "5560160680"


TODAY = date(2026, 11, 15)
people = st.builds(
    lambda day, serial: f"{day:%y%m%d}{serial:03d}",
    st.dates(date(1930, 1, 1), date(2020, 1, 1)),
    st.integers(0, 999),
)


@pytest.mark.parametrize(
    ("text", "compact", "remark"),
    [
        ("19200102-2389", "192001022389", "the century that is written counts"),
        ("20200102-2389", "202001022389", "so these are two people"),
        ("200102-2389", "202001022389", "ten digits are the younger one's"),
        ("2001022389", "202001022389", "also without a separator"),
        ("200102 2389", "202001022389", "also with a blank for one"),
        ("200102+2389", "192001022389", "with a plus they are the elder's"),
        ("18991231-1234", "189912311234", "the century before is one too"),
        ("261115-1234", "202611151234", "born today"),
        ("261116-1234", "192611161234", "nobody is born tomorrow, so this one is ninety-nine"),
        ("261116+1234", "192611161234", "and has the plus from the year on in which he turns a hundred"),
        ("271116+1234", "182711161234", "but not who turns a hundred next year"),
        ("16811218-9876", "198112189876", "an organisation's prefix before a person's number says no century"),
        ("701063-2391", "197010632391", "samordningsnummer"),
        ("261176-1234", "192611761234", "samordningsnummer of somebody born on 16 November"),
        ("260075-1234", "202600751234", "without a known month: the year alone decides"),
        ("811318-1234", "198113181234", "no such month, and matched all the same"),
        ("000229+2399", "190002292399", "no such day, and matched all the same"),
        ("19556016-0680", "5560160680", "an organisation has no century"),
        ("NO 974 760 673", "NO974760673", "anything else is letters and digits"),
        ("", "", "nothing"),
    ],
)
def test_a_number_is_compacted_to_whose_it_is_on_the_day(text: str, compact: str, remark: str) -> None:
    assert compacted(text, TODAY) == compact, remark
    assert compacted(compact, TODAY) == compact


@given(people, st.sampled_from(["-", "", "+"]), st.dates(date(2020, 1, 2), date(2100, 1, 1)))
def test_whoever_a_number_means_is_born_by_that_day(body: str, separator: str, on: date) -> None:
    number = f"{body[:6]}{separator}{with_check_digit(body)[6:]}"
    born = personnummer.birth_date(number, on)
    if born is None:
        assert body[2:6] == "0229"
        return
    assert compacted(number, on) == f"{born:%Y%m%d}{number[-4:]}"
    assert (on.year - born.year >= 100) if separator == "+" else (born <= on)
    younger = born.year + 100 <= on.year - (100 if separator == "+" else 0)
    assert not younger or f"{born.year + 100}{born:%m%d}" > f"{on:%Y%m%d}"


@given(people, st.integers(0, 9), st.sampled_from(["", "-"]))
def test_personnummer_agrees_with_the_public_package(body: str, check: int, separator: str) -> None:
    number = f"{body[:6]}{separator}{body[6:]}{check}"
    assert personnummer.is_valid(number) == personnummer_package.valid(number)


@given(st.text("0123456789", min_size=10, max_size=10))
def test_organisationsnummer_agrees_with_the_public_package(digits: str) -> None:
    for number in (digits, with_check_digit(digits[:9])):
        try:
            expected = not organisationsnummer_package.parse(number).is_personnummer()
        except organisationsnummer_package.OrganisationsnummerException:
            expected = False
        assert organisationsnummer.is_valid(number) == expected


@pytest.mark.parametrize(
    ("number", "on", "age", "remark"),
    [
        ("20081115-1234", date(2026, 11, 14), 17, "the day before the birthday"),
        ("20081115-1234", date(2026, 11, 15), 18, "the birthday"),
        ("081115-1234", date(2026, 11, 15), 18, "ten digits mean the last such year"),
        ("081115+1234", date(2026, 11, 15), 118, "a plus means a hundred years earlier"),
        ("080229-1234", date(2026, 2, 28), 17, "born on a leap day"),
        ("080229-1234", date(2026, 3, 1), 18, "born on a leap day"),
        ("081175-1234", date(2026, 11, 15), 18, "samordningsnummer"),
        ("080075-1234", date(2026, 11, 15), None, "unknown month"),
        ("556016-0680", date(2026, 11, 15), None, "a company has no age"),
        ("nonsense", date(2026, 11, 15), None, "no number"),
    ],
)
def test_age_on_a_day(number: str, on: date, age: int | None, remark: str) -> None:
    assert identity.age_on(number, on) == age, remark
    assert identity.is_minor(number, on) == (age is not None and age < 18)


@given(st.dates(date(1920, 1, 1), date(2026, 1, 1)), st.integers(0, 30000))
def test_age_grows_by_one_on_each_birthday(born: date, days: int) -> None:
    on = born + timedelta(days=days)
    birthday_reached = f"{on:%m%d}" >= f"{born:%m%d}"
    assert personnummer.age(f"{born:%Y%m%d}-1234", on) == on.year - born.year - (0 if birthday_reached else 1)


@pytest.mark.parametrize("organization_no", ["5560160680", "556016-0680", "165560160680"])
def test_a_vat_number_follows_from_the_organisation_number(organization_no: str) -> None:
    assert vat_number.is_valid(vat_number.of(organization_no))
