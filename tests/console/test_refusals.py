"""Why something is refused is told in the visitor's language: every sentence of a verb has its Swedish."""

from __future__ import annotations

import ast
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path

import fordran.actions
from fordran.web.refusals import SWEDISH, in_language
from tests.api.world import World
from tests.console.visiting import Browser

ROOM = Path(fordran.actions.__file__).parent
REFUSALS = {"Conflict", "NotAllowed"}


def sentences() -> Iterator[str]:
    """What verbs refuse with, where it is always the same."""
    for path in ROOM.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Name)
                and node.func.id in REFUSALS
                and node.args
                and isinstance(node.args[0], ast.Constant)
            ):
                yield str(node.args[0].value)


def test_every_sentence_that_is_always_the_same_has_its_swedish_and_no_other() -> None:
    assert set(sentences()) == SWEDISH.keys()


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
