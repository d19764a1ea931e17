"""What the service itself goes by: events, retries, what is kept and for how long, where webhooks may lead."""
