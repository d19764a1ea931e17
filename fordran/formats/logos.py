"""A creditor's logo: PNG or SVG in, an SVG out that draws and does nothing else.

A stranger's file is printed on every letter, and shown to all who open it. So an SVG may have shapes, colours and
gradients: no script, no link, no style sheet, no text that would need a font, and nothing from elsewhere. Its references
to its own parts are followed and counted, since a few of them can expand to billions of shapes. A PNG is wrapped into an
SVG, which is how documents take pictures.
"""

from __future__ import annotations

import base64
import re
import struct
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from fordran.domain.message import Message

if TYPE_CHECKING:
    from lxml import etree

MOST_BYTES = 100 * 1024
MOST_PIXELS = 1600
MOST_EXPANDED = 10 * MOST_BYTES
"""Characters that an SVG may have once each reference is replaced by its target. Without references it stays below."""
MOST_FOLLOWED = 4
"""References that may follow each other: a clip uses a shape, which a gradient fills, whose colours another gradient has."""
PNG = b"\x89PNG\r\n\x1a\n"
_SVG = "http://www.w3.org/2000/svg"
_XLINK = "http://www.w3.org/1999/xlink"
_XML = "http://www.w3.org/XML/1998/namespace"
_W3C, _RDF = "http://www.w3.org/", "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
"""Browsers know elements of W3C's namespaces wherever they stand, such as XHTML's script; RDF describes, and does nothing."""

_DRAWS = frozenset(
    {
        *("svg", "g", "path", "rect", "circle", "ellipse", "line", "polyline", "polygon", "defs", "symbol", "use"),
        *("linearGradient", "radialGradient", "stop", "clipPath", "mask", "title", "desc", "metadata"),
    }
)
_MARKUP = 16
"""Characters of an element beside the values of its attributes."""
_REFERENCE = re.compile(r"url\s*\(\s*['\"]?\s*#([^'\")\s]*)", re.IGNORECASE)
_ELSEWHERE = re.compile(r"url\s*\(\s*['\"]?\s*(?!#)|@import|javascript:|expression\s*\(|\\", re.IGNORECASE)


class NotALogo(Exception):
    """The file cannot be a logo; the sentence says why."""


class LogoTooComplex(NotALogo):
    """The references of the SVG nest too deep, or expand to too much."""

    message = Message("issue.logo_too_complex")

    def __init__(self) -> None:
        super().__init__(self.message.code)


@dataclass(frozen=True, slots=True)
class Logo:
    """The kind of the file, and the picture as documents take it."""

    content_type: str
    svg: str


def read_logo(content: bytes) -> Logo:
    """The logo that a file holds, or why it holds none."""
    if len(content) > MOST_BYTES:
        raise NotALogo(f"A logo has at most {MOST_BYTES // 1024} KiB.")
    if content.startswith(PNG):
        return Logo("image/png", _wrapped(content))
    if content.lstrip(b"\xef\xbb\xbf \t\r\n")[:1] == b"<":
        return Logo("image/svg+xml", _svg(content))
    raise NotALogo("A logo is a PNG or an SVG.")


def _wrapped(png: bytes) -> str:
    if len(png) < 33 or png[12:16] != b"IHDR":
        raise NotALogo("The PNG is damaged.")
    width, height = struct.unpack(">II", png[16:24])
    if not (0 < width <= MOST_PIXELS and 0 < height <= MOST_PIXELS):
        raise NotALogo(f"A logo has at most {MOST_PIXELS} pixels a side; this has {width} × {height}.")
    data = base64.b64encode(png).decode("ascii")
    return (
        f'<svg xmlns="{_SVG}" viewBox="0 0 {width} {height}">'
        f'<image width="{width}" height="{height}" href="data:image/png;base64,{data}"/></svg>'
    )


