"""SMS as texts and values, after 46elks (46elks.se/docs): numbers, answers, and delivery reports as forms."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from fordran.domain.bank.swish import payer_alias

MOST_CHARACTERS = 459
"""Three parts of 153 characters."""


def e164(number: str) -> str | None:
    """A Swedish mobile number, or any with its country, as the provider takes it; None where it is neither.

    >>> [e164(text) for text in ("070-123 45 67", "+46 70 123 45 67", "+4512345678", "08-123 45", "x")]
    ['+46701234567', '+46701234567', '+4512345678', None, None]
    """
    if (swedish := payer_alias(number)) is not None:
        return f"+{swedish}"
    compact = re.sub(r"[\s()-]", "", number)
    return compact if re.fullmatch(r"\+[1-9][0-9]{6,14}", compact) and not compact.startswith("+46") else None


def accepted_id(content: bytes) -> str | None:
    """The provider's id in the answer to a message that it took; None where it is half an answer."""
    try:
        id_ = json.loads(content)["id"]
    except (ValueError, TypeError, KeyError):
        return None
    return id_ if isinstance(id_, str) and id_ else None


ReportStatus: TypeAlias = Literal["sent", "delivered", "failed"]
_STATUSES: Mapping[str, ReportStatus] = {"sent": "sent", "delivered": "delivered", "failed": "failed"}


@dataclass(frozen=True)
class DeliveryReport:
    """A delivery report: the provider's id of the message, and its status."""

    id: str
    status: ReportStatus


def read_report(form: Mapping[str, str]) -> DeliveryReport | None:
    """A report by the fields of its form; None where it is another."""
    id_, status = form.get("id", ""), _STATUSES.get(form.get("status", ""))
    return None if not id_ or status is None else DeliveryReport(id_, status)
