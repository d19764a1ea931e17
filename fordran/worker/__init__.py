"""The worker: due work, done in small transactions."""
