"""Who asks: from which address, by which token or link, how often, and what they have read."""
