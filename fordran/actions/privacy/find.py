"""Find a person: in every account, by a number in any spelling, or by the pseudonym that replaced it."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Sequence
from datetime import date

from fordran.actions.refusals import Conflict
from fordran.domain.numbers.digits import without
from fordran.domain.numbers.identity import compacted
from fordran.domain.service.retention import GONE
from fordran.store.callers import token_key
from fordran.store.connections.database import Connection
from fordran.store.retention import not_erased
from fordran.store.rows.personal_rows import PersonIds, personal_tables, rows_of, spellings

Key = tuple[str, str]
"""A customer: its account's id and its own."""


class NoPersonFound(Conflict):
    """Nothing is held about the one asked for. The sentence leaves the number out, since it may be logged."""


def pseudonym(key: bytes, known_by: str) -> str:
    """The pseudonym of a person: the same for the same number, and not reversible without the installation's key.

    >>> pseudonym(b"key", "8112289874") == pseudonym(b"key", "8112289874") != pseudonym(b"other key", "8112289874")
    True
    """
    return f"{GONE} {hmac.new(key, f'person {known_by}'.encode(), hashlib.sha256).hexdigest()[:20]}"


async def find_person(tx: Connection, number: str, today: date) -> PersonIds:
    """Everything that a person is found by, as the number reads on the day; raises `NoPersonFound`."""
    compact = compacted(number, today)
    key = await token_key(tx)
    # A person who was erased before the century counted has a pseudonym of ten digits, and is found by these alone.
    names = {pseudonym(key, compact), pseudonym(key, without(number, " -+.").upper())}
    rows = await tx.fetch(
        """select account_id, id from customers
           where (id_number_compact = $1 and id_number_compact <> '') or name = any($2::text[]) order by account_id, id""",
        compact,
        sorted(names),
    )
    # A bank may say a payer's number, also where no case was found for the money.
    paid = await tx.fetch("select id from bank_transactions where payer::text ~* $1", spellings(compact, today))
    customers = [(row["account_id"], row["id"]) for row in rows]
    found = await found_of(tx, customers, compact, today, [row["id"] for row in paid])
    if not rows and not paid and not await _is_business(tx, found):
        raise NoPersonFound("error.nobody_by_that_number")
    return found


async def _is_business(tx: Connection, found: PersonIds) -> bool:
    """Whether an account, a creditor or a partner has the number, as a sole trader's is."""
    tables = await personal_tables(tx)
    return any([await rows_of(tx, tables[name], found) for name in not_erased()])


async def found_of(
    tx: Connection, customers: Sequence[Key], compact: str, today: date, transactions: Sequence[str] = ()
) -> PersonIds:
    """Everything that customers are found by, and further transactions of the bank that are known to be theirs."""
    accounts = sorted({account for account, _ in customers})
    ids = [id_ for _, id_ in customers]
    cases = await tx.fetch(
        """select k.id, k.registration_id, k.original_invoice_id from cases k
           where k.account_id = any($1::text[]) and k.customer_id = any($2::text[]) order by k.id""",
        accounts,
        ids,
    )
    case_ids = [row["id"] for row in cases]
    sent = await tx.fetch(
        "select id from invoice_registrations where account_id = any($1::text[]) and case_id = any($2::text[])",
        accounts,
        case_ids,
    )
    printed = await tx.fetch(
        """select print_id as id from invoices where account_id = any($1::text[]) and customer_id = any($2::text[])
           union select media_id from letters where account_id = any($1::text[]) and customer_id = any($2::text[])
           union select jsonb_array_elements_text(e.copies) from envelopes e
           where e.account_id = any($1::text[]) and e.customer_id = any($2::text[]) and e.copies is not null
           union select media_id from debtor_codes
           where account_id = any($1::text[]) and customer_id = any($2::text[]) and media_id is not null
           union select m.id from media_files m join case_disputes d on d.account_id = m.account_id and d.id = m.dispute_id
           where d.account_id = any($1::text[]) and d.case_id = any($3::text[])
           union select jsonb_path_query(jsonb_build_array(e.notices, e.renewals), '$[*][*].document') #>> '{}'
           from enforcements e where e.account_id = any($1::text[]) and e.customer_id = any($2::text[])
           union select jsonb_path_query(e.documents, '$[*].id') #>> '{}'
           from enforcements e where e.account_id = any($1::text[]) and e.customer_id = any($2::text[])""",
        accounts,
        ids,
        case_ids,
    )
    media = {row["original_invoice_id"] for row in cases} | {row["id"] for row in printed}
    paid = await tx.fetch(
        """select transaction_id as id from bank_payments where account_id = any($1::text[]) and case_id = any($2::text[])
           union select recall_id from bank_payments
           where account_id = any($1::text[]) and case_id = any($2::text[]) and recall_id is not null""",
        accounts,
        case_ids,
    )
    return PersonIds(
        accounts=accounts,
        customers=ids,
        cases=case_ids,
        registrations=sorted({row["registration_id"] for row in cases} | {row["id"] for row in sent}),
        media=sorted(media - {None}),
        transactions=sorted({row["id"] for row in paid} | set(transactions)),
        number=spellings(compact, today),
        compact=compact,
    )
