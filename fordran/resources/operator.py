"""The operator's particulars in force, and where each value comes from."""

from __future__ import annotations

from typing import Literal, TypeAlias

from pydantic import Field

from fordran.shape.fields import Shape
from fordran.shape.kinds import Text

ParticularSource: TypeAlias = Literal["file", "setting", "default", "invented"]
"""The place that a particular of the operator comes from."""


class OperatorParticular(Shape):
    name: Text
    """Its name in the table `[operator]` of the settings file."""
    value: Text
    """The value in force, as it is printed."""
    source: ParticularSource
    """Where the value comes from."""


class OperatorParticulars(Shape):
    """The operator's particulars. They are set in the settings file alone, and take effect at the next start."""

    items: list[OperatorParticular] = Field(alias="_items", description="The particulars, in a fixed order.")
