"""The console as an application: its table, its gate, its templates."""

from __future__ import annotations

from pathlib import Path

from fordran.console.colours import colour
from fordran.console.gate import ROOT, SessionGate
from fordran.console.pages import PAGES
from fordran.web.application import Means, Pages
from fordran.web.rendering import Templates

TEMPLATES = Path(__file__).parent / "templates"


def create_console(means: Means) -> Pages:
    """The console of one process, with what its edges share."""
    return Pages(ROOT, PAGES, means, SessionGate(), Templates(TEMPLATES, {"colour": colour}))
