"""`python -m tools.pages`, or `make docs`: rewrite what the pages repeat of the declarations."""

from __future__ import annotations

import sys

from tools.pages.client_models import CLIENT_FILES
from tools.pages.rewriting import DOCS, PAGES, rewritten


def main() -> None:
    """Rewrite each page that is not as the declarations give it, and name it."""
    for file, text in CLIENT_FILES.items():
        if not file.exists() or file.read_text(encoding="utf-8") != text():
            file.write_text(text(), encoding="utf-8")
            sys.stdout.write(f"client/{file.name}\n")
    for name in PAGES:
        before = (DOCS / name).read_text(encoding="utf-8")
        after = rewritten(before)
        if after != before:
            (DOCS / name).write_text(after, encoding="utf-8")
            sys.stdout.write(f"docs/{name}\n")


if __name__ == "__main__":
    main()
