"""A cluster on this machine: the output of one machine, whatever happens to a node."""

import json
import os
from dataclasses import replace
from pathlib import Path

import pytest

from tests.endpoints import Endpoint, chat
from tests.flows.command import ROOT
from veriscope import InputError, Record, VeriscopeError
from veriscope.io import BadLine
from veriscope.model import Cause, CheckName
from veriscope.run import on_ray
from veriscope.run.audit import AuditOptions, run_audit
from veriscope.run.checks import CheckOptions
from veriscope.run.on_ray import run_ray
from veriscope.run.pipeline import run_local
from veriscope.run.selection import Selection
from veriscope.run.times import RUN

# Ray warns of parts of itself.
pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning:ray")
GIVEN = CheckOptions((CheckName.ABSTENTION, CheckName.VERDICTS))
NODE = {"num_cpus": 1, "object_store_memory": 100 << 20}
# A dead node is noticed within seconds, where Ray's own settings take half a minute.
NOTICED = {
    "health_check_period_ms": 500,
    "health_check_timeout_ms": 2000,
    "health_check_failure_threshold": 2,
}


@pytest.fixture(scope="module")
def cluster():
    import ray
    from ray.cluster_utils import Cluster

    head = {**NODE, "include_dashboard": False, "_system_config": NOTICED}
    made = Cluster(initialize_head=True, head_node_args=head)
    ray.init(made.address, log_to_driver=False)
    yield made
    ray.shutdown()
    made.shutdown()


def write(tmp_path, count: int, row) -> str:
    path = tmp_path / "answers.jsonl"
    lines = [json.dumps({"id": f"r{i}", **row(i)}) for i in range(count)]
    lines[99::100] = ["{oops"] * (count // 100)
    path.write_text("\n".join(lines), encoding="utf-8")
    return str(path)


def outputs(folder) -> dict[str, bytes]:
    """Return all that a run left but its times."""
    return {file.name: file.read_bytes() for file in folder.iterdir() if file.name != RUN}


def of_everything(i: int) -> dict:
    """Most have verdicts; some contradict themselves and fail, some have nothing to check."""
    row = {"response": f"It is {i}, “é” 塔 \ud800.", "is_nonexistent": i % 2 == 0}
    row["verdicts"] = ["SUPPORTED", "REFUTED" if i % 7 == 0 else "SUPPORTED"]
    if i % 50 == 7:
        row["verdicts"] = {"a": ["REFUTED"], "b": []}
    return {"response": "x"} if i % 20 == 3 else row


def test_thousands_of_records_are_equal_to_the_byte(tmp_path, cluster) -> None:
    options = AuditOptions(Selection([write(tmp_path, 2_000, of_everything)]), GIVEN)
    local = run_audit(options, tmp_path / "local")
    run_audit(replace(options, runner=run_ray, workers=0), tmp_path / "ray")
    assert local.summary.n_unreadable == 20
    assert local.summary.score("mahr", "verdicts").n_failed[Cause.BAD_INPUT.value] > 0
    assert outputs(tmp_path / "ray") == outputs(tmp_path / "local")


def test_a_stopped_run_resumes_and_the_runner_may_change(tmp_path, cluster) -> None:
    path = write(tmp_path, 400, of_everything)
    local = AuditOptions(Selection([path]), GIVEN)
    away = replace(local, runner=run_ray, workers=1)
    run_audit(local, tmp_path / "whole")
    for folder, first, second in (("a", away, away), ("b", away, local)):
        stopped = run_audit(first, tmp_path / folder, watch=lambda done, failed: done < 190)
        assert not stopped.finished
        run_audit(second, tmp_path / folder, resume=True)
        assert outputs(tmp_path / folder) == outputs(tmp_path / "whole")


def of_a_tower(i: int) -> dict:
    built = f"The tower of Velm, number {i}, was built in 1931 by Ines Varga."
    wrong = f"The tower was built in 193{i % 10}. It is {i} metres tall."
    # Long enough that what a node has assessed stays on that node until it is fetched.
    return {"response": wrong, "contexts": [built], "metadata": {"more": "x" * 4_000}}


def busy(node) -> bool:
    from ray._private.state import available_resources_per_node

    free = available_resources_per_node()
    return free[node.node_id].get("CPU", 0) == 0


def test_a_node_killed_in_the_middle_loses_and_doubles_nothing(tmp_path, cluster) -> None:
    rows = 1_500
    checks = CheckOptions((CheckName.GROUNDING,))
    local = AuditOptions(Selection([write(tmp_path, rows, of_a_tower)]), checks, batch=32)
    run_audit(local, tmp_path / "local")
    node = cluster.add_node(**NODE)
    killed = []

    def kill(done: int, failed: int) -> bool:
        if not killed and done > rows / 5 and busy(node):
            cluster.remove_node(node, allow_graceful=False)
            killed.append(done)
        return True

    run_audit(replace(local, runner=run_ray, workers=0), tmp_path / "ray", watch=kill)
    assert killed
    assert killed[0] < rows * 4 / 5
    assert outputs(tmp_path / "ray") == outputs(tmp_path / "local")


def test_a_line_that_could_not_be_read_keeps_its_place(cluster) -> None:
    bad = BadLine(InputError("odd"))
    items = [bad if i == 5 else Record("x", id=f"r{i}", is_nonexistent=True) for i in range(30)]
    found = list(run_ray(iter(items), GIVEN, workers=1, size=4))
    expected = list(run_local(items, GIVEN, size=4))
    assert [len(batch) for batch in found] == [4] * 7 + [2]
    assert str(found[1].pop(1).error) == str(expected[1].pop(1).error) == "odd"
    assert found == expected


def test_a_worker_takes_one_thread_unless_told_otherwise(monkeypatch) -> None:
    monkeypatch.setenv("VERISCOPE_THREADS", "2")
    for told, threads in (((), "1"), ((("VERISCOPE_THREADS", "3"),), "3")):
        monkeypatch.delenv("VERISCOPE_THREADS")
        on_ray._checks.__wrapped__(on_ray.Errand(on_ray.__version__, ".", GIVEN, told))
        assert os.environ["VERISCOPE_THREADS"] == threads


class Deadly(Record):
    """Ends the process that unpacks it."""

    def __reduce__(self):
        return (os._exit, (1,))


@pytest.mark.slow
def test_a_record_that_ends_the_processes_is_named_and_not_tried_for_ever(cluster) -> None:
    items = [Record("x", id=f"r{i}", is_nonexistent=True) for i in range(12)]
    items[9] = Deadly("x", id="r9")
    done = []
    with pytest.raises(VeriscopeError, match=r"r8 to r11: .* ended 4 times"):
        done.extend(run_ray(items, GIVEN, workers=1, size=4))
    assert [one.record.id for batch in done for one in batch] == [f"r{i}" for i in range(8)]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (CheckOptions((CheckName.GROUNDING,), judge="oracle"), "'oracle' is no judge"),
        (CheckOptions((CheckName.NUMERIC,), db="oops"), "not a database URL"),
    ],
)
def test_checks_that_cannot_be_made_end_the_run_in_words(cluster, options, message) -> None:
    with pytest.raises(VeriscopeError, match=message):
        list(run_ray([Record("x", id="r0", contexts=["c"])], options))


