"""How the receiver of a letter or invoice opens the matter on a page: the address, the code, and both in a QR symbol.

Its place, frame and words distinguish it from the payment code: a bank's app cannot pay with it.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from fordran.documents.payment_code import qr_code
from fordran.documents.printable import MOST_OF_A_NAME, printable
from fordran.domain.languages import Language
from fordran.domain.numbers import debtor_code
from fordran.texts.catalogue import texts


@dataclass(frozen=True, slots=True)
class Access:
    """The code that opens the case. `address` is the installation's own, to which the page's path is added."""

    address: str
    code: str
    letter_number: str | None = None
    """The letter's code, which shows whether the letter is genuine. An invoice has none."""

    @property
    def page(self) -> str:
        """The page, as a reader types it."""
        return f"{self.address.removeprefix('https://').removeprefix('http://')}/my"

    @property
    def link(self) -> str:
        """The page with the code, as a camera opens it."""
        return f"{self.address}/my?code={debtor_code.format(self.code)}"

    @property
    def privacy_page(self) -> str:
        """Where the whole of what is done with personal data can be read, as a reader types it."""
        return f"{self.page}/privacy"


def access_box(access: Access | None, language: Language, *, is_invoice: bool = False) -> dict[str, Any] | None:
    """The data of the box that tells it; None where there is nothing to open."""
    if access is None:
        return None
    words = texts(language).area("document")
    page = printable(access.page, most=MOST_OF_A_NAME)
    return {
        "headline": words["access_headline"],
        "text": words["access_invoice" if is_invoice else "access_letter"].format(page=page),
        "values": _values(access, words),
        "code": qr_code(access.link),
        "scan": words["access_scan"],
        "alt": words["access_alt"],
    }


def _values(access: Access, words: Mapping[str, str]) -> list[tuple[str, str]]:
    values = [(words["letter_number"], access.letter_number or ""), (words["code"], debtor_code.format(access.code))]
    return [(name, value) for name, value in values if value]
