"""API clients: how they sign in, and how they are managed."""
