"""Batches: there whole or not at all, and the same batch is one however often it is written."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from fordran.actions.delivery.parcel import Enclosure, Parcel
from fordran.outside.batches import BatchFolder, e_invoiced, printed
from fordran.outside.media import MediaFolder

NAME = "2026-11-15/001"
TWO_PAGES = b"%PDF << /Type /Pages /Count 3 >> << /Type /Page >> << /Type /Page >> << /Type/Page >>"
FILES = {"m1": b"%PDF one", "m2": TWO_PAGES}
PARCEL = Parcel(
    id="a" * 24,
    kind="letters",
    channel="print",
    lines=("Karin Öberg", "c/o Ek", "Björkvägen 3", "852 31 Sundsvall"),
    country="SE",
    address="",
    customer_name="Karin Öberg",
    creditor_name="Åkessons AB",
    language="sv",
    documents=(Enclosure("m1", "reminder.pdf"), Enclosure("m2", "dispute.pdf")),
)
OTHER = replace(
    PARCEL, id="b" * 24, kind="invoice", lines=("Ola", "Oslo", "NO"), country="NO", documents=PARCEL.documents[:1]
)


def prints(folder: Path) -> BatchFolder:
    return BatchFolder(folder, printed, FILES.__getitem__)


def test_a_batch_is_a_folder_with_its_documents_and_a_manifest(tmp_path: Path) -> None:
    written = prints(tmp_path).write(NAME, [PARCEL, OTHER])
    assert written.ids == {PARCEL.id, OTHER.id}
    folder = tmp_path / NAME
    assert {path.name for path in folder.iterdir()} == {
        f"{PARCEL.id}-1.pdf",
        f"{PARCEL.id}-2.pdf",
        f"{OTHER.id}.pdf",
        "manifest.json",
    }
    manifest = json.loads((folder / "manifest.json").read_text())
    assert manifest["batch"] == NAME
    first, second, third = manifest["items"]
    assert first == {
        "delivery": PARCEL.id,
        "file": f"{PARCEL.id}-1.pdf",
        "receiver": ["Karin Öberg", "c/o Ek", "Björkvägen 3", "852 31 Sundsvall"],
        "country": "SE",
        "pages": 1,
        "sheets": 1,
        "postage_class": "domestic_50",
        "kind": "letters",
        "creditor": "Åkessons AB",
    }
    assert (second["pages"], second["sheets"]) == (3, 2)
    assert (third["country"], third["postage_class"]) == ("NO", "foreign_50")


def test_the_same_batch_twice_is_one_and_is_left_as_it_was(tmp_path: Path) -> None:
    prints(tmp_path).write(NAME, [PARCEL])
    (tmp_path / NAME / "printed").touch()
    again = BatchFolder(tmp_path, printed, lambda _: b"other").write(NAME, [PARCEL, OTHER])
    assert again.ids == {PARCEL.id}, "its manifest says what it has"
    assert (tmp_path / NAME / "printed").exists()
    assert (tmp_path / NAME / f"{PARCEL.id}-1.pdf").read_bytes() == b"%PDF one"


def test_whoever_was_taken_for_dead_and_comes_second_leaves_the_first_alone(tmp_path: Path) -> None:
    def read(media: str) -> bytes:
        if not (tmp_path / NAME).exists():
            prints(tmp_path).write(NAME, [PARCEL])
        return b"late"

    assert BatchFolder(tmp_path, printed, read).write(NAME, [PARCEL, OTHER]).ids == {PARCEL.id}
    assert (tmp_path / NAME / f"{PARCEL.id}-1.pdf").read_bytes() == b"%PDF one"
    assert list((tmp_path / ".unfinished").iterdir()) == []


def test_a_batch_that_is_stopped_halfway_leaves_nothing_that_could_be_printed(tmp_path: Path) -> None:
    def read(media: str) -> bytes:
        assert [path.name for path in tmp_path.iterdir()] == [".unfinished"]
        if media == "m2":
            raise OSError("the disk is full")
        return FILES[media]

    with pytest.raises(OSError, match="the disk is full"):
        BatchFolder(tmp_path, printed, read).write(NAME, [PARCEL])
    assert not (tmp_path / NAME).exists()
    assert list((tmp_path / ".unfinished").iterdir()) == []


def test_an_item_whose_document_is_missing_is_left_out_with_the_reason(tmp_path: Path) -> None:
    media = MediaFolder(tmp_path / "media")
    media.put("m1", b"%PDF one")
    written = BatchFolder(tmp_path / "print", printed, media.get).write(NAME, [PARCEL, OTHER])
    assert written.ids == {OTHER.id}
    assert "a document of it is missing" in written.missing[PARCEL.id]


def test_a_batch_of_nothing_is_not_written(tmp_path: Path) -> None:
    media = MediaFolder(tmp_path / "media")
    written = BatchFolder(tmp_path / "print", printed, media.get).write(NAME, [PARCEL])
    assert (written.ids, written.missing.keys()) == (frozenset(), {PARCEL.id})
    assert not (tmp_path / "print" / NAME).exists()


def test_an_e_invoice_goes_with_its_address(tmp_path: Path) -> None:
    parcel = replace(OTHER, channel="e_invoice", address="0007:5560360793", content=b"<Invoice/>", number="F 1")
    BatchFolder(tmp_path, e_invoiced, FILES.__getitem__).write(NAME, [parcel])
    (item,) = json.loads((tmp_path / NAME / "manifest.json").read_text())["items"]
    assert (item["file"], item["receiver"], item["invoice_number"]) == (f"{OTHER.id}.xml", "0007:5560360793", "F 1")
    assert (tmp_path / NAME / item["file"]).read_bytes() == b"<Invoice/>"
