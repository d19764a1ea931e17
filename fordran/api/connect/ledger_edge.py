"""The contract with ledgers as an ASGI application: finds the operation, the caller and the answer, in the contract's own shapes.

A ledger signs each request with its key: an API code of ours, from a registered address, or an access token.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

import orjson

from fordran import clock
from fordran.actions.accounts.access_token import BadAccessToken, issue
from fordran.actions.accounts.failures import TooManyFailures
from fordran.actions.accounts.sign_in import SignedIn, hash_code, sign_in_with_code
from fordran.actions.file_copies import copy_for
from fordran.actions.ledger.connections import find_connection, shown_connection
from fordran.actions.ledger.refusals import LedgerErrorCode, LedgerRefusal
from fordran.actions.refusals import ConcurrentDuplicate
from fordran.api.app import Api
from fordran.api.connect.operations import OPERATIONS, LedgerCall, LedgerOperation
from fordran.api.http.answers import Answer, answer
from fordran.api.http.errors import answer_to
from fordran.api.http.request import Request
from fordran.api.http.sending import send_answer
from fordran.api.serving.once import tried
from fordran.formats.ledger_contract import OLDEST_VERSION, BadLedgerRequest, LedgerWrite, read_request
from fordran.outside.media import media_of
from fordran.shape.json_in import json_of
from fordran.store.callers import token_key
from fordran.store.connections.database import Connection
from fordran.store.idempotent_answers import FirstAnswer, claim_key, first_answer, store_answer
from fordran.web.pipeline import Pipeline, RawHeaders, Receive, Send, log_unhandled, new_request_id

ROOT = "/api/connect"
KEY_PREFIX = "gnubok_ck_"
"""Keys of ledgers may have it before our code."""
CODE_SECONDS = 60.0
"""How long a code that was right is taken for right from the same address."""
MOST_CODES = 1000
MOST_COMPANY = 128

_RETRYABLE: frozenset[LedgerErrorCode] = frozenset(
    ("CONNECTOR_RATE_LIMITED", "CONNECTOR_UPSTREAM_ERROR", "CONNECTOR_IDEMPOTENCY_IN_FLIGHT")
)
_OF_STATUS: Mapping[int, LedgerErrorCode] = {
    401: "CONNECTOR_SCOPE_MISSING",
    403: "CONNECTOR_SCOPE_MISSING",
    404: "CONNECTOR_PATH_NOT_ALLOWED",
    405: "CONNECTOR_PATH_NOT_ALLOWED",
    429: "CONNECTOR_RATE_LIMITED",
    500: "CONNECTOR_UPSTREAM_ERROR",
    503: "CONNECTOR_UPSTREAM_ERROR",
}


class LedgerEdge(Pipeline[Request, LedgerOperation, Answer]):
    """The operations of one process, with the interface's database, limits and callers."""

    by = "api"

    def __init__(self, api: Api) -> None:
        super().__init__(api.services)
        self.bodies_in, self.bodies_out, self.callers = api.bodies_in, api.bodies_out, api.callers
        self.media = media_of(api.settings)
        self._codes: dict[tuple[bytes, str], tuple[float, str]] = {}
        """Hash of a code and address → until when, and the access token."""

    async def __call__(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        request = Request(scope, receive, new_request_id())
        request.memory, request.readings, request.public_url = self.bodies_in, self.readings, self.public_url
        try:
            await self.run(scope, request, send)
        finally:
            if request.held_bytes:
                self.bodies_in.give_back(request.held_bytes, request.shares)

    def route(self, request: Request) -> LedgerOperation:
        """The operation at the request's path."""
        request.check_head()
        self.services.under_way.check()
        operation = OPERATIONS.get((request.method, request.scope["path"]))
        if operation is None:
            raise LedgerRefusal("CONNECTOR_PATH_NOT_ALLOWED", status=404)
        request.name = f"{request.method} {request.scope['path']}"
        return operation

    async def identify(self, request: Request, target: LedgerOperation) -> bool:  # noqa: ARG002  (keys are alike everywhere)
        """The caller by its key: an access token, or an API code from a registered address."""
        scheme, _, given = (request.header(b"authorization") or "").partition(" ")
        key = request.header(b"x-connector-key") or (given if scheme.lower() == "bearer" else "")
        key = key.strip().removeprefix(KEY_PREFIX)
        if key:
            with suppress(BadAccessToken):
                token = await self._token(request, key) if key.startswith("fordran_") else key
                request.caller = await self.callers.caller(token)
        return False

    async def _token(self, request: Request, code: str) -> str:
        now, known_by = clock.monotonic(), (hash_code(code), str(request.address))
        known = self._codes.get(known_by)
        if known is not None and now < known[0]:
            return known[1]
        async with self.database.transaction() as tx:
            failures = self.settings.sign_in_failures_per_minute
            outcome = await sign_in_with_code(tx, code, request.address, clock.unix(), failures)
            key = await token_key(tx)
        if isinstance(outcome, TooManyFailures):
            raise outcome
        if not isinstance(outcome, SignedIn):
            raise BadAccessToken
        token = issue(outcome.user, key, clock.unix(), 2, outcome.client_key, outcome.code)
        if len(self._codes) >= MOST_CODES:
            self._codes.clear()
        self._codes[known_by] = (now + CODE_SECONDS, token)
        return token

    def check_rate(self, request: Request, is_allowed: bool, headers: RawHeaders) -> None:
        """Show how many requests remain; refused past the limit."""
        request.answer_headers += headers
        if not is_allowed:
            raise LedgerRefusal("CONNECTOR_RATE_LIMITED", status=429)

    def deny(self, request: Request) -> Answer:  # noqa: ARG002  (every request is denied alike)
        """401."""
        raise LedgerRefusal("CONNECTOR_SCOPE_MISSING", status=401)

    def role_not_allowed(self, target: LedgerOperation) -> Exception:
        """403."""
        return LedgerRefusal("CONNECTOR_SCOPE_MISSING", target.name, 403)

    async def serve(self, request: Request, target: LedgerOperation) -> Answer:
        """Read the request, and have it done once."""
        account = request.signed_in.account
        if account is None:
            raise LedgerRefusal("CONNECTOR_SCOPE_MISSING", "a key of one account", 403)
        version = request.header(b"x-connect-contract-version")
        if version is not None and version < OLDEST_VERSION:
            raise LedgerRefusal("CONNECTOR_CONTRACT_VERSION_UNSUPPORTED", version[:20], 400)
        company = request.header(b"x-connector-company") or ""
        if target.is_companys and not 0 < len(company) <= MOST_COMPANY:
            raise LedgerRefusal("CONNECTOR_COMPANY_MISSING", status=400)
        document = {} if request.method == "GET" else json_of(await request.body())
        given = read_request(target.takes, document)

        async def work() -> Answer:
            async with self.database.transaction() as tx:
                call = LedgerCall(
                    tx,
                    request.signed_in,
                    account,
                    company,
                    request.header(b"x-connector-connection"),
                    self.media.put,
                    lambda id_: copy_for("ledger", self.media.get(id_)),
                    self.settings.operator,
                    clock.now(),
                )
                if isinstance(given, LedgerWrite):
                    return await self._once(tx, request, target, call, given, document)
                return answer(await target.work(call, given))

        return await tried(work)

    async def _once(
        self,
        tx: Connection,
        request: Request,
        target: LedgerOperation,
        call: LedgerCall,
        given: LedgerWrite,
        document: Any,
    ) -> Answer:
        """Do a write once for its key, of this company and operation; a retry gets the first answer."""
        user = request.signed_in.user
        named = f"{call.company}\0{target.name}\0{given.idempotency_key}".encode()
        key = f"ledger {hashlib.sha256(named).hexdigest()}"
        asked = hashlib.sha256(repr(document).encode("utf-8", "surrogatepass")).digest()
        if not await claim_key(tx, user, key):
            raise LedgerRefusal("CONNECTOR_IDEMPOTENCY_IN_FLIGHT")
        first = await first_answer(tx, call.account, user, key)
        if first is not None:
            if first.request_hash != asked:
                raise LedgerRefusal("CONNECTOR_IDEMPOTENCY_MISMATCH")
            if b'"connectionHandle":' in first.body:
                row = await find_connection(tx, call.account, call.company)
                return answer(await shown_connection(tx, row))
            return Answer(first.status, first.body)
        done = answer(await target.work(call, given))
        # The handle is computed again for a retry: none is stored.
        kept = _without_proof(done.body)
        await store_answer(tx, call.account, user, key, FirstAnswer(asked, done.status, {}, kept), call.now)
        return done

    async def answer_to_error(self, request: Request, trouble: Exception) -> Answer:
        """The answer in the contract's own shape. An exception that nobody expected is logged."""
        if isinstance(trouble, BadLedgerRequest):
            trouble = LedgerRefusal("BAD_REQUEST", str(trouble), 400)
        if isinstance(trouble, ConcurrentDuplicate):
            trouble = LedgerRefusal("CONNECTOR_IDEMPOTENCY_IN_FLIGHT")
        if isinstance(trouble, LedgerRefusal):
            return _refused(trouble.code, trouble.detail, trouble.status)
        known = answer_to(trouble, request.method)
        if known is None:
            log_unhandled(request, trouble)
            return _refused("CONNECTOR_UPSTREAM_ERROR", f"request {request.id}", 500)
        return _refused(_OF_STATUS.get(known.status, "BAD_REQUEST"), "", known.status, known.headers)

    async def send(self, request: Request, done: Answer, send: Send) -> int:
        """Send the answer."""
        await send_answer(request, done, self.bodies_out, send)
        return done.status


def _refused(code: LedgerErrorCode, detail: str, status: int, headers: RawHeaders | None = None) -> Answer:
    text = code.removeprefix("CONNECTOR_").replace("_", " ").capitalize()
    shown = {"error": f"{text}.", "code": code, "retryable": code in _RETRYABLE, "detail": detail or None}
    return answer(shown, status, headers)


def _without_proof(body: bytes) -> bytes:
    shown = orjson.loads(body)
    if isinstance(shown, dict) and "connectionHandle" in shown:
        shown["connectionHandle"] = None
    return orjson.dumps(shown)
