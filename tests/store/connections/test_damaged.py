"""A server that finds its own files damaged: what it says becomes a sentence, and the connection is of use for the rest."""

from __future__ import annotations

import pytest

from fordran.store.connections.database import Database
from fordran.store.connections.troubles import DatabaseDamaged

DAMAGED = "do $$ begin raise exception 'invalid page in block 3 of relation base/5/16384' using errcode = '{}'; end $$"


@pytest.mark.parametrize("code", ["XX001", "XX002"], ids=["a page", "an index"])
async def test_damage_is_told_with_what_to_do(database_url: str, code: str) -> None:
    database = Database(database_url, 1)
    with pytest.raises(DatabaseDamaged, match=r"invalid page in block 3 .* restore the last backup"):
        async with database.transaction() as tx:
            await tx.execute(DAMAGED.format(code))
    with pytest.raises(DatabaseDamaged):
        async with database.connection() as connection:
            await connection.execute(DAMAGED.format(code))
    async with database.connection() as connection:
        assert await connection.fetchval("select 1") == 1
    await database.close()
