"""SPAR, the state register of addresses: one question for one person, over SOAP with the organisation's certificate.

Nothing of a question or an answer is logged: the number of a person is in the body alone, and reasons never repeat it.
"""

from __future__ import annotations

import re
import ssl
from datetime import date

import httpx

from fordran.domain.spar.person import SparAnswer, SparTrouble
from fordran.formats.spar import ACTION, NotSpar, make_question, read_answer
from fordran.outside.certificates import BadCertificate, client_context
from fordran.sections import SparSection

WAIT_SECONDS = 20.0
MOST_BYTES = 2 * 1024 * 1024
"""An answer about one person has some ten thousand."""
USER = "fordran: worker"
"""Who asks (SlutAnvandarId): the worker, by itself, before a letter. It points to the operator's one assignment."""


class SparRegister:
    """The register, as the settings name it. An answer that cannot be had is a `SparTrouble` with its reason."""

    def __init__(
        self, section: SparSection, user: str = USER, transport: httpx.AsyncBaseTransport | None = None
    ) -> None:
        self.section, self.user = section, user
        self._transport = transport

    async def ask(self, number: str, on: date) -> SparAnswer:
        """The person with a number of twelve digits, on a day; None where the register has no such person."""
        try:
            question = make_question(self.section.customer, self.section.assignment, self.user, number)
            headers = {"Content-Type": "text/xml; charset=utf-8", "SOAPAction": f'"{ACTION}"'}
            status, content = await self._exchange(question, headers)
            if status == 500 and b"Fault" in content:
                status = 200  # SOAP 1.1: a fault has this status
            if status != 200:
                return SparTrouble(_of_status(status))
            answer = read_answer(content, number, on)
        except (NotSpar, BadCertificate) as wrong:
            return SparTrouble(str(wrong))
        except httpx.TimeoutException:
            return SparTrouble("no answer in time")
        except (httpx.HTTPError, httpx.InvalidURL, ssl.SSLError, OSError) as wrong:
            return SparTrouble(f"no connection: {type(wrong).__name__}")
        return SparTrouble(_without_numbers(answer.reason)) if isinstance(answer, SparTrouble) else answer

    async def _exchange(self, question: bytes, headers: dict[str, str]) -> tuple[int, bytes]:
        section = self.section
        verify = client_context(section.certificate, section.key) if section.certificate else True
        async with (
            httpx.AsyncClient(
                timeout=WAIT_SECONDS, transport=self._transport, verify=verify, trust_env=False, follow_redirects=False
            ) as client,
            client.stream("POST", section.url, content=question, headers=headers) as answer,
        ):
            read = b""
            async for part in answer.aiter_bytes():
                read += part
                if len(read) > MOST_BYTES:
                    raise httpx.RemoteProtocolError("the answer is too long")
            return answer.status_code, read


def _of_status(status: int) -> str:
    match status:
        case 401 | 403:
            return f"SPAR refused the certificate or the assignment (HTTP {status})"
        case 429:
            return "SPAR asks for fewer questions (HTTP 429)"
        case _:
            return f"HTTP {status}"


def _without_numbers(text: str) -> str:
    """A text without what may be the number of a person."""
    return re.sub(r"\d{6,8}[-+ ]?\d{4}", "…", text)
