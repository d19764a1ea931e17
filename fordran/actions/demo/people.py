"""Invented customers: as many as are asked for, each always the same, none of them anybody.

Personal numbers have serials from 980 to 989, which are set aside for tests.
"""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

from fordran.domain.numbers.digits import with_check_digit

_FIRST_NAMES = (
    *("Karin", "Erik", "Åsa", "Göran", "Maria", "Lars", "Eva", "Björn", "Ingrid", "Olof", "Märta", "Sven"),
    *("Amina", "Jonas", "Elin", "Pär", "Leyla", "Nils", "Sofia", "Örjan", "Birgitta", "Hassan", "Lina"),
)
_LAST_NAMES = (
    *("Öberg", "Lindqvist", "Åkesson", "Sjöström", "Berglund", "Hägg", "Nyström", "Wallin", "Ekdahl", "Källström"),
    *("Forsgren", "Ahmadi", "Rosén", "Tallberg", "Hedlund", "Månsson", "Svahn", "Björkegren", "Norén"),
)
_COMPANIES = (
    *("Byggfirman Hörnstenen", "Åkeriet Norrleden", "Café Blåklinten", "Målarna på Ön", "Snickeriet Eken"),
    *("Trädgård & Sten", "Lilla Bokhandeln", "Rörjouren Vättern", "Frisörerna Saxen"),
)
_PLACES = (
    ("Björkvägen 3", "852 31", "Sundsvall"),
    ("Ågatan 41", "582 22", "Linköping"),
    ("Storgatan 12 B", "903 26", "Umeå"),
    ("Södra Hamngatan 5", "411 14", "Göteborg"),
    ("Kungsgatan 88", "753 18", "Uppsala"),
    ("Östra Förstadsgatan 20", "212 12", "Malmö"),
    ("Torget 1", "831 30", "Östersund"),
)
_DAYS_OF_BIRTH = 16_000
_FIRST_BIRTH = date(1950, 1, 1)


def person(number: int) -> dict[str, Any]:
    """A grown person."""
    birth = _FIRST_BIRTH + timedelta(days=number * 41 % _DAYS_OF_BIRTH)
    return _born(number, birth, number // _DAYS_OF_BIRTH)


def child(number: int, today: date) -> dict[str, Any]:
    """A person under eighteen."""
    return _born(number, date(today.year - 12, 1, 1) + timedelta(days=number % 365), 0)


def _born(number: int, birth: date, serial: int) -> dict[str, Any]:
    first, last = _FIRST_NAMES[number % len(_FIRST_NAMES)], _LAST_NAMES[number % len(_LAST_NAMES)]
    digits = with_check_digit(f"{birth:%y%m%d}98{serial % 10}")
    return {
        "name": f"{first} {last}",
        "id_number": f"{birth:%Y}{digits[2:6]}-{digits[6:]}",
        "is_person": True,
        "address": _address(number),
    } | ({"email": f"kund{number}@example.com"} if number % 2 else {})


def company(number: int) -> dict[str, Any]:
    """A business."""
    digits = with_check_digit(f"5599{number % 100_000:05d}")
    return {
        "name": f"{_COMPANIES[number % len(_COMPANIES)]} AB",
        "id_number": f"{digits[:6]}-{digits[6:]}",
        "is_company": True,
        "address": _address(number),
    }


def _address(number: int) -> dict[str, str]:
    street, zip_code, city = _PLACES[number % len(_PLACES)]
    return {"address_line_1": street, "zip_code": zip_code, "city": city, "country": "SE"}
