"""Numbers and codes that debtors have in hand: no two the same, read however they are typed, and telling nothing."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from stdnum.exceptions import ValidationError

from fordran.domain.numbers import case_number, debtor_code, letter_number, ocr

ACCOUNTS, SERIALS = st.integers(1, 999_999_999), st.integers(0, 10**12)


@given(ACCOUNTS, SERIALS)
def test_a_case_number_and_its_payment_reference_give_each_other(account: int, serial: int) -> None:
    number = case_number.of_ocr(ocr.make(account, serial))
    assert number == f"{account}-{serial}"
    assert case_number.to_ocr(number) == ocr.make(account, serial)


@given(st.lists(st.tuples(ACCOUNTS, SERIALS), unique=True, max_size=20))
def test_no_two_letters_have_one_number(letters: list[tuple[int, int]]) -> None:
    assert len({letter_number.make(account, serial) for account, serial in letters}) == len(letters)


@pytest.mark.parametrize("typed", ["b1001-12", " B1001-12 ", "B 1001-12", "B1001\N{EN DASH}12"])
def test_a_letter_number_is_read_however_it_is_typed(typed: str) -> None:
    assert letter_number.validate(typed) == "B1001-12"


@pytest.mark.parametrize("typed", ["", "B", "1001-12", "B0-1", "B1001-012", "B1001-12x", "B1001--12", "B١-٢"])
def test_what_is_no_letter_number_is_refused(typed: str) -> None:
    assert not letter_number.is_valid(typed)
    with pytest.raises(ValidationError):
        letter_number.validate(typed)


@pytest.mark.parametrize("typed", ["", "1001", "-7", "0-7", "1001-07", "1234567890-1", "B1001-7", "x-y", "1-٢"])
def test_what_is_no_case_number_is_refused(typed: str) -> None:
    assert not case_number.is_valid(typed)


def test_a_payment_reference_of_somebody_elses_making_gives_no_case_number() -> None:
    with pytest.raises(ValidationError):
        case_number.of_ocr("123455")


def test_codes_differ_by_key_by_what_they_open_and_by_id() -> None:
    ids = [f"{number:024x}" for number in range(5000)]
    codes = {debtor_code.make(key, opens, id_) for key in (b"a", b"b") for opens in ("letter", "case") for id_ in ids}
    assert len(codes) == 4 * len(ids)
    assert all(set(code) <= set(debtor_code.ALPHABET) and len(code) == debtor_code.CHARACTERS for code in codes)
    assert {len({code[place] for code in codes}) for place in range(debtor_code.CHARACTERS)} == {32}


def test_the_alphabet_has_nothing_that_looks_like_something_else_in_it() -> None:
    assert len(set(debtor_code.ALPHABET)) == 32
    assert not set(debtor_code.ALPHABET) & set("01IO")


@given(st.text(debtor_code.ALPHABET, min_size=10, max_size=10))
def test_a_code_is_found_by_the_same_mark_however_it_is_typed(code: str) -> None:
    mark = debtor_code.mark(b"key", code)
    assert mark == debtor_code.mark(b"key", debtor_code.format(code))
    assert mark == debtor_code.mark(b"key", f" {code.lower()[:3]} {code[3:]} ")
    assert mark != debtor_code.mark(b"other key", code)
    assert len(mark) == 16


@pytest.mark.parametrize("typed", ["", "ABCDE", "ABCDE-FGHJ0", "ABCDE-FGHJKL", "ABCDE_FGHJK", "ÅBCDE-FGHJK"])
def test_what_is_no_code_is_refused(typed: str) -> None:
    assert not debtor_code.is_valid(typed)
    with pytest.raises(ValidationError):
        debtor_code.mark(b"key", typed)
