"""Hostile values in every place of every body, and in every filter: what JSON can say and no field can hold."""

from __future__ import annotations

import gzip
import json
import random
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

from fordran.api.endpoints import endpoints
from fordran.settings import Settings
from fordran.shape.fields import Field, references_in
from tools.fuzz.asking import Asking
from tools.fuzz.counts import Counts
from tools.fuzz.installation import Installation

VALUES = (
    "null", "true", "0", "-0", "-0.0", "1e400", "-1e400", "1e-400", "1e999999999", "5e-324", "-9223372036854775809",
    "9223372036854775808", "18446744073709551616", "9" * 400, "0." + "9" * 400, "-" + "9" * 5000, "0.001", "13.005",
    "9999999999999.99", "99999999999999", "-1", "3.0", "1E+2", "2147483648", '""', '" "', '"\\u0000"', '"a\\u0000b"',
    '"\\ud800"', '"\\udc00\\ud800"', '"\\ud83d\\ude00"', '"\\ufeff"', '"\\u202e\\u0000"', '"' + "a" * 10_001 + '"',
    '"' + "å" * 10_000 + '"', '"__proto__"', '"constructor"', "[]", "{}", "[[]]", "[null]", '{"__proto__": {"a": 1}}',
    '{"$gt": 1}', '{"": ""}', '{"\\u0000": 1}', '{"\\ud800": 1}', '{"a": 1e400}', '{"a": [9223372036854775808]}',
    '{"a": {"b": ' + "9" * 400 + "}}", "[" * 90 + "]" * 90, '"0001-01-01"', '"9999-12-31"', '"9999-12-31T23:59:59Z"',
    '"0001-01-01T00:00:00+14:00"', '"Fri, 31 Dec 9999 23:59:59 GMT"', '"Mon, 01 Jan 0001 00:00:00 +1400"', '"2026-02-30"',
    '"2016-12-31T23:59:60Z"', '"000000000000000000000000"', '"١٢٣"', "'", '"1 or 1=1"', "[1, 2, 3]" * 1, "NaN", "Infinity",
    "-Infinity", "01", ".5", "1.", "0x10", "1_000",
    *(f'"{(piece * 600)[:1200]}"' for piece in ("W", "x\u00a0", "( ", "! ", "ש", "م", "न", "༌", "發", "청", "🧾", "a\u0301")),
)  # fmt: skip
UNPRESSED = "".join(chr(0x4E00 + number * 7919 % 20_000) for number in range(9_000))
"""A long text that no compression makes short enough for an index."""
IN_BODIES = (*VALUES, f'"{UNPRESSED}"')
"""What no query string could hold is sent in bodies alone."""
KEYS = (
    '"__proto__": {"is_admin": true}', '"\\u0000": 1', '"\\ud800": 1', '"": 1', '"_id": "0"', '"_etag": "0"', '"a.b": 1',
    '"$where": "1"', '"x": ' + "[" * 200 + "]" * 200, '"constructor": 1', '"x": 1e400',
)  # fmt: skip
HOLE = "a hole in a body"


def example_of(content: dict[str, Any]) -> Any:
    """A body that the description shows; where it has none, one in which everything is lacking."""
    if "example" in content:
        return content["example"]
    return content["examples"]["one"]["value"] if "examples" in content else {}


