"""Refusals of verbs, named after what is wrong, each with a message that the edges say in the reader's language."""

from __future__ import annotations

from fordran.domain.languages import ENGLISH
from fordran.domain.message import Message, Value
from fordran.texts.catalogue import texts


class ActRefusal(Exception):
    """An act that is refused, with the message that says why. As a text it is the English sentence, which the API answers."""

    def __init__(self, code: str, **values: Value) -> None:
        super().__init__(code)
        self.message = Message(code, **values)

    def __str__(self) -> str:
        return texts(ENGLISH).say(self.message)


class NotAllowed(ActRefusal):
    """The caller's role may not do this."""


class Conflict(ActRefusal):
    """The state of things forbids the act."""


class NotTogether(Exception):
    """Requests that cannot be written by one transaction, and have to be written one by one. Nothing is done."""


class ConcurrentDuplicate(Exception):
    """Somebody else did the same at the same moment. Nothing is wrong: done again, it finds what the other did."""


class EtagDiffers(Exception):
    """The document has changed since the client read it."""

    def __init__(self) -> None:
        super().__init__("Client and server etags don't match")
