"""Registrations by the file: rows read, made into documents, and registered many at a time."""
