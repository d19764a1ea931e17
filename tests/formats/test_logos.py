"""Logos: what draws is taken, and what could do anything else is refused with a sentence."""

from __future__ import annotations

import struct
import zlib

import pytest

from fordran.documents.logo import can_be_printed
from fordran.formats.logos import MOST_BYTES, LogoTooComplex, NotALogo, read_logo

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


def _twice(levels: int, part: str, reference: str) -> str:
    """Each part draws the one before it twice, so that the last draws 2^levels shapes."""
    shape = '<path id="p0" d="M0 0h4v1z"/>'
    return shape + "".join(
        f'<{part} id="p{level}">{reference.format(before=level - 1) * 2}</{part}>' for level in range(1, levels + 1)
    )


USES = '<use xlink:href="#p{before}"/>'


@pytest.mark.parametrize(
    "inside",
    [
        pytest.param(_twice(60, "g", USES) + '<use href="#p60"/>', id="use"),
        pytest.param(_twice(19, "g", USES), id="19 levels"),
        pytest.param(_twice(60, "symbol", USES) + '<use href="#p60"/>', id="symbol"),
        pytest.param(_twice(60, "clipPath", '<path d="M0 0h1v1z" clip-path="url(#p{before})"/>'), id="clipPath"),
        pytest.param(_twice(60, "mask", '<path d="M0 0h1v1z" mask="url(#p{before})"/>'), id="mask"),
        pytest.param(_twice(60, "mask", '<path style="mask:URL(#p{before})"/>'), id="mask in a style"),
        pytest.param(_twice(60, "linearGradient", "<stop/>" * 20) + '<path fill="url(#p9)"/>' * 2000, id="gradient"),
        pytest.param(
            "".join(f'<linearGradient id="p{n}" href="#p{n - 1}"/>' for n in range(1, 1500)), id="chain of gradients"
        ),
        pytest.param('<g id="p1"><use href="#p1"/></g>', id="itself"),
        pytest.param('<g id="p1"><use href="#p2"/></g><g id="p2"><use href="#p1"/></g>', id="each other"),
        pytest.param(f'<path id="p1" d="M0 0{"h1" * 10_000}"/>' + '<use href="#p1"/>' * 100, id="a long path often"),
        pytest.param('<g id="p1">' + "<path/>" * 2000 + "</g>" + '<use href="#p1"/>' * 100, id="one level, often"),
        pytest.param(
            "".join(f'<g id="p{n}">' for n in range(200)) + "<g/>" * 5000 + "</g>" * 200
            + "".join(f'<use href="#p{n}"/>' for n in range(200)),
            id="many targets within each other",
        ),
    ],
)  # fmt: skip
def test_references_that_expand_to_too_much_are_refused(inside: str) -> None:
    with pytest.raises(LogoTooComplex):
        read_logo(f"{HEAD}{inside}</svg>".encode())


def test_references_nest_four_deep_and_no_deeper() -> None:
    """The innermost part comes first: each is counted before the one that refers to it."""
    shape, uses = '<path id="p0" d="M0 0h1v1z"/>', [f'<g id="p{n}"><use href="#p{n - 1}"/></g>' for n in range(1, 6)]
    read_logo(f"{HEAD}{shape}{''.join(uses[:4])}</svg>".encode())
    with pytest.raises(LogoTooComplex):
        read_logo(f"{HEAD}{shape}{''.join(uses)}</svg>".encode())


@pytest.mark.parametrize(
    "inside",
    [
        pytest.param(
            '<defs><rect id="a" width="9" height="9"/></defs><clipPath id="b"><use xlink:href="#a"/></clipPath>'
            '<g clip-path="url(#b)"><path d="M0 0h40v10z"/></g>',
            id="a clip that uses a shape",
        ),
        pytest.param(
            '<linearGradient id="a"><stop stop-color="red"/></linearGradient>'
            '<linearGradient id="b" xlink:href="#a" gradientUnits="userSpaceOnUse"/>'
            '<g id="c"><path d="M0 0h40v10z" style="fill:url(#b)"/></g><use href="#c"/><use href="#c" x="3"/>',
            id="a shape that a gradient with the colours of another fills",
        ),
        pytest.param('<path id="a" d="M0 0h1v1z"/>' + '<use href="#a"/>' * 1000, id="a dot a thousand times"),
        pytest.param(f'<path d="M0 0{"h1" * 45_000}"/>', id="a path as long as a file may be"),
    ],
)
def test_references_of_drawing_programs_are_taken(inside: str) -> None:
    assert can_be_printed(read_logo(f"{HEAD}{inside}</svg>".encode()).svg)
