"""Fields of forms: how written text becomes a verb's values or a whole document, and the error where it cannot."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias, TypeVar

import orjson

from fordran.domain.message import Message
from fordran.formats.table_documents import BadCell, as_date, as_number
from fordran.shape.fields import Refused, Shape, fields_of, read
from fordran.shape.json_in import json_of
from fordran.shape.kinds import Issue
from fordran.texts.catalogue import Texts
from fordran.texts.numbers import number_text
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


@dataclass(frozen=True)
class ChoiceField:
    """A field that is chosen from a closed list: the values that are offered, and the code of the text for none of them."""

    list_name: str
    values: tuple[str, ...]
    none: str | None = None

    def options(self, t: Texts) -> list[tuple[str, str]]:
        """The fields of the form."""
        return [*([("", t(self.none))] if self.none else []), *t.options(self.list_name, self.values)]


def day(text: str) -> str:
    """A day in any form that a person writes one."""
    return as_date(text).isoformat()


def number(text: str) -> Any:
    """A number or an amount in any form that a person writes one: 1 234,50."""
    return as_number(text.removesuffix("kr").strip())


def is_ticked(text: str) -> bool:
    """Whether a checkbox was ticked."""
    return text == "yes"


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


YES_NO: Mapping[str, str] = {"true": "console.yes", "false": "console.no"}


BlankKind: TypeAlias = Literal["text", "long", "whole", "number", "flag", "choice"]


@dataclass(frozen=True)
class SettingField:
    """A field of a settings form. `label` is the code of its text. A choice names a closed list and the values offered."""

    path: str
    label: str
    kind: BlankKind = "text"
    required: bool = False
    options: tuple[str, tuple[str, ...]] = ("", ())

    @property
    def type(self) -> str:
        """How the page shows it."""
        return {"long": "textarea"}.get(self.kind, "text")

    def choices(self, t: Texts) -> list[tuple[str, str]] | None:
        """The options, if there are any."""
        list_name, values = self.options
        if self.kind == "flag":
            options = [(value, t(code)) for value, code in YES_NO.items()]
        elif values:
            options = t.options(list_name, values)
        else:
            return None
        return [
            *([] if self.required else [("", t("console.form.not_said"))]),
            *options,
        ]


def plain(document: Mapping[str, Any], shape: type[Shape]) -> dict[str, Any]:
    """A document as it would be sent: what the shape takes of it."""
    read: dict[str, Any] = json_of(orjson.dumps(dict(document)))
    return {name: read[name] for name in fields_of(shape) if name in read}


def written(document: Mapping[str, Any], blanks: Sequence[SettingField]) -> dict[str, str]:
    """The values of a document's fields, by path."""
    found = {}
    for blank in blanks:
        value: Any = document
        for name in blank.path.split("."):
            value = value.get(name) if isinstance(value, Mapping) else None
        found[blank.path] = "" if value is None else str(value).lower() if isinstance(value, bool) else str(value)
    return found


def filled(t: Texts, form: Form, blanks: Sequence[SettingField], before: Mapping[str, Any]) -> dict[str, Any]:
    """The document with the blanks as they were filled in; an empty one says nothing. Raises `Refused` by path."""
    document = deepcopy(dict(before))
    issues: dict[str, Any] = {}
    for blank in blanks:
        text = form.text(blank.path)
        try:
            _put(document, blank.path.split("."), _value(blank, text))
        except BadCell:
            issues[blank.path] = t(NOT_READ["number"])
    if issues:
        raise Refused(issues)
    return document


def _value(blank: SettingField, text: str) -> Any:
    if not text:
        return None
    if blank.kind in ("whole", "number"):
        return number(text)
    if blank.kind == "flag":
        return text == "true"
    return text


def _put(document: dict[str, Any], path: Sequence[str], value: Any) -> None:
    """Set a value, or take it away; an object that is left empty goes with it."""
    name, *rest = path
    if not rest:
        if value is None:
            document.pop(name, None)
        else:
            document[name] = value
        return
    inner = document.get(name)
    inner = dict(inner) if isinstance(inner, Mapping) else {}
    _put(inner, rest, value)
    if inner:
        document[name] = inner
    else:
        document.pop(name, None)


def by_path(t: Texts, issues: Mapping[str, Any], above: str = "") -> dict[str, str]:
    """Nested issues as sentences by path, in the visitor's language."""
    found: dict[str, str] = {}
    for name, issue in issues.items():
        path = f"{above}{name}"
        if isinstance(issue, Mapping):
            found |= by_path(t, issue, f"{path}.")
            continue
        found[path] = issue_text(t, issue)
    return found
