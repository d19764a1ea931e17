"""Batches: folders of documents with a manifest, for a printer or a carrier of e-invoices.

A batch appears whole, by a rename, or not at all. Its name is decided before it is written: one that is there already was
handed over before, and its manifest says what is in it.
"""

from __future__ import annotations

import errno
import json
import secrets
import shutil
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from fordran.actions.delivery.parcel import Parcel
from fordran.domain.service.pdf_pages import pages_of
from fordran.domain.service.postage import postage_class, sheets_of
from fordran.outside.media import FileUnreadable, NoSuchFile
from fordran.safe_names import keep_names, make_folder, rename_for_good, write_through

MANIFEST = "manifest.json"
UNFINISHED = ".unfinished"
"""Where batches are written, beside those that are there."""

WRITTEN_AT_ONCE = 16

Files = dict[str, bytes]


@dataclass(frozen=True)
class BatchContents:
    """The contents of a written batch, by delivery id, and the deliveries that failed with their reasons."""

    ids: frozenset[str]
    missing: dict[str, str]


class BatchFolder:
    """A folder of batches. `items` makes the files of a parcel, and its lines in the manifest."""

    def __init__(
        self, folder: Path, items: Callable[[Parcel, Callable[[str], bytes]], tuple[Files, list[dict[str, Any]]]],
        read: Callable[[str], bytes],
    ) -> None:  # fmt: skip
        self.folder = folder
        self.items = items
        self.read = read

    def write(self, name: str, parcels: Sequence[Parcel]) -> BatchContents:
        """Write a batch unless it is there. Raises `OSError` where the disk does not take it."""
        target = self.folder / name
        if (target / MANIFEST).exists():
            return BatchContents(ids_in(target), {})
        temporary = self.folder / UNFINISHED / f"{name.replace('/', '-')}.{secrets.token_hex(4)}"
        make_folder(temporary)
        try:
            missing = self._fill(temporary, name, parcels)
            if len(missing) == len(parcels):
                return BatchContents(frozenset(), missing)
            return BatchContents(self._put_in_place(temporary, target), missing)
        finally:
            shutil.rmtree(temporary, ignore_errors=True)

    def _fill(self, folder: Path, name: str, parcels: Iterable[Parcel]) -> dict[str, str]:
        lines: list[dict[str, Any]] = []
        files: Files = {}
        missing = {}
        for parcel in parcels:
            try:
                own, items = self.items(parcel, self.read)
            except (NoSuchFile, FileUnreadable) as lacks:
                missing[parcel.id] = f"a document of it is missing: {lacks}"
                continue
            files |= own
            lines += items
        # Side by side, since each waits for the disk.
        with ThreadPoolExecutor(WRITTEN_AT_ONCE) as threads:
            for _ in threads.map(lambda name: write_through(folder / name, files[name]), files):
                pass
        manifest = json.dumps({"batch": name, "items": lines}, ensure_ascii=False, indent=2)
        write_through(folder / MANIFEST, manifest.encode())
        keep_names(folder)
        return missing

    def _put_in_place(self, temporary: Path, target: Path) -> frozenset[str]:
        if not target.parent.is_dir():
            make_folder(target.parent)
            keep_names(target.parent.parent)
        try:
            rename_for_good(temporary, target)
        except OSError as trouble:
            if trouble.errno not in (errno.ENOTEMPTY, errno.EEXIST):
                raise
            # Another worker took us for dead, and was first.
        return ids_in(target)


def ids_in(batch: Path) -> frozenset[str]:
    """The deliveries that a batch has."""
    return frozenset(item["delivery"] for item in json.loads((batch / MANIFEST).read_text(encoding="utf-8"))["items"])


def printed(parcel: Parcel, read: Callable[[str], bytes]) -> tuple[Files, list[dict[str, Any]]]:
    """The print house's view of a parcel: its documents, and for each its address, pages and weight."""
    named = [(document, read(document.media)) for document in parcel.documents]
    files: Files = {}
    data: list[str] = []
    papers: list[tuple[str, int]] = []
    for place, (document, content) in enumerate(named, 1):
        suffix = Path(document.filename).suffix or ".pdf"
        filename = f"{parcel.id}{f'-{place}' if len(named) > 1 else ''}{suffix}"
        files[filename] = content
        if suffix == ".pdf":
            papers.append((filename, pages_of(content)))
        else:
            data.append(filename)
    sheets = sum(sheets_of(pages) for _, pages in papers)
    return files, [
        {
            "delivery": parcel.id,
            "file": filename,
            "receiver": list(parcel.lines),
            **({"inner_envelope": list(parcel.inner_envelope)} if parcel.inner_envelope else {}),
            "country": parcel.country,
            "pages": pages,
            "sheets": sheets_of(pages),
            # Of the whole envelope, where several documents have one.
            "postage_class": postage_class(sheets, parcel.country),
            "kind": parcel.kind,
            "creditor": parcel.creditor_name,
            **({"data": data} if data else {}),
        }
        for filename, pages in papers
    ]


def e_invoiced(parcel: Parcel, read: Callable[[str], bytes]) -> tuple[Files, list[dict[str, Any]]]:
    """The access point's view of a parcel: the e-invoice and its receiver. A stored one gets the receiver's present address."""
    filename = f"{parcel.id}.xml"
    content = parcel.content
    if not content:
        from fordran.formats.e_invoices.readdress import readdressed  # with the library of XML, which few need

        content = readdressed(read(parcel.documents[0].media), parcel.address)
    item = {
        "delivery": parcel.id,
        "file": filename,
        "receiver": parcel.address,
        "kind": parcel.kind,
        "invoice_number": parcel.number,
        "creditor": parcel.creditor_name,
    }
    return {filename: content}, [item]
