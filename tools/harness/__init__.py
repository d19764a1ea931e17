"""An installation for a tool or a test: its database, its services and workers as processes, their ports, and their end."""
