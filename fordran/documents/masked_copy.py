"""A copy of a letter or an invoice without the debtor's code: for everybody but the debtor.

The code and its QR symbol are removed from the page, and what only the code used from the fonts: a font that is embedded numbers
its letters in the order of their use, which would tell the code. Typst writes objects as plain ones, and tags what is on a page:
the symbol by its alternative text, and the code is the first text after it that can be one. A PDF that is otherwise is refused.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from fordran.documents.masked_font import without_glyphs
from fordran.domain.numbers import debtor_code
from fordran.texts.catalogue import texts
from fordran.texts.languages import LANGUAGES


class CannotMask(Exception):
    """The PDF is none that we know how to mask, so that no copy of it is given."""


_OBJECT = re.compile(rb"\s*(\d+) 0 obj\n")
_END = re.compile(rb"\s*(stream\n|endobj)")
_TOKEN = re.compile(
    rb"(?P<string>\()|(?P<hex><[0-9A-Fa-f\s]*>)|(?P<name>/[^\s/\[\]()<>{}%]*)"
    rb"|(?P<mark><<|>>|[\[\]])|(?P<word>[^\s/\[\]()<>{}%]+)",
)
_PARENTHESIS = re.compile(rb"\\.|[()]", re.DOTALL)
_CODE = re.compile(f"(?<![{debtor_code.ALPHABET}])[{debtor_code.ALPHABET}]{{5}}-[{debtor_code.ALPHABET}]{{5}}(?!\\w)")
_MOST_BYTES = 16 * 1024 * 1024
"""Of a stream. A file that somebody uploaded may pretend to be one of ours."""
_ESCAPES = {b"n": b"\n", b"r": b"\r", b"t": b"\t", b"b": b"\b", b"f": b"\f"}
_SUBSET = re.compile(rb"/[A-Z]{6}\+")


def masked(pdf: bytes) -> bytes:
    """The PDF without the debtor's code, the same bytes where it carries none; raises `CannotMask`."""
    if not _carries_code(pdf):
        return pdf
    try:
        return _masked(pdf)
    except (ValueError, LookupError, zlib.error) as trouble:
        raise CannotMask from trouble


def _masked(pdf: bytes) -> bytes:
    head, objects, trailer = _read(pdf)
    used: dict[int, set[int]] = {}
    removed: dict[int, set[int]] = {}
    for page in [body for body in objects.values() if b"/Type/Page/" in body.dictionary]:
        contents = objects[_reference(page.dictionary, b"Contents")]
        fonts = _fonts(objects, page)
        left, gone = _without_code(contents.stream(), fonts)
        contents.put(left)
        for kept, glyphs in ((used, _glyphs(left, fonts)), (removed, gone)):
            for font, found in glyphs.items():
                kept.setdefault(font, set()).update(found)
    if not removed:
        raise CannotMask
    for font, unused in removed.items():
        _mask_font(objects, font, unused - used.get(font, set()))
    return _written(head, objects, trailer)


def _carries_code(pdf: bytes) -> bool:
    """Whether it has the symbol: its alternative text is in the tags, in one of the languages."""
    return any(alt in pdf for alt in _alternatives())


def _alternatives() -> list[bytes]:
    """The symbol's alternative text in every language, as a PDF writes it."""
    found = [texts(language).area("document")["access_alt"] for language in LANGUAGES]
    return [
        b"(" + text.encode() + b")"
        if text.isascii()
        else b"<FEFF" + text.encode("utf-16-be").hex().upper().encode() + b">"
        for text in found
    ]


# Objects ----------------------------------------------------------------------------------------------------------------


@dataclass
class _Object:
    """An object: its dictionary or other value, and the bytes of its stream, if it has one."""

    dictionary: bytes
    content: bytes | None = None

    def stream(self) -> bytes:
        """The stream as it is to be read."""
        if self.content is None or b"/Filter/FlateDecode" not in self.dictionary:
            raise CannotMask
        reader = zlib.decompressobj()
        stream = reader.decompress(self.content, _MOST_BYTES)
        if reader.unconsumed_tail:
            raise CannotMask
        return stream

    def put(self, stream: bytes) -> None:
        """Let the stream be another."""
        self.content = zlib.compress(stream)
        self.dictionary = re.sub(rb"/Length \d+", b"/Length %d" % len(self.content), self.dictionary, count=1)


