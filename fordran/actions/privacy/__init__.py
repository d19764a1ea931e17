"""What is known of a person: found, shown, and erased when the law lets go of it."""
