"""Signed links: anybody who holds a link that we signed can read its file, for an hour."""

from __future__ import annotations

import hashlib
import hmac

from fordran import clock

VALID_SECONDS = 3600
ROUNDED_SECONDS = 600


class Links:
    """Signs and checks links with the installation's key."""

    def __init__(self, key: bytes) -> None:
        self._key = hashlib.sha256(b"fordran signed links" + key).digest()

    def _signature(self, id_: str, expires: int) -> str:
        return hmac.new(self._key, f"{id_} {expires}".encode(), hashlib.sha256).hexdigest()

    def path(self, id_: str) -> str:
        """The path of a file with a signature that holds for an hour."""
        # To the next ten minutes, so that a document that has not changed shows the same link for a while.
        expires = -(-(int(clock.unix()) + VALID_SECONDS) // ROUNDED_SECONDS) * ROUNDED_SECONDS
        return f"/media--files/{id_}?expires={expires}&signature={self._signature(id_, expires)}"

    def holds(self, id_: str, expires: str, signature: str) -> bool:
        """Whether we signed it and its time is not over."""
        if not (expires.isascii() and expires.isdigit() and len(expires) < 12):
            return False
        is_ours = hmac.compare_digest(self._signature(id_, int(expires)).encode(), signature.encode())
        return is_ours and clock.unix() < int(expires)
