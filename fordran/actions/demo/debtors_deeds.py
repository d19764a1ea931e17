"""Acts of debtors in a demo story: pay with or without the reference, write, ask and object."""

from __future__ import annotations

from datetime import datetime

from fordran.actions.demo.deeds import Deed, StoryDay
from fordran.actions.my.own_acts import UploadedFile, object_to_claim, plan_or_ask, write_to_us
from fordran.domain.days import days_after
from fordran.formats.bank import BankPayer
from fordran.formats.making import DemoTransaction
from fordran.resources.case_acts import DisputeInput, PlanInput
from fordran.shape.fields import read
from fordran.store.connections.database import Connection


async def pay_invoice(tx: Connection, played: StoryDay, now: datetime) -> None:
    """The customer pays what the invoice asks for, with its number."""
    played.receipts.append(DemoTransaction(played.amount, played.reference))


async def pay_with_two_digits_changed(tx: Connection, played: StoryDay, now: datetime) -> None:
    """The customer pays, and writes two digits of the number in each other's place."""
    mistaken = f"{played.reference[:-3]}{played.reference[-2]}{played.reference[-3]}{played.reference[-1]}"
    played.receipts.append(DemoTransaction(played.amount, mistaken, payer=BankPayer(name=played.payer)))


async def pay_without_number(tx: Connection, played: StoryDay, now: datetime) -> None:
    """The customer pays and says who he is, but not what for."""
    played.receipts.append(
        DemoTransaction(played.amount, "", payer=BankPayer(name=played.payer), information=("Faktura",))
    )


def write(text: str) -> Deed:
    """The debtor writes to us on the debtor's page."""

    async def deed(tx: Connection, played: StoryDay, now: datetime) -> None:
        await write_to_us(tx, await played.locked(tx, now), text, now)

    return deed


def ask_for_plan(instalments: int) -> Deed:
    """The debtor asks on the debtor's page for a plan; one that is longer than the creditor lets people agree on waits."""

    async def deed(tx: Connection, played: StoryDay, now: datetime) -> None:
        flow_case = await played.locked(tx, now)
        first = days_after(flow_case.today, 25).isoformat()
        await plan_or_ask(tx, flow_case, read(PlanInput, {"instalments": instalments, "first_date": first}), now)

    return deed


BLANK_PDF = (
    b"%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj "
    b"3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n"
)
"""A page without words."""


def object_with_file(reason: str, filename: str, content: bytes) -> Deed:
    """The debtor objects on the debtor's page, and sends a file with it."""

    async def deed(tx: Connection, played: StoryDay, now: datetime) -> None:
        assert played.put is not None, "people who send files have somewhere to send them"
        files = [UploadedFile(filename, "application/pdf", content)]
        await object_to_claim(
            tx, played.put, await played.locked(tx, now), read(DisputeInput, {"reason": reason}), files, now
        )

    return deed
