"""Acting on a case over HTTP: POST to begin something, DELETE to lift it; and its refunds, which are listed and ordered."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import datetime
from typing import Any

from fordran import clock
from fordran.actions.approvals.four_eyes import in_force
from fordran.actions.approving.write_offs import Work, claim_or_hold, do_or_hold
from fordran.actions.bank.order_refund import order_refund
from fordran.actions.cases.move_case import FlowingCase, lock_flowing
from fordran.actions.flow.release_application import release_all
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
from fordran.domain.languages import ENGLISH
from fordran.resources.case_acts import ReleaseManyInput
from fordran.resources.cases import CASES
from fordran.resources.refunds import REFUNDS, RefundOrder, RefundWriteOff
from fordran.shape.fields import Shape
from fordran.shape.resource import META
from fordran.shape.wire import kronor
from fordran.store.connections.database import Connection, Database
from fordran.store.reading.documents import Document
from fordran.store.reading.listing import read_page
from fordran.store.reading.scope import Caller
from fordran.store.rows.rows import find
from fordran.texts.catalogue import texts

CaseAct = Callable[[Connection, FlowingCase, Any, datetime], Awaitable[None]]
CallersAct = Callable[[Connection, FlowingCase, Any, datetime, Caller], Awaitable[object]]
CaseLift = Callable[[Connection, FlowingCase, datetime], Awaitable[None]]


def act_on_case(shape: type[Shape], act: CaseAct) -> EndpointHandler:
    """The endpoint of an act that a body describes."""

    async def of_anybody(tx: Connection, one: FlowingCase, given: Any, now: datetime, _by: Caller) -> None:
        await act(tx, one, given, now)

    return act_as_caller(shape, of_anybody)


def act_as_caller(shape: type[Shape], act: CallersAct) -> EndpointHandler:
    """The endpoint of an act that depends on the caller."""

    async def serve(request: Request, database: Database) -> Answer:
        document = await request.json() if shape.model_fields else {}

        async def work(tx: Connection) -> Answer:
            one = await locked_by_path(tx, request)
            given = await read_all_issues(tx, request.signed_in, shape, document)
            return await done_or_held(
                tx, request, one, given, lambda: act(tx, one, given, clock.now(), request.signed_in)
            )

        return await once(request, database, work, document)

    return serve


async def done_or_held(
    tx: Connection, request: Request, one: FlowingCase, given: Shape, work: Work, of: str | None = None
) -> Answer:
    """Do an act on a case: 201; or 202 where it waits for a second person."""
    held = await do_or_hold(tx, request.rules, request.signed_in, one, given, work, clock.now(), of)
    return answer(await shown_case(tx, request) | _approval(held), 201 if held is None else 202)


def _approval(held: str | None) -> dict[str, str]:
    return {} if held is None else {"_approval": held}


async def check_case_tag(tx: Connection, request: Request) -> None:
    """Refuse a request that does not name the tag which its case has now."""
    etag = sent_etag(request)
    if etag is None:
        raise http_error(428, NO_ETAG)
    item = await find(tx, CASES, request.signed_in, request.path["id"])
    if item is None or item.etag != etag:
        raise EtagDiffers


def lift_from_case(lift: CaseLift) -> EndpointHandler:
    """The endpoint that lifts what holds a case; the case's own tag says that nobody else has."""

    async def serve(request: Request, database: Database) -> Answer:
        async with database.transaction() as tx:
            one = await locked_by_path(tx, request, needs_tag=True)
            await lift(tx, one, clock.now())
        return Answer(204)

    return serve


async def case_of(connection: Connection, request: Request) -> Document:
    """The case that the path names, as the caller sees it, before the body is checked: else 404, or 412 by its tag."""
    item = await find(connection, CASES, request.signed_in, request.path["id"])
    if item is None:
        raise not_found()
    if request.method == "POST" and sent_etag(request) not in (None, item.etag):
        raise EtagDiffers
    return item.document


