"""An address as printed on an envelope: every line that was given, a c/o among them."""

from __future__ import annotations

from collections.abc import Mapping

from fordran.documents.parties import postal_address
from fordran.documents.printable import BREAK_HERE

HOME = "SE"


def address_lines(name: str, address: Mapping[str, str]) -> list[str]:
    """Name, street lines, postal code and city; and the country where it is another. As on the letter, but in one piece.

    >>> address_lines("Åsa Ek", {"address_line_1": "c/o Berg", "address_line_2": "Storgatan 1", "zip_code": "11122",
    ...     "city": "Stockholm", "country": "SE"})
    ['Åsa Ek', 'c/o Berg', 'Storgatan 1', '111 22 Stockholm']
    """
    return [line.replace(BREAK_HERE, "") for line in (name.strip(), *postal_address(address).lines()) if line]
