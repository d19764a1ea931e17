"""Fields of forms: how what a person wrote becomes what a verb takes, and what is said where it cannot."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from fordran.formats.table_documents import BadCell, as_date, as_number
from fordran.shape.fields import Refused, Shape, read
from fordran.texts.catalogue import Texts
from fordran.web.forms import Form
from fordran.web.sentences import as_sentence, in_swedish

S = TypeVar("S", bound=Shape)


@dataclass(frozen=True)
class Field:
    """A field of a form, by the name that the interface gives it. `label` is the code of its text."""

    name: str
    label: str
    type: str = "text"
    required: bool = True
    """Whether a form sent without it is sent back; what is not is marked as optional."""
    read: Callable[[str], Any] = str
    rows: int = 4
    """How many lines a textarea shows at once."""


def day(text: str) -> str:
    """A day in any form that a person writes one."""
    return as_date(text).isoformat()


def number(text: str) -> Any:
    """A number or an amount in any form that a person writes one: 1 234,50."""
    return as_number(text.removesuffix("kr").strip())


SENTENCES: Mapping[str, str] = {
    "required field": "console.fill_in_this_field",
    "empty values not allowed": "console.fill_in_this_field",
    "must not be before today": "console.form.choose_day_not_been",
    "must be within 365 days": "console.form.choose_day_within_year",
    "required field where there is no template": "console.form.fill_in_this_field",
    "max length is 120": "console.form.write_at_most_120_characters",
    "max length is 10000": "console.form.write_at_most_10_000",
    "a plan has either instalments or amount": "console.form.give_either_number_of_instalments",
}
"""What a shape or a verb says of a field → what a page says. What is not here is shown as it is said, in English."""
NOT_READ: Mapping[str, str] = {
    "date": "console.form.write_day_such_as_20261224",
    "number": "console.write_number_such_as_1234",
}


class Unreadable(Exception):
    """A form that no verb can take yet; `issues` says why, by field, in the visitor's language."""

    def __init__(self, issues: dict[str, str]) -> None:
        super().__init__(*issues)
        self.issues = issues


def read_fields(t: Texts, form: Form, fields: Sequence[Field], shape: type[S]) -> S:
    """What the form says, as the verb takes it; raises `Unreadable` with every issue at once."""
    document: dict[str, Any] = {}
    issues: dict[str, str] = {}
    for field in fields:
        written = form.text(field.name)
        if not written:
            continue
        try:
            document[field.name] = field.read(written)
        except BadCell:
            issues[field.name] = t(NOT_READ["date" if field.type == "date" else "number"])
    try:
        given = read(shape, document)
    except Refused as refused:
        raise Unreadable(issues_of(t, refused) | issues) from None
    if issues:
        raise Unreadable(issues)
    return given


def issues_of(t: Texts, refused: Refused) -> dict[str, str]:
    """The issues of a refused document, by field, in the visitor's language as far as they are known."""
    told = {}
    for name, issue in refused.issues.items():
        sentence = issue[0] if isinstance(issue, list) and issue else issue
        told[str(name)] = _told(t, str(sentence))
    return told


def _told(t: Texts, sentence: str) -> str:
    if sentence in SENTENCES:
        return t(SENTENCES[sentence])
    swedish = in_swedish(sentence) if t.language == "sv" else None
    return sentence if swedish is None else as_sentence(swedish)