class Hostile:
    """Requests with a hostile value each, about an installation."""

    def __init__(self, installation: Installation, counts: Counts, seeded: int) -> None:
        self.installation = installation
        self.counts = counts
        self.chance = random.Random(seeded)
        self.table = endpoints(Settings())

    def run(self, most: int, is_over: Callable[[], bool] = lambda: False) -> None:
        """At most so many, drawn from all of them."""
        with Asking(self.installation, self.counts, "values") as asking:
            description = asking.ask("GET", "/openapi.json").json()
            requests = [*self.bodies(description), *self.whole_bodies(description), *self.filters()]
            self.chance.shuffle(requests)
            for method, path, headers, content, query in requests[:most]:
                if is_over():
                    return
                headers = dict(headers)
                if method in ("PATCH", "DELETE"):
                    below = "/".join(path.split("/")[:3])
                    headers["if-match"] = asking.ask("GET", below).headers.get("etag", '"0"')
                slow = path == "/clock"
                asking.ask(method, path, headers=headers, content=content, query=query, may_be_slow=slow)

    # Bodies -----------------------------------------------------------------------------------------------------------------

    def examples(self, description: dict[str, Any]) -> Iterator[tuple[str, str, dict[str, Any]]]:
        """Every operation that takes JSON, its path with known ids, and a body that it would take."""
        for endpoint in self.table:
            said = description["paths"][endpoint.path][endpoint.method.lower()].get("requestBody", {})
            content = said.get("content", {}).get("application/json")
            if not content:
                continue
            body = example_of(content)
            resource = endpoint.resource
            shape = endpoint.takes or (resource and (resource.change if endpoint.method == "PATCH" else resource.input))
            body = json.loads(json.dumps(body))
            for path, name, _ in list(references_in(shape, body)) if shape else ():
                place: Any = body
                for step in path[:-1]:
                    place = place[step]
                place[path[-1]] = self.known(name)
            if "account" in body:
                body["account"] = self.known("accounts")
            if endpoint.path == "/clock":
                body = {"days": -1}
            name = endpoint.path.split("/")[1]
            yield endpoint.method, endpoint.path.replace("{id}", self.known(name)), body

    def known(self, resource: str) -> str:
        return (self.installation.ids.get(resource) or ["0" * 24])[0]

    def bodies(self, description: dict[str, Any]) -> Iterator[tuple[str, str, dict[str, str], bytes, dict[str, str]]]:
        """Each value in each place, and each key in each object."""
        for method, path, body in self.examples(description):
            for text in (*self.with_values(body), *self.with_keys(body)):
                # Half of them to the end, where constraints are looked at and events are written.
                query = {"dry_run": "true"} if method == "POST" and self.chance.random() < 0.5 else {}
                yield method, path, {"content-type": "application/json"}, text.encode("utf-8", "surrogatepass"), query

    def with_values(self, body: dict[str, Any]) -> Iterator[str]:
        for holed in holes(body):
            text = json.dumps(holed)
            for value in IN_BODIES:
                yield text.replace(json.dumps(HOLE), value)

    def with_keys(self, body: dict[str, Any]) -> Iterator[str]:
        for holed in holes(body):
            text = json.dumps(holed)
            for key in (*KEYS, '"twice": 1, "twice": 2'):
                yield text.replace(json.dumps(HOLE), "{" + key + "}")
        text = json.dumps(body)
        for key in KEYS:
            yield "{" + key + ", " + text[1:]

    def whole_bodies(
        self, description: dict[str, Any]
    ) -> Iterator[tuple[str, str, dict[str, str], bytes, dict[str, str]]]:
        """Bodies that are wrong as a whole: encodings, depth, size, types."""
        for method, path, body in self.examples(description):
            for headers, content in (*_about(json.dumps(body)), *_giants()):
                yield method, path, headers, content, {}

    # Filters ----------------------------------------------------------------------------------------------------------------

    def filters(self) -> Iterator[tuple[str, str, dict[str, str], None, dict[str, str]]]:
        """Each declared field with operators and values that may not fit it."""
        operators = ("$eq", "$ne", "$gt", "$lte", "$in", "$nin", "$exists", "$not", "$all", "$elemMatch", "$size")
        for resource in {
            endpoint.resource.name: endpoint.resource for endpoint in self.table if endpoint.resource
        }.values():
            for path in _paths(resource.fields):
                for _ in range(8):
                    value = self.chance.choice(VALUES)
                    name = self.chance.choice(operators)
                    condition = self.chance.choice((value, f'{{"{name}": {value}}}', f'{{"{name}": [{value}]}}'))
                    where = f'{{"{path}": {condition}}}'
                    if self.chance.random() < 0.2:
                        where = f'{{"$nor": [{where}, {{"$or": [{where}]}}]}}'
                    query = {"where": where[:8_000]}
                    if self.chance.random() < 0.3:
                        query["sort"] = self.chance.choice(("-", "")) + path
                        query["projection"] = f'{{"{path}": {self.chance.choice("01")}}}'
                    if self.chance.random() < 0.2:
                        query |= {
                            "page": self.chance.choice(("99999999999999999999", "-2", "1e9", "2")),
                            "max_results": value[:20],
                        }
                    yield "GET", f"/{resource.name}", {}, None, query


