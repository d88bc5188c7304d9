"""What the server tells Prometheus."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

from veriscope.review import ReviewQueue


class Metrics:
    """The numbers of one server, in a registry of its own."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.requests = Counter(
            "veriscope_http_requests", "Requests answered.", ["method", "route", "status"],
            registry=self.registry,
        )  # fmt: skip
        self.seconds = Histogram(
            "veriscope_http_request_seconds", "Time to answer.", ["route"], registry=self.registry,
            buckets=(0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10),
        )  # fmt: skip
        self.decisions = Counter(
            "veriscope_review_decisions", "Changes of state made here.", ["status"],
            registry=self.registry,
        )  # fmt: skip
        self.conflicts = Counter(
            "veriscope_review_conflicts", "Decisions refused: somebody was first.",
            registry=self.registry,
        )  # fmt: skip
        self.items = Gauge(
            "veriscope_review_items", "Items in the queue.", ["status"], registry=self.registry
        )

    def text(self, queue: ReviewQueue) -> bytes:
        """Return the exposition format, with the queue's size as it is now."""
        for status, n in queue.counts().items():
            self.items.labels(status.value).set(n)
        return generate_latest(self.registry)
