"""Encrypted backups, in the format of age (age-encryption.org): `age --decrypt` opens them too.

The machine that writes backups needs only the public key (`--recipient`). Who restores needs the secret one (`--identity`).
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

import pyrage

MARK = b"age-encryption.org/"
"""How an encrypted file begins."""
SUFFIX = ".age"


class WrongKey(Exception):
    """A key cannot be read, or does not open the file."""


def recipients_of(keys: Sequence[str]) -> list[Any]:
    """Public keys, each as text: of age (`age1…`), or of SSH (`ssh-ed25519 …`, `ssh-rsa …`)."""
    found = []
    for key in keys:
        kind = pyrage.ssh if key.startswith("ssh-") else pyrage.x25519
        try:
            found.append(kind.Recipient.from_str(key.strip()))
        except pyrage.RecipientError as error:
            raise WrongKey(f"'{key}' is no public key of age or SSH: {error}.") from error
    return found


def identities_of(file: Path) -> list[Any]:
    """The secret keys in a file: lines of age, or one key of SSH."""
    try:
        content = file.read_bytes()
    except OSError as error:
        raise WrongKey(f"{file} cannot be read: {error.strerror}.") from error
    try:
        if content.startswith(b"-----BEGIN"):
            return [pyrage.ssh.Identity.from_buffer(content)]
        lines = [line.strip() for line in content.decode().splitlines()]
        found = [pyrage.x25519.Identity.from_str(line) for line in lines if line and not line.startswith("#")]
    except (pyrage.IdentityError, UnicodeDecodeError) as error:
        raise WrongKey(f"{file} holds no secret key of age or SSH: {error}.") from error
    if not found:
        raise WrongKey(f"{file} holds no secret key.")
    return found


@contextmanager
def encrypting(target: IO[bytes], recipients: Sequence[Any]) -> Iterator[IO[bytes]]:
    """A stream to write to. The target gets it encrypted, or plain where there are no recipients."""
    if not recipients:
        yield target
        return
    with _passed_on(lambda source: pyrage.encrypt_io(source, target, list(recipients))) as stream:
        yield stream


@contextmanager
def _passed_on(act: Callable[[IO[bytes]], None]) -> Iterator[IO[bytes]]:
    """A stream to write to, from which `act` reads beside us."""
    reader, writer = (os.fdopen(end, mode) for end, mode in zip(os.pipe(), ("rb", "wb"), strict=True))
    trouble: list[Exception] = []

    def read() -> None:
        with reader:
            try:
                act(reader)
            except Exception as error:  # noqa: BLE001  (raised where the stream is written to)
                trouble.append(error)

    thread = threading.Thread(target=read, daemon=True)
    thread.start()
    try:
        with writer:
            yield writer
    except BrokenPipeError:
        thread.join()
        if not trouble:
            raise
    thread.join()
    if trouble:
        raise trouble[0]


@contextmanager
def decrypted(source: IO[bytes], identity: Path | None, name: Path) -> Iterator[IO[bytes]]:
    """A stream of a file's content, which is decrypted if the file is encrypted."""
    mark = source.read(len(MARK))
    source.seek(0)
    if mark != MARK:
        yield source
        return
    if identity is None:
        raise WrongKey(f"{name} is encrypted: give --identity FILE with the secret key.")
    keys = identities_of(identity)
    reader, writer = (os.fdopen(end, mode) for end, mode in zip(os.pipe(), ("rb", "wb"), strict=True))
    trouble: list[Exception] = []

    def decrypt() -> None:
        try:
            with writer:
                pyrage.decrypt_io(source, writer, keys)
        except Exception as error:  # noqa: BLE001  (raised where the stream is read)
            trouble.append(error)

    thread = threading.Thread(target=decrypt, daemon=True)
    thread.start()
    try:
        with reader:
            yield reader
    finally:
        thread.join()
        # A reader that has enough leaves the writer with nobody to write to.
        if trouble and isinstance(trouble[0], pyrage.DecryptError):
            raise WrongKey(f"{name} cannot be decrypted with {identity}: {trouble[0]}.") from trouble[0]
