"""What the service does when there is too much of everything: clients, requests, restarts. `python -m tools.load` tells."""
