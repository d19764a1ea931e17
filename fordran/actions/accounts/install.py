"""Install the rows that every installation needs. It runs at every start and leaves existing rows alone."""

from __future__ import annotations

import secrets
from datetime import datetime

from fordran.actions.accounts.create_creditor import add_group
from fordran.actions.locale_texts import APPLICATIONS, LOCALE_TEXTS
from fordran.resources.access_groups import AccessGroupType
from fordran.store.connections.database import Connection
from fordran.store.rows.ids import new_id
from fordran.store.rows.rows import insert
from fordran.texts.languages import LANGUAGES

_STAFF: dict[AccessGroupType, str] = {
    "operator": "Operator's staff and clients",
    "handler": "Operator's handlers",
    "finance": "Operator's finance",
    "auditor": "Operator's auditors",
}


async def install(tx: Connection, *, sandbox: bool, now: datetime) -> None:
    """The installation's own row, the operator's access groups, the standard agreement, applications and locale entries."""
    await tx.execute("select pg_advisory_xact_lock(hashtext('fordran install'))")
    if await tx.fetchval("select true from installation") is None:
        await insert(
            tx,
            "installation",
            {
                "created": now,
                "token_key": secrets.token_bytes(32),
                "sandbox": sandbox,
                "agreement_template": new_id(),
                "access_group_template": new_id(),
            },
        )
    await _staff_groups(tx, now)
    await tx.execute(
        """insert into agreement_templates (id, created, updated, name)
           select agreement_template, $1, $1, 'Standard' from installation on conflict (id) do nothing""",
        now,
    )
    applications = await _applications(tx, now)
    await _locale_entries(tx, applications, now)


async def _staff_groups(tx: Connection, now: datetime) -> None:
    """The operator's groups, one for each role of its staff; those that a later version has added, too."""
    there = {row["type"] for row in await tx.fetch("select type from access_groups where type = any($1)", [*_STAFF])}
    for type_, name in _STAFF.items():
        if type_ not in there:
            await add_group(tx, type_, name, now)


async def _applications(tx: Connection, now: datetime) -> dict[str, str]:
    for name, description in APPLICATIONS.items():
        await tx.execute(
            """insert into applications (id, created, updated, name, description) values ($1, $2, $2, $3, $4)
               on conflict (name) do nothing""",
            new_id(),
            now,
            name,
            description,
        )
    return {row["name"]: row["id"] for row in await tx.fetch("select name, id from applications")}


async def _locale_entries(tx: Connection, applications: dict[str, str], now: datetime) -> None:
    """Every text the service has; one whose words have changed in this version is changed."""
    for text in LOCALE_TEXTS:
        await tx.execute(
            """insert into locale_entries (id, created, updated, application_id, locale_tag, description, translations)
               values ($1, $2, $2, $3, $4, $5, $6)
               on conflict (locale_tag) do update
               set translations = excluded.translations, description = excluded.description, updated = excluded.updated,
                   revision = locale_entries.revision + 1
               where (locale_entries.translations, locale_entries.description)
                     is distinct from (excluded.translations, excluded.description)""",
            new_id(),
            now,
            applications[text.application],
            text.tag,
            text.about,
            {language: {"translation": text.text(language)} for language in LANGUAGES},
        )
