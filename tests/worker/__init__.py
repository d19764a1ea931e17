"""What is due, done by the worker."""
