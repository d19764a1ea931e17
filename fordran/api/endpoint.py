"""An endpoint: one row of the table."""

from __future__ import annotations

from dataclasses import dataclass

from fordran.api.reading import Serve
from fordran.shape.fields import Shape
from fordran.shape.resource import Resource


@dataclass(frozen=True)
class Endpoint:
    method: str
    path: str
    serve: Serve
    about: str
    resource: Resource | None = None
    answers: type[Shape] | None = None
    """What a create answers beside the usual, or what else than a document of the resource is answered."""
    takes: type[Shape] | None = None
    """The body, where it is not a document of the resource."""

    @property
    def name(self) -> str:
        """How the policy table calls it."""
        return f"{self.method} {self.path}"
