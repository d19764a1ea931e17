"""Files by way of the interface, kept in a bucket: two machines with data folders of their own show the same file."""

from __future__ import annotations

import dataclasses
import os
from pathlib import Path

from fordran.api.app import create_app
from fordran.settings import Settings
from tests.api.test_media import FIELD, FILE, PDF
from tests.api.world import World
from tests.s3_server import KEYS, s3_server


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
    away = await there.operator.get(kept.json()["url"])
    assert away.status_code == 503, away.text
    refused = await here.operator.post(f"/media--upload/{here.case}", data=FIELD, files=FILE)
    assert refused.status_code == 503, refused.text
    for world, app in ((here, one), (there, other)):
        await world.close()
        await app.database.close()
