"""Examples of the interface's description, recorded: `make examples` lets a demo live in a database of its own, asks every
endpoint something, and keeps what was sent and answered.

The clock stands still meanwhile, and what comes of chance (ids, tags, tokens) is told anew in a fixed order, so that the same
service records the same file.
"""
