"""How many processors this process may use, which a container limits."""

from __future__ import annotations

import os
from pathlib import Path

_QUOTA = Path("/sys/fs/cgroup/cpu.max")


def processors() -> int:
    """Return the processors that this process may run on, or its quota where that is less."""
    known = getattr(os, "sched_getaffinity", None)
    own = len(known(0)) if known else os.cpu_count() or 1
    return max(1, min(own, _quota() or own))


def _quota() -> int | None:
    """Return the processors that the control group grants, `None` where it does not limit them."""
    try:
        quota, period = _QUOTA.read_text(encoding="ascii").split()
        return None if quota == "max" else max(1, int(quota) // int(period))
    except (OSError, ValueError):
        return None
