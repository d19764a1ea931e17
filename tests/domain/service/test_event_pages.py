"""docs/events.md shows the types of events and what fires them as the code has them."""

from __future__ import annotations

from pathlib import Path

from fordran.domain.kinds.event_types import EVENT_TYPES, FIRED_BY
from fordran.texts.catalogue import texts

PAGE = Path(__file__).parents[3] / "docs" / "events.md"


def tables() -> str:
    """What stands between the two comments of the page."""
    types = [
        f"| `{name}` | {texts('en').of('event_type', name, 'about')} | {_listed(type_.data)} |"
        for name, type_ in EVENT_TYPES.items()
    ]
    acts = [f"| {_act(act)} | {_listed(fired)} |" for act, fired in FIRED_BY.items()]
    return "\n".join(
        [
            "| Event | Says | `data` |",
            "|---|---|---|",
            *types,
            "",
            "An act may fire several events, and need not fire each: a payment closes a case only if it pays all of it.",
            "",
            "| Act | Fires |",
            "|---|---|",
            *acts,
        ]
    )


def _listed(names: tuple[str, ...]) -> str:
    return ", ".join(f"`{name}`" for name in names)


def _act(act: str) -> str:
    return f"`{act}`" if act.startswith(("POST ", "PATCH ", "DELETE ", "fordran ")) else act


def test_the_page_has_the_tables_of_the_code() -> None:
    begin, end = "<!-- what fires what: begin -->\n", "\n<!-- what fires what: end -->"
    assert PAGE.read_text().partition(begin)[2].partition(end)[0] == tables()