async def locked_by_path(tx: Connection, request: Request, *, needs_tag: bool = False) -> FlowingCase:
    """The case that the path names, locked; 412 where the request names another tag than the case has."""
    case = await case_of(tx, request)
    one = await lock_flowing(tx, case["_id"], case["creditor"], case["account"], clock.now())
    assert one is not None
    if one.case.creditor != case["creditor"]:
        # It was assigned while this waited for it, and may not be the caller's any more.
        await case_of(tx, request)
    if needs_tag or (request.method == "POST" and sent_etag(request) is not None):
        await check_case_tag(tx, request)
    return one


async def shown_case(tx: Connection, request: Request) -> dict[str, Any]:
    """Where the case is after an act."""
    item = await find(tx, CASES, request.signed_in, request.path["id"])
    assert item is not None
    names = (*META, "state", "status", "next_step", "next_step_date", "waits_for")
    return {name: item.document[name] for name in names if name in item.document} | {"_status": "OK"}


async def release_several(request: Request, database: Database) -> Answer:
    """Release the applications of several cases; one that is refused does not stop the others."""
    document = await request.json()

    async def work(tx: Connection) -> Answer:
        given = await read_all_issues(tx, request.signed_in, ReleaseManyInput, document)
        done = await release_all(tx, request.signed_in, given.cases, clock.now())
        refused = [{"case": one.case, "message": texts(ENGLISH).say(one.reason)} for one in done.refused]
        return answer({"released": done.released, "refused": refused}, 201)

    return await once(request, database, work, document)


async def list_refunds(request: Request, database: Database) -> Answer:
    """The refunds of a case, as every list: with `where`, `sort`, `projection` and pages."""
    id_ = request.path["id"]
    asked = query_of(request, REFUNDS)
    of_case: dict[str, Any] = {"case": id_}
    query = replace(asked, where={"$and": [of_case, asked.where]} if asked.where else of_case, is_remembered=False)
    async with database.connection() as connection:
        await case_of(connection, request)
        page = await read_page(connection, REFUNDS, request.signed_in, query)
    return page_answer(request, query, page)


async def post_refund(request: Request, database: Database) -> Answer:
    """Order a refund; the answer is of the first, where it is taken from several payments."""
    document = await request.json()

    async def work(tx: Connection) -> Answer:
        await case_of(tx, request)
        given = await read_all_issues(tx, request.signed_in, RefundOrder, document)
        done = await order_refund(tx, request.signed_in, request.path["id"], given, clock.now())
        if done is None:
            raise not_found()
        result: dict[str, Any] = {
            "amount": kronor(done.amount),
            "status": done.status,
            "refunds": done.refunds,
            "refund_amount": kronor(done.refund_amount),
        }
        waits = done.status == "ordered" and await in_force(tx, request.rules.setting)
        result |= _approval(done.refunds[0] if waits else None)
        shown = await _meta_of_refund(tx, request, done.refunds[0]) | result | {"_status": "OK"}
        return answer(shown, 202 if waits else 201)

    return await once(request, database, work, document)


async def post_write_off(request: Request, database: Database) -> Answer:
    """Give up what a payer owes us; the answer is of the refund."""
    document = await request.json()

    async def work(tx: Connection) -> Answer:
        await case_of(tx, request)
        given = await read_all_issues(tx, request.signed_in, RefundWriteOff, document)
        refund, held = await claim_or_hold(tx, request.rules, request.signed_in, request.path["id"], given, clock.now())
        if refund is None:
            raise not_found()
        shown = await _meta_of_refund(tx, request, refund) | _approval(held) | {"_status": "OK"}
        return answer(shown, 201 if held is None else 202)

    return await once(request, database, work, document)


async def _meta_of_refund(tx: Connection, request: Request, id_: str) -> dict[str, Any]:
    item = await find(tx, REFUNDS, request.signed_in, id_)
    assert item is not None
    return {name: item.document[name] for name in META}
