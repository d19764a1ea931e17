"""Documents out of the views: `where`, `sort` and `projection` to SQL, and the caller's scope."""
