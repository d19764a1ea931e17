"""What happens to a case: its states, settings, steps, letters, plans, and what the law lets be done."""
