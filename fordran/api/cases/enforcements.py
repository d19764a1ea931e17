"""Applications to the enforcement authority over HTTP: those of a case, and the posting of one."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from fordran import clock
from fordran.actions.enforcements.hand_over import hand_over
from fordran.actions.enforcements.post_application import post_application
from fordran.actions.enforcements.renew import renew
from fordran.api.cases.acts import case_of
from fordran.api.http.answers import Answer, answer
from fordran.api.http.errors import not_found
from fordran.api.http.request import Request
from fordran.api.serving.bodies import read_all_issues
from fordran.api.serving.once import once
from fordran.api.serving.query import query_of
from fordran.api.serving.reading import page_answer
from fordran.resources.enforcements import ENFORCEMENTS, HandOverInput, PostedInput, RenewInput
from fordran.shape.resource import META
from fordran.store.connections.database import Connection, Database
from fordran.store.reading.documents import Document
from fordran.store.reading.listing import read_page
from fordran.store.rows.rows import find


async def list_enforcements(request: Request, database: Database) -> Answer:
    """The applications of a case, as every list."""
    asked = query_of(request, ENFORCEMENTS)
    of_case: dict[str, Any] = {"cases": request.path["id"]}
    query = replace(asked, where={"$and": [of_case, asked.where]} if asked.where else of_case, is_remembered=False)
    async with database.connection() as connection:
        await case_of(connection, request)
        page = await read_page(connection, ENFORCEMENTS, request.signed_in, query)
    return page_answer(request, query, page)


async def post_posted(request: Request, database: Database) -> Answer:
    """Note that an application was signed and posted."""
    document = await request.json()

    async def work(tx: Connection) -> Answer:
        found = await _found(tx, request)
        given = await read_all_issues(tx, request.signed_in, PostedInput, document)
        await post_application(tx, found, given, clock.now())
        after = await _found(tx, request)
        return answer({name: after[name] for name in (*META, "status")} | {"_status": "OK"}, 201)

    return await once(request, database, work, document)


async def post_hand_over(request: Request, database: Database) -> Answer:
    """Note that a court was asked to take a contested case over."""
    document = await request.json()

    async def work(tx: Connection) -> Answer:
        found = await _found(tx, request)
        given = await read_all_issues(tx, request.signed_in, HandOverInput, document)
        await hand_over(tx, found, given, clock.now())
        after = await _found(tx, request)
        return answer({name: after[name] for name in (*META, "status")} | {"_status": "OK"}, 201)

    return await once(request, database, work, document)


async def post_renew(request: Request, database: Database) -> Answer:
    """Ask for execution again."""
    document = await request.json()

    async def work(tx: Connection) -> Answer:
        found = await _found(tx, request)
        given = await read_all_issues(tx, request.signed_in, RenewInput, document)
        await renew(tx, found, given, clock.now())
        after = await _found(tx, request)
        return answer({name: after[name] for name in (*META, "status")} | {"_status": "OK"}, 201)

    return await once(request, database, work, document)


async def _found(tx: Connection, request: Request) -> Document:
    item = await find(tx, ENFORCEMENTS, request.signed_in, request.path["id"])
    if item is None:
        raise not_found()
    return item.document
