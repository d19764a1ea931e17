"""A PostgreSQL server of our own, in the data folder."""
