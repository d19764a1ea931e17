"""What a verb may refuse, named after what is wrong. The edges say each of them in their own way."""

from __future__ import annotations


class NotAllowed(Exception):
    """The caller's role may not do this."""


class Conflict(Exception):
    """The state of things forbids the act."""


class DoneMeanwhile(Exception):
    """Somebody else did the same at the same moment. Nothing is wrong: done again, it finds what the other did."""


class EtagDiffers(Exception):
    """The document has changed since the client read it."""

    def __init__(self) -> None:
        super().__init__("Client and server etags don't match")
