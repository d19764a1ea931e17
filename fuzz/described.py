"""The interface by its own description: requests that schemathesis draws from it, as every role, and answers held to it.

A drawn id is nearly always nobody's and a drawn tag nobody's tag, so that some of them are replaced by ones that there are:
else nearly all answers would be 404, 412 and 422.
"""

from __future__ import annotations

import random
import re
import time
from collections.abc import Callable
from typing import Any

import requests
import schemathesis
from hypothesis import HealthCheck, Phase, given, seed, settings
from schemathesis.checks import not_a_server_error
from schemathesis.core.failures import Failure, FailureGroup
from schemathesis.core.result import Ok
from schemathesis.core.transport import Response
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from fordran.api.endpoint import Endpoint
from fordran.api.endpoints import endpoints
from fordran.settings import Settings
from fordran.shape.fields import references_in
from fuzz.counts import Counts
from fuzz.installation import Installation

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]
# Moving the clock runs every day in between to its end, and takes as long as that takes; a failed sign-in takes a while on
# purpose. Neither is slow by mistake.
SLOW_BY_DESIGN = {"POST /clock", "GET /authenticates/api-code", "POST /authenticates/api-code"}


_UNSENDABLE = re.compile(r"[\x00-\x08\x0a-\x1f\x7f]")


class Described:
    """One installation and its description, with what is counted."""

    def __init__(self, installation: Installation, counts: Counts, seeded: int) -> None:
        self.installation = installation
        self.counts = counts
        self.chance = random.Random(seeded)
        self.session = requests.Session()
        self.schema = schemathesis.openapi.from_url(installation.server.url + "/openapi.json")
        self.table = {endpoint.name: endpoint for endpoint in endpoints(Settings())}
        found = [result.ok() for result in self.schema.get_all_operations() if isinstance(result, Ok)]
        self.operations = {operation.label: operation for operation in found}

    def run(self, examples: int, is_over: Callable[[], bool] = lambda: False, most: int | None = None) -> None:
        """So many requests of every operation as every role, or of the first of them in a drawn order."""
        pairs = [(name, role) for name in self.operations for role in self.installation.tokens]
        self.chance.shuffle(pairs)
        for name, role in pairs[:most]:
            if is_over():
                return
            self.ask(name, role, examples)

    def ask(self, name: str, role: str, examples: int) -> None:
        """Draw requests to one operation as one role, half of them such as the description forbids."""
        for mode in schemathesis.GenerationMode:
            strategy = self.operations[name].as_strategy(generation_mode=mode)

            @seed(self.chance.getrandbits(32))
            @settings(
                max_examples=max(1, examples // 2),
                deadline=None,
                database=None,
                phases=[Phase.generate],
                suppress_health_check=list(HealthCheck),
            )
            @given(strategy)
            def each(case: Any) -> None:
                self.send(case, name, role)

            try:
                each()
            except Exception as trouble:  # noqa: BLE001  (a request that cannot be drawn or sent is told, and the next one tried)
                if type(trouble).__name__ != "Unsatisfiable":
                    self.counts.found(f"{name} as {role}: {type(trouble).__name__}: {str(trouble)[:300]}")

    def send(self, case: Any, name: str, role: str) -> None:
        """Send a drawn request as a role, and hold the answer to the description."""
        endpoint = self.table[name]
        token = self.installation.tokens[role]
        headers = {"X-API-Key": token} if token else {}
        if name == "GET /authenticates/api-code":
            headers = {}
        elif not token:
            case.headers.pop("X-API-Key", None)
        for header, value in case.headers.items():
            # A sign that no header may have makes it no request at all; sockets.py sends such.
            case.headers[header] = _UNSENDABLE.sub("", str(value))
        self.make_known(case, endpoint, token)
        answer, seconds = self.timed(case, headers)
        if seconds > self.counts.most_seconds and name not in SLOW_BY_DESIGN:
            # A machine that does something else makes any answer late; three times in a row it is ours.
            seconds = min(seconds, *(self.timed(case, headers)[1] for _ in range(2)))
            if seconds > self.counts.most_seconds:
                self.counts.found(f"{name} as {role}: {seconds:.1f} s for {str(case)[:300]}")
        self.counts.answered("described", name, answer.status_code, 0 if name in SLOW_BY_DESIGN else seconds)
        try:
            case.validate_response(answer, checks=CHECKS)
        except FailureGroup as group:
            for failure in group.exceptions:
                self.tell(name, role, case, answer, failure)
        except Failure as failure:
            self.tell(name, role, case, answer, failure)

    def timed(self, case: Any, headers: dict[str, str]) -> tuple[Response, float]:
        began = time.perf_counter()
        answer = case.call(base_url=self.installation.server.url, session=self.session, headers=headers, timeout=60)
        return answer, time.perf_counter() - began

    def tell(self, name: str, role: str, case: Any, answer: Response, failure: BaseException) -> None:
        body = "" if answer.content is None else answer.content[:300].decode("utf-8", "replace")
        about = str(getattr(failure, "message", failure))[:400]
        self.counts.found(
            f"{name} as {role}: {type(failure).__name__}: {about}\n  {answer.status_code} {body}\n  {str(case)[:500]}"
        )

    # What there is ----------------------------------------------------------------------------------------------------------

    def make_known(self, case: Any, endpoint: Endpoint, token: str) -> None:
        """Let a request be about documents that there are, more often than not."""
        if case.path_parameters and self.chance.random() < 0.8:
            name = endpoint.path.split("/")[1]
            known = {"media--upload": "cases", "media--files": "invoices"}.get(name, name)
            for placeholder in case.path_parameters:
                case.path_parameters[placeholder] = self.installation.id_for(known, self.chance)
            if "If-Match" in case.headers and self.chance.random() < 0.8:
                case.headers["If-Match"] = self.tag_of(endpoint, case.path_parameters, token)
        for document in case.body if isinstance(case.body, list) else [case.body]:
            if isinstance(document, dict) and self.chance.random() < 0.8:
                self.make_references_known(document, endpoint)

    def make_references_known(self, document: dict[str, Any], endpoint: Endpoint) -> None:
        resource = endpoint.resource
        shape = endpoint.takes or (resource and (resource.change if endpoint.method == "PATCH" else resource.input))
        if not shape:
            return
        for path, name, _ in list(references_in(shape, document)):
            place: Any = document
            for step in path[:-1]:
                place = place[step]
            place[path[-1]] = self.installation.id_for(name, self.chance)

    def tag_of(self, endpoint: Endpoint, placeholders: dict[str, str], token: str) -> str:
        path = "/".join(endpoint.path.split("/")[:3]).format(**placeholders)
        answer = self.session.get(self.installation.server.url + path, headers={"X-API-Key": token}, timeout=60)
        return answer.headers.get("ETag", '"0"')
