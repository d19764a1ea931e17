"""Set off claims on payers: what a case does not need pays first what its payer owes us for a refund that went back twice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

from fordran.actions.cases.book import book
from fordran.actions.cases.case_facts import SYSTEM, ReversedPayment
from fordran.actions.cases.keep_refunds import claimed_of, insert_refunds, open_refunds, resolve_items, weighed
from fordran.actions.cases.locked_case import LockedCase
from fordran.domain.bank.refunds import taken_from
from fordran.domain.books.journal import set_off
from fordran.store.connections.database import Connection
from fordran.store.rows.schema_rows import RefundRow


async def set_off_claims(
    tx: Connection, cases: Sequence[LockedCase], returned: Mapping[str, str], now: datetime
) -> None:
    """Let what locked cases owe back, and have not ordered, pay what is claimed of their payers.

    `returned` are refunds that have just come back, each with the payment that it came back as: what never reached the payer
    is not owed by him, whatever the case itself could use it for.
    """
    touched = [case for case in cases if returned or case.row["refund_amount"]]
    rows = await open_refunds(tx, touched) if touched else {}
    for case in touched:
        claims = [row for row in rows[case.id] if row["claimed_amount"]]
        for claim in [claim for claim in claims if claim["id"] in returned]:
            await _set_off(tx, case, claim, {returned[claim["id"]]: claim["claimed_amount"]}, now)
        free = dict(weighed(case.before, rows[case.id], with_claims=False).free)
        for claim in [claim for claim in claims if claim["id"] not in returned]:
            if amount := min(claim["claimed_amount"], sum(free.values())):
                parts = taken_from(free, amount)
                free = {payment: there - parts.get(payment, 0) for payment, there in free.items()}
                await _set_off(tx, case, claim, parts, now)
        if claims and not claimed_of((await open_refunds(tx, [case]))[case.id]):
            await resolve_items(tx, case, ["refund_claimed"], now)


async def _set_off(tx: Connection, case: LockedCase, claim: RefundRow, parts: Mapping[str, int], now: datetime) -> None:
    amount = sum(parts.values())
    ids = await insert_refunds(tx, case, parts, "used", {"settles_id": claim["id"]}, now, is_automatic=True)
    await tx.execute(
        """update refunds set revision = revision + 1, updated = $3, claimed_amount = claimed_amount - $4,
               status = case when claimed_amount = $4 then 'settled' else status end
           where account_id = $1 and id = $2""",
        case.account,
        claim["id"],
        now,
        amount,
    )
    taken = [
        ReversedPayment(id_, payment, case.today, case.business_now, SYSTEM, part, is_refund=True)
        for id_, (payment, part) in zip(ids, parts.items(), strict=True)
    ]
    await book(tx, case, taken, now, set_off(amount))
