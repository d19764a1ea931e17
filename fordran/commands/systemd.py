"""Messages to systemd, where it started us and wants them (`Type=notify`, `WatchdogSec=`). Elsewhere nothing is sent."""

from __future__ import annotations

import os
import socket
from contextlib import suppress

_MICROSECONDS = 1_000_000


def notify(*lines: str) -> None:
    """Send lines such as `READY=1`. A service manager that does not listen is none of our trouble."""
    address = os.environ.get("NOTIFY_SOCKET", "")
    if not address:
        return
    if address.startswith("@"):
        address = "\0" + address[1:]
    with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as sender:
        sender.connect(address)
        sender.sendall("\n".join(lines).encode())


def watchdog_seconds() -> float | None:
    """How often systemd is to hear that we work, with a margin; None where it does not wait for that.

    The variables reach our child processes too. The process that systemd waits for is named in them.
    """
    microseconds, pid = os.environ.get("WATCHDOG_USEC", ""), os.environ.get("WATCHDOG_PID", "")
    if not microseconds.isdigit() or pid != str(os.getpid()):
        return None
    return int(microseconds) / _MICROSECONDS / 3
