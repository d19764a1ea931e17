"""Acts about everybody in a claim."""
