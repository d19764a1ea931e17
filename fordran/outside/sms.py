"""SMS by a provider with the API of 46elks. A number is in the body alone; nothing of it or the password is in a log."""

from __future__ import annotations

import asyncio
import ssl
from dataclasses import dataclass

import httpx

from fordran.actions.sms.send_notices import SmsMessage, SmsOutcome
from fordran.formats.sms import accepted_id
from fordran.sections import SmsSection

WAIT_SECONDS = 15.0
MOST_BYTES = 64 * 1024
CALLBACK_PATH = "/callbacks/sms"


@dataclass
class Sms:
    """The provider, as the settings name it."""

    section: SmsSection
    public_url: str
    """Where the installation is reached by reports."""
    transport: httpx.AsyncBaseTransport | None = None
    _tls: ssl.SSLContext | None = None

    async def send(self, message: SmsMessage) -> SmsOutcome:
        """Send a message. Whatever happens, it answers."""
        form = {
            "from": self.section.sender,
            "to": message.to,
            "message": message.text,
            "whendelivered": f"{self.public_url.rstrip('/')}{CALLBACK_PATH}?notice={message.callback_key}",
        }
        try:
            status, content = await self._posted(form)
        except (httpx.ConnectError, httpx.ConnectTimeout) as trouble:
            return SmsOutcome("later", f"no connection to the provider: {type(trouble).__name__}")
        except (httpx.HTTPError, TimeoutError):
            return SmsOutcome("unknown", "the provider did not answer in time")
        if status in (200, 201):
            id_ = accepted_id(content)
            return SmsOutcome("sent", provider_id=id_) if id_ else SmsOutcome("unknown", "half an answer")
        if status in (401, 403):
            return SmsOutcome("later", f"the provider does not accept the user (HTTP {status})")
        if status in (429, 503):
            return SmsOutcome("later", f"the provider asks to wait (HTTP {status})")
        if status >= 500:
            return SmsOutcome("unknown", f"HTTP {status}")
        return SmsOutcome("refused", f"the provider refused it (HTTP {status})")

    async def _posted(self, form: dict[str, str]) -> tuple[int, bytes]:
        if self._tls is None:
            self._tls = ssl.create_default_context()
        url = f"{self.section.url.rstrip('/')}/a1/sms"
        client = httpx.AsyncClient(
            timeout=WAIT_SECONDS,
            verify=self._tls,
            transport=self.transport,
            trust_env=False,
            auth=(self.section.user, self.section.password),
        )
        async with asyncio.timeout(WAIT_SECONDS), client, client.stream("POST", url, data=form) as answer:
            read = bytearray()
            async for piece in answer.aiter_bytes():
                read += piece
                if len(read) > MOST_BYTES:
                    raise httpx.RemoteProtocolError("the answer is too long")
            return answer.status_code, bytes(read)
