"""What a recipe is: edits as data, the tests that are green after them, and what is true after them and not before."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias


class Outdated(Exception):
    """A recipe does not fit the code any longer: what it hangs on is gone, or stands more than once."""


@dataclass(frozen=True)
class Add:
    """Put text behind an anchor, which stands exactly once in the file."""

    file: str
    after: str
    text: str

    def apply(self, root: Path) -> None:
        """Change the file under a folder."""
        Replace(self.file, self.after, self.after + self.text).apply(root)


@dataclass(frozen=True)
class Replace:
    """Put one text in the place of another, which stands exactly once in the file."""

    file: str
    old: str
    new: str

    def apply(self, root: Path) -> None:
        """Change the file under a folder."""
        file = root / self.file
        if not file.exists():
            raise Outdated(f"there is no {self.file}")
        text = file.read_text(encoding="utf-8")
        if text.count(self.old) != 1:
            raise Outdated(f"its anchor stands {text.count(self.old)} times in {self.file}: {self.old.strip()!r}")
        file.write_text(text.replace(self.old, self.new), encoding="utf-8")


@dataclass(frozen=True)
class Create:
    """Make a file, which is not there yet. `{next}` in its name is the number after the last one in its folder."""

    file: str
    text: str

    def apply(self, root: Path) -> None:
        """Make the file under a folder."""
        file = root / self.file
        file = file.with_name(file.name.replace("{next}", _next_number(file.parent)))
        if file.exists():
            raise Outdated(f"there is a {self.file} already")
        file.write_text(self.text, encoding="utf-8")


@dataclass(frozen=True)
class Derive:
    """Make a file from another, with some of its texts replaced. Each of them is in the other file exactly once."""

    file: str
    source: str
    texts: tuple[tuple[str, str], ...]

    def apply(self, root: Path) -> None:
        """Make the file under a folder."""
        source = root / self.source
        if not source.exists():
            raise Outdated(f"there is no {self.source}")
        Create(self.file, source.read_text(encoding="utf-8")).apply(root)
        try:
            for old, new in self.texts:
                Replace(self.file, old, new).apply(root)
        except Outdated:
            (root / self.file).unlink()
            raise


def _next_number(folder: Path) -> str:
    numbers = [int(file.name[:4]) for file in folder.glob("[0-9][0-9][0-9][0-9]_*")]
    return f"{max(numbers, default=0) + 1:04}"


Edit: TypeAlias = Add | Replace | Create | Derive


@dataclass(frozen=True)
class Recipe:
    """One row of the table in CONTRIBUTING.md, carried out for an example."""

    name: str
    """The row, as the table calls it."""
    example: str
    edits: tuple[Edit, ...]
    tests: tuple[str, ...]
    shows: str
    """Python that runs without trouble after the edits, and does not before."""
    makes: tuple[str, ...] = ()
    """The verbs of the Makefile that make files from what was edited."""

    @property
    def files(self) -> set[str]:
        """The files that are edited, each once."""
        return {edit.file for edit in self.edits}
