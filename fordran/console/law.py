"""The page of the law's amounts: every row with its first day and source, proposing a row, and approving one as another."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import date, datetime
from decimal import Decimal
from typing import Any, TypeAlias

from starlette.responses import Response

from fordran import clock
from fordran.actions.cases.law_in_force import law_in_force
from fordran.actions.law.law_rows import (
    ADMIN,
    GivenLawRow,
    StoredLawRow,
    approve_law_row,
    law_rows_there,
    propose_law_row,
    reject_law_row,
)
from fordran.actions.law.shown_law import provisional_rates, shown_law
from fordran.console.fields import day, issues_of, number
from fordran.console.form_acts import confirm_page, is_confirmed
from fordran.domain.law.law import LAW_ROW_KINDS
from fordran.formats.table_documents import BadCell
from fordran.shape.fields import Refused
from fordran.shape.wire import parsed
from fordran.store.connections.database import Connection
from fordran.store.reading.scope import Caller
from fordran.store.upkeep.installation import business_day
from fordran.web.acts import do_once
from fordran.web.formatting import amount_text, percent_text
from fordran.web.troubles import NoSuchPage
from fordran.web.visit import Visit

HERE = "/console/law"
ORDER = "order_of_payment"
SHOWN_RATES = 6
"""The page shows the latest half-years; `fordran law show` prints all."""

Decide: TypeAlias = Callable[[Connection, str, Caller, datetime], Awaitable[StoredLawRow | None]]


async def law_page(visit: Visit) -> Response:
    """Every row that holds, and those that wait for another person."""
    return await _shown(visit, {})


async def propose_law(visit: Visit) -> Response:
    """Propose a row; in a sandbox it holds at once."""
    try:
        given = _given(visit)

        async def work(tx: Connection) -> str:
            row = await propose_law_row(tx, given, visit.signed_in, clock.now())
            return f"{HERE}?done={row['status']}"

        return visit.redirect(await do_once(visit, work))
    except Refused as refused:
        issues = issues_of(visit.t, refused)
        for name in ("amount", "percent", "parts"):
            if name in issues:
                issues["value"] = issues.pop(name)
        return await _shown(visit, issues, 422)


async def approve_law(visit: Visit) -> Response:
    """Let a row hold that somebody else proposed, once it has been shown what that means."""
    return await _decide(visit, "console.law.approve", "console.law.approve_about", approve_law_row)


async def reject_law(visit: Visit) -> Response:
    """Let a proposed row never hold."""
    return await _decide(visit, "console.law.reject", "console.law.reject_about", reject_law_row)


async def _decide(visit: Visit, title: str, about: str, decide: Decide) -> Response:
    id_ = visit.path["id"]
    async with visit.database.connection() as connection:
        found = await law_rows_there(connection, id_)
    if not found:
        raise NoSuchPage
    if not is_confirmed(visit):
        row = _row(visit, found[0])
        remark = visit.t(about, what=row["name"], value=row["value"], day=row["begins"].isoformat())
        return confirm_page(visit, visit.t(title), HERE, visit.request.url.path, [], remark=remark)

    async def work(tx: Connection) -> str:
        row = await decide(tx, id_, visit.signed_in, clock.now())
        assert row is not None, "rows of law are never removed"
        return f"{HERE}?done={row['status']}"

    return visit.redirect(await do_once(visit, work))


def _given(visit: Visit) -> GivenLawRow:
    """The row as the form states it; raises `Refused` for what is no day or number."""
    form, issues = visit.form, {}
    begins, value = date.min, Decimal(0)
    try:
        begins = date.fromisoformat(day(form.text("from")))
    except (BadCell, ValueError):
        issues["from"] = visit.t("console.form.day_required")
    try:
        value = Decimal(str(number(form.text("value"))))
    except (BadCell, ArithmeticError):
        issues["value"] = visit.t("console.number_required")
    if issues:
        raise Refused(issues)
    article = form.text("article")
    if article == "reference_rate":
        return GivenLawRow(article, begins, percent=value, source=form.text("source"))
    return GivenLawRow(article, begins, int((value * 100).to_integral_value()), source=form.text("source"))


async def _shown(visit: Visit, issues: dict[str, str], status: int = 200) -> Response:
    async with visit.database.connection() as connection:
        law, rows = await law_in_force(connection), await law_rows_there(connection)
        today = await business_day(connection, clock.now())
    shown = [(visit.t.of("law_row_kind", row["article"]), row) for row in shown_law(law, today)]
    return visit.render(
        "law.html",
        status,
        issues=issues,
        form=visit.form,
        proposed=[_row(visit, row) for row in rows if row["status"] == "proposed"],
        decided=[_row(visit, row) for row in rows if row["status"] != "proposed"],
        amounts=[(name, row) for name, row in shown if "amount" in row],
        rates=[
            {**row, "percent": percent_text(row["percent"], visit.t.language)}
            for _, row in reversed([one for one in shown if "percent" in one[1]][-SHOWN_RATES:])
        ],
        orders=[
            (row, ", ".join(visit.t.of("debt_part", part) for part in row["parts"]))
            for _, row in shown
            if "parts" in row
        ],
        waits_for_rate=any(row.begins <= today for row in provisional_rates(law, today)),
        kinds=[(kind, visit.t.of("law_row_kind", kind)) for kind in LAW_ROW_KINDS if kind != ORDER],
        may_act=ADMIN in visit.signed_in.roles,
        done=visit.query.get("done"),
    )


def _row(visit: Visit, row: StoredLawRow) -> dict[str, Any]:
    """A row that an operator added, with its value as people read it."""
    value = ""
    if row["percent"] is not None:
        value = percent_text(row["percent"], visit.t.language)
    elif row["amount"] is not None:
        value = amount_text(row["amount"], visit.t.language)
    elif row["parts"] is not None:
        value = ", ".join(visit.t.of("debt_part", part) for part in parsed(row["parts"]))
    return {**row, "name": visit.t.of("law_row_kind", row["article"]), "value": value}
