"""Export payouts: one order to the bank, in steps that each are one transaction and can be taken up again by anybody.

An order is opened; then the accounts are gathered into it, one after the other; then it is closed, and what its file holds is
settled; then the file is written whole and the order is noted as written. What is paid is committed before the file is there,
and the file is made of rows that no longer change. A process that is killed on the way leaves no file or a whole one, the
next one continues where it stopped, and nothing is ordered twice.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from datetime import date, datetime
from typing import Protocol, TypedDict

from fordran.actions.approvals.four_eyes import in_force
from fordran.actions.bank.order import OrderLine, OrderRow, file_of, lines_of, orderer_of
from fordran.actions.bank.order_refunds import order_refunds, order_suspense_refunds
from fordran.actions.keep_file import Put
from fordran.actions.payouts.order_payouts import accounts_to_pay, order_payouts
from fordran.actions.put_aside import put_account_aside, take_up_account
from fordran.domain.bank.bank_states import PainVersion
from fordran.domain.payouts.payout import own_payee
from fordran.formats.pain001 import Orderer, PartyAddress, make_pain001
from fordran.operator import Operator
from fordran.store.connections.database import Connection, Database
from fordran.store.connections.savepoints import SavepointRolledBack, part
from fordran.store.connections.typed_rows import fetch_row, fetch_the_row
from fordran.store.rows.ids import new_id
from fordran.store.rows.rows import change, insert
from fordran.store.upkeep.installation import business_day, read_installation

ORDERING = "payouts and refunds"
"""The name of this job on the work list."""


class OperatorIsPlaceholder(Exception):
    """The operator's particulars are still the invented ones, in whose name nothing may be paid."""


class OwnAccountIsWrong(Exception):
    """The operator's own account, which its fees are paid to, is no account."""


class FileIsThere(Exception):
    """There is a file of that name already."""


class OrderFiles(Protocol):
    """Where files of orders go."""

    def name(self, order: str) -> str:
        """The name of an order's file."""

    def sha256(self, name: str) -> bytes | None:
        """The hash of the file by that name; None where there is none."""

    def write(self, name: str, pieces: Iterator[bytes]) -> None:
        """Write the file, whole or not at all; when this returns it is safe."""


@dataclass(frozen=True)
class Exporter:
    """The operator that exports, and the place of its files."""

    operator: Operator
    put: Put
    files: OrderFiles
    four_eyes: str = "auto"
    """The setting: whether a second person approves refunds and changed accounts."""
    pain_version: PainVersion = "03"
    """The version of pain.001.001 that the operator's bank takes."""

    @property
    def orderer(self) -> Orderer:
        """The operator as the one who pays."""
        return replace(orderer_of(self.operator), pain_version=self.pain_version)


@dataclass(frozen=True)
class Exported:
    """An order that is written."""

    order: str
    filename: str
    transfers: int
    amount: int
    payouts: int
    refunds: int


async def export_payouts(database: Database, exporter: Exporter, now: datetime) -> Exported | None:
    """Export all that can be paid; None where there is nothing."""
    while True:
        async with database.transaction() as tx:
            done = await export_step(tx, exporter, now)
        if not isinstance(done, str):
            return done


class _UnwrittenRow(OrderRow):
    status: str
    filename: str
    gathered_account_id: str | None
    transfers: int
    amount: int
    sha256: bytes | None


async def export_step(tx: Connection, exporter: Exporter, now: datetime) -> Exported | str | None:
    """Take an order one step further: the order's id where more is to be done, the order once it is written, None where
    there is nothing to pay."""
    await tx.execute("select pg_advisory_xact_lock(hashtext('fordran export'))", timeout=600)
    order = await fetch_row(
        tx,
        _UnwrittenRow,
        """select id, created, orderer, status, filename, gathered_account_id, transfers, amount, sha256
           from bank_orders where status <> 'written' for update""",
    )
    if order is None:
        return await _open(tx, exporter, now)
    if order["status"] == "gathering":
        return await _gather(tx, exporter, order, now)
    return await _write(tx, exporter, order, now)


