"""Subresources of a case and its letters: plans, disputes, notes, previews."""
