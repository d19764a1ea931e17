"""The languages in which people are written to."""

from typing import Literal, TypeAlias

Language: TypeAlias = Literal["sv", "en"]
