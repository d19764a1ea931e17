"""A server that finds its own files damaged: what it says becomes a sentence, and the connection is of use for the rest."""

from __future__ import annotations

from pathlib import Path

import asyncpg
import pytest

from fordran.store.connections.database import Database
from fordran.store.connections.troubles import DatabaseDamaged
from fordran.store.embedded import server as embedded
from fordran.store.upkeep.dump import DumpFailed, dump

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


async def _written(url: str) -> str:
    """Two tables, one of them to be damaged; where that one's file is."""
    connection = await asyncpg.connect(url)
    await connection.execute("create schema fordran")
    for table in ("struck", "whole"):
        await connection.execute(
            f"create table fordran.{table} as select n, md5(n::text) from generate_series(1, 500) n"
        )
    path: str = await connection.fetchval("select pg_relation_filepath('fordran.struck')")
    await connection.close()
    return path


async def test_other_bytes_in_a_file_are_noticed_by_whoever_reads_them_and_by_a_backup(tmp_path: Path) -> None:
    with embedded.server(tmp_path / "data") as url:
        file = tmp_path / "data" / "postgres" / "data" / await _written(url)
    content = bytearray(file.read_bytes())
    content[4000:4100] = bytes(byte ^ 0x5A for byte in content[4000:4100])
    file.write_bytes(content)
    with embedded.server(tmp_path / "data") as url:
        database = Database(url, 1)
        async with database.transaction() as tx:
            assert await tx.fetchval("select count(md5) from fordran.whole") == 500
        with pytest.raises(DatabaseDamaged, match=r"invalid page in block 0 .* restore the last backup"):
            async with database.transaction() as tx:
                await tx.fetchval("select count(md5) from fordran.struck")
        await database.close()
        with pytest.raises(DumpFailed, match=r"could not be read: ERROR:  invalid page in block 0 of relation"):
            await dump(url, tmp_path / "dump")
