"""The socket that the service listens on, taken before anything else is started, and the address that people reach it by."""

import errno
import http.client
import socket
from dataclasses import replace

from fordran.operator import Operator
from fordran.settings import Settings


class CannotListen(Exception):
    """The address or port cannot be used."""


def listener(host: str, port: int) -> socket.socket:
    """A socket bound to host and port; nobody can connect until a process listens on it."""
    try:
        family, kind, protocol, _, place = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    except (socket.gaierror, UnicodeError):
        raise CannotListen(f"There is no address {host} to listen on; choose another with --host.") from None
    taken = socket.socket(family, kind, protocol)
    try:
        taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if family == socket.AF_INET6 and host == "::":
            taken.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 0)
        taken.bind(place)
        # Another program's listening is noticed only now where it, too, allows its address to be reused.
        taken.listen(4096)
    except OSError as error:
        taken.close()
        raise CannotListen(_why(error, host, port)) from None
    return taken


def base_url(host: str, taken: socket.socket) -> str:
    """The URL to call the service by from this machine."""
    reachable = {"0.0.0.0": "127.0.0.1", "::": "::1", "": "127.0.0.1"}.get(host, host)  # noqa: S104
    port = taken.getsockname()[1]
    return f"http://[{reachable}]:{port}" if ":" in reachable else f"http://{reachable}:{port}"


def url_for_people(url: str) -> str:
    """The same service by the name of this machine, where it is given by its loopback address: passkeys belong to a name."""
    return url.replace("://127.0.0.1", "://localhost", 1)


def healthy(url: str, path: str = "/health") -> bool:
    """Whether the service answers 200 at a path."""
    host = url.removeprefix("http://")
    connection = http.client.HTTPConnection(host, timeout=2)
    try:
        connection.request("GET", path)
        return connection.getresponse().status == 200
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()


def _why(error: OSError, host: str, port: int) -> str:
    if error.errno == errno.EADDRINUSE:
        return f"Port {port} is taken; choose another with --port."
    if error.errno == errno.EACCES:
        return f"Port {port} is for root alone; choose one from 1024 up with --port."
    return f"Nothing can listen on {host}, port {port}: {error.strerror}."


def people_url(settings: Settings) -> str:
    """The base URL of links for staff. A placeholder address leads nowhere."""
    if "public_url" in settings.operator.placeholders:
        return url_for_people(settings.served_at or f"http://{settings.host}:{settings.port}")
    return settings.operator.public_url


def reachable_operator(settings: Settings) -> Operator:
    """The operator, with an address that leads here: what a link for somebody at this machine is made with."""
    return replace(settings.operator, public_url=people_url(settings))
