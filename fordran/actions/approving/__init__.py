"""Acts that wait for a second person: listing them, approving and rejecting, of every kind."""
