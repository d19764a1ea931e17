"""The clients' own records: what each sent, and what it was answered. The checks believe nothing else."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import orjson

Body = dict[str, Any]


@dataclass
class Sent:
    """A request, which is sent by its key until it has a definite answer, or until its client gives up."""

    owner: str
    """Whose token it goes with."""
    key: str
    path: str
    body: Any
    status: int | None = None
    answer: bytes = b""

    @property
    def is_acknowledged(self) -> bool:
        return self.status in (200, 201)

    @property
    def promises(self) -> list[tuple[Body, Body | None]]:
        """Each document that was sent, with what was answered to it; None where nothing was."""
        sent = self.body if isinstance(self.body, list) else [self.body]
        if not self.is_acknowledged:
            return [(one, None) for one in sent]
        answered = orjson.loads(self.answer)
        return list(zip(sent, answered.get("_items", [answered]), strict=True))


@dataclass
class BankLine:
    """A payment in a bank file, known by the bank's serial."""

    file: str
    serial: str
    reference: str
    ore: int


@dataclass
class Records:
    """Everything that all clients know."""

    file: Path
    sent: list[Sent] = field(default_factory=list)
    bank_lines: list[BankLine] = field(default_factory=list)
    bank_files: dict[str, bool] = field(default_factory=dict)
    """Name → whether its coming was acknowledged."""
    event_positions: list[tuple[int, str]] = field(default_factory=list)
    """Events in the order in which the reader was shown them."""

    def note(self, sent: Sent) -> None:
        """Note a request before it is sent first."""
        self.sent.append(sent)
        self._write({"owner": sent.owner, "key": sent.key, "path": sent.path, "body": sent.body})

    def acknowledged(self, sent: Sent) -> None:
        """Note its definite answer."""
        self._write({"key": sent.key, "status": sent.status, "answer": sent.answer.decode()})

    def sent_file(self, name: str, lines: Sequence[BankLine]) -> None:
        """Note a bank file before it is sent first."""
        self.bank_files[name] = False
        self.bank_lines += lines
        self._write({"file": name, "lines": [asdict(line) for line in lines]})

    def acknowledged_file(self, name: str) -> None:
        """Note that it was taken."""
        self.bank_files[name] = True
        self._write({"file": name, "acknowledged": True})

    def of(self, path: str) -> list[tuple[Body, Body | None]]:
        """Each document sent to a path, with its answer."""
        return [promise for sent in self.sent if sent.path == path for promise in sent.promises]

    def _write(self, line: Mapping[str, Any]) -> None:
        with self.file.open("a") as file:
            file.write(json.dumps(line, ensure_ascii=False) + "\n")
