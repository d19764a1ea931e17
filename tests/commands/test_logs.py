"""Logs: nothing secret leaves, whichever way it came in, and what is not secret stays readable."""

import asyncio
import json
import logging
from collections.abc import Iterator
from datetime import date
from urllib.parse import quote

import pytest
import structlog
from hypothesis import given
from hypothesis import strategies as st

from fordran import logs

JWT = "eyJhbGciOiJFUzI1NiJ9.eyJhcGlfY29kZSI6IngifQ.c2lnbmF0dXJl-_x"
CODE = "fordran_AbCdEfGhIjKlMnOpQrStUvWxYz0123456789-_abcde"


@pytest.fixture(autouse=True)
def _json_logs() -> Iterator[None]:
    root = logging.getLogger()
    before = (root.handlers, root.level, logs._requests_go_straight)
    yield
    root.handlers, root.level, logs._requests_go_straight = before
    structlog.reset_defaults()


@pytest.mark.parametrize(
    ("text", "secret", "remark"),
    [
        (f"Authorization: Bearer {JWT}", JWT, "a header"),
        (f"got {JWT} from a client", JWT, "a token in a sentence"),
        (f"code {CODE} is wrong", CODE, "an API code, known by its beginning"),
        ("signed with whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "MfKQ9r", "a webhook's secret"),
        ('{"code":"some-old-code"}', "some-old-code", "an API code in a body, known by its name"),
        ("{'code': 'some-old-code'}", "some-old-code", "the same as Python prints it"),
        ('"{\\"code\\": \\"some-old-code\\"}"', "some-old-code", "JSON within JSON"),
        ("GET /x?token=abc123&y=1", "abc123", "a query string"),
        ("access_token=abc123", "abc123", "another"),
        ("X-API-Key: abc123", "abc123", "the interface's own header"),
        ("postgresql://fordran:hush@127.0.0.1/fordran", "hush", "a database's password"),
        ("customer 19900101-1239 not found", "1239", "a personal number with hyphen"),
        ("customer 199001011239 not found", "199001011239", "twelve digits"),
        ("customer 900101-1239", "900101", "ten digits"),
        ("customer 9001011239.", "9001011239", "ten digits without hyphen"),
        ("customer 180101+1234", "180101", "over a hundred years old"),
        ("customer 900161-1239", "900161", "a coordination number"),
        ("customer 19900060-1239", "1239", "a coordination number without month and day"),
        ("Key (id_number)=(9001011239) already exists.", "9001011239", "a constraint's detail"),
        (f"/customers?where={quote(json.dumps({'id_number': '19900101-1239'}))}", "1239", "percent-encoded"),
        ("/customers?id_number=19900101%2B1239", "1239", "percent-encoded plus"),
    ],
)
def test_a_secret_within_a_text_is_redacted(text: str, secret: str, remark: str) -> None:
    assert secret not in logs.clean_text(text), remark
    assert logs.REDACTED in logs.clean_text(text), remark


@pytest.mark.parametrize(
    "key",
    ["token", "access_token", "code", "api_code", "API-Code", "authorization", "x-api-key", "id_number", "password",
     "personnummer", "cookie", "api_key", "jwt", "client_secret"],
)  # fmt: skip
def test_a_value_under_a_secret_name_is_redacted_at_any_depth(key: str) -> None:
    event = logs.redact(None, "", {key: "hush", "body": {key: "hush", "list": [{key: 7777777}]}})
    assert "hush" not in str(event)
    assert "7777777" not in str(event)


@pytest.mark.parametrize(
    ("event", "remark"),
    [
        ({"status_code": 200, "postal_code": "111 22", "error_code": "x"}, "codes of another kind"),
        ({"request_id": "65f0a1b2c3d4e5f6a7b8c9d0", "etag": "a" * 40}, "ids"),
        ({"path": "/cases/65f0a1b2c3d4e5f6a7b8c9d0"}, "a path"),
        ({"at": "2026-11-15T04:08:25Z", "ms": 12.5, "organization_no": "556036-0793"}, "time, organisation number"),
        ({"message": "3 of 1000 rows in 0.25 s, port 8000, process 12345"}, "numbers"),
        ({"ok": True, "nothing": None}, "no text at all"),
    ],
)
def test_what_is_not_secret_stays(event: dict[str, object], remark: str) -> None:
    assert logs.redact(None, "", dict(event)) == event, remark


@given(
    st.dates(date(1800, 1, 1), date(2099, 12, 31)),
    st.integers(0, 9999),
    st.sampled_from(["", "-", "+", " "]),
    st.booleans(),
    st.text(max_size=5),
)
def test_no_personal_number_of_any_date_leaves(day: date, last: int, sign: str, century: bool, around: str) -> None:
    number = f"{day:%Y%m%d}{sign}{last:04}"[0 if century else 2 :]
    # Digits right beside it would make it another number.
    padding = "".join(character for character in around if not character.isdigit())
    assert number not in logs.clean_text(f"{padding}{number}{padding}")


def test_a_line_is_json_with_exceptions_and_other_libraries_redacted(capsys: pytest.CaptureFixture[str]) -> None:
    logs.set_up("info", pretty=False)
    log = structlog.get_logger("fordran.test")
    try:
        raise ValueError(f"no customer 19900101-1239 for {JWT}")
    except ValueError:
        log.exception("failed", number=9001011239)
    logging.getLogger("uvicorn.error").warning("request with token=%s", "abc123")
    log.debug("too little to be logged")
    lines = [json.loads(line) for line in capsys.readouterr().err.splitlines()]
    assert [(line["level"], line["logger"]) for line in lines] == [
        ("error", "fordran.test"),
        ("warning", "uvicorn.error"),
    ]
    assert "ValueError: no customer [redacted] for [redacted]" in lines[0]["exception"]
    assert lines[0]["number"] == logs.REDACTED
    assert lines[1]["event"] == "request with token=[redacted]"
    assert all(line["timestamp"].endswith("Z") for line in lines)


def test_lines_for_a_terminal_are_redacted_too(capsys: pytest.CaptureFixture[str]) -> None:
    logs.set_up("info", pretty=True)
    structlog.get_logger("fordran.test").info("hello 19900101-1239", token="abc123")
    shown = capsys.readouterr().err
    assert "hello" in shown
    assert "0101-1239" not in shown
    assert "abc123" not in shown


async def test_lines_of_requests_leave_together_and_before_any_other(
    capfdbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(logs.sys, "stderr", open(2, "w", closefd=False))  # noqa: ASYNC230, SIM115
    logs.set_up("info", pretty=False)
    for number in range(3):
        logs.log_answer(endpoint=f"GET /{number}")
    assert capfdbinary.readouterr().err == b""
    structlog.get_logger("fordran.other").info("something else")
    told = [json.loads(line) for line in capfdbinary.readouterr().err.splitlines()]
    assert [line.get("endpoint") for line in told] == ["GET /0", "GET /1", "GET /2", None]
    logs.log_answer(endpoint="GET /3")
    await asyncio.sleep(3 * logs.FLUSHED_AFTER_SECONDS)
    assert b"GET /3" in capfdbinary.readouterr().err


def test_a_line_outside_of_a_loop_leaves_at_once(
    capfdbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(logs.sys, "stderr", open(2, "w", closefd=False))  # noqa: SIM115
    logs.set_up("info", pretty=False)
    logs.log_answer(endpoint="GET /now")
    assert b"GET /now" in capfdbinary.readouterr().err
