"""Metrics for Prometheus: the answers of this process. Other figures come from collectors (figures.py)."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator
from itertools import accumulate

from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import CounterMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.registry import Collector

REGISTRY = CollectorRegistry()
_BOUNDS_SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
_NAMES = [*map(str, _BOUNDS_SECONDS), "+Inf"]


class AnswerMetrics(Collector):
    """Answers by endpoint and status, and how long they took. Counting is plain: one thread counts, at every request."""

    def __init__(self) -> None:
        self.counts: defaultdict[tuple[str, int], int] = defaultdict(int)
        self.spreads: defaultdict[str, list[int]] = defaultdict(lambda: [0] * len(_NAMES))
        self.seconds: defaultdict[str, float] = defaultdict(float)

    def collect(self) -> Iterator[Metric]:
        """The metrics as Prometheus has them, where each bucket counts those below it too."""
        answered = CounterMetricFamily("fordran_requests", "Requests answered.", labels=("endpoint", "status"))
        for (endpoint, status), count in self.counts.items():
            answered.add_metric((endpoint, str(status)), count)
        yield answered
        took = HistogramMetricFamily("fordran_request_seconds", "How long answers took.", labels=("endpoint",))
        for endpoint, spread in self.spreads.items():
            buckets = [(name, float(count)) for name, count in zip(_NAMES, accumulate(spread), strict=True)]
            took.add_metric((endpoint,), buckets, self.seconds[endpoint])
        yield took


_answers = AnswerMetrics()
REGISTRY.register(_answers)


def observe(endpoint: str, status: int, seconds: float) -> None:
    """Count one answer."""
    _answers.counts[endpoint, status] += 1
    _answers.spreads[endpoint][bisect_left(_BOUNDS_SECONDS, seconds)] += 1
    _answers.seconds[endpoint] += seconds


def text(*collectors: Collector) -> bytes:
    """The metrics of answers, and of further collectors, in Prometheus' text form."""
    registry = CollectorRegistry()
    for collector in collectors:
        registry.register(collector)
    return generate_latest(REGISTRY) + generate_latest(registry)
