"""SPAR's answers are read by element names, as they hold on a day; what is no answer is told apart from no such person."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from lxml import etree

from fordran.domain.spar.person import SparPerson, SparTrouble
from fordran.formats.spar import NotSpar, country_code, make_question, read_answer

NUMBER, OTHER = "199001012385", "199002022391"
DAY = date(2026, 11, 18)
PERIOD = "<DatumFrom>2020-01-01</DatumFrom><DatumTill>9999-12-31</DatumTill>"


def answer(said: str, version: str = "2021.1", uuid: str = "<UUID>1</UUID>") -> bytes:
    name = f"http://statenspersonadressregister.se/schema/personsok/{version}/personsokningsvar"
    return (
        '<S:Envelope xmlns:S="http://schemas.xmlsoap.org/soap/envelope/"><S:Body>'
        f'<a:SPARPersonsokningSvar xmlns:a="{name}" xmlns="{name}/2">{said}{uuid}</a:SPARPersonsokningSvar>'
        "</S:Body></S:Envelope>"
    ).encode()


def entry(rest: str = "", number: str = NUMBER, secrecy: str = "NEJ", protected: str = "NEJ") -> str:
    return (
        f"<PersonsokningSvarspost><PersonId><IdNummer>{number}</IdNummer></PersonId>"
        f"<Sekretessmarkering>{secrecy}</Sekretessmarkering><SkyddadFolkbokforing>{protected}</SkyddadFolkbokforing>"
        f"{rest}</PersonsokningSvarspost>"
    )


def swedish(street: str, kind: str = "Folkbokforingsadress", period: str = PERIOD, **more: str) -> str:
    care = f"<CareOf>{more['care']}</CareOf>" if "care" in more else ""
    lines = f"<Utdelningsadress2>{street}</Utdelningsadress2><PostNr>{more.get('zip', '90321')}</PostNr>"
    return f"<{kind}><SvenskAdress>{period}{care}{lines}<Postort>Umeå</Postort></SvenskAdress></{kind}>"


def abroad(country: str, kind: str = "Utlandsadress") -> str:
    lines = "<Utdelningsadress1>Storgata 5</Utdelningsadress1><Utdelningsadress2>0155 OSLO</Utdelningsadress2>"
    lines += f"<Land>{country}</Land>"
    return f"<{kind}><InternationellAdress>{PERIOD}{lines}</InternationellAdress></{kind}>"


def details(text: str, period: str = PERIOD) -> str:
    return f"<Persondetaljer>{period}{text}</Persondetaljer>"


def gone(code: str, more: str = "") -> str:
    return details(f"<AvregistreringsorsakKod>{code}</AvregistreringsorsakKod>{more}")


def reference(number: str, kind: str) -> str:
    return f"<Hanvisning><IdNummer>{number}</IdNummer><Typ>{kind}</Typ></Hanvisning>"


def in_umea(street: str, **more: str) -> dict[str, str]:
    return {"address_line_1": street, **more, "zip_code": "903 21", "city": "Umeå", "country": "SE"}


IN_OSLO = {"address_line_1": "Storgata 5", "address_line_2": "0155 OSLO", "zip_code": "", "city": "", "country": "NO"}
OLD = "<DatumFrom>2010-01-01</DatumFrom><DatumTill>2020-01-01</DatumTill>"
LATER = "<DatumFrom>2027-01-01</DatumFrom><DatumTill>9999-12-31</DatumTill>"
PARTIAL = "<DatumFrom>2019-00-00</DatumFrom><DatumTill>9999-12-31</DatumTill>"


@pytest.mark.parametrize(
    ("said", "told", "remark"),
    [
        (swedish("Nygatan 1"), {"address": in_umea("Nygatan 1")}, "where the person is registered"),
        (
            swedish("Nygatan 1") + swedish("Box 7", "SarskildPostadress", zip="75103"),
            {"address": in_umea("Box 7") | {"zip_code": "751 03"}},
            "a special postal address comes first",
        ),
        (
            swedish("Nygatan 1") + abroad("NORGE", "SarskildPostadress"),
            {"address": IN_OSLO},
            "and may be abroad",
        ),
        (
            swedish("Nygatan 1", care="Ek"),
            {"address": in_umea("c/o Ek", address_line_2="Nygatan 1")},
            "care of comes before the street",
        ),
        (swedish("Nygatan 1", care="C/O Ek"), {"address": in_umea("C/O Ek", address_line_2="Nygatan 1")}, "once"),
        (swedish("Gammalt 1", period=OLD) + swedish("Nygatan 1"), {"address": in_umea("Nygatan 1")}, "not an old one"),
        (swedish("Nygatan 1", period=LATER), {}, "not one that does not hold yet"),
        (swedish("Nygatan 1", period=PARTIAL), {"address": in_umea("Nygatan 1")}, "a date may be partial"),
        (swedish("Nygatan 1", zip="00000"), {}, "a zip code that is none"),
        (swedish("Nygatan 1", "Kontaktadress"), {"address": in_umea("Nygatan 1")}, "of a coordination number"),
        (abroad("NORGE"), {"address": IN_OSLO}, "an address abroad"),
        (abroad("Norway"), {"address": IN_OSLO}, "in English"),
        (abroad("Atlantis"), {}, "a country that nobody knows is none to write to"),
        (
            gone("UV") + swedish("Nygatan 1") + abroad("NORGE"),
            {"address": IN_OSLO, "deregistration": "UV"},
            "emigrated",
        ),
        (gone("UV") + swedish("Nygatan 1"), {"deregistration": "UV"}, "an emigrated one is registered nowhere"),
        (
            gone("AV", "<Avlidendatum>2026-08-14</Avlidendatum>"),
            {"deregistration": "AV", "died_on": date(2026, 8, 14)},
            "dead",
        ),
        (gone("AV", "<Avlidendatum>2026-08-00</Avlidendatum>"), {"deregistration": "AV"}, "on a day that nobody knows"),
        (
            gone("AV", "<AntraffadDodDatum>2026-09-01</AntraffadDodDatum>"),
            {"deregistration": "AV", "died_on": date(2026, 9, 1)},
            "found dead",
        ),
        (gone("GN", reference(OTHER, "Till")), {"deregistration": "GN", "new_number": OTHER}, "a new number"),
        (
            gone("GN") + reference(OTHER, "Till"),
            {"deregistration": "GN", "new_number": OTHER},
            "told beside the details",
        ),
        (details(reference(OTHER, "Fran")) + swedish("A 1"), {"address": in_umea("A 1")}, "this is the new number"),
        (gone("ZZ"), {"deregistration": "ZZ"}, "a code of a later version"),
        (
            f"<Persondetaljer>{OLD}<AvregistreringsorsakKod>TA</AvregistreringsorsakKod></Persondetaljer>"
            + details("")
            + swedish("A 1"),
            {"address": in_umea("A 1")},
            "deregistered once, and again registered",
        ),
    ],
)
def test_what_holds_on_the_day_is_read(said: str, told: dict[str, Any], remark: str) -> None:
    assert read_answer(answer(entry(said)), NUMBER, DAY) == SparPerson(NUMBER, **told), remark


@pytest.mark.parametrize("flags", [{"secrecy": "JA"}, {"protected": "JA"}, {"secrecy": "JA", "protected": "JA"}])
def test_of_a_protected_person_no_address_is_taken(flags: dict[str, str]) -> None:
    read = read_answer(answer(entry(swedish("Nygatan 1"), **flags)), NUMBER, DAY)
    assert read == SparPerson(NUMBER, is_protected=True)


def test_a_flag_that_spar_set_counts_too() -> None:
    said = entry(swedish("A 1")).replace("<Sekretessmarkering>NEJ", '<Sekretessmarkering sattAvSPAR="JA">JA')
    assert read_answer(answer(said), NUMBER, DAY) == SparPerson(NUMBER, is_protected=True)


def test_versions_and_several_persons_are_told_apart() -> None:
    both = entry(swedish("A 1"), number=OTHER) + entry(swedish("B 2"))
    assert read_answer(answer(both, "2023.1"), NUMBER, DAY) == SparPerson(NUMBER, address=in_umea("B 2"))
    assert read_answer(answer(""), NUMBER, DAY) is None, "no such person"


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        ("<Undantag><Kod>1001</Kod><Beskrivning>Stängt</Beskrivning></Undantag>", "Undantag 1001: Stängt"),
        (
            "<OverstigerMaxAntalSvarsposter><AntalPoster>250</AntalPoster></OverstigerMaxAntalSvarsposter>",
            "the answer has more persons than SPAR shows",
        ),
    ],
)
def test_what_is_no_answer_is_asked_for_again(said: str, reason: str) -> None:
    assert read_answer(answer(said, uuid=""), NUMBER, DAY) == SparTrouble(reason)


def test_a_fault_has_its_reason() -> None:
    fault = (
        b'<S:Envelope xmlns:S="http://schemas.xmlsoap.org/soap/envelope/"><S:Body><S:Fault><faultcode>S:Client</faultcode>'
        b"<faultstring>fel</faultstring></S:Fault></S:Body></S:Envelope>"
    )
    assert read_answer(fault, NUMBER, DAY) == SparTrouble("SOAP fault: fel")
    assert read_answer(fault.replace(b"fel", b""), NUMBER, DAY) == SparTrouble("SOAP fault: S:Client")


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "the answer is no XML"),
        (answer(entry())[:200], "the answer is no XML"),
        (b"<html><Body/></html>", "the answer is no SOAP envelope"),
        (b'<!DOCTYPE a [<!ENTITY b "c">]><a/>', "the answer has a document type declaration"),
        (answer(entry()).replace(b"SPARPersonsokningSvar", b"Annat"), "the answer has no SPARPersonsokningSvar"),
        (answer(entry(), uuid=""), "the answer is not whole: it has no UUID"),
        (answer(entry(number=OTHER)), "the answer is about another person"),
        (answer(entry() + entry()), "the answer has several persons with the number"),
    ],
)
def test_nonsense_is_no_answer(content: bytes, reason: str) -> None:
    with pytest.raises(NotSpar, match=reason):
        read_answer(content, NUMBER, DAY)


def test_a_question_names_who_asks_and_one_number() -> None:
    root = etree.fromstring(make_question("500243", "637", "<Anställd & X>", NUMBER))
    texts = {str(one.tag).rpartition("}")[2]: one.text for one in root.iter() if one.text}
    assert texts == {
        "KundNrLeveransMottagare": "500243",
        "KundNrSlutkund": "500243",
        "UppdragId": "637",
        "SlutAnvandarId": "<Anställd & X>",
        "IdNummer": NUMBER,
    }
    body = root[0][0]
    assert (
        body.tag
        == "{http://statenspersonadressregister.se/schema/personsok/2021.1/personsokningfraga}SPARPersonsokningFraga"
    )


@pytest.mark.parametrize(
    ("user", "number"), [("", NUMBER), ("x" * 257, NUMBER), ("x", "9001012385"), ("x", "19900101238A")]
)
def test_a_question_that_cannot_be_asked_is_refused(user: str, number: str) -> None:
    with pytest.raises(ValueError, match="has to be"):
        make_question("500243", "637", user, number)


def test_sweden_is_no_country_abroad() -> None:
    assert [country_code(name) for name in ("Sverige", "SWEDEN", "finland", " Tyskland ", "")] == [
        "",
        "",
        "FI",
        "DE",
        "",
    ]
