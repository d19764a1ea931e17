"""Invoices that ledgers hand over by contract, and what is reported of them both ways (docs/ledger-contract.md)."""
