"""Giro numbers, bank accounts, location numbers, and payment references."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from stdnum.exceptions import InvalidComponent, InvalidLength

from fordran.domain.numbers import bank_account, bankgiro, car_registration, gln, iban, ocr, plusgiro, postal_code
from fordran.domain.numbers.digits import with_check_digit


@pytest.mark.parametrize(
    ("number", "fits", "remark"),
    [
        ("991-2346", True, "Bankgirot's sample receiver"),
        ("5050-1055", True, "Skatteverket"),
        ("5402-9681", True, "eight digits"),
        ("297-3675", True, "seven digits"),
        ("640-5070", True, "seven digits"),
        ("433-8778", True, "seven digits"),
        ("202-7001", True, "seven digits"),
        ("5536-7742", True, "eight digits"),
        ("378-3511", True, "seven digits"),
        ("0009912346", True, "zero-padded as in files"),
        ("5402-9682", False, "check digit"),
        ("123-4567", False, "check digit"),
        ("970-1233", False, "check digit"),
        ("12-3455", False, "too short"),
        ("12345-6782", False, "too long"),
        ("99A-2346", False, "a letter"),
    ],
)
def test_bankgiro(number: str, fits: bool, remark: str) -> None:
    assert bankgiro.is_valid(number) == fits, remark


@pytest.mark.parametrize(
    ("number", "shaped"), [("5402-9682", True), ("12-3455", False), ("99A-2346", False), ("12345-6782", False)]
)
def test_a_bankgiro_has_its_shape_apart_from_its_check_digit(number: str, shaped: bool) -> None:
    assert bankgiro.has_shape(number) == shaped


@pytest.mark.parametrize(
    ("number", "fits", "printed"),
    [
        ("4-2", True, "4-2"),
        ("28 65 43-4", True, "28 65 43-4"),
        ("410 54 68-5", True, "410 54 68-5"),
        ("176099-0", True, "17 60 99-0"),
        ("90 20 03-3", True, "90 20 03-3"),
        ("410 54 68-6", False, "410 54 68-6"),
    ],
)
def test_plusgiro(number: str, fits: bool, printed: str) -> None:
    assert plusgiro.is_valid(number) == fits
    assert plusgiro.format(number) == printed


@pytest.mark.parametrize(
    ("base", "check_only", "with_length"),
    [
        ("1", "18", "133"),
        ("123", "1230", None),
        ("12345", "123455", "1234574"),
        ("100001", "1000017", "10000180"),
        ("1234567890", None, "123456789023"),
        ("", None, "26"),
    ],
)
def test_control_digits(base: str, check_only: str | None, with_length: str | None) -> None:
    if check_only is not None:
        assert with_check_digit(base) == check_only
        assert ocr.is_valid(check_only)
    if with_length is not None:
        assert ocr.with_control_digits(base) == with_length
        assert ocr.level(with_length) == "length and check digit"


def test_the_longest_base_has_23_digits() -> None:
    assert len(ocr.with_control_digits("1" * 23)) == 25
    with pytest.raises(InvalidLength):
        ocr.with_control_digits("1" * 24)


accounts = st.integers(1, 999_999_999)
serials = st.integers(0, 10**13 - 1)


@given(accounts, serials)
def test_a_reference_says_what_it_was_made_of(account: int, serial: int) -> None:
    reference = ocr.make(account, serial)
    assert reference.startswith(ocr.account_part(account))
    assert reference.isdigit()
    assert len(reference) <= 25
    assert ocr.level(reference) == "length and check digit"
    assert ocr.account_and_serial(reference) == (account, serial)


@given(st.tuples(accounts, serials), st.tuples(accounts, serials))
def test_two_payments_never_share_a_reference(one: tuple[int, int], other: tuple[int, int]) -> None:
    assert (ocr.make(*one) == ocr.make(*other)) == (one == other)


@given(accounts, accounts)
def test_no_accounts_part_begins_anothers(one: int, other: int) -> None:
    if one != other:
        assert not ocr.account_part(one).startswith(ocr.account_part(other))


@given(accounts, serials, st.integers(0, 24), st.integers(1, 9))
def test_one_mistyped_digit_is_always_noticed(account: int, serial: int, at: int, shift: int) -> None:
    reference = ocr.make(account, serial)
    at %= len(reference)
    typed = reference[:at] + str((int(reference[at]) + shift) % 10) + reference[at + 1 :]
    assert not ocr.is_valid(typed)


@pytest.mark.parametrize("reference", ["26", "018", "123455", "9123", "91234567892", "abc", ""])
def test_a_strangers_reference_is_nobodys_account(reference: str) -> None:
    assert ocr.account_and_serial(reference) is None


def test_account_numbers_and_serials_out_of_bounds_are_refused() -> None:
    for account, serial in ((0, 1), (1_000_000_000, 1), (1, -1)):
        with pytest.raises(InvalidComponent):
            ocr.make(account, serial)
    with pytest.raises(InvalidLength):
        ocr.make(999_999_999, 10**14)


@pytest.mark.parametrize(
    ("invoice_number", "reference", "remark"),
    [
        ("12345", "123455", "digits and their check digit"),
        ("F-123/45", "123455", "only the digits count"),
        ("0001", "00018", "leading zeros stay"),
        ("", "", "no digits, no reference"),
        ("none", "", "no digits, no reference"),
        ("①²", "", "only 0 to 9 are digits"),
    ],
)
def test_debt_reference(invoice_number: str, reference: str, remark: str) -> None:
    assert ocr.debt_reference(invoice_number) == reference, remark


@pytest.mark.parametrize(
    "number",
    ["SE3550000000054910000003", "SE4550000000058398257466", "SE7280000810340009783242", "SE6412000000012170145230"],
)
def test_iban(number: str) -> None:
    assert iban.is_valid(number)
    assert not iban.is_valid(number[:-1] + str((int(number[-1]) + 1) % 10))


@pytest.mark.parametrize(
    ("number", "fits"), [("7300010000001", True), ("7300010000002", False), ("730001000000", False)]
)
def test_gln(number: str, fits: bool) -> None:
    assert gln.is_valid(number) == fits


@pytest.mark.parametrize(
    ("number", "fits"),
    [("114 18", True), ("SE-11418", True), ("S-114 18", True), ("01418", False), ("1141", False), ("ABCDE", False)],
)
def test_postal_code(number: str, fits: bool) -> None:
    assert postal_code.is_valid(number) == fits


@pytest.mark.parametrize("number", ["S\r\n68001", "SE\t680 01", " s-680-01 ", "68001\n"])
def test_a_compact_postal_code_is_its_digits(number: str) -> None:
    assert postal_code.is_valid(number)
    assert postal_code.compact(number) == "68001"


@pytest.mark.parametrize("number", ["SSE68001", "SESE68001", "S\n01418", "S680\n01"])
def test_only_one_country_and_no_line_end_inside(number: str) -> None:
    assert not postal_code.is_valid(number)


@pytest.mark.parametrize(
    ("number", "ordinary", "remark"),
    [
        ("ABC123", True, "since 1973"),
        ("abc 12d", True, "since 2019, small letters"),
        ("ABI123", False, "I is not used"),
        ("ABC12O", False, "O is not the last sign"),
        ("KUNGEN", False, "a personal plate"),
    ],
)
def test_car_registration(number: str, ordinary: bool, remark: str) -> None:
    assert car_registration.is_valid(number)
    assert car_registration.is_ordinary(number) == ordinary, remark


@pytest.mark.parametrize(
    ("number", "parts"),
    [
        ("8327-9,1234567891", ("8327", "1234567891")),
        ("8327-1234567", ("8327", "1234567")),
        ("5000-0054910", ("5000", "0054910")),
    ],
)
def test_bank_account(number: str, parts: tuple[str, str]) -> None:
    assert bank_account.is_valid(number)
    assert bank_account.split(number) == parts
