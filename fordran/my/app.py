"""The debtor's page as an application: its table, its gate, its templates and its words."""

from __future__ import annotations

from pathlib import Path

from fordran.my.gate import ROOT, CodeGate
from fordran.my.pages import PAGES
from fordran.web.application import Means, Pages
from fordran.web.rendering import Templates

TEMPLATES = Path(__file__).parent / "templates"


def create_my(means: Means) -> Pages:
    """The debtor's page of one process, with what its edges share."""
    return Pages(ROOT, PAGES, means, CodeGate(), Templates(TEMPLATES), "my")
