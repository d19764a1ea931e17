"""What a case is made of: its facts, its settings, the case locked, what a change comes to, and the books of it."""
