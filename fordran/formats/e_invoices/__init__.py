"""E-invoices: Peppol BIS Billing 3, written as UBL 2.1, and the receipts that come back."""
