"""Import a bank file: store it whole in one transaction, then settle what it brought in many, account by account."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from fordran.actions.bank.settle_payments import settle_all
from fordran.actions.bank.store_file import ReceivedBankFile, StoredFile, store_bank_file
from fordran.store.connections.database import Database


async def import_bank_file(
    database: Database,
    file: ReceivedBankFile,
    own_bankgiro: str,
    now: datetime,
    advance: Callable[[int], object] = lambda _: None,
) -> StoredFile:
    """Take a file in. One that was taken in before brings nothing; what is left of an earlier one is settled too.
    `advance` repeatedly gets the number of newly settled payments."""
    async with database.transaction() as tx:
        stored = await store_bank_file(tx, file, own_bankgiro, now)
    await settle_all(database, now, advance)
    return stored
