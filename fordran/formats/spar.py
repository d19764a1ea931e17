"""SPAR's search of persons (PersonSok 2021.1, SOAP 1.1): a question by number, and the answer by element names alone.

Versions differ in their namespaces, which are not looked at. Of a person, the values that hold on the day are read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date
from functools import cache
from typing import TYPE_CHECKING, Any
from xml.sax.saxutils import escape

from fordran.domain.spar.person import SparAnswer, SparPerson, SparTrouble, meaning_of

if TYPE_CHECKING:
    from lxml.etree import _Element as Element

VERSION = "2021.1"
ACTION = f"http://skatteverket.se/spar/personsok/{VERSION}/PersonsokService/Personsok"
"""The SOAPAction header of a question."""
SCHEMA = "http://statenspersonadressregister.se/schema"
LONGEST_USER = 256

_QUESTION = f"""<?xml version="1.0" encoding="UTF-8"?>
<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body>\
<q:SPARPersonsokningFraga xmlns:q="{SCHEMA}/personsok/{VERSION}/personsokningfraga"\
 xmlns:who="{SCHEMA}/komponent/metadata/identifieringsinformationWs-1.1"\
 xmlns:what="{SCHEMA}/komponent/sok/personsokningsokparametrar-1.1" xmlns:person="{SCHEMA}/komponent/person/person-1.2">\
