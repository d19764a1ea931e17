"""Metrics of the installation, as Prometheus reads them: its queues, jobs, workers, money, connections and disk."""

from __future__ import annotations

import platform
import shutil
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, date, datetime, time
from importlib.metadata import version
from pathlib import Path

from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from fordran.actions.monitoring.read_figures import Figures
from fordran.store.connections.database import Database

Sample = tuple[Sequence[str], float]


class ProcessFigures(Collector):
    """Figures that this process knows without the database: its connections, and the disk of its data folder."""

    def __init__(self, database: Database, data: Path) -> None:
        self.database = database
        self.data = data

    def collect(self) -> Iterator[Metric]:
        """The metrics as Prometheus has them."""
        line = self.database.line
        places = [(("used",), float(line.taken)), (("free",), float(line.places - line.taken))]
        yield _gauge("fordran_pool_connections", "Connections to the database, of this process.", places, "state")
        yield _gauge("fordran_pool_waiting", "Requests that wait for a connection.", [((), line.waiting)])
        yield _counter("fordran_pool_waits", "Requests that had to wait for a connection.", [((), line.waits)])
        yield _counter(
            "fordran_pool_wait_seconds", "How long requests have waited for a connection.", [((), line.waited_seconds)]
        )
        yield _counter("fordran_pool_refusals", "Requests that got no connection in time.", [((), line.refusals)])
        disk = shutil.disk_usage(self.data)
        yield _gauge("fordran_disk_free_bytes", "Free space of the data folder's disk.", [((), disk.free)])
        yield _gauge("fordran_disk_size_bytes", "Size of the data folder's disk.", [((), disk.total)])


class DatabaseFigures(Collector):
    """Figures from the database, which are the same whichever process is asked."""

    def __init__(self, figures: Figures, now: datetime) -> None:
        self.figures = figures
        self.now = now

    def collect(self) -> Iterator[Metric]:
        """The metrics as Prometheus has them."""
        figures = self.figures
        build = (version("fordran"), platform.python_version(), "sandbox" if figures.is_sandbox else "live")
        yield _gauge("fordran_build_info", "The version that answers.", [(build, 1)], "version", "python", "mode")
        outcomes = [((one["channel"], one["outcome"]), one["happened"]) for one in figures.outcomes]
        yield _counter("fordran_deliveries", "What became of deliveries.", outcomes, "channel", "outcome")
        queued = [((one["channel"],), one["queued"]) for one in figures.queued]
        yield _gauge("fordran_deliveries_queued", "Deliveries that wait.", queued, "channel")
        depths = [((one["queue"],), one["depth"]) for one in figures.queues]
        yield _gauge("fordran_queue_depth", "How much waits in a queue.", depths, "queue")
        ages = [((one["queue"],), self._age(one["oldest"])) for one in figures.queues]
        yield _gauge("fordran_queue_oldest_seconds", "How long the first in a queue has waited.", ages, "queue")
        suspense = figures.suspense
        yield _gauge("fordran_suspense_transactions", "Payments without a case.", [((), suspense["transactions"])])
        yield _gauge("fordran_suspense_kronor", "Money without a case.", [((), suspense["amount"] / 100)])
        beats = [((one["worker"],), one["beat"].timestamp()) for one in figures.workers]
        yield _gauge(
            "fordran_worker_heartbeat_timestamp_seconds",
            "When each worker last reported that it works.",
            beats,
            "worker",
        )
        sealed = [((), _midnight(figures.sealed))] if figures.sealed else []
        yield _gauge("fordran_last_seal_timestamp_seconds", "The last day that is sealed.", sealed)
        yield from self._tasks()

    def _tasks(self) -> Iterator[Metric]:
        jobs = self.figures.jobs
        runs = [((job["job"],), job["runs"]) for job in jobs]
        yield _counter("fordran_task_runs", "Runs of each task.", runs, "task")
        failures = [((job["job"],), job["failures"]) for job in jobs]
        yield _counter("fordran_task_failures", "Runs of each task that failed.", failures, "task")
        done = [((job["job"],), job["done"]) for job in jobs]
        yield _counter("fordran_task_done", "How much the runs of each task did.", done, "task")
        took = [((job["job"],), job["microseconds"] / 1_000_000) for job in jobs]
        yield _counter("fordran_task_seconds", "How long the runs of each task took.", took, "task")
        succeeded = [((job["job"],), job["last_success"].timestamp()) for job in jobs if job["last_success"]]
        yield _gauge("fordran_task_last_success_timestamp_seconds", "When each task last succeeded.", succeeded, "task")

    def _age(self, since: datetime | None) -> float:
        return 0.0 if since is None else max(0.0, (self.now - since).total_seconds())


def _gauge(name: str, about: str, samples: Iterable[Sample], *labels: str) -> Metric:
    return _with_samples(GaugeMetricFamily(name, about, labels=labels), samples)


def _counter(name: str, about: str, samples: Iterable[Sample], *labels: str) -> Metric:
    return _with_samples(CounterMetricFamily(name, about, labels=labels), samples)


def _with_samples(family: GaugeMetricFamily | CounterMetricFamily, samples: Iterable[Sample]) -> Metric:
    for labels, value in samples:
        family.add_metric(labels, value)
    return family


def _midnight(day: date) -> float:
    return datetime.combine(day, time(), UTC).timestamp()
