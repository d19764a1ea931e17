"""Warnings in answers: what was done all the same, although it looks wrong or is not as it was asked for."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import orjson

from fordran.domain.languages import ENGLISH
from fordran.domain.message import Message
from fordran.resources.common import StatusReason
from fordran.shape.wire import parsed
from fordran.texts.catalogue import texts

WARNINGS = "_warnings"
"""The field of answers. It is absent where there are none."""

AREA = "warning"
"""The area of the catalogue whose codes are those of warnings."""


class AnswerWarning(NamedTuple):
    """A warning, and the dotted field that it is about."""

    field: str
    message: Message


def warnings_field(warnings: Sequence[AnswerWarning]) -> dict[str, list[dict[str, str]]]:
    """The field of an answer, empty without warnings."""
    return {WARNINGS: [_shown(warning) for warning in warnings]} if warnings else {}


def _shown(warning: AnswerWarning) -> dict[str, str]:
    code = warning.message.code.removeprefix(f"{AREA}.")
    return {"code": code, "field": warning.field, "message": texts(ENGLISH).say(warning.message)}


def doubtful(marks: Iterable[Mapping[str, str]] | orjson.Fragment | None, below: str = "") -> list[AnswerWarning]:
    """Warnings about content that is stored as it was sent although it looks wrong."""
    if isinstance(marks, orjson.Fragment):
        marks = parsed(marks)
    return [
        AnswerWarning(f"{below}{mark['field']}", Message("warning.doubtful_content", reason=mark["reason"]))
        for mark in marks or ()
    ]


_OF_STATUS: dict[StatusReason, AnswerWarning] = {
    "payment_more_than_owed": AnswerWarning("amount", Message("warning.payment_more_than_owed")),
    "payment_on_closed_case": AnswerWarning("case", Message("warning.payment_on_closed_case")),
    "payment_reversed": AnswerWarning("case", Message("warning.payment_reversed")),
    "crediting_more_than_capital": AnswerWarning("amount", Message("warning.crediting_more_than_capital")),
    "crediting_reversed": AnswerWarning("case", Message("warning.crediting_reversed")),
    "cancellation_of_closed_case": AnswerWarning("case", Message("warning.cancellation_of_closed_case")),
    "cancellation_reversed": AnswerWarning("case", Message("warning.cancellation_reversed")),
}


def status_fields(reason: StatusReason | None) -> dict[str, Any]:
    """The fields of an answer that give the reason of a recorded status, where it is a warning."""
    return {"status_reason_locale": reason} | warnings_field([_OF_STATUS[reason]]) if reason else {}
