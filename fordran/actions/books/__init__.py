"""The books: journal lines, reports, seals, SIE, and the way of every öre."""
