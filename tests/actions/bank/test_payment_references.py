"""What a transaction says it is for, as it is read from what a payer wrote."""

from __future__ import annotations

import pytest

from fordran.actions.bank.payment_references import _mentioned


@pytest.mark.parametrize(
    ("text", "numbers", "remark"),
    [
        ("Hyra för mars, tack", (), "none at all"),
        ("111 22 Stockholm, 1234567", (), "seven digits may be anything"),
        ("Faktura 12345678.", ("12345678",), "eight may be a reference"),
        ("12345678 och 87654321, 12345678", ("12345678", "87654321"), "each once, in order"),
        ("9" * 25, ("9" * 25,), "as long as a reference can be"),
        ("9" * 26, (), "longer than any; no part of it is one"),
        ("OCR 123", ("123",), "a short one that is called so"),
        ("ocr-nummer: 4711", ("4711",), "in small letters"),
        ("Ocr nr 12, avi 12345678", ("12", "12345678"), "what is called so first"),
        ("OCR 12345678", ("12345678",), "once, though it is both"),
        ("OCR " + "9" * 26, (), "longer than any, whatever it is called"),
        ("MOCR 123", (), "a word that ends like it"),
        ("٠١٢٣٤٥٦٧٨", (), "digits of other scripts are in no reference of ours"),
    ],
)
def test_numbers_that_may_be_references_are_found_in_a_text(text: str, numbers: tuple[str, ...], remark: str) -> None:
    assert _mentioned(text) == numbers, remark
