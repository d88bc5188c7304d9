"""`POST /v1/check`: a record in, its assessments out."""

from __future__ import annotations

from typing import Annotated, Any

from anyio.to_thread import run_sync
from fastapi import APIRouter, Body, HTTPException, Query

from veriscope.model import Assessment, Record
from veriscope.model.codec import encode
from veriscope.review import review_of
from veriscope.web.checks import check_record
from veriscope.web.context import AnyServer, Reader, Server
from veriscope.web.problems import AsciiJson
from veriscope.web.schemas import CheckedOut, problems
from veriscope.web.tokens import Scope

router = APIRouter(prefix="/v1", tags=["check"], default_response_class=AsciiJson)
_RECORD = {
    "response": "Mill Lane was 95 % let.",
    "contexts": [{"id": "ledger", "text": "Occupancy of Mill Lane: 85 %."}],
}


@router.post("/check", response_model=CheckedOut, responses=problems())
async def check(
    server: AnyServer,
    who: Reader,
    record: Annotated[dict[str, Any], Body(examples=[_RECORD])],
    queue: Annotated[bool, Query(description="Put what is flagged into the queue.")] = False,
) -> AsciiJson:
    """Run every check that applies to a record.

    A check that breaks is told as a failure in its assessment. Putting flagged assessments into
    the queue needs the scope `review`.
    """
    if queue and not who.scope.allows(Scope.REVIEW):
        raise HTTPException(403, f"the token allows {who.scope}, this needs {Scope.REVIEW}")
    # In threads of their own: a check may wait for a model, and decisions must not wait for it.
    return await run_sync(_checked, server, record, queue, limiter=server.check_slots)


def _checked(server: Server, data: dict[str, Any], queue: bool) -> AsciiJson:
    record = Record.from_dict(data)
    found = check_record(server.checks, record)
    return AsciiJson(
        {
            "record_id": record.id,
            "assessments": encode(found.assessments),
            "not_applicable": encode(found.not_applicable),
            "queued": _enqueue(server, record, found.assessments) if queue else [],
        }
    )


def _enqueue(server: Server, record: Record, assessments: list[Assessment]) -> list[int | None]:
    reviews = (review_of(record, assessment) for assessment in assessments)
    return [server.queue.add(review).id for review in reviews if review is not None]
