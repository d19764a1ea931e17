"""Answers for models: JSON without secrets, in which texts that somebody wrote are marked as untrusted.

A debtor's message, an invoice's text or a name can hold an instruction. A model must treat it as data, whatever it says.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

from fordran_client.errors import FordranError
from fordran_client.kinds import plain

UNTRUSTED = "untrusted_text"
_SECRETS = re.compile(r"^(secret|api_code|token|password|private_key|.*_(secret|token|password))$")
# Ids, codes, numbers, days, moments, addresses of mail and pages. They have no spaces, so they hold no sentence.
_ONE_WORD = re.compile(r"\S{0,80}", re.ASCII)
# Texts that the service itself writes.
_OF_THE_SERVICE = frozenset({"law", "message", "refused"})


def text_of(value: Any) -> str:
    """A value as JSON for a model."""
    return json.dumps(_marked(_without_secrets(plain(value))), ensure_ascii=False)


def answer_of(ask: Callable[[], Any]) -> str:
    """The answer of a call; a refusal as its status, message and issues."""
    try:
        return text_of(ask())
    except FordranError as error:
        return refusal(error.status, error.message, type=error.type, issues=error.issues)


def refusal(status: int, message: str, **more: Any) -> str:
    """A refusal, which is the service's own text."""
    return json.dumps({"refused": status, "message": message, **more}, ensure_ascii=False)


def _without_secrets(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _without_secrets(one) for name, one in value.items() if not _SECRETS.match(name)}
    return [_without_secrets(one) for one in value] if isinstance(value, list) else value


def _marked(value: Any, name: str = "") -> Any:
    if isinstance(value, dict):
        return {key: _marked(one, key) for key, one in value.items()}
    if isinstance(value, list):
        return [_marked(one, name) for one in value]
    if not isinstance(value, str) or name in _OF_THE_SERVICE or _ONE_WORD.fullmatch(value):
        return value
    return {UNTRUSTED: value}
