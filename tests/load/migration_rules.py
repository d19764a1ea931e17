"""What a migration may not do while the version before it serves, found by reading its text.

Statements on tables that the same file creates are nobody's yet, and may do anything.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

_BODY = re.compile(r"(\$\w*\$).*?\1", re.DOTALL)
_COMMENT = re.compile(r"--[^\n]*")
_TEXT = re.compile(r"'[^']*'")
_VOLATILE = r"(nextval|random|gen_random_uuid|clock_timestamp|fordran\.|\bmake_)"

UNHASHED = "a value in old rows that their hashes do not know"
"""A row keeps a hash of what it holds, and columns at its end without a value do not count. Whoever gives old rows a value has
to update them too, which makes the hash anew."""

_RULES: tuple[tuple[str, str, str], ...] = (
    (r"create (unique )?index (?!concurrently)", r" on (?:only )?([\w.]+)", "an index built while writers wait"),
    (
        rf"add column .*\bdefault .*{_VOLATILE}",
        r"alter table (?:if exists )?(?:only )?([\w.]+)",
        "a column that rewrites",
    ),
    (r"add column .*\bdefault\b", r"alter table (?:if exists )?(?:only )?([\w.]+)", UNHASHED),
    (
        r"add column (?!.*\bdefault\b).*not null",
        r"alter table (?:if exists )?(?:only )?([\w.]+)",
        "a column old rows lack",
    ),
    (r"set not null", r"alter table (?:if exists )?(?:only )?([\w.]+)", "a scan of the table under lock"),
    (r"alter column \w+ (set data )?type", r"alter table (?:if exists )?(?:only )?([\w.]+)", "a change of type"),
    (r"drop column", r"alter table (?:if exists )?(?:only )?([\w.]+)", "a column that the old version reads"),
    (
        # No code names what PostgreSQL has named by itself.
        r"\brename\b(?! constraint \w+_(check|key|fkey)\d* to )",
        r"alter (?:table|domain|index) (?:if exists )?(?:only )?([\w.]+)",
        "a name that the old version uses",
    ),
    (
        r"add constraint(?!.*not valid).*(check|foreign key)",
        r"alter table (?:if exists )?(?:only )?([\w.]+)",
        "a check of every row under lock",
    ),
    (
        r"add (constraint \w+ )?(primary key|unique|exclude)(?!.*using index)",
        r"alter table (?:if exists )?(?:only )?([\w.]+)",
        "an index built under lock",
    ),
    (r"^drop table", r"drop table (?:if exists )?([\w.]+)", "a table that the old version uses"),
    (r"^truncate", r"truncate (?:table )?([\w.]+)", "rows that the old version reads"),
    (r"^lock table", r"lock table ([\w.]+)", "a lock held to the end"),
    (r"^(vacuum full|cluster)", r"([\w.]+)$", "a rewrite"),
    (r"^update (?!.*\bwhere\b)", r"update ([\w.]+)", "a change of every row in one transaction"),
)


def findings(text: str) -> Iterator[tuple[str, str]]:
    """What the migration does that it may not: the table, and what is wrong."""
    statements = list(_statements(text))
    hashed_anew = {found[1] for one in statements if (found := re.match(r"update ([\w.]+)", one))}
    new = {found[1] for one in statements if (found := re.match(r"create table (?:if not exists )?([\w.]+)", one))}
    for statement in statements:
        for pattern, table_pattern, trouble in _RULES:
            if re.search(pattern, statement):
                table = re.search(table_pattern, statement)
                assert table is not None, statement
                if table[1] not in new and not (trouble == UNHASHED and table[1] in hashed_anew):
                    yield table[1], trouble


def _statements(text: str) -> Iterator[str]:
    """The statements, in small letters, each on one line, without what functions and texts hold."""
    bare = _BODY.sub("$$", _COMMENT.sub("", text))
    for statement in _TEXT.sub("''", bare).split(";"):
        if words := statement.split():
            yield " ".join(words).lower()
