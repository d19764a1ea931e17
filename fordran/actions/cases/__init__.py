"""A case: its facts, its settings, locking it, changing it, and its books."""
