"""SIE 4I: vouchers that sum to zero, in the letters of code page 437."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fordran.formats.sie import UnbalancedVoucher, Voucher, VoucherRow, make_sie, read_sie

DAY = date(2026, 3, 3)
SALE = Voucher(
    "B",
    "109",
    DAY,
    'Faktura "Åkes" 891',
    (VoucherRow("1510", 800000, "Karl"), VoucherRow("2611", -160000), VoucherRow("3051", -640000)),
)


def written(*vouchers: Voucher) -> bytes:
    pieces = make_sie(
        vouchers,
        company="Fordran Öst AB",
        organization_no="556016-0680",
        generated=DAY,
        ledger_accounts={"1510": "Kundfordringar"},
    )
    return b"".join(pieces)


def test_the_file_is_as_the_format_says() -> None:
    assert written(SALE) == (
        b'#FLAGGA 0\r\n#PROGRAM "Fordran" "1"\r\n#FORMAT PC8\r\n#GEN 20260303\r\n#SIETYP 4\r\n'
        b'#ORGNR "556016-0680"\r\n#FNAMN "Fordran \x99st AB"\r\n#KONTO 1510 "Kundfordringar"\r\n'
        b'#VER "B" "109" 20260303 "Faktura \\"\x8fkes\\" 891"\r\n{\r\n'
        b'   #TRANS 1510 {} 8000.00 20260303 "Karl"\r\n'
        b'   #TRANS 2611 {} -1600.00 20260303 ""\r\n'
        b'   #TRANS 3051 {} -6400.00 20260303 ""\r\n}\r\n'
    )


@pytest.mark.parametrize(
    ("rows", "remark"),
    [
        ((VoucherRow("1510", 100), VoucherRow("3051", -99)), "an öre is missing"),
        ((VoucherRow("1510", 100),), "one side only"),
        ((), "no rows"),
    ],
)
def test_a_voucher_that_does_not_sum_to_zero_is_refused(rows: tuple[VoucherRow, ...], remark: str) -> None:
    with pytest.raises(UnbalancedVoucher, match="voucher B 1 of 2026-03-03"):
        written(Voucher("B", "1", DAY, "", rows))


@pytest.mark.parametrize(
    ("text", "read", "remark"),
    [
        ("åäöÅÄÖéüñ", "åäöÅÄÖéüñ", "letters that code page 437 has"),
        ("Søren – 5 €", "Sören - 5 EUR", "signs that it has not"),
        ("Ōsaka 李", "Osaka ?", "foreign letters"),
        ("two\r\nlines\t", "two lines", "line breaks would end the record"),
        ('ends in "quotes"', 'ends in "quotes"', "quotes are escaped"),
        ("C:\\dir\\", "C:/dir/", "a backslash would escape the closing quote"),
        ("{braces}", "{braces}", "braces inside quotes are text"),
    ],
)
def test_text_comes_back_as_near_as_the_letters_allow(text: str, read: str, remark: str) -> None:
    voucher = Voucher("A", "1", DAY, text, (VoucherRow("1930", 0, text),))
    (back,) = read_sie(written(voucher)).vouchers
    assert (back.text, back.rows[0].text) == (read, read), remark


@given(st.lists(st.lists(st.integers(-(10**12), 10**12), min_size=1, max_size=5), max_size=4), st.text())
def test_any_balanced_vouchers_are_written_and_read_back(amounts: list[list[int]], text: str) -> None:
    vouchers = [
        Voucher("A", str(number), DAY, text, tuple(VoucherRow("1930", ore) for ore in [*drawn, -sum(drawn)]))
        for number, drawn in enumerate(amounts)
    ]
    back = read_sie(written(*vouchers))
    assert [voucher.rows for voucher in back.vouchers] == [voucher.rows for voucher in vouchers]
    assert back.labels["#SIETYP"] == [["4"]]
    assert back.labels["#FNAMN"] == [["Fordran Öst AB"]]
