"""What begins a transaction on a cluster, whose nodes know nothing of the session."""

from __future__ import annotations

from fordran.store.connections.actor import Actor, acting, begin, node_settings


def test_nodes_are_told_that_the_service_writes_and_who_acts_however_a_transaction_begins() -> None:
    assert begin(is_cluster=True) == "begin; set local fordran.writer = 'on'"
    with acting(Actor("worker", "worker: somebody's letters")):
        assert node_settings() == (
            "set local fordran.writer = 'on'; set local fordran.actor = "
            """'{"by":"worker","act":"worker: somebody''s letters"}'"""
        )
        assert begin(is_cluster=True) == f"begin; {node_settings()}"
        assert begin() == """begin; set local fordran.actor = '{"by":"worker","act":"worker: somebody''s letters"}'"""
    assert begin() == "begin"
