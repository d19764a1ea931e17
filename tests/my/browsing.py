"""A real Chromium at the debtor's page: the one on PATH, else Playwright's own; skipped where there is neither."""

from __future__ import annotations

import asyncio
import shutil
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

import pytest
import uvicorn
from playwright.async_api import Browser, Error, async_playwright

from fordran.commands.served import Served

START_SECONDS = 30


@asynccontextmanager
async def listening(served: Served) -> AsyncIterator[str]:
    """The application at an address of this machine."""
    taken = socket.socket()
    taken.bind(("127.0.0.1", 0))
    config = uvicorn.Config(served, log_config=None, lifespan="off", access_log=False)
    server = uvicorn.Server(config)
    serving = asyncio.create_task(server.serve(sockets=[taken]))
    try:
        async with asyncio.timeout(START_SECONDS):
            while not server.started:  # noqa: ASYNC110  (uvicorn tells it by no event)
                await asyncio.sleep(0.05)
        yield f"http://127.0.0.1:{taken.getsockname()[1]}"
    finally:
        server.should_exit = True
        with suppress(asyncio.CancelledError):
            await serving
        taken.close()


@asynccontextmanager
async def chromium() -> AsyncIterator[Browser]:
    """The browser."""
    found = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    async with async_playwright() as playwright:
        try:
            browser = await playwright.chromium.launch(executable_path=found, args=["--no-sandbox"])
        except Error as trouble:
            pytest.skip(f"no Chromium can be started here: {str(trouble).splitlines()[0]}")
        yield browser
        await browser.close()
