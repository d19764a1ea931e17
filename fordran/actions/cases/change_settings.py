"""Change settings of cases where no document holds them: at the installation, and at agreement templates.

The nearer levels are fields of documents: of an account, a creditor, a registration. An agreement template is what accounts
name as their `agreement_template`.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any, TypedDict

from fordran.actions.cases.case_settings import LayersRow, resolved, shown
from fordran.domain.flow.case_settings import SETTINGS
from fordran.domain.house_rules import rules_day
from fordran.domain.languages import ENGLISH
from fordran.domain.payouts.operator_invoice import FEE_SETTINGS
from fordran.resources.common import AgreementSettings
from fordran.shape.fields import Issues, Refused, read
from fordran.shape.json_in import json_of
from fordran.shape.wire import parsed, wire
from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_rows, fetch_the_row
from fordran.store.rows.ids import new_id
from fordran.store.rows.rows import insert
from fordran.store.upkeep.installation import business_day
from fordran.texts.catalogue import texts


class NoSuchTemplate(Exception):
    """There is no agreement template with that id."""

    def __init__(self, template: str) -> None:
        super().__init__(f"There is no agreement template {template!r}; fordran settings templates lists them.")
        self.template = template


class NoSuchSetting(Exception):
    """There is no setting of cases with that name."""

    def __init__(self, name: str) -> None:
        super().__init__(f"There is no setting {name!r}; fordran settings show lists them.")
        self.name = name


class DoesNotFit(Exception):
    """The value is none that the setting can have."""

    def __init__(self, name: str, issues: Issues) -> None:
        super().__init__(f"The setting {name} cannot be that: {_sentence(issues)}.")
        self.name = name
        self.issues = issues


async def settings_at(connection: Connection, now: datetime, template: str | None = None) -> dict[str, Any]:
    """Every setting as it holds at the installation, or at an agreement template, and where it comes from."""
    stored = await _stored(connection, template)
    today = await business_day(connection, now)
    layers: LayersRow = {
        "installation_settings": stored["installation"],
        "agreement_template_settings": stored["template"],
        "account_settings": None,
        "creditor_settings": None,
        "reminder_fee_terms": None,
        "law_rows": stored["law_rows"],
    }
    found: dict[str, Any] = parsed(shown(resolved(layers, None, today, rules_day(today))))
    return found | _of_invoices(stored)


def _of_invoices(stored: _Stored) -> dict[str, Any]:
    """The settings of operator invoices, in the same form."""
    found = {name: {"value": default, "level": "default"} for name, default in FEE_SETTINGS.items()}
    for level, text in (("installation", stored["installation"]), ("agreement_template", stored["template"])):
        given = json_of(text) if text else {}
        found |= {name: {"value": given[name], "level": level} for name in FEE_SETTINGS if name in given}
    return found


async def change_setting(
    tx: Connection, name: str, value: Any, now: datetime, template: str | None = None
) -> dict[str, Any]:
    """Set a setting at the installation or at a template, or unset it where the value is None; how it holds then.

    A case looks at its settings when its next step is due.
    """
    if name not in SETTINGS and name not in FEE_SETTINGS:
        raise NoSuchSetting(name)
    own = (await _stored(tx, template))["installation" if template is None else "template"]
    merged = (json_of(own) if own else {}) | {name: value}
    try:
        whole = wire(read(AgreementSettings, {key: given for key, given in merged.items() if given is not None}))
    except Refused as refused:
        raise DoesNotFit(name, refused.issues) from None
    if template is None:
        await tx.execute("update installation set case_settings = $1", whole)
    else:
        await tx.execute(
            "update agreement_templates set case_settings = $2, updated = $3, revision = revision + 1 where id = $1",
            template,
            whole,
            now,
        )
    return {name: (await settings_at(tx, now, template))[name]}


class _Stored(TypedDict):
    """The settings of the installation, and of a template if one is given, as JSON text."""

    installation: str | None
    template: str | None
    template_id: str | None
    law_rows: str


async def _stored(connection: Connection, template: str | None) -> _Stored:
    row = await fetch_the_row(
        connection,
        _Stored,
        """select i.case_settings::text as installation, t.case_settings::text as template, t.id as template_id,
                  i.law_rows::text as law_rows
           from installation i left join agreement_templates t on t.id = $1""",
        template,
    )
    if template is not None and row["template_id"] is None:
        raise NoSuchTemplate(template)
    return row


def _sentence(issues: Issues) -> str:
    """The first of the issues."""
    found = texts(ENGLISH).issues(issues)
    while isinstance(found, dict | list):
        found = next(iter(found.values())) if isinstance(found, dict) else found[0]
    return str(found)


async def add_template(tx: Connection, name: str, now: datetime) -> str:
    """A new agreement template; its id, which accounts take as `agreement_template`."""
    id_ = new_id()
    await insert(tx, "agreement_templates", {"id": id_, "created": now, "updated": now, "name": name})
    return id_


class _TemplateRow(TypedDict):
    id: str
    name: str
    is_standard: bool
    accounts: int


async def templates(connection: Connection) -> list[dict[str, Any]]:
    """Every agreement template; the installation's own is what accounts have unless they name another."""
    rows = await fetch_rows(
        connection,
        _TemplateRow,
        """select t.id, t.name, t.id = i.agreement_template as is_standard, coalesce(u.accounts, 0) as accounts
           from installation i cross join agreement_templates t
           left join (select agreement_template, count(*) as accounts from accounts group by agreement_template) u
               on u.agreement_template = t.id
           order by t.id""",
    )
    return [
        {"_id": row["id"], "name": row["name"], "is_standard": row["is_standard"], "accounts": row["accounts"]}
        for row in rows
    ]
