"""Who asks: by which token or link."""
