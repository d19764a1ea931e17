"""A mail server of the tests: speaks SMTP over a socket, keeps what it is given, and refuses when it is told to."""

from __future__ import annotations

import asyncio
import email
import email.policy
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from email.message import EmailMessage
from typing import cast


@dataclass
class Mailed:
    """A message as it came: who it was said to be from and to, and its bytes."""

    sender: str
    receivers: list[str]
    content: bytes

    @property
    def message(self) -> EmailMessage:
        return cast(EmailMessage, email.message_from_bytes(self.content, policy=email.policy.default))

    @property
    def documents(self) -> dict[str, bytes]:
        """What is attached, by name."""
        return {str(part.get_filename()): cast(bytes, part.get_content()) for part in self.message.iter_attachments()}


@dataclass
class PostOffice:
    port: int = 0
    mailed: list[Mailed] = field(default_factory=list)
    refuses: dict[str, str] = field(default_factory=dict)
    """Command → the answer that refuses it."""
    hangs_up_after: str = ""
    """A command after which the connection is dropped; CONTENT is after the message was kept, and before that is said."""
    connections: int = 0
    said: list[str] = field(default_factory=list)
    """The commands, in the order in which they came."""
    writers: list[asyncio.StreamWriter] = field(default_factory=list)

    def hang_up_all(self) -> None:
        """Close every connection that there is."""
        for writer in self.writers:
            writer.close()

    @property
    def url(self) -> str:
        return f"smtp://127.0.0.1:{self.port}"

    async def talk(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One connection: RFC 5321's commands, as far as a client of ours says them."""

        async def say(line: str) -> None:
            writer.write(f"{line}\r\n".encode())
            await writer.drain()

        self.connections += 1
        self.writers.append(writer)
        await say("220 postoffice ready")
        sender, receivers = "", []
        try:
            while line := (await reader.readline()).decode().strip():
                command = line.split(":")[0].split(" ")[0].upper()
                self.said.append(command)
                if command == self.hangs_up_after:
                    break
                if command in self.refuses:
                    await say(self.refuses[command])
                elif command == "EHLO":
                    await say("250-postoffice")
                    await say("250 8BITMIME")
                elif command == "MAIL":
                    sender = line.partition("<")[2].partition(">")[0]
                    await say("250 ok")
                elif command == "RCPT":
                    receivers.append(line.partition("<")[2].partition(">")[0])
                    await say("250 ok")
                elif command == "DATA":
                    await say("354 go on")
                    content = (await reader.readuntil(b"\r\n.\r\n")).removesuffix(b".\r\n")
                    if "CONTENT" in self.refuses:
                        await say(self.refuses["CONTENT"])
                        continue
                    self.mailed.append(Mailed(sender, receivers, content.replace(b"\r\n..", b"\r\n.")))
                    receivers = []
                    if self.hangs_up_after == "CONTENT":
                        break
                    await say("250 kept")
                elif command == "QUIT":
                    await say("221 bye")
                    break
                else:
                    await say("250 ok")
        except (ConnectionError, asyncio.IncompleteReadError):
            return  # the client is gone
        finally:
            writer.close()


@asynccontextmanager
async def post_office() -> AsyncIterator[PostOffice]:
    """The server, while the block lasts."""
    office = PostOffice()
    server = await asyncio.start_server(office.talk, "127.0.0.1", 0, limit=2**24)
    office.port = server.sockets[0].getsockname()[1]
    try:
        yield office
    finally:
        server.close()
        await server.wait_closed()
