"""PostgreSQL and nothing but: connections, reading lists and items, writing rows, migrations."""
