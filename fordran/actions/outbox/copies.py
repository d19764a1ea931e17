"""Copies of letters, for those who get one beside the debtor: each in an envelope of its own, with the same documents."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from fordran.actions.addressed import copies_go_to
from fordran.actions.cases.move_case import FlowingCase
from fordran.actions.cases.situation import parties_of_case
from fordran.actions.debtors.codes import CaseKey, OwnCopy, code_for_copy, keep_copy
from fordran.actions.keep_file import Put, keep_file
from fordran.actions.outbox.address_lines import address_lines
from fordran.actions.outbox.queue_letters import EnvelopeMade, queue_copy
from fordran.actions.rendering.renderers import RENDERERS
from fordran.documents.letter_parts.correspondence import LetterDocument
from fordran.documents.letters import letters
from fordran.documents.parties import Receiver, postal_address
from fordran.domain.kinds.channels import PAPER
from fordran.operator import Operator
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
    operator: Operator,
    envelope: EnvelopeMade,
    letters_of: Sequence[tuple[str, FlowingCase]],
    document: LetterDocument,
    name: str,
    now: datetime,
) -> None:
    """Make a copy of a document for each who gets one; a party or a further debtor of several of its cases gets one.

    A further debtor's has a code of its own, which opens the cases with that debtor's own details.
    """
    account = envelope["account_id"]
    wanted = {one.party.customer or one.party.id: one for _, flowing in letters_of for one in copies_go_to(flowing)}
    for one in wanted.values():
        copy = replace(document, receiver=Receiver(one.name, postal_address(one.address)))
        code = ""
        if one.party.customer and document.access is not None:
            code = await code_for_copy(tx, operator, letters_of[0][0], one.party.customer)
            copy = replace(copy, access=replace(document.access, code=code))
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
        if one.party.customer and code:
            keys = [
                (letter, CaseKey(account, flowing.case.creditor, flowing.case.id))
                for letter, flowing in letters_of
                if any(party.customer == one.party.customer for party in parties_of_case(flowing.row))
            ]
            await keep_copy(tx, operator, code, OwnCopy(one.party.customer, kept.id, keys), now)
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
