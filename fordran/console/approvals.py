"""The page of approvals: what waits for a second person, from whom, to whom and from which claims; and the buttons."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from starlette.responses import Response

from fordran import clock
from fordran.actions.approvals.four_eyes import in_force
from fordran.actions.approving.decide import approve, reject
from fordran.actions.approving.to_approve import ApprovalDecision, ToApprove
from fordran.actions.approving.waiting import names_in, waiting
from fordran.actions.books.close_period import Books
from fordran.actions.law.law_rows import ADMIN
from fordran.console.cases import names_of_cases
from fordran.console.who import FINANCE
from fordran.store.connections.database import Connection
from fordran.web.acts import do_once
from fordran.web.troubles import NoSuchPage
from fordran.web.visit import Visit

HERE = "/console/approvals"

Decide = Callable[[Connection, ApprovalDecision, str, str | None], Awaitable[ToApprove | None]]


async def approvals_page(visit: Visit) -> Response:
    """All that waits, the oldest first."""
    async with visit.database.connection() as connection:
        takes_two = await in_force(connection, visit.settings.four_eyes)
        found = await waiting(connection)
        names = await names_in(connection, found)
        cases = await names_of_cases(visit, connection, [{"case": one.case} for one in found if one.case])
    return visit.render(
        "approvals.html",
        items=[_shown(visit, one, names, cases) for one in found],
        takes_two=takes_two,
        done=visit.query.get("done"),
    )


async def approve_as_second(visit: Visit) -> Response:
    """Approve it as it was seen."""
    return await _decide(visit, approve, "approved")


async def reject_as_second(visit: Visit) -> Response:
    """Reject it as it was seen, with the reason that was entered."""
    return await _decide(visit, reject, "rejected")


async def _decide(visit: Visit, decide: Decide, done: str) -> Response:
    settings = visit.settings
    books = Books(settings.operator, settings.ledger_accounts, settings.four_eyes)
    above = settings.approval_rules.write_off_above
    decision = ApprovalDecision(visit.signed_in, clock.now(), books, visit.form.text("reason") or None, above)

    async def work(tx: Connection) -> str:
        if await decide(tx, decision, visit.path["id"], visit.form.text("seen") or "") is None:
            raise NoSuchPage
        return f"{HERE}?done={done}"

    return visit.redirect(await do_once(visit, work))


def account_text(account: Mapping[str, Any]) -> str:
    """An account as a person reads it."""
    # In the order of `payee_of`: a creditor may have an account number and an IBAN, and is paid to the former.
    number = account.get("number") or account.get("account_number") or account.get("iban") or ""
    is_giro = account.get("bank_name") in ("Bankgirot", "Plusgirot")
    clearing = account.get("clearing_number") if not is_giro else ""
    kind = account.get("bank_name") or account.get("kind") or ""
    return " ".join(filter(None, (kind, clearing, number)))


def _shown(visit: Visit, one: ToApprove, names: Mapping[str, str], cases: Mapping[str, Any]) -> dict[str, Any]:
    body: Mapping[str, Any] = one.details.get("body", {})
    act = one.details.get("act")
    about = [visit.t.of("held_act", act)] if act else []
    about += [str(one.details["month"])] if "month" in one.details else []
    if one.kind == "law_row":
        about += [visit.t.of("law_row_kind", one.details["article"]), str(one.details["from"])]
    if act == "close":
        about.append(visit.t.of("case_status", body["reason"]))
    else:
        about += [str(body[name]) for name in ("reason", "evidence", "note") if body.get(name)]
    return {
        "id": one.id,
        "seen": one.fingerprint,
        "kind": one.kind,
        "about": about,
        "may_act": bool(visit.signed_in.roles & (frozenset({ADMIN}) if one.kind == "law_row" else FINANCE)),
        "amount": one.amount,
        "name": one.name or names.get(one.creditor or "", ""),
        "to": account_text(one.bank_account),
        "case": one.case,
        "case_name": cases.get(one.case or "", one.case),
        "creditor": one.creditor,
        "asked_by": names.get(one.asked_by[0], one.asked_by[0]) if one.asked_by else "",
        "asked": one.created,
    }
