"""Typesetters: the same PDFs as are made here, in the same order, whatever becomes of one of them."""

from __future__ import annotations

import asyncio
import os
import signal
from dataclasses import replace

from fordran.actions.registrations.print_invoice import Rendered, render_each
from fordran.documents.invoices.invoice import InvoiceDocument, TotalsDiffer
from fordran.worker.typesetters import FEW, Typesetters
from tests.documents.samples import LINES, invoice


async def test_many_documents_are_made_by_processes_as_they_would_be_here() -> None:
    """One test, since starting a process takes a second or two."""
    documents = [invoice(invoice_number=f"2026-{number}") for number in range(FEW + 3)]
    documents[4] = replace(documents[4], lines=LINES[:1])
    typesetters = Typesetters(1)
    try:
        made = await asyncio.wait_for(typesetters.render_all(documents), 60)
        assert typesetters._pool is not None, "so many are worth a process"
        _same(made, documents)
        # One that is killed takes the others with it: what was asked for is made all the same, and later by new ones.
        (process,) = typesetters._pool._processes.values()
        assert process.pid is not None
        os.kill(process.pid, signal.SIGKILL)
        process.join(20)
        _same(await asyncio.wait_for(typesetters.render_all(documents), 60), documents)
        assert typesetters._pool is None
    finally:
        typesetters.close()


async def test_a_few_documents_start_no_process() -> None:
    typesetters = Typesetters(1)
    documents = [invoice()] * 2
    _same(await typesetters.render_all(documents), documents)
    assert typesetters._pool is None


def _same(made: list[Rendered], documents: list[InvoiceDocument]) -> None:
    for one, other in zip(made, render_each(documents), strict=True):
        if isinstance(other, Exception):
            assert isinstance(one, TotalsDiffer)
            assert str(one) == str(other)
        else:
            assert one == other
