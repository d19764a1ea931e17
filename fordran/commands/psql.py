"""`make db`: PostgreSQL's own shell on the installation's database, `python -m fordran.commands.psql [DIR]`."""

import signal
import subprocess
import sys
from pathlib import Path

from fordran.commands.installation import address, reached
from fordran.settings import Settings
from fordran.store.embedded.user import binary


def main() -> None:
    """Open the shell, with the embedded server started if it does not run."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else None
    with reached(Settings.load(data=folder)) as settings:
        # Ctrl-C in the shell cancels a query and is not ours to hear.
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        subprocess.run([binary("psql"), address(settings)], check=False)  # noqa: S603


if __name__ == "__main__":
    main()
