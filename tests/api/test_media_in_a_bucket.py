"""Files by way of the interface, kept in a bucket: two machines with data folders of their own show the same file."""

from __future__ import annotations

import dataclasses
import os
from datetime import timedelta
from pathlib import Path

from fordran import clock
from fordran.actions.repairs.strays import stray_files
from fordran.api.app import Api, create_app
from fordran.outside.media import media_of
from fordran.settings import Settings
from fordran.store.rows.ids import first_id
from tests.api.test_media import FIELD, FILE, PDF
from tests.api.world import World
from tests.s3_server import KEYS, s3_server

STRAY, TOLD_TO_GO = "5" * 23 + "a", "5" * 23 + "b"


async def strays_of(app: Api, settings: Settings) -> list[str]:
    """The files of the bucket that nothing names, two days later; beside one that is none of ours and one that is being made."""
    media = media_of(settings)
    young = first_id(clock.now() + timedelta(days=2)) + "0" * 12
    for id_ in (STRAY, TOLD_TO_GO, young, "x" * 24):
        media.put(id_, b"left")
    async with app.database.transaction() as tx:
        await tx.execute("insert into files_to_remove (id, kind, created) values ($1, 'media', now())", TOLD_TO_GO)
        found = [id_ async for id_ in stray_files(tx, media.ids(), clock.now() + timedelta(days=2))]
        await tx.execute("delete from files_to_remove where id = $1", TOLD_TO_GO)
    return found


async def test_a_file_that_one_machine_keeps_is_read_by_another(
    settings: Settings, first_world: World, tmp_path: Path
) -> None:
    with s3_server() as endpoint:
        told = dataclasses.replace(settings, media_url="s3://files/ours", media_endpoint=endpoint, **KEYS)
        one, other = (create_app(dataclasses.replace(told, data=tmp_path / name)) for name in ("one", "other"))
        here, there = first_world.moved_to(one), first_world.moved_to(other)
        kept = await here.operator.post(f"/media--upload/{here.case}", data=FIELD, files=FILE)
        assert kept.status_code == 201, kept.text
        read = await there.operator.get(kept.json()["url"])
        assert (read.status_code, read.content) == (200, PDF)
        assert os.listdir(tmp_path) == [], "nothing lies on a disk"
        gone = create_app(dataclasses.replace(told, media_url="s3://vanished/ours"))
        nowhere = first_world.moved_to(gone)
        vanished = await nowhere.operator.get(kept.json()["url"])
        assert vanished.status_code == 503, "404 would say that there is no such file"
        await nowhere.close()
        await gone.database.close()
        assert await strays_of(one, told) == [STRAY]
    away = await there.operator.get(kept.json()["url"])
    assert away.status_code == 503, away.text
    refused = await here.operator.post(f"/media--upload/{here.case}", data=FIELD, files=FILE)
    assert refused.status_code == 503, refused.text
    for world, app in ((here, one), (there, other)):
        await world.close()
        await app.database.close()
