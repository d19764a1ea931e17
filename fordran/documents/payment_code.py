"""QR symbols, drawn as SVG, and the UsingQR code of an invoice, which a bank's app reads: compact JSON in such a symbol."""

import json
from datetime import date
from urllib.parse import urlencode

from fordran.documents.parties import PrintedPayee, organization_no_text
from fordran.domain.money import kronor
from fordran.domain.numbers import bankgiro

LONGEST_PAYEE_NAME = 70
"""As long as banks carry a payee's name (ISO 20022), and the symbol stays easy to read."""

_QUIET_ZONE = 4
_LETTERS = b"d" + b"l" * 255
"""Dark is 0, light whatever else."""
_LONGEST_STROKE = 9
_MAY_CHANGE_AMOUNT = 2


class NothingToPay(ValueError):
    """A payment code was asked for where there is nothing to pay."""


def payment_text(payee: PrintedPayee, *, ocr_number: str, invoice_date: date, due_date: date, amount: int) -> str:
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


def swish_text(number: str, *, ocr_number: str, amount: int) -> str:
    """The payment as Swish's app takes it from a code: number, amount, message, and what the payer may change, the amount alone.

    The amount is in whole kronor or has a comma, which every reader known takes (QR design specification 1.7.2, section 6.1).

    >>> swish_text("1231181189", ocr_number="1000010423", amount=150_50)
    'C1231181189;150,50;1000010423;2'
    >>> swish_text("1231181189", ocr_number="1000010423", amount=150_00)
    'C1231181189;150;1000010423;2'
    """
    whole, part = divmod(amount, 100)
    return f"C{number};{whole}{f',{part:02d}' if part else ''};{ocr_number};{_MAY_CHANGE_AMOUNT}"


def swish_link(number: str, *, ocr_number: str, amount: int) -> str:
    """The same as a link that opens Swish's app on a telephone; its decimal sign is a dot.

    >>> swish_link("1231181189", ocr_number="1000010423", amount=150_50)
    'https://app.swish.nu/1/p/sw/?sw=1231181189&amt=150.50&cur=SEK&msg=1000010423&edit=amt&src=qr'
    """
    query = {"sw": number, "amt": f"{amount // 100}.{amount % 100:02d}", "cur": "SEK", "msg": ocr_number}
    return f"https://app.swish.nu/1/p/sw/?{urlencode(query | {'edit': 'amt', 'src': 'qr'})}"


def qr_code(text: str) -> str:
    """The text as a QR symbol in SVG, error correction M, with its quiet zone of four modules."""
    import zxingcpp

    symbol = zxingcpp.create_barcode(text, zxingcpp.BarcodeFormat.QRCode, ec_level="M")
    # A pixel a module, dark 0. An image is a buffer, but says so only to C.
    pixels = memoryview(symbol.to_image(scale=1, add_quiet_zones=False))  # type: ignore[arg-type]
    width = len(pixels) + 2 * _QUIET_ZONE
    dark = _drawn(pixels.tobytes(), len(pixels))
    # The strokes overlap by a hair, since viewers would else show white seams between the rows.
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {width}">'
        f'<path fill="#fff" d="M0 0h{width}v{width}H0z"/><path stroke="#000" stroke-width="1.02" d="{dark}"/></svg>'
    )


def _drawn(modules: bytes, width: int) -> str:
    """The dark modules as a path: row by row, a stroke for dark ones beside each other and a move over light ones.

    By replacing texts, since a step of Python for each of a thousand strokes takes longer than the rest of a symbol.
    """
    letters = modules.translate(_LETTERS).decode()
    path = "\n".join(letters[first : first + width] for first in range(0, len(letters), width))
    for many in range(_LONGEST_STROKE, 0, -1):
        path = path.replace("d" * many, f"h{many}").replace("l" * many, f"m{many} 0")
    start = f"M{_QUIET_ZONE} {_QUIET_ZONE}.5"
    return start + path.replace("\n", f"m-{width} 1")
