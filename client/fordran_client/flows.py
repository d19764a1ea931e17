"""What the client does, without doing it: flows that yield requests and pauses and are sent what came of them.

The synchronous and the asynchronous client run the same flows, so that signing in, renewing, waiting and trying again are
written once.
"""

from __future__ import annotations

import random
import uuid
from collections.abc import Generator, Mapping
from dataclasses import replace
from typing import Any, TypeAlias, TypeVar

import msgspec

from fordran_client import models
from fordran_client.calls import Call, Lost, Pause, Reply
from fordran_client.errors import NotFound
from fordran_client.kinds import Operation, decoded
from fordran_client.names import by_parameter
from fordran_client.operations import OPERATIONS
from fordran_client.sign_in import SignIn

T = TypeVar("T")
Flow: TypeAlias = Generator[Call | Pause, Any, T]

_WAITED_FOR = (429, 503)
_MOST_SECONDS = 60.0


class Session:
    """Who asks, and how patiently."""

    def __init__(self, sign_in: SignIn | str, retries: int) -> None:
        self.sign_in = sign_in
        self.retries = retries
        self.token = sign_in if isinstance(sign_in, str) else ""

    def ask(self, call: Call) -> Flow[Reply]:
        """Ask with a token, which is got or renewed where it has to be; the answer if it is a success."""
        if not self.token:
            yield from self._renew()
        reply = yield from self._patiently(self._with_token(call))
        if reply.status == 401 and not isinstance(self.sign_in, str):
            yield from self._renew()
            reply = yield from self._patiently(self._with_token(call))
        return reply.checked()

    def _with_token(self, call: Call) -> Call:
        return replace(call, headers={**call.headers, "X-API-Key": self.token})

    def _renew(self) -> Flow[None]:
        assert not isinstance(self.sign_in, str)
        reply = yield from self._patiently(self.sign_in.call())
        self.token = msgspec.json.decode(reply.checked().content)["token"]

    def _patiently(self, call: Call) -> Flow[Reply]:
        """Ask again where the service says when to, or where no answer came and asking twice does no harm."""
        for tries in range(self.retries + 1):
            got: Reply | Lost = yield call
            is_last = tries == self.retries
            if isinstance(got, Lost):
                if is_last or not call.can_be_repeated:
                    raise got.trouble
                yield Pause(_backoff(tries))
            elif is_last or got.status not in _WAITED_FOR:
                return got
            else:
                yield Pause(_told(got, tries))
        raise AssertionError("the last try returns or raises")


def _backoff(tries: int) -> float:
    """Half a second, twice as long each time, up to half longer by chance: not all come again at once."""
    return float(min(0.5 * 2**tries, _MOST_SECONDS) * random.uniform(1, 1.5))  # noqa: S311


def _told(reply: Reply, tries: int) -> float:
    """How long the service says to wait."""
    told = reply.headers.get("retry-after", "")
    return min(float(told), _MOST_SECONDS) if told.isdigit() else _backoff(tries)


def model_of(operation: Operation) -> Any:
    """The model of an operation's answer."""
    return getattr(models, operation.answers) if operation.answers else None


def operate(
    session: Session,
    name: str,
    ids: tuple[str, ...],
    body: Any = None,
    *,
    query: Mapping[str, str] | None = None,
    tag: str | None = None,
    key: str | None = None,
    files: Mapping[str, tuple[str, bytes]] | None = None,
) -> Flow[Any]:
    """Carry out an operation; its answer as a model, as bytes where it is a file, None where it is empty."""
    operation = OPERATIONS[name]
    headers = {"If-Match": tag} if tag else {}
    if operation.takes_key:
        headers["Idempotency-Key"] = key or str(uuid.uuid4())
    form = body if files is not None else None
    call = Call(
        operation.method,
        operation.path.format(**by_parameter(name, ids)),
        query or {},
        headers,
        None if files is not None else body,
        form,
        files,
    )
    reply = yield from session.ask(call)
    if not reply.content:
        return None
    kind = model_of(operation)
    if kind is None:
        return reply.content
    if isinstance(body, list) and len(body) > 1:
        return decoded(reply.content, getattr(models, operation.answers + "Many"))
    return decoded(reply.content, kind)


def tag_of(session: Session, resource: str, document: Any) -> Flow[str]:
    """The tag of a document: its own, or where only its id is known that of the service's."""
    own = getattr(document, "etag", None)
    if own:
        return str(own)
    reply = yield from session.ask(Call("GET", f"/{resource}/{document}", {"projection": '{"_etag": 1}'}))
    return str(msgspec.json.decode(reply.content)["_etag"])


def maybe(flow: Flow[T]) -> Flow[T | None]:
    """What a flow gives; None where there is no such document."""
    try:
        return (yield from flow)
    except NotFound:
        return None
