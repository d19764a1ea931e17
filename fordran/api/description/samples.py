"""How a request is made: as a line for the shell, in Python by our client, and in JavaScript."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from pprint import pformat
from typing import Any

from fordran.api.http.answers import JSON_TYPE

_INDENT = " " * 4


@dataclass(frozen=True)
class SampleRequest:
    """A request to make a sample of: its operation, its path filled in, and what it has to carry."""

    operation: str
    method: str
    path: str
    """As it is declared."""
    ids: dict[str, str]
    headers: dict[str, str]
    body: dict[str, Any] | None
    content_type: str
    needs_token: bool

    @property
    def url(self) -> str:
        """The path with its ids in it."""
        return self.path.format(**self.ids)

    @property
    def resource(self) -> str:
        """The first step of the path, as Python says it."""
        return re.sub("-+", "_", self.path.split("/")[1])


def curl(asked: SampleRequest) -> str:
    """The request as a line for the shell."""
    verb = "" if asked.method == "get" else f"-X {asked.method.upper()} "
    lines = [f'curl {verb}"$BASE_URL{asked.url}"']
    lines += ['-H "X-API-Key: $TOKEN"'] if asked.needs_token else []
    lines += [f"-H '{name}: {value}'" for name, value in asked.headers.items()]
    if asked.body is not None and asked.content_type == JSON_TYPE:
        sent = json.dumps(asked.body, indent=2, ensure_ascii=False)
        lines += ["-H 'Content-Type: application/json'", f"-d '{sent}'"]
    elif asked.body is not None:
        lines += [f"-F '{name}={value}'" for name, value in asked.body.items()]
    return " \\\n  ".join(lines)


def python(asked: SampleRequest) -> str:
    """The request by `fordran-client`; `client` is signed in."""
    match asked.operation.partition("_")[0], asked.path.count("/"):
        case "list", 1:
            return f"for document in client.{asked.resource}.list():\n{_INDENT}print(document)"
        case "read", 2:
            return f"document = client.{asked.resource}.get({_ids(asked)})"
        case "create", 1:
            return f"made = client.{asked.resource}.create({_python_value(asked.body)})"
        case "change", 2:
            return f"client.{asked.resource}.change({_ids(asked)}, **{_python_value(asked.body)})"
        case "delete", 2:
            return f"client.{asked.resource}.delete({_ids(asked)})"
    return _by_name(asked)


def _by_name(asked: SampleRequest) -> str:
    """Any operation by its name."""
    given = [f'"{asked.operation}"', *filter(None, [_ids(asked)])]
    if tag := asked.headers.get("If-Match", "").strip('"'):
        given.append(f'tag="{tag}"')
    if asked.body is not None and asked.content_type != JSON_TYPE:
        fields = {name: value for name, value in asked.body.items() if not str(value).startswith("@")}
        files = [name for name in asked.body if name not in fields]
        given.append(f"body={_python_value(fields)}")
        given += [f'files={{"{name}": ("{asked.body[name][1:]}", content)}}' for name in files]
    elif asked.body is not None:
        given.append(f"body={_python_value(asked.body)}")
    return f"answer = client.do({', '.join(given)})"


def _ids(asked: SampleRequest) -> str:
    return ", ".join(f'"{value}"' for value in asked.ids.values())


def _python_value(value: Any) -> str:
    return pformat(value, width=72, sort_dicts=False)


def javascript(asked: SampleRequest) -> str:
    """The request as browsers and Node make it."""
    headers = {"X-API-Key": "$token"} if asked.needs_token else {}
    headers |= asked.headers
    lines = [f'{_INDENT}method: "{asked.method.upper()}",'] if asked.method != "get" else []
    before = ""
    if asked.body is not None and asked.content_type == JSON_TYPE:
        headers |= {"Content-Type": JSON_TYPE}
        sent = json.dumps(asked.body, indent=4, ensure_ascii=False).replace("\n", f"\n{_INDENT}")
        lines.append(f"{_INDENT}body: JSON.stringify({sent}),")
    elif asked.body is not None:
        before = "const form = new FormData();\n" + "".join(_appended(*field) for field in asked.body.items())
        lines.append(f"{_INDENT}body: form,")
    if headers:
        header_text = json.dumps(headers, ensure_ascii=False).replace('"$token"', "token")
        lines.insert(min(1, len(lines)), f"{_INDENT}headers: {header_text},")
    options = ", {\n" + "\n".join(lines) + "\n}" if lines else ""
    read = "" if asked.method == "delete" else "\nconst answer = await response.json();"
    return f"{before}const response = await fetch(`${{baseUrl}}{asked.url}`{options});{read}"


def _appended(name: str, value: Any) -> str:
    if str(value).startswith("@"):
        return f'form.append("{name}", file);\n'
    return f'form.append("{name}", {json.dumps(value, ensure_ascii=False)});\n'
