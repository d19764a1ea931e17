"""Logos: what draws is taken, and what could do anything else is refused with a sentence."""

from __future__ import annotations

import struct
import zlib

import pytest

from fordran.documents.logo import can_be_printed
from fordran.formats.logos import MOST_BYTES, NotALogo, read_logo

HEAD = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 40 10">'
PLAIN = (
    f'<?xml version="1.0"?>{HEAD}<!-- drawn --><defs><linearGradient id="a"><stop stop-color="red"/></linearGradient></defs>'
    '<g id="b"><path d="M0 0h40v10z" fill="url(#a)"/></g><use xlink:href="#b"/></svg>'
)


def png(width: int, height: int) -> bytes:
    """A red picture of so many pixels."""

    def chunk(name: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    rows = (b"\0" + b"\xc0\x20\x20" * width) * height
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


@pytest.mark.parametrize(
    ("content", "content_type"),
    [
        (PLAIN.encode(), "image/svg+xml"),
        (b"\xef\xbb\xbf" + PLAIN.encode(), "image/svg+xml"),
        (png(40, 10), "image/png"),
    ],
)
def test_a_logo_is_taken_and_can_be_printed(content: bytes, content_type: str) -> None:
    logo = read_logo(content)
    assert logo.content_type == content_type
    assert can_be_printed(logo.svg)


@pytest.mark.parametrize(
    ("inside", "sentence"),
    [
        ("<script>alert(1)</script>", "The SVG has <script>, which a logo cannot have."),
        ("<foreignObject/>", "The SVG has <foreignObject>, which a logo cannot have."),
        ('<image href="https://x.example/a.png"/>', "The SVG has <image>, which a logo cannot have."),
        ('<a href="#x"/>', "The SVG has <a>, which a logo cannot have."),
        ("<style>@import 'x'</style>", "The SVG has <style>, which a logo cannot have. Turn text into outlines."),
        ("<text>Å</text>", "The SVG has <text>, which a logo cannot have. Turn text into outlines."),
        ("<animate/>", "The SVG has <animate>, which a logo cannot have."),
        (
            '<x:script xmlns:x="http://www.w3.org/1999/xhtml">alert(1)</x:script>',
            "The SVG has <script> of http://www.w3.org/1999/xhtml, which a logo cannot have.",
        ),
        (
            '<metadata><img xmlns="http://www.w3.org/1999/xhtml" src="x" onerror="x()"/></metadata>',
            "The SVG has <img> of http://www.w3.org/1999/xhtml, which a logo cannot have.",
        ),
        ('<use xml:base="https://evil.example/" href="#a"/>', "The SVG refers to something outside itself."),
        ('<path onload="x()"/>', "The SVG has onload, which would run a script."),
        ('<path OnClick="x()"/>', "The SVG has OnClick, which would run a script."),
        ('<use xlink:href="https://x.example/a.svg#b"/>', "The SVG refers to something outside itself."),
        ('<use href="data:image/svg+xml,x"/>', "The SVG refers to something outside itself."),
        ('<path fill="url(https://x.example/#a)"/>', "The SVG refers to something outside itself."),
        ("<path style=\"fill:URL( '//x')\"/>", "The SVG refers to something outside itself."),
        ('<path style="fill:u\\72l(x)"/>', "The SVG refers to something outside itself."),
        ("<?xml-stylesheet href='x'?>", "The SVG has an instruction or an entity in it; save it as a plain SVG."),
        ("<g>", "The SVG cannot be read as XML."),
    ],
)
def test_what_does_more_than_draw_is_refused(inside: str, sentence: str) -> None:
    with pytest.raises(NotALogo) as refused:
        read_logo(f"{HEAD}{inside}</svg>".encode())
    assert str(refused.value) == sentence


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"%PDF-1.7", "A logo is a PNG or an SVG."),
        (b"", "A logo is a PNG or an SVG."),
        (b"<html/>", "A logo is a PNG or an SVG."),
        (b'<svg viewBox="0 0 1 1"/>', "A logo is a PNG or an SVG."),
        (b'<svg xmlns="http://www.w3.org/2000/svg"/>', "The SVG says neither its viewBox nor its width and height."),
        (
            b'<!DOCTYPE svg [<!ENTITY a "aaaa">]><svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1">&a;</svg>',
            "The SVG has a document type declaration; save it without one.",
        ),
        (png(1601, 1), "A logo has at most 1600 pixels a side; this has 1601 × 1."),
        (png(1, 1)[:20], "The PNG is damaged."),
        (b"\x89PNG\r\n\x1a\n" + b"x" * MOST_BYTES, "A logo has at most 100 KiB."),
    ],
)
def test_what_is_no_logo_is_refused(content: bytes, sentence: str) -> None:
    with pytest.raises(NotALogo) as refused:
        read_logo(content)
    assert str(refused.value) == sentence


def test_a_picture_that_is_damaged_within_cannot_be_printed() -> None:
    whole = png(200, 50)
    assert not can_be_printed(read_logo(whole[:60] + b"damaged" + whole[67:]).svg)
