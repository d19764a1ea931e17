"""The rows of THE TABLE for letters, creditors, users, programs and the installation itself."""

from __future__ import annotations

from fordran.console.letters import letter_page, letters_page, preview, stop
from fordran.console.who import ALL
from fordran.web.page import Page

OFFICE_PAGES: tuple[Page, ...] = (
    Page("GET", "/console/letters", letters_page, "Letters that wait, have left or were stopped.", ALL),
    Page("GET", "/console/letters/preview", preview, "A letter as it would be made today.", ALL),
    Page("GET", "/console/letters/{id}", letter_page, "A letter, and what the law asks of it.", ALL),
    Page("POST", "/console/letters/{id}/stop", stop, "Stop a letter that has not left.", ALL),
)
