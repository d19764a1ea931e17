"""The Python client's models and operations, made from the interface's description: `make docs` writes them."""

from __future__ import annotations

import keyword
import textwrap
from collections.abc import Callable
from pathlib import Path

from fordran.api.description.document import description
from fordran.api.endpoints import endpoints
from fordran.settings import Settings
from fordran.shape.openapi import REF, Schema
from tools.pages.client_schemas import answer_of, is_moment, resources_of, sent_components
from tools.pages.client_types import types_text

WIDTH = 116
MODELS_HEAD = '''"""What the interface shows and takes, as types. Made from the service's own declarations; not edited by hand.

A value of a closed list is a text: a later service may know more values than this client does.
"""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from fordran_client.kinds import Model, Moment, Sent, SentMoment, queryable
'''
OPERATIONS_HEAD = '''"""Every operation of the interface by its name.

Made from the service's own declarations; not edited by hand.
"""

from __future__ import annotations

from fordran_client.kinds import Operation

OPERATIONS: dict[str, Operation] = {
'''


def models_text() -> str:
    """The module of models."""
    document = description(endpoints(Settings()))
    schemas: dict[str, Schema] = document["components"]["schemas"]
    lists = {name: schema for name, schema in schemas.items() if "enum" in schema}
    shapes = {name: schema for name, schema in schemas.items() if "properties" in schema}
    sent = sent_components(document)
    parts = [MODELS_HEAD, _lists(lists)]
    parts += [_model(name, schema, name in sent) for name, schema in sorted(shapes.items())]
    shown = sorted(resources_of(document).values())
    return "\n\n".join(part.strip("\n") + "\n" for part in parts) + f"\n\nqueryable({', '.join(shown)})\n"


def operations_text() -> str:
    """The module of operations."""
    document = description(endpoints(Settings()))
    lines = []
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            answer = answer_of(operation)
            takes_key = any(one.get("$ref", "").endswith("/Idempotency-Key") for one in operation["parameters"])
            lines.append(
                f"    {_quoted(operation['operationId'])}: Operation({_quoted(method.upper())}, {_quoted(path)},"
                f" {_quoted(answer)}, {takes_key}),\n"
            )
    resources = "".join(
        f"    {_quoted(path)}: {_quoted(name)},\n" for path, name in sorted(resources_of(document).items())
    )
    return f'{OPERATIONS_HEAD}{"".join(lines)}}}\n\nRESOURCES: dict[str, str] = {{\n{resources}}}\n"""Path → its model."""\n'


NOUNS_HEAD = '''"""The resources as attributes of a client. Made from the service's own declarations; not edited by hand."""

from __future__ import annotations

from typing import Any

from fordran_client import models
from fordran_client.async_collection import AsyncCollection
from fordran_client.sync_collection import Collection


class _Nouns:
    def collection(self, resource: str) -> Any:
        """The documents of a resource."""
        raise NotImplementedError
'''


def nouns_text() -> str:
    """The module of resources."""
    found = sorted(resources_of(description(endpoints(Settings()))).items())
    return NOUNS_HEAD + "".join(_nouns(kind, found) for kind in ("", "Async"))


def _nouns(kind: str, found: list[tuple[str, str]]) -> str:
    lines = [f"\n\nclass {kind or 'Sync'}Nouns(_Nouns):", '    """Every resource of the interface."""']
    for path, model in found:
        name = path.replace("--", "_").replace("-", "_")
        lines += ["", "    @property", f"    def {name}(self) -> {kind}Collection[models.{model}]:"]
        lines += [
            f'        """`/{path}`."""',
            f'        return self.collection("{path}")  # type: ignore[no-any-return]',
        ]
    return "\n".join(lines) + "\n"


_FOLDER = Path(__file__).parents[2] / "client" / "fordran_client"
CLIENT_FILES: dict[Path, Callable[[], str]] = {
    _FOLDER / "models.py": models_text,
    _FOLDER / "operations.py": operations_text,
    _FOLDER / "nouns.py": nouns_text,
    _FOLDER / "nouns.pyi": types_text,
}
"""The files of the client that are made, and what makes them."""


def _quoted(text: str) -> str:
    return f'"{text}"'


def _lists(lists: dict[str, Schema]) -> str:
    typed = ["    SentAmount: TypeAlias = Decimal | int | float"]
    loose = ["    SentAmount: TypeAlias = Decimal"]
    for name, schema in sorted(lists.items()):
        values = ", ".join(_quoted(value) for value in schema["enum"])
        typed.append(f"    {name}: TypeAlias = Literal[{values}]")
        loose.append(f"    {name}: TypeAlias = str")
    return "if TYPE_CHECKING:\n" + "\n".join(typed) + "\nelse:\n" + "\n".join(loose)


def _model(name: str, schema: Schema, is_sent: bool) -> str:
    base = "Sent" if is_sent else "Model"
    fields = schema["properties"]
    names = {wire: _attribute(wire, fields) for wire in fields}
    renamed = {attribute: wire for wire, attribute in names.items() if attribute != wire}
    rename = f", rename={renamed!r}".replace("'", '"') if renamed else ""
    lines = [f"class {name}({base}, kw_only=True, omit_defaults=True{rename}):"]
    lines += _docstring(schema.get("description", name + "."))
    for wire, field in fields.items():
        optional = wire not in schema.get("required", ())
        default = " | None = None" if optional else ""
        lines.append(f"    {names[wire]}: {_type(field, is_sent)}{default}")
        lines += _docstring(field["description"].partition("\n")[0])
    return "\n".join(lines)


def _attribute(wire: str, fields: dict[str, Schema]) -> str:
    """How Python says a field: without the underscore before it, and with one behind a word of the language's own."""
    plain = wire.lstrip("_")
    plain = wire.lstrip("_") + "_" if plain != wire and plain in fields else plain
    return plain + "_" if keyword.iskeyword(plain) else plain


def _docstring(text: str) -> list[str]:
    text = text.replace("\\", "\\\\")
    text = " ".join(text.partition("\n\n")[0].split())
    lines = textwrap.wrap(text, WIDTH - 10)
    if len(lines) == 1:
        return [f'    """{lines[0]}"""']
    return [f'    """{lines[0]}', *(f"    {line}" for line in lines[1:-1]), f'    {lines[-1]}"""']


def _type(schema: Schema, is_sent: bool) -> str:
    if "$ref" in schema:
        name = str(schema["$ref"].removeprefix(REF))
        return "Any" if name in ("AnyValue", "IssueCodes", "Issues", "OpenApi") else name
    if schema.get("type") == "array":
        return f"list[{_type(schema['items'], is_sent)}]"
    if schema.get("type") == "object":
        inside = schema.get("additionalProperties")
        return f"dict[str, {_type(inside, is_sent) if isinstance(inside, dict) else 'Any'}]"
    if is_moment(schema):
        return "SentMoment" if is_sent else "Moment"
    if is_sent and schema.get("type") == "number":
        return "SentAmount"
    return {"string": "str", "number": "Decimal", "integer": "int", "boolean": "bool"}.get(
        schema.get("type", ""), "Any"
    )
