"""The interface over HTTP: a table of endpoints, a table of errors, and what is the same for all of them."""
