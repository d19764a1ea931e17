"""Files of people who were erased: where each kind lies, and how it is removed."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

from fordran.domain.service.retention import FileToRemove
from fordran.outside.media import Media, MediaFolder
from fordran.safe_names import write_for_good


class ErasedFiles:
    """Removes files from a data folder. What is gone already is as good as removed."""

    def __init__(self, data: Path, media: Media | None = None) -> None:
        """`media` is where files lie that are not in the data folder."""
        self.data = data
        self.media = media or MediaFolder(data / "media")

    def remove(self, kind: FileToRemove, id_: str) -> None:
        """Remove the file, or the folder, of a kind that is known by an id."""
        if kind == "media":
            self.media.remove(id_)
        elif kind == "order":
            (self.data / "payouts" / f"payouts-{id_}.xml").unlink(missing_ok=True)
        else:
            assert kind == "print", kind
            shutil.rmtree(self.data / "print" / id_, ignore_errors=True)
            for folder in ("print", "e-invoices"):
                _remove_from_batches(self.data / folder, id_)


def _remove_from_batches(folder: Path, id_: str) -> None:
    """Remove what a delivery left in batches: its files, and its lines in their manifests."""
    for batch in {file.parent for file in folder.glob(f"*/*/{id_}*")}:
        manifest = batch / "manifest.json"
        content = json.loads(manifest.read_text(encoding="utf-8"))
        content["items"] = [item for item in content["items"] if item["delivery"] != id_]
        write_for_good(manifest, json.dumps(content, ensure_ascii=False, indent=2))
        for file in batch.glob(f"{id_}*"):
            file.unlink(missing_ok=True)
