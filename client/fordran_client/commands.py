"""`fordran-api`: the interface from a shell."""

from __future__ import annotations

import argparse
import itertools
import json
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from fordran_client import profiles
from fordran_client.completion import completion
from fordran_client.errors import FordranError
from fordran_client.forwarding import forward
from fordran_client.kinds import plain
from fordran_client.names import NoSuchOperation, attribute
from fordran_client.operations import RESOURCES
from fordran_client.sync import Fordran

NOUNS = {attribute(path).replace("_", "-"): path for path in RESOURCES}
"""How the command line says a resource → its path."""
REGISTERED = {"invoices": "invoice--registrations", "cases": "case--registrations"}


def parser() -> argparse.ArgumentParser:
    """All commands and their options."""
    made = argparse.ArgumentParser(prog="fordran-api", description="Fordran's interface from a shell.")
    made.add_argument("--profile", help="which installation; FORDRAN_URL and FORDRAN_API_CODE say it too")
    commands = made.add_subparsers(dest="noun", required=True, metavar="COMMAND")
    for noun, path in sorted(NOUNS.items()):
        _add_noun(commands.add_parser(noun, help=f"documents of {path}"), noun)
    listen = commands.add_parser("listen", help="print events as they come, or forward them")
    listen.add_argument("--after", type=int, default=0, help="the position to begin after")
    listen.add_argument("--where", help="which events, as JSON")
    listen.add_argument("--forward", metavar="URL", help="send each to this address, signed, as a webhook gets it")
    listen.add_argument("--secret", help="the secret to sign with; one is made and printed if left out")
    listen.add_argument("--until-empty", action="store_true", help="end when there is no more")
    profile = commands.add_parser("profile", help="which installations there are").add_subparsers(
        dest="verb", required=True
    )
    profile.add_parser("list", help="list them")
    add = profile.add_parser("add", help="add one, or change it")
    add.add_argument("name")
    add.add_argument("--url", required=True)
    add.add_argument("--code", required=True, help="the API code, or - to read it from standard input")
    add.add_argument("--key-file", default="", help="the private key to sign with")
    commands.add_parser("completion", help="print a shell's completion").add_argument(
        "shell", choices=("bash", "zsh", "fish")
    )
    mcp = commands.add_parser("mcp", help="serve the Model Context Protocol on standard input and output")
    mcp.add_argument("--allow-acts", action="store_true", help="let the model act too, each act after a dry run")
    return made


def _add_noun(noun: argparse.ArgumentParser, name: str) -> None:
    verbs = noun.add_subparsers(dest="verb", required=True, metavar="VERB")
    listed = verbs.add_parser("list", help="list them")
    listed.add_argument("--where", help="which, as JSON")
    listed.add_argument("--sort", help="fields, with a - before one that is descending")
    listed.add_argument("--limit", type=int, default=None, help="how many at most")
    listed.add_argument("--json", action="store_true", help="one object a line")
    verbs.add_parser("get", help="show one").add_argument("id")
    verbs.add_parser("count", help="how many").add_argument("--where", help="which, as JSON")
    create = verbs.add_parser("create", help="create what a file of JSON says")
    create.add_argument("file", type=Path)
    create.add_argument("--dry-run", action="store_true")
    if name in REGISTERED:
        register = verbs.add_parser(
            "register", help="register what a file says: a JSON object, an array, or one a line"
        )
        register.add_argument("file", type=Path)
        register.add_argument("--dry-run", action="store_true")
    act = verbs.add_parser("act", help="do something to one: act ID respite until=2026-07-01")
    act.add_argument("id")
    act.add_argument("act")
    act.add_argument("fields", nargs="*", metavar="FIELD=VALUE")
    act.add_argument("--dry-run", action="store_true")


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
    except FordranError as error:
        print(f"{error.status}: {error.message}", file=sys.stderr)
        if error.issues:
            print(json.dumps(error.issues, indent=2, ensure_ascii=False), file=sys.stderr)
        return 1
    except (profiles.NoProfile, NoSuchOperation, ValueError, OSError) as error:
        print(error, file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    return 0


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
    collection = client.collection(NOUNS[given.noun])
    match given.verb:
        case "list":
            found = itertools.islice(collection.list(given.where, sort=given.sort), given.limit)
            _print_all(found, as_json=given.json)
        case "get":
            _print_one(collection.get(given.id))
        case "count":
            print(collection.count(given.where))
        case "create":
            _print_one(collection.create(_read(given.file), dry_run=given.dry_run))
        case "register":
            registrations = client.collection(REGISTERED[given.noun])
            _print_one(registrations.create(_read(given.file), dry_run=given.dry_run))
        case "act":
            fields = dict(field.split("=", 1) for field in given.fields)
            body = {name: _value(text) for name, text in fields.items()}
            _print_one(collection.act(given.id, given.act, dry_run=given.dry_run, **body))


def _value(text: str) -> Any:
    """A value that is JSON, or else a text."""
    try:
        return json.loads(text)
    except ValueError:
        return text


def _read(file: Path) -> Any:
    text = sys.stdin.read() if str(file) == "-" else file.read_text(encoding="utf-8")
    try:
        return json.loads(text)
    except ValueError:
        return [json.loads(line) for line in text.splitlines() if line.strip()]


def _print_one(document: Any) -> None:
    print(json.dumps(plain(document), indent=2, ensure_ascii=False))


def _print_all(documents: Iterable[Any], *, as_json: bool) -> None:
    for document in documents:
        said = plain(document)
        if as_json:
            print(json.dumps(said, ensure_ascii=False), flush=True)
            continue
        single = [str(value) for name, value in said.items() if name[0] != "_" and isinstance(value, str | int | float)]
        print("\t".join([said["_id"], *single[:6]]), flush=True)


def _listen(given: argparse.Namespace, client: Fordran) -> None:
    events = client.follow(given.after, given.where, until_empty=given.until_empty)
    if given.forward:
        forward(events, given.forward, given.secret)
        return
    for event in events:
        print(json.dumps(plain(event), ensure_ascii=False), flush=True)


if __name__ == "__main__":
    sys.exit(main())
