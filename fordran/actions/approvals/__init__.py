"""Whether a second person is asked, and what has been approved."""
