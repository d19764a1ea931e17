"""Acts of a bank, a mail server and the enforcement authority, simulated in a sandbox."""
