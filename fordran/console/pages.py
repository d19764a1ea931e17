"""THE TABLE: every page and act of the console, and who may. A row is found by its path and method."""

from __future__ import annotations

from fordran.console.files import file_page
from fordran.console.money_table import MONEY_PAGES
from fordran.console.office_table import OFFICE_PAGES
from fordran.console.overview import overview
from fordran.console.sign_in import choose_language, sign_in_by_link, sign_in_page, sign_out
from fordran.console.style_page import style_page
from fordran.console.who import ALL, EVERYBODY
from fordran.web.page import Page
from fordran.web.static_files import serve_static

SIGNING_IN: tuple[Page, ...] = (
    Page("GET", "/console/sign-in", sign_in_page, "The ways to sign in.", EVERYBODY),
    Page("GET", "/console/sign-in/link", sign_in_by_link, "Sign in by a one-time link.", EVERYBODY),
    Page("POST", "/console/sign-out", sign_out, "End the session.", EVERYBODY),
    Page("POST", "/console/language", choose_language, "Read the pages in another language.", EVERYBODY),
    Page("GET", "/console/static/{name}", serve_static, "Style and script.", EVERYBODY),
)

PAGES: tuple[Page, ...] = (
    *SIGNING_IN,
    Page("GET", "/console", overview, "What waits, and how it goes.", ALL),
    *MONEY_PAGES,
    *OFFICE_PAGES,
    Page("GET", "/console/files/{id}", file_page, "A letter, an invoice or another file.", ALL),
    Page("GET", "/console/style", style_page, "What pages are made of.", ALL),
)
