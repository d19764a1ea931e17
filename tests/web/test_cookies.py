"""Cookies as they are read: by ourselves, and of a long header only the first part."""

from __future__ import annotations

import pytest

from fordran.web.cookies import MOST_BYTES, cookies_in


@pytest.mark.parametrize(
    ("sent", "found", "remark"),
    [
        ([b"a=1; b=2"], {"a": "1", "b": "2"}, "as browsers send them"),
        ([b"a=1", b"b=2"], {"a": "1", "b": "2"}, "in two headers"),
        ([b"a=1; a=2"], {"a": "2"}, "the last of a name"),
        ([b"a=b=c;=x;;y; z ="], {"a": "b=c", "y": "", "z": ""}, "signs in odd places"),
        ([b'a="1\\073"'], {"a": '"1\\073"'}, "no quotes are read, since ours have none"),
        ([b"a=1; b=" + b"x" * MOST_BYTES + b"; c=3"], {"a": "1"}, "neither a cookie that is cut nor those after it"),
        ([b"x" * MOST_BYTES * 16], {}, "nothing but one long word"),
        ([], {}, "none"),
    ],
)
def test_cookies_are_read_up_to_a_length(sent: list[bytes], found: dict[str, str], remark: str) -> None:
    headers = [(b"host", b"x"), *((b"cookie", value) for value in sent)]
    assert cookies_in(headers) == found, remark
