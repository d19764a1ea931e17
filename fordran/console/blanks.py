"""Form fields for a whole document, each named by the path of its value, as in `address.city`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

import orjson

from fordran.console.fields import NOT_READ, issue_text, number
from fordran.formats.table_documents import BadCell
from fordran.shape.fields import Refused, Shape, fields_of
from fordran.shape.json_in import json_of
from fordran.texts.catalogue import Texts
from fordran.web.forms import Form

YES_NO: Mapping[str, str] = {"true": "console.yes", "false": "console.no"}


BlankKind: TypeAlias = Literal["text", "long", "whole", "number", "flag", "choice"]


@dataclass(frozen=True)
class SettingField:
    """A blank, with the code of its label. A choice names the closed list of its `options`, and those that are offered."""

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
