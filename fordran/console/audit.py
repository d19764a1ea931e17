"""The log: who did what, when, from where, on which document; and who read what is known of debtors."""

from __future__ import annotations

from typing import Any

from starlette.responses import Response

from fordran.console.listing import read_list
from fordran.console.terms import Swedish
from fordran.resources.audit_log import AUDIT_LOG
from fordran.shape.wire import parsed
from fordran.store.rows.rows import find
from fordran.web.troubles import NoSuchPage
from fordran.web.visit import Visit

KINDS: Swedish = {
    "created": "Skapade",
    "changed": "Ändrade",
    "deleted": "Tog bort",
    "read": "Läste",
    "sent": "Skickade",
    "signed_in": "Loggade in",
}
BY: Swedish = {
    "api": "Gränssnittet",
    "console": "Sidorna",
    "worker": "Tjänsten själv",
    "command": "Kommandoraden",
    "my": "Gäldenärens sida",
    "database": "Direkt i databasen",
}
RESOURCES: Swedish = {
    "access--groups": "Behörighetsgrupper",
    "accounts": "Konton",
    "api--clients": "API-klienter",
    "applications": "Ansökningar",
    "audit--log": "Logg",
    "bank--files": "Filer från banken",
    "bank--transactions": "Banktransaktioner",
    "case--registrations": "Registreringar av ärenden",
    "cases": "Ärenden",
    "creditor--cancellations": "Återkallelser",
    "creditor--creditings": "Krediteringar",
    "creditor--payments": "Betalningar till borgenären",
    "creditors": "Borgenärer",
    "customers": "Kunder",
    "events": "Händelser",
    "file--import-reports": "Inlästa filer",
    "finance--payout-specifications": "Utbetalningars innehåll",
    "finance--payouts": "Utbetalningar",
    "invoice--registrations": "Registreringar av fakturor",
    "invoices": "Fakturor",
    "letters": "Brev",
    "locales": "Texter",
    "media--files": "Dokument",
    "partners": "Partnerföretag",
    "refunds": "Återbetalningar",
    "request--logs": "Anrop",
    "unmatched--payments": "Betalningar att matcha",
    "users": "Användare",
    "webhook--deliveries": "Leveranser till webhookar",
    "webhooks": "Webhookar",
    "work--items": "Att göra",
}
"""What is acted on, as the pages call it; what only the database knows has its table's name."""
FILTERS = ("kind", "by", "resource", "document", "user")


async def audit_page(visit: Visit) -> Response:
    """The log, the latest first, by what the address asks for. What this process has noted is in it."""
    await visit.readings.flush()
    where: dict[str, Any] = {name: visit.query[name].strip() for name in FILTERS if visit.query.get(name, "").strip()}
    entries, pager = await read_list(visit, AUDIT_LOG, where or None)
    t = visit.t
    return visit.render(
        "audit.html",
        entries=entries,
        pager=pager,
        asked=visit.query,
        kinds=KINDS,
        by=BY,
        resources=RESOURCES,
        resource_options=[("", t("Alla")), *_named_resources(visit)],
        kind_options=[("", t("Alla")), *((name, t(words)) for name, words in KINDS.items())],
        by_options=[("", t("Alla")), *((name, t(words)) for name, words in BY.items())],
    )


def _named_resources(visit: Visit) -> list[tuple[str, str]]:
    """Resources by their names in the visitor's language; and what else the address asks for."""
    asked = visit.query.get("resource", "").strip()
    named = sorted(((name, visit.t(words)) for name, words in RESOURCES.items()), key=lambda one: one[1].casefold())
    return [*named, *([(asked, asked)] if asked and asked not in RESOURCES else [])]


async def entry_page(visit: Visit) -> Response:
    """An entry, with the fields as they were and as they became."""
    await visit.readings.flush()
    async with visit.database.connection() as connection:
        item = await find(connection, AUDIT_LOG, visit.signed_in, visit.path["id"])
    if item is None:
        raise NoSuchPage
    entry = item.document
    before = parsed(entry["before"]) if entry.get("before") else {}
    after = parsed(entry["after"]) if entry.get("after") else {}
    return visit.render(
        "audit_entry.html",
        entry=entry,
        kinds=KINDS,
        by=BY,
        resources=RESOURCES,
        documents=parsed(entry["documents"]) if entry.get("documents") else [],
        changes=[
            (name, _text(before.get(name)), _text(after.get(name))) for name in sorted(before.keys() | after.keys())
        ],
    )


def _text(value: Any) -> str:
    return "" if value is None else str(value)
