"""A system outside: a register of credit ratings, which is invented and is asked about a company's number."""

from __future__ import annotations

from tools.recipes.recipe import Add, Create, Recipe, Replace

_ADAPTER = '''"""A register of credit ratings: one question about one company. Neither number nor key is in a log or an error."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Literal, TypeAlias

import httpx
import orjson

from fordran.sections import RatingsSection

WAIT_SECONDS = 10.0
MOST_BYTES = 64 * 1024
Rating: TypeAlias = Literal["A", "B", "C"]


@dataclass(frozen=True)
class RatingAnswer:
    """The rating of a company; where there is none, why, and whether to ask again."""

    rating: Rating | None = None
    trouble: str = ""
    is_worth_asking_again: bool = False


@dataclass(frozen=True)
class Ratings:
    """The register, as the settings name it."""

    section: RatingsSection
    transport: httpx.AsyncBaseTransport | None = None

    async def ask(self, number: str) -> RatingAnswer:
        """Ask about a company. Whatever happens, it answers."""
        try:
            status, content = await self._asked(number)
        except (httpx.ConnectError, httpx.ConnectTimeout) as trouble:
            return RatingAnswer(trouble=f"no connection: {type(trouble).__name__}", is_worth_asking_again=True)
        except (httpx.HTTPError, TimeoutError):
            return RatingAnswer(trouble="no answer in time", is_worth_asking_again=True)
        if status == 404:
            return RatingAnswer()
        if status != 200:
            return RatingAnswer(trouble=f"HTTP {status}", is_worth_asking_again=status == 429 or status >= 500)
        rating = _rating_in(content)
        if rating is None:
            return RatingAnswer(trouble="half an answer", is_worth_asking_again=True)
        return RatingAnswer(rating)

    async def _asked(self, number: str) -> tuple[int, bytes]:
        client = httpx.AsyncClient(timeout=WAIT_SECONDS, transport=self.transport, trust_env=False)
        url, head = f"{self.section.url.rstrip('/')}/companies", {"Authorization": f"Bearer {self.section.key}"}
        async with (
            asyncio.timeout(WAIT_SECONDS),
            client,
            client.stream("POST", url, json={"number": number}, headers=head) as answer,
        ):
            read = bytearray()
            async for piece in answer.aiter_bytes():
                read += piece
                if len(read) > MOST_BYTES:
                    raise httpx.RemoteProtocolError("the answer is too long")
            return answer.status_code, bytes(read)


def _rating_in(content: bytes) -> Rating | None:
    try:
        found = orjson.loads(content)["rating"]
    except (ValueError, TypeError, KeyError):
        return None
    return found if found in ("A", "B", "C") else None
'''

_STAND_IN = '''"""A stand-in of the register of credit ratings. Its answers follow from the number that is asked about."""

from __future__ import annotations

from collections.abc import Mapping

from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route

STATUSES: Mapping[str, int] = {"5560009259": 500, "5560029968": 429, "5560139700": 403, "5560566415": 404}
HALF = "5560703489"


class RatingsStandIn:
    """The stand-in: its routes."""

    def routes(self) -> list[Route]:
        """The routes below the base of the register."""
        return [
            Route("/companies", self.answer, methods=["POST"]),
            Route("/alive", self.show_alive, methods=["GET"]),
        ]

    async def show_alive(self, request: Request) -> Response:  # noqa: ARG002
        """The register is there."""
        return PlainTextResponse("yes")

    async def answer(self, request: Request) -> Response:
        """Answer about a company."""
        if not request.headers.get("authorization", "").startswith("Bearer "):
            return PlainTextResponse("no key", 401)
        number = (await request.json()).get("number", "")
        if number in STATUSES:
            return PlainTextResponse("by rule", STATUSES[number])
        return PlainTextResponse('{"rat') if number == HALF else JSONResponse({"rating": "B"})
'''

_TESTS = '''"""The register of credit ratings, asked through the adapter: every answer of the stand-in by its own line."""

from __future__ import annotations

import httpx
import pytest
from starlette.applications import Starlette

from fordran.outside.ratings import RatingAnswer, Ratings
from fordran.outside.stand_ins.ratings import RatingsStandIn
from fordran.sections import RatingsSection

SECTION = RatingsSection(url="http://127.0.0.1:1", key="secret")


@pytest.mark.parametrize(
    ("number", "expected"),
    [
        ("5560021361", RatingAnswer("B")),
        ("5560566415", RatingAnswer()),
        ("5560139700", RatingAnswer(trouble="HTTP 403")),
        ("5560029968", RatingAnswer(trouble="HTTP 429", is_worth_asking_again=True)),
        ("5560009259", RatingAnswer(trouble="HTTP 500", is_worth_asking_again=True)),
        ("5560703489", RatingAnswer(trouble="half an answer", is_worth_asking_again=True)),
    ],
)
async def test_each_answer_is_understood(number: str, expected: RatingAnswer) -> None:
    served = httpx.ASGITransport(app=Starlette(routes=RatingsStandIn().routes()))
    assert await Ratings(SECTION, served).ask(number) == expected


async def test_a_register_that_is_away_is_worth_asking_again() -> None:
    answer = await Ratings(SECTION).ask("5560021361")
    assert answer == RatingAnswer(trouble="no connection: ConnectError", is_worth_asking_again=True)


def test_the_key_is_not_printed() -> None:
    assert "secret" not in repr(SECTION)
'''

