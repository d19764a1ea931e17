"""Acts on many cases at once."""
