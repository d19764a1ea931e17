"""Tones: how strongly a page marks a status."""

from typing import Literal, TypeAlias

Tone: TypeAlias = Literal["", "info", "good", "warn", "bad"]
