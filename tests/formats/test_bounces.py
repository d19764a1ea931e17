"""Messages that came back: which one it was, whether for good, and why."""

from __future__ import annotations

import pytest

from fordran.formats.bounces import Bounce, read_bounce

OURS = "<6afa1602c05fbac6c2776227.1@kravhuset.example>"


def report(
    action: str = "failed",
    status: str = "5.1.1",
    code: str = "smtp; 550 5.1.1 <karin@example.com>: no such user",
    original: str = f"Content-Type: text/rfc822-headers\r\n\r\nFrom: a@b.example\r\nMessage-ID: {OURS}\r\n",
) -> bytes:
    return (
        "From: MAILER-DAEMON@mx.example\r\nTo: faktura@kravhuset.example\r\nSubject: Undelivered\r\n"
        'MIME-Version: 1.0\r\nContent-Type: multipart/report; report-type=delivery-status; boundary="b"\r\n\r\n'
        "--b\r\nContent-Type: text/plain\r\n\r\nIt did not arrive.\r\n\r\n"
        "--b\r\nContent-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; mx.example\r\n\r\n"
        f"Final-Recipient: rfc822; karin@example.com\r\nAction: {action}\r\nStatus: {status}\r\n"
        f"Diagnostic-Code: {code}\r\n\r\n"
        f"--b\r\n{original}\r\n--b--\r\n"
    ).encode()


@pytest.mark.parametrize(
    ("original", "remark"),
    [
        (f"Content-Type: text/rfc822-headers\r\n\r\nMessage-ID: {OURS}\r\nTo: k@example.com\r\n", "its head alone"),
        (f"Content-Type: message/rfc822\r\n\r\nMessage-ID: {OURS}\r\nTo: k@e.example\r\n\r\nHej\r\n", "all of it"),
        (
            f"Content-Type: message/rfc822\r\n\r\nTo: k@e.example\r\nmessage-id:\r\n {OURS}\r\n\r\nHej\r\n",
            "a folded line",
        ),
    ],
)
def test_a_bounce_says_which_message_it_is_of_and_no_address(original: str, remark: str) -> None:
    assert read_bounce(report(original=original)) == Bounce(
        OURS, True, "5.1.1 550 5.1.1 <the address>: no such user"
    ), remark


@pytest.mark.parametrize(("action", "is_for_good"), [("failed", True), ("delayed", False), ("delivered", False)])
def test_what_is_only_late_is_not_given_up(action: str, is_for_good: bool) -> None:
    found = read_bounce(report(action))
    assert found is not None
    assert found.is_for_good is is_for_good


@pytest.mark.parametrize(
    ("content", "remark"),
    [
        (b"", "nothing"),
        (b"\xff\xfe\x00", "no message"),
        (b"From: karin@example.com\r\nSubject: Semester\r\n\r\nTillbaka den 3.\r\n", "somebody is away"),
        (report(original="Content-Type: text/plain\r\n\r\nnothing of it\r\n"), "no message is named"),
        (report(original="Content-Type: message/rfc822\r\n\r\nTo: k@e.example\r\n\r\nHej\r\n"), "it has no id"),
    ],
)
def test_what_is_no_bounce_is_none(content: bytes, remark: str) -> None:
    assert read_bounce(content) is None, remark
