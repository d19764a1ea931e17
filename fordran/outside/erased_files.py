"""Files of people who were erased: where each kind lies, and how it is removed."""

from __future__ import annotations

import shutil
from pathlib import Path

from fordran.domain.service.retention import FileToRemove


class ErasedFiles:
    """Removes files from a data folder. What is gone already is as good as removed."""

    def __init__(self, data: Path) -> None:
        self.data = data

    def remove(self, kind: FileToRemove, id_: str) -> None:
        """Remove the file, or the folder, of a kind that is known by an id."""
        if kind == "media":
            (self.data / "media" / id_[-2:] / id_).unlink(missing_ok=True)
        elif kind == "order":
            (self.data / "payouts" / f"payouts-{id_}.xml").unlink(missing_ok=True)
        else:
            assert kind == "print", kind
            shutil.rmtree(self.data / "print" / id_, ignore_errors=True)
