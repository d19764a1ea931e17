"""The outbox: rows of deliveries, made together with their cause. Sending them is in `delivery`."""