async def _open(tx: Connection, exporter: Exporter, now: datetime) -> str | None:
    accounts = await accounts_to_pay(tx)
    if not accounts and not await tx.fetchval("select exists (select 1 from bank_refunds where exported is null)"):
        return None
    await _check_operator(tx, exporter.operator, now)
    id_ = new_id()
    row = {
        "id": id_,
        "created": now,
        "updated": now,
        "orderer": asdict(exporter.orderer),
        "filename": _free_name(exporter.files, id_),
        "ordered_on": await business_day(tx, now),
    }
    await insert(tx, "bank_orders", row)
    return id_


async def _check_operator(tx: Connection, operator: Operator, now: datetime) -> None:
    """Refuse before anything is ordered what no bank would take, and payments in an invented name."""
    installation = await read_installation(tx)
    if operator.placeholders and not installation.sandbox:
        raise OperatorIsPlaceholder(operator.what_is_invented)
    own = own_payee(operator.own_account)
    if not own.is_valid:
        raise OwnAccountIsWrong(
            f"{operator.own_account!r} is no bankgiro and no IBAN: put own_account right in fordran.toml first."
        )
    trial = OrderLine("payout", "trial", 1, date.min, operator.name, PartyAddress(), own, "")
    make_pain001([trial.transfer], orderer_of(operator), message_id="trial", created=now)


def _free_name(files: OrderFiles, order: str) -> str:
    name = files.name(order)
    if files.sha256(name) is not None:
        raise FileIsThere(f"There is a file {name} already: give another name for the order's file.")
    return name


class _SumsRow(TypedDict):
    transfers: int
    amount: int | None


async def _gather(tx: Connection, exporter: Exporter, order: _UnwrittenRow, now: datetime) -> str | None:
    """Put the next account into the order; after the last one, close it."""
    for account in (await accounts_to_pay(tx, order["gathered_account_id"] or ""))[:1]:
        await _order_account(tx, exporter, order["id"], account, now)
        await change(tx, "bank_orders", {"id": order["id"]}, {"gathered_account_id": account}, now)
        return order["id"]
    await order_suspense_refunds(tx, order["id"], now, takes_two=await in_force(tx, exporter.four_eyes))
    sums = await fetch_the_row(
        tx,
        _SumsRow,
        """select count(distinct coalesce(transfer_id, subject_id))::integer as transfers, sum(amount)::bigint as amount
           from bank_order_lines where order_id = $1""",
        order["id"],
    )
    if not sums["transfers"]:
        await tx.execute("delete from bank_orders where id = $1", order["id"])
        return None
    hashed = hashlib.sha256()
    for piece in file_of(order, await lines_of(tx, order["id"])):
        hashed.update(piece)
    closed = {**sums, "status": "closed", "sha256": hashed.digest()}
    await change(tx, "bank_orders", {"id": order["id"]}, closed, now)
    return order["id"]


class _CountsRow(TypedDict):
    payouts: int
    refunds: int


async def _order_account(tx: Connection, exporter: Exporter, order: str, account: str, now: datetime) -> None:
    """Put an account's payouts and refunds into the order. Where that fails, none of the account's go into this one."""
    try:
        async with part(tx):
            takes_two = await in_force(tx, exporter.four_eyes)
            await order_payouts(tx, exporter.put, exporter.operator, order, account, now, takes_two=takes_two)
            await order_refunds(tx, order, account, now, takes_two=takes_two)
    except SavepointRolledBack as undone:
        await put_account_aside(tx, account, ORDERING, f"cannot be put into an order: {undone}", now)
    else:
        await take_up_account(tx, account, ORDERING, now)


async def _write(tx: Connection, exporter: Exporter, order: _UnwrittenRow, now: datetime) -> Exported:
    """Write the file, unless somebody did and was stopped before it was noted. It is noted after it is safe."""
    name = order["filename"]
    if exporter.files.sha256(name) != order["sha256"]:
        # A caller that completes an unfinished order gets its file where the caller wants it.
        name = _free_name(exporter.files, order["id"])
        exporter.files.write(name, file_of(order, await lines_of(tx, order["id"])))
    await change(tx, "bank_orders", {"id": order["id"]}, {"filename": name, "status": "written"}, now)
    counts = await fetch_the_row(
        tx,
        _CountsRow,
        """select count(*) filter (where kind = 'payout') as payouts, count(*) filter (where kind <> 'payout') as refunds
           from bank_order_lines where order_id = $1""",
        order["id"],
    )
    return Exported(order["id"], name, order["transfers"], order["amount"], **counts)
