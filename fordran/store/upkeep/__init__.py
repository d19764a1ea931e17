"""The installation: its schema, copies of it, and whether its rows are as they were written."""
