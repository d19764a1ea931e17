"""Fields of forms: how written text becomes a verb's values, and the error where it cannot."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from fordran.domain.message import Message
from fordran.domain.written import number_text
from fordran.formats.table_documents import BadCell, as_date, as_number
from fordran.shape.fields import Refused, Shape, read
from fordran.shape.kinds import Issue
from fordran.texts.catalogue import Texts
from fordran.web.forms import Form

S = TypeVar("S", bound=Shape)


@dataclass(frozen=True)
class FormField:
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


NOT_READ: Mapping[str, str] = {
    "date": "console.form.day_required",
    "number": "console.number_required",
}


class UnreadableForm(Exception):
    """A form that no verb can take yet; `issues` says why, by field, in the visitor's language."""

    def __init__(self, issues: dict[str, str]) -> None:
        super().__init__(*issues)
        self.issues = issues


def read_fields(t: Texts, form: Form, fields: Sequence[FormField], shape: type[S]) -> S:
    """The form's values as the verb takes them; raises `UnreadableForm` with every issue at once."""
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
        raise UnreadableForm(issues_of(t, refused) | issues) from None
    if issues:
        raise UnreadableForm(issues)
    return given


def issues_of(t: Texts, refused: Refused) -> dict[str, str]:
    """The issues of a refused document, by field, in the visitor's language."""
    return {str(name): issue_text(t, issue) for name, issue in refused.issues.items()}


def issue_text(t: Texts, issue: Any) -> str:
    """The first issue of a field in the visitor's language. An issue without a code is shown in the interface's English."""
    match issue[0] if isinstance(issue, list) and issue else issue:
        case Message() as message:
            return t.sentence(message)
        case Issue() as coded:
            return t(
                coded.code,
                **{
                    name: number_text(value, t.language) if isinstance(value, int) else value
                    for name, value in coded.values.items()
                },
            )
        case sentence:
            return str(sentence)
