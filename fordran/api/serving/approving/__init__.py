"""A second person approves or rejects over HTTP: what waits for approval, and rows of law."""