def _read(pdf: bytes) -> tuple[bytes, dict[int, _Object], bytes]:
    """The bytes before the objects, the objects by their numbers, and the trailer's dictionary."""
    first = _OBJECT.search(pdf)
    if first is None:
        raise CannotMask
    objects: dict[int, _Object] = {}
    at = first.start()
    while begun := _OBJECT.match(pdf, at):
        number, at = int(begun[1]), begun.end()
        end = _END.search(pdf, at)
        if end is None:
            raise CannotMask
        one = objects[number] = _Object(pdf[at : end.start()])
        at = end.end()
        if end[1] != b"endobj":
            length = re.search(rb"/Length (\d+)", one.dictionary)
            if length is None:
                raise CannotMask
            one.content = pdf[at : at + int(length[1])]
            at = pdf.index(b"endobj", at + int(length[1])) + len(b"endobj")
    trailer = re.match(rb"\s*xref\b.*?trailer\s*(<<.*?>>)\s*startxref", pdf[at:], re.DOTALL)
    if trailer is None:
        raise CannotMask
    return pdf[: first.start()], objects, trailer[1]


def _written(head: bytes, objects: Mapping[int, _Object], trailer: bytes) -> bytes:
    """The objects as a whole file, with a table of where each begins."""
    out, places = bytearray(head), {}
    for number in sorted(objects):
        one = objects[number]
        out += b"\n"
        places[number] = len(out)
        out += b"%d 0 obj\n%s" % (number, one.dictionary)
        if one.content is not None:
            out += b"\nstream\n" + one.content + b"\nendstream"
        out += b"\nendobj\n"
    table = len(out)
    size = max(places) + 1
    out += b"xref\n0 %d\n0000000000 65535 f\r\n" % size
    for number in range(1, size):
        out += b"%010d 00000 n\r\n" % places[number] if number in places else b"0000000000 65535 f\r\n"
    out += b"trailer\n" + trailer + b"\nstartxref\n%d\n%%%%EOF" % table
    return bytes(out)


def _reference(dictionary: bytes, name: bytes) -> int:
    found = re.search(rb"/" + name + rb" ?\[?(\d+) 0 R", dictionary)
    if found is None:
        raise CannotMask
    return int(found[1])


# Fonts ------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Font:
    """A font of a page: its object, and what its glyphs mean."""

    number: int
    letters: Mapping[int, str]


def _fonts(objects: Mapping[int, _Object], page: _Object) -> dict[bytes, _Font]:
    """The fonts of a page, by the names that it uses for them."""
    resources = objects[_reference(page.dictionary, b"Resources")].dictionary
    named = re.search(rb"/Font<<(.*?)>>", resources, re.DOTALL)
    found = re.findall(rb"(/[^\s/]+) (\d+) 0 R", named[1]) if named else []
    return {name: _Font(int(number), _letters(objects, int(number))) for name, number in found}


def _letters(objects: Mapping[int, _Object], font: int) -> dict[int, str]:
    """Glyph → the text that it means."""
    table = objects[_reference(objects[font].dictionary, b"ToUnicode")].stream()
    return {
        int(glyph, 16): bytes.fromhex(text.decode()).decode("utf-16-be", "replace") for glyph, text in _meanings(table)
    }


def _meanings(table: bytes) -> Iterator[tuple[bytes, bytes]]:
    if b"beginbfrange" in table:
        raise CannotMask
    for part in re.findall(rb"beginbfchar(.*?)endbfchar", table, re.DOTALL):
        yield from re.findall(rb"<([0-9A-Fa-f]+)>\s*<([0-9A-Fa-f]+)>", part)


def _mask_font(objects: Mapping[int, _Object], number: int, dead: set[int]) -> None:
    """Remove what glyphs that are no longer used mean, how wide they are, and how they look."""
    font = objects[number]
    meaning = objects[_reference(font.dictionary, b"ToUnicode")]
    meaning.put(re.sub(rb"<([0-9A-Fa-f]{4})>(\s*)<[0-9A-Fa-f]+>", lambda line: _meaning(line, dead), meaning.stream()))
    descendant = objects[_reference(font.dictionary, b"DescendantFonts")]
    descendant.dictionary = _without_widths(descendant.dictionary, dead)
    descriptor = objects[_reference(descendant.dictionary, b"FontDescriptor")]
    program = objects[_reference(descriptor.dictionary, b"FontFile3")]
    program.put(without_glyphs(program.stream(), dead))
    # The name of a subset is made of what is in it.
    for named in (font, descendant, descriptor):
        named.dictionary = _SUBSET.sub(b"/MASKED+", named.dictionary)


