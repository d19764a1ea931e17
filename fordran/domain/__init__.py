"""The rules: what is true without a computer.

Pure functions on plain values. Nothing here reads a clock, a file or a network, and nothing here imports another
room. Amounts are öre. Start with `statement` for what is owed, `vat` for invoices, `numbers` for identity and payment
numbers, and `law` for the dated rows that statutes give.
"""