<who:Identifieringsinformation><who:KundNrLeveransMottagare>{{customer}}</who:KundNrLeveransMottagare>\
<who:KundNrSlutkund>{{customer}}</who:KundNrSlutkund><who:UppdragId>{{assignment}}</who:UppdragId>\
<who:SlutAnvandarId>{{user}}</who:SlutAnvandarId></who:Identifieringsinformation>\
<what:PersonsokningFraga><person:IdNummer>{{number}}</person:IdNummer></what:PersonsokningFraga>\
</q:SPARPersonsokningFraga></soap:Body></soap:Envelope>
"""


class NotSpar(Exception):
    """An answer is no answer of SPAR. The text says why, and holds nothing about a person."""


def make_question(customer: str, assignment: str, user: str, number: str) -> bytes:
    """The question for the person with a number of twelve digits. `user` points to one person."""
    if not re.fullmatch("[0-9]{12}", number):
        raise ValueError("the number has to be twelve digits")
    if not 1 <= len(user) <= LONGEST_USER:
        raise ValueError(f"the user has to be 1 to {LONGEST_USER} characters")
    values = {"customer": customer, "assignment": assignment, "user": user, "number": number}
    return _QUESTION.format(**{name: escape(text) for name, text in values.items()}).encode()


def read_answer(content: bytes, number: str, on: date) -> SparAnswer:
    """The person with that number as the answer tells of it on a day; raises `NotSpar`."""
    body = _body_of(content)
    fault = _first(body, "Fault")
    if fault is not None:
        return SparTrouble(
            f"SOAP fault: {_text(fault, 'faultstring') or _text(fault, 'faultcode') or 'without a text'}"
        )
    answer = _first(body, "SPARPersonsokningSvar")
    if answer is None:
        raise NotSpar("the answer has no SPARPersonsokningSvar")
    exception = _first(answer, "Undantag")
    if exception is not None:
        return SparTrouble(f"Undantag {_text(exception, 'Kod')}: {_text(exception, 'Beskrivning')}"[:300])
    if _first(answer, "OverstigerMaxAntalSvarsposter") is not None:
        return SparTrouble("the answer has more persons than SPAR shows")
    if _first(answer, "UUID") is None:
        raise NotSpar("the answer is not whole: it has no UUID")
    persons = [_person(entry, on) for entry in _all(answer, "PersonsokningSvarspost")]
    found = [person for person in persons if person.id_number == number]
    if persons and not found:
        raise NotSpar("the answer is about another person")
    if len(found) > 1:
        raise NotSpar("the answer has several persons with the number")
    return found[0] if found else None


def _body_of(content: bytes) -> Element:
    from lxml import etree  # loaded by the first answer: few processes meet one

    parser = etree.XMLParser(
        resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False, remove_comments=True, remove_pis=True
    )
    try:
        root = etree.fromstring(content, parser)
    except etree.XMLSyntaxError:
        raise NotSpar("the answer is no XML") from None
    if root.getroottree().docinfo.internalDTD is not None:
        raise NotSpar("the answer has a document type declaration")
    body = _first(root, "Body")
    if _name(root) != "Envelope" or body is None:
        raise NotSpar("the answer is no SOAP envelope")
    return body


def _person(entry: Element, on: date) -> SparPerson:
    number = _first(entry, "PersonId")
    details = _current(_all(entry, "Persondetaljer"), on)
    deregistration = _text(details, "AvregistreringsorsakKod") or _text(entry, "AvregistreringsorsakKod")
    is_protected = "JA" in (_text(entry, "Sekretessmarkering"), _text(entry, "SkyddadFolkbokforing"))
    return SparPerson(
        id_number="" if number is None else _text(number, "IdNummer"),
        is_protected=is_protected,
        address=None if is_protected else _address(entry, on, is_emigrated=meaning_of(deregistration) == "emigrated"),
        deregistration=deregistration,
        died_on=_whole_date(_text(details, "Avlidendatum")) or _whole_date(_text(details, "AntraffadDodDatum")),
        new_number=_new_number([*_all(details, "Hanvisning"), *_all(entry, "Hanvisning")]),
    )


def _new_number(references: list[Element]) -> str:
    """The number that the person has now: a reference is to it, or from an older one."""
    numbers = [_text(one, "IdNummer") for one in references if _text(one, "Typ").casefold() in ("till", "")]
    return next((number for number in numbers if re.fullmatch("[0-9]{12}", number)), "")


_ADDRESSES = ("SarskildPostadress", "Folkbokforingsadress", "Kontaktadress", "Utlandsadress")
"""The kinds of addresses, the one that post is wanted at first."""


def _address(entry: Element, on: date, *, is_emigrated: bool) -> dict[str, str] | None:
    """The first address that a letter can go to. Where an emigrated person was registered, it lives no more."""
    for kind in _ADDRESSES:
        if is_emigrated and kind == "Folkbokforingsadress":
            continue
        addresses = [one for given in _all(entry, kind) for one in given if _holds(one, on) and _holds(given, on)]
        for address in addresses:
            made = _swedish(address) if _name(address) == "SvenskAdress" else _abroad(address)
            if made is not None:
                return made
    return None


def _swedish(address: Element) -> dict[str, str] | None:
    care, zip_code, city = _text(address, "CareOf"), _text(address, "PostNr"), _text(address, "Postort")
    lines = [_text(address, "Utdelningsadress1"), _text(address, "Utdelningsadress2")]
    if not re.fullmatch(r"[1-9]\d{4}", zip_code) or not city:
        return None
    if care and not care.casefold().startswith("c/o"):
        care = f"c/o {care}"
    return _lines([care, *lines]) | {"zip_code": f"{zip_code[:3]} {zip_code[3:]}", "city": city, "country": "SE"}


def _abroad(address: Element) -> dict[str, str] | None:
    lines = [_text(address, f"Utdelningsadress{place}") for place in (1, 2, 3)]
    country = country_code(_text(address, "Land"))
    if not any(lines) or not country:
        return None
    return _lines(lines) | {"zip_code": "", "city": "", "country": country}


def _lines(given: list[str]) -> dict[str, str]:
    lines = [line for line in given if line]
    named = {f"address_line_{place}": line for place, line in enumerate(lines, 1)}
    return {"address_line_1": "", **named}


def country_code(name: str) -> str:
    """The two letters of a country that is named in Swedish or English; an empty text where it is not known.

    >>> country_code("NORGE"), country_code("Germany"), country_code("Atlantis"), country_code("SVERIGE")
    ('NO', 'DE', '', '')
    """
    return _countries().get(name.strip().casefold(), "")


@cache
def _countries() -> dict[str, str]:
    from babel import Locale  # loaded by the first address abroad

    named: dict[str, str] = {}
    for language in ("en", "sv"):
        territories: Any = Locale.parse(language).territories
        named |= {text.casefold(): code for code, text in territories.items() if re.fullmatch("[A-Z]{2}", code)}
    return {name: code for name, code in named.items() if code not in ("SE", "ZZ", "EU", "UN")}


def _holds(element: Element, on: date) -> bool:
    """Whether a dated row holds on a day. A part of a date that is not known is its beginning."""
    since, until = _text(element, "DatumFrom"), _text(element, "DatumTill")
    return (not since or since <= on.isoformat()) and (not until or on.isoformat() < until)


def _current(rows: list[Element], on: date) -> Element | None:
    """The row that holds on a day, else the last one."""
    return next((row for row in rows if _holds(row, on)), rows[-1] if rows else None)


def _whole_date(text: str) -> date | None:
    """The day of a date that is whole; dates of SPAR may lack a month or a day, as 2019-00-00 does."""
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None


def _name(element: Element) -> str:
    return str(element.tag).rpartition("}")[2]


def _all(element: Element | None, name: str) -> list[Element]:
    return [] if element is None else [*_named(element, name)]


def _named(element: Element, name: str) -> Iterator[Element]:
    return (child for child in element if _name(child) == name)


def _first(element: Element, name: str) -> Element | None:
    return next(_named(element, name), None)


def _text(element: Element | None, name: str) -> str:
    found = None if element is None else _first(element, name)
    return "" if found is None or found.text is None else found.text.strip()
