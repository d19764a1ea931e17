"""The Python client does what the interface does: typed, patient, each thing once."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any

import httpx
import pytest
from fordran_client import (
    Changed,
    Conflict,
    Fordran,
    NotFound,
    NotSignedIn,
    Refused,
    SignedJwt,
    TooMany,
    is_there,
    none_of,
    one_of,
)
from fordran_client.models import Case, Creditor
from fordran_client.names import NoSuchOperation
from fordran_client.where import where_text

from tests.api.bodies import creditor_data, customer
from tests.client.conftest import Installation

INVOICE = {
    "invoice_type": "invoice",
    "invoice_date": "2026-03-03",
    "invoice_due_date": "2026-04-02",
    "currency": "SEK",
    "matrix": [{"article_description": "Papper", "total_price_excluding_vat": Decimal("100.40")}],
}


def invoice(installation: Installation, number: str, **changes: Any) -> dict[str, Any]:
    owner = {"account": installation.account, "creditor": installation.creditor}
    return INVOICE | owner | {"customer": customer(), "invoice_number": number} | changes


async def test_a_document_is_typed(installation: Installation) -> None:
    def work(client: Fordran) -> Case:
        registered = client.invoice_registrations.create(invoice(installation, "T-1"))
        return client.cases.get(registered.case)

    case = await installation.run(work)
    assert isinstance(case, Case)
    assert case.total_remaining_transaction_amount == Decimal("126")
    assert case.debt.invoice_date == datetime(2026, 3, 3, tzinfo=UTC)
    assert (case.state, case.closed) == ("invoice", None)


async def test_a_list_is_read_to_its_end_whatever_its_order(installation: Installation) -> None:
    def work(client: Fordran) -> tuple[list[str], list[str], int]:
        many = [{**creditor_data(name=f"C {number:03}"), "account": installation.account} for number in range(230)]
        created = client.creditors.create(many)
        assert len(created.items) == 230
        by_id = [one.id for one in client.creditors.list()]
        by_name = [one.id for one in client.creditors.list(sort="-name")]
        return by_id, by_name, client.creditors.count()

    by_id, by_name, count = await installation.run(work)
    assert len(by_id) == len(set(by_id)) == count >= 231
    assert set(by_id) == set(by_name)
    assert by_id == sorted(by_id)


async def test_conditions_are_what_python_says(installation: Installation) -> None:
    def work(client: Fordran) -> tuple[int, int, int, Any]:
        some = client.creditors.count((Creditor.name >= "C 100") & (Creditor.name < "C 110"))
        others = client.creditors.count(~(Creditor.name == "C 001") & one_of(Creditor.name, ["C 001", "C 002"]))
        paid = client.creditors.count(is_there(Creditor.payout_details.sek.iban) | none_of(Creditor.name, ["C 001"]))
        return some, others, paid, client.creditors.first(Creditor.name == "C 007")

    some, others, paid, first = await installation.run(work)
    assert (some, others, first.name) == (10, 1, "C 007")
    assert paid > 200


@pytest.mark.parametrize(
    ("where", "text"),
    [
        (Case.id == "x", {"_id": {"$eq": "x"}}),
        (Case.debt.capital_to_claim > Decimal("1.5"), {"debt.capital_to_claim": {"$gt": 1.5}}),
        (Case.closed >= datetime(2026, 3, 3, tzinfo=UTC), {"closed": {"$gte": "2026-03-03T00:00:00+00:00"}}),
        (
            (Case.state != "closed") | is_there(Case.closed, False),
            {"$or": [{"state": {"$ne": "closed"}}, {"closed": {"$exists": False}}]},
        ),
    ],
)
def test_a_condition_is_a_filter(where: Any, text: dict[str, Any]) -> None:
    assert json.loads(where_text(where) or "") == text


def test_a_condition_is_not_mistaken_for_a_truth() -> None:
    with pytest.raises(TypeError):
        bool(Case.state == "closed")
    with pytest.raises(TypeError):
        where_text(True)


async def test_a_document_that_has_changed_is_not_overwritten(installation: Installation) -> None:
    def work(client: Fordran) -> str | None:
        before = client.creditors.get(installation.creditor)
        client.creditors.change(before, description="first")
        with pytest.raises(Changed):
            client.creditors.change(before, description="second")
        client.creditors.change(installation.creditor, description="third")
        return client.creditors.get(installation.creditor).description

    assert await installation.run(work) == "third"


async def test_every_issue_is_told(installation: Installation) -> None:
    def work(client: Fordran) -> Refused:
        with pytest.raises(Refused) as refused:
            client.invoice_registrations.create(invoice(installation, "T-2", currency="EUR", matrix=[]))
        return refused.value

    refused = await installation.run(work)
    assert set(refused.issues) == {"currency", "matrix"}
    assert (refused.status, len(refused.request_id)) == (422, 16)


async def test_what_there_is_not_is_said(installation: Installation) -> None:
    def work(client: Fordran) -> None:
        with pytest.raises(NotFound):
            client.cases.get("0" * 24)
        with pytest.raises(NoSuchOperation):
            client.cases.delete("0" * 24)
        with pytest.raises(Conflict):
            client.cases.act(client.cases.list().__next__(), "start")

    await installation.run(work)


async def test_a_token_is_renewed_when_it_is_no_longer_taken(installation: Installation) -> None:
    def work(client: Fordran) -> int:
        client.creditors.count()
        client.session.token = "e30.e30.e30"
        return client.creditors.count()

    assert await installation.run(work) > 0
    assert [request.url.path for request in installation.bridge.sent].count("/authenticates/api-code") == 2


async def test_a_wrong_code_is_not_tried_again(installation: Installation) -> None:
    def work(client: Fordran) -> None:
        with pytest.raises(NotSignedIn):
            client.creditors.count()

    await installation.run(work, code="fordran_" + "x" * 43)
    assert len(installation.bridge.sent) == 1


async def test_one_signs_in_with_a_key(installation: Installation) -> None:
    from cryptography.hazmat.primitives import serialization
    from cryptography.hazmat.primitives.asymmetric import ec

    key = ec.generate_private_key(ec.SECP256R1())
    public = key.public_key().public_bytes(serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo)
    private = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )

    def work(client: Fordran) -> int:
        (own,) = client.api_clients.list()
        client.api_clients.act(own, "keys", public_key=public.decode())
        http = httpx.Client(transport=installation.bridge)
        with Fordran("http://fordran", SignedJwt(installation.code, private.decode()), http=http) as signed:
            return signed.creditors.count()

    assert await installation.run(work) > 0


def times(number: int, make: Callable[[], httpx.Response]) -> Callable[[httpx.Request], httpx.Response | None]:
    """Answers of another kind for the first so many requests that create something."""
    left = [number]

    def before(request: httpx.Request) -> httpx.Response | None:
        if request.url.path.startswith("/authenticates") or not left[0]:
            return None
        left[0] -= 1
        return make()

    return before


async def test_it_waits_as_long_as_it_is_told(installation: Installation, monkeypatch: pytest.MonkeyPatch) -> None:
    waited: list[float] = []
    monkeypatch.setattr("fordran_client.sync.time.sleep", waited.append)
    installation.bridge.before = times(2, lambda: httpx.Response(429, headers={"Retry-After": "7"}))
    assert await installation.run(lambda client: client.creditors.count()) > 0
    assert waited == [7.0, 7.0]


async def test_it_gives_up_at_last(installation: Installation, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fordran_client.sync.time.sleep", lambda _: None)
    installation.bridge.before = times(99, lambda: httpx.Response(429, headers={"Retry-After": "1"}))

    def work(client: Fordran) -> None:
        with pytest.raises(TooMany):
            client.creditors.count()

    await installation.run(work, retries=3)


async def test_a_create_whose_answer_was_lost_is_done_once(
    installation: Installation, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("fordran_client.sync.time.sleep", lambda _: None)
    lost = [True]
    answered = installation.bridge.handle_request

    def lose(request: httpx.Request) -> httpx.Response:
        response = answered(request)
        if request.method == "POST" and request.url.path == "/creditors" and lost.pop():
            lost.append(False)
            raise httpx.ReadError("the connection was cut")
        return response

    monkeypatch.setattr(installation.bridge, "handle_request", lose)

    def work(client: Fordran) -> tuple[int, int]:
        before = client.creditors.count()
        client.creditors.create({**creditor_data(), "account": installation.account})
        return before, client.creditors.count()

    before, after = await installation.run(work)
    assert after == before + 1
    posts = [
        request for request in installation.bridge.sent if request.method == "POST" and request.url.path == "/creditors"
    ]
    assert len({request.headers["idempotency-key"] for request in posts}) == 1
    assert len(posts) == 2


async def test_a_change_whose_answer_was_lost_is_not_sent_again(
    installation: Installation, monkeypatch: pytest.MonkeyPatch
) -> None:
    def before(request: httpx.Request) -> httpx.Response | None:
        if request.method == "PATCH":
            raise httpx.ReadError("the connection was cut")
        return None

    installation.bridge.before = before

    def work(client: Fordran) -> None:
        with pytest.raises(httpx.ReadError):
            client.creditors.change(installation.creditor, description="lost")

    await installation.run(work)
    assert [request.method for request in installation.bridge.sent].count("PATCH") == 1


async def test_no_event_is_missed_and_none_comes_twice(installation: Installation) -> None:
    def work(client: Fordran) -> tuple[list[int], list[int]]:
        first = [event.position for event in client.follow(until_empty=True)]
        for number in range(3):
            client.invoice_registrations.create(invoice(installation, f"E-{number}"))
        return first, [event.position for event in client.follow(after=first[-1], until_empty=True)]

    first, then = await installation.run(work)
    assert first == [*range(1, len(first) + 1)]
    assert then == [*range(len(first) + 1, len(first) + len(then) + 1)]
    assert len(then) >= 3


async def test_a_file_is_uploaded_and_read_back(installation: Installation) -> None:
    def work(client: Fordran) -> tuple[str | None, bytes]:
        registered = client.invoice_registrations.create(invoice(installation, "U-1"))
        client.upload_original_invoice(registered.case, "1042.pdf", b"%PDF-1.7 ")
        kept = client.cases.get(registered.case).original_invoice
        assert kept is not None
        return kept.filename, client.do("get_media_files", kept.id)

    assert await installation.run(work) == ("1042.pdf", b"%PDF-1.7 ")


async def test_a_dry_run_stores_nothing(installation: Installation) -> None:
    def work(client: Fordran) -> tuple[int, int]:
        before = client.creditors.count()
        client.creditors.create({**creditor_data(), "account": installation.account}, dry_run=True)
        return before, client.creditors.count()

    before, after = await installation.run(work)
    assert before == after


async def test_the_same_is_awaited(installation: Installation) -> None:
    async with installation.asynchronous() as client:
        names = [one.name async for one in client.creditors.list(Creditor.name == "C 003")]
        first = await client.creditors.first()
        assert first is not None
        changed = await client.creditors.change(first, description="awaited")
        events = [event.type async for event in client.follow(until_empty=True)]
        statement = await client.cases.part((await client.cases.first()).id, "statement")  # type: ignore[union-attr]
    assert names == ["C 003"]
    assert changed.status == "OK"
    assert "creditor.changed" in events
    assert statement.lines


async def test_an_act_is_refused_with_the_tag_of_an_older_document(installation: Installation) -> None:
    def work(client: Fordran) -> None:
        made = client.invoice_registrations.create(invoice(installation, "TAG-1") | {"hold": True})
        for collection, id_, act, body in (
            (client.cases, made.case, "disputes", {"reason": "Never ordered."}),
            (client.invoices, made.invoice, "void", {}),
        ):
            read = collection.get(id_)
            with pytest.raises(Changed):
                collection.act(id_, act, tag="0" * 40, **body)
            assert collection.get(id_).etag == read.etag
        assert client.invoices.act(made.invoice, "void", tag=client.invoices.get(made.invoice).etag)

    await installation.run(work)
