"""What waits to leave: rows of deliveries, made along with what causes them. How they leave is in `delivery`."""
