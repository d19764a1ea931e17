"""What is owed: the facts of a claim, and what they come to, day by day."""
