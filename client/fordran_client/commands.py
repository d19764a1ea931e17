"""`fordran-api`: the interface from a shell."""

from __future__ import annotations

import argparse
import itertools
import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

import httpx

from fordran_client import models, profiles
from fordran_client.arguments import NOUNS, REGISTERED, parser
from fordran_client.completion import completion
from fordran_client.errors import FordranError
from fordran_client.forwarding import forward
from fordran_client.kinds import plain
from fordran_client.names import NoSuchOperation
from fordran_client.operations import RESOURCES
from fordran_client.registering import PartRefused, documents, register
from fordran_client.sync import Fordran
from fordran_client.tables import STATEMENT_COLUMNS, columns_of, table


def main(arguments: list[str] | None = None, client: Fordran | None = None) -> int:
    """Carry out a command; the exit code."""
    given = parser().parse_args(arguments)
    try:
        if given.noun == "completion":
            print(completion(given.shell, parser()))
        elif given.noun == "profile":
            _profile(given)
        else:
            _ask(given, client)
    except PartRefused as refused:
        return _refused(str(refused), refused.error)
    except FordranError as error:
        return _refused(f"{error.status}: {error.message}", error)
    except httpx.TransportError as error:
        print(f"The service does not answer: {error or type(error).__name__}.", file=sys.stderr)
        return 2
    except (profiles.NoProfile, NoSuchOperation, ValueError, OSError) as error:
        print(error, file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    return 0


def _refused(message: str, error: FordranError) -> int:
    print(message, file=sys.stderr)
    if error.issues:
        print(json.dumps(error.issues, indent=2, ensure_ascii=False), file=sys.stderr)
    return 1


def _profile(given: argparse.Namespace) -> None:
    if given.verb == "add":
        code = sys.stdin.readline().strip() if given.code == "-" else given.code
        profiles.keep(given.name, profiles.Profile(given.url, code, given.key_file))
        return
    for name, profile in sorted(profiles.profiles().items()):
        print(f"{name}\t{profile.url}")


def _ask(given: argparse.Namespace, client: Fordran | None) -> None:
    if client is None:
        profile = profiles.chosen(given.profile)
        client = Fordran(profile.url, profile.sign_in)
    with client:
        if given.noun == "listen":
            _listen(given, client)
        elif given.noun == "mcp":
            from fordran_client.mcp_server import serve

            serve(client, allow_acts=given.allow_acts)
        else:
            _of_noun(given, client)


def _of_noun(given: argparse.Namespace, client: Fordran) -> None:
    path = NOUNS[given.noun]
    collection = client.collection(path)
    match given.verb:
        case "list":
            found = itertools.islice(collection.list(given.where, sort=given.sort), given.limit)
            _print_all((plain(one) for one in found), columns_of(_fields(path)), as_json=given.json)
        case "get":
            _print_one(collection.get(given.id))
        case "count":
            print(collection.count(given.where))
        case "create":
            with _opened(given.file) as file:
                body = list(documents(file))
            _print_one(collection.create(body if len(body) > 1 else body[0], dry_run=given.dry_run))
        case "register":
            _register(given, client)
        case "change":
            _print_one(collection.change(given.id, **_values(given.fields)))
        case "delete":
            collection.delete(given.id)
        case "act":
            _print_one(collection.act(given.id, given.act, dry_run=given.dry_run, **_values(given.fields)))
        case "upload":
            _print_one(client.upload_original_invoice(given.id, given.file.name, given.file.read_bytes()))
        case "statement":
            _statement(given, client)


def _fields(path: str) -> tuple[str, ...]:
    return getattr(models, RESOURCES[path]).__struct_encode_fields__  # type: ignore[no-any-return]


def _register(given: argparse.Namespace, client: Fordran) -> None:
    """Print the answers when all is registered; progress goes to standard error."""
    collection = client.collection(REGISTERED[given.noun])
    items: list[Any] = []
    try:
        with _opened(given.file) as file:
            for done in register(collection, documents(file), size=given.chunk, dry_run=given.dry_run):
                items += done.items
                print(f"{done.count} registered" if not given.dry_run else f"{done.count} checked", file=sys.stderr)
    finally:
        if items:
            _print_one(items[0] if len(items) == 1 else {"_status": "OK", "_items": items})


def _statement(given: argparse.Namespace, client: Fordran) -> None:
    query = {name: text for name, text in (("at", given.at), ("known", given.known)) if text}
    stated = plain(client.cases.part(given.id, "statement", **query))
    if given.json:
        return _print_one(stated)
    _print_all(stated["lines"], STATEMENT_COLUMNS, as_json=False)
    print(f"Owed {stated['at']}: {stated['total_remaining_transaction_amount']:.2f} {stated['currency']}")
    return None


def _values(fields: Iterable[str]) -> dict[str, Any]:
    wrong = [field for field in fields if "=" not in field]
    if wrong:
        raise ValueError(f"{wrong[0]!r} is not FIELD=VALUE.")
    return {name: _value(text) for name, text in (field.split("=", 1) for field in fields)}


def _value(text: str) -> Any:
    """A value that is JSON, or else a text."""
    try:
        return json.loads(text)
    except ValueError:
        return text


@contextmanager
def _opened(file: Path) -> Iterator[IO[str]]:
    if str(file) == "-":
        yield sys.stdin
        return
    with file.open(encoding="utf-8") as opened:
        yield opened


def _print_one(document: Any) -> None:
    print(json.dumps(plain(document), indent=2, ensure_ascii=False))


def _print_all(rows: Iterable[dict[str, Any]], columns: Sequence[str], *, as_json: bool) -> None:
    lines = (json.dumps(row, ensure_ascii=False) for row in rows) if as_json else table(columns, rows)
    for line in lines:
        print(line, flush=True)


def _listen(given: argparse.Namespace, client: Fordran) -> None:
    events = client.follow(given.after, given.where, until_empty=given.until_empty)
    if given.forward:
        forward(events, given.forward, given.secret)
        return
    for event in events:
        print(json.dumps(plain(event), ensure_ascii=False), flush=True)


if __name__ == "__main__":
    sys.exit(main())
