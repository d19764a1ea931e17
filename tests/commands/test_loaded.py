"""A process that answers requests loads what it needs for most of them; the rest comes with the first who needs it."""

from __future__ import annotations

import subprocess
import sys

SELDOM = {
    *("typst", "zxingcpp", "lxml", "openpyxl", "holidays", "saxonche"),
    *("webauthn", "OpenSSL", "pyasn1", "authlib", "joserfc", "httpx", "obstore", "typer"),
}
"""Libraries of printing, of XML, of workbooks; of passkeys and identity providers, of buckets, of the command line."""


def test_an_answering_process_starts_without_what_it_seldom_needs() -> None:
    code = "import sys, fordran.commands.api_process; print(*{name.partition('.')[0] for name in sys.modules})"
    told = subprocess.run([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True, check=True, timeout=60)
    loaded = set(told.stdout.split())
    assert "asyncpg" in loaded
    assert loaded & SELDOM == set()
