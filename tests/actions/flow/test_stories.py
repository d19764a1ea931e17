"""Every story of the flow comes true line for line, and among them they have been everywhere that a case can be."""

from __future__ import annotations

from pathlib import Path

import pytest

from fordran.domain.kinds.case_states import HOLDS, STANDING
from fordran.domain.kinds.close_reasons import CLOSE_REASONS
from fordran.domain.kinds.steps import STEPS
from tests.actions.flow.days import Days
from tests.actions.flow.telling import FlowTeller
from tests.actions.office import Office
from tests.stories.telling import Story, stories_in

STORIES = list(stories_in(Path(__file__).parent))


@pytest.mark.parametrize("story", STORIES, ids=lambda story: story.title)
async def test_the_story_comes_true(office: Office, days: Days, story: Story) -> None:
    teller = FlowTeller(office, days)
    for line in story.lines:
        assert await teller.tell(line) == line.outcome, f"{line.date}  {line.act}"


async def test_the_stories_have_been_everywhere(days: Days) -> None:
    """Every state, status, hold, way to close and step; what they told is stored in the order in which it happened."""
    async with days.transaction() as tx:
        states = await tx.fetch(
            "select distinct h ->> 'state' as one from cases, jsonb_array_elements(state_history) h"
        )
        statuses = await tx.fetch(
            "select distinct h ->> 'status' as one from cases, jsonb_array_elements(status_history) h"
        )
        steps = await tx.fetch("select distinct step as one from steps")
    assert {row["one"] for row in states} == {*STANDING, "closed"}
    standing = {status for found in STANDING.values() for status in found}
    assert {row["one"] for row in statuses} == {"initializing", *standing, *HOLDS, *CLOSE_REASONS}
    assert {row["one"] for row in steps} == set(STEPS)


async def test_after_all_stories_everything_is_as_it_should_be(office: Office) -> None:
    assert await office.differences() == []
