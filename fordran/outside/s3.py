"""Files in a bucket, of Amazon's S3 or of any server that speaks as it does.

A file's name there is as on disk, two characters and the id, after the prefix that `media_url` has. A bucket shows an object
whole or not at all, so that nothing unfinished is left to sweep; one that is written twice under its id is there once.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from obstore.exceptions import BaseError, NotFoundError
from obstore.store import S3Store

from fordran.actions.stored_files import MediaAway, NoSuchFile

if TYPE_CHECKING:
    from obstore.store import S3Config

_PROBE = "fordran-probe"
_ANSWER_SECONDS = 10
_RETRIES = 2


class MediaBucket:
    """A bucket of files."""

    def __init__(self, url: str, *, endpoint: str | None, region: str, access_key: str, secret_key: str) -> None:
        """Without keys, those of the machine's role are used."""
        parts = urlsplit(url)
        self.url = url
        config: S3Config = {"region": region, "virtual_hosted_style_request": False}
        if access_key:
            config |= {"access_key_id": access_key, "secret_access_key": secret_key}
        if endpoint:
            config["endpoint"] = endpoint
        self._store = S3Store(
            parts.netloc,
            prefix=parts.path.strip("/") or None,
            config=config,
            client_options={"timeout": f"{_ANSWER_SECONDS}s", "connect_timeout": "3s", "allow_http": True},
            retry_config={"max_retries": _RETRIES, "retry_timeout": timedelta(seconds=_ANSWER_SECONDS)},
        )

    def put(self, id_: str, content: bytes) -> None:
        with self._reached():
            self._store.put(_name(id_), content, use_multipart=False)

    def get(self, id_: str) -> bytes:
        with self._reached(id_):
            return bytes(self._store.get(_name(id_)).bytes())

    def remove(self, id_: str) -> None:
        try:
            with self._reached(id_):
                self._store.delete(_name(id_))
        except NoSuchFile:
            return

    def ids(self) -> Iterator[str]:
        with self._reached():
            for page in self._store.list():
                yield from (path.rpartition("/")[2] for path in (one["path"] for one in page) if _is_file(path))

    def sweep(self, older_than: float) -> int:  # noqa: ARG002
        """Nothing unfinished is ever seen in a bucket."""
        return 0

    def check(self) -> None:
        """Write an object, read it and remove it again."""
        with self._reached():
            self._store.put(_PROBE, b"probe", use_multipart=False)
            kept = bytes(self._store.get(_PROBE).bytes())
            self._store.delete(_PROBE)
        if kept != b"probe":
            raise MediaAway(f"The bucket {self.url} does not keep what is written to it.")

    @contextmanager
    def _reached(self, id_: str | None = None) -> Iterator[None]:
        """The library's exceptions as ours. A missing object is a file, or the bucket with all files."""
        try:
            yield
        except (NotFoundError, FileNotFoundError) as missing:
            if id_ is None:
                raise MediaAway(f"There is no bucket {self.url}.") from missing
            with self._reached():
                next(iter(self._store.list(chunk_size=1)), None)
            raise NoSuchFile(f"There is no file {id_}.") from None
        except (BaseError, OSError) as trouble:
            raise MediaAway(f"The bucket {self.url} cannot be used: {_beginning(trouble)}") from trouble


def _beginning(trouble: Exception) -> str:
    """The first line of the library's message; the rest repeats the request."""
    return str(trouble).partition("\n")[0][:300]


def _name(id_: str) -> str:
    return f"{id_[-2:]}/{id_}"


def _is_file(path: str) -> bool:
    folder, _, name = path.rpartition("/")
    return bool(folder) and name.endswith(folder.rpartition("/")[2])
