"""Importera: a file of invoices or claims is shown row by row as it would be registered, and is registered once then.

The file lies beside its preview for as long as forms that are shown do; the worker registers it, and the page tells how far.
"""

from __future__ import annotations

import asyncio
import base64
import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import asdict
from datetime import date
from typing import Any, get_args
from urllib.parse import urlencode

import orjson
from starlette.responses import Response

from fordran import clock
from fordran.actions.imports.issues import in_language
from fordran.actions.imports.preview import preview_file, under_way
from fordran.actions.imports.sent_files import (
    MEGABYTE,
    MOST_BYTES,
    MOST_ROWS,
    SentFile,
    progress_of,
    read_sent,
    refusals_of,
    take_file,
)
from fordran.console.downloads import download, table_download
from fordran.console.fields import by_path
from fordran.console.import_columns import TEMPLATES
from fordran.console.registering import creditor_choices
from fordran.formats.tables_making import make_csv
from fordran.resources.creditors import CREDITORS
from fordran.resources.file_import_reports import FILE_IMPORT_REPORTS, ImportedKind
from fordran.shape.fields import Refused
from fordran.store.connections.database import Connection
from fordran.store.idempotent_answers import FirstAnswer, first_answer, store_answer, wait_for_key
from fordran.store.reading.documents import Values
from fordran.texts.numbers import number_text
from fordran.web.acts import do_once, dry_run
from fordran.web.troubles import NoSuchPage
from fordran.web.visit import Visit

PATH = "/console/import"
AT_A_TIME, LATEST = 100, 20
# One at a time in a process: each takes all of a processor.
_READING = asyncio.Lock()


async def import_page(visit: Visit) -> Response:
    """Where a file is sent from, with its template, and the imports that there were."""
    return await _shown(visit, {"creditor": visit.query.get("creditor", "")}, {})


async def _shown(visit: Visit, values: Mapping[str, str], issues: Mapping[str, str], status: int = 200) -> Response:
    async with visit.database.connection() as connection:
        creditors = await creditor_choices(visit, connection)
        imports = await visit.read(connection, FILE_IMPORT_REPORTS, most=LATEST)
    visit.note_reading(FILE_IMPORT_REPORTS.name, [one["_id"] for one in imports])
    return visit.render(
        "import.html",
        status,
        creditors=creditors,
        kinds=[
            (kind, words.rstrip("."))
            for kind, words in visit.t.options("imported_kind", get_args(ImportedKind), "about")
        ],
        values=values,
        issues=issues,
        imports=imports,
        templates=TEMPLATES,
        megabytes=MOST_BYTES // MEGABYTE,
        most_rows=number_text(MOST_ROWS, visit.t.language),
    )


async def template_file(visit: Visit) -> Response:
    """A table with the columns that are usual, to fill in."""
    columns = TEMPLATES.get(visit.path["name"])
    if columns is None:
        raise NoSuchPage
    return download(
        f"{visit.t('console.import.template_name')}.csv", "csv", make_csv([one.name for one in columns], [])
    )


async def send_file(visit: Visit) -> Response:
    """Read the file and see what it would become; that is kept, and shown at an address of its own."""
    form, issues = visit.form, {}
    kind: Any = form.text("kind")
    if kind not in TEMPLATES:
        issues["kind"] = visit.t("console.choose")
    async with visit.database.connection() as connection:
        if form.text("creditor") not in {id_ for id_, _ in await creditor_choices(visit, connection) if id_}:
            issues["creditor"] = visit.t("console.register.choose_creditor")
    file = form.files.get("file")
    if file is None:
        issues["file"] = visit.t("console.import.choose_file")
    if issues or file is None:
        return await _shown(visit, form.own, issues, 422)
    try:
        async with _READING:
            return visit.redirect(await _previewed(visit, kind, file.filename or "", await file.read()))
    except Refused as refused:
        return await _shown(visit, form.own, by_path(visit.t, refused.issues), 422)


async def _previewed(visit: Visit, kind: ImportedKind, filename: str, content: bytes) -> str:
    creditor = visit.form.text("creditor")
    sent = await asyncio.to_thread(read_sent, kind, filename, content)
    async with visit.database.connection() as connection:
        if running := await under_way(connection, sent, creditor):
            return f"{PATH}/{running}"

    rows = await dry_run(visit, lambda tx: preview_file(tx, visit.signed_in, sent, creditor, clock.now()))
    kept: dict[str, Any] = {"kind": kind, "filename": sent.filename, "creditor": creditor}
    kept |= {"content": base64.b64encode(content).decode(), "rows": [asdict(row) for row in rows]}
    body = orjson.dumps(kept)
    number = hashlib.sha256(body).hexdigest()[:32]
    async with visit.database.transaction() as tx:
        user, account, key = visit.signed_in.user, visit.signed_in.account, f"import {number}"
        await wait_for_key(tx, user, key)
        if await first_answer(tx, account, user, key) is None:
            await store_answer(tx, account, user, key, FirstAnswer(b"", 200, {}, body), clock.now())
    return f"{PATH}/preview?{urlencode({'of': number})}"


