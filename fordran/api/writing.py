"""POST, PATCH and DELETE: read the body, do the verb in one transaction, answer."""

from __future__ import annotations

import hashlib
from collections.abc import Awaitable, Callable, Mapping
from datetime import datetime
from typing import Any, TypeVar

import orjson

from fordran import clock
from fordran.actions.log_request import log_request
from fordran.actions.refusals import DoneMeanwhile, EtagDiffers
from fordran.api.answers import Answer, Headers, answer, error
from fordran.api.errors import NO_ETAG, HttpError, answer_to, http_error, not_found
from fordran.api.reading import Serve, sent_etag
from fordran.api.request import Request
from fordran.resources import RESOURCES
from fordran.shape.fields import Refused, Shape, add_issue, fields_of, read, references_in
from fordran.shape.json_in import json_of
from fordran.shape.moments import rfc_1123
from fordran.shape.resource import META, Resource
from fordran.store.database import Connection, Database
from fordran.store.idempotent_answers import FirstAnswer, claim_key, first_answer, store_answer
from fordran.store.listing import Item
from fordran.store.rows import find, no_such
from fordran.store.savepoints import savepoint
from fordran.store.scope import Caller

MOST_DOCUMENTS = 1000
MOST_KEY = 255
MOST_TRIES = 3

S = TypeVar("S", bound=Shape)
T = TypeVar("T")

Create = Callable[[Connection, Caller, Any, datetime], Awaitable["Created"]]
Change = Callable[[Connection, Caller, str, str, Any, datetime], Awaitable[None]]
Remove = Callable[[Connection, Caller, str, str, datetime], Awaitable[None]]

Created = Mapping[str, Any]
"""What a create answers beside `_status`: the id and the fields of its own."""


class DryRun(Exception):
    """Undoes what a dry run did; holds what it would have answered."""

    def __init__(self, would: Answer) -> None:
        super().__init__()
        self.would = would


def post(resource: Resource, create: Create, *, takes_arrays: bool = True) -> Serve:
    """The endpoint that creates documents of a resource: one, or an array of them all or nothing."""
    assert resource.input is not None
    shape = resource.input

    async def serve(request: Request, database: Database) -> Answer:
        document = await request.json()

        async def act(tx: Connection) -> Answer:
            now = clock.now()
            if isinstance(document, list):
                if not takes_arrays or not document or len(document) > MOST_DOCUMENTS:
                    raise http_error(400, f"An array must have 1 to {MOST_DOCUMENTS} documents.")
                return await _create_all(tx, request.signed_in, shape, document, create, resource, now)
            value = await read_all_issues(tx, request.signed_in, shape, document)
            return _created(await create(tx, request.signed_in, value, now), resource)

        if resource.name not in request.signed_in.logs:
            return await once(request, database, act, document)
        return await logged(request, database, resource, act, document)

    return serve


async def logged(
    request: Request,
    database: Database,
    resource: Resource,
    act: Callable[[Connection], Awaitable[Answer]],
    document: Any,
) -> Answer:
    """The same, with request and answer kept: in the act's own transaction, or by themselves where it was refused."""

    async def act_and_log(tx: Connection) -> Answer:
        done = await act(tx)
        await log_request(tx, request.signed_in, resource, done.status, document, done.body, clock.now())
        return done

    try:
        return await once(request, database, act_and_log, document)
    except Exception as trouble:
        refused = answer_to(trouble)
        if refused is not None and refused.status < 500:
            async with database.transaction() as tx:
                await log_request(tx, request.signed_in, resource, refused.status, document, refused.body, clock.now())
        raise


async def read_all_issues(tx: Connection, caller: Caller, shape: type[S], document: Any) -> S:
    """A document by its shape. Where that is refused, its references are looked up too, to tell every issue at once.

    A document with the right shape has its references looked up by the verb, together with what else it needs of them.
    """
    try:
        return read(shape, document)
    except Refused as refused:
        for path, name, id_ in references_in(shape, document):
            resource = RESOURCES.get(name)
            if resource and id_ and await find(tx, resource, caller, id_) is None:
                add_issue(refused.issues, path, no_such(resource, id_))
        raise


async def _create_all(
    tx: Connection,
    caller: Caller,
    shape: type[Shape],
    documents: list[Any],
    create: Create,
    resource: Resource,
    now: datetime,
) -> Answer:
    """Every document or none. Each is looked at, so that all issues of all documents are told at once."""
    outcomes: list[dict[str, Any]] = []
    refused = 0
    for document in documents:
        try:
            value = await read_all_issues(tx, caller, shape, document)
            outcomes.append(_body(await _create_within(tx, caller, value, create, now)))
        except Refused as wrong:
            refused += 1
            outcomes.append({"_status": "ERR", "_issues": wrong.issues})
    if refused:
        items = [item if item["_status"] == "ERR" else {"_status": "OK"} for item in outcomes]
        if len(documents) == 1:
            raise Refused(outcomes[0]["_issues"])
        message = f"Insertion failure: {refused} document(s) contain(s) error(s)"
        raise HttpError(error(422, message, _items=items))
    if len(documents) == 1:
        return answer(outcomes[0], 201, _location(resource, outcomes[0]))
    return answer({"_status": "OK", "_items": outcomes}, 201)


async def _create_within(tx: Connection, caller: Caller, value: Any, create: Create, now: datetime) -> Created:
    """Create one of several, so that a refusal undoes that one alone."""

    async def act() -> Created:
        async with savepoint(tx):
            return await create(tx, caller, value, now)

    return await _tried(act)