def test_another_version_on_the_workers_is_refused(cluster, monkeypatch) -> None:
    monkeypatch.setattr(on_ray, "__version__", "0.0.1")
    with pytest.raises(VeriscopeError, match=r"it has Veriscope \d.*, and the run 0\.0\.1"):
        list(run_ray([Record("x", is_nonexistent=True)], GIVEN))


def test_keys_and_relative_paths_reach_the_workers_and_no_log(
    tmp_path, cluster, monkeypatch
) -> None:
    secret = "sk-4f0c9e1d77aa"
    monkeypatch.setenv("OPENAI_API_KEY", secret)
    monkeypatch.chdir(ROOT)
    endpoint = Endpoint(chat({"claims": ["It was built in 1931."], "verdict": "SUPPORTED"}))
    options = CheckOptions(
        (CheckName.GROUNDING, CheckName.NUMERIC),
        judge=f"openai:tiny@{endpoint.url}",
        db="sqlite:///examples/data/properties.db",
    )
    records = [Record("It was built in 1931.", id="r0", contexts=["Built in 1931."])]
    try:
        [[found]] = run_ray(records, options)
    finally:
        endpoint.close()
    assert [one.failures for one in found.assessments] == [(), ()]
    assert {r.headers["authorization"] for r in endpoint.requests} == {f"Bearer {secret}"}
    session = Path(cluster.head_node.get_session_dir_path())
    logs = [file for file in session.rglob("*") if file.is_file()]
    assert logs
    assert not [file for file in logs if secret.encode() in file.read_bytes()]
