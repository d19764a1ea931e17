"""Letters: queued by a step, made, sent, tried again, and what becomes of those that do not leave."""