async def _tried(act: Callable[[], Awaitable[T]]) -> T:
    """What an act comes to, which is done again where somebody else did the same meanwhile."""
    for _ in range(MOST_TRIES - 1):
        try:
            return await act()
        except DoneMeanwhile:
            continue
    return await act()


def _body(created: Created) -> dict[str, Any]:
    shown = dict(created)
    for name in ("_created", "_updated"):
        if isinstance(shown[name], datetime):
            shown[name] = rfc_1123(shown[name])
    return shown | {"_status": "OK"}


def _created(created: Created, resource: Resource) -> Answer:
    body = _body(created)
    return answer(body, 201, _location(resource, body))


def _location(resource: Resource, body: dict[str, Any]) -> Headers:
    return [(b"location", f"/{resource.name}/{body['_id']}".encode()), (b"etag", f'"{body["_etag"]}"'.encode())]


def is_dry_run(request: Request) -> bool:
    """Whether the client asks what would happen, and wants it not to."""
    return request.query.get("dry_run", "").lower() in ("true", "1", "yes")


async def once(
    request: Request, database: Database, act: Callable[[Connection], Awaitable[Answer]], document: Any
) -> Answer:
    """Do an act in a transaction: for a dry run undo it, for an idempotency key do it once and store its answer with it."""
    is_dry = is_dry_run(request)
    key = request.header(b"idempotency-key")
    if key is not None and not 0 < len(key) <= MOST_KEY:
        raise http_error(422, f"Idempotency-Key must have 1 to {MOST_KEY} characters.")

    async def act_within() -> Answer:
        async with database.transaction() as tx:
            if key is not None and not is_dry:
                return await _keyed(tx, request, key, act, document)
            done = await act(tx)
            if is_dry:
                raise DryRun(done)
            return done

    try:
        return await _tried(act_within)
    except DryRun as dry:
        dry.would.headers = [header for header in dry.would.headers if header[0] not in (b"location", b"etag")]
        dry.would.status = 200
        return dry.would


async def _keyed(
    tx: Connection, request: Request, key: str, act: Callable[[Connection], Awaitable[Answer]], document: Any
) -> Answer:
    user = request.signed_in.user
    asked = hashlib.sha256(
        orjson.dumps([request.scope["path"], request.raw_query.decode("latin-1")])
        + repr(document).encode("utf-8", "surrogatepass")
    ).digest()
    if not await claim_key(tx, user, key):
        raise http_error(409, "A request with this Idempotency-Key is being answered just now: try again in a moment.")
    first = await first_answer(tx, user, key)
    if first is not None:
        if first.request_hash != asked:
            raise http_error(422, "This Idempotency-Key was used for another request.")
        headers = [(name.encode(), value.encode()) for name, value in first.headers.items()]
        return Answer(first.status, first.body, [*headers, (b"idempotency-replayed", b"true")])
    done = await act(tx)
    shown = {name.decode(): value.decode() for name, value in done.headers}
    await store_answer(tx, user, key, FirstAnswer(asked, done.status, shown, done.body), clock.now())
    return done


# Changes ----------------------------------------------------------------------------------------------------------------------


def patch(resource: Resource, change: Change) -> Serve:
    """The endpoint that changes a document."""
    assert resource.change is not None
    shape = resource.change

    async def serve(request: Request, database: Database) -> Answer:
        sent = await request.body()  # before a connection is taken, which a slow client must not hold
        async with database.transaction() as tx:
            item, etag = await _to_edit(tx, request, resource)
            document = request.json_in(sent)
            if isinstance(document, list):
                raise http_error(400, "A PATCH takes one document, not an array.")
            whole = await read_all_issues(tx, request.signed_in, shape, merged(shape, item, document))
            await change(tx, request.signed_in, request.path["id"], etag, whole, clock.now())
            after = await find(tx, resource, request.signed_in, request.path["id"])
        if after is None:
            return Answer(204)
        body = {name: after.document[name] for name in META} | {"_status": "OK"}
        return answer(body, headers=[(b"etag", f'"{after.etag}"'.encode())])

    return serve


def delete(resource: Resource, remove: Remove) -> Serve:
    """The endpoint that removes a document."""

    async def serve(request: Request, database: Database) -> Answer:
        async with database.transaction() as tx:
            _, etag = await _to_edit(tx, request, resource)
            await remove(tx, request.signed_in, request.path["id"], etag, clock.now())
        return Answer(204)

    return serve


async def _to_edit(tx: Connection, request: Request, resource: Resource) -> tuple[Item, str]:
    """The document and the tag it must still have; 404 comes before 428, and 428 before 412."""
    item = await find(tx, resource, request.signed_in, request.path["id"])
    if item is None:
        raise not_found()
    etag = sent_etag(request)
    if etag is None:
        raise http_error(428, NO_ETAG)
    if etag != item.etag:
        raise EtagDiffers
    return item, etag


def merged(shape: type[Shape], item: Item, given: Any) -> Any:
    """The whole document after a change, as it would be sent. Objects are merged, arrays replaced."""
    if not isinstance(given, dict):
        return given
    before = json_of(orjson.dumps(item.document))
    return _deep({name: before[name] for name in fields_of(shape) if name in before}, given)


def _deep(before: dict[str, Any], given: dict[str, Any]) -> dict[str, Any]:
    after = dict(before)
    for name, value in given.items():
        if isinstance(value, dict) and isinstance(after.get(name), dict):
            after[name] = _deep(after[name], value)
        else:
            after[name] = value
    return after
