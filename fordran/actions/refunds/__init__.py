"""The life of refunds after ordering: returned, claimed from their payers, set off, written off."""
