"""The debtor's page as an application: its table, its gate, its templates and its words."""

from __future__ import annotations

from pathlib import Path

from fordran.my.access import ROOT, CodeAccess
from fordran.my.pages import PAGES
from fordran.web.application import Pages
from fordran.web.pipeline import Services
from fordran.web.rendering import Templates

TEMPLATES = Path(__file__).parent / "templates"


def create_my(services: Services) -> Pages:
    """The debtor's page of one process, with what its edges share."""
    return Pages(ROOT, PAGES, services, CodeAccess(), Templates(TEMPLATES), "my")
