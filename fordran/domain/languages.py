"""The languages in which people are written to. Each has a catalogue in `fordran/texts`, which decides which there are."""

from typing import NewType

Language = NewType("Language", str)
"""The code of a language, such as `sv`."""

SWEDISH = Language("sv")
"""Of everybody who asks for no other language."""
ENGLISH = Language("en")
"""Of the interface's messages and descriptions."""
