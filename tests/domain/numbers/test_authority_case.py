"""The enforcement authority's case numbers in texts, as banks and the authority write them."""

import pytest

from fordran.domain.bank.allotment import allot_in_proportion
from fordran.domain.numbers.authority_case import compact, mentioned


@pytest.mark.parametrize(
    ("number", "text", "named", "remark"),
    [
        ("01-123456-26", "01-123456-26", True, "as it is"),
        ("01-123456-26", "MÅLNR 01-123456-26", True, "after a word"),
        ("01-123456-26", "Kronofogden mål: 01 123456 26.", True, "with spaces"),
        ("01-123456-26", "KFM/0112345626/UTBET", True, "between slashes"),
        ("01-123456-26", "01-123456-2", False, "cut off"),
        ("01-123456-26", "901-123456-26", False, "a longer number"),
        ("01-123456-26", "01-123456-27", False, "another year"),
        ("U-12345-26/0180", "utmätning u 12345-26 0180", True, "letters, small ones too"),
        ("U-12345-26/0180", "12345-26 0180", False, "without its letter"),
        ("12345", "12345", False, "too short to be sure"),
        ("01-123456-26", "", False, "nothing"),
    ],
)
def test_a_case_number_in_a_text(number: str, text: str, named: bool, remark: str) -> None:
    assert (compact(number) in mentioned([text])) is named, remark


@pytest.mark.parametrize(
    ("amount", "owed", "parts"),
    [
        (1_000, {"a": 300, "b": 100}, {"a": 750, "b": 250}),
        (100, {"a": 1, "b": 1, "c": 1}, {"a": 34, "b": 33, "c": 33}),
        (2, {"a": 1, "b": 1, "c": 1}, {"a": 1, "b": 1}),
        (100, {"a": 0, "b": 5}, {"b": 100}),
        (100, {"a": 0, "b": 0}, {"a": 100}),
    ],
)
def test_a_payment_for_several_claims_is_shared(amount: int, owed: dict[str, int], parts: dict[str, int]) -> None:
    assert allot_in_proportion(amount, owed) == parts
