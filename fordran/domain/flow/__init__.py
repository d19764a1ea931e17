"""The life of a case: states, settings, steps, letters, plans, and the limits of the law."""
