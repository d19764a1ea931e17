"""What is paid out to creditors, when, and what it is made of."""
