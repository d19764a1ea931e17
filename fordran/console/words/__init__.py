"""What the console says in English, a file for each part of it. The Swedish stands in the templates, where it is read."""

from __future__ import annotations

from fordran.console.words.accounts import ACCOUNTS
from fordran.console.words.cases import CASES
from fordran.console.words.frame import FRAME
from fordran.console.words.installation import INSTALLATION
from fordran.console.words.letters import LETTERS
from fordran.console.words.lists import LISTS
from fordran.console.words.money import MONEY
from fordran.console.words.people import PEOPLE
from fordran.console.words.reports import REPORTS
from fordran.console.words.work import WORK
from fordran.web.words import ENGLISH as SHARED

ENGLISH: dict[str, str] = (
    SHARED | ACCOUNTS | CASES | FRAME | INSTALLATION | LETTERS | LISTS | MONEY | PEOPLE | REPORTS | WORK
)
