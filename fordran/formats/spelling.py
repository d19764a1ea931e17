"""Text for systems that know few letters: each letter that they lack is written with those that they have."""

import unicodedata
from collections.abc import Callable

SPELLED = {
    **dict(zip("ÆæØøĐđÐðŁłı&_\\|;[]{}", "ÄäÖöDdDdLli+-//,()()", strict=True)),
    **dict(zip("ŒœßÞþ€£@…", ("OE", "oe", "ss", "Th", "th", "EUR", "GBP", "(a)", "..."), strict=True)),
    **dict.fromkeys("‐‑–—−", "-"),
    **dict.fromkeys('‘’´`“”„"', "'"),
}
UNKNOWN = "?"


def spelled_with(text: str, knows: Callable[[str], bool]) -> str:
    """The text with only letters that are known, blanks and line breaks as single blanks.

    >>> spelled_with("Café Møller & søn\\n– 北京", lambda letter: letter.isascii() and letter not in "&")
    'Cafe Moller + son - ??'
    """
    return " ".join("".join(_spelled(letter, knows) for letter in unicodedata.normalize("NFC", text)).split())


def _spelled(letter: str, knows: Callable[[str], bool]) -> str:
    if letter.isspace() or unicodedata.category(letter) == "Cc":
        return " "
    if knows(letter):
        return letter
    for spelling in (SPELLED.get(letter, ""), *_without_marks(letter)):
        if spelling and all(map(knows, spelling)):
            return spelling
    return UNKNOWN


def _without_marks(letter: str) -> list[str]:
    """Simpler letters for one with marks: Ä for Ǟ, then A; and for one of the Nordic letters its plain look."""
    plain = {"Æ": "A", "æ": "a", "Ø": "O", "ø": "o"}.get(letter, "")
    decomposed = unicodedata.normalize("NFKD", letter)
    bare = "".join(part for part in decomposed if not unicodedata.combining(part))
    return [plain, unicodedata.normalize("NFC", decomposed[:2]), bare]
