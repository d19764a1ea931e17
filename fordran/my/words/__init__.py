"""What the debtor's page says in English, a file for each part of it. The Swedish stands in the templates, where it is read."""

from __future__ import annotations

from fordran.my.words.pages import PAGES
from fordran.my.words.privacy import PRIVACY
from fordran.my.words.sayings import SAYINGS
from fordran.web.words import ENGLISH as SHARED

ENGLISH: dict[str, str] = SHARED | PAGES | SAYINGS | PRIVACY
