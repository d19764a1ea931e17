"""Registering many documents from a file: a part at a time, each part as a whole, and safe to run again."""

from __future__ import annotations

import hashlib
import itertools
import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import IO, Any

import msgspec

from fordran_client.errors import FordranError
from fordran_client.kinds import plain
from fordran_client.sync_collection import Collection


@dataclass(frozen=True)
class Registered:
    """The documents so far, of which a part was answered just now."""

    count: int
    items: list[Any]


class PartRefused(Exception):
    """A part of a file was refused, as a whole; the parts before it are registered."""

    def __init__(self, first: int, last: int, error: FordranError) -> None:
        super().__init__(f"documents {first} to {last}: {error.status}: {error.message}")
        self.error = error


def documents(file: IO[str]) -> Iterator[Any]:
    """The documents of a file: a JSON object, an array, or one object a line."""
    text = file.read()
    try:
        whole = json.loads(text)
    except ValueError:
        yield from (json.loads(line) for line in text.splitlines() if line.strip())
        return
    yield from whole if isinstance(whole, list) else [whole]


def register(collection: Collection[Any], sent: Iterator[Any], *, size: int, dry_run: bool) -> Iterator[Registered]:
    """Register documents in parts of a size. A part that is sent again within 72 hours is answered and not done again."""
    count = 0
    while part := list(itertools.islice(sent, size)):
        body = part if len(part) > 1 else part[0]
        key = None if dry_run else hashlib.sha256(msgspec.json.encode(body, order="deterministic")).hexdigest()
        try:
            done = plain(collection.create(body, key=key, dry_run=dry_run))
        except FordranError as error:
            raise PartRefused(count + 1, count + len(part), error) from error
        count += len(part)
        yield Registered(count, done.get("_items", [done]))
