"""`python -m tools.audit FOLDER`: audit `sie`, `statements`, `orders`, `answers`, `invoices`; exit code 1 if they differ."""

import sys
from pathlib import Path

from tools.audit.checks import audit

if __name__ == "__main__":
    found = audit(Path(sys.argv[1]))
    for sentence in found:
        print(sentence)
    print(f"{len(found)} differences")
    sys.exit(1 if found else 0)
