"""Letters to debtors and applications to the authority: one file a kind. Their parts are in `letter_parts`."""
