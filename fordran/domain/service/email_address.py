"""E-mail addresses: the one rule for what is an address, and when two of them are the same.

Only ASCII is an address: not every mail server takes more, and letters of other scripts look like those of an address.
"""

from __future__ import annotations

import re
import unicodedata

MOST = 254
"""RFC 5321 4.5.3.1.3: 256 octets with the angle brackets."""
_MOST_LOCAL = 64

_ATOM = r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+"
_LABEL = r"[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
_ADDRESS = re.compile(rf"({_ATOM}(?:\.{_ATOM})*)@(?:{_LABEL}\.)+(?=[A-Za-z])({_LABEL})")


def is_email(text: str) -> bool:
    """Whether the text is an address, and nothing but one.

    >>> [is_email(text) for text in ("anna@operator.example", "y", "a@b", "a@b.se.", " a@b.se", "a@b.se\\r\\nBcc: c@d.se")]
    [True, False, False, False, False, False]
    """
    found = _ADDRESS.fullmatch(text) if len(text) <= MOST else None
    return found is not None and len(found[1]) <= _MOST_LOCAL


def folded_email(text: str) -> str:
    """The form in which addresses are compared. The SQL function `folded_email` does the same with an address.

    >>> folded_email(" Anna@Operator.Example. ")
    'anna@operator.example'
    """
    return unicodedata.normalize("NFKC", text).strip().lower().rstrip(".")
