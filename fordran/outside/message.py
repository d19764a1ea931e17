"""A message as bytes (RFC 5322, MIME): headers, a text in two forms, and documents. The same message is the same bytes.

Written here and not by the library of Python, which takes four milliseconds of a processor to go over every line of a PDF.
"""

from __future__ import annotations

import mimetypes
from binascii import b2a_base64, b2a_qp
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from email.header import Header
from email.utils import encode_rfc2231

_LINE = 76
_END = b"\r\n"


@dataclass(frozen=True)
class MailMessage:
    """The parts of a message. `id` separates its parts; no other text can contain it."""

    id: str
    headers: Mapping[str, str]
    text: str
    html: str
    documents: Sequence[tuple[str, bytes]] = ()


def written(message: MailMessage) -> bytes:
    """The message with lines that every server takes."""
    headers = [f"{name}: {_header(name, value)}" for name, value in message.headers.items()]
    forms = _together("alternative", message.id, [_text("plain", message.text), _text("html", message.html)])
    attached = [_document(name, content) for name, content in message.documents]
    whole = _together("mixed", message.id, [forms, *attached])
    return "\r\n".join([*headers, "MIME-Version: 1.0"]).encode("ascii") + _END + whole


def _header(name: str, value: str) -> str:
    # A sign that is none, such as one that turns the direction of text, could show another sender or subject.
    line = "".join(sign for sign in " ".join(value.split()) if sign.isprintable())
    if line.isascii() and len(name) + len(line) <= _LINE:
        return line
    return Header(line, "us-ascii" if line.isascii() else "utf-8", header_name=name).encode(linesep="\r\n")


def _together(kind: str, id_: str, parts: Sequence[bytes]) -> bytes:
    boundary = f"={kind}_{id_}="
    line = b"--" + boundary.encode("ascii")
    head = f'Content-Type: multipart/{kind};\r\n boundary="{boundary}"\r\n\r\n'.encode("ascii")
    return head + b"".join(line + _END + part + _END for part in parts) + line + b"--" + _END


def _text(kind: str, text: str) -> bytes:
    head = f"Content-Type: text/{kind}; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n"
    # Every line ends in CRLF, also one that the encoding breaks: a server may take a bare LF for the end of a message.
    lines = b2a_qp("\n".join(text.splitlines()).encode(), istext=True)
    return head.encode("ascii") + lines.replace(b"\n", _END)


def _document(filename: str, content: bytes) -> bytes:
    kind = mimetypes.guess_type(filename)[0] or "application/octet-stream"
    head = f"Content-Type: {kind}\r\nContent-Transfer-Encoding: base64\r\n{_disposition(filename)}\r\n\r\n"
    text = b2a_base64(content, newline=False)
    lines = (text[first : first + _LINE] for first in range(0, len(text), _LINE))
    return head.encode("ascii") + _END.join(lines)


def _disposition(filename: str) -> str:
    name = "".join(letter for letter in filename if letter.isprintable() and letter not in '"\\')
    parameter = f'filename="{name}"' if name.isascii() else f"filename*={encode_rfc2231(name, 'utf-8')}"
    return f"Content-Disposition: attachment;\r\n {parameter}"
