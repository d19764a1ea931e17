"""Bank files: stored, matched, settled, taken back, and what a person decides on money that waits."""
