"""Files are kept under their ids: in a folder, and in a bucket of a server that speaks as S3 does (moto's)."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from pathlib import Path

import boto3
import pytest

from fordran.outside.erased_files import ErasedFiles
from fordran.outside.media import Media, MediaAway, MediaFolder, NoSuchFile, media_of
from fordran.providers import WrongSetting
from fordran.settings import Settings
from tests.s3_server import KEYS, s3_server

ONE, OTHER = "a" * 22 + "01", "b" * 22 + "02"


@pytest.fixture(scope="module")
def endpoint() -> Iterator[str]:
    with s3_server() as address:
        yield address


def bucket(endpoint: str, data: Path, url: str = "s3://files/of/ours") -> Media:
    return media_of(dataclasses.replace(Settings(), data=data, media_url=url, media_endpoint=endpoint, **KEYS))


@pytest.fixture(params=["folder", "bucket"])
def media(request: pytest.FixtureRequest, tmp_path: Path) -> Media:
    if request.param == "folder":
        return media_of(dataclasses.replace(Settings(), data=tmp_path))
    return bucket(request.getfixturevalue("endpoint"), tmp_path, f"s3://files/{tmp_path.name}")


def test_what_is_put_is_there_once_under_its_id_until_it_is_removed(media: Media) -> None:
    media.check()
    media.put(ONE, b"one")
    media.put(ONE, b"one")
    media.put(OTHER, b"\x00" * 1_000_000)
    assert media.get(ONE) == b"one"
    assert len(media.get(OTHER)) == 1_000_000
    assert sorted(media.ids()) == [ONE, OTHER]
    media.remove(ONE)
    media.remove(ONE)
    assert [*media.ids()] == [OTHER]
    with pytest.raises(NoSuchFile):
        media.get(ONE)
    assert media.sweep(older_than=0) == 0


def objects(endpoint: str, prefix: str) -> list[str]:
    """What lies in the bucket below a prefix, whatever it is."""
    keys = {"aws_access_key_id": "key", "aws_secret_access_key": "secret", "region_name": "eu-north-1"}
    listed = boto3.client("s3", endpoint_url=endpoint, **keys).list_objects_v2(Bucket="files", Prefix=prefix)
    return [one["Key"] for one in listed.get("Contents", ())]


def test_a_look_at_a_bucket_leaves_nothing_in_it(endpoint: str, tmp_path: Path) -> None:
    looked_at = bucket(endpoint, tmp_path, "s3://files/looked-at")
    looked_at.check()
    assert [*looked_at.ids()] == []
    assert objects(endpoint, "looked-at") == []


def test_two_prefixes_of_a_bucket_know_nothing_of_each_other(endpoint: str, tmp_path: Path) -> None:
    here, there = (bucket(endpoint, tmp_path, f"s3://files/{name}") for name in ("here", "there"))
    here.put(ONE, b"here")
    assert [*there.ids()] == []
    with pytest.raises(NoSuchFile):
        there.get(ONE)


def test_a_bucket_that_is_not_there_is_told_at_the_start(endpoint: str, tmp_path: Path) -> None:
    with pytest.raises(MediaAway, match="s3://nothing"):
        bucket(endpoint, tmp_path, "s3://nothing/here").check()


def test_of_a_bucket_that_has_vanished_nobody_is_told_that_a_file_is_not_there(endpoint: str, tmp_path: Path) -> None:
    gone = bucket(endpoint, tmp_path, "s3://vanished/ours")
    for act in (lambda: gone.get(ONE), lambda: gone.put(ONE, b""), lambda: gone.remove(ONE), lambda: [*gone.ids()]):
        with pytest.raises(MediaAway, match="bucket s3://vanished"):
            act()


def test_a_server_that_does_not_answer_is_told_so(tmp_path: Path) -> None:
    away = bucket("http://127.0.0.1:9", tmp_path)
    for act in (away.check, lambda: away.get(ONE), lambda: away.put(ONE, b""), lambda: away.remove(ONE)):
        with pytest.raises(MediaAway, match="cannot be used"):
            act()


def test_files_of_people_who_are_erased_are_removed_from_where_they_are_kept(endpoint: str, tmp_path: Path) -> None:
    kept = bucket(endpoint, tmp_path, "s3://files/erased")
    kept.put(ONE, b"one")
    MediaFolder(tmp_path / "media").put(ONE, b"another's")
    ErasedFiles(tmp_path, kept).remove("media", ONE)
    assert [*kept.ids()] == []
    assert [*MediaFolder(tmp_path / "media").ids()] == [ONE]


def test_what_was_left_unfinished_in_a_folder_is_no_file_and_is_swept(tmp_path: Path) -> None:
    folder = MediaFolder(tmp_path)
    folder.put(ONE, b"one")
    (tmp_path / "02").mkdir()
    (tmp_path / "02" / f"{OTHER}.new").write_bytes(b"hal")
    assert [*folder.ids()] == [ONE]
    assert folder.sweep(older_than=2**40) == 1
    assert [*tmp_path.glob("02/*")] == []


@pytest.mark.parametrize("url", ["https://files", "s3://", "files"])
def test_an_address_that_names_no_bucket_is_refused(url: str, tmp_path: Path) -> None:
    with pytest.raises(WrongSetting, match="s3://bucket/prefix"):
        Settings.load(data=tmp_path, media_url=url)
