"""`fordran serve`: the whole service in one command.

This process starts the embedded PostgreSQL, brings the database up to date, takes the port, and keeps its children
running: the processes that answer requests and a worker. Whatever ends it, in order or by Ctrl-C at any moment, the
children are stopped first and PostgreSQL last.

SIGHUP restarts its children, one at a time and without failing a request: with the settings as they are then, and
with the program as it is installed then.
"""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated

import typer

from fordran import clock
from fordran.commands.options import report, run_as_service, say
from fordran.commands.run import CommandRun, command
from fordran.commands.systemd import notify, watchdog_seconds
from fordran.providers import WrongSetting
from fordran.settings import Settings, note_served_at

if TYPE_CHECKING:
    from fordran.commands.children import Child
    from fordran.store.embedded import server as embedded


app = typer.Typer(add_completion=False)

_REFUSALS_BEFORE_GIVING_UP = 3
# A file that is still unfinished after this was left by a process that was killed.
_UNFINISHED_SECONDS = 3600.0


class ServiceDidNotStart(Exception):
    """The processes that answer requests end as soon as they start."""


@command(app)
def serve(
    run: CommandRun,
    host: Annotated[str | None, typer.Option(help="The address to listen on; 127.0.0.1 by default.")] = None,
    port: Annotated[int | None, typer.Option(help="The port to listen on; 8000 by default.")] = None,
    workers: Annotated[int | None, typer.Option(help="How many processes answer requests; 1 by default.")] = None,
    sandbox: Annotated[bool | None, typer.Option("--sandbox", help="The clock can be moved, nothing leaves.")] = None,
    demo: Annotated[bool | None, typer.Option("--demo", help="Fill an empty installation; print how to call.")] = None,
) -> None:
    """Migrate, serve the API and run the worker, until Ctrl-C."""
    from fordran.commands import data_lock
    from fordran.commands.installation import prepare_folder
    from fordran.commands.listener import base_url, listener

    options = {"host": host, "port": port, "workers": workers, "sandbox": sandbox}

    def load_again() -> Settings:
        return run.settings(**options)

    settings = run.settings(**options, demo=demo)
    prepare_folder(settings)
    with data_lock.held(settings.data, "fordran serve"), listener(settings.host, settings.port) as taken:
        # Links of a sandbox lead to where it is served, also those that other commands on the data folder make.
        note_served_at(settings.data, base_url(settings.host, taken))
        settings = run.settings(**options, demo=demo)
        try:
            with _database(settings) as server:
                _run(settings, server, taken, load_again)
        except KeyboardInterrupt:
            say("Stopped.")


@contextmanager
def _database(settings: Settings) -> Iterator[embedded.EmbeddedServer | None]:
    """The embedded server while we run, or None where the database is the operator's own."""
    from fordran.commands.installation import announce_new
    from fordran.store.embedded import server as embedded

    if settings.database_url is not None:
        yield None
        return
    announce_new(settings, report)
    server = embedded.start(settings.data, say=report)
    try:
        yield server
    finally:
        if not server.stop():
            say("PostgreSQL stays up for another fordran command, and stops with it.")


def _run(
    settings: Settings, server: embedded.EmbeddedServer | None, taken: socket.socket, load_again: Callable[[], Settings]
) -> None:
    from fordran.commands.children import stop
    from fordran.commands.demo import demo_api_code, demo_links
    from fordran.commands.installation import bring_up_to_date
    from fordran.commands.listener import base_url
    from fordran.outside.media import media_of

    opened = settings if server is None else replace(settings, database_url=server.url)
    opened = bring_up_to_date(opened, None if server is None else lambda: _revived(settings, server))
    run_as_service()
    media = media_of(settings)
    media.check()
    media.sweep(older_than=clock.unix() - _UNFINISHED_SECONDS)
    api_code = demo_api_code(opened) if settings.demo else None
    children = _children(opened, taken)
    try:
        restart_asked = _restarts_asked_for()
        _wait_until_healthy(children, base_url(settings.host, taken))
        notify("READY=1", f"STATUS=Serving at {base_url(settings.host, taken)}")
        _greet(settings, base_url(settings.host, taken), api_code, demo_links(opened) if settings.demo else {})
        _watch(children, server, restart_asked, load_again, base_url(settings.host, taken))
    finally:
        notify("STOPPING=1")
        say("Stopping.")
        # The children alone accept connections from here on; a new one is refused as soon as they have closed theirs.
        taken.close()
        stop(children, settings.stop_delay_seconds)


def _revived(settings: Settings, server: embedded.EmbeddedServer) -> Settings:
    """The settings with where the embedded server is, which is started again if it has died."""
    server.revive(say)
    return replace(settings, database_url=server.url)


