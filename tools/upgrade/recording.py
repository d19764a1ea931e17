"""Records of an installation: every document of every list, and of each case its statements on several days and the rest."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import AsyncIterator, Iterator, Mapping
from datetime import date, timedelta
from pathlib import Path
from typing import Any, TypeAlias

import httpx

Recorded: TypeAlias = dict[str, Any]
"""Path of a document, with its query → the document."""

UNRECORDED = ("/request--logs", "/locales")
"""Reading adds to the one; the other has the texts of the version."""
AFTER_DAYS = (-200, -30, 0, 30, 400)
"""Days of the statements, counted from today."""
VOLATILE = ("known",)
"""Fields that hold the moment of reading."""
A_PAGE = 100
AT_ONCE = 4
OK = 200


class NotAnswered(Exception):
    """A request that had to be answered was not."""


async def record(client: httpx.AsyncClient, today: date, paths: list[str] | None = None) -> Recorded:
    """Everything that the interface answers; by the paths of an earlier record, or of the description."""
    found: Recorded = {}
    paths = paths or await described_paths(client)
    for path in paths:
        if "{" not in path:
            found |= {f"{path}/{one['_id']}": one async for one in _listed(client, path)}
    cases = [path.rpartition("/")[2] for path in found if path.startswith("/cases/")]
    parts = [path for path in paths if path.startswith("/cases/{id}/") and path != "/cases/{id}/statement"]
    days = [today + timedelta(days=after) for after in AFTER_DAYS]
    wanted = [path.replace("{id}", case) for case in cases for path in parts]
    wanted += [f"/cases/{case}/statement?at={day}" for case in cases for day in days]
    turns = asyncio.Semaphore(AT_ONCE)

    async def read(path: str) -> None:
        async with turns:
            found[path] = {name: value for name, value in (await _answer(client, path)).items() if name not in VOLATILE}

    async def read_file(id_: str) -> None:
        async with turns:
            answer = await client.get(f"/media--files/{id_}")
            # Versions may mask different parts of a copy: `stored_files` compares the bytes.
            found[f"/media--files/{id_}"] = [answer.status_code, answer.headers["content-type"]]

    await asyncio.gather(*map(read, wanted))
    await asyncio.gather(*map(read_file, {id_ for document in found.values() for id_ in files_of(document)}))
    return found


def stored_files(data: Path) -> Recorded:
    """The hash of every file that an installation keeps."""
    media = data / "media"
    files = sorted(path for path in media.rglob("*") if path.is_file())
    return {f"media/{path.relative_to(media)}": hashlib.sha256(path.read_bytes()).hexdigest() for path in files}


def files_of(value: Any) -> Iterator[str]:
    """The ids of files that a document shows: of letters, invoices and payouts."""
    if isinstance(value, dict):
        id_ = value.get("file") or value.get("id")
        if id_ and "filename" in value:
            yield id_
        for part in value.values():
            yield from files_of(part)
    elif isinstance(value, list):
        for part in value:
            yield from files_of(part)


def without_links(value: Any) -> Any:
    """A document without its signed links, which hold an hour: the file itself is compared."""
    if isinstance(value, dict):
        return {name: without_links(part) for name, part in value.items() if not _is_link(part)}
    return [without_links(part) for part in value] if isinstance(value, list) else value


def _is_link(value: Any) -> bool:
    return isinstance(value, str) and "signature=" in value


async def described_paths(client: httpx.AsyncClient) -> list[str]:
    """The lists, and the parts of a case, that the description of the version names."""
    description = await _answer(client, "/openapi.json")
    gets: Mapping[str, Any] = {path: one["get"] for path, one in description["paths"].items() if "get" in one}
    documents = {path.partition("/{")[0] for path in gets if "/{" in path}
    lists = [path for path in gets if path in documents and path not in UNRECORDED]
    return [*lists, *(path for path in gets if path.startswith("/cases/{id}/"))]


async def _listed(client: httpx.AsyncClient, path: str) -> AsyncIterator[dict[str, Any]]:
    page, items = 1, None
    while items is None or len(items) == A_PAGE:
        items = (await _answer(client, f"{path}?max_results={A_PAGE}&page={page}"))["_items"]
        for item in items:
            yield item
        page += 1


async def _answer(client: httpx.AsyncClient, path: str) -> Any:
    answer = await client.get(path)
    if answer.status_code != OK:
        raise NotAnswered(f"{path}: {answer.status_code} {answer.text[:300]}")
    return without_links(answer.json())