def _meaning(line: re.Match[bytes], dead: set[int]) -> bytes:
    """A glyph's line in the table of meanings: a glyph that is not used any more means a blank."""
    return b"<%s>%s<0020>" % (line[1], line[2]) if int(line[1], 16) in dead else line[0]


def _without_widths(dictionary: bytes, dead: set[int]) -> bytes:
    found = re.search(rb"/W ?\[([^\]]*)\]", dictionary)
    if found is None:
        raise CannotMask
    numbers = found[1].split()
    kept = []
    for first, last, width in zip(numbers[::3], numbers[1::3], numbers[2::3], strict=True):
        kept += [b"%d %d %s" % (glyph, glyph, width) for glyph in range(int(first), int(last) + 1) if glyph not in dead]
    return dictionary[: found.start()] + b"/W[" + b" ".join(kept) + b"]" + dictionary[found.end() :]


# The content of a page --------------------------------------------------------------------------------------------------


@dataclass
class _Marked:
    """A marked part of a page: where it is, whether it is the symbol, and the text in it."""

    start: int
    is_symbol: bool
    text: str = ""
    glyphs: dict[int, set[int]] = field(default_factory=dict)


def _without_code(content: bytes, fonts: Mapping[bytes, _Font]) -> tuple[bytes, dict[int, set[int]]]:
    """The content without symbols and codes, and the glyphs that these used, by font."""
    removed: list[tuple[int, int]] = []
    gone: dict[int, set[int]] = {}
    wanted = 0
    for part, end in _marked_parts(content, fonts):
        if part.is_symbol:
            wanted += 1
        elif not wanted or not _CODE.search(part.text):
            continue
        else:
            wanted -= 1
        removed.append((part.start, end))
        for font, glyphs in part.glyphs.items():
            gone.setdefault(font, set()).update(glyphs)
    if wanted:
        raise CannotMask
    left = bytearray(content)
    for start, end in reversed(removed):
        if b" Do" in left[start:end]:
            raise CannotMask
        left[start:end] = b"\n"
    return bytes(left), gone


def _marked_parts(content: bytes, fonts: Mapping[bytes, _Font]) -> Iterator[tuple[_Marked, int]]:
    """The parts that are marked, in their order, each with where it ends."""
    alternatives = _alternatives()
    open_parts: list[_Marked] = []
    font: _Font | None = None
    name, operands, at = b"", 0, 0
    while token := _TOKEN.search(content, at):
        word, at = token["word"], token.end()
        if token["name"] is not None:
            name = token[0]
        elif word in (b"BDC", b"BMC"):
            properties = content[operands : token.start()]
            open_parts.append(_Marked(token.end(), any(alt in properties for alt in alternatives)))
        elif word == b"EMC":
            yield open_parts.pop(), token.start()
        elif word == b"Tf":
            font = fonts.get(name)
        elif token["string"] is not None:
            at = _end_of_string(content, at)
            glyphs = _glyphs_in(content[token.end() : at - 1])
            if open_parts and font is not None:
                open_parts[-1].text += "".join(font.letters.get(glyph, "") for glyph in glyphs)
                open_parts[-1].glyphs.setdefault(font.number, set()).update(glyphs)
        if word is not None and word[-1:].isalpha():
            operands = token.end()


def _end_of_string(content: bytes, at: int) -> int:
    """Where a string ends whose first character is there; parentheses in it are escaped or in pairs."""
    depth = 1
    for found in _PARENTHESIS.finditer(content, at):
        depth += {b"(": 1, b")": -1}.get(found[0], 0)
        if not depth:
            return found.end()
    raise CannotMask


def _glyphs(content: bytes, fonts: Mapping[bytes, _Font]) -> dict[int, set[int]]:
    """The glyphs that a content uses, by font."""
    found: dict[int, set[int]] = {}
    for part, _ in _marked_parts(content, fonts):
        for font, glyphs in part.glyphs.items():
            found.setdefault(font, set()).update(glyphs)
    return found


def _glyphs_in(literal: bytes) -> list[int]:
    """The glyphs of what is in a string, two bytes each."""
    text = re.sub(
        rb"\\([0-7]{1,3}|\r\n|.)",
        lambda found: bytes([int(found[1], 8)]) if found[1].isdigit() else _ESCAPES.get(found[1], found[1]),
        literal,
        flags=re.DOTALL,
    )
    return [int.from_bytes(text[at : at + 2], "big") for at in range(0, len(text), 2)]
