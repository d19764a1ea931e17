"""Names that are of one customer, and names that are not."""

from __future__ import annotations

import pytest

from fordran.domain.service.same_name import is_same_name


@pytest.mark.parametrize(
    ("known", "told", "is_person", "fits", "remark"),
    [
        ("Anna Öst", "ANNA OST", True, True, "case and accents do not count"),
        ("Anna Öst", "Öst, Anna", True, True, "nor does the order"),
        ("Anna-Karin Öst", "Anna Karin Öst", True, True, "nor a hyphen"),
        ("Anna Karin Öst", "Anna Öst", True, True, "a given name may be left out"),
        ("Anna Andersson", "Anna Anderson", True, True, "a long word may be misspelt"),
        ("Anna Öst", "Anna Berg", True, True, "the family name may have changed"),
        ("Öst, Anna", "Anna Berg", True, True, "whichever way the name is written"),
        ("Anna Öst", "Bo Öst", True, False, "a relative is another person"),
        ("Erik Ek", "Erika Ek", True, False, "a short word is not misspelt"),
        ("Anna", "Hanna", True, False, "nor is a short name alone"),
        ("Bygg AB", "Bygg Aktiebolag", False, True, "the form of a company does not count"),
        ("Svenska Bygg AB", "Svenska Tak AB", False, False, "companies have no given name"),
        ("AB", "HB", False, False, "a name of nothing else is compared whole"),
        ("Anna Öst", " – ", True, True, "no name contradicts nothing"),
    ],
)
def test_names_are_compared(known: str, told: str, is_person: bool, fits: bool, remark: str) -> None:
    assert is_same_name(known, told, is_person=is_person) is fits, remark
    assert is_same_name(told, known, is_person=is_person) is fits, f"{remark}, the other way round"
