"""Returns from outside: bounces in a folder or a mailbox, receipts of e-invoices and lists of returned letters in folders.

Whatever was read is acted on first and moved, or marked, after that. Who is stopped between finds it again, and what was
done once is not done twice. Strangers write to both, so that of each only so much is read, and one that cannot be read or moved
keeps no other waiting.
"""

from __future__ import annotations

import asyncio
import imaplib
import ssl
from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, Literal
from urllib.parse import unquote, urlsplit

import structlog

from fordran.actions.delivery.bounce import MOST_OF_MESSAGE, bounce_in, take_back
from fordran.actions.delivery.receipt import MOST_OF_RECEIPT, take_receipt
from fordran.actions.work.note_returns import note_returns
from fordran.formats.returned_mail import MOST_BYTES
from fordran.safe_names import make_folder, rename_for_good

log = structlog.get_logger("fordran.worker")

Begin = Callable[[], AbstractAsyncContextManager[Any]]
"""Begins a transaction."""
MOST_AT_ONCE = 100


@dataclass(frozen=True)
class BounceFolder:
    """Reads `.eml` files, and moves them to `done/`; what is no bounce, to `other/`."""

    folder: Path

    async def read(self, begin: Begin, now: datetime) -> int:
        """See to what lies there; how much."""
        return await _see_to(self.folder, "*.eml", MOST_OF_MESSAGE, lambda _, content: self._act(begin, content, now))

    async def _act(self, begin: Begin, content: bytes, now: datetime) -> Literal["done", "other"]:
        return "done" if await _act_on_bounce(begin, content, now) else "other"


@dataclass(frozen=True)
class BounceMailbox:
    """Reads unseen messages of an IMAP mailbox, `imaps://user:password@host/INBOX`, and marks them as seen."""

    url: str
    tls: ssl.SSLContext | None = None

    async def read(self, begin: Begin, now: datetime) -> int:
        """See to what has come; how much. A mailbox that cannot be reached is read next time."""
        try:
            messages = await asyncio.to_thread(self._unseen)
            for number, content in messages.items():
                await _act_on_bounce(begin, content, now)
                await asyncio.to_thread(self._mark, number)
        except (OSError, imaplib.IMAP4.error) as trouble:
            log.warning("bounce mailbox unreadable", error=str(trouble))
            return 0
        return len(messages)

    def _open(self) -> imaplib.IMAP4:
        url = urlsplit(self.url)
        host = url.hostname or "localhost"
        box: imaplib.IMAP4
        if url.scheme == "imaps":
            tls = self.tls or ssl.create_default_context()
            box = imaplib.IMAP4_SSL(host, url.port or 993, ssl_context=tls, timeout=30)
        else:
            box = imaplib.IMAP4(host, url.port or 143, timeout=30)
        try:
            # A password goes in the clear within this machine only.
            if url.scheme != "imaps" and host not in ("localhost", "127.0.0.1", "::1"):
                box.starttls(self.tls or ssl.create_default_context())
            box.login(unquote(url.username or ""), unquote(url.password or ""))
            box.select(unquote(url.path.strip("/")) or "INBOX")
        except BaseException:
            box.shutdown()
            raise
        return box

    def _unseen(self) -> dict[str, bytes]:
        with self._open() as box:
            _, found = box.uid("SEARCH", "UNSEEN")
            numbers = (found[0] or b"").decode().split()[:MOST_AT_ONCE]
            messages = {}
            for number in numbers:
                # Peeked at, so that it stays unseen until it was acted on; and no more of it than is read.
                _, parts = box.uid("FETCH", number, f"(BODY.PEEK[]<0.{MOST_OF_MESSAGE}>)")
                messages[number] = next((part[1] for part in parts if isinstance(part, tuple)), b"")
            return messages

    def _mark(self, number: str) -> None:
        with self._open() as box:
            box.uid("STORE", number, "+FLAGS", r"(\Seen)")


@dataclass(frozen=True)
class ReceiptFolder:
    """Reads receipts of e-invoices, and moves them to `done/`; what nobody can act on, to `set-aside/`."""

    folder: Path
    operator_no: str = ""
    """The organisation number by which receipts of the operator's own invoices name their seller."""

    async def read(self, begin: Begin, now: datetime) -> int:
        """See to what lies there; how much."""
        return await _see_to(
            self.folder, "*.xml", MOST_OF_RECEIPT + 1, lambda file, content: self._act(begin, file, content, now)
        )

    async def _act(self, begin: Begin, file: Path, content: bytes, now: datetime) -> Literal["done", "set-aside"]:
        # Bytes of a name that are no text are shown as marks.
        name = file.name.encode("utf-8", "replace").decode()
        async with begin() as tx:
            return "done" if await take_receipt(tx, name, content, now, self.operator_no) else "set-aside"


@dataclass(frozen=True)
class ReturnedMailFolder:
    """Reads lists of returned letters, and moves them to `done/`; one with lines that cannot be noted, to `set-aside/`.

    The lines and the reasons are then in a file beside it, whose name ends with `.refused.txt`.
    """

    folder: Path

    async def read(self, begin: Begin, now: datetime) -> int:
        """Note the letters of each list; how many lists."""
        return await _see_to(
            self.folder, "*.csv", MOST_BYTES + 1, lambda file, content: self._act(begin, file, content, now)
        )

    async def _act(self, begin: Begin, file: Path, content: bytes, now: datetime) -> Literal["done", "set-aside"]:
        noted, refused = await note_returns(begin, content, now)
        log.info("returned letters noted", file=file.name, letters=noted, refused=len(refused))
        if not refused:
            return "done"
        text = "".join(f"{one.line}\t{one.letter_number}\t{one.reason}\n" for one in refused)
        await asyncio.to_thread(_write_refused, self.folder / "set-aside", file.name, text)
        return "set-aside"


def _write_refused(folder: Path, name: str, text: str) -> None:
    make_folder(folder)
    (folder / f"{name}.refused.txt").write_text(text, encoding="utf-8")


async def _act_on_bounce(begin: Begin, content: bytes, now: datetime) -> bool:
    """Act on a message that came; whether it was a bounce."""
    bounce = await bounce_in(content)
    if bounce is None:
        return False
    async with begin() as tx:
        await take_back(tx, bounce, now)
    return True


async def _see_to(folder: Path, pattern: str, most: int, act: Callable[[Path, bytes], Awaitable[str]]) -> int:
    """Act on each file, of which so many bytes are read, and move it by the outcome; return how many were moved."""
    moved = 0
    try:
        files = await asyncio.to_thread(_files, folder, pattern)
    except OSError as trouble:
        log.warning("return folder unreadable", folder=str(folder), error=str(trouble))
        return 0
    for file in files:
        try:
            where = await act(file, await asyncio.to_thread(_beginning, file, most))
            await asyncio.to_thread(_move, file, where)
        except OSError as trouble:
            log.warning("returned file skipped", error=str(trouble))
        else:
            moved += 1
    return moved


def _files(folder: Path, pattern: str) -> list[Path]:
    """The first files of a folder, which is made where it is not there, so that others can put files into it."""
    make_folder(folder)
    return sorted(file for file in folder.glob(pattern) if file.is_file())[:MOST_AT_ONCE]


def _beginning(file: Path, most: int) -> bytes:
    with file.open("rb") as opened:
        return opened.read(most)


def _move(file: Path, where: str) -> None:
    target = file.parent / where
    make_folder(target)
    rename_for_good(file, target / file.name)
