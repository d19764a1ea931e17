"""Every story is told to the real service on the days it says, and comes true line for line."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from fordran import clock
from tests.actions.office import Office
from tests.stories.telling import Story, Teller, stories_in

STORIES = list(stories_in(Path(__file__).parent))


def test_there_are_enough_stories_and_each_has_a_title_of_its_own() -> None:
    assert len(STORIES) >= 15
    assert len({story.title for story in STORIES}) == len(STORIES)


@pytest.mark.parametrize("story", STORIES, ids=lambda story: story.title)
async def test_the_story_comes_true(office: Office, story: Story, monkeypatch: pytest.MonkeyPatch) -> None:
    teller = Teller(office)
    for line in story.lines:
        noon = datetime.fromisoformat(line.date).replace(hour=12, tzinfo=UTC)
        monkeypatch.setattr(clock, "now", lambda noon=noon: noon)
        assert await teller.tell(line) == line.outcome, f"{line.date}  {line.act}"


async def test_after_all_stories_everything_is_as_it_should_be(office: Office) -> None:
    assert await office.differences() == []
