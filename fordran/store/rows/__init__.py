"""Rows into tables: one, very many, changed, erased."""
