"""Days, as answers that are no documents of a resource show them."""

from __future__ import annotations

from typing import Annotated

from pydantic import WithJsonSchema

from fordran.shape.kinds import TEXT

Day = Annotated[str, TEXT, WithJsonSchema({"type": "string", "format": "date", "examples": ["2026-06-30"]})]
