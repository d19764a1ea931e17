"""Writes the log of the embedded PostgreSQL: `python -m fordran.store.embedded.log_filter`, in the server's folder.

It reads the server's messages from standard input and writes them to `server.log` without personal numbers: an error quotes
what a client sent. It ends with the server, whichever command started that. A log that has grown large becomes `server.log.1`.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import BinaryIO

from fordran.domain.numbers.redaction import without_personal_numbers
from fordran.safe_names import FILE_MODE, rename_for_good

LOG = "server.log"
MOST_BYTES = 10 * 1024 * 1024
_LONGEST_LINE = 64 * 1024


def main() -> None:
    """Copy lines until the server and all its processes have ended."""
    log = _opened()
    while line := sys.stdin.buffer.readline(_LONGEST_LINE):
        try:
            if log.tell() > MOST_BYTES:
                log.close()
                rename_for_good(Path(LOG), Path(f"{LOG}.1"))
                log = _opened()
            log.write(without_personal_numbers(line.decode(errors="replace")).encode())
        except OSError:
            # A full disk: the server must not wait for its log. Its next line is tried again.
            continue


def _opened() -> BinaryIO:
    return os.fdopen(os.open(Path(LOG), os.O_WRONLY | os.O_APPEND | os.O_CREAT, FILE_MODE), "ab", buffering=0)


if __name__ == "__main__":
    main()
