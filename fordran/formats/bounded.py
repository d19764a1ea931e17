"""A stream of XML that is read only as far as its elements are dropped: what is kept of it at any time has a bound.

A tree of elements takes twenty times the room of its text. A reader that drops what it has read says so (`dropped`); one that is
given ever more elements or attributes in between would fill the memory, and take all day.
"""

from typing import BinaryIO

from fordran.formats.bank import BadBankFile

MOST_MARKS = 200_000
"""Elements and attributes between two that the reader knows; a transaction has some hundred."""


class BoundedXmlStream:
    """A stream that is read by a parser of XML. Marks are counted as they are read, in whatever encoding."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self._marks = 0

    def read(self, size: int = -1) -> bytes:
        """The next part, unless too much has come since something was dropped."""
        data = self._stream.read(size)
        self._marks += data.count(b"<") + data.count(b"=")
        if self._marks > MOST_MARKS:
            raise BadBankFile(0, f"The XML has more than {MOST_MARKS} elements where a bank file has some hundred.")
        return data

    def dropped(self) -> None:
        """Forget everything read so far."""
        self._marks = 0
