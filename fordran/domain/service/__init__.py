"""Rules of the service itself: events, retries, retention, and the addresses that webhooks may use."""
