"""Register an invoice of 800 SEK without VAT, and print what is owed on its due date.

Needs `pip install fordran-client`. Usage:

    FORDRAN_URL=http://localhost:8000 FORDRAN_API_CODE=… python first_invoice.py NUMBER
"""

import os
import sys
from datetime import date, timedelta

from fordran_client import ApiCode, Fordran
from fordran_client.models import CustomerInput, InvoiceRegistrationInput, MatrixInput

number = sys.argv[1]
today = date.today()
due = today + timedelta(days=30)

client = Fordran(os.environ["FORDRAN_URL"], ApiCode(os.environ["FORDRAN_API_CODE"]))
creditor = next(client.creditors.list())

# The client sends an Idempotency-Key of its own, and sends again by itself when an answer is lost.
registered = client.invoice_registrations.create(
    InvoiceRegistrationInput(
        account=creditor.account,
        creditor=creditor.id,
        customer=CustomerInput(name="Karin Lind", id_number="850709-9805"),
        invoice_type="invoice",
        invoice_number=number,
        invoice_date=today,
        invoice_due_date=due,
        currency="SEK",
        matrix=[MatrixInput(article_description="Kontorsstol", total_price_excluding_vat=800)],
    )
)

statement = client.cases.part(registered.case, "statement", at=due)
print(f"{number}: {statement.total_remaining_transaction_amount} {statement.currency}")
