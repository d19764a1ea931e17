"""Letters to debtors and applications to the authority: one file a kind, and what they share."""
