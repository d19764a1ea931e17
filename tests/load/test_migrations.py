"""Migrations while the version before serves: what they may do is read from their text, and one is run amid traffic."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

import asyncpg
import pytest

from fordran.settings import Settings
from fordran.store.connections.database import Database
from fordran.store.upkeep.migrate import DatabaseInUse, DatabaseTooNew, bring_to, migrate, migrations, views
from tests.api.world import World
from tests.load.conftest import Serve
from tests.load.migration_rules import findings
from tools.load.hammer import Hammer, in_turn

BASELINE = "0001_baseline.sql"
"""It makes the schema. Every later migration runs while an earlier version serves."""


def test_the_baseline_comes_first() -> None:
    assert next(iter(migrations())) == BASELINE


def test_migrations_do_nothing_that_the_version_before_would_notice() -> None:
    found = {
        name: list(findings(text))
        for name, text in migrations().items()
        if name != BASELINE and not re.search(r"^-- tightens: \S", text, re.MULTILINE)
    }
    assert {name: troubles for name, troubles in found.items() if troubles} == {}


@pytest.mark.parametrize(
    ("statement", "is_found", "remark"),
    [
        ("create index on cases (a);", True, "on a table in use"),
        ("create unique index x on cases (a);", True, "unique, too"),
        ("create index concurrently x on cases (a);", False, "without keeping writers out"),
        ("create table t (a int); create index on t (a);", False, "on a table of its own"),
        ("alter table cases add column a int;", False, "an empty column"),
        ("alter table cases add column a int not null default 0;", True, "the rows' hashes do not know of it"),
        ("alter table cases add column a int default 0; update cases set a = 0 where a = 0;", False, "made anew"),
        ("alter table cases add column a bigint default nextval('s');", True, "a number for each row is"),
        ("alter table cases add column a int not null;", True, "old rows and the old version give none"),
        ("alter table cases alter column a set not null;", True, "scans the table"),
        ("alter table cases alter column a type bigint;", True, "rewrites the table"),
        ("alter table cases drop column a;", True, "the old version reads it"),
        ("alter table cases rename column a to b;", True, "likewise"),
        ("alter table cases rename constraint cases_a_is_b to cases_a_is_c;", True, "what is refused goes by the name"),
        ("alter table cases rename constraint cases_a_check to cases_a_is_b;", False, "nobody's name"),
        ("alter table cases rename constraint cases_a_id_fkey to cases_a_is_there;", False, "likewise"),
        ("alter table cases rename constraint cases_a_check1 to cases_a_is_b;", False, "likewise"),
        ("alter index cases_by_a rename to cases_by_b;", True, "an index is found by its name, too"),
        ("alter table cases add constraint c check (a > 0);", True, "checks every row"),
        ("alter table cases add constraint c check (a > 0) not valid;", False, "checks new rows"),
        ("alter table cases add constraint c unique (a);", True, "builds an index"),
        ("alter table cases add constraint c unique using index x;", False, "takes one that is there"),
        ("drop table cases;", True, "the old version reads it"),
        ("update cases set a = 1;", True, "holds every row until the end"),
        ("update cases set a = 1 where a is null;", False, "some rows"),
        ("comment on table cases is 'drop table cases';", False, "words of a comment"),
        ("-- drop table cases\nselect 1;", False, "words of a remark"),
        ("create function f() returns void language sql as $$ drop table cases; $$;", False, "done when it is called"),
    ],
)
def test_the_rules_find_what_they_should(statement: str, is_found: bool, remark: str) -> None:
    assert bool(list(findings(statement))) == is_found, remark


# Amid traffic -----------------------------------------------------------------------------------------------------------------

NEXT = {
    "9001_more.sql": """
        create table fordran.more (id text primary key, at timestamptz not null default now());
        comment on table fordran.more is 'local: what a later version adds';
        alter table fordran.users add column later text not null default 'none';
        alter table fordran.creditors add column later int;
        create function fordran.later() returns int language sql immutable as 'select 1';
    """,
    "9002_index.sql": """-- outside a transaction
        create index concurrently if not exists users_later on fordran.users (later);
        create index concurrently if not exists creditors_later on fordran.creditors (later);
    """,
}


async def test_a_migration_amid_traffic_fails_no_request_and_the_old_version_goes_on_serving(
    serve: Serve, world: World, settings: Settings
) -> None:
    serving = await serve()
    url = settings.database_url
    assert url is not None
    key = f"host: x\r\nx-api-key: {world.token(world.users['operator'])}\r\n"
    reads = [f"GET /{name} HTTP/1.1\r\n{key}\r\n".encode() for name in ("users", "creditors?sort=-name", "cases")]
    creditor = world.creditor.id
    body = b'{"account": "%s", "name": "Later"}' % world.account.id.encode()
    head = f"POST /users HTTP/1.1\r\n{key}content-type: application/json\r\ncontent-length: {len(body)}\r\n\r\n"
    writes = head.encode() + body
    reads.append(f"GET /creditors/{creditor} HTTP/1.1\r\n{key}\r\n".encode())

    async def work() -> None:
        # A reader that takes its time, which a migration has to wait for and nobody else.
        slow = await asyncpg.connect(url)
        reading = slow.transaction()
        await reading.start()
        await slow.execute("select count(*) from fordran_api.users")
        both = [asyncio.create_task(bring_to(url, migrations() | NEXT, views())) for _ in range(2)]
        await asyncio.sleep(1.2)
        assert not any(task.done() for task in both)
        await reading.rollback()
        await slow.close()
        applied = sorted(await asyncio.gather(*both))
        assert applied == [[], ["9001_more.sql", "9002_index.sql", "views"]], "two at once are one after the other"

    hammer = Hammer("127.0.0.1", serving.port)
    clients = [(in_turn(*reads), 0.005)] * 6 + [(in_turn(writes), 0.02)] * 3
    await hammer.during(asyncio.create_task(work()), clients)
    assert hammer.failed == []
    assert hammer.answers.keys() == {200, 201}
    assert min(hammer.answers.values()) > 20

    assert await migrate(url) == [], "the old version, started again, finds a schema that has only gained"
    async with world.database.connection() as connection:
        assert await connection.fetchval("select count(*) from fordran_migrations.applied where name like '900%'") == 2
        await connection.execute("update fordran_migrations.applied set tightens = true where name = '9001_more.sql'")
    with pytest.raises(DatabaseTooNew, match="9001_more"):
        await migrate(url)


async def test_a_migration_gives_up_on_a_lock_that_is_never_let_go(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("fordran.store.upkeep.migrate._TRIES", 2)
    migration = {"9003_add.sql": "alter table fordran.users add column never int"}
    async with database.transaction() as tx:
        await tx.execute("lock table users in access share mode")
        with pytest.raises(DatabaseInUse, match="9003_add"):
            await bring_to(database.url, migrations() | migration, views())
    assert await migrate(database.url) == []


def test_every_file_of_migrations_is_known(tmp_path: Path) -> None:
    folder = Path(__file__).parents[2] / "fordran" / "sql" / "migrations"
    assert sorted(path.name for path in folder.glob("*.sql")) == list(migrations())