_SECTION = '''@dataclass(frozen=True)
class RatingsSection:
    """`[ratings]`: companies are asked about at a register of credit ratings."""

    url: str
    """The base of the register."""
    key: str = field(repr=False)
    """The key that the register knows the installation by."""

    def __post_init__(self) -> None:
        check_url(self.url)


'''

_CONNECTION = """def _ratings(settings: Settings) -> Sequence[Configured]:
    return [Configured(settings.ratings.url)] if settings.ratings else []


async def _try_ratings(settings: Settings, one: Configured) -> Trial:  # noqa: ARG001
    assert settings.ratings is not None
    return await trials.try_ratings(settings.ratings)


"""

_TRIAL = '''async def try_ratings(section: RatingsSection) -> Trial:
    """Ask whether the register is there; no company is asked about."""

    async def call() -> None:
        await _asked("GET", f"{section.url.rstrip('/')}/alive", headers={"Authorization": f"Bearer {section.key}"})

    return await _tried(call)


'''

_SETTING = """    ratings: RatingsSection | None = field(
        default=None, metadata={"says": "Where companies' ratings are asked for: [ratings]."}
    )
"""

_SECTIONS = "fordran/sections.py"
_CONNECTIONS = "fordran/outside/connections.py"
_TRIALS = "fordran/outside/trials.py"
_SIMULATORS = "fordran/commands/simulators.py"


def _texts(catalogue: str, name: str, about: str) -> tuple[Replace, ...]:
    """The entries of a catalogue, before those of another system."""
    file = f"fordran/texts/{catalogue}.po"
    entries = {"connection_system.ratings": name, "connection_system.ratings.about": about}
    return tuple(
        Replace(
            file,
            f'msgid "{code.replace("ratings", "bank")}"\n',
            f'msgid "{code}"\nmsgstr "{text}"\n\nmsgid "{code.replace("ratings", "bank")}"\n',
        )
        for code, text in entries.items()
    )


OUTSIDE_SYSTEM = Recipe(
    name="a system outside",
    example="a register of credit ratings",
    edits=(
        Create("fordran/outside/ratings.py", _ADAPTER),
        Create("fordran/outside/stand_ins/ratings.py", _STAND_IN),
        Create("tests/outside/test_ratings.py", _TESTS),
        Replace(
            _SECTIONS,
            "@dataclass(frozen=True)\nclass SmsSection:\n",
            _SECTION + "@dataclass(frozen=True)\nclass SmsSection:\n",
        ),
        Replace(_SECTIONS, '    "sms": SmsSection,\n', '    "ratings": RatingsSection,\n    "sms": SmsSection,\n'),
        Replace("fordran/settings.py", "    SmsSection,\n", "    RatingsSection,\n    SmsSection,\n"),
        Replace(
            "fordran/settings.py",
            "    sms: SmsSection | None = field(",
            _SETTING + "    sms: SmsSection | None = field(",
        ),
        Replace("fordran/domain/service/connections.py", '    "bank",\n', '    "ratings",\n    "bank",\n'),
        Replace(_CONNECTIONS, "def _sms(settings", _CONNECTION + "def _sms(settings"),
        Replace(
            _CONNECTIONS,
            '        ConnectionRecord("spar", _spar, contacts.SPAR),\n',
            '        ConnectionRecord("spar", _spar, contacts.SPAR),\n'
            '        ConnectionRecord("ratings", _ratings, attempt=_try_ratings),\n',
        ),
        Replace(_TRIALS, "    SmsSection,\n", "    RatingsSection,\n    SmsSection,\n"),
        Replace(_TRIALS, "async def try_sms(", _TRIAL + "async def try_sms("),
        Replace(
            _SIMULATORS,
            "    from fordran.outside.stand_ins.sms import SmsStandIn\n",
            "    from fordran.outside.stand_ins.ratings import RatingsStandIn\n"
            "    from fordran.outside.stand_ins.sms import SmsStandIn\n",
        ),
        Replace(
            _SIMULATORS,
            '        "sms": SmsStandIn(',
            '        "ratings": RatingsStandIn().routes(),\n        "sms": SmsStandIn(',
        ),
        *_texts("sv", "Kreditbetyg", "Företags kreditbetyg."),
        *_texts("en", "Credit ratings", "Credit ratings of companies."),
        Add(
            "docs/operating.md",
            "| Setting | Default | What it does |\n|---|---|---|\n",
            "| `ratings` | none | Where credit ratings are asked for: a table `[ratings]` with `url` and `key`. |\n",
        ),
        Replace(
            "docs/connections.md",
            "| Bank files | none |",
            "| Credit ratings | `[ratings]` | nothing is kept | asks whether the register is there |\n| Bank files | none |",
        ),
        Replace(
            "docs/simulators.md",
            "| `/sms` | an SMS provider",
            "| `/ratings` | a register of credit ratings: HTTP 500, 429, 403 and 404, and half an answer |\n"
            "| `/sms` | an SMS provider",
        ),
    ),
    tests=(
        "tests/outside/test_ratings.py",
        "tests/outside/test_connections.py",
        "tests/test_docs.py",
        "tests/texts",
    ),
    shows="""
from fordran.outside.connections import CONNECTIONS
from fordran.sections import SECTIONS
assert "ratings" in CONNECTIONS and "ratings" in SECTIONS
""",
    makes=("docs",),
)
