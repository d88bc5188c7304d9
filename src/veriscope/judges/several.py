"""What judges that are made of judges have in common."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager

from veriscope.errors import InputError
from veriscope.judges.judge import Extraction, Judge
from veriscope.judges.usage import Usage


class SeveralJudges(Judge):
    """Holds judges in an order; the first finds the claims."""

    def __init__(self, kind: str, judges: Sequence[Judge], at_least: int) -> None:
        if len(judges) < at_least:
            raise InputError(f"a {kind} needs at least {at_least}", field="judges")
        self.judges = tuple(judges)
        self.name = f"{kind}:{','.join(judge.name for judge in self.judges)}"

    @property
    def usage(self) -> Usage:
        """What all of them have spent together."""
        return sum((judge.usage for judge in self.judges), Usage())

    @asynccontextmanager
    async def opened(self) -> AsyncIterator[None]:
        """Keep the connections of every judge."""
        async with AsyncExitStack() as stack:
            for judge in self.judges:
                await stack.enter_async_context(judge.opened())
            yield

    async def extract_claims(self, response: str) -> Extraction:
        """Have the first judge find the claims."""
        return await self.judges[0].extract_claims(response)
