"""Tell the authority what was paid: a withdrawal or a reduction of an application that it has, the same day.

Inkassolag (1974:182) 4 och 8 §§: what is paid, credited or taken back is not asked for. The rule is in docs/rules/enforcement.md.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, datetime
from typing import Any

from fordran.actions.cases.move_case import FlowingCase, lock_flowing
from fordran.actions.cases.work_list import put_on_work_list
from fordran.actions.keep_file import Put, keep_file
from fordran.actions.letters.letter_parties import agent_of
from fordran.actions.outbox.queue_message import queue_message
from fordran.actions.rendering.renderers import RENDERERS
from fordran.documents.letters.authority_notice import AuthorityNotice, ExecutionRequest, render, render_request
from fordran.domain.claims.facts import Closing, Credit, PaymentFact, Waiver
from fordran.domain.claims.statement import booked
from fordran.domain.days import banking_days_after
from fordran.domain.flow.enforcements import notice_kind
from fordran.domain.kinds.enforcement_kinds import OUT, NoticeKind
from fordran.domain.message import Message
from fordran.operator import Operator
from fordran.shape.moments import day_of, midnight, moment_of, rfc_1123
from fordran.shape.wire import kronor, parsed
from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_row, fetch_rows
from fordran.store.rows.schema_rows import EnforcementRow
from fordran.store.upkeep.installation import business_day

AT_A_TIME = 50
TO_CONFIRM_DAYS = 2
"""Banking days within which the authority confirms a notice."""

_TO_SEND: Mapping[NoticeKind, str] = {"withdrawal": "work.withdrawal_to_send", "reduction": "work.reduction_to_send"}

UNANSWERED = """
select e.account_id, e.id, e.creditor_id, e.case_ids from enforcements e
where e.status = any($1::text[]) and (e.answered_facts is null or exists (
    select 1 from jsonb_array_elements_text(e.case_ids) claim (id)
    join cases k on k.account_id = e.account_id and k.id = claim.id cross join jsonb_array_elements(k.facts) f
    where f ->> 'kind' in ('payment', 'credit', 'waiver', 'closing')
      and not e.answered_facts ? (f ->> 'id')))
