"""A process that answers requests: `python -m fordran.commands.api_process FD`, started by `serve`.

FD is the listening socket, inherited; the settings come in the environment.
"""

import socket
import sys
from typing import Any

import uvicorn

from fordran import logs
from fordran.api.app import create_app
from fordran.commands.children import STOP_SECONDS, stop_with_parent
from fordran.settings import Settings


def server_config(app: Any) -> uvicorn.Config:
    """How an application is served."""
    return uvicorn.Config(
        app,
        loop="uvloop",
        http="httptools",
        ws="none",
        lifespan="on",
        log_config=None,
        log_level="warning",
        access_log=False,
        server_header=False,
        # The application itself decides which proxies to believe.
        proxy_headers=False,
        backlog=2048,
        timeout_keep_alive=75,
        timeout_graceful_shutdown=int(STOP_SECONDS),
    )


def main() -> None:
    """Answer requests until told to stop."""
    settings = Settings.load()
    logs.set_up(settings.log_level)
    stop_with_parent()
    config = server_config(create_app(settings))
    uvicorn.Server(config).run(sockets=[socket.socket(fileno=int(sys.argv[1]))])


if __name__ == "__main__":
    main()
