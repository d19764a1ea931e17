"""A mail server that takes everything and keeps nothing, in a process of its own."""

from __future__ import annotations

import asyncio
import multiprocessing
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing.connection import Connection

_ANSWERS = {b"EHLO": b"250 sink\r\n", b"DATA": b"354 go on\r\n", b"QUIT": b"221 bye\r\n"}


@contextmanager
def mail_sink() -> Iterator[str]:
    """The server's URL, while the block lasts."""
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=_serve, args=(theirs,), daemon=True)
    process.start()
    try:
        yield f"smtp://127.0.0.1:{ours.recv()}"
    finally:
        process.terminate()
        process.join(10)


def _serve(told: Connection) -> None:
    async def run() -> None:
        server = await asyncio.start_server(_talk, "127.0.0.1", 0, limit=2**24)
        told.send(server.sockets[0].getsockname()[1])
        await server.serve_forever()

    asyncio.run(run())


async def _talk(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    writer.write(b"220 sink\r\n")
    try:
        while line := await reader.readline():
            command = line[:4].upper()
            writer.write(_ANSWERS.get(command, b"250 ok\r\n"))
            if command == b"DATA":
                await reader.readuntil(b"\r\n.\r\n")
                writer.write(b"250 taken\r\n")
            elif command == b"QUIT":
                break
    except (ConnectionError, asyncio.IncompleteReadError):
        return
    finally:
        writer.close()
