"""`fordran report`: reports from the books, for bookkeepers; on the terminal, for programs, and as files."""

from __future__ import annotations

from typing import Annotated

import typer

from fordran.commands.report_options import At, From, OfCreditor, ReportRun, To
from fordran.commands.run import command
from fordran.domain.service.accounting_systems import ACCOUNTING_SYSTEMS, AccountingSystemCode

app = typer.Typer(name="report", help="Reports on the money.", no_args_is_help=True, add_completion=False)


@command(app, "reconciliation")
def reconciliation_command(run: ReportRun, first: From = "", last: To = "") -> None:
    """Client funds day by day: what the bank says and the books say, what is under way, and whose it is, to the öre."""
    from fordran.commands.report_making import give_reconciliation

    if not give_reconciliation(run, first, last):
        raise typer.Exit(1)


def _add_of_a_day(name: str, says: str) -> None:
    @command(app, name, help=says)
    def of_a_day(run: ReportRun, at: At = "", creditor: OfCreditor = None) -> None:
        from fordran.commands.report_making import give_of_a_day

        give_of_a_day(run, name, at, creditor)


def _add_of_a_period(name: str, says: str) -> None:
    @command(app, name, help=says)
    def of_a_period(run: ReportRun, first: From = "", last: To = "", creditor: OfCreditor = None) -> None:
        from fordran.commands.report_making import give_of_a_period

        give_of_a_period(run, name, first, last, creditor)


_add_of_a_day("ageing", "Open claims by creditor and by how long they had been due on a day, by what was known then.")
_add_of_a_period(
    "recovery", "What was recovered, by creditor and month; from the beginning unless --from says otherwise."
)
_add_of_a_day(
    "cohorts",
    "The share of what was registered in each month that had been paid after 0 to 360 days; as a picture, curves.",
)
_add_of_a_period(
    "fees", "Fee income and the creditors' commission, by month, creditor and fee; the year so far by default."
)
_add_of_a_period(
    "vat",
    "VAT on invoices in creditors' names and on commission, by month, creditor and rate; the year so far by default.",
)
_add_of_a_period("write-offs", "What was written off, by month, creditor and reason; the year so far by default.")


def _add_of_accounting(system: AccountingSystemCode) -> None:
    name = ACCOUNTING_SYSTEMS[system].name

    @command(
        app,
        system,
        help=f"Invoices of {name} whose rest differs from their cases, and overdue ones that are no case; as it is now.",
    )
    def of_accounting(run: ReportRun, creditor: OfCreditor = None) -> None:
        from fordran.commands.report_making import give_accounting

        give_accounting(run, system, creditor)


for _system in ACCOUNTING_SYSTEMS:
    _add_of_accounting(_system)


@command(app, "statement")
def statement_command(
    run: ReportRun,
    creditor: Annotated[str, typer.Option("--creditor", metavar="ID", help="Whose statement.")],
    first: From = "",
    last: To = "",
) -> None:
    """A creditor's statement of the month before this one, or of another period; as PDF, the paper to send it."""
    from fordran.commands.report_making import give_statement

    give_statement(run, creditor, first, last)


_add_of_a_day(
    "owed-to-debtors", "What payers were owed on a day, case by case, and what waited for its case to be found."
)
_add_of_a_day("suspense", "Payments whose case was not known on a day, with their age and the reason.")
_add_of_a_day("outlays", "What was paid to the authority for creditors and has not come back, by creditor and age.")
_add_of_a_day("cut-off", "Movements of the ledger whose bank day and booking are on different sides of a day's end.")
_add_of_a_period("operator-vat", "The operator's own VAT, by month, as the ledger has it; the year so far by default.")
_add_of_a_period("disputes", "Objections, by month, creditor, kind and outcome; the year so far by default.")
_add_of_a_period("complaints", "Complaints, by year and outcome, and how many were answered in time.")
_add_of_a_period("applications", "Applications to the authority, by creditor and status; the year so far by default.")
_add_of_a_period("supervisor", "Figures for the supervisor, by year: cases, amounts, objections, applications, orders.")
_add_of_a_period("client-funds", "Client funds by day and creditor, whose they are, and what is missing.")
_add_of_a_period("periods", "Closed months of the operator's ledger, with the hashes of their exports.")
_add_of_a_period(
    "letters-above-law",
    "Letters that asked for more than the published reference rate gives; the year so far by default.",
)
