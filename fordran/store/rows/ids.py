"""Identifiers: 24 hex digits that sort by time and cannot be guessed.

Four bytes of seconds, two of fractions of a second, six at random. Within a process each is greater than the one before, so
that documents registered together keep their order.
"""

from __future__ import annotations

import os
import re
from datetime import datetime

from fordran import clock

_FORM = re.compile(r"[0-9a-f]{24}", re.ASCII)
_last = 0

NO_ACCOUNT = "0" * 24
"""Replaces the account in keys by account, for rows without an account."""


def new_id() -> str:
    """An identifier that no other document has."""
    global _last
    _last = max(int(clock.unix() * 65536), _last + 1)
    return f"{_last & 0xFFFFFFFFFFFF:012x}{os.urandom(6).hex()}"


def first_id(moment: datetime) -> str:
    """The smallest identifier made from a moment on."""
    return f"{int(moment.timestamp() * 65536):012x}"


def is_id(text: str) -> bool:
    """Whether the text has the form of an identifier."""
    return _FORM.fullmatch(text) is not None