async def _kept(visit: Visit, connection: Connection, number: str) -> dict[str, Any]:
    """A preview of the visitor's own."""
    user, account = visit.signed_in.user, visit.signed_in.account
    kept = await first_answer(connection, account, user, f"import {number[:64]}")
    if kept is None:
        raise NoSuchPage
    found: dict[str, Any] = orjson.loads(kept.body)
    return found


async def preview_page(visit: Visit) -> Response:
    """Row by row what a file would become; nothing is registered yet."""
    number = visit.query.get("of", "")
    if not number:
        return visit.redirect(PATH)
    async with visit.database.connection() as connection:
        kept = await _kept(visit, connection, number)
        creditor = await visit.find(connection, CREDITORS, kept["creditor"])
    rows = [row | {"why": list(_flat(in_language(row["issues"] or {}, visit.t.language)))} for row in kept["rows"]]
    counts = {name: sum(row["outcome"] == name for row in rows) for name in ("registered", "duplicate", "refused")}
    only = visit.query.get("only", "")
    shown = [row for row in rows if row["outcome"] == only] if only in counts else rows
    begin = int(visit.query["from"]) if visit.query.get("from", "").isdecimal() else 0
    part = shown[begin : begin + AT_A_TIME]
    for row in part:
        row["due"] = date.fromisoformat(row["due"]) if row["due"] else None
    address = {"of": number} | ({"only": only} if only in counts else {})
    following = begin + AT_A_TIME
    return visit.render(
        "import_preview.html",
        kept=kept,
        creditor=creditor,
        rows=part,
        counts=counts,
        only=only,
        number=number,
        total=sum(row["amount"] or 0 for row in rows),
        next=f"{PATH}/preview?{urlencode(address | {'from': following})}" if following < len(shown) else None,
        first=f"{PATH}/preview?{urlencode(address)}" if begin else None,
    )


async def start_import(visit: Visit) -> Response:
    """Have the previewed file registered, once however often it is asked for."""

    async def work(tx: Connection) -> str:
        kept = await _kept(visit, tx, visit.form.text("of"))
        sent: SentFile = read_sent(kept["kind"], kept["filename"], base64.b64decode(kept["content"]))
        return f"{PATH}/{await take_file(tx, visit.signed_in, sent, kept['creditor'], clock.now())}"

    return visit.redirect(await do_once(visit, work))


async def report_of_import(visit: Visit) -> Response:
    """How far an import has come, and what was not taken. Without scripts the page asks again by itself."""
    async with visit.database.connection() as connection:
        report = await _report(visit, connection)
        progress = await progress_of(connection, report["_id"])
        refusals = await _refusals(visit, connection, report)
    return visit.render(
        "import_report.html",
        report=report,
        progress=progress,
        refusals=refusals[:AT_A_TIME],
        more=len(refusals) - AT_A_TIME,
    )


async def refused_file(visit: Visit) -> Response:
    """The refused rows, as a table: the row, the column and why."""
    async with visit.database.connection() as connection:
        rows = await _refusals(visit, connection, await _report(visit, connection))
    headings = [visit.t(code) for code in ("console.import.row", "console.import.column", "console.why")]
    return table_download(visit.t("console.import.refused_name"), "csv", headings, rows)


async def _report(visit: Visit, connection: Connection) -> Values:
    report = await visit.find(connection, FILE_IMPORT_REPORTS)
    visit.note_reading(FILE_IMPORT_REPORTS.name, report["_id"])
    return report


async def _refusals(visit: Visit, connection: Connection, report: Values) -> list[tuple[int, str, str]]:
    """Row, column and reason of each issue."""
    found = await refusals_of(connection, report["_id"], visit.t.language)
    return [(row, path, why) for row, issues in found for path, why in _flat(issues)]


def _flat(issues: Any, path: str = "") -> Iterator[tuple[str, str]]:
    """Nested issues as paths and sentences."""
    if isinstance(issues, dict):
        for name, below in issues.items():
            yield from _flat(below, f"{path}.{name}" if path else name)
    elif isinstance(issues, list):
        for one in issues:
            yield from _flat(one, path)
    else:
        yield path, str(issues)