def _svg(content: bytes) -> str:
    from lxml import etree  # loaded by the first SVG: few processes meet one

    parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False)
    try:
        root = etree.fromstring(content, parser)
    except (etree.XMLSyntaxError, ValueError):
        raise NotALogo("The SVG cannot be read as XML.") from None
    if root.tag != f"{{{_SVG}}}svg":
        raise NotALogo("A logo is a PNG or an SVG.")
    if root.getroottree().docinfo.internalDTD is not None:
        raise NotALogo("The SVG has a document type declaration; save it without one.")
    if root.get("viewBox") is None and (root.get("width") is None or root.get("height") is None):
        raise NotALogo("The SVG says neither its viewBox nor its width and height.")
    for node in root.iter():
        _check(node)
    _Expansion(root).check()
    return etree.tostring(root, encoding="unicode")


def _check(node: etree._Element) -> None:
    from lxml import etree

    if not isinstance(node.tag, str):
        if isinstance(node, etree._Comment):
            return
        raise NotALogo("The SVG has an instruction or an entity in it; save it as a plain SVG.")
    name = etree.QName(node.tag)
    if name.namespace != _SVG:
        if (name.namespace or "").startswith(_W3C) and name.namespace != _RDF:
            raise NotALogo(f"The SVG has <{name.localname}> of {name.namespace}, which a logo cannot have.")
        # Notes of drawing programs within `metadata` and beside shapes draw nothing.
        return
    if name.localname not in _DRAWS:
        hint = " Turn text into outlines." if name.localname in ("text", "tspan", "style") else ""
        raise NotALogo(f"The SVG has <{name.localname}>, which a logo cannot have.{hint}")
    for attribute, value in node.attrib.items():
        _check_attribute(etree.QName(attribute), str(value))


def _check_attribute(name: etree.QName, value: str) -> None:
    if name.localname.lower().startswith("on"):
        raise NotALogo(f"The SVG has {name.localname}, which would run a script.")
    is_link = name.localname == "href" and name.namespace in (None, _XLINK)
    if (is_link and not value.strip().startswith("#")) or (name.namespace, name.localname) == (_XML, "base"):
        raise NotALogo("The SVG refers to something outside itself.")
    if _ELSEWHERE.search(value):
        raise NotALogo("The SVG refers to something outside itself.")


class _Expansion:
    """The size of a drawing once its references are followed. The target of each is counted once, and remembered."""

    def __init__(self, root: etree._Element) -> None:
        self._root = root
        self._named: dict[str, list[etree._Element]] = {}
        for node in root.iter("*"):
            if name := node.get("id"):
                self._named.setdefault(str(name), []).append(node)
        self._targets: dict[str, tuple[int, int]] = {}
        self._looked_at = 0

    def check(self) -> None:
        """Raise `LogoTooComplex` if the whole drawing is too large or too deep."""
        size, _ = self._of([self._root], 0)
        if size > MOST_EXPANDED:
            raise LogoTooComplex

    def _of(self, nodes: list[etree._Element], followed: int) -> tuple[int, int]:
        """The size of elements with all below them, and how many references follow each other from there."""
        if followed > MOST_FOLLOWED:
            raise LogoTooComplex  # one that leads back to itself ends here, too
        size = depth = 0
        for node in (below for target in nodes for below in target.iter("*")):
            # Each target that is counted is also a part of the whole, which is then too large as well.
            self._looked_at += _MARKUP
            if self._looked_at > MOST_EXPANDED:
                raise LogoTooComplex
            size += _MARKUP + sum(len(value) for value in node.attrib.values())
            for name in _references(node):
                more, deeper = self._target(name, followed + 1)
                if followed + 1 + deeper > MOST_FOLLOWED:
                    raise LogoTooComplex
                size, depth = size + more, max(depth, 1 + deeper)
        return size, depth

    def _target(self, name: str, followed: int) -> tuple[int, int]:
        if name not in self._targets:
            self._targets[name] = self._of(self._named.get(name, []), followed)
        return self._targets[name]


def _references(node: etree._Element) -> Iterator[str]:
    """The names of the parts that an element refers to."""
    for attribute, value in node.attrib.items():
        text = str(value)
        if str(attribute) in ("href", f"{{{_XLINK}}}href"):
            yield text.strip()[1:]
        for found in _REFERENCE.finditer(text):
            yield found[1]
