"""Fields of forms: how what a person wrote becomes what a verb takes, and what is said where it cannot."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from fordran.console.terms import Swedish
from fordran.formats.table_documents import BadCell, as_date, as_number
from fordran.shape.fields import Refused, Shape, read
from fordran.web.forms import Form
from fordran.web.languages import Words
from fordran.web.sentences import as_sentence, in_swedish

S = TypeVar("S", bound=Shape)


@dataclass(frozen=True)
class Field:
    """A field of a form, by the name that the interface gives it. `label` is Swedish."""

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


SENTENCES: Swedish = {
    "required field": "Fyll i det här fältet.",
    "empty values not allowed": "Fyll i det här fältet.",
    "must not be before today": "Välj en dag som inte har varit.",
    "must be within 365 days": "Välj en dag inom ett år.",
    "required field where there is no template": "Fyll i det här fältet, eller välj en mall.",
    "max length is 120": "Skriv högst 120 tecken.",
    "max length is 10000": "Skriv högst 10 000 tecken.",
    "a plan has either instalments or amount": "Ange antingen antal delbetalningar eller belopp.",
}
"""What a shape or a verb says of a field → what a page says. What is not here is shown as it is said, in English."""
NOT_READ: Swedish = {"date": "Skriv en dag som 2026-12-24.", "number": "Skriv ett tal som 1 234,50."}


class Unreadable(Exception):
    """A form that no verb can take yet; `issues` says why, by field, in the visitor's language."""

    def __init__(self, issues: dict[str, str]) -> None:
        super().__init__(*issues)
        self.issues = issues


def read_fields(t: Words, form: Form, fields: Sequence[Field], shape: type[S]) -> S:
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


def issues_of(t: Words, refused: Refused) -> dict[str, str]:
    """The issues of a refused document, by field, in the visitor's language as far as they are known."""
    told = {}
    for name, issue in refused.issues.items():
        sentence = issue[0] if isinstance(issue, list) and issue else issue
        told[str(name)] = _told(t, str(sentence))
    return told


def _told(t: Words, sentence: str) -> str:
    if sentence in SENTENCES:
        return t(SENTENCES[sentence])
    swedish = in_swedish(sentence) if t.language == "sv" else None
    return sentence if swedish is None else as_sentence(swedish)
