"""Files as documents show them."""

from __future__ import annotations

from fordran.shape.fields import Shape
from fordran.shape.kinds import Id, Integer, Text


class FileShown(Shape):
    id: Id
    """The file, for `GET /media--files/{id}`."""
    filename: Text
    """The name of the file."""
    content_type: Text
    """`application/pdf` and so on."""
    size: Integer
    """In bytes."""
    url: Text | None = None
    """A signed link, valid for an hour."""
