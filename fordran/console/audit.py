"""The log: who did what, when, from where, on which document; and who read what is known of debtors."""

from __future__ import annotations

from typing import Any, get_args

from starlette.responses import Response

from fordran.console.listing import read_list
from fordran.domain.service.audit import AuditBy, AuditKind
from fordran.resources import RESOURCES
from fordran.resources.audit_log import AUDIT_LOG
from fordran.web.visit import Visit

NAMED = (*RESOURCES, "media--files")
"""Resources that have a name in the log; what only the database knows is called by its table."""
FILTERS = ("kind", "by", "resource", "document", "user")


async def audit_page(visit: Visit) -> Response:
    """The log, the latest first, by what the address asks for. What this process has noted is in it."""
    await visit.services.readings.flush()
    where: dict[str, Any] = {name: visit.query[name].strip() for name in FILTERS if visit.query.get(name, "").strip()}
    entries, pager = await read_list(visit, AUDIT_LOG, where or None)
    t = visit.t
    return visit.render(
        "audit.html",
        entries=entries,
        pager=pager,
        asked=visit.query,
        named=NAMED,
        resource_options=[("", t("console.all")), *_named_resources(visit)],
        kind_options=[("", t("console.all")), *t.options("audit_kind", get_args(AuditKind))],
        by_options=[("", t("console.all")), *t.options("audit_by", get_args(AuditBy))],
    )


def _named_resources(visit: Visit) -> list[tuple[str, str]]:
    """Resources by their names in the visitor's language; and what else the address asks for."""
    asked = visit.query.get("resource", "").strip()
    named = sorted(visit.t.options("resource", NAMED), key=lambda one: one[1].casefold())
    return [*named, *([(asked, asked)] if asked and asked not in NAMED else [])]


async def entry_page(visit: Visit) -> Response:
    """An entry, with the fields as they were and as they became."""
    await visit.services.readings.flush()
    entry = await visit.look_up(AUDIT_LOG)
    before, after = entry.get("before") or {}, entry.get("after") or {}
    return visit.render(
        "audit_entry.html",
        entry=entry,
        named=NAMED,
        documents=entry.get("documents") or [],
        changes=[
            (name, _text(before.get(name)), _text(after.get(name))) for name in sorted(before.keys() | after.keys())
        ],
    )


def _text(value: Any) -> str:
    return "" if value is None else str(value)
