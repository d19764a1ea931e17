"""Texts drawn by hypothesis: seeds of a target with parts replaced, and whatever bytes there are."""

from __future__ import annotations

from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st

from tools.fuzz.target import Target

AWKWARD = (
    b"\x00", b"\xff", b"\xed\xa0\x80", b"\xef\xbb\xbf", b"\xe2\x80\xa8", b"1e400", b"-9223372036854775809", b"9" * 400,
    b"NaN", b"\\ud800", b"\\u0000", b'"', b"'", b"{", b"}", b"[", b"]", b",", b";", b"\r\n", b"%00", b"..", b"$where",
    b"__proto__", "١".encode(), "İ".encode(), "ﬀ".encode(), b"[" * 200,
)  # fmt: skip
"""What parsers have stumbled over, in many programs."""


def texts(target: Target) -> st.SearchStrategy[bytes]:
    """Texts for a target: near its seeds, and far from them."""
    parts = st.one_of(st.sampled_from((*AWKWARD, *target.words)), st.binary(max_size=8), st.just(b""))

    @st.composite
    def changed(draw: st.DrawFn) -> bytes:
        text = bytearray(draw(st.sampled_from(target.seeds)))
        for _ in range(draw(st.integers(1, 4))):
            first = draw(st.integers(0, len(text)))
            last = draw(st.integers(first, min(len(text), first + 12)))
            text[first:last] = draw(parts)
        return bytes(text)

    return st.one_of(changed(), st.lists(parts, max_size=20).map(b"".join), st.binary(max_size=200))


def draw_for(target: Target, examples: int, seeded: int) -> int:
    """Try so many texts on a target; how many were. The least text that is neither taken nor refused is raised."""
    tried = 0

    @seed(seeded)
    @settings(
        max_examples=examples,
        deadline=None,
        database=None,
        phases=(Phase.generate, Phase.shrink),
        suppress_health_check=list(HealthCheck),
    )
    @given(texts(target))
    def each(data: bytes) -> None:
        nonlocal tried
        tried += 1
        target.try_(data)

    for known in target.seeds:
        target.try_(known)
    each()
    return tried + len(target.seeds)
