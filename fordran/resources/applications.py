"""Application: a part of the service that people use."""

from __future__ import annotations

from fordran.shape.fields import Shape
from fordran.shape.kept import NothingPersonal
from fordran.shape.kinds import Text
from fordran.shape.resource import Resource


class Application(Shape):
    name: Text
    """The name of the application."""
    description: Text | None = None
    """The purpose of the application."""


APPLICATIONS = Resource(
    "applications",
    Application,
    owner="everyone",
    personal=False,
    about="The parts of the service that people use.",
    kept=(NothingPersonal("applications", "parts of the service"),),
)
