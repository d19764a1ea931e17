"""Names in messages: a name is chosen by somebody who is not the sender, so that it must carry no link and no second line."""

from __future__ import annotations

import re

LONGEST = 100

_INVISIBLE = re.compile(r"[\u0000-\u001f\u007f-\u009f\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]+")
"""Control characters, line breaks, and marks that hide or turn text."""
_SCHEME = re.compile(r"(?i)\b(?:[a-z][a-z0-9+.-]*://+|(?:mailto|javascript|data|tel):(?=\S))")
_WWW = re.compile(r"(?i)\bwww\.")
_AT = re.compile(r"@(?=[\w-]+\.\w)")
_DOMAIN = re.compile(r"(?<=\w)\.(?=[^\W\d_]{2})")
"""The dot that makes a mail program show a link: `evil.se`, but not `J.R.` or `1.5`."""
_LINKS = re.compile(r"(?i)://|\bwww\.|@")


def has_link(name: str) -> bool:
    """Whether a person's name has a link, an address, a line break or a character that is not seen.

    >>> [has_link(name) for name in ("Anna Berg", "J.R. Öst-Dahl", "Läs http://x.se", "www.x.se", "a@x.se", "A\\nB")]
    [False, False, True, True, True, True]
    """
    return bool(_LINKS.search(name) or _INVISIBLE.search(name))


def one_line(name: str) -> str:
    """The name without line breaks, invisible characters, schemes, `www.` and the `@` of addresses: as letters print it.

    >>> one_line("Anna\\nhttps://www.evil.se/a")
    'Anna evil.se/a'
    >>> one_line("Bok@Kaffe AB (Filial: Luleå), info@evil.se")
    'Bok@Kaffe AB (Filial: Luleå), info evil.se'
    """
    seen = _SCHEME.sub("", _INVISIBLE.sub(" ", name))
    return " ".join(_AT.sub(" ", _WWW.sub("", seen)).split())


def plain_name(name: str) -> str:
    """The name as messages have it: besides, no mail program finds a host name in it.

    >>> plain_name("Anna www.evil.se/a")
    'Anna evil. se/a'
    >>> plain_name("Dr.Berg, J.R. Dahl AB")
    'Dr. Berg, J.R. Dahl AB'
    """
    return _DOMAIN.sub(". ", one_line(name))[:LONGEST]
