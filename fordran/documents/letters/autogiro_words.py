"""The words of letters about Autogiro: what will be drawn, and that nothing could be drawn. They go as free letters."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Literal, TypeAlias

from fordran.documents.letter_parts.voice import LetterVoice
from fordran.documents.letters.free import FreeWords
from fordran.domain.languages import Language

UnpaidReason: TypeAlias = Literal["no_funds", "account_closed", "tried_again"]
"""Why nothing was drawn, as the debtor reads it."""
_WHY: Mapping[UnpaidReason, str] = {
    "no_funds": "autogiro_no_funds",
    "account_closed": "autogiro_account_closed",
    "tried_again": "autogiro_tried_again",
}


@dataclass(frozen=True, slots=True)
class AnnouncedDebit:
    """An amount in öre that will be drawn on a day."""

    day: date
    amount: int


def announcing_words(
    debits: Sequence[AnnouncedDebit],
    language: Language,
    *,
    to_organisation: bool,
    invoice_number: str,
    account_ends: str,
) -> FreeWords:
    """The announcement of debits, in the language of the letter: amount, day and way of payment of each."""
    voice = LetterVoice(language, to_organisation)
    lines = [voice.text("autogiro_debit", day=one.day, amount=voice.money(one.amount)) for one in debits]
    return FreeWords(
        voice.text("autogiro_announced"),
        "\n".join(
            (
                voice.text("autogiro_announced_text", invoice_number=invoice_number, account_ends=account_ends),
                *lines,
                voice.text("autogiro_announced_end"),
            )
        ),
    )


def unpaid_words(
    debit: AnnouncedDebit,
    why: UnpaidReason,
    language: Language,
    *,
    to_organisation: bool,
    invoice_number: str,
) -> FreeWords:
    """That nothing was drawn, why, and whether it is tried again."""
    voice = LetterVoice(language, to_organisation)
    amount = voice.money(debit.amount)
    return FreeWords(
        voice.text("autogiro_not_drawn"),
        "\n".join(
            (
                voice.text("autogiro_not_drawn_text", day=debit.day, amount=amount, invoice_number=invoice_number),
                voice.text(_WHY[why]),
            )
        ),
    )
