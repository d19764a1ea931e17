"""Reports for bookkeepers: sums of the stored data, in tables that files are made of."""
