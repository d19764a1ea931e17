"""Bolagsverket's answers about an organisation, as the service of valuable data sets gives them, to values.

Every field is an object with its value, its producer and maybe `fel`. An answer of HTTP 200 may be partial:
an error in a field that is needed makes it no answer. The rule is in docs/bolagsverket.md.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Any, Literal, TypeAlias

CompanyOutcome: TypeAlias = Literal["active", "bankruptcy", "liquidation", "deregistered", "not_found"]

NOT_THERE = "ORGANISATION_FINNS_EJ"
ERRORS: Mapping[str, str] = {
    "OGILTIG_BEGARAN": "the request is invalid",
    "OTILLGANGLIG_UPPGIFTSKALLA": "a source of the register is away",
    "TIMEOUT": "a source of the register did not answer in time",
}
"""Documented error → why there is no answer. `ORGANISATION_FINNS_EJ` is an answer: there is no such organisation."""

ONGOING: Mapping[str, CompanyOutcome] = {
    "KK": "bankruptcy",
    "LI": "liquidation",
    "FR": "active",
    "AC": "active",
    "FUOL": "active",
    "FUOT": "active",
    "DEOL": "active",
    "DEOT": "active",
    "GROM": "active",
    "OM": "active",
    "RES": "active",
}
"""Ongoing procedure → what follows of it. A reorganisation (FR), a composition (AC), a merger or a division goes on."""


class NoAnswer(Exception):
    """There is no whole answer. The text tells why, without a number of a person."""


@dataclass(frozen=True)
class CompanyAnswer:
    """An answer about an organisation."""

    outcome: CompanyOutcome
    since: date | None = None
    """The day of the bankruptcy, the liquidation or the deregistration."""
    code: str = ""
    """The register's code of it."""
    address: Mapping[str, str] = field(default_factory=dict)


_SEVERITY: tuple[CompanyOutcome, ...] = ("bankruptcy", "deregistered", "liquidation", "active")


def make_question(number: str) -> bytes:
    """The question about an organisation's number of ten digits."""
    return json.dumps({"identitetsbeteckning": number}).encode()


def read_answer(content: bytes) -> CompanyAnswer:
    """The answer about an organisation; raises `NoAnswer` for one that is partial, or is of another form."""
    try:
        organisations = json.loads(content)["organisationer"]
    except (ValueError, TypeError, KeyError):
        raise NoAnswer("half an answer") from None
    if not isinstance(organisations, list) or not all(isinstance(one, dict) for one in organisations):
        raise NoAnswer("half an answer")
    if not organisations:
        return CompanyAnswer("not_found")
    found = [_organisation(one) for one in organisations]
    # One number may have several businesses: one that goes on is not ended by another that ended.
    going_on = [one for one in found if one.outcome != "deregistered"] or found
    return min(going_on, key=lambda one: _SEVERITY.index(one.outcome) if one.outcome in _SEVERITY else len(_SEVERITY))


def _organisation(given: Mapping[str, Any]) -> CompanyAnswer:
    errors = set(_errors(given))
    if NOT_THERE in errors:
        return CompanyAnswer("not_found")
    for error in sorted(errors):
        raise NoAnswer(ERRORS.get(error, f"the register has an error: {error[:60]}"))
    address = _address(given.get("postadressOrganisation"))
    bankruptcies = [one for one in _ongoing(given) if one.outcome == "bankruptcy"]
    if bankruptcies:
        return CompanyAnswer("bankruptcy", bankruptcies[0].since, bankruptcies[0].code, address)
    gone = given.get("avregistreradOrganisation")
    if isinstance(gone, dict) and gone.get("avregistreringsdatum"):
        reason = given.get("avregistreringsorsak")
        code = str(reason.get("kod") or "") if isinstance(reason, dict) else ""
        return CompanyAnswer("deregistered", _day(gone["avregistreringsdatum"]), code, address)
    for one in _ongoing(given):
        if one.outcome == "liquidation":
            return CompanyAnswer("liquidation", one.since, one.code, address)
    return CompanyAnswer("active", address=address)


NEEDED = (
    "avregistreradOrganisation",
    "avregistreringsorsak",
    "pagaendeAvvecklingsEllerOmstruktureringsforfarande",
    "organisationsidentitet",
)
"""Fields without which nothing is known of what stops collection. An error in another field stops nothing."""


def _errors(given: Mapping[str, Any]) -> Iterator[str]:
    if "organisationsidentitet" not in given:
        raise NoAnswer("half an answer")
    for name in NEEDED:
        value = given.get(name)
        error = value.get("fel") if isinstance(value, dict) else None
        if isinstance(error, dict):
            yield str(error.get("typ") or "unknown")


def _ongoing(given: Mapping[str, Any]) -> list[CompanyAnswer]:
    part = given.get("pagaendeAvvecklingsEllerOmstruktureringsforfarande")
    if part is None:
        return []
    rows = part.get("pagaendeAvvecklingsEllerOmstruktureringsforfarandeLista") if isinstance(part, dict) else None
    if rows is None:
        return []
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise NoAnswer("half an answer")
    return [
        CompanyAnswer(ONGOING.get(str(row.get("kod")), "active"), _day(row.get("fromDatum")), str(row.get("kod")))
        for row in rows
    ]


def _day(text: Any) -> date | None:
    """A day, of a date or a moment; None where there is none."""
    try:
        return date.fromisoformat(str(text)[:10])
    except ValueError:
        return None


def _address(given: Any) -> dict[str, str]:
    found = given.get("postadress") if isinstance(given, dict) else None
    if not isinstance(found, dict):
        return {}
    street = ", ".join(str(found[name]) for name in ("coAdress", "utdelningsadress") if found.get(name))
    return {
        "address_line_1": street,
        "zip_code": str(found.get("postnummer") or ""),
        "city": str(found.get("postort") or ""),
        "country": "SE",
    }
