"""What becomes of refunds after they were ordered: sent back, claimed of their payers, set off, given up."""
