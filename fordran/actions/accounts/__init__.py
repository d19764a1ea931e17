"""Users of the service: accounts, creditors, users, API clients and their keys, and how they sign in."""
