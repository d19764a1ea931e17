"""Autogiro orders: the file to Bankgirot, byte for byte."""

from datetime import date

import pytest

from fordran.formats.autogiro_orders import (
    AutogiroOrder,
    AutogiroPayee,
    CancelDebit,
    Debit,
    EndMandate,
    EnterMandate,
    WrongAutogiroField,
    write_orders,
)

PAYEE = AutogiroPayee("471117", "9912346")
WRITTEN = date(2026, 11, 18)
DAY = date(2026, 11, 30)
OPENING = "0120261118AUTOGIRO" + " " * 44 + "4711170009912346  "

LINES: list[tuple[AutogiroOrder, str, str]] = [
    (
        EnterMandate("101", "5000", "54910", "199001012385"),
        "0400099123460000000000000101" + "5000000000054910" + "199001012385" + " " * 24,
        "a person",
    ),
    (
        EnterMandate("102", "8327", "1234567891", "5560360793"),
        "0400099123460000000000000102" + "8327001234567891" + "005560360793" + " " * 24,
        "an organisation has 00 first",
    ),
    (
        EnterMandate("103", "5000", "54910", "199001012385", refuses=True),
        "0400099123460000000000000103" + "5000000000054910" + "199001012385" + " " * 20 + "AV  ",
        "an e-mandate is refused",
    ),
    (EndMandate("101"), "0300099123460000000000000101" + " " * 52, "a mandate ends"),
    (
        Debit("101", DAY, 12345, "26-1"),
        "82202611300    0000000000000101" + "000000012345" + "0009912346" + "26-1            " + " " * 11,
        "a single debit",
    ),
    (
        Debit("9999999999999999", DAY, 999_999_999_999, "ÅÄÖ 567890123456"),
        "82202611300    9999999999999999" + "999999999999" + "0009912346" + "ÅÄÖ 567890123456" + " " * 11,
        "every position filled",
    ),
    (
        CancelDebit("101", DAY, 12345, "26-1"),
        "2500099123460000000000000101" + "20261130" + "000000012345" + "82" + " " * 8 + "26-1            " + " " * 6,
        "a debit is withdrawn",
    ),
]


@pytest.mark.parametrize(("order", "line", "remark"), LINES, ids=[remark for *_, remark in LINES])
def test_an_order_is_written_byte_for_byte(order: AutogiroOrder, line: str, remark: str) -> None:
    assert len(line) == len(OPENING) == 80
    assert write_orders(PAYEE, WRITTEN, [order]) == f"{OPENING}\r\n{line}\r\n".encode("latin-1")


def test_orders_keep_their_order() -> None:
    written = write_orders(PAYEE, WRITTEN, [order for order, *_ in LINES])
    assert written.decode("latin-1").split("\r\n") == [OPENING, *(line for _, line, _ in LINES), ""]


@pytest.mark.parametrize(
    ("order", "remark"),
    [
        (EndMandate("1" * 17), "a payer number of 17 digits"),
        (EndMandate("1A"), "a payer number with a letter"),
        (EndMandate(""), "no payer number"),
        (EndMandate("١٢"), "digits of another script"),
        (EnterMandate("1", "500", "54910", "199001012385"), "a short clearing number"),
        (EnterMandate("1", "5000", "1234567890123", "199001012385"), "an account of 13 digits"),
        (EnterMandate("1", "5000", "54910", "19900101-2385"), "an id with a hyphen"),
        (Debit("1", DAY, 0, "x"), "nothing to draw"),
        (Debit("1", DAY, -1, "x"), "a negative amount"),
        (Debit("1", DAY, 10**12, "x"), "13 digits of öre"),
        (Debit("1", DAY, 1, "x" * 17), "a reference of 17 letters"),
        (Debit("1", DAY, 1, "zażółć"), "letters outside ISO 8859-1"),
        (Debit("1", DAY, 1, "a\r\n82"), "a line break that would be a record"),
        (CancelDebit("1", DAY, 1, "a\nb"), "a line break in a cancellation"),
    ],
)
def test_a_value_without_room_is_refused(order: AutogiroOrder, remark: str) -> None:
    with pytest.raises(WrongAutogiroField):
        write_orders(PAYEE, WRITTEN, [order])


@pytest.mark.parametrize("payee", [AutogiroPayee("4711171", "9912346"), AutogiroPayee("471117", "991-2346")])
def test_a_payee_without_room_is_refused(payee: AutogiroPayee) -> None:
    with pytest.raises(WrongAutogiroField):
        write_orders(payee, WRITTEN, [])
