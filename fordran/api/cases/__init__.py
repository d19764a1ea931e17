"""What is read and done below a case and its letters: plans, disputes, notes, previews."""
