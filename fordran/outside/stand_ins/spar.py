"""A stand-in of SPAR's search of persons: a dozen people who are always the same, each with a case of its own.

What is answered follows from the number that is asked for. Any other number of the right form is an ordinary person.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from xml.etree import ElementTree
from xml.sax.saxutils import escape

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

_SOAP = "http://schemas.xmlsoap.org/soap/envelope/"
_ANSWER = "http://statenspersonadressregister.se/schema/personsok/2021.1/personsokningsvar"
_ACTION = "/PersonsokService/Personsok"


def _swedish(street: str, zip_code: str, city: str, care_of: str = "") -> str:
    care = f"<CareOf>{care_of}</CareOf>" if care_of else ""
    lines = f"{care}<Utdelningsadress2>{street}</Utdelningsadress2><PostNr>{zip_code}</PostNr><Postort>{city}</Postort>"
    return f"<SvenskAdress><DatumFrom>2020-01-01</DatumFrom><DatumTill>9999-12-31</DatumTill>{lines}</SvenskAdress>"


def _registered(street: str, zip_code: str, city: str, care_of: str = "") -> str:
    return f"<Folkbokforingsadress>{_swedish(street, zip_code, city, care_of)}</Folkbokforingsadress>"


@dataclass(frozen=True)
class _Person:
    """The contents of an answer about a person, beside the number."""

    remark: str
    addresses: str = ""
    secrecy: str = "NEJ"
    protected: str = "NEJ"
    details: str = ""


_ABROAD = (
    "<Utlandsadress><InternationellAdress><DatumFrom>2021-05-01</DatumFrom><DatumTill>9999-12-31</DatumTill>"
    "<Utdelningsadress1>Storgata 5</Utdelningsadress1><Utdelningsadress2>0155 OSLO</Utdelningsadress2>"
    "<Land>NORGE</Land></InternationellAdress></Utlandsadress>"
)
_EMIGRATED = (
    "<AvregistreringsorsakKod>UV</AvregistreringsorsakKod><Avregistreringsdatum>2021-05-01</Avregistreringsdatum>"
)

PEOPLE: Mapping[str, _Person] = {
    "199001012385": _Person("ordinary", _registered("Nygatan 12 lgh 1101", "90321", "Umeå")),
    "199002022391": _Person(
        "c/o and a special postal address",
        _registered("Gamla vägen 1", "11122", "Stockholm")
        + f"<SarskildPostadress>{_swedish('Box 77', '75103', 'Uppsala', 'Ek')}</SarskildPostadress>",
    ),
    "199003032381": _Person("a confidentiality mark", secrecy="JA"),
    "199004042397": _Person("protected registration", protected="JA"),
    "199005052387": _Person(
        "dead", details="<AvregistreringsorsakKod>AV</AvregistreringsorsakKod><Avlidendatum>2026-08-14</Avlidendatum>"
    ),
    "199006062393": _Person("emigrated, with an address", _ABROAD, details=_EMIGRATED),
    "199007072383": _Person("emigrated, without an address", details=_EMIGRATED),
    "199008082399": _Person(
        "has a new number",
        details="<AvregistreringsorsakKod>GN</AvregistreringsorsakKod>"
        "<Hanvisning><IdNummer>199001012385</IdNummer><Typ>Till</Typ></Hanvisning>",
    ),
    "199009092389": _Person("a false identity", details="<AvregistreringsorsakKod>FI</AvregistreringsorsakKod>"),
    "199010102391": _Person("registered without an address"),
}
"""Number → the person."""

NO_HIT = "199011112381"
TOO_MANY = "199012122397"
EXCEPTION = "199101012384"
FAULT = "000000000000"
HALF = "199102022390"
STATUSES: Mapping[str, int] = {"199103032380": 500, "199104042396": 429, "199105052386": 403}
SILENT = "199106062392"


class SparStandIn:
    """The stand-in: its one route, and how often it was asked for each number."""

    def __init__(self, seconds: float = 30.0) -> None:
        self.seconds = seconds
        """How long a question without an answer is kept waiting."""
        self.asked: dict[str, int] = {}

    def routes(self) -> list[Route]:
        """The route of the service."""
        return [Route("/", self.ask, methods=["POST"])]

    async def ask(self, request: Request) -> Response:
        """Answer a question."""
        question = await request.body()
        if not request.headers.get("soapaction", "").strip('"').endswith(_ACTION):
            return _fault("SOAPAction is not that of the service")
        try:
            number = _asked_for(question)
        except ValueError as wrong:
            return _fault(str(wrong))
        self.asked[number] = self.asked.get(number, 0) + 1
        if number == SILENT:
            await asyncio.sleep(self.seconds)
            return Response(status_code=504)
        if number in STATUSES:
            return Response("not now", status_code=STATUSES[number])
        if not re.fullmatch("[0-9]{12}", number) or number == FAULT:
            return _fault("IdNummer is not of the right form")
        whole = _answer(_content_of(number))
        return Response(whole[: len(whole) // 2] if number == HALF else whole, media_type="text/xml")


def _content_of(number: str) -> str:
    """The contents of an answer about a number."""
    if number == NO_HIT:
        return ""
    if number == TOO_MANY:
        return (
            "<OverstigerMaxAntalSvarsposter><AntalPoster>250</AntalPoster>"
            "<MaxAntalSvarsposter>100</MaxAntalSvarsposter></OverstigerMaxAntalSvarsposter>"
        )
    if number == EXCEPTION:
        return "<Undantag><Kod>1001</Kod><Beskrivning>The service is closed for the moment</Beskrivning></Undantag>"
    street = int(sha256(number.encode()).hexdigest()[:4], 16) % 90 + 1
    return _entry(
        number, PEOPLE.get(number) or _Person("any other", _registered(f"Storgatan {street}", "11122", "Stockholm"))
    )


def _entry(number: str, person: _Person) -> str:
    kind = "SAMORDNINGSNUMMER" if int(number[6:8]) > 60 else "PERSONNUMMER"
    return (
        f"<PersonsokningSvarspost><PersonId><IdNummer>{number}</IdNummer><Typ>{kind}</Typ></PersonId>"
        f"<Sekretessmarkering>{person.secrecy}</Sekretessmarkering>"
        f"<SkyddadFolkbokforing>{person.protected}</SkyddadFolkbokforing>"
        "<SenasteAndringSPAR>2026-01-01</SenasteAndringSPAR>"
        "<Namn><DatumFrom>2000-01-01</DatumFrom><DatumTill>9999-12-31</DatumTill><Fornamn>Kim</Fornamn>"
        "<Efternamn>Efternamn</Efternamn></Namn>"
        f"<Persondetaljer><DatumFrom>2000-01-01</DatumFrom><DatumTill>9999-12-31</DatumTill>{person.details}</Persondetaljer>"
        f"{person.addresses}</PersonsokningSvarspost>"
    )


def _asked_for(question: bytes) -> str:
    """The number in a question; raises `ValueError` for a question that the service would not take."""
    try:
        root = ElementTree.fromstring(question)  # noqa: S314  (a stand-in, for this machine alone)
    except ElementTree.ParseError:
        raise ValueError("the question is no XML") from None
    texts = {element.tag.rpartition("}")[2]: (element.text or "").strip() for element in root.iter()}
    if root.tag != f"{{{_SOAP}}}Envelope":
        raise ValueError("the question is no SOAP 1.1 envelope")
    for name in ("KundNrLeveransMottagare", "KundNrSlutkund", "UppdragId"):
        if not texts.get(name, "").isdigit():
            raise ValueError(f"{name} is missing or no number")
    if not 1 <= len(texts.get("SlutAnvandarId", "")) <= 256:
        raise ValueError("SlutAnvandarId is missing or too long")
    if "IdNummer" not in texts:
        raise ValueError("IdNummer is missing")
    return texts["IdNummer"]


def _answer(content: str) -> bytes:
    return (
        f'<?xml version="1.0" encoding="UTF-8"?><S:Envelope xmlns:S="{_SOAP}"><S:Body>'
        f'<SPARPersonsokningSvar xmlns="{_ANSWER}">{content}<UUID>6d1f6e7e-0000-4000-8000-000000000000</UUID>'
        "</SPARPersonsokningSvar></S:Body></S:Envelope>"
    ).encode()


def _fault(text: str) -> Response:
    content = (
        f'<?xml version="1.0" encoding="UTF-8"?><S:Envelope xmlns:S="{_SOAP}"><S:Body><S:Fault>'
        f"<faultcode>S:Client</faultcode><faultstring>{escape(text)}</faultstring></S:Fault></S:Body></S:Envelope>"
    )
    return Response(content, status_code=500, media_type="text/xml")
