"""The console as an application: its table, its gate, its templates."""

from __future__ import annotations

from pathlib import Path

from fordran.console.access import ROOT, SessionAccess
from fordran.console.colours import colour
from fordran.console.pages import PAGES
from fordran.web.application import Pages
from fordran.web.pipeline import Services
from fordran.web.rendering import Templates

TEMPLATES = Path(__file__).parent / "templates"


def create_console(services: Services) -> Pages:
    """The console of one process, with what its edges share."""
    return Pages(ROOT, PAGES, services, SessionAccess(), Templates(TEMPLATES, {"colour": colour}))
