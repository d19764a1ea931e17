"""Follow the transfers of orders to the bank: by its reports (pain.002), and by what has left the account.

A transfer only goes forward: it is sent, then accepted, and ends executed or rejected. Payouts of rejected transfers are opened
again in a transaction of their own (`reopen_payouts`). A rejected refund comes back as money that the bank sends back does.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from datetime import date, datetime

from fordran.actions.bank.order import OrderLineRow, OrderRow, batches_of, lines_of
from fordran.domain.bank.bank_states import TransferStatus
from fordran.formats.bank import BadBankFile, BankPayer, BankPayment, identity
from fordran.formats.pain002 import OrderReport, TransferReport
from fordran.shape.wire import parsed
from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_row, fetch_rows
from fordran.store.rows.schema_rows import BankTransactionRow


class ReportedOrder:
    """An order, and a report on its transfers."""

    def __init__(self, order: OrderRow, lines: Sequence[OrderLineRow], report: OrderReport) -> None:
        self.id = order["id"]
        self.orderer = parsed(order["orderer"])
        self.lines: dict[str, list[OrderLineRow]] = defaultdict(list)
        for line in lines:
            self.lines[line["transfer_id"] or line["subject_id"]].append(line)
        self._batches = _batches(order, lines)
        self._check(report)
        self.reports = {id_: reported for id_ in self.lines if (reported := self._report_of(id_, report)) is not None}

    def _check(self, report: OrderReport) -> None:
        for reports, known, name in (
            (report.batches, set(self._batches.values()), "batch"),
            (report.transfers, self.lines.keys(), "transfer"),
        ):
            if unknown := [one.id for one in reports if one.id not in known]:
                raise BadBankFile(0, f"The order {self.id} has no {name} {unknown[0]!r}.")

    def _report_of(self, id_: str, report: OrderReport) -> TransferReport | None:
        """The report on a transfer: on itself, else on its batch, else on the order."""
        batch = self._batches.get(id_, "")
        of_it = [one for one in report.transfers if one.id == id_]
        of_batch = [one for one in report.batches if one.id == batch]
        return next((one for one in (*of_it, *of_batch, report.whole) if one.status is not None), None)

    def returned(self, day: date) -> Iterator[BankPayment]:
        """Refunds whose transfers are rejected, as money that comes back on a day."""
        for position, (id_, lines) in enumerate(self.lines.items(), 1):
            reported = self.reports.get(id_)
            if reported is None or reported.status != "rejected" or lines[0]["kind"] == "payout":
                continue
            if lines[0]["status"] == "executed":
                continue
            key = identity("pain.002", self.id, id_)
            yield BankPayment(
                key=key,
                kind="payment",
                booking_date=day,
                value_date=day,
                amount=sum(line["amount"] for line in lines),
                account=self.orderer["account"]["number"],
                receiver=self.orderer["bankgiro"],
                references=(),
                payer=BankPayer(name=lines[0]["name"]),
                information=(f"pain.002 {reported.reason}",),
                bank_reference="",
                own_reference=id_,
                entry=key,
                itemised=True,
                position=position,
                is_returned=True,
            )


def _batches(order: OrderRow, lines: Sequence[OrderLineRow]) -> dict[str, str]:
    """The batch of each transfer; none where whom the order paid was erased, and with it which batches it had."""
    if not all(parsed(line["bank_account"]) for line in lines):
        return {}
    return {transfer.end_to_end_id: batch for batch, of in batches_of(order, lines).items() for transfer in of}


async def reported_order(tx: Connection, report: OrderReport) -> ReportedOrder:
    """The order that a report is about. `BadBankFile` where it is none of ours."""
    order = await _order(tx, report.order)
    if order is None:
        raise BadBankFile(0, f"There is no order {report.order!r} that was written for the bank.")
    return ReportedOrder(order, await lines_of(tx, order["id"]), report)


async def _order(tx: Connection, id_: str) -> OrderRow | None:
    return await fetch_row(
        tx, OrderRow, "select id, created, orderer from bank_orders where id = $1 and status = 'written'", id_
    )


async def follow_report(tx: Connection, order: ReportedOrder, today: date, now: datetime) -> None:
    """Let the order's transfers have the statuses that the report gives them."""
    by_status: dict[TransferStatus, dict[str, str]] = defaultdict(dict)
    for id_, reported in order.reports.items():
        assert reported.status is not None
        by_status[reported.status][id_] = reported.reason if reported.status == "rejected" else ""
    for status, reasons in by_status.items():
        await _move_on(tx, status, reasons, today if status == "rejected" else None, now)


async def note_executed(tx: Connection, file: str, now: datetime) -> None:
    """The transfers that the withdrawals of a file have carried out, each by its own id or by that of its batch."""
    rows = await fetch_rows(
        tx,
        BankTransactionRow,
        """select own_reference, amount from bank_transactions
           where file_id = $1 and status = 'withdrawn' and own_reference <> ''""",
        file,
    )
    left = {row["own_reference"]: -row["amount"] for row in rows}
    if not left:
        return
    transfers = await tx.fetch(
        """select coalesce(transfer_id, subject_id) as id, order_id, sum(amount)::bigint as amount from bank_order_lines
           where coalesce(transfer_id, subject_id) = any($1::text[]) group by 1, 2""",
        list(left),
    )
    executed = [row["id"] for row in transfers if row["amount"] == left[row["id"]]]
    for batch in left.keys() - {row["id"] for row in transfers}:
        executed += await _of_batch(tx, batch, left[batch])
    await _move_on(tx, "executed", dict.fromkeys(executed, ""), None, now)


async def _of_batch(tx: Connection, batch: str, amount: int) -> list[str]:
    """The transfers of a batch that the bank booked as one sum."""
    order = await _order(tx, batch.rpartition("-")[0])
    if order is None:
        return []
    lines = await lines_of(tx, order["id"])
    batches: Mapping[str, str] = _batches(order, lines)
    of = [line for line in lines if batches.get(line["transfer_id"] or line["subject_id"]) == batch]
    if sum(line["amount"] for line in of) != amount:
        return []
    return sorted({line["transfer_id"] or line["subject_id"] for line in of})


async def _move_on(
    tx: Connection, status: TransferStatus, reasons: Mapping[str, str], rejected_on: date | None, now: datetime
) -> None:
    """Give transfers a status, unless they have it or have ended; their orders are changed."""
    await tx.execute(
        """with given as (select * from unnest($2::text[], $3::text[]) as given (id, reason)),
           moved as (
               update bank_order_lines l set status = $1, status_reason = nullif(g.reason, ''), rejected_on = $5
               from given g where coalesce(l.transfer_id, l.subject_id) = g.id
                 and coalesce(l.status, 'sent') not in ('executed', 'rejected') and l.status is distinct from $1
               returning l.order_id)
           update bank_orders o set revision = o.revision + 1, updated = greatest(o.updated, $4)
           where o.id in (select order_id from moved)""",
        status,
        list(reasons),
        list(reasons.values()),
        now,
        rejected_on,
    )
