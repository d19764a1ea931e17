"""The interface by its own description: requests that schemathesis draws from it, as every role, and answers held to it.

A drawn id is nearly always nobody's and a drawn tag nobody's tag, so that some of them are replaced by ones that there are:
else nearly all answers would be 404, 412 and 422.
"""

from __future__ import annotations

import random
import re
import time
from collections.abc import Callable
from itertools import islice
from typing import Any

import requests
import schemathesis
from hypothesis import HealthCheck, Phase, given, seed, settings
from schemathesis.checks import CHECKS as CHECKS_REGISTRY
from schemathesis.checks import load_all_checks
from schemathesis.core.failures import Failure, FailureGroup
from schemathesis.core.result import Ok
from schemathesis.core.transport import Response
from schemathesis.generation.meta import CoveragePhaseData, CoverageScenario

from fordran.api.endpoint import Endpoint
from fordran.api.endpoints import endpoints
from fordran.settings import Settings
from tools.fuzz.agreed import Agreed, tag_now
from tools.fuzz.asking import ANSWER_SECONDS, PAUSES_SECONDS, SLOW_SECONDS
from tools.fuzz.counts import Counts
from tools.fuzz.installation import Installation
from tools.fuzz.known import Known

load_all_checks()
CHECKS = CHECKS_REGISTRY.get_all()
CHECKS_BUT_REFUSAL = [check for check in CHECKS if check.__name__ != "negative_data_rejection"]
# Moving the clock runs every day in between to its end, and takes as long as that takes; a failed sign-in takes a while on
# purpose. Neither is slow by mistake.
SLOW_BY_DESIGN = {"POST /clock", "GET /authenticates/api-code", "POST /authenticates/api-code"}


COVERING = 2
"""How many requests cross a bound for each that is drawn: they are found faster."""
MOST_COVERING = 400
"""Of the requests that cross bounds, so many of an operation are made, to choose some from."""
_UNSENDABLE = re.compile(r"[\x00-\x08\x0a-\x1f\x7f]")
_ID = re.compile(r"[0-9a-f]{24}")


CONFIG = {
    "checks": {
        # Who asks, whether it may and whether there is such a document are looked at before the tag that is missing.
        "missing_required_header": {"expected-statuses": [401, 403, 404, 428]},
    }
}


def _is_unsigned(case: Any) -> bool:
    """Whether a request was made to be without a token."""
    data = case.meta.phase.data
    return isinstance(data, CoveragePhaseData) and (data.parameter, data.scenario) == (
        "X-API-Key",
        CoverageScenario.MISSING_PARAMETER,
    )


