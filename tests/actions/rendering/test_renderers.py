"""Renderers: what is made in processes is the same as is made here, and what exceeds a limit ends alone."""

from __future__ import annotations

import asyncio
import os
import pickle
import signal
from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest

from fordran.actions.rendering import renderers as module
from fordran.actions.rendering.renderers import NotBegun, Renderers, RenderLimitExceeded, RenderLimits
from fordran.documents.invoices.invoice import TotalsDiffer, render
from fordran.documents.letters import enforcement, letters
from tests.actions.rendering import calls
from tests.documents.letter_samples import ALL
from tests.documents.letters.test_letters_application import application
from tests.documents.samples import LINES, invoice


@pytest.fixture
def one() -> Iterator[Renderers]:
    """Renderers with one process, and with little output."""
    made = Renderers(1, RenderLimits(seconds=60, memory_bytes=1024**3, output_bytes=1024**2))
    yield made
    made.close()


async def test_documents_are_the_same_as_are_made_here_in_their_order() -> None:
    renderers = Renderers(2)
    documents = [invoice(invoice_number=f"2026-{number}") for number in range(6)]
    wrong = replace(documents[0], lines=LINES[:1])
    try:
        made = await asyncio.gather(*(renderers.render("a", render, document) for document in documents))
        assert made == [render(document) for document in documents]
        with pytest.raises(TotalsDiffer, match="do not add up"):
            await renderers.render("a", render, wrong)
    finally:
        renderers.close()


async def test_every_letter_can_be_sent_to_a_renderer(one: Renderers) -> None:
    for name, sample in ALL.items():
        assert await one.render("a", letters.render, sample()) == letters.render(sample()), name
    assert await one.render("a", enforcement.render, application()) == enforcement.render(application())


@pytest.mark.parametrize(
    ("call", "code"),
    [
        (calls.spin, "error.render_seconds"),
        (calls.hoard, "error.render_memory"),
        (calls.abort, "error.render_memory"),
        (calls.many, "error.render_output"),
    ],
)
async def test_what_exceeds_a_limit_is_refused_and_the_next_is_made(
    one: Renderers, call: Callable[[bytes], bytes], code: str
) -> None:
    seconds = 1 if call is calls.spin else None
    with pytest.raises(RenderLimitExceeded) as refused:
        await one.render("a", call, b"", seconds=seconds)
    assert refused.value.message.code == code
    assert await one.render("a", calls.echo, b"next") == b"next"
    with pytest.raises(RenderLimitExceeded):
        await one.render("a", call, b"", seconds=seconds)


async def test_a_renderer_that_somebody_kills_is_replaced(one: Renderers) -> None:
    first = await one.render("a", calls.renderer, b"")
    os.kill(first, signal.SIGKILL)
    second = await one.render("a", calls.renderer, b"")
    assert second != first


async def test_a_renderer_is_kept_for_some_documents_and_then_replaced(
    one: Renderers, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "DOCUMENTS_OF_A_PROCESS", 2)
    first, second, third = [await one.render("a", calls.renderer, b"") for _ in range(3)]
    assert (first == second, second == third) == (True, False)


async def test_a_renderer_knows_no_setting_of_the_service(one: Renderers, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORDRAN_DATABASE_URL", "postgresql://secret")
    assert not [name for name in await one.render("a", calls.variables, b"") if name.startswith("FORDRAN")]


async def test_a_renderer_cannot_send_objects_of_any_class(one: Renderers) -> None:
    with pytest.raises(pickle.UnpicklingError, match="is no exception"):
        await one.render("a", calls.thing, b"")
    assert await one.render("a", calls.echo, b"next") == b"next"


async def test_words_on_the_standard_output_are_no_result(one: Renderers) -> None:
    assert await one.render("a", calls.chatter, b"result") == b"result"


async def test_many_documents_of_one_owner_delay_another_by_two(one: Renderers) -> None:
    """The first is begun at once, the second may be queued before the other owner comes."""
    done: list[str] = []

    async def ask(owner: str) -> None:
        await one.render(owner, calls.echo, b"")
        done.append(owner)

    await asyncio.gather(*(ask("many") for _ in range(20)), ask("one"))
    assert done.index("one") <= 2


async def test_documents_that_are_not_begun_in_time_make_way(one: Renderers, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(one, "limits", replace(one.limits, seconds=2))
    first, second, third = await one.render_each(calls.spin, [("a", b"")] * 3, 0.5)
    assert isinstance(first, RenderLimitExceeded), "one that is begun has the time of a document"
    assert [type(second), type(third)] == [NotBegun, NotBegun]
    monkeypatch.undo()
    assert await one.render_each(calls.echo, [("a", b"1"), ("b", b"2")], 600) == [b"1", b"2"]


async def test_a_closed_pool_ends_what_runs_and_what_waits(one: Renderers) -> None:
    running = asyncio.ensure_future(one.render("a", calls.spin, b"", seconds=600))
    waiting = asyncio.ensure_future(one.render("a", calls.echo, b""))
    await asyncio.sleep(0.2)
    one.close()
    ended = await asyncio.gather(running, waiting, return_exceptions=True)
    assert isinstance(ended[0], RenderLimitExceeded)
    assert isinstance(ended[1], asyncio.CancelledError)
