"""`fordran worker`: a process that does what is due. `serve` runs one; this command runs a further one.

As `python -m fordran.commands.worker [READY_FD]` it is the one that `serve` starts, with its settings in the environment. A byte
is written to READY_FD once it has reached its database.
"""

import asyncio
from collections.abc import Callable

import typer
import uvloop

from fordran import tracing
from fordran.commands.options import run_as_service, say
from fordran.commands.run import CommandRun, command
from fordran.commands.systemd import notify, watchdog_seconds
from fordran.settings import Settings

app = typer.Typer(add_completion=False)


@command(app)
def worker(run: CommandRun) -> None:
    """Run a further worker process."""
    with run.opened() as settings:
        run_as_service()
        say("The worker runs. Ctrl-C stops it.")
        run_until_stopped(settings, lambda: notify("READY=1"))


def run_until_stopped(settings: Settings, when_ready: Callable[[], None] = lambda: None) -> None:
    """Do what is due until SIGINT, SIGTERM or SIGHUP; what has begun is finished."""
    from fordran.commands.process_setup import set_on_signal, settle_memory
    from fordran.worker.loop import run

    tracing.start(settings.tracing_endpoint, settings.tracing_sample_ratio, settings.tracing_service_name)
    settle_memory()

    async def work() -> None:
        stop = asyncio.Event()
        set_on_signal(stop)
        watchdog = asyncio.create_task(_beat())
        try:
            await run(settings, stop, when_ready)
        finally:
            watchdog.cancel()

    uvloop.run(work())
    tracing.stop()


async def _beat() -> None:
    """Tell a service manager now and then that the loop goes on, if it waits for that."""
    every_seconds = watchdog_seconds()
    while every_seconds is not None:
        notify("WATCHDOG=1")
        await asyncio.sleep(every_seconds)


def main() -> None:
    """The worker that `serve` starts."""
    from fordran import logs
    from fordran.commands.children import say_ready, stop_with_parent
    from fordran.commands.process_setup import keep_standard_error_steady

    keep_standard_error_steady()
    settings = Settings.load()
    logs.set_up(settings.log_level)
    stop_with_parent()
    run_until_stopped(settings, lambda: say_ready(1))


if __name__ == "__main__":
    main()