"""
"""Applications with the authority that have payments, credits, waivers or closings without a notice."""


async def tell_authority(tx: Connection, put: Put, operator: Operator, now: datetime) -> int:
    """Make the notices of some applications, and list those that are not confirmed; return how many, 0 when none is left."""
    rows = await fetch_rows(
        tx, EnforcementRow, f"{UNANSWERED} order by e.account_id, e.id limit {AT_A_TIME}", list(OUT)
    )
    for row in rows:
        await _tell(tx, put, operator, row, now)
    requested = await _make_requests(tx, put, operator, now)
    return len(rows) + requested or await _list_unconfirmed(tx, now)


async def _make_requests(tx: Connection, put: Put, operator: Operator, now: datetime) -> int:
    """Make the requests for execution that were asked for; how many."""
    rows = await fetch_rows(
        tx,
        EnforcementRow,
        f"""select account_id, id, creditor_id, case_ids, case_number, order_date, renewals, channel from enforcements
            where status = any($1::text[]) and renewals @? '$[*] ? (!exists(@.document))'
            order by account_id, id limit {AT_A_TIME}""",
        list(OUT),
    )
    for row in rows:
        cases = await _locked(tx, row, now)
        *earlier, last = parsed(row["renewals"])
        remaining = _remaining(cases)
        made = last | {"document": await _request(tx, put, operator, row, cases, remaining, now)}
        await tx.execute(
            """update enforcements set renewals = $3, revision = revision + 1, updated = $4
               where account_id = $1 and id = $2""",
            row["account_id"],
            row["id"],
            [*earlier, made],
            now,
        )
        if row["channel"] == "file":
            content = _parts(remaining) | {"order_date": None if row["order_date"] is None else str(row["order_date"])}
            await queue_message(
                tx, row, cases[0].case.id, "renewal", made["document"], cases[0].today, content | _number(row), now
            )
            continue
        reason = Message("work.renewal_to_send")
        await put_on_work_list(tx, cases[0].case, "notice_to_send", reason, now, subject=row["id"])
    return len(rows)


async def _locked(tx: Connection, row: EnforcementRow, now: datetime) -> list[FlowingCase]:
    """The cases of an application, the one that was due first at the head."""
    cases = []
    for id_ in parsed(row["case_ids"]):
        flowing = await lock_flowing(tx, id_, row["creditor_id"], row["account_id"], now)
        assert flowing is not None
        cases.append(flowing)
    return cases


async def _tell(tx: Connection, put: Put, operator: Operator, row: EnforcementRow, now: datetime) -> None:
    cases = await _locked(tx, row, now)
    found = await fetch_row(
        tx,
        EnforcementRow,
        """select account_id, id, creditor_id, status, case_ids, case_number, sent_date, answered_facts, notices, channel
           from enforcements where account_id = $1 and id = $2 and status = any($3::text[]) for update""",
        row["account_id"],
        row["id"],
        list(OUT),
    )
    if found is None:
        return  # it ended while we waited for it
    facts = known_facts(cases)
    notices: list[Any] = [] if found["notices"] is None else parsed(found["notices"])
    if found["answered_facts"] is not None:
        notices.append(await _notice(tx, put, operator, found, cases, now))
    await tx.execute(
        """update enforcements set answered_facts = $3, notices = $4, revision = revision + 1, updated = $5
           where account_id = $1 and id = $2""",
        found["account_id"],
        found["id"],
        facts,
        notices,
        now,
    )


def known_facts(cases: Sequence[FlowingCase]) -> list[str]:
    """The payments, credits, waivers and closings of some cases."""
    return [
        stored.fact.id
        for flowing in cases
        for stored in flowing.case.facts
        if isinstance(stored.fact, PaymentFact | Credit | Waiver | Closing)
    ]


async def _notice(
    tx: Connection, put: Put, operator: Operator, row: EnforcementRow, cases: Sequence[FlowingCase], now: datetime
) -> dict[str, Any]:
    """Make a notice as a PDF to sign and send; its values."""
    first = cases[0]
    remaining = capital, interest, costs = _remaining(cases)
    kind = notice_kind(capital + interest + costs)
    assert row["sent_date"] is not None
    creditor, debtor, reference = await _names(tx, row["account_id"], first.case.id)
    document = AuthorityNotice(
        kind=kind,
        agent=agent_of(operator),
        creditor=creditor,
        debtor=debtor,
        dated=first.today,
        applied=row["sent_date"],
        own_reference=reference,
        case_number=row["case_number"],
        capital=capital,
        interest=interest,
        costs=costs,
    )
    kept = await keep_file(
        tx,
        put,
        account=row["account_id"],
        creditor=row["creditor_id"],
        filename=f"{kind}-{first.today.isoformat()}-{row['id']}.pdf",
        content_type="application/pdf",
        content=await RENDERERS.render(row["account_id"], render, document),
        now=now,
    )
    send_by = banking_days_after(first.today, 1)
    if row["channel"] == "file":
        content = _parts(remaining) | _number(row)
        await queue_message(tx, row, first.case.id, kind, kept.id, first.today, content, now)
    else:
        reason = Message(_TO_SEND[kind], day=send_by)
        await put_on_work_list(tx, first.case, "notice_to_send", reason, now, subject=row["id"])
    return {
        "kind": kind,
        "date": rfc_1123(midnight(first.today)),
        "send_by": rfc_1123(midnight(send_by)),
        "capital_amount": kronor(capital),
        "interest_amount": kronor(interest),
        "costs_amount": kronor(costs),
        "document": kept.id,
    }


def _parts(remaining: tuple[int, int, int]) -> dict[str, Any]:
    """The rest by its parts, for a message."""
    return dict(zip(("capital", "interest", "costs"), map(kronor, remaining), strict=True))


def _number(row: EnforcementRow) -> dict[str, Any]:
    return {"case_number": row["case_number"]}


def _remaining(cases: Sequence[FlowingCase]) -> tuple[int, int, int]:
    """The capital, interest and costs that remain of some cases."""
    debts = [booked([stored.fact for stored in one.case.facts], one.case.terms) for one in cases]
    return (
        sum(debt.capital.remaining for debt in debts),
        sum(debt.interest.remaining for debt in debts),
        sum(debt.costs.remaining for debt in debts),
    )


async def _request(
    tx: Connection,
    put: Put,
    operator: Operator,
    row: EnforcementRow,
    cases: Sequence[FlowingCase],
    remaining: tuple[int, int, int],
    now: datetime,
) -> str:
    """Make a request for execution as a PDF to sign and send; the id of the file."""
    first = cases[0]
    capital, interest, costs = remaining
    creditor, debtor, reference = await _names(tx, row["account_id"], first.case.id)
    assert row["order_date"] is not None
    document = ExecutionRequest(
        agent=agent_of(operator),
        creditor=creditor,
        debtor=debtor,
        dated=first.today,
        ordered=row["order_date"],
        own_reference=reference,
        case_number=row["case_number"],
        capital=capital,
        interest=interest,
        costs=costs,
    )
    kept = await keep_file(
        tx,
        put,
        account=row["account_id"],
        creditor=row["creditor_id"],
        filename=f"execution-{first.today.isoformat()}-{row['id']}.pdf",
        content_type="application/pdf",
        content=await RENDERERS.render(row["account_id"], render_request, document),
        now=now,
    )
    return kept.id


async def _names(tx: Connection, account: str, case: str) -> tuple[str, str, str]:
    """The names of creditor and debtor, and our reference."""
    names = await tx.fetchrow(
        """select d.name as creditor, s.name as debtor, k.ocr_number from cases k
           join creditors d on d.account_id = k.account_id and d.id = k.creditor_id
           join customer_details s on s.account_id = k.account_id and s.customer_id = k.customer_id
                and s.creditor_id = k.creditor_id
           where k.account_id = $1 and k.id = $2""",
        account,
        case,
    )
    assert names is not None
    return names["creditor"], names["debtor"], names["ocr_number"]


async def _list_unconfirmed(tx: Connection, now: datetime) -> int:
    """Put applications on the work list whose notices the authority has not confirmed in time; how many are new."""
    today = await business_day(tx, now)
    rows = await fetch_rows(
        tx,
        EnforcementRow,
        """select e.account_id, e.id, e.creditor_id, e.case_ids, e.notices from enforcements e
           where e.status = any($1::text[]) and e.notices @? '$[*] ? (!exists(@.confirmed_date))'
             and not exists (select 1 from work_items w where w.account_id = e.account_id and w.subject = e.id
                             and w.kind = 'notice_unconfirmed')""",
        list(OUT),
    )
    listed = 0
    for row in rows:
        late = [one for one in parsed(row["notices"]) if "confirmed_date" not in one and _is_late(one["date"], today)]
        if not late:
            continue
        case = await lock_flowing(tx, parsed(row["case_ids"])[0], row["creditor_id"], row["account_id"], now)
        assert case is not None
        reason = Message("work.notice_unconfirmed", day=day_of(moment_of(late[0]["date"])))
        await put_on_work_list(tx, case.case, "notice_unconfirmed", reason, now, subject=row["id"])
        listed += 1
    return listed


def _is_late(made: str, today: date) -> bool:
    return today > banking_days_after(day_of(moment_of(made)), TO_CONFIRM_DAYS)
