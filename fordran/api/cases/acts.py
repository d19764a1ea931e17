"""Acting on a case over HTTP: POST to begin something, DELETE to lift it; and its refunds, which are listed and ordered."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import datetime
from typing import Any

from fordran import clock
from fordran.actions.bank.order_refund import order_refund
from fordran.actions.cases.move_case import FlowingCase, lock_flowing
from fordran.actions.refunds.write_off_claim import write_off_claim
from fordran.actions.refusals import EtagDiffers
from fordran.api.endpoint import EndpointHandler
from fordran.api.http.answers import Answer, answer
from fordran.api.http.conditions import sent_etag
from fordran.api.http.errors import NO_ETAG, http_error, not_found
from fordran.api.http.request import Request
from fordran.api.serving.bodies import read_all_issues
from fordran.api.serving.once import once
from fordran.api.serving.query import query_of
from fordran.api.serving.reading import page_answer
from fordran.resources.cases import CASES
from fordran.resources.refunds import REFUNDS, RefundOrder, RefundWriteOff
from fordran.shape.fields import Shape
from fordran.shape.resource import META
from fordran.shape.wire import kronor
from fordran.store.connections.database import Connection, Database
from fordran.store.reading.documents import Document
from fordran.store.reading.listing import read_page
from fordran.store.rows.rows import find

CaseAct = Callable[[Connection, FlowingCase, Any, datetime], Awaitable[None]]
CaseLift = Callable[[Connection, FlowingCase, datetime], Awaitable[None]]


def act_on_case(shape: type[Shape], act: CaseAct) -> EndpointHandler:
    """The endpoint of an act that a body describes."""

    async def serve(request: Request, database: Database) -> Answer:
        document = await request.json() if shape.model_fields else {}

        async def work(tx: Connection) -> Answer:
            one = await _locked(tx, request)
            given = await read_all_issues(tx, request.signed_in, shape, document)
            await act(tx, one, given, clock.now())
            return answer(await _shown(tx, request), 201)

        return await once(request, database, work, document)

    return serve


def lift_from_case(lift: CaseLift) -> EndpointHandler:
    """The endpoint that lifts what holds a case; the case's own tag says that nobody else has."""

    async def serve(request: Request, database: Database) -> Answer:
        async with database.transaction() as tx:
            one = await _locked(tx, request)
            etag = sent_etag(request)
            if etag is None:
                raise http_error(428, NO_ETAG)
            item = await find(tx, CASES, request.signed_in, request.path["id"])
            if item is None or item.etag != etag:
                raise EtagDiffers
            await lift(tx, one, clock.now())
        return Answer(204)

    return serve


async def case_of(connection: Connection, request: Request) -> Document:
    """The case that the path names, as the caller sees it; 404 where there is none, before the body is checked."""
    item = await find(connection, CASES, request.signed_in, request.path["id"])
    if item is None:
        raise not_found()
    return item.document


async def _locked(tx: Connection, request: Request) -> FlowingCase:
    case = await case_of(tx, request)
    one = await lock_flowing(tx, case["_id"], case["creditor"], case["account"], clock.now())
    assert one is not None
    return one


async def _shown(tx: Connection, request: Request) -> dict[str, Any]:
    item = await find(tx, CASES, request.signed_in, request.path["id"])
    assert item is not None
    names = (*META, "state", "status", "next_step", "next_step_date")
    return {name: item.document[name] for name in names if name in item.document} | {"_status": "OK"}


async def list_refunds(request: Request, database: Database) -> Answer:
    """The refunds of a case, as every list: with `where`, `sort`, `projection` and pages."""
    id_ = request.path["id"]
    asked = query_of(request, REFUNDS)
    of_case: dict[str, Any] = {"case": id_}
    query = replace(asked, where={"$and": [of_case, asked.where]} if asked.where else of_case, is_remembered=False)
    async with database.connection() as connection:
        await case_of(connection, request)
        page = await read_page(connection, REFUNDS, request.signed_in, query)
    return page_answer(query, page)


async def post_refund(request: Request, database: Database) -> Answer:
    """Order a refund; the answer is of the first, where it is taken from several payments."""
    document = await request.json()

    async def work(tx: Connection) -> Answer:
        await case_of(tx, request)
        given = await read_all_issues(tx, request.signed_in, RefundOrder, document)
        done = await order_refund(tx, request.signed_in, request.path["id"], given, clock.now())
        if done is None:
            raise not_found()
        result = {
            "amount": kronor(done.amount),
            "status": done.status,
            "refunds": done.refunds,
            "refund_amount": kronor(done.refund_amount),
        }
        return answer(await _meta_of_refund(tx, request, done.refunds[0]) | result | {"_status": "OK"}, 201)

    return await once(request, database, work, document)


async def post_write_off(request: Request, database: Database) -> Answer:
    """Give up what a payer owes us; the answer is of the refund."""
    document = await request.json()

    async def work(tx: Connection) -> Answer:
        await case_of(tx, request)
        given = await read_all_issues(tx, request.signed_in, RefundWriteOff, document)
        refund = await write_off_claim(tx, request.signed_in, request.path["id"], given, clock.now())
        if refund is None:
            raise not_found()
        return answer(await _meta_of_refund(tx, request, refund) | {"_status": "OK"}, 201)

    return await once(request, database, work, document)


async def _meta_of_refund(tx: Connection, request: Request, id_: str) -> dict[str, Any]:
    item = await find(tx, REFUNDS, request.signed_in, id_)
    assert item is not None
    return {name: item.document[name] for name in META}
