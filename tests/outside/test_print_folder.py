"""Print: a parcel's folder is there whole or not at all, and the same parcel is one however often it comes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from fordran.actions.letters.send_letters import Enclosed, NotDelivered, Parcel
from fordran.outside.media import MediaFolder
from fordran.outside.print_folder import PrintFolder

PARCEL = Parcel(
    id="a" * 24,
    channel="print",
    receiver="Karin Öberg\nBjörkvägen 3\n852 31 Sundsvall",
    customer_name="Karin Öberg",
    creditor_name="Åkessons AB",
    language="sv",
    documents=(Enclosed("m1", "reminder.pdf"), Enclosed("m2", "dispute.pdf")),
)


def names(folder: Path) -> list[str]:
    return [path.name for path in folder.iterdir()]


FILES = {"m1": b"%PDF one", "m2": b"%PDF two"}


async def test_a_parcel_becomes_a_folder_with_its_documents_and_a_manifest(tmp_path: Path) -> None:
    await PrintFolder(tmp_path / "print", FILES.__getitem__).deliver(PARCEL)
    folder = tmp_path / "print" / PARCEL.id
    assert {path.name for path in folder.iterdir()} == {"reminder.pdf", "dispute.pdf", "manifest.json"}
    assert (folder / "reminder.pdf").read_bytes() == b"%PDF one"
    assert json.loads((folder / "manifest.json").read_text()) == {
        "envelope": PARCEL.id,
        "receiver": ["Karin Öberg", "Björkvägen 3", "852 31 Sundsvall"],
        "creditor": "Åkessons AB",
        "documents": ["reminder.pdf", "dispute.pdf"],
    }


async def test_the_same_parcel_twice_is_one_and_is_left_as_it_was(tmp_path: Path) -> None:
    await PrintFolder(tmp_path, FILES.__getitem__).deliver(PARCEL)
    (tmp_path / PARCEL.id / "printed").touch()
    await PrintFolder(tmp_path, lambda _: b"other").deliver(PARCEL)
    assert names(tmp_path) == [PARCEL.id]
    assert (tmp_path / PARCEL.id / "printed").exists()
    assert (tmp_path / PARCEL.id / "reminder.pdf").read_bytes() == b"%PDF one"


async def test_a_parcel_that_is_stopped_halfway_leaves_nothing_that_could_be_printed(tmp_path: Path) -> None:
    """Whoever prints takes folders by their names; one that is being written has another."""
    halfway: list[list[str]] = []

    def read(media: str) -> bytes:
        halfway.append([path.name for path in tmp_path.iterdir() if not path.name.startswith(".")])
        if media == "m2":
            raise OSError("the disk is full")
        return FILES[media]

    with pytest.raises(NotDelivered, match="the print folder cannot be written"):
        await PrintFolder(tmp_path, read).deliver(PARCEL)
    assert halfway == [[], []]
    assert not (tmp_path / PARCEL.id).exists()
    await PrintFolder(tmp_path, FILES.__getitem__).deliver(PARCEL)
    assert names(tmp_path) == [PARCEL.id], "what was left of the first attempt is gone"


async def test_a_folder_that_cannot_be_made_did_not_deliver(tmp_path: Path) -> None:
    (tmp_path / "print").write_text("a file")
    with pytest.raises(NotDelivered):
        await PrintFolder(tmp_path / "print", FILES.__getitem__).deliver(PARCEL)


async def test_a_document_that_is_missing_did_not_leave(tmp_path: Path) -> None:
    media = MediaFolder(tmp_path / "media")
    media.put("m1", b"%PDF one")
    with pytest.raises(NotDelivered, match="a document of it is missing"):
        await PrintFolder(tmp_path / "print", media.get).deliver(PARCEL)
    assert not (tmp_path / "print" / PARCEL.id).exists()
