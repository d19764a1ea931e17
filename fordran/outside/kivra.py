"""Kivra's sender API: whom it reaches, and contents for them. Its token is fetched once, and again when it ends.

A number of a person is in bodies alone. Nothing of a number, the secret or a token is in a log or a reason.
"""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import httpx
import orjson

from fordran.actions.delivery.claimed import (
    ConfigurationFault,
    DeliveryResult,
    PermanentFailure,
    RetryLater,
    Sent,
)
from fordran.actions.delivery.covering_note import NoteSender, covering_note
from fordran.actions.delivery.parcel import Parcel
from fordran.actions.kivra.match_customers import MatchTrouble
from fordran.domain.days import stockholm_date
from fordran.formats.kivra import (
    LEAST_AMOUNT,
    MOST_BYTES,
    ContentType,
    KivraError,
    PaymentOption,
    PayTo,
    error_in,
    make_content,
    matched_in,
)
from fordran.outside.media import MediaAway, NoSuchFile
from fordran.sections import KivraSection

WAIT_SECONDS = 20.0
AT_ONCE = 8
MOST_ANSWER_BYTES = 16 * 1024 * 1024
TOO_LATE = RetryLater("Kivra has been too slow: its turn did not come in time")


class _TooLong(Exception):
    """An answer is longer than such an answer can be."""


class _NoToken(Exception):
    """Kivra gave no token: what follows is in `outcome`."""

    def __init__(self, outcome: DeliveryResult) -> None:
        super().__init__(outcome)
        self.outcome = outcome


@dataclass
class Kivra:
    """Kivra, as the settings name it."""

    section: KivraSection
    signed_by: NoteSender
    pay_to: PayTo
    read: Callable[[str], bytes]
    """Gives the bytes of a document."""
    transport: httpx.AsyncBaseTransport | None = None
    _token: str = field(default="", repr=False)
    _tls: ssl.SSLContext | None = None
    _asking: asyncio.Lock = field(default_factory=asyncio.Lock)
    _turn: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(AT_ONCE))

    def close(self) -> None:
        """Nothing is kept open between requests."""

    async def match(self, numbers: Sequence[str]) -> frozenset[str]:
        """Those of the numbers whom Kivra reaches; raises `MatchTrouble` where that cannot be had."""
        path = f"v2/tenant/{self.section.tenant}/usermatch/ssn"
        try:
            status, _, content = await self._posted(path, orjson.dumps({"list": list(numbers)}))
        except _NoToken as none:
            raise MatchTrouble(none.outcome.reason if not isinstance(none.outcome, Sent) else "") from None
        except (httpx.HTTPError, TimeoutError, _TooLong) as trouble:
            raise MatchTrouble(f"no answer: {type(trouble).__name__}") from None
        found = matched_in(content) if status == 200 else None
        if found is None:
            raise MatchTrouble(error_in(status, content).says if status != 200 else "half an answer")
        return found & frozenset(numbers)

    async def deliver(self, parcel: Parcel, is_ours: Callable[[], bool] = lambda: True) -> DeliveryResult:
        """Hand the parcel over and return the outcome. The same parcel makes the same content, which arrives once."""
        async with self._turn:
            if not is_ours():
                return TOO_LATE
            try:
                content = await asyncio.to_thread(self.content, parcel)
            except (NoSuchFile, MediaAway) as missing:
                return RetryLater(f"a document of it is missing: {missing}")
            if len(content) > MOST_BYTES:
                return PermanentFailure("it is too large for Kivra")
            try:
                answer = await self._posted(f"v2/tenant/{self.section.tenant}/content", content)
            except _NoToken as none:
                return none.outcome
            except (httpx.ConnectError, httpx.ConnectTimeout) as trouble:
                return RetryLater(f"no connection to Kivra: {type(trouble).__name__}")
            except (httpx.HTTPError, TimeoutError, _TooLong):
                return RetryLater("Kivra did not answer in time", is_unknown=True)
        return _outcome(*answer)

    def content(self, parcel: Parcel) -> bytes:
        """The content of a parcel."""
        assert parcel.dated is not None
        day = stockholm_date(parcel.dated)
        # What can no longer be paid in time, or is too little, is a letter without a button to pay.
        options = [
            PaymentOption(one.due, one.amount, one.reference)
            for one in parcel.asks
            if one.due >= day and one.amount >= LEAST_AMOUNT
        ]
        kinds = {one.purpose for one in parcel.asks} if options else set()
        kind: ContentType = "invoice" if options else "letter"
        if "demand" in kinds:
            kind = "invoice.debtcollection"
        elif "reminder" in kinds:
            kind = "invoice.reminder"
        files = [(document.filename, self.read(document.media)) for document in parcel.documents]
        subject = covering_note(parcel, self.signed_by).subject
        return make_content(parcel.address, subject, kind, files, options, self.pay_to, day)

    async def _posted(self, path: str, content: bytes) -> tuple[int, httpx.Headers, bytes]:
        """The answer to a request with our token; with a new one where the first has ended."""
        for _ in range(2):
            token = await self._valid_token()
            headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
            answer = await self._asked(path, content=content, headers=headers)
            if answer[0] != 401:
                break
            if self._token == token:
                self._token = ""
        return answer

    async def _valid_token(self) -> str:
        async with self._asking:
            if self._token:
                return self._token
            client = (self.section.client, self.section.secret)
            try:
                status, _, content = await self._asked(
                    "v1/auth", data={"grant_type": "client_credentials"}, auth=client
                )
            except (httpx.HTTPError, TimeoutError, _TooLong) as trouble:
                raise _NoToken(RetryLater(f"no connection to Kivra: {type(trouble).__name__}")) from None
            if status != 200:
                raise _NoToken(_of_error(error_in(status, content)))
            try:
                self._token = str(orjson.loads(content)["access_token"])
            except (ValueError, TypeError, KeyError):
                raise _NoToken(RetryLater("Kivra gave half an answer")) from None
            return self._token

    async def _asked(self, path: str, **given: Any) -> tuple[int, httpx.Headers, bytes]:
        url = f"{self.section.url.rstrip('/')}/{path}"
        if self._tls is None:
            self._tls = ssl.create_default_context()
        async with (
            asyncio.timeout(WAIT_SECONDS),
            httpx.AsyncClient(
                timeout=WAIT_SECONDS, verify=self._tls, transport=self.transport, trust_env=False
            ) as client,
            client.stream("POST", url, **given) as answer,
        ):
            read = bytearray()
            async for piece in answer.aiter_bytes():
                read += piece
                if len(read) > MOST_ANSWER_BYTES:
                    raise _TooLong
            return answer.status_code, answer.headers, bytes(read)


def _outcome(status: int, headers: httpx.Headers, content: bytes) -> DeliveryResult:
    if status == 201:
        return Sent(reference=headers.get("kivra-objkey", ""))
    if status >= 500:
        return RetryLater(f"Kivra answered HTTP {status}", is_unknown=True)
    return _of_error(error_in(status, content))


def _of_error(error: KivraError) -> DeliveryResult:
    reason = f"Kivra: {error.says} ({error.code})"
    match error.then:
        case "later":
            return RetryLater(reason)
        case "configuration":
            return ConfigurationFault(reason)
        case _:
            return PermanentFailure(reason)