def holes(body: Any) -> Iterator[Any]:
    """The body with each of its values in turn replaced by the hole."""
    if isinstance(body, dict):
        for name, value in body.items():
            yield body | {name: HOLE}
            for below in holes(value):
                yield body | {name: below}
    elif isinstance(body, list):
        for place, value in enumerate(body):
            for below in (HOLE, *holes(value)):
                yield [*body[:place], below, *body[place + 1 :]]


def _paths(fields: Any, above: str = "") -> Iterator[str]:
    field: Field
    for name, field in fields.items():
        yield above + name
        if field.is_open:
            yield f"{above}{name}.any.key"
        yield from _paths(field.children, f"{above}{name}.")


_JSON = {"content-type": "application/json"}
_Whole = tuple[dict[str, str], bytes]


def _about(text: str) -> list[_Whole]:
    """A body in other encodings than its own, under other names, cut and doubled."""
    plain = text.encode()
    return [
        (_JSON, b"\xef\xbb\xbf" + plain),
        (_JSON, text.encode("utf-16")),
        (_JSON, text.encode("utf-16-le")),
        (_JSON, text.encode("utf-32")),
        (_JSON, text.replace("e", "\x00").encode()),
        (_JSON, plain[:-1]),
        (_JSON, plain + b"\x00"),
        (_JSON, plain + plain),
        (_JSON, b"\xff" + plain),
        (_JSON, b"[" + plain + b",1]"),
        (_JSON | {"content-encoding": "gzip"}, gzip.compress(plain)),
        (_JSON | {"content-encoding": "identity"}, plain),
        ({"content-type": "application/json; charset=utf-16"}, plain),
        ({"content-type": "application/json;;;="}, plain),
        ({"content-type": "text/plain"}, plain),
        ({"content-type": "multipart/form-data"}, plain),
        ({}, plain),
    ]


@cache
def _giants() -> list[_Whole]:
    """Bodies that are too long, too deep, too wide, or nothing."""
    return [
        (_JSON | {"content-encoding": "gzip"}, gzip.compress(b"0" * 20_000_000)),
        ({"content-type": "application/x-www-form-urlencoded"}, b"name=a&name=b"),
        ({"content-type": "multipart/form-data; boundary=" + "x" * 300}, b"--x\r\n"),
        (_JSON, b""),
        (_JSON, b"null"),
        (_JSON, b"[]"),
        (_JSON, b'"\xed\xa0\x80"'),
        (_JSON, b"[" * 100_000),
        (_JSON, b'{"a":' * 100_000),
        (_JSON, b"[" * 101 + b"]" * 101),
        (_JSON, b"[" + b"1," * 2_000_000 + b"1]"),
        (_JSON, b"[" + b"1," * 300_000 + b"1]"),
        (_JSON, b"[" + b"{}," * 1_000 + b"{}]"),
        (_JSON, b'{"a": "' + b"a" * (10 * 1024 * 1024) + b'"}'),
        (_JSON, b'{"a": "' + b"a" * (10 * 1024 * 1024 - 100) + b'"}'),
        (_JSON, b'{"a": "' + b"\\u0000" * 1_000_000 + b'"}'),
        (_JSON, b"{" + b",".join(b'"%d": 1' % number for number in range(100_000)) + b"}"),
        (_JSON, b"{" + b",".join(b'"%d": null' % number for number in range(9_000)) + b"}"),
        (_JSON, b'{"matrix": [' + b",".join([b'{"extra_rows": [' + b"1," * 380 + b"1]}"] * 1000) + b"]}"),
        (_JSON, b'{"debts": [' + b"{}," * 9_000 + b"{}]}"),
        (
            _JSON,
            b'{"case_config": {"letter_config": {"a": [' + b",".join([b"[" + b"null," * 380 + b"1]"] * 1000) + b"]}}}",
        ),
        (_JSON, b"9" * 1_000_000),
        (_JSON, b'{"a": 1e' + b"9" * 100_000 + b"}"),
        (_JSON, b'{"amount": ' + b"1" * 1_000_000 + b"}"),
    ]
