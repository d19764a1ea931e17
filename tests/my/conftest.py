"""The served application in this process with the clock in the test's hand, an office in it, and debtors' browsers."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable

import pytest

from fordran.api.app import Api
from fordran.commands.served import Served
from tests.actions.flow.conftest import app, days, office, quiet, settings
from tests.actions.flow.days import Days
from tests.actions.office import Office
from tests.console.visiting import Browser
from tests.my.debtors import Debtor, letter_sent

__all__ = ["app", "days", "office", "quiet", "settings"]


@pytest.fixture(scope="module")
def served(app: Api) -> Served:
    return Served(app)


@pytest.fixture
async def stranger(served: Served) -> AsyncIterator[Browser]:
    """A browser in which nothing has been opened."""
    browser = Browser(served)
    yield browser
    await browser.close()


@pytest.fixture
async def debtor(served: Served, office: Office, days: Days) -> AsyncIterator[Callable[..., Awaitable[Debtor]]]:
    """A debtor who has got a letter, and has opened the page with its code."""
    opened: list[Browser] = []

    async def make(debts: int = 1, *, is_open: bool = True, **changes: object) -> Debtor:
        debtor = await letter_sent(served, office, days, debts, **changes)
        opened.append(debtor.browser)
        if is_open:
            page = await debtor.open()
            assert page.status == 200, page.answer.text
        return debtor

    yield make
    for one in opened:
        await one.close()
