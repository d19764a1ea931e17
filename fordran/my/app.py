"""The debtor's page as an application: its table, its gate, its templates and its words."""

from __future__ import annotations

from pathlib import Path

from fordran.my.access import ROOT, CodeAccess
from fordran.my.pages import PAGES
from fordran.web.application import Pages, Services
from fordran.web.rendering import Templates

TEMPLATES = Path(__file__).parent / "templates"


def create_my(means: Services) -> Pages:
    """The debtor's page of one process, with what its edges share."""
    return Pages(ROOT, PAGES, means, CodeAccess(), Templates(TEMPLATES), "my")
