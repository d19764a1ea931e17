"""The rows that hang on something that is not there: a case, its parties, an account."""

from __future__ import annotations

from fordran.store.connections.database import Connection

OF_CASES = (
    "bookings",
    "ocr_numbers",
    "invoice_registrations",
    "invoices",
    "creditor_payments",
    "creditor_creditings",
    "creditor_cancellations",
)
"""Tables whose rows name a case."""


async def rows_of_no_account(tx: Connection) -> list[tuple[str, str, str]]:
    """Rows whose account is not there, and which are so not reached by going from account to account."""
    found = []
    for table in ("cases", "case_registrations", *OF_CASES):
        rows = await tx.fetch(
            f"""select t.id, t.account_id from {table} t left join accounts a on a.id = t.account_id where a.id is null"""
        )
        found += [(table, row["id"], row["account_id"]) for row in rows]
    return found


async def missing_cases(tx: Connection, account: str) -> list[tuple[str, str, str]]:
    """Cases that are named and not there: the case, the table and the row that names it."""
    found = []
    for table in OF_CASES:
        rows = await tx.fetch(
            f"""select t.case_id, t.id from {table} t left join cases k on k.account_id = t.account_id and k.id = t.case_id
                where t.account_id = $1 and k.id is null""",
            account,
        )
        found += [(row["case_id"], table, row["id"]) for row in rows]
    rows = await tx.fetch(
        """select made.id as case_id, r.id from case_registrations r
           cross join jsonb_array_elements_text(r.cases) made (id)
           left join cases k on k.account_id = r.account_id and k.id = made.id
           where r.account_id = $1 and k.id is null""",
        account,
    )
    return found + [(row["case_id"], "case_registrations", row["id"]) for row in rows]


async def missing_parties(tx: Connection, account: str) -> list[tuple[str, str, str]]:
    """Customers and creditors that cases name and that are not there: the table, the row that is missing, the case."""
    found = []
    for table, column in (("customers", "customer_id"), ("creditors", "creditor_id")):
        rows = await tx.fetch(
            f"""select k.{column} as named, k.id from cases k
                left join {table} t on t.account_id = k.account_id and t.id = k.{column}
                where k.account_id = $1 and t.id is null""",
            account,
        )
        found += [(table, row["named"], row["id"]) for row in rows]
    rows = await tx.fetch(
        """select k.customer_id as named, k.id from cases k
           left join customer_details s
             on s.account_id = k.account_id and s.customer_id = k.customer_id and s.creditor_id = k.creditor_id
           where k.account_id = $1 and s.id is null""",
        account,
    )
    return found + [("customer_details", row["named"], row["id"]) for row in rows]
