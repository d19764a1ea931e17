"""A font as a PDF embeds it (CFF, Adobe Technical Note 5176) without the outlines of some glyphs."""

from __future__ import annotations

from itertools import pairwise

_END_OF_GLYPH = b"\x0e"
_CHAR_STRINGS = 17


def without_glyphs(font: bytes, dead: set[int]) -> bytes:
    """The font, of the same length, in which these glyphs are empty: neither their shape nor its length tells which they were."""
    name = _Index(font, font[2])
    top = _Index(font, name.end)
    (dictionary,) = top.items
    at = _operand(dictionary, _CHAR_STRINGS)
    outlines = _Index(font, at)
    kept = [_END_OF_GLYPH if glyph in dead else outline for glyph, outline in enumerate(outlines.items)]
    written = outlines.written(kept)
    # What follows stays where it is, since other parts of the font name the places of it.
    return font[:at] + written.ljust(outlines.end - at, b"\x00") + font[outlines.end :]


class _Index:
    """An INDEX: a count, the size of an offset, the offsets, and the items."""

    def __init__(self, font: bytes, at: int) -> None:
        self.count = int.from_bytes(font[at : at + 2], "big")
        self.items: list[bytes] = []
        self.end = at + 2
        self.size = 1
        if not self.count:
            return
        self.size = font[at + 2]
        table = at + 3
        offsets = [
            int.from_bytes(font[table + place * self.size : table + (place + 1) * self.size], "big")
            for place in range(self.count + 1)
        ]
        data = table + (self.count + 1) * self.size - 1
        self.items = [font[data + first : data + last] for first, last in pairwise(offsets)]
        self.end = data + offsets[-1]

    def written(self, items: list[bytes]) -> bytes:
        """The INDEX with other items, which are no longer than these."""
        offset, offsets = 1, [1]
        for item in items:
            offset += len(item)
            offsets.append(offset)
        table = b"".join(place.to_bytes(self.size, "big") for place in offsets)
        return self.count.to_bytes(2, "big") + bytes([self.size]) + table + b"".join(items)


def _operand(dictionary: bytes, operator: int) -> int:
    """The whole number before an operator of a DICT."""
    at, last = 0, 0
    while at < len(dictionary):
        first = dictionary[at]
        if first == 28:
            last, at = int.from_bytes(dictionary[at + 1 : at + 3], "big", signed=True), at + 3
        elif first == 29:
            last, at = int.from_bytes(dictionary[at + 1 : at + 5], "big", signed=True), at + 5
        elif first == 30:
            at += 1
            while dictionary[at] & 0x0F != 0x0F and dictionary[at] >> 4 != 0x0F:
                at += 1
            at += 1
        elif 32 <= first <= 246:
            last, at = first - 139, at + 1
        elif 247 <= first <= 250:
            last, at = (first - 247) * 256 + dictionary[at + 1] + 108, at + 2
        elif 251 <= first <= 254:
            last, at = -(first - 251) * 256 - dictionary[at + 1] - 108, at + 2
        elif first == operator:
            return last
        else:
            at += 2 if first == 12 else 1
    raise ValueError(f"a font without the operator {operator}")
