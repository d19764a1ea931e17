"""Once: what a request does, in one transaction, with its answer kept for an idempotency key, or undone as a dry run."""

from __future__ import annotations

import hashlib
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, TypeAlias, TypeVar

import orjson

from fordran import clock
from fordran.actions.refusals import ConcurrentDuplicate, NotTogether
from fordran.api.http.answers import Answer, without
from fordran.api.http.errors import KEY_IN_USE, http_error
from fordran.api.http.request import Request
from fordran.api.http.switches import DRY_RUN, is_on
from fordran.store.connections.database import Connection, Database
from fordran.store.connections.troubles import DatabaseAway, DatabaseBusy
from fordran.store.idempotent_answers import (
    FirstAnswer,
    claim_key,
    claim_new_keys,
    first_answer,
    store_answer,
    store_answers,
)

DRY = "_dry_run"
"""The field that marks the answer of a dry run."""
OCR_FIELDS = frozenset({"ocr_number_ocr", "_ocr_numbers_ocr"})

MOST_KEY = 255
MOST_TRIES = 3

T = TypeVar("T")

IdempotentWork: TypeAlias = Callable[[Connection], Awaitable[Answer]]
"""The work of a request in the transaction that it is given."""


class DryRun(Exception):
    """Undoes what a dry run did; holds what it would have answered."""

    def __init__(self, would: Answer) -> None:
        super().__init__()
        self.would = would


def key_of(request: Request) -> str | None:
    """The idempotency key of a request, if it has one."""
    key = request.header(b"idempotency-key")
    if key is not None and not 0 < len(key) <= MOST_KEY:
        raise http_error(422, f"Idempotency-Key must have 1 to {MOST_KEY} characters.")
    return key


def is_dry_run(request: Request) -> bool:
    """Whether the client asks what would happen, and wants it not to."""
    return is_on(request, DRY_RUN)


async def once(request: Request, database: Database, work: IdempotentWork, document: Any) -> Answer:
    """Do it in a transaction: for a dry run undo it, for an idempotency key do it once and store its answer with it."""
    is_dry = is_dry_run(request)
    key = key_of(request)

    async def work_within() -> Answer:
        async with database.transaction() as tx:
            if key is not None and not is_dry:
                return await _keyed(tx, request, key, work, document)
            done = await work(tx)
            if is_dry:
                raise DryRun(done)
            return done

    try:
        return await tried(work_within)
    except DryRun as dry:
        dry.would.headers = [header for header in dry.would.headers if header[0] not in (b"location", b"etag")]
        dry.would.status = 200
        # A secret that will never be one would only mislead.
        dry.would.body = _marked(without(dry.would.body, request.secrets))
        return dry.would


async def once_together(
    database: Database, requests: Sequence[tuple[Request, Any]], work: Callable[[Connection], Awaitable[list[Answer]]]
) -> list[Answer]:
    """The same for several requests of one user in one transaction; raises `NotTogether` where they have to be done alone."""
    is_done = False
    try:
        async with database.transaction() as tx:
            keyed = [(place, key_of(request)) for place, (request, _) in enumerate(requests)]
            keys = [key for _, key in keyed if key is not None]
            first = requests[0][0].signed_in
            if keys and not await claim_new_keys(tx, first.account, first.user, keys):
                raise NotTogether
            answers = await work(tx)
            kept = {key: _first_answer(*requests[place], answers[place]) for place, key in keyed if key is not None}
            await store_answers(tx, first.account, first.user, kept, clock.now())
            is_done = True
    except (DatabaseAway, DatabaseBusy):
        raise
    except Exception as trouble:
        if is_done:
            raise
        raise NotTogether from trouble
    return answers


def _marked(body: bytes) -> bytes:
    """The answer of a dry run: marked as one, and with zeros for payment references, which nobody must print."""
    document = orjson.loads(body)
    for each in (document, *document.get("_items", ())):
        for name in OCR_FIELDS & each.keys():
            numbers = each[name]
            each[name] = [_zeros(one) for one in numbers] if isinstance(numbers, list) else _zeros(numbers)
    return orjson.dumps(document | {DRY: True})


def _zeros(number: str) -> str:
    return "0" * len(number)


async def tried(attempt: Callable[[], Awaitable[T]]) -> T:
    """The result of an attempt, which is repeated if somebody else did the same meanwhile."""
    for _ in range(MOST_TRIES - 1):
        try:
            return await attempt()
        except ConcurrentDuplicate:
            continue
    return await attempt()


async def _keyed(tx: Connection, request: Request, key: str, work: IdempotentWork, document: Any) -> Answer:
    user = request.signed_in.user
    asked = _hash(request, document)
    if not await claim_key(tx, user, key):
        raise http_error(409, KEY_IN_USE, kind="idempotency_key_in_use")
    first = await first_answer(tx, request.signed_in.account, user, key)
    if first is not None:
        if first.request_hash != asked:
            raise http_error(422, "This Idempotency-Key was used for another request.", kind="idempotency_key_reused")
        headers = [(name.encode(), value.encode()) for name, value in first.headers.items()]
        return Answer(first.status, first.body, [*headers, (b"idempotency-replayed", b"true")])
    done = await work(tx)
    await store_answer(tx, request.signed_in.account, user, key, _first_answer(request, document, done), clock.now())
    return done


def _first_answer(request: Request, document: Any, done: Answer) -> FirstAnswer:
    shown = {name.decode(): value.decode() for name, value in done.headers}
    kept = without(done.body, request.secrets)
    return FirstAnswer(_hash(request, document), done.status, shown, kept)


def _hash(request: Request, document: Any) -> bytes:
    """The identity of a request: path, query string and body."""
    asked = orjson.dumps([request.scope["path"], request.raw_query.decode("latin-1")])
    return hashlib.sha256(asked + repr(document).encode("utf-8", "surrogatepass")).digest()
