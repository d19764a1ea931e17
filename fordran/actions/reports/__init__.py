"""Reports for whoever keeps the books: what is stored, summed up, in tables that files are made of."""
