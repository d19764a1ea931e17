"""Secrets that a browser holds and we know by their hash: of links, of sessions, of attempts to sign in."""

from __future__ import annotations

import hashlib
import secrets


def new_token() -> str:
    """256 random bits, which nobody guesses, as text that fits an address and a cookie."""
    return secrets.token_urlsafe(32)


def hash_of(token: str) -> bytes:
    """The stored form of a token: one round of SHA-256, as for API codes, since 256 random bits cannot be guessed."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).digest()
