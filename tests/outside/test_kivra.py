"""Kivra's adapter against the stand-in: contents, each documented error, and what is not known."""

from __future__ import annotations

import asyncio
import base64
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, date, datetime
from typing import Any

import httpx
import pytest

from fordran.actions.delivery.asked_payments import AskedPayment
from fordran.actions.delivery.claimed import (
    ConfigurationFault,
    DeliveryResult,
    PermanentFailure,
    RetryLater,
    Sent,
)
from fordran.actions.delivery.covering_note import NoteSender
from fordran.actions.delivery.parcel import Enclosure, Parcel
from fordran.actions.kivra.match_customers import MatchTrouble
from fordran.formats.kivra import PayTo, is_signed, read_callback
from fordran.outside import kivra as adapter
from fordran.outside.kivra import Kivra
from fordran.outside.media import NoSuchFile
from fordran.outside.stand_ins.kivra import DECLINING, FAILING, SECRET, SILENT, UNREACHED
from tests.outside.kivra_hall import NOW, SECTION, KivraHall

REACHED, ELSEWHERE = "198112289874", "199001012385"
DEMAND = AskedPayment("demand", date(2026, 9, 11), 123_450, "12344")
PARCEL = Parcel(
    id="0123456789abcdef01234567",
    kind="letters",
    channel="kivra",
    lines=("Karin Öberg",),
    country="SE",
    address=REACHED,
    customer_name="Karin Öberg",
    creditor_name="Bageriet AB",
    language="sv",
    documents=(Enclosure("m1", "krav.pdf"),),
    dated=datetime(2026, 9, 1, 8, tzinfo=UTC),
    asks=(DEMAND,),
)


def with_answer(respond: Callable[[httpx.Request], httpx.Response]) -> Kivra:
    """The adapter in front of one that gives a token and then answers as said."""

    def answer(request: httpx.Request) -> httpx.Response:
        if request.url.path.endswith("/auth"):
            return httpx.Response(200, json={"access_token": "t"})
        return respond(request)

    transport = httpx.MockTransport(answer)
    return Kivra(SECTION, NoteSender("Kravhuset AB"), PayTo("991-2346"), lambda _: b"%PDF", transport=transport)


async def test_a_demand_arrives_with_its_amount_and_number() -> None:
    hall = KivraHall()
    outcome = await hall.kivra.deliver(PARCEL)
    ((key, content),) = hall.stand_in.contents.items()
    assert outcome == Sent(reference=key)
    assert (content["ssn"], content["type"]) == (REACHED, "invoice.debtcollection")
    assert content["payment_multiple_options"] == {
        "payable": True,
        "currency": "SEK",
        "method": "1",
        "account": "991-2346",
        "swish_alias": "disable",
        "options": [{"due_date": "2026-09-11", "amount": "1234.50", "type": "SE_OCR", "reference": "12344"}],
    }
    assert [(part["name"], base64.b64decode(part["data"])[:4]) for part in content["parts"]] == [("krav.pdf", b"%PDF")]
    assert "Karin" not in content["subject"]


@pytest.mark.parametrize(
    ("asks", "kind", "due"),
    [
        ((), "letter", None),
        ((replace(DEMAND, purpose="invoice"),), "invoice", "2026-09-11"),
        ((replace(DEMAND, purpose="instalments"),), "invoice", "2026-09-11"),
        ((replace(DEMAND, purpose="reminder"),), "invoice.reminder", "2026-09-11"),
        ((replace(DEMAND, purpose="reminder"), replace(DEMAND, amount=100)), "invoice.debtcollection", "2026-09-11"),
        ((replace(DEMAND, due=date(2026, 9, 12)),), "invoice.debtcollection", "2026-09-14"),
        ((replace(DEMAND, due=date(2026, 8, 31)),), "letter", None),
        ((replace(DEMAND, amount=99),), "letter", None),
    ],
    ids=["nothing", "invoice", "instalment", "reminder", "both", "a Saturday", "past", "too little"],
)
async def test_the_type_follows_from_what_is_asked_for(
    asks: tuple[AskedPayment, ...], kind: str, due: str | None
) -> None:
    hall = KivraHall()
    assert isinstance(await hall.kivra.deliver(replace(PARCEL, asks=asks)), Sent)
    (content,) = hall.stand_in.contents.values()
    options = content.get("payment_multiple_options", {"options": [{"due_date": None}]})["options"]
    assert (content["type"], options[0]["due_date"]) == (kind, due)


ERROR_OUTCOMES: dict[int, type[Any]] = {
    40000: PermanentFailure,
    40009: PermanentFailure,
    40019: PermanentFailure,
    40041: PermanentFailure,
    40042: PermanentFailure,
    40044: PermanentFailure,
    40105: PermanentFailure,
    40300: ConfigurationFault,
    40400: PermanentFailure,
    41300: PermanentFailure,
    42221: PermanentFailure,
    42900: RetryLater,
    40100: ConfigurationFault,
    50000: RetryLater,
}


@pytest.mark.parametrize(("number", "code"), FAILING.items())
async def test_each_error_of_the_stand_in_has_its_outcome(number: str, code: int) -> None:
    outcome = await KivraHall().kivra.deliver(replace(PARCEL, address=number))
    assert type(outcome) is ERROR_OUTCOMES[code]
    assert not isinstance(outcome, Sent)
    assert number not in outcome.reason
    assert (str(code) in outcome.reason) == (code != 50000)


async def test_one_who_has_left_since_the_match_goes_the_next_way() -> None:
    hall = KivraHall()
    assert await hall.kivra.match([UNREACHED]) == {UNREACHED}
    outcome = await hall.kivra.deliver(replace(PARCEL, address=UNREACHED))
    assert outcome == PermanentFailure("Kivra: Kivra has no such person (40032)")


