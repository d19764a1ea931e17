"""Print: a folder a parcel, with its documents and a manifest, for whoever prints and posts."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path

from fordran.actions.letters.send_letters import NotDelivered, Parcel
from fordran.outside.media import NoSuchFile
from fordran.safe_names import keep_names, rename_for_good


class PrintFolder:
    """Delivers parcels to a folder. A parcel's own folder appears whole, by a rename, or not at all."""

    def __init__(self, folder: Path, read: Callable[[str], bytes]) -> None:
        self.folder = folder
        self.read = read

    async def deliver(self, parcel: Parcel) -> None:
        """Write the parcel; raises `NotDelivered`. One that is there already was delivered before."""
        try:
            await asyncio.to_thread(self._write, parcel)
        except NoSuchFile as missing:
            raise NotDelivered(f"a document of it is missing: {missing}") from missing
        except OSError as trouble:
            raise NotDelivered(f"the print folder cannot be written: {trouble}") from trouble

    def _write(self, parcel: Parcel) -> None:
        target = self.folder / parcel.id
        if target.exists():
            return
        self.folder.mkdir(parents=True, exist_ok=True)
        temporary = self.folder / f".{parcel.id}.new"
        shutil.rmtree(temporary, ignore_errors=True)
        temporary.mkdir()
        for document in parcel.documents:
            _write_through(temporary / document.filename, self.read(document.media))
        manifest = {
            "envelope": parcel.id,
            "receiver": parcel.receiver.split("\n"),
            "creditor": parcel.creditor_name,
            "documents": [document.filename for document in parcel.documents],
        }
        _write_through(temporary / "manifest.json", json.dumps(manifest, ensure_ascii=False, indent=2).encode())
        keep_names(temporary)
        rename_for_good(temporary, target)


def _write_through(path: Path, content: bytes) -> None:
    with path.open("wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
