"""Data about a person: found, shown, and erased when the law allows it."""
