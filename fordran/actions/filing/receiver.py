"""The receiver of messages to the enforcement authority, as the work with it needs it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import timedelta
from typing import Literal, TypeAlias

from fordran.formats.enforcement import AuthorityMessage, FeedPage, ReceiptError

Handed: TypeAlias = Literal["taken", "later", "unknown", "refused"]

CLAIMED_FOR = timedelta(minutes=5)
FIRST_WAIT, LONGEST_WAIT = timedelta(minutes=5), timedelta(hours=6)
PATIENT_TRIES = 3
"""After so many tries in vain a person is asked to look."""


@dataclass(frozen=True)
class HandOverResult:
    """The outcome of a message: it was taken, it was not, it is not known, or it is refused as it is."""

    status: Handed
    reason: str = ""
    errors: tuple[ReceiptError, ...] = ()
    wait: timedelta | None = None
    """How long the receiver asks to wait."""


class FeedTrouble(Exception):
    """The feed cannot be read now. The text tells why, without anything of a person."""


@dataclass(frozen=True)
class AuthorityReceiver:
    """How an installation reaches the receiver."""

    agent_code: str
    get: Callable[[str], bytes]
    """The bytes of a kept file."""
    send: Callable[[AuthorityMessage], Awaitable[HandOverResult]]
    """Hands a message over. Whatever happens, it answers; the same message again is the same one to the receiver."""
    read: Callable[[str], Awaitable[FeedPage]]
    """Reads the feed after a cursor; raises `FeedTrouble`."""


def wait_after(tries: int) -> timedelta:
    """How long to wait after so many tries in vain.

    >>> str(wait_after(1)), str(wait_after(20))
    ('0:05:00', '6:00:00')
    """
    waits: timedelta = FIRST_WAIT * 2 ** min(tries - 1, 10)
    return min(waits, LONGEST_WAIT)
