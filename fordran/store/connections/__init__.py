"""Connections to PostgreSQL, transactions on them, and rows that have types."""
