"""Which debts money from a bank is for, and what states a payment goes through."""
