"""A database whose leader dies, again and again, under the service: `make failover`.

Patroni, etcd, HAProxy, PgBouncer and PostgreSQL 15 as Debian packages them, on loopback: cluster.py. Two services on it,
services.py. The clients, their records and the checks are those of the soak; run.py lets them write while leaders are killed.
docs/failover.md has what was seen.
"""
