"""Days that pass: what is run on each, and the clock of a sandbox."""
