"""The commands and options of `fordran-api`."""

from __future__ import annotations

import argparse
from pathlib import Path

from fordran_client.names import attribute
from fordran_client.operations import OPERATIONS, RESOURCES

NOUNS = {attribute(path).replace("_", "-"): path for path in RESOURCES}
"""How the command line says a resource → its path."""
REGISTERED = {"invoices": "invoice--registrations", "cases": "case--registrations"}
_PATHS = {(operation.method, operation.path) for operation in OPERATIONS.values()}


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
    """The verbs of a resource: those that the interface has for it."""
    verbs = noun.add_subparsers(dest="verb", required=True, metavar="VERB")
    path = f"/{NOUNS[name]}"
    listed = verbs.add_parser("list", help="list them")
    listed.add_argument("--where", help="which, as JSON")
    listed.add_argument("--sort", help="fields, with a - before one that is descending")
    listed.add_argument("--limit", type=int, default=None, help="how many at most")
    listed.add_argument("--json", action="store_true", help="one object a line")
    verbs.add_parser("get", help="show one").add_argument("id")
    verbs.add_parser("count", help="how many").add_argument("--where", help="which, as JSON")
    if ("POST", path) in _PATHS:
        _add_file(verbs.add_parser("create", help="create what a file of JSON says"))
    if name in REGISTERED:
        register = verbs.add_parser(
            "register", help="register what a file says: a JSON object, an array, or one a line"
        )
        _add_file(register)
        register.add_argument("--chunk", type=int, default=100, metavar="N", help="how many in a request (100)")
    if ("PATCH", path + "/{id}") in _PATHS:
        _add_fields(verbs.add_parser("change", help="change one: change ID description=Moved"))
    if ("DELETE", path + "/{id}") in _PATHS:
        verbs.add_parser("delete", help="delete one").add_argument("id")
    if any(method == "POST" and one.startswith(path + "/{id}/") for method, one in _PATHS):
        act = verbs.add_parser("act", help="do something to one: act ID respite until=2026-07-01")
        act.add_argument("id")
        act.add_argument("act")
        act.add_argument("fields", nargs="*", metavar="FIELD=VALUE")
        act.add_argument("--dry-run", action="store_true")
    if name == "cases":
        _add_of_cases(verbs)


def _add_of_cases(verbs: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    statement = verbs.add_parser("statement", help="explain what is owed on a case, line by line")
    statement.add_argument("id")
    statement.add_argument("--at", help="the day, past or future; today if left out")
    statement.add_argument("--known", help="a moment: by what was known then")
    statement.add_argument("--json", action="store_true", help="the whole answer as JSON")
    upload = verbs.add_parser("upload", help="keep the creditor's own invoice with its case")
    upload.add_argument("id")
    upload.add_argument("file", type=Path, help="a PDF or an image")


def _add_file(verb: argparse.ArgumentParser) -> None:
    verb.add_argument("file", type=Path, help="a file of JSON, or - for standard input")
    verb.add_argument("--dry-run", action="store_true", help="check it and store nothing")


def _add_fields(verb: argparse.ArgumentParser) -> None:
    verb.add_argument("id")
    verb.add_argument("fields", nargs="+", metavar="FIELD=VALUE")
