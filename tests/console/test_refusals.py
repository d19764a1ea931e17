"""Why something is refused is told in the visitor's language: every sentence of a verb has its Swedish."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path

import pytest

import fordran.actions
from fordran.domain.flow import lawfulness
from fordran.domain.flow.marks import STOPS
from fordran.web.refusals import SWEDISH
from fordran.web.sentences import in_language, in_swedish
from tests.api.world import World
from tests.console.visiting import Browser

ROOM = Path(fordran.actions.__file__).parent
REFUSALS = {"Conflict", "NotAllowed"}


def refused_with() -> Iterator[ast.expr]:
    """What verbs refuse with, as it stands in the source."""
    for path in ROOM.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Name)
                and node.func.id in REFUSALS
                and node.args
            ):
                yield node.args[0]


def sentences() -> Iterator[str]:
    """What verbs refuse with, where it is always the same."""
    return (str(said.value) for said in refused_with() if isinstance(said, ast.Constant))


def test_every_sentence_that_is_always_the_same_has_its_swedish_and_no_other() -> None:
    assert set(sentences()) == SWEDISH.keys()


def with_values() -> Iterator[str]:
    """What verbs refuse with that has values in it, with something in each of its blanks."""
    for given in refused_with():
        for said in ast.walk(given):
            if isinstance(said, ast.JoinedStr):
                parts = (part.value if isinstance(part, ast.Constant) else "nothing is owed" for part in said.values)
                yield "".join(map(str, parts))


def test_every_sentence_with_values_has_its_swedish() -> None:
    found = {*with_values()}
    assert len(found) > 5
    assert [sentence for sentence in found if not in_swedish(sentence.replace("idnothing is owed", "id 'x'"))] == []


def test_every_note_of_the_law_has_its_swedish() -> None:
    said = set()
    for node in ast.walk(ast.parse(inspect.getsource(lawfulness))):
        if (
            isinstance(node, ast.FunctionDef)
            and node.name.startswith("_")
            and ast.unparse(node.returns or node) == "str"
        ):
            for returned in (one.value for one in ast.walk(node) if isinstance(one, ast.Return)):
                said |= {*_texts(returned)}
    assert len(said) > 25
    assert [note for note in said | {stop.reason for stop in STOPS.values()} if not in_swedish(note)] == []


def _texts(node: ast.expr | None) -> Iterator[str]:
    """The notes that an expression may come to, with a number in each blank."""
    match node:
        case ast.IfExp():
            yield from (*_texts(node.body), *_texts(node.orelse))
        case ast.Constant() if node.value:
            yield str(node.value)
        case ast.JoinedStr():
            yield "".join(str(part.value) if isinstance(part, ast.Constant) else "8" for part in node.values)


@pytest.mark.parametrize(
    ("english", "swedish"),
    [
        (
            "debt_collection: nothing is owed (inkassolag (1974:182) 4 och 8 §§)",
            "inkassokrav: ingenting är obetalt (inkassolag (1974:182) 4 och 8 §§)",
        ),
        ("enforcement lacks id_number, address", "för Kronofogden saknas personnummer, adress"),
        ("The debtor asks for a respite until 2026-12-24.", "Gäldenären ber om anstånd till 2026-12-24."),
        (
            "it asks for 1,250.00 kr where 9.50 kr is owed",
            "det begär 1\N{NO-BREAK SPACE}250,00 kr där skulden är 9,50 kr",
        ),
        ("reminder: the printer is on fire", None),
        ("The printer is on fire (again)", None),
    ],
)
def test_values_stand_in_the_swedish_and_what_is_unknown_is_left_alone(english: str, swedish: str | None) -> None:
    assert in_swedish(english) == swedish


def test_what_is_read_in_english_or_is_nobodys_sentence_stays() -> None:
    known = "The case is closed already."
    assert in_language({"sentence": known}, "en") == {"sentence": known}
    assert in_language({"sentence": "Something else."}, "sv") == {"sentence": "Something else."}
    assert in_language({"sentence": known}, "sv") == {"sentence": "Ärendet är redan avslutat.", "is_ours": True}


async def test_a_page_tells_it_so(browse: Callable[[str], Awaitable[Browser]], world: World) -> None:
    finance = await browse("finance")
    payout = next(one for one in await world.some("finance--payouts") if "payout_date" not in one)
    act = f"/console/payouts/{payout['_id']}/approve"
    values = (await finance.get(f"/console/payouts/{payout['_id']}")).form(act)
    trial = await finance.post(act, values)
    await finance.post(act, trial.form(act) | {"_confirmed": "yes"})
    again = await finance.send(await finance.get(f"/console/payouts/{payout['_id']}"), act)
    assert "Du har redan godkänt utbetalningen" in again.text
    assert not again.tree.xpath("//main//*[@lang='en']")
