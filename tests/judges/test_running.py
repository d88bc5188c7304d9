"""Coroutines from anywhere: with and without a loop, and with errors in the middle."""

import asyncio
import contextvars

import pytest

from veriscope.judges.running import gather, run_sync


async def value(item, delay=0.0):
    await asyncio.sleep(delay)
    return item


def test_without_a_loop():
    assert run_sync(lambda: value(1)) == 1


def test_inside_a_running_loop():
    async def handler():
        return run_sync(lambda: value(2))

    assert asyncio.run(handler()) == 2


def test_inside_a_running_uvloop():
    import uvloop

    async def handler():
        return run_sync(lambda: value(3))

    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        assert runner.run(handler()) == 3


def test_context_variables_are_seen_in_the_thread():
    tenant = contextvars.ContextVar("tenant", default="nobody")

    async def who():
        return tenant.get()

    async def handler():
        tenant.set("ada")
        return run_sync(who)

    assert asyncio.run(handler()) == "ada"


def test_errors_pass_through():
    async def broken():
        raise KeyError("x")

    async def handler():
        return run_sync(broken)

    with pytest.raises(KeyError):
        run_sync(broken)
    with pytest.raises(KeyError):
        asyncio.run(handler())


def test_gather_keeps_the_order():
    async def work():
        return await gather(value(i, 0.01 * (3 - i)) for i in range(3))

    assert asyncio.run(work()) == [0, 1, 2]
    assert asyncio.run(gather([])) == []


def test_the_first_error_cancels_the_rest_and_is_raised_bare():
    ended = []

    async def slow():
        try:
            await asyncio.sleep(60)
        finally:
            ended.append("slow")

    async def broken():
        await asyncio.sleep(0)
        raise ValueError("first")

    with pytest.raises(ValueError, match="first"):
        asyncio.run(gather([slow(), broken(), slow()]))
    assert ended == ["slow", "slow"]


def test_of_several_errors_the_earliest_in_order_is_raised():
    async def broken(name):
        raise ValueError(name)

    with pytest.raises(ValueError, match="a"):
        asyncio.run(gather([value(1), broken("a"), broken("b")]))


def test_cancelling_the_whole_cancels_its_parts():
    ended = []

    async def slow():
        try:
            await asyncio.sleep(60)
        finally:
            ended.append(1)

    async def work():
        task = asyncio.ensure_future(gather([slow(), slow()]))
        await asyncio.sleep(0.01)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(work())
    assert ended == [1, 1]
