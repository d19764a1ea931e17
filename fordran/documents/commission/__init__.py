"""The invoice for what a creditor pays us."""
