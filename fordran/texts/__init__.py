"""Every sentence that a person reads, in one catalogue per language."""
