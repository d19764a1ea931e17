"""Copies of letters, for those who get one beside the debtor: each in an envelope of its own, with the same documents."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from fordran.actions.addressed import copies_go_to
from fordran.actions.cases.move_case import FlowingCase
from fordran.actions.keep_file import Put, keep_file
from fordran.actions.outbox.address_lines import address_lines
from fordran.actions.outbox.queue_letters import EnvelopeMade, queue_copy
from fordran.actions.rendering.renderers import RENDERERS
from fordran.documents.letter_parts.correspondence import LetterDocument
from fordran.documents.letters import letters
from fordran.documents.parties import Receiver, postal_address
from fordran.domain.kinds.channels import PAPER
from fordran.store.connections.database import Connection
from fordran.store.rows.ids import new_id

_ENVELOPE = """
insert into envelopes (account_id, id, created, creditor_id, customer_id, day, channel, receiver, status, next_attempt,
                       addressee, copy_of, copies)
select account_id, $3, $4, creditor_id, customer_id, day, $5, $6, 'made', next_attempt, $7, id, '[]'
from envelopes where account_id = $1 and id = $2
"""


async def keep_copies(
    tx: Connection,
    put: Put,
    envelope: EnvelopeMade,
    cases: Sequence[FlowingCase],
    document: LetterDocument,
    name: str,
    now: datetime,
) -> None:
    """Make a copy of a document for each who gets one; a party of several cases of the document gets one."""
    account = envelope["account_id"]
    wanted = {one.party.id: one for flowing in cases for one in copies_go_to(flowing)}
    for one in wanted.values():
        copy = replace(document, receiver=Receiver(one.name, postal_address(one.address)))
        content = await RENDERERS.render(account, letters.render, copy)
        kept = await keep_file(
            tx,
            put,
            account=account,
            creditor=envelope["creditor_id"],
            filename=f"{name}-{one.party.id}.pdf",
            content_type="application/pdf",
            content=content,
            now=now,
        )
        own = await tx.fetchval(
            """select id from envelopes where account_id = $1 and copy_of = $2 and status = 'made'
                   and addressee ->> 'party' = $3""",
            account,
            envelope["id"],
            one.party.id,
        )
        if own is None:
            own, receiver = new_id(), "\n".join(address_lines(one.name, one.address))
            await tx.execute(_ENVELOPE, account, envelope["id"], own, now, PAPER, receiver, one.shown())
            await queue_copy(tx, {**envelope, "id": own}, now)
        await tx.execute(
            "update envelopes set copies = copies || $3 where account_id = $1 and id = $2", account, own, [kept.id]
        )
