"""An address as it stands on an envelope: every line that was given, a c/o among them."""

from __future__ import annotations

from collections.abc import Mapping

HOME = "SE"


def address_lines(name: str, address: Mapping[str, str]) -> list[str]:
    """Name, street lines, postal code and city; and the country where it is another.

    >>> address_lines("Åsa Ek", {"address_line_1": "c/o Berg", "address_line_2": "Storgatan 1", "zip_code": "111 22",
    ...     "city": "Stockholm", "country": "SE"})
    ['Åsa Ek', 'c/o Berg', 'Storgatan 1', '111 22 Stockholm']
    """
    streets = (address.get(f"address_line_{number}") or "" for number in (1, 2, 3))
    place = f"{address.get('zip_code') or ''} {address.get('city') or ''}".strip()
    country = (address.get("country") or HOME).upper()
    lines = (name, *streets, place, "" if country == HOME else country)
    return [line.strip() for line in lines if line.strip()]
