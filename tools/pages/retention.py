"""Tables of how long everything is kept, as the page about privacy shows them."""

from __future__ import annotations

from fordran.domain.service.retention import KEPT
from fordran.store.retention import not_erased, nothing_personal, rules


def rows_of_rules() -> list[str]:
    """A row a rule: which columns become what when, and by which law."""
    return [
        f"| `{rule.table}` | {', '.join(f'`{column}`' for column in rule.columns) or 'rows'} |"
        f" {'never' if rule.stage == KEPT else rule.stage} | {rule.becomes} | {rule.law} | {rule.remark} |"
        for rule in rules()
    ]


def rows_of_other_tables() -> list[str]:
    """A row for each table that has no rule, and why."""
    return [f"| `{table}` | {why} |" for table, why in sorted((not_erased() | nothing_personal()).items())]
