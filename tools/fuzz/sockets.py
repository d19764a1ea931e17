"""What no HTTP library would send, over bare sockets: every connection is answered with less than 500 or closed, in time.

A request that could be read in two ways must not be read as two: `most_answers` says how many answers may come at all.
"""

from __future__ import annotations

import re
import socket
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass

from tools.fuzz.counts import Counts
from tools.fuzz.installation import Installation

PATIENCE_SECONDS = 3.0
BIG = 10 * 1024 * 1024


@dataclass(frozen=True)
class Abuse:
    """Bytes to send. `statuses` may be answered; without any, whatever is below 500, or nothing at all."""

    remark: str
    sent: bytes
    statuses: tuple[int, ...] = ()
    most_answers: int = 1
    must_answer: bool = False


def abuses(token: str) -> Iterator[Abuse]:
    """All of them, with an operator's token where a request is to get that far."""
    key = f"X-API-Key: {token}\r\n".encode()

    def request(line: bytes, headers: bytes = b"", body: bytes = b"", host: bytes = b"Host: x\r\n") -> bytes:
        return line + b" HTTP/1.1\r\n" + host + key + b"Connection: close\r\n" + headers + b"\r\n" + body

    def post(headers: bytes, body: bytes, path: bytes = b"/users") -> bytes:
        return request(b"POST " + path, b"Content-Type: application/json\r\n" + headers, body)

    # Methods and targets
    yield Abuse("a method that is no method", request(b"G\x00T /users"))
    yield Abuse("a method nobody knows", request(b"BREW /users"), (400, 405, 501))
    yield Abuse("a very long method", request(b"A" * 10_000 + b" /users"))
    yield Abuse("TRACE, which would tell the token", request(b"TRACE /users"), (400, 405, 501), must_answer=True)
    yield Abuse("CONNECT", request(b"CONNECT users:443"))
    yield Abuse("HEAD", request(b"HEAD /users"), (200,), must_answer=True)
    yield Abuse("OPTIONS of everything", request(b"OPTIONS *"))
    yield Abuse("an absolute target", request(b"GET http://elsewhere.example/users"), (200, 400, 404), must_answer=True)
    yield Abuse("a target without a slash", request(b"GET users"))
    yield Abuse("an empty target", request(b"GET "))
    yield Abuse("NUL in the path", request(b"GET /users/\x00"))
    yield Abuse("an encoded NUL", request(b"GET /users/%00"), (404,), must_answer=True)
    yield Abuse(
        "an encoded NUL in a query", request(b"GET /customers?name=%00&where=%7B%22name%22%3A%22%00%22%7D"), (400,)
    )
    yield Abuse("bytes that are no UTF-8 in a path", request(b"GET /users/\xff\xfe"))
    yield Abuse("the same, encoded", request(b"GET /users/%FF%FE%C0%80"), (404,), must_answer=True)
    yield Abuse("bytes that are no UTF-8 in a query", request(b"GET /users?where=\xff\xfe"), (400,))
    yield Abuse("the same, encoded, as a filter", request(b"GET /users?where=%FF%FE"), (400,), must_answer=True)
    yield Abuse("half a surrogate pair in a path", request(b"GET /users/%ED%A0%80"), (404,), must_answer=True)
    yield Abuse("a broken percent sign", request(b"GET /users/%zz?page=%z&sort=%"), (404,), must_answer=True)
    yield Abuse("dots", request(b"GET /users/../../etc/passwd"), (404,), must_answer=True)
    yield Abuse("encoded dots", request(b"GET /media--files/..%2f..%2fetc%2fpasswd"), (404,), must_answer=True)
    yield Abuse("many slashes", request(b"GET //users///"), must_answer=True)
    yield Abuse("a fragment", request(b"GET /users#x"))
    yield Abuse("a very long path", request(b"GET /" + b"a" * 100_000))
    yield Abuse("a very long query", request(b"GET /users?where=" + b"%7B" * 20_000))
    yield Abuse("many parameters", request(b"GET /users?" + b"&".join(b"a=%d" % n for n in range(500))), (400,))
    # Versions and lines
    yield Abuse("no version", b"GET /users\r\n\r\n")
    yield Abuse("HTTP/0.9", b"GET /\r\n")
    yield Abuse("HTTP/9.9", b"GET / HTTP/9.9\r\nHost: x\r\n\r\n")
    yield Abuse("HTTP/2's preface", b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n")
    yield Abuse(
        "an upgrade", request(b"GET /health", b"Upgrade: h2c, websocket\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n")
    )
    yield Abuse("TLS to a plain port", b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + b"\x00" * 200)
    yield Abuse("bare line feeds", b"GET /health HTTP/1.1\nHost: x\nConnection: close\n\n")
    yield Abuse("bare carriage returns", b"GET /health HTTP/1.1\rHost: x\r\r")
    yield Abuse("blank lines first", b"\r\n\r\n" + request(b"GET /health"), (200,), must_answer=True)
    yield Abuse("a request in a request line", b"GET /health HTTP/1.1 GET /users HTTP/1.1\r\nHost: x\r\n\r\n")
    # Headers
    yield Abuse("no host", request(b"GET /health", host=b""), must_answer=True)
    yield Abuse("two hosts", request(b"GET /health", b"Host: y\r\n"), must_answer=True)
    yield Abuse("a host that breaks lines in links", request(b"GET /invoices", host=b"Host: x\x0bSet-Cookie: a\r\n"))
    yield Abuse("a header without a name", request(b"GET /health", b": x\r\n"))
    yield Abuse("a blank before the colon", request(b"GET /health", b"X-A : x\r\n"))
    yield Abuse("a folded header", request(b"GET /health", b"X-A: a\r\n b\r\n"))
    yield Abuse("NUL in a header", request(b"GET /health", b"X-A: a\x00b\r\n"))
    yield Abuse("no host", request(b"GET /health", host=b""))
    yield Abuse("two hosts", request(b"GET /health", b"Host: y\r\n"))
    yield Abuse("a giant header", request(b"GET /health", b"X-A: " + b"a" * 1_000_000 + b"\r\n"))
    yield Abuse("many headers", request(b"GET /health", b"".join(b"X-%d: a\r\n" % n for n in range(10_000))))
    yield Abuse("headers of bytes", request(b"GET /users", b"If-None-Match: \xff\xfe\r\nIf-Modified-Since: \xe9\r\n"))
    yield Abuse("an override by nonsense", post(b"X-HTTP-Method-Override: \xff\x01\r\nContent-Length: 2\r\n", b"{}"))
    yield Abuse("an override by HEAD", post(b"X-HTTP-Method-Override: HEAD\r\nContent-Length: 2\r\n", b"{}"))
    yield Abuse(
        "a token of bytes",
        b"GET /users HTTP/1.1\r\nHost: x\r\nConnection: close\r\nX-API-Key: \xff\xfe.\xe9.a\r\n\r\n",
        (401,),
    )
    yield Abuse(
        "a giant token",
        b"GET /users HTTP/1.1\r\nHost: x\r\nConnection: close\r\nX-API-Key: " + b"a.b." * 5_000 + b"\r\n\r\n",
        (400, 401, 431),
    )
    yield Abuse("two tokens", request(b"GET /users", b"X-API-Key: other\r\n"), (400,), must_answer=True)
    yield Abuse(
        "forwarded by everybody",
        request(b"GET /users", b"X-Forwarded-For: " + b"10.0.0.1, " * 1_000 + b"\r\n"),
        (200, 400, 431),
    )
    yield Abuse(
        "forwarded wrongly", request(b"GET /users", b'Forwarded: for="[\xff";;,by=\r\n'), (200,), must_answer=True
    )
    yield Abuse("an idempotency key of bytes", post(b"Idempotency-Key: \xff\xfe\x80\r\nContent-Length: 2\r\n", b"{}"))
    yield Abuse("a range", request(b"GET /docs", b"Range: bytes=0-,0-,0-\r\n"), (200, 206), must_answer=True)
    # Lengths and chunks
    yield Abuse(
        "two lengths",
        post(b"Content-Length: 2\r\nContent-Length: 40\r\n", b"{}GET /users HTTP/1.1\r\nHost: x\r\n\r\n"),
        (400,),
    )
    yield Abuse("a length twice the same", post(b"Content-Length: 2\r\nContent-Length: 2\r\n", b"{}"))
    yield Abuse("a length in a list", post(b"Content-Length: 2, 2\r\n", b"{}"))
    yield Abuse("a negative length", post(b"Content-Length: -1\r\n", b"{}"))
    yield Abuse("a length with a sign", post(b"Content-Length: +2\r\n", b"{}"))
    yield Abuse("a length beyond counting", post(b"Content-Length: 99999999999999999999999999\r\n", b"{}"))
    yield Abuse("a length past the limit", post(b"Content-Length: %d\r\n" % (BIG + 1), b"{}"), (413,), must_answer=True)
    yield Abuse("a length that is no number", post("Content-Length: ٢\r\n".encode(), b"{}"))
    yield Abuse(
        "chunks and a length",
        post(
            b"Transfer-Encoding: chunked\r\nContent-Length: 4\r\n", b"0\r\n\r\nGET /users HTTP/1.1\r\nHost: x\r\n\r\n"
        ),
    )
    yield Abuse("chunks twice", post(b"Transfer-Encoding: chunked, chunked\r\n", b"2\r\n{}\r\n0\r\n\r\n"))
    yield Abuse("chunks that are not", post(b"Transfer-Encoding: xchunked\r\n", b"{}"))
    yield Abuse("chunks by a trick", post(b"Transfer-Encoding:\x0bchunked\r\n", b"2\r\n{}\r\n0\r\n\r\n"))
    yield Abuse(
        "chunks",
        post(b"Transfer-Encoding: chunked\r\n", b"1;x=y\r\n{\r\n1\r\n}\r\n0\r\n\r\n"),
        (422,),
        must_answer=True,
    )
    yield Abuse("a chunk of no size", post(b"Transfer-Encoding: chunked\r\n", b"z\r\n{}\r\n0\r\n\r\n"))
    yield Abuse("a chunk of all sizes", post(b"Transfer-Encoding: chunked\r\n", b"f" * 17 + b"\r\n{}\r\n0\r\n\r\n"))
    yield Abuse(
        "a chunk with a very long extension",
        post(b"Transfer-Encoding: chunked\r\n", b"2;" + b"a" * 500_000 + b"\r\n{}\r\n0\r\n\r\n"),
    )
    yield Abuse(
        "a trailer",
        post(b"Transfer-Encoding: chunked\r\n", b"2\r\n{}\r\n0\r\nX-API-Key: other\r\n\r\n"),
        must_answer=True,
    )
    yield Abuse(
        "chunks past the limit",
        post(b"Transfer-Encoding: chunked\r\n", b"100000\r\n" + b" " * 0x100000 + b"\r\n")
        + (b"100000\r\n" + b" " * 0x100000 + b"\r\n") * 10
        + b"0\r\n\r\n",
        (413,),
    )
    yield Abuse("a body for a GET", request(b"GET /users", b"Content-Length: 2\r\n", b"{}"), (200,), must_answer=True)
    yield Abuse("less body than it says", post(b"Content-Length: 20\r\n", b"{}"))
    yield Abuse("more body than it says", post(b"Content-Length: 2\r\n", b"{}{}"), (422,), must_answer=True)
    yield Abuse(
        "expects to continue", post(b"Expect: 100-continue\r\nContent-Length: 2\r\n", b"{}"), (100, 422), most_answers=2
    )
    yield Abuse("expects anything", post(b"Expect: the-spanish-inquisition\r\nContent-Length: 2\r\n", b"{}"))
    # Forms
    form = b"Content-Type: multipart/form-data; boundary=%s\r\nContent-Length: %d\r\n"
    for remark, boundary, body in (
        ("an empty form", b"x", b"--x--\r\n"),
        ("a form without an end", b"x", b"--x\r\nContent-Disposition: form-data; name=file; filename=a\r\n\r\n%PDF-"),
        ("a form of bytes", b"x", b'--x\r\nContent-Disposition: form-data; name="\xff\x00"\r\n\r\n\xff\r\n--x--\r\n'),
        ("a part without a name", b"x", b"--x\r\nContent-Disposition: form-data\r\n\r\na\r\n--x--\r\n"),
        ("a part that says nothing", b"x", b"--x\r\n\r\na\r\n--x--\r\n"),
        ("a boundary of bytes", b"\xff\xfe", b"--\xff\xfe--\r\n"),
        (
            "many parts",
            b"x",
            b"".join(b"--x\r\nContent-Disposition: form-data; name=a%d\r\n\r\na\r\n" % n for n in range(2_000))
            + b"--x--\r\n",
        ),
        (
            "a giant part header",
            b"x",
            b"--x\r\nContent-Disposition: form-data; name=" + b"a" * 200_000 + b"\r\n\r\na\r\n--x--\r\n",
        ),
        (
            "an unknown charset",
            b"x; charset=no-such",
            b"--x\r\nContent-Disposition: form-data; name=_charset_\r\n\r\nno-such\r\n--x--\r\n",
        ),
    ):
        for path in (b"/media--upload/" + b"0" * 24, b"/bank--files"):
            yield Abuse(
                f"{remark} to {path.decode()}",
                request(b"POST " + path, form % (boundary, len(body)), body),
                (400, 404, 422),
            )
    # Several requests on one connection
    two = request(b"GET /health").replace(b"Connection: close\r\n", b"")
    yield Abuse("two at once", two + request(b"GET /health"), (200,), most_answers=2, must_answer=True)
    yield Abuse("fifty at once", two * 49 + request(b"GET /health"), (200,), most_answers=50, must_answer=True)
    yield Abuse("a thousand at once", two * 999 + request(b"GET /health"), (200,), most_answers=1000)
    yield Abuse("nothing", b"")
    yield Abuse("half a request", request(b"GET /users")[:30])


_STATUS_LINE = re.compile(rb"HTTP/1\.[01] (\d{3}) [^\r\n]*\r\n")


def abuse_all(installation: Installation, counts: Counts) -> None:
    """Send each, and see that the service still answers."""
    for one in abuses(installation.tokens["operator"]):
        abuse(installation, counts, one)
        health, _ = exchange(installation.server.port, b"GET /health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        if not health.startswith(b"HTTP/1.1 200"):
            counts.found(f"socket: after {one.remark} the service no longer answered")


def abuse(installation: Installation, counts: Counts, one: Abuse) -> None:
    """Send the bytes and look at what comes back."""
    began = time.perf_counter()
    came, is_open = exchange(installation.server.port, one.sent, PATIENCE_SECONDS if one.must_answer else 0.5)
    seconds = time.perf_counter() - began
    answers = [int(status) for status in _STATUS_LINE.findall(came)]
    for status in answers or [0]:
        counts.answered("sockets", f"socket: {one.remark}", status, 0 if is_open else seconds)
    wrong = [status for status in answers if status >= 500 or (one.statuses and status not in one.statuses)]
    if wrong or len(answers) > one.most_answers or (one.must_answer and not answers):
        counts.found(f"socket: {one.remark}: answered {answers}, {came[:200]!r}")


def exchange(port: int, sent: bytes, patience_seconds: float = PATIENCE_SECONDS) -> tuple[bytes, bool]:
    """What comes back for some bytes, and whether the connection was still open when nothing more came."""
    with socket.create_connection(("127.0.0.1", port), timeout=patience_seconds) as connection:
        with suppress(OSError):  # refused before all of it was sent: what was answered can still be read
            connection.sendall(sent)
        came = b""
        try:
            while part := connection.recv(65536):
                came += part
                # What is not closed after a whole answer is an open connection that waits for the next request.
                if len(came) > 50 * 1024 * 1024:
                    break
        except TimeoutError:
            return came, True
        except OSError:
            pass
        return came, False


def trickle(port: int, head: bytes, each: bytes, *, every_seconds: float, for_seconds: float) -> tuple[bytes, float]:
    """Send a head, then a little now and then; what comes back, and how long the connection was borne with."""
    began = time.perf_counter()
    came = b""
    with socket.create_connection(("127.0.0.1", port), timeout=every_seconds) as connection:
        connection.sendall(head)
        while time.perf_counter() - began < for_seconds:
            try:
                connection.sendall(each)
                part = connection.recv(65536)
                came += part
                if not part:
                    break
            except TimeoutError:
                continue
            except OSError:
                break
    return came, time.perf_counter() - began


def trickle_all(installation: Installation, counts: Counts) -> None:
    """Clients that take their time: while some send a byte now and then, the service answers everybody else."""
    line = b"POST /users HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
    key = f"X-API-Key: {installation.tokens['operator']}\r\n".encode()
    slow = {
        "headers that never end": (b"GET /users HTTP/1.1\r\nHost: x\r\n", b"X-A: a\r\n"),
        "a body that never ends": (line + key + b"Content-Length: 1000\r\n\r\n", b" "),
        "chunks that never end": (line + key + b"Transfer-Encoding: chunked\r\n\r\n", b"1\r\n \r\n"),
    }
    for remark, (head, each) in slow.items():
        idle = [socket.create_connection(("127.0.0.1", installation.server.port)) for _ in range(50)]
        try:
            for connection in idle:
                connection.sendall(head)
            came, _ = trickle(installation.server.port, head, each, every_seconds=0.1, for_seconds=1)
            began = time.perf_counter()
            health, _ = exchange(
                installation.server.port, b"GET /ready HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
            )
            seconds = time.perf_counter() - began
            counts.answered("sockets", f"beside {remark}", 200 if b" 200 " in health[:20] else 0, seconds)
            if not health.startswith(b"HTTP/1.1 200") or seconds > counts.most_seconds or b"HTTP/1.1 5" in came:
                counts.found(f"beside {remark}: {health[:100]!r} after {seconds:.1f} s, {came[:100]!r}")
        finally:
            for connection in idle:
                connection.close()
