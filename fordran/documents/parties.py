"""Those whom a document names: who sends it, who distributes it, who receives it and who is paid."""

from collections.abc import Mapping
from dataclasses import dataclass

import pycountry

from fordran.documents.printable import MOST_OF_A_NAME, printable
from fordran.domain.numbers import organisationsnummer, postal_code


@dataclass(frozen=True, slots=True)
class PostalAddress:
    """An address with the fields of the interface; what is empty is not printed."""

    address_line_1: str = ""
    address_line_2: str = ""
    address_line_3: str = ""
    zip_code: str = ""
    city: str = ""
    country: str = "SE"

    def lines(self) -> tuple[str, ...]:
        """The address as printed on an envelope: the country last, in capitals, where it is not Sweden."""
        town = f"{_grouped(self.zip_code, self.country)} {self.city}"
        written = (self.address_line_1, self.address_line_2, self.address_line_3, town, _foreign(self.country))
        return tuple(line for part in written if (line := printable(part, most=MOST_OF_A_NAME)))


def postal_address(fields: Mapping[str, str]) -> PostalAddress:
    """A stored address as a printed one."""
    return PostalAddress(**{name: fields[name] for name in PostalAddress.__slots__ if name in fields})


@dataclass(frozen=True, slots=True)
class PrintedSender:
    """The creditor, in whose name the document is issued."""

    name: str
    organization_no: str
    address: PostalAddress
    vat_number: str | None = None
    registered_office: str | None = None
    is_f_tax_approved: bool = False
    logo: str | None = None
    """An SVG."""


@dataclass(frozen=True, slots=True)
class PrintedOperator:
    """The party that distributes the document and answers questions about it."""

    name: str
    email: str | None = None
    phone: str | None = None


@dataclass(frozen=True, slots=True)
class Receiver:
    """The customer. A person's number has no place here, so that it is never printed."""

    name: str
    address: PostalAddress
    organization_no: str | None = None
    vat_number: str | None = None


@dataclass(frozen=True, slots=True)
class PrintedPayee:
    """The holder of the bankgiro that the customer pays to."""

    name: str
    organization_no: str
    bankgiro: str
    swish_number: str = ""
    """Where the customer may pay by Swish too."""


def organization_no_text(number: str) -> str:
    """NNNNNN-NNNN, a sole trader's twelve digits too; a number of another form is unchanged."""
    digits = organisationsnummer.compact(number)
    if digits.isdecimal() and len(digits) in (10, 12):
        return organisationsnummer.format(digits[-10:])
    return number


def _grouped(zip_code: str, country: str) -> str:
    is_swedish = country == "SE" and postal_code.is_valid(zip_code)
    return postal_code.format(zip_code) if is_swedish else zip_code


def _foreign(country: str) -> str:
    if country in ("", "SE"):
        return ""
    known = pycountry.countries.get(alpha_2=country)
    return str(known.name).upper() if known else country
