"""The two stages of erasing a customer, each by the rules of the retention table (`store/retention.py`)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date, datetime

from fordran.actions.privacy.carry_out import carry_out
from fordran.actions.privacy.chain import Erasure, note_erasures
from fordran.actions.privacy.erasing import Erasing, StageResult
from fordran.actions.privacy.find import Key, pseudonym
from fordran.domain.service.retention import ANONYMISED, GONE
from fordran.shape.kept import Stage
from fordran.store.callers import token_key
from fordran.store.connections.database import Connection
from fordran.store.retention import rules
from fordran.store.rows.erased_rows import transactions_let_go
from fordran.store.rows.personal_rows import PersonIds, ids_of_all, personal_tables


@dataclass(frozen=True)
class CustomerToErase:
    """A customer whose time has come and whose rows are locked."""

    tx: Connection
    key: Key
    found: PersonIds
    today: date
    now: datetime


async def erase_at(stage: Stage, customer: CustomerToErase) -> StageResult:
    """Erase by the rules of a stage: first data that is no bookkeeping, then data that the bookkeeping rested on."""
    # Marked first: data of several customers is erased when the last of them is marked.
    await _mark(customer, stage)
    name = pseudonym(await token_key(customer.tx), customer.found.compact or "/".join(customer.key))
    done = await _erase(customer.tx, customer.found, stage, name, customer.now)
    columns = [
        column for rule in rules() if (rule.table, rule.stage) == ("customers", stage) for column in rule.columns
    ]
    erasures = [Erasure("customers", customer.key[1], tuple(columns)), *done.erasures]
    await note_erasures(customer.tx, customer.key[0], stage, erasures, customer.today, customer.now)
    return done


async def erase_payers(tx: Connection, found: PersonIds, now: datetime) -> StageResult:
    """Let go of who made payments that were never any case's, as of customers whose bookkeeping need not be kept."""
    return await _erase(tx, found, ANONYMISED, GONE, now)


async def _erase(tx: Connection, found: PersonIds, stage: Stage, name: str, now: datetime) -> StageResult:
    found = replace(found, let_go=await transactions_let_go(tx, found.transactions))
    erasing = Erasing(tx, found, stage, now, name, await personal_tables(tx))
    erasing.done.documents += await ids_of_all(tx, found)
    await carry_out(erasing)
    return erasing.done


async def _mark(customer: CustomerToErase, stage: Stage) -> None:
    """Say of the customer and its cases how far they are erased."""
    await customer.tx.execute(
        "update customers set erasure = $3 where account_id = $1 and id = $2", *customer.key, stage
    )
    await customer.tx.execute(
        "update cases set erasure = $3 where account_id = $1 and customer_id = $2", *customer.key, stage
    )
