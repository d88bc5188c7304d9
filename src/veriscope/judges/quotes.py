"""Where a quote stands in its source."""

from __future__ import annotations

import re
from collections.abc import Sequence

from veriscope.model import Context, Evidence

_TRIM = " \t\r\n\"'“”‘’„«»`…"
_LONGEST = 2_000


def locate(quote: str, contexts: Sequence[Context]) -> Evidence | None:
    """Return the quote with its place in the first source that has it; `None` for a blank one.

    Letter case, white space and surrounding quotation marks may differ; the evidence then holds
    the source's own wording. A quote that stands nowhere is kept without a place, so that a
    reader sees that the judge made it up.
    """
    wanted = quote.strip(_TRIM)
    if not wanted:
        return None
    for source in contexts:
        at = source.text.find(wanted)
        if at >= 0:
            return Evidence(source.id, (at, at + len(wanted)), wanted)
    if len(wanted) <= _LONGEST:
        loose = re.compile(r"\s+".join(map(re.escape, wanted.split())), re.IGNORECASE)
        for source in contexts:
            found = loose.search(source.text)
            if found:
                return Evidence(source.id, found.span(), found.group())
    return Evidence(text=quote.strip())
