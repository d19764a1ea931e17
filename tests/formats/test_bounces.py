"""Messages that came back: which one it was, whether for good, and why."""

from __future__ import annotations

import time

import pytest

from fordran.formats.bounces import MOST_BYTES, Bounce, read_bounce

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


# What strangers send ----------------------------------------------------------------------------------------------------------


def within(levels: int, rest: bytes = b"") -> bytes:
    """Parts within parts, none of which ends."""
    inner = (b'--b%d\r\nContent-Type: multipart/mixed; boundary="b%d"\r\n\r\n' % (n, n + 1) for n in range(levels))
    return b'Content-Type: multipart/report; boundary="b0"\r\n\r\n' + b"".join(inner) + rest


def messages_within(levels: int) -> bytes:
    head = b'Content-Type: multipart/report; boundary="b"\r\n\r\n--b\r\n'
    return head + b"Content-Type: message/rfc822\r\n\r\n" * levels + b"Hej\r\n"


def of(id_: str, kind: str = "message/rfc822") -> bytes:
    return report(original=f"Content-Type: {kind}\r\n\r\nMessage-ID: {id_}\r\n\r\nHej\r\n")


ONE_MORE = b"Final-Recipient: rfc822; a@b.example\r\nAction: failed\r\n\r\n"


@pytest.mark.parametrize(
    ("content", "remark"),
    [
        (within(1000), "parts within parts, deeper than Python goes"),
        (within(9, b"\n" * MOST_BYTES), "parts that never end, and a quarter of a million lines"),
        (messages_within(5000), "messages within messages"),
        (b"Content-Type: " + b"(" * 100_000 + b"\r\n\r\nx", "comments within comments"),
        (b"Content-Type: multipart/report" + b"; a=b" * 20_000 + b"\r\n\r\nx", "a head without end"),
        (report().replace(b"Final-Recipient", ONE_MORE * 20_000 + b"Final-Recipient"), "20,000 receivers"),
        (of("<>@("), "an id that the library stumbles over"),
        (of("<a@["), "another one"),
        (of("<a\x00b@c.example>"), "an id that no database keeps"),
        (of(f"<{'a' * 65_536}@c.example>"), "an id of 64 KiB"),
        (of("nothing", "text/rfc822-headers; charset=nonsense"), "a charset that there is not"),
    ],
)
def test_whatever_a_stranger_sends_is_no_bounce_and_takes_no_time(content: bytes, remark: str) -> None:
    began = time.process_time()
    assert read_bounce(content) is None, remark
    assert time.process_time() - began < 8, remark


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (report(code="smtp; 550 a\x00b"), "5.1.1 550 a b"),
        (report(code="smtp; 550 ###").replace(b"###", b"\xe5nej"), "5.1.1 550 nej"),
        (report(code="smtp; " + "(" * 100_000), "5.1.1 " + "(" * 294),
        (report() + b"x" * 20_000_000, "5.1.1 550 5.1.1 <the address>: no such user"),
    ],
    ids=["a sign that no database keeps", "bytes that mean nothing", "a reason without end", "20 MB after it"],
)
def test_a_bounce_with_something_odd_in_it_is_one_with_what_can_be_read_of_it(content: bytes, reason: str) -> None:
    assert read_bounce(content) == Bounce(OURS, True, reason)
