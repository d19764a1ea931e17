"""QR symbols, drawn as SVG, and the UsingQR code of an invoice, which a bank's app reads: compact JSON in such a symbol."""

import json
import re
from datetime import date

from fordran.documents.parties import Payee, organization_no_text
from fordran.domain.money import kronor
from fordran.domain.numbers import bankgiro

LONGEST_PAYEE_NAME = 70
"""As long as banks carry a payee's name (ISO 20022), and the symbol stays easy to read."""

_QUIET_ZONE = 4
_DARK_RUN = re.compile(rb"\x00+")


class NothingToPay(ValueError):
    """A payment code was asked for where there is nothing to pay."""


def payment_text(payee: Payee, *, ocr_number: str, invoice_date: date, due_date: date, amount: int) -> str:
    """The payment as UsingQR writes it: `uqr` and `tp` first, the reference as a string, the bankgiro hyphenated.

    Letters beyond ASCII are escaped, so that no reader has to guess the symbol's character set.
    """
    if amount <= 0:
        raise NothingToPay(f"a payment code asks for more than 0 öre, not {amount}")
    fields = {
        "uqr": 1,
        "tp": 1,
        "nme": payee.name[:LONGEST_PAYEE_NAME],
        "cid": organization_no_text(payee.organization_no),
        "iref": ocr_number,
        "idt": f"{invoice_date:%Y%m%d}",
        "ddt": f"{due_date:%Y%m%d}",
        "due": kronor(amount),
        "pt": "BG",
        "acc": bankgiro.format(payee.bankgiro),
    }
    return json.dumps(fields, separators=(",", ":"))


def qr_code(text: str) -> str:
    """The text as a QR symbol in SVG, error correction M, with its quiet zone of four modules."""
    import zxingcpp

    symbol = zxingcpp.create_barcode(text, zxingcpp.BarcodeFormat.QRCode, ec_level="M")
    # A pixel a module, dark 0. An image is a buffer, but says so only to C.
    pixels = memoryview(symbol.to_image(scale=1, add_quiet_zones=False))  # type: ignore[arg-type]
    width = len(pixels) + 2 * _QUIET_ZONE
    modules = pixels.tobytes()
    rows = (modules[first : first + len(pixels)] for first in range(0, len(modules), len(pixels)))
    dark = "".join(
        f"M{run.start() + _QUIET_ZONE} {y}.5h{run.end() - run.start()}"
        for y, row in enumerate(rows, _QUIET_ZONE)
        for run in _DARK_RUN.finditer(row)
    )
    # The strokes overlap by a hair, since viewers would else show white seams between the rows.
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {width}">'
        f'<path fill="#fff" d="M0 0h{width}v{width}H0z"/><path stroke="#000" stroke-width="1.02" d="{dark}"/></svg>'
    )
