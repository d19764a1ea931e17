"""The parsers that see what strangers send, each as a target: it returns a value or refuses, and what it returns is right.

Both drivers use them: `coverage.py` by what the code does with a text, `drawn.py` by drawing texts, which is quick
enough for every run of the tests.
"""

from __future__ import annotations

import json
import re
from datetime import UTC, date, datetime
from io import BytesIO
from ipaddress import ip_network
from typing import Any

from fordran.actions.accounts.access_token import BadAccessToken, issue
from fordran.actions.accounts.access_token import read as read_access_token
from fordran.actions.accounts.signed_jwt import SignInFailed, verified
from fordran.actions.keep_file import content_type_of
from fordran.api.clients.links import Links
from fordran.api.endpoints import endpoints
from fordran.api.http.answers import JSON_TYPE
from fordran.api.http.conditions import is_unchanged
from fordran.api.http.errors import HttpError
from fordran.api.http.request import Request, parameters_of
from fordran.api.serving.query import MOST_RESULTS, page_number, results_per_page
from fordran.domain.numbers import (
    bank_account,
    bankgiro,
    car_registration,
    gln,
    iban,
    ocr,
    organisationsnummer,
    personnummer,
    plusgiro,
    postal_code,
    vat_number,
)
from fordran.formats.bank import BadBankFile, BankPayer
from fordran.formats.bgmax_making import make_bgmax
from fordran.formats.camt_making import make_camt053, make_camt054
from fordran.formats.making import DemoTransaction, Deposit
from fordran.formats.recognise import kind_of_bank_file, read_bank_file
from fordran.formats.table_documents import nest
from fordran.formats.tables import BadTable, read_table
from fordran.resources import RESOURCES
from fordran.settings import Settings
from fordran.shape.fields import Field, Refused, Shape, read
from fordran.shape.json_in import NotJson, json_of
from fordran.shape.moments import NotAMoment, day_of, iso_8601, moment_of, rfc_1123
from fordran.shape.resource import META
from fordran.store.reading.parameters import SqlParameters
from fordran.store.reading.projection import compile_projection, parse_projection
from fordran.store.reading.sorting import compile_sort, parse_sort
from fordran.store.reading.where import BadQuery, parse_where
from fordran.store.reading.where_sql import compile_where
from fordran.texts.catalogue import texts
from fordran.web.address import client_address
from tools.fuzz.target import Target, text_of

_RESOURCES = tuple(RESOURCES.values())
_KEY = bytes(range(32))
_NOW = 1_790_000_000.0
_TOKEN = issue("6919a4d2c0ffee0123456789", _KEY, _NOW, 60)


def _names(fields: dict[str, Field]) -> set[str]:
    found = set(fields)
    for field in fields.values():
        found |= _names(dict(field.children))
    return found


_DECLARED = {resource.name: _names(resource.fields) | {*resource.columns} for resource in _RESOURCES}
_WRITTEN = re.compile(r"""'([^']*)'|"([^"]*)\"""")
# What the compiler itself writes in quotes: JSON types, the empty path, and a collation.
_OWN_WORDS = {"array", "boolean", "number", "string", "{}", "C"}


def _only_declared_names(sql: str, resource: str) -> None:
    """No text of the client's stands in the SQL: what is quoted there was declared, or is the compiler's own."""
    quoted = {one or other for one, other in _WRITTEN.findall(sql)}
    assert quoted <= _DECLARED[resource] | _OWN_WORDS, quoted


def _where(data: bytes) -> None:
    resource = _RESOURCES[data[0] % len(_RESOURCES)] if data else _RESOURCES[0]
    given = parse_where(text_of(data[1:]))
    parameters = SqlParameters()
    sql = compile_where(given, resource, parameters)
    _only_declared_names(sql, resource.name)
    referred = {int(number) for number in re.findall(r"\$(\d+)::", sql)}
    assert referred == set(range(1, len(parameters.values) + 1)), "a value that the statement does not use, or lacks"
    for value in parameters.values:
        for one in value if isinstance(value, list) else (value,):
            if isinstance(one, str):
                one.encode()  # what the driver does with it
                assert "\x00" not in one
            if isinstance(one, int):
                assert -(2**63) <= one < 2**63


def _sort(data: bytes) -> None:
    resource = _RESOURCES[data[0] % len(_RESOURCES)] if data else _RESOURCES[0]
    order = parse_sort(text_of(data[1:]))
    again = repr([(name, -1 if descending else 1) for name, descending in order])
    if order and len(again) <= 4096:
        assert parse_sort(again) == order
    _only_declared_names(compile_sort(order, resource.columns), resource.name)


_DOCUMENT = {
    "_id": "1",
    "_etag": "2",
    "_created": "3",
    "_updated": "4",
    "name": "A",
    "rows": [{"a": 1, "b": {"c": 2}}, 5],
}


