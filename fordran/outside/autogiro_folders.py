"""The folders in which files to Bankgirot and reports from there are handed over."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from fordran.domain.numbers import bankgiro
from fordran.formats.autogiro_orders import AutogiroPayee
from fordran.outside.order_files import write_whole
from fordran.safe_names import make_folder
from fordran.sections import AutogiroSection

_State = tuple[str, int, int]


@dataclass
class AutogiroFolders:
    """Where files to Bankgirot are written, and where its reports lie."""

    payee: AutogiroPayee
    in_folder: Path
    out_folder: Path
    _done: set[_State] = field(default_factory=set)

    @classmethod
    def of(cls, section: AutogiroSection) -> AutogiroFolders:
        """The folders of the settings."""
        payee = AutogiroPayee(section.customer_number, bankgiro.compact(section.bankgiro))
        return cls(payee, Path(section.in_folder), Path(section.out_folder))

    def write(self, name: str, content: bytes) -> str:
        """Write a file to Bankgirot, whole or not at all; its path."""
        make_folder(self.out_folder)
        path = self.out_folder / name
        write_whole(path, [content])
        return str(path)

    def reports(self) -> list[Path]:
        """Every report in the folder, in the order of the names; none where there is no folder."""
        if not self.in_folder.is_dir():
            return []
        return sorted(path for path in self.in_folder.iterdir() if path.is_file() and not path.name.startswith("."))

    def next_report(self) -> Path | None:
        """The first report that this process has not read as it is now."""
        return next((path for path in self.reports() if _state(path) not in self._done), None)

    def note_read(self, path: Path) -> None:
        """Read this report no more, until it is another file."""
        self._done.add(_state(path))


def _state(path: Path) -> _State:
    found = path.stat()
    return path.name, found.st_size, found.st_mtime_ns