def _children(settings: Settings, taken: socket.socket) -> list[Child]:
    from fordran.commands.children import Child

    environment = settings.environment()
    descriptor = taken.fileno()
    answering = ["fordran.commands.api_process", str(descriptor)]
    children = [
        Child(f"API process {number}", answering, environment, pass_fds=(descriptor,), says_ready=True)
        for number in range(1, settings.workers + 1)
    ]
    # Nobody asks the worker anything: a restart need not wait until it works.
    worker = Child("The worker", ["fordran.commands.worker"], environment, says_ready=True, is_waited_for=False)
    return [*children, worker]


def _wait_until_healthy(children: list[Child], url: str) -> None:
    from fordran.commands.listener import healthy

    while True:
        for child in children:
            child.keep_running()
        if any(child.refusals >= _REFUSALS_BEFORE_GIVING_UP for child in children):
            raise ServiceDidNotStart("The service did not start; what its processes said stands above.")
        if healthy(url):
            return
        clock.sleep(0.05)


def _greet(settings: Settings, url: str, api_code: str | None, links: dict[str, str]) -> None:
    from fordran.commands.demo import curl_line
    from fordran.commands.listener import url_for_people

    typer.echo(f"Fordran is ready{' (sandbox)' if settings.sandbox else ''}. Ctrl-C stops it.")
    typer.echo(f"Base URL: {url}")
    typer.echo(f"Docs:     {url}/docs")
    typer.echo(f"Console:  {url_for_people(url)}/console")
    for person, link in links.items():
        typer.echo(f"Sign in as {person}: {url_for_people(link)}")
    if api_code is not None:
        typer.echo(f"API code: {api_code}")
        typer.echo(f"Try it:\n\n{curl_line(url, api_code)}\n")
    elif settings.demo:
        say("The installation has data of its own, so that no demo was added.")
    if settings.operator_is_placeholder and not settings.sandbox:
        say(f"{settings.operator.what_is_invented} It is {settings.data / 'fordran.toml'}.")


def _watch(
    children: list[Child],
    server: embedded.EmbeddedServer | None,
    restart_asked: threading.Event,
    load_again: Callable[[], Settings],
    url: str,
) -> None:
    """Keep everything running, for good. A service manager hears now and then that requests are answered."""
    from fordran.commands.listener import healthy
    from fordran.commands.process_setup import was_interrupted

    every_seconds, next_beat = watchdog_seconds(), 0.0
    while True:
        clock.sleep(0.25)
        if every_seconds is not None and clock.monotonic() >= next_beat:
            next_beat = clock.monotonic() + every_seconds
            if healthy(url):
                notify("WATCHDOG=1")
        if was_interrupted():
            raise KeyboardInterrupt
        if restart_asked.is_set():
            restart_asked.clear()
            _restart(children, load_again)
        if server is not None and not server.alive():
            say("PostgreSQL has ended; starting it again.")
            before = server.url
            server.revive(say)
            if server.url != before:
                _move(children, server.url)
        for child in children:
            child.keep_running()


def _restarts_asked_for() -> threading.Event:
    """Set when somebody sends SIGHUP. A terminal sends it when it closes; then it stops the service as usual."""
    asked = threading.Event()
    if not os.isatty(0) and signal.getsignal(signal.SIGHUP) != signal.SIG_IGN:
        signal.signal(signal.SIGHUP, lambda *_: asked.set())
    return asked


def _restart(children: list[Child], load_again: Callable[[], Settings]) -> None:
    """Restart the children, each when the one before answers. If that fails, those that are left stay as they are."""
    from fordran.commands.children import python

    try:
        settings = load_again()
    except WrongSetting as wrong:
        say(f"Not restarted: {wrong}")
        return
    # Settings that cannot change while we run: where the database is, and how many share the limits.
    kept = {name: children[0].environment[name] for name in ("FORDRAN_DATABASE_URL", "FORDRAN_WORKERS")}
    environment = settings.environment() | kept
    # By a process of its own: the program may be a later one than ours, with migrations that we do not know.
    migrated = subprocess.run(  # noqa: S603
        [*python(), "-m", "fordran", "migrate"],
        env=os.environ | environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    for line in migrated.stdout.splitlines():
        say(line)
    if migrated.returncode != 0:
        say("Not restarted: the database could not be brought up to date.")
        return
    for child in children:
        if not child.restart(environment):
            say(f"{child.name} did not start; the restart ends here, and the process before it goes on.")
            return
    say("Restarted.")


def _move(children: list[Child], url: str) -> None:
    """Restart the children on a database that has moved to another port."""
    from fordran.commands.children import stop

    stop(children)
    for child in children:
        child.environment = {**child.environment, "FORDRAN_DATABASE_URL": url}