def _projection(data: bytes) -> None:
    given = parse_projection(text_of(data))
    for resource in _RESOURCES:
        assert set(META) <= set(compile_projection(given, resource.fields).columns) <= set(resource.fields)
    chosen = compile_projection(given, {name: Field(name, None) for name in _DOCUMENT})
    shown = {name: _DOCUMENT[name] for name in chosen.columns}
    chosen.apply(shown)
    assert set(META) <= shown.keys() <= _DOCUMENT.keys()
    assert not isinstance(shown.get("rows"), list) or len(shown["rows"]) == 2


def _moment(data: bytes) -> None:
    moment = moment_of(text_of(data))
    assert moment.tzinfo is UTC
    assert moment.microsecond == 0
    assert moment_of(rfc_1123(moment)) == moment == moment_of(iso_8601(moment))
    assert abs((day_of(moment) - moment.date()).days) <= 1


def _json(data: bytes) -> None:
    value = json_of(data)
    known = json.loads(data.decode("utf-8-sig"))
    assert _plain(value) == _plain(known)


def _plain(value: object) -> object:
    """The value with its numbers left out, which the two readers hold differently on purpose."""
    if isinstance(value, dict):
        return {name: _plain(item) for name, item in value.items()}
    if isinstance(value, list):
        return [_plain(item) for item in value]
    return value if value is None or isinstance(value, str | bool) else 0


def _taken_shapes() -> tuple[type[Shape], ...]:
    found: dict[str, type[Shape]] = {}
    for endpoint in endpoints(Settings()):
        resource = endpoint.resource
        taken = endpoint.takes if endpoint.takes_as == JSON_TYPE else None
        for shape in (taken, *((resource.input, resource.change) if resource else ())):
            if shape is not None:
                found[shape.__name__] = shape
    return tuple(found[name] for name in sorted(found))


SHAPES = _taken_shapes()
"""Every shape that a body is read by."""


def _body(data: bytes) -> None:
    shape = SHAPES[data[0] % len(SHAPES)] if data else SHAPES[0]
    given = json_of(data[1:])
    try:
        read(shape, given)
    except Refused as refused:
        _look_at_issues(texts("en").issues(refused.issues))
        raise


def _look_at_issues(issues: object) -> None:
    """A refusal says where and why: names, and sentences."""
    if isinstance(issues, dict):
        assert issues
        for name, below in issues.items():
            assert isinstance(name, str)
            _look_at_issues(below)
    else:
        assert isinstance(issues, str) or (isinstance(issues, list) and all(isinstance(one, str) for one in issues))


def _query(data: bytes) -> None:
    given = parameters_of(data)
    assert 1 <= page_number(given.get("page")) <= 2**53
    assert 1 <= results_per_page(given.get("max_results")) <= MOST_RESULTS


_SINCE = datetime(2026, 3, 3, tzinfo=UTC)


def _conditions(data: bytes) -> None:
    for name in (b"if-modified-since", b"if-none-match"):
        request = Request({"headers": [(name, data)], "method": "GET", "query_string": b""}, _nothing_comes, "")
        assert is_unchanged(request, "0" * 40, _SINCE) in (True, False)


async def _nothing_comes() -> dict[str, Any]:
    return {"type": "http.disconnect"}


def _upload(data: bytes) -> None:
    kind = content_type_of(data)
    assert kind is None or kind.startswith(("image/", "application/pdf"))


def _bank_file(data: bytes) -> None:
    kind = kind_of_bank_file(data)
    seen = set()
    for payment in read_bank_file(BytesIO(data), sandbox=True):
        assert kind is not None
        assert payment.key not in seen, "two transactions by one name"
        seen.add(payment.key)
        assert isinstance(payment.amount, int)
        assert payment.amount
        assert isinstance(payment.booking_date, date)
        list(payment.mentioned_references())


def _table(data: bytes) -> None:
    for number, row in read_table(BytesIO(data)):
        assert number > 0
        nest(row, {"amount": "number", "date": "date", "flag": "boolean", "rows.*.price": "number"}, number=number)


def _access_token(data: bytes) -> None:
    token = text_of(data)
    read_access_token(token, _KEY, _NOW)
    assert token == _TOKEN, "a token that we did not issue"


def _signed_jwt(data: bytes) -> None:
    verified(text_of(data), {}, _NOW)
    raise AssertionError("a token that nobody can have signed")


_LINKS = Links(_KEY)


def _link(data: bytes) -> None:
    # Paths and query strings are decoded by the server, which puts a sign of its own for what is no UTF-8.
    id_, _, rest = data.decode("utf-8", "replace").partition(" ")
    expires, _, signature = rest.partition(" ")
    assert not _LINKS.holds(id_, expires, signature), "a link that we did not sign"


_PROXY = ip_network("10.0.0.0/8")


def _address(data: bytes) -> None:
    peer, _, rest = data.decode("latin-1").partition("\n")
    forwarded_for, _, forwarded = rest.partition("\n")
    believed = client_address("10.0.0.1", [forwarded_for], [forwarded], (_PROXY,))
    assert str(client_address("203.0.113.7", [forwarded_for], [forwarded], (_PROXY,))) == "203.0.113.7"
    assert believed is not None
    client_address(peer, [], [], ())


