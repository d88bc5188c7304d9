"""`veriscope bench grounding`, from the outside."""

import gzip
import json
import lzma

import pyarrow as pa

from tests.flows.command import veriscope

GOOD = {
    "context": "Bern lies on the Aare.",
    "response": "Bern lies on the Aare.",
    "hallucinated": 0,
}
BAD = {"context": "Bern lies on the Aare.", "response": "Zebras sing.", "hallucinated": 1}
TINY = "local:examples/data/tiny-judge"


def lines(*rows):
    return "".join(json.dumps(row) + "\n" for row in rows).encode()


def test_packed_files_and_the_figures_as_json(tmp_path):
    content = lines(*[GOOD, BAD] * 6)
    (tmp_path / "a.jsonl").write_bytes(content)
    (tmp_path / "b.jsonl.xz").write_bytes(lzma.compress(content))
    (tmp_path / "c.jsonl.gz").write_bytes(gzip.compress(content))
    (tmp_path / "d.jsonl.zst").write_bytes(pa.compress(content, "zstd", asbytes=True))
    files = [str(path) for path in sorted(tmp_path.iterdir())]
    done = veriscope("bench", "grounding", *files, "--judge", "lexical", "--json")
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert list(found["sets"]) == ["a", "b", "c", "d"]
    for row in found["sets"].values():
        assert (row["n"], row["n_failed"], row["claims"]) == (12, 0, 12)
        assert row["auroc"] == row["balanced_accuracy"] == row["f1"] == 1.0
        assert set(row["intervals"]) == {"balanced_accuracy", "auroc", "f1", "ece"}
    assert found["mean"]["auroc"] == 1.0
    assert found["claims_per_second"] > 0


def test_a_model_of_ones_own_as_a_table(tmp_path):
    path = tmp_path / "rows.jsonl"
    path.write_bytes(lines(*[GOOD, BAD] * 6) + b"{broken\n")
    done = veriscope("bench", "grounding", str(path), "--judge", TINY, "--limit", "13")
    assert done.returncode == 0, done.stderr
    assert "rows" in done.stdout
    assert "claims per second" in done.stdout
    assert f"{path}:13" in done.stderr


def test_what_cannot_be_measured_is_an_error(tmp_path):
    path = tmp_path / "rows.jsonl"
    path.write_bytes(lines({"response": "x"}))
    for arguments, message in (
        ([str(path)], "context: is missing"),
        ([str(tmp_path / "none.jsonl")], "no such file"),
        ([str(path), "--judge", "local:/nowhere"], "there is no such ONNX model"),
        ([str(path), "--limit", "0"], "limit"),
    ):
        done = veriscope("bench", "grounding", *arguments)
        assert done.returncode == 2
        assert message in done.stderr
        assert "Traceback" not in done.stderr