async def test_an_answer_that_was_lost_is_unknown_and_the_same_again_arrives_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    hall, parcel = KivraHall(), replace(PARCEL, address=SILENT)
    kivra = hall.kivra
    monkeypatch.setattr(adapter, "WAIT_SECONDS", 0.05)
    assert await kivra.deliver(parcel) == RetryLater("Kivra did not answer in time", is_unknown=True)
    monkeypatch.setattr(adapter, "WAIT_SECONDS", 5.0)
    again = await kivra.deliver(parcel)
    assert again == Sent(reference=next(iter(hall.stand_in.contents)))
    assert len(hall.stand_in.contents) == 1


async def test_a_token_that_has_ended_is_fetched_again() -> None:
    hall = KivraHall()
    kivra = hall.kivra
    assert isinstance(await kivra.deliver(PARCEL), Sent)
    hall.stand_in.end_tokens()
    assert isinstance(await kivra.deliver(replace(PARCEL, address=DECLINING)), Sent)


async def test_a_client_that_kivra_does_not_know_waits_for_the_operator() -> None:
    hall = KivraHall(section=replace(SECTION, client="refused"))
    assert await hall.kivra.deliver(PARCEL) == ConfigurationFault("Kivra: Kivra does not know the client (40104)")
    with pytest.raises(MatchTrouble, match="does not know the client"):
        await hall.kivra.match([REACHED])


async def test_a_content_that_is_too_large_goes_the_next_way() -> None:
    hall = KivraHall(read=lambda _: b"%PDF" + b"x" * 800_000)
    assert await hall.kivra.deliver(PARCEL) == PermanentFailure("it is too large for Kivra")


def _no_file(_: str) -> bytes:
    raise NoSuchFile("m1")


async def test_a_document_that_is_missing_waits() -> None:
    outcome = await KivraHall(read=_no_file).kivra.deliver(PARCEL)
    assert isinstance(outcome, RetryLater)
    assert "missing" in outcome.reason


def raising(error: Exception) -> Callable[[httpx.Request], httpx.Response]:
    def respond(request: httpx.Request) -> httpx.Response:
        raise error

    return respond


@pytest.mark.parametrize(
    ("respond", "expected"),
    [
        (raising(httpx.ConnectError("x")), RetryLater("no connection to Kivra: ConnectError")),
        (raising(httpx.ReadTimeout("x")), RetryLater("Kivra did not answer in time", is_unknown=True)),
        (lambda _: httpx.Response(502), RetryLater("Kivra answered HTTP 502", is_unknown=True)),
        (lambda _: httpx.Response(429), RetryLater("Kivra: Kivra asks for fewer requests (42900)")),
        (lambda _: httpx.Response(418, text="<"), PermanentFailure("Kivra: HTTP 418 (41800)")),
    ],
)
async def test_what_is_no_answer_of_kivra(
    respond: Callable[[httpx.Request], httpx.Response], expected: DeliveryResult
) -> None:
    assert await with_answer(respond).deliver(PARCEL) == expected


async def test_those_who_are_reached() -> None:
    hall = KivraHall()
    assert await hall.kivra.match([REACHED, ELSEWHERE]) == {REACHED}
    assert hall.stand_in.asked == 2


@pytest.mark.parametrize(
    "respond",
    [
        lambda _: httpx.Response(200, text='{"list": ["198112'),
        lambda _: httpx.Response(200, json={"list": "all"}),
        lambda _: httpx.Response(200, json=[]),
        lambda _: httpx.Response(429),
        lambda _: httpx.Response(500),
        raising(httpx.ReadTimeout("x")),
    ],
)
async def test_half_an_answer_is_no_answer_to_a_match(respond: Callable[[httpx.Request], httpx.Response]) -> None:
    with pytest.raises(MatchTrouble) as trouble:
        await with_answer(respond).match([REACHED])
    assert REACHED not in str(trouble.value)


async def test_nothing_of_the_secret_is_shown() -> None:
    assert "hidden" not in repr(KivraHall().kivra)
    assert "whsec" not in repr(SECTION)


async def test_what_is_no_longer_ours_is_not_handed_over() -> None:
    hall = KivraHall()
    assert await hall.kivra.deliver(PARCEL, lambda: False) == adapter.TOO_LATE
    assert hall.stand_in.contents == {}


async def test_many_at_once_share_a_token() -> None:
    hall = KivraHall()
    kivra = hall.kivra
    parcels = [replace(PARCEL, asks=(replace(DEMAND, amount=amount),)) for amount in range(100, 120)]
    outcomes = await asyncio.gather(*(kivra.deliver(parcel) for parcel in parcels))
    assert len({outcome.reference for outcome in outcomes if isinstance(outcome, Sent)}) == 20


async def test_the_stand_in_calls_back_until_it_is_heard() -> None:
    heard: list[httpx.Request] = []

    def hear(request: httpx.Request) -> httpx.Response:
        heard.append(request)
        return httpx.Response(503 if len(heard) == 1 else 200)

    hall = KivraHall(callbacks=httpx.MockTransport(hear))
    kivra = hall.kivra
    await kivra._posted("v2/webhooks/payments", b'{"url": "http://127.0.0.1:8000/callbacks/kivra"}')
    for number, told in ((REACHED, "read"), (DECLINING, "declined")):
        heard.clear()
        assert isinstance(await kivra.deliver(replace(PARCEL, address=number)), Sent)
        for _ in range(100):
            await asyncio.sleep(0.01)
            if len(heard) == 2:
                break
        assert [request.content for request in heard] == [heard[0].content] * 2
        callback = read_callback(heard[1].content)
        assert callback is not None
        assert callback.kind == told
        assert is_signed(SECRET, heard[1].headers, heard[1].content, NOW)
