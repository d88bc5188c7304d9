"""What a server may be told."""

from __future__ import annotations

import ipaddress
from dataclasses import dataclass


@dataclass(frozen=True)
class Settings:
    """Limits of one server, and whether it may serve without a token.

    `open_to_local` is set by `serve` for a server on a loopback address in whose store there is
    no token: whoever can reach it is then the user who started it. The moment a token exists,
    everybody needs one. Rates are per client address and second; 0 is no limit. They are counted
    in this process.
    """

    open_to_local: bool = False
    rate: float = 100.0
    burst: int = 200
    logins_per_minute: int = 10
    max_body: int = 4 * 1024 * 1024
    session_hours: int = 12


def is_loopback(host: str) -> bool:
    """Whether an address is reached from this machine only."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False