_NUMBERS = (
    bank_account, bankgiro, car_registration, gln, iban, ocr, organisationsnummer, personnummer, plusgiro, postal_code,
    vat_number,
)  # fmt: skip


def _numbers(data: bytes) -> None:
    text = text_of(data)
    for number in _NUMBERS:
        if number.is_valid(text):
            compact = number.compact(text)
            assert number.is_valid(compact), f"{number.__name__}: valid as sent, and not when compacted"
            assert number.compact(compact) == compact


_DEPOSIT = Deposit(
    "9912346",
    date(2026, 3, 3),
    7,
    (DemoTransaction(12_300, "1234574", serial="000000000001", payer=BankPayer(name="Åsa"), information=("tack",)),),
)
_MADE = datetime(2026, 3, 3, 18, 30, tzinfo=UTC)
_IBAN = "SE3550000000054910000003"
_WHERE = (
    b'\x00{"name": "A", "$or": [{"_id": {"$in": ["1", null]}}, {"_created": {"$gte": "2026-03-03"}}]}',
    b'\x03{"total_remaining_capital_amount": {"$gt": 10.005}, "transactions.amount": {"$not": {"$lt": 1e9}}}',
    b'\x05{"matrix": {"$elemMatch": {"unit_price": {"$ne": 1}}}, "labels": {"$all": ["a"], "$size": 1}}',
    b'\x02{"case_config.letter_config.x.y": {"$exists": false}, "is_active": {"$nin": [true]}}',
)

TARGETS = {
    target.name: target
    for target in (
        Target("where", _where, (BadQuery,), _WHERE, (b"$gt", b"$elemMatch", b"$not", b"$nor", b'"_id"', b"1e400")),
        Target("sort", _sort, (BadQuery,), (b"\x00-name,_id", b'\x03[("state", -1)]', b'\x05{"matrix.unit_price": 1}')),
        Target("projection", _projection, (BadQuery,), (b'{"name": 1, "rows.a": 1}', b'{"rows.b.c": 0, "_id": 0}')),
        Target(
            "moments",
            _moment,
            (NotAMoment,),
            (b"Tue, 03 Mar 2026 09:30:00 GMT", b"2026-03-03T09:30:00.5+01:00", b"9999-12-31T23:59:59Z", b"0001-01-01"),
        ),
        Target("json", _json, (NotJson,), (b'{"a": [1, 2.5, "\\ud800", null, true]}', b"\xef\xbb\xbf[1e400]")),
        Target(
            "bodies",
            _body,
            (NotJson, Refused),
            tuple(bytes([place]) + json.dumps(shape.example).encode() for place, shape in enumerate(SHAPES)),
            (b'"amount"', b'"account"', b'"case_settings"', b"null", b"1e400", b"[]", b"{}", b'"\\u0000"', b'"\\ud800"'),
        ),
        Target(
            "conditions",
            _conditions,
            (),
            (b"Tue, 03 Mar 2026 00:00:00 GMT", b"Tue, 3 Mar 26 0:0 +9999", b'W/"a", "b"', b"*", b"Mon, 32 Foo 99999"),
        ),
        Target("uploads", _upload, (), (b"%PDF-1.7 ", b"\x89PNG\r\n\x1a\n", b"GIF89a", b"BM", b"\xff\xd8\xff")),
        Target("query", _query, (HttpError,), (b"page=2&max_results=1e3&where=%7B%7D", b"a&a&a=%00&page=-2")),
        Target(
            "bank files",
            _bank_file,
            (BadBankFile,),
            (
                make_bgmax([_DEPOSIT], created=_MADE),
                make_camt054([_DEPOSIT], account=_IBAN, created=_MADE),
                make_camt053([_DEPOSIT], account=_IBAN, created=_MADE, version="001.02"),
            ),
            (b"20", b"15", b"70", b"<Ntry>", b"</Ntry>", b"<Amt Ccy='SEK'>", b"<!DOCTYPE", b"<!ENTITY", b"&x;"),
        ),
        Target(
            "tables",
            _table,
            (BadTable,),
            (b"name;amount\nA;1 234,50\n", b'{"rows.0.price": 1, "date": "2026-03-03"}\n', b"sep=,\na,b\n1,2\n", b"PK\x03\x04"),
        ),
        Target("access tokens", _access_token, (BadAccessToken,), (_TOKEN.encode(), b"a.b.c")),
        Target(
            "signed JWTs",
            _signed_jwt,
            (SignInFailed,),
            (b"eyJhbGciOiJFUzI1NiJ9.eyJhcGlfY29kZSI6ImEiLCJleHAiOjE3OTAwMDA2MDB9.YWFhYQ", _TOKEN.encode()),
        ),
        Target("links", _link, (), (b"6919a4d2c0ffee0123456789 1790000000 " + b"0" * 64,)),
        Target("addresses", _address, (), (b"::1\n203.0.113.9, 10.0.0.2\nfor=\"[2001:db8::7]:443\";by=x, for=10.0.0.3",)),
        Target("numbers", _numbers, (), (b"811218-9876", b"556016-0680", b"991-2346", _IBAN.encode(), b"SE556016068001")),
    )
}  # fmt: skip
