"""Logs: one JSON object a line on standard error, or coloured lines where that is a terminal.

Whatever is logged, by us or by a library, passes `redact` last; only the line of an answered request, which holds nothing
but values of our own making, need not. No token, API code, password or personal number leaves,
whether it is a value of its own, part of a text, or came with an exception.
"""

import asyncio
import logging
import re
import sys
from collections.abc import Mapping, MutableMapping
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any

import orjson
import structlog

from fordran import clock
from fordran.domain.numbers.redaction import PERSONAL_NUMBER, REDACTED, without_personal_numbers

# A key whose value is secret whatever it looks like. `code` alone is the API code; `status_code` is not.
_SECRET_KEY = re.compile(
    r"^code$|(^|[_\-.])(tokens?|jwt|authorization|cookie|password|secret|signature|api[_-]?codes?|api[_-]?key|"
    r"id[_-]?numbers?|personnummer|personal[_-]?numbers?)($|[_\-.])",
    re.IGNORECASE,
)
# The same names before a value within a text: a query string, a header, a piece of JSON.
_SECRET_IN_TEXT = re.compile(
    r"(?<![A-Za-z_])((?:api[_-]?)?code|\w*token|x-api-key|authorization|cookie|password|secret|id_number)"
    r"((?:\\?[\"'])?\s*(?:=|:|%3D|%3A)\s*(?:\\?[\"']|%22)?)(?:Bearer\s+|Basic\s+)?"
    # Up to what ends a value, also where that is percent-encoded: quotation mark, ampersand, comma, brace.
    r"(?:[^\s\"'&,;}\\%]|%(?!22|26|2C|7D))+",
    re.IGNORECASE,
)
_JWT = re.compile(r"eyJ[\w-]*\.[\w-]+\.?[\w-]*")
_API_CODE = re.compile(r"fordran_[\w-]{20,}|whsec_[\w+/=-]{20,}")
_URL_PASSWORD = re.compile(r"(\w+://[^\s:/@]*:)[^\s@]+@")


def set_up(level: str = "info", *, pretty: bool | None = None) -> None:
    """Send every log of the process, the libraries' too, to standard error."""
    pretty = sys.stderr.isatty() if pretty is None else pretty
    last: list[Any] = [
        structlog.processors.format_exc_info,
        redact,
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    global _requests_go_straight
    _requests_go_straight = not pretty and logging.getLevelName(level.upper()) <= logging.INFO
    # Our own lines go out without the standard library, by way of which they would cost twice as much.
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.stdlib.add_logger_name,
            *last,
            _as_lines if pretty else _as_json,
        ],
        logger_factory=structlog.BytesLoggerFactory(sys.stderr.buffer),
        wrapper_class=structlog.make_filtering_bound_logger(logging.getLevelName(level.upper())),
        cache_logger_on_first_use=True,
    )
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=[structlog.stdlib.ExtraAdder()],
            processors=[
                structlog.stdlib.add_logger_name,
                structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                *last,
                _as_text(pretty),
            ],
        )
    )
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(level.upper())
    # Their lines below a warning report every request and query they make, which says nothing new.
    for chatty in ("httpx", "httpcore", "asyncio"):
        logging.getLogger(chatty).setLevel(logging.WARNING)


_requests_go_straight = False
_requests = structlog.get_logger("fordran.api")


_PROBES = frozenset({"GET /health", "GET /ready", "HEAD /health", "HEAD /ready"})
"""A load balancer sends one every second or two, which would be most of the log of a quiet installation."""


def log_answer(**facts: Any) -> None:
    """The line of one request, when it is answered. A probe that succeeds is of interest only to who looks for faults.

    All that it says is ours and no client's text, so that there is nothing to redact. It goes past the chain where it can:
    there it would take a tenth of the time of a short request.
    """
    if facts["endpoint"] in _PROBES and facts["status"] == 200:
        _requests.debug("request", **facts)
        return
    if not _requests_go_straight:
        _requests.info("request", **facts)
        return
    now = datetime.fromtimestamp(clock.unix(), UTC)
    line = facts | {"event": "request", "logger": "fordran.api", "level": "info", "timestamp": now}
    sys.stderr.buffer.write(orjson.dumps(line, option=orjson.OPT_UTC_Z | orjson.OPT_APPEND_NEWLINE))
    _flush_soon()


def log_always(logger: str, event: str) -> None:
    """A line of the service's own life, such as its restart, whatever the least is that is logged."""
    now = datetime.fromtimestamp(clock.unix(), UTC)
    line = {"event": clean_text(event), "logger": logger, "level": "info", "timestamp": now}
    sys.stderr.buffer.write(orjson.dumps(line, option=orjson.OPT_UTC_Z | orjson.OPT_APPEND_NEWLINE))
    _flush_now()


FLUSHED_AFTER_SECONDS = 0.05
_flushing_in: asyncio.AbstractEventLoop | None = None
"""The loop that will flush."""


def _flush_soon() -> None:
    """Let lines of requests leave together: a call of the system for each would take a twentieth of a short request's time.

    Every other line flushes at once, and these before it, so that the order stays.
    """
    global _flushing_in
    try:
        loop = asyncio.get_running_loop()
    except RuntimeError:  # nobody would come back to it
        _flush_now()
        return
    if _flushing_in is not loop:
        loop.call_later(FLUSHED_AFTER_SECONDS, _flush_now)
        _flushing_in = loop


def _flush_now() -> None:
    global _flushing_in
    _flushing_in = None
    sys.stderr.buffer.flush()


def redact(_logger: object, _method: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """The event without anything secret in it."""
    return {key: REDACTED if _is_secret(key) else _clean(value) for key, value in event.items()}


def clean_text(text: str) -> str:
    """A text without anything secret in it. What can tell at a glance that there is nothing is asked first."""
    if "eyJ" in text:
        text = _JWT.sub(REDACTED, text)
    if "fordran_" in text or "whsec_" in text:
        text = _API_CODE.sub(REDACTED, text)
    if "://" in text:
        text = _URL_PASSWORD.sub(rf"\1{REDACTED}@", text)
    text = without_personal_numbers(text)
    if "=" in text or ":" in text or "%3" in text:
        text = _SECRET_IN_TEXT.sub(rf"\1\2{REDACTED}", text)
    return text


@lru_cache(maxsize=1000)
def _is_secret(key: str) -> bool:
    return _SECRET_KEY.search(key) is not None


def _clean(value: Any) -> Any:
    if value is None or isinstance(value, bool | float):
        return value
    if isinstance(value, int):
        return REDACTED if PERSONAL_NUMBER.fullmatch(str(value)) else value
    if isinstance(value, str):
        return clean_text(value)
    if isinstance(value, Mapping):
        return {
            clean_text(str(key)): REDACTED if _is_secret(str(key)) else _clean(inner) for key, inner in value.items()
        }
    if isinstance(value, list | tuple | set | frozenset):
        return [_clean(inner) for inner in value]
    if isinstance(value, bytes):
        return clean_text(value.decode(errors="replace"))
    return clean_text(str(value))


def _as_json(_logger: object, _method: str, event: MutableMapping[str, Any]) -> bytes:
    return orjson.dumps(event, default=str)


_console = structlog.dev.ConsoleRenderer()


def _as_lines(logger: Any, method: str, event: MutableMapping[str, Any]) -> bytes:
    return _console(logger, method, event).encode()


def _as_text(pretty: bool) -> Any:
    return _console if pretty else lambda *line: _as_json(*line).decode()
