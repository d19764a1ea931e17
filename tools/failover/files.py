"""What each program of the cluster is told, as its own file says it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path


def etcd_arguments(folder: Path, port: int, peer_port: int) -> list[str]:
    here, peers = f"http://127.0.0.1:{port}", f"http://127.0.0.1:{peer_port}"
    told = {
        "data-dir": folder / "data",
        "listen-client-urls": here,
        "advertise-client-urls": here,
        "listen-peer-urls": peers,
        "initial-advertise-peer-urls": peers,
        "initial-cluster": f"default={peers}",
        "log-level": "warn",
    }
    return [f"--{name}={value}" for name, value in told.items()]


def patroni(name: str, folder: Path, port: int, rest_port: int, etcd_port: int, programs: Path) -> str:
    """Synchronous, strictly: a leader without a synchronous standby acknowledges nothing.

    `primary_start_timeout: 0` lets a standby take over at once where PostgreSQL dies beside a Patroni that lives. Where both
    die, the leader's key has to run out first (`ttl`, of which 20 seconds is the least).
    """
    return f"""
scope: fordran
name: {name}
restapi: {{listen: "127.0.0.1:{rest_port}", connect_address: "127.0.0.1:{rest_port}"}}
etcd3: {{host: "127.0.0.1:{etcd_port}"}}
bootstrap:
  dcs:
    ttl: 20
    loop_wait: 2
    retry_timeout: 4
    maximum_lag_on_failover: 1048576
    primary_start_timeout: 0
    synchronous_mode: true
    synchronous_mode_strict: true
    postgresql:
      use_pg_rewind: true
      parameters: {{max_connections: 100, wal_log_hints: "on", shared_buffers: 64MB, wal_keep_size: 256MB}}
  initdb: [{{encoding: UTF8}}, {{locale: C.UTF-8}}, data-checksums]
postgresql:
  listen: "127.0.0.1:{port}"
  connect_address: "127.0.0.1:{port}"
  data_dir: {folder / "data"}
  bin_dir: {programs}
  pgpass: {folder / "pgpass"}
  remove_data_directory_on_rewind_failure: true
  remove_data_directory_on_diverged_timelines: true
  parameters: {{unix_socket_directories: "{folder}"}}
  pg_hba: ["host all all 127.0.0.1/32 trust", "host replication all 127.0.0.1/32 trust", "local all all trust"]
  authentication:
    superuser: {{username: postgres}}
    replication: {{username: replicator}}
    rewind: {{username: postgres}}
"""


def haproxy(port: int, nodes: Sequence[tuple[str, int, int]]) -> str:
    """Whoever Patroni calls the primary; connections to one that no longer is are cut."""
    servers = "\n".join(f"    server {name} 127.0.0.1:{port} check port {rest_port}" for name, port, rest_port in nodes)
    return f"""
global
    maxconn 1000
defaults
    mode tcp
    timeout connect 2s
    timeout client 30m
    timeout server 30m
listen primary
    bind 127.0.0.1:{port}
    option httpchk OPTIONS /primary
    http-check expect status 200
    default-server inter 500ms fall 2 rise 1 on-marked-down shutdown-sessions
{servers}
"""


def pgbouncer(port: int, haproxy_port: int) -> str:
    return f"""
[databases]
fordran = host=127.0.0.1 port={haproxy_port} user=fordran password=fordran
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = {port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 8
max_client_conn = 200
server_login_retry = 1
query_wait_timeout = 5
server_connect_timeout = 3
"""
