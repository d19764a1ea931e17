"""The payment code holds what a bank's app needs, to the byte."""

import json
import re
from dataclasses import replace
from datetime import date
from typing import Any

import pytest
import zxingcpp

from fordran.documents.invoices.invoice import render
from fordran.documents.letters.letters import render as render_letter
from fordran.documents.parties import PrintedPayee
from fordran.documents.payment_code import NothingToPay, payment_text, qr_code, swish_text
from tests.documents import samples
from tests.documents.letter_samples import demand
from tests.documents.samples import invoice, many_lines
from tests.pdf import codes_in, drawings_of

PAYEE = PrintedPayee("Test company AB", "5555555555", "4338778")
SWISH_PAYEE = replace(samples.PAYEE, swish_number="1231181189")


def text(payee: PrintedPayee = PAYEE, **changes: Any) -> str:
    fields = {"ocr_number": "52456", "invoice_date": date(2013, 4, 8), "due_date": date(2013, 5, 8), "amount": 500}
    return payment_text(payee, **(fields | changes))


@pytest.mark.parametrize(
    ("written", "expected", "remark"),
    [
        (
            text(),
            '{"uqr":1,"tp":1,"nme":"Test company AB","cid":"555555-5555","iref":"52456","idt":"20130408",'
            '"ddt":"20130508","due":5,"pt":"BG","acc":"433-8778"}',
            "whole kronor have no decimals; uqr and tp come first",
        ),
        (
            text(replace(PAYEE, name="Åäö & Co"), ocr_number="018", amount=1075),
            '{"uqr":1,"tp":1,"nme":"\\u00c5\\u00e4\\u00f6 & Co","cid":"555555-5555","iref":"018","idt":"20130408",'
            '"ddt":"20130508","due":10.75,"pt":"BG","acc":"433-8778"}',
            "letters are escaped, the reference keeps its zero",
        ),
        (
            text(replace(PAYEE, bankgiro="5050-1055"), amount=123450),
            '{"uqr":1,"tp":1,"nme":"Test company AB","cid":"555555-5555","iref":"52456","idt":"20130408",'
            '"ddt":"20130508","due":1234.5,"pt":"BG","acc":"5050-1055"}',
            "no needless zero; eight digits of bankgiro",
        ),
        (
            text(amount=999_999_999_999_999),
            '{"uqr":1,"tp":1,"nme":"Test company AB","cid":"555555-5555","iref":"52456","idt":"20130408",'
            '"ddt":"20130508","due":9999999999999.99,"pt":"BG","acc":"433-8778"}',
            "the largest amount there is, exact",
        ),
    ],
)
def test_the_payment_is_written_as_usingqr_has_it(written: str, expected: str, remark: str) -> None:
    assert written == expected, remark


@pytest.mark.parametrize("amount", [0, -100])
def test_no_code_asks_for_nothing(amount: int) -> None:
    with pytest.raises(NothingToPay):
        text(amount=amount)


def test_a_long_name_is_cut_so_that_the_code_can_be_read() -> None:
    assert json.loads(text(replace(PAYEE, name="Å" * 10_000)))["nme"] == "Å" * 70


def test_the_drawing_has_a_quiet_zone_of_four_modules_and_the_modules_of_the_symbol() -> None:
    symbol = zxingcpp.create_barcode(text(), zxingcpp.BarcodeFormat.QRCode, ec_level="M")
    modules = memoryview(symbol.to_image(scale=1, add_quiet_zones=False)).tolist()
    width = len(modules) + 8
    drawn = qr_code(text())
    assert f'viewBox="0 0 {width} {width}"' in drawn
    path = drawn.split('d="')[-1].split('"')[0]
    x, y, stroked = 0, 0, list[tuple[int, int]]()
    for step in re.findall(r"[Mmh][^Mmh]+", path):
        if step[0] == "h":
            stroked += [(x + further, y) for further in range(int(step[1:]))]
            x += int(step[1:])
        else:
            right, down = step[1:].split(" ")
            x, y = (int(right), int(down.removesuffix(".5"))) if step[0] == "M" else (x + int(right), y + int(down))
    assert "".join(re.findall(r"[Mmh][^Mmh]+", path)) == path
    dark = {(x + 4, y + 4) for y, row in enumerate(modules) for x, module in enumerate(row) if module == 0}
    assert set(stroked) == dark
    assert len(stroked) == len(dark), "none is drawn twice"


@pytest.mark.parametrize(
    ("amount", "written"),
    [(150_00, "150"), (150_50, "150,50"), (1, "0,01"), (12_345_678_09, "12345678,09")],
)
def test_the_swish_code_has_whole_kronor_or_a_comma_and_locks_number_and_message(amount: int, written: str) -> None:
    assert swish_text("1231181189", ocr_number="1000010423", amount=amount) == f"C1231181189;{written};1000010423;2"


@pytest.mark.parametrize("document", [invoice(payee=SWISH_PAYEE), demand(payee=SWISH_PAYEE)])
def test_a_reader_finds_the_payment_by_swish_beside_that_of_the_bank(document: Any) -> None:
    pages = drawings_of(render(document) if hasattr(document, "totals") else render_letter(document), 150)
    codes = {code.text for page in pages for code in codes_in(page)}
    (swish,) = [text for text in codes if text.startswith("C1231181189;")]
    (bank,) = [json.loads(text) for text in codes if text.startswith("{")]
    amount = f"{bank['due']:.2f}".replace(".", ",").removesuffix(",00")
    assert swish == f"C1231181189;{amount};{bank['iref']};2"


@pytest.mark.parametrize(
    ("document", "remark"),
    [
        (invoice(), "everyday"),
        (invoice(language="en", payee=PrintedPayee("Å" * 300, "5592440001", "50501055")), "a name of many escapes"),
        (invoice(many_lines(40), ocr_number="1234567890123456789012344"), "on the last of several pages"),
    ],
)
def test_a_reader_finds_the_payment_on_the_printed_page(document: Any, remark: str) -> None:
    expected = payment_text(
        document.payee,
        ocr_number=document.ocr_number,
        invoice_date=document.invoice_date,
        due_date=document.invoice_due_date,
        amount=document.totals.amount_to_pay,
    )
    (code,) = codes_in(drawings_of(render(document), 110)[-1])
    assert code.text == expected, remark
    assert code.ec_level == "M"