class Described:
    """One installation and its description, with what is counted."""

    def __init__(self, installation: Installation, counts: Counts, seeded: int) -> None:
        self.installation = installation
        self.counts = counts
        self.chance = random.Random(seeded)
        self.session = requests.Session()
        config = schemathesis.Config.from_dict(CONFIG)
        self.schema = schemathesis.openapi.from_url(installation.server.url + "/openapi.json", config=config)
        self.known = Known(installation, self.session)
        self.agreed = Agreed(self.known, self.chance)
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
            self.cover(name, role, examples * COVERING)

    def ask(self, name: str, role: str, examples: int) -> None:
        """Draw requests to one operation as one role, half of them such as the description forbids."""
        self.known.forget()
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

    def cover(self, name: str, role: str, most: int) -> None:
        """Some of the requests that schemathesis makes of an operation to have each of its bounds crossed once."""
        operation = self.operations[name]
        cases = self.schema.iter_coverage_cases(
            operation,
            generation_modes=list(schemathesis.GenerationMode),
            generation_config=self.schema.config.generation_for(operation=operation, phase="coverage"),
        )
        made = list(islice(cases, MOST_COVERING))
        self.known.forget()
        for case in self.chance.sample(made, min(most, len(made))):
            self.send(case, name, role)

    def send(self, case: Any, name: str, role: str) -> None:
        """Send a drawn request as a role, and hold the answer to the description."""
        self.sign(case, name, self.installation.tokens[role])
        if case.meta.generation.mode.is_positive:
            self.agreed.make(case, self.table[name], role)
        else:
            self.make_known(case, self.table[name], role)
        headers = dict(case.headers)
        try:
            answer, seconds = self.timed(case, headers)
        except requests.RequestException as trouble:
            # The next is asked all the same, and what was found before is told.
            self.counts.found(f"{name} as {role}: no answer, {type(trouble).__name__}: {str(case)[:500]}")
            return
        # An array of documents may take as long as the documents would one after the other.
        most = self.counts.most_seconds * max(1, len(case.body) / 10 if isinstance(case.body, list) else 1)
        if seconds > most and name not in SLOW_BY_DESIGN:
            for pause in PAUSES_SECONDS:
                self.counts.machine.wait_until_calm(after=pause)
                seconds = min(seconds, self.timed(case, headers)[1])
            if seconds > most:
                self.counts.found(f"{name} as {role}: {seconds:.1f} s for {str(case)[:300]}")
        is_slow = name in SLOW_BY_DESIGN or most > self.counts.most_seconds
        self.counts.answered("described", name, answer.status_code, 0 if is_slow else seconds)
        try:
            case.validate_response(answer, checks=CHECKS_BUT_REFUSAL if _says_again(case) else CHECKS)
        except FailureGroup as group:
            for failure in group.exceptions:
                self.tell(name, role, case, answer, failure)
        except Failure as failure:
            self.tell(name, role, case, answer, failure)

    def timed(self, case: Any, headers: dict[str, str]) -> tuple[Response, float]:
        began = time.perf_counter()
        most = SLOW_SECONDS if case.operation.label in SLOW_BY_DESIGN else ANSWER_SECONDS
        answer = case.call(base_url=self.installation.server.url, session=self.session, headers=headers, timeout=most)
        return answer, time.perf_counter() - began

    def tell(self, name: str, role: str, case: Any, answer: Response, failure: BaseException) -> None:
        body = "" if answer.content is None else answer.content[:300].decode("utf-8", "replace")
        about = str(getattr(failure, "message", failure))[:400]
        self.counts.found(
            f"{name} as {role}: {type(failure).__name__}: {about}\n  {answer.status_code} {body}\n  {str(case)[:500]}"
        )

    # What there is ----------------------------------------------------------------------------------------------------------

    def sign(self, case: Any, name: str, token: str) -> None:
        """Let a request come from a role, with headers that can be sent at all."""
        if name != "GET /authenticates/api-code":
            case.headers.pop("X-API-Key", None)
            if token and not _is_unsigned(case):
                case.headers["X-API-Key"] = token
        if case.query and any(isinstance(value, dict) for value in case.query.values()):
            # An object comes as parameters by the names of its keys, and is no longer the parameter that it was drawn for.
            whole = {name: value for name, value in case.query.items() if not isinstance(value, dict)}
            inner = [value for value in case.query.values() if isinstance(value, dict)]
            case.query = dict(pair for one in inner for pair in one.items()) | whole
        for header, value in case.headers.items():
            # A sign that no header may have makes it no request at all; sockets.py sends such.
            case.headers[header] = _UNSENDABLE.sub("", str(value))

    def make_known(self, case: Any, endpoint: Endpoint, role: str) -> None:
        """Let a request that the description forbids be about a document that there is, unless its path is what is wrong."""
        for name, value in (case.path_parameters or {}).items():
            if isinstance(value, str) and _ID.fullmatch(value):
                case.path_parameters[name] = self.known.id_for_path(endpoint, role, self.chance)
        if "If-Match" in case.headers and case.path_parameters:
            tag_now(case, endpoint, role, self.known)


def _says_again(case: Any) -> bool:
    """Whether an array was drawn for a parameter: it comes as the parameter many times, of which the first counts."""
    return any(isinstance(value, list) for value in (case.query or {}).values())
