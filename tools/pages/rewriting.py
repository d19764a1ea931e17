"""What stands between two marks on a page is made from the declarations. The rest of a page is written by people.

A mark says what follows: `<!-- fields of Creditor, as shown -->`, `<!-- retention rules -->`. `<!-- end -->` ends it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from fordran.shape.openapi import Mode
from tools.pages.errors import rows_of_error_types, rows_of_issue_codes, rows_of_warning_codes
from tools.pages.fields import rows_of_fields, shapes
from tools.pages.lists import tables_of_lists
from tools.pages.orders import rows_of_orders
from tools.pages.retention import rows_of_other_tables, rows_of_rules
from tools.pages.rules import rows_of_caps, rows_of_exceptions, rows_of_house_rules, rows_of_letters, rows_of_settings

DOCS = Path(__file__).parents[2] / "docs"
PAGES = (
    "interface.md",
    "privacy.md",
    *(f"rules/{name}.md" for name in ("case-flow", "fees", "house-rules", "lawfulness", "letters")),
)

_MARKED = re.compile(r"^(<!-- ([^\n]+?) -->)\n.*?^(<!-- end -->)$", re.MULTILINE | re.DOTALL)
_FIELDS = re.compile(r"fields of (\w+), as (shown|sent)")
_TITLED = re.compile(r"^### (.+)\n(?:(?!#).*\n)*?<!-- fields of (\w+), as \w+ -->$", re.MULTILINE)

_HEADS = {
    "shown": "| Field | Type | Always | Notes |\n|---|---|---|---|",
    "sent": "| Sent | Type | Required | Notes |\n|---|---|---|---|",
    "retention rules": "| Table | Columns | When | Becomes | Law | Remark |\n|---|---|---|---|---|---|",
    "tables without debtors": "| Table | Why |\n|---|---|",
    "orders that an index serves": "| Resource | Fields |\n|---|---|",
    "settings of cases": "| setting | what it is | default | bound | law |\n|---|---|---|---|---|",
    "caps of fees": "| article | from | at most | each | law |\n|---|---|---|---|---|",
    "rules of the house": "| rule | since | value | why |\n|---|---|---|---|",
    "kinds of letters": "| Letter | Kind | Law | Fees | Contents |\n|---|---|---|---|---|",
    "types of errors": "| Type | Meaning |\n|---|---|",
    "codes of issues": "| Code | Meaning |\n|---|---|",
    "codes of warnings": "| Code | Meaning |\n|---|---|",
    "exceptions of letters": "| letter | rules that do not hold for it |\n|---|---|",
}

_ROWS: dict[str, Callable[[], list[str]]] = {
    "retention rules": rows_of_rules,
    "tables without debtors": rows_of_other_tables,
    "orders that an index serves": rows_of_orders,
    "settings of cases": rows_of_settings,
    "caps of fees": rows_of_caps,
    "rules of the house": rows_of_house_rules,
    "kinds of letters": rows_of_letters,
    "exceptions of letters": rows_of_exceptions,
    "types of errors": rows_of_error_types,
    "codes of issues": rows_of_issue_codes,
    "codes of warnings": rows_of_warning_codes,
}


class NoSuchMark(ValueError):
    """A page has a mark that nothing is made for."""

    def __init__(self, mark: str) -> None:
        super().__init__(f"Nothing is known to be made for the mark “{mark}”.")
        self.mark = mark


def rewritten(page: str) -> str:
    """The page with everything between its marks as the declarations give it."""
    titles = {name: title for title, name in _TITLED.findall(page)}
    return _MARKED.sub(lambda found: f"{found[1]}\n\n{_made(found[2], titles)}\n\n{found[3]}", page)


def _made(mark: str, titles: dict[str, str]) -> str:
    if mark == "closed lists":
        return tables_of_lists()
    if mark in _ROWS:
        return "\n".join([_HEADS[mark], *_ROWS[mark]()])
    said = _FIELDS.fullmatch(mark)
    if said is None or said[1] not in shapes():
        raise NoSuchMark(mark)
    return "\n".join([_HEADS[said[2]], *rows_of_fields(shapes()[said[1]], Mode(said[2]), titles)])
