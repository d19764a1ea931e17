"""Outside systems by their sections of the settings. Each is loaded by the first who needs it, with its HTTP client."""

from __future__ import annotations

from typing import TYPE_CHECKING

import structlog

from fordran.outside.swish_section import asks_swish
from fordran.sections import SwishSection

if TYPE_CHECKING:
    from fordran.outside.swish import Swish

log = structlog.get_logger("fordran.outside")


def swish_of(section: SwishSection | None, *, is_sandbox: bool) -> Swish | None:
    """Swish by its section; None where nothing is asked of it, or its certificate cannot be used."""
    if section is None or not asks_swish(section, is_sandbox=is_sandbox):
        return None
    from fordran.outside.swish import Swish

    try:
        return Swish(section)
    except (OSError, ValueError) as trouble:
        log.error("swish certificate cannot be used", error=type(trouble).__name__)
        return None
