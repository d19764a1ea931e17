"""Guards switched off one at a time, to see that the tests notice."""
