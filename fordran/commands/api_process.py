"""A process that answers requests: `python -m fordran.commands.api_process FD [READY_FD]`, started by `serve`.

FD is the listening socket, inherited; the settings come in the environment. A byte is written to READY_FD once requests are
answered. SIGTERM stops the process; SIGHUP has it leave, when others have taken its place.
"""

import resource
import signal
import socket
import sys
from typing import Any

import uvicorn
from uvicorn.config import HTTPProtocolType

from fordran import logs, tracing
from fordran.api.server.connection import ConnectionState, HttpConnection
from fordran.api.server.server import HttpServer
from fordran.commands.children import STOP_SECONDS, say_ready, stop_with_parent
from fordran.commands.process_setup import keep_standard_error_steady, settle_memory
from fordran.commands.served import create_served
from fordran.settings import Settings

# Beside the clients' there are the database's connections, files and what a library opens.
_OTHER_FILES = 256


def server_config(app: Any, http: type[HttpConnection] | HTTPProtocolType = "httptools") -> uvicorn.Config:
    """How an application is served."""
    return uvicorn.Config(
        app,
        loop="uvloop",
        http=http,
        ws="none",
        lifespan="on",
        log_config=None,
        log_level="warning",
        access_log=False,
        server_header=False,
        # The application itself decides which proxies to believe.
        proxy_headers=False,
        backlog=4096,
        timeout_keep_alive=75,
        timeout_graceful_shutdown=int(STOP_SECONDS),
    )


def main() -> None:
    """Answer requests until a stop signal."""
    keep_standard_error_steady()
    settings = Settings.load()
    logs.set_up(settings.log_level)
    stop_with_parent(settings.stop_delay_seconds)
    tracing.start(settings.tracing_endpoint, settings.tracing_sample_ratio, settings.tracing_service_name)
    config = server_config(create_served(settings), HttpConnection)
    config.timeout_keep_alive = int(settings.keep_alive_seconds)
    most = min(settings.max_connections, max(10, open_files_allowed() - _OTHER_FILES))
    server = HttpServer(
        config,
        ConnectionState(most, settings.client_seconds, settings.keep_alive_seconds),
        lambda: say_ready(2),
        stop_delay_seconds=settings.stop_delay_seconds,
    )
    signal.signal(signal.SIGHUP, server.leave)
    settle_memory()
    server.run(sockets=[socket.socket(fileno=int(sys.argv[1]))])


def open_files_allowed() -> int:
    """How many files the process may have open, after asking for as many as it can get: each connection is one."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    return hard if hard != resource.RLIM_INFINITY else sys.maxsize


if __name__ == "__main__":
    main()
