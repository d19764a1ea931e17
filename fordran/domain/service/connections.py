"""Connections to outside systems: which there are, and why one fails, in words that a person reads (docs/connections.md)."""

from __future__ import annotations

import re
from typing import Literal, TypeAlias

ConnectionSystem: TypeAlias = Literal[
    "autogiro",
    "swish",
    "kivra",
    "sms",
    "spar",
    "bolagsverket",
    "fortnox",
    "visma",
    "bank",
    "enforcement",
    "sign_in",
    "email",
    "e_invoice",
]
"""An outside system that an installation may be connected to."""

ConnectionTrouble: TypeAlias = Literal[
    "no_connection",  # nobody answers at the address
    "no_answer",  # an answer did not come in time
    "refused",  # our certificate, user or password is not accepted
    "too_many",  # fewer questions are asked for
    "their_error",  # the system answers with an error of its own
    "half_answer",  # the answer cannot be read
    "certificate",  # our own certificate or key cannot be used
    "folder",  # a folder is missing or cannot be written
    "other",
]
"""Why a contact with an outside system failed."""

CertificateState: TypeAlias = Literal["valid", "ends_soon", "ended", "unreadable"]
"""Whether our certificate for a system can be used, and for how long; `ends_soon` is within 30 days."""

# Reasons are kept as the adapters write them. Here they only choose the sentence that a person reads.
_SAID: tuple[tuple[str, ConnectionTrouble], ...] = (
    (r"certificate or its key|certificate cannot be read", "certificate"),
    (r"HTTP 429|HTTP 503|to wait|\(42900\)|too_many_requests", "too_many"),
    (r"HTTP 40[013]|does not let us in|refuses our address|does not accept the user|\(40[13]00\)", "refused"),
    (r"not_accepted|no_permission|no_licence|other_company", "refused"),
    (r"HTTP 5\d\d|system_error", "their_error"),
    (r"half an answer|half_answer|cannot be read", "half_answer"),
    (r"in time|no_answer|too slow|answer was lost|not known whether|does not say", "no_answer"),
    (r"no connection|no_connection|cannot be reached", "no_connection"),
    (r"folder", "folder"),
)


def trouble_in(reason: str) -> ConnectionTrouble:
    """The kind of trouble that a kept reason is about.

    >>> trouble_in("no connection: ConnectError"), trouble_in("Bolagsverket asks for fewer questions (HTTP 429)")
    ('no_connection', 'too_many')
    >>> trouble_in("something new")
    'other'
    """
    return next((trouble for words, trouble in _SAID if re.search(words, reason)), "other")
