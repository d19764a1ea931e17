"""Note Bankgirot's reports: what they say of mandates and debits is kept with these, and money goes the way of the bank's files.

A report that was read before changes nothing.
"""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date, datetime

from fordran.actions.autogiro.note_debits import DebitRecord, cases_of_payers, debit_records, note_debits
from fordran.actions.bank.store_file import ReceivedBankFile, sent_file, store_bank_file
from fordran.domain.bank.autogiro import MANDATE_COMMENTS, AutogiroMandateState, mandate_after, mandate_effect
from fordran.domain.numbers import bankgiro
from fordran.formats.autogiro import read_autogiro
from fordran.formats.autogiro_orders import AutogiroPayee
from fordran.formats.autogiro_payments import bank_payments
from fordran.formats.autogiro_records import AutogiroReport, MandateAdvice
from fordran.formats.bank import BadBankFile
from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_rows
from fordran.store.rows.ids import new_id
from fordran.store.rows.schema_rows import AutogiroMandateRow
from fordran.store.upkeep.installation import business_day


@dataclass
class NotedReports:
    """The effect of a file: how many records led to each state, and those that a person has to look at."""

    is_known: bool = False
    """Whether the file was read before."""
    refused: str | None = None
    """Why the file was refused; then it has changed nothing."""
    states: Counter[str] = field(default_factory=Counter)
    debits: Counter[str] = field(default_factory=Counter)
    strange: list[MandateAdvice | DebitRecord] = field(default_factory=list)
    """Of no mandate of ours; of an advice also one with a code that is not documented."""


async def note_file(tx: Connection, name: str, content: bytes, payee: AutogiroPayee, now: datetime) -> NotedReports:
    """Keep what a file says, which is refused whole before anything of it is kept."""
    try:
        reports = read_autogiro(io.BytesIO(content))
        for report in reports:
            _check(report, payee)
    except BadBankFile as bad:
        return NotedReports(refused=str(bad))
    return await note_reports(tx, reports, sent_file(io.BytesIO(content), name), payee, now)


async def note_reports(
    tx: Connection, reports: Sequence[AutogiroReport], file: ReceivedBankFile, payee: AutogiroPayee, now: datetime
) -> NotedReports:
    """Keep what a file's reports say. `BadBankFile` refuses the whole file where one is not ours, or about e-mandates.

    The cases are not booked here: what is for them is due, to be settled.
    """
    for report in reports:
        _check(report, payee)
    noted = NotedReports()
    id_: str | None = await tx.fetchval(
        """insert into autogiro_files (id, created, updated, is_ours, day, digest) values ($1, $2, $2, false, $3, $4)
           on conflict (digest) do nothing returning id""",
        new_id(),
        now,
        await business_day(tx, now),
        file.sha256,
    )
    if id_ is None:
        noted.is_known = True
        return noted
    for report in reports:
        advices = [record for record in report.records if isinstance(record, MandateAdvice)]
        await _note_advices(tx, advices, noted, now)
    records = debit_records(reports)
    cases = await cases_of_payers(tx, sorted({record.payer for record in records}))
    states, strange = await note_debits(tx, records, cases, now)
    noted.debits.update(states)
    noted.strange += strange
    await _keep_transfers(tx, id_, reports, now)
    payments = list(bank_payments(reports, {payer: case["ocr_number"] for payer, case in cases.items()}))
    if payments:
        await store_bank_file(tx, file, payee.bankgiro, now, iter(payments))
    return noted


async def _keep_transfers(tx: Connection, file: str, reports: Sequence[AutogiroReport], now: datetime) -> None:
    """Keep the sums of debits and refunds, which the bank's own file has too."""
    for transfer in (one for report in reports for one in report.transfers):
        if transfer.amount and transfer.kind != "withdrawal":
            await tx.execute(
                """insert into autogiro_transfers (id, created, updated, file_id, bank_account, day, serial, amount)
                   values ($1, $2, $2, $3, $4, $5, $6, $7) on conflict do nothing""",
                new_id(),
                now,
                file,
                transfer.bank_account,
                transfer.day,
                transfer.serial,
                transfer.amount if transfer.kind == "deposit" else -transfer.amount,
            )


def _check(report: AutogiroReport, payee: AutogiroPayee) -> None:
    if report.kind == "e_mandates":
        raise BadBankFile(1, "The report is about e-mandates, which are not read.")
    if report.bankgiro != payee.bankgiro or int(report.customer_number) != int(payee.customer_number):
        raise BadBankFile(
            1, f"The report is for {bankgiro.format(report.bankgiro)}, customer {report.customer_number}, not for us."
        )


_ACCOUNTS = "select distinct account_id from autogiro_mandates where payer_number = any($1::text[]) order by account_id"
_BY_PAYER = """
select account_id, id, payer_number, state from autogiro_mandates
where account_id = $1 and payer_number = any($2::text[]) order by id for update
"""
_NOTE = """
update autogiro_mandates m
set state = g.state, reason = g.reason, answered = g.answered, updated = greatest(m.updated, $2), revision = m.revision + 1
from unnest($3::text[], $4::text[], $5::text[], $6::date[]) as g (id, state, reason, answered)
where m.account_id = $1 and m.id = g.id
"""


async def _note_advices(tx: Connection, advices: Sequence[MandateAdvice], noted: NotedReports, now: datetime) -> None:
    payers = sorted({advice.payer for advice in advices})
    accounts = [row["account_id"] for row in await tx.fetch(_ACCOUNTS, payers)]
    rows: dict[str, AutogiroMandateRow] = {}
    for account in accounts:
        for row in await fetch_rows(tx, AutogiroMandateRow, _BY_PAYER, account, payers):
            rows[row["payer_number"]] = row
    after: dict[str, tuple[AutogiroMandateRow, AutogiroMandateState, str, date]] = {}
    for advice in advices:
        known = rows.get(advice.payer)
        effect = mandate_effect(advice.information, advice.comment)
        if known is None or effect == "unchanged":
            noted.strange.append(advice)
        if known is None:
            continue
        before = after[known["id"]][1] if known["id"] in after else known["state"]
        state = mandate_after(before, effect)
        noted.states[state] += 1
        after[known["id"]] = (known, state, _reason(advice.comment), advice.day)
    for account in accounts:
        changed = [one for one in after.values() if one[0]["account_id"] == account]
        await tx.execute(
            _NOTE,
            account,
            now,
            [row["id"] for row, *_ in changed],
            [state for _, state, *_ in changed],
            [reason for _, _, reason, _ in changed],
            [day for *_, day in changed],
        )


def _reason(comment: str) -> str:
    known = MANDATE_COMMENTS.get(comment)
    return known.reason if known else f"code {comment}"
