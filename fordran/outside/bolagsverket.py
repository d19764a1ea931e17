"""Bolagsverket's service of valuable data sets: one question for one organisation, by a token of an hour."""

from __future__ import annotations

import asyncio
import ssl
import uuid
from dataclasses import dataclass, field
from typing import Any

import httpx
import orjson

from fordran.actions.companies.check_companies import CheckTrouble
from fordran.formats.bolagsverket import CompanyAnswer, NoAnswer, make_question, read_answer
from fordran.sections import BolagsverketSection

WAIT_SECONDS = 20.0
MOST_BYTES = 1024 * 1024
SCOPE = "vardefulla-datamangder:read vardefulla-datamangder:ping"


@dataclass
class Bolagsverket:
    """The register, as the settings name it."""

    section: BolagsverketSection
    transport: httpx.AsyncBaseTransport | None = None
    _token: str = field(default="", repr=False)
    _tls: ssl.SSLContext | None = None

    async def ask(self, number: str) -> CompanyAnswer:
        """The answer about an organisation's number; raises `CheckTrouble` where there is none."""
        try:
            status, content = await self._asked_by_token(number)
            if status == 404:
                return CompanyAnswer("not_found")
            if status != 200:
                raise CheckTrouble(_of_status(status))
            return read_answer(content)
        except NoAnswer as none:
            raise CheckTrouble(str(none)) from None
        except (httpx.TimeoutException, TimeoutError):
            raise CheckTrouble("no answer in time") from None
        except (httpx.HTTPError, ssl.SSLError, OSError) as trouble:
            raise CheckTrouble(f"no connection: {type(trouble).__name__}") from None

    async def _asked_by_token(self, number: str) -> tuple[int, bytes]:
        """The answer with our token; with a new one where the first has ended."""
        for _ in range(2):
            token = self._token or await self._new_token()
            headers = {
                "Authorization": f"Bearer {token}",
                "Content-Type": "application/json",
                "X-Request-Id": str(uuid.uuid4()),
            }
            url = f"{self.section.url.rstrip('/')}/organisationer"
            status, content = await self._posted(url, content=make_question(number), headers=headers)
            if status != 401:
                break
            self._token = ""
        return status, content

    async def _new_token(self) -> str:
        client = (self.section.client, self.section.secret)
        form = {"grant_type": "client_credentials", "scope": SCOPE}
        status, content = await self._posted(self.section.token_url, data=form, auth=client)
        if status != 200:
            raise CheckTrouble(_of_status(status))
        try:
            self._token = str(orjson.loads(content)["access_token"])
        except (ValueError, TypeError, KeyError):
            raise CheckTrouble("half an answer") from None
        return self._token

    async def _posted(self, url: str, **given: Any) -> tuple[int, bytes]:
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
                if len(read) > MOST_BYTES:
                    raise httpx.RemoteProtocolError("the answer is too long")
            return answer.status_code, bytes(read)


def _of_status(status: int) -> str:
    match status:
        case 400 | 401 | 403:
            return f"Bolagsverket refused the client or the question (HTTP {status})"
        case 429:
            return "Bolagsverket asks for fewer questions (HTTP 429)"
        case _:
            return f"HTTP {status}"
