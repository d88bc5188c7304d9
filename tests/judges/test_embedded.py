"""Models in ONNX form: read once, in any batch the same, clear about what is wrong with them."""

import multiprocessing
import random
import shutil
from dataclasses import replace

import pytest
from examples.make_tiny_judge import write

from tests.judges.conftest import TINY
from tests.judges.texts import documents
from veriscope.errors import InputError
from veriscope.judges import make_judge
from veriscope.judges.embedded import batching, processors, session
from veriscope.judges.embedded.scorer import SHIPPED, OnnxScorer
from veriscope.judges.embedded.spec import MODEL, find_model
from veriscope.judges.lexical import Pair

MODELS = [TINY, *([SHIPPED] if (SHIPPED / MODEL).is_file() else [])]


def pairs(count):
    chance = random.Random(1)
    out = []
    for text, lines in documents(count):
        words = text.split()
        out.append((" ".join(words[: chance.randrange(3, len(words))]), chance.choice(lines)))
    return out


@pytest.mark.parametrize("model", MODELS, ids=lambda path: path.name)
def test_a_pair_is_read_the_same_in_any_batch(model):
    scorer = OnnxScorer(model)
    wanted = pairs(40)
    alone = [scorer.read([pair])[0] for pair in wanted]
    together = scorer.read(wanted)
    mixed = scorer.read(wanted[::-1])[::-1]
    for one, two, three in zip(alone, together, mixed, strict=True):
        assert one.supported == pytest.approx(two.supported, abs=1e-4)
        assert one.supported == pytest.approx(three.supported, abs=1e-4)
    assert len({reading.supported for reading in alone}) > 20
    assert together == scorer.read(wanted)


def test_equal_pairs_are_computed_once_and_all_answered(monkeypatch):
    rows = []
    run_all = session.Loaded.run_all
    monkeypatch.setattr(
        session.Loaded,
        "run_all",
        lambda self, feeds: rows.extend(len(f["input_ids"]) for f in feeds) or run_all(self, feeds),
    )
    wanted = pairs(3) * 50
    found = OnnxScorer(TINY).read(wanted)
    assert sum(rows) == 3
    assert found[:3] * 50 == found
    assert OnnxScorer(TINY).read([]) == []


def test_a_scorer_gives_probabilities_of_pairs():
    scorer = OnnxScorer(TINY)
    good, bad = Pair("a river", "a river", 1.0), Pair("a river", "a deck", 0.2, figures=1, names=1)
    first, second = scorer.score([good, bad])
    assert 1.0 > first > 0.5 > second > 0.0
    assert (scorer.name, len(scorer.version)) == ("tiny", 16)


def test_batches_hold_rows_of_nearly_one_length(spec):
    words = session.load(spec).tokenizer
    wide = [("river " * (number % 40 + 1), "deck") for number in range(300)]
    found = batching.encode(wide, spec, words)
    parts = list(batching.batches(found, frozenset({"input_ids", "attention_mask"}), 2))
    assert sorted(row for part in parts for row in part.rows) == list(range(300))
    padded = sum(part.feed["input_ids"].size for part in parts)
    assert padded <= 1.1 * sum(map(len, found))
    assert all(part.feed["input_ids"].size <= batching.TOKENS for part in parts)
    assert set(parts[0].feed) == {"input_ids", "attention_mask"}


def test_the_evidence_is_cut_and_not_the_claim(spec):
    words = session.load(spec).tokenizer
    ((one,), (other,)) = (
        batching.encode([("river " * 200, "deck opened")], item, words)
        for item in (spec, replace(spec, order=spec.order[::-1]))
    )
    assert len(one) == len(other) == spec.max_tokens
    assert one.tokens[-4:] == ["[SEP]", "deck", "opened", "[SEP]"]
    assert other.tokens[:5] == ["[CLS]", "deck", "opened", "[SEP]", "river"]
    assert [type_id for type_id in one.type_ids if type_id] == [1, 1, 1]
    (only,) = batching.encode([("river", "deck " * 200)], spec, words)
    assert len(only) == spec.max_tokens
    assert only.tokens.count("deck") == spec.max_tokens - 3


def test_one_logit_can_stand_for_either_side(tmp_path):
    folder = write(tmp_path, outputs=1)
    toml = folder / "model.toml"
    found = {}
    for label in ("supported", "not_supported"):
        toml.write_text(f'labels = ["{label}"]\nmax_tokens = 40\n')
        (reading,) = OnnxScorer(folder).read([("a river", "a deck")])
        assert reading.refuted is None
        found[label] = reading.supported
    assert found["supported"] == pytest.approx(1 - found["not_supported"])


def test_a_model_may_lack_token_types(tmp_path):
    folder = write(tmp_path, inputs=("input_ids", "attention_mask"))
    assert 0 < OnnxScorer(folder).read([("a river", "a deck")])[0].supported < 1


@pytest.mark.parametrize(
    ("toml", "message"),
    [
        ('labels = ["supported", "maybe"]', "labels: has 'maybe'"),
        ('labels = ["supported", "supported"]', "labels: names an output twice"),
        ('labels = ["refuted", "not_enough_info"]', "labels: must name supported"),
        ("labels = 3", "labels: must be a list of strings"),
        ('order = ["claim"]', "order: must be"),
        ("max_tokens = 2", "max_tokens: must be a whole number from 16 on"),
        ("temperature = 0", "temperature: must be above 0"),
        ("threshold = 1.0", "threshold: must be above 0 and under 1"),
        ('calibration = "no"', "calibration: must be a table"),
        (
            "[calibration.weights]\nlogits = 1.0",
            "calibration.weights.logits: is not known; features",
        ),
        ("[calibration]\nbias = nan", "calibration.bias: must be finite"),
        ("[response]\nworst = 0", "response.worst: must be a whole number from 1 on"),
        ("tempreature = 2.0", "tempreature: is not known"),
        ("labels = [", "not TOML"),
    ],
)
def test_a_wrong_toml_is_named_with_its_field(tmp_path, toml, message):
    folder = shutil.copytree(TINY, tmp_path / "m")
    (folder / "model.toml").write_text(toml)
    with pytest.raises(InputError) as caught:
        find_model(folder)
    assert message in str(caught.value)
    assert str(folder / "model.toml") in str(caught.value)


@pytest.mark.parametrize("missing", ["model.onnx", "tokenizer.json", "model.toml"])
def test_what_is_missing_is_named(tmp_path, missing):
    folder = shutil.copytree(TINY, tmp_path / "m")
    (folder / missing).unlink()
    with pytest.raises(InputError, match=missing):
        make_judge(f"local:{folder}")


def test_a_file_with_a_toml_of_its_own_name(tmp_path):
    folder = shutil.copytree(TINY, tmp_path / "m")
    (folder / "model.onnx").rename(folder / "other.onnx")
    (folder / "other.toml").write_text('name = "mine"')
    assert OnnxScorer(folder / "other.onnx").name == "mine"


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda folder: (folder / "model.onnx").write_bytes(b"no model"), "not an ONNX model"),
        (lambda folder: (folder / "tokenizer.json").write_text("{}"), "not a tokenizer"),
        (lambda folder: write(folder, outputs=2), "has 2 outputs, and its TOML names 3 labels"),
        (
            lambda folder: write(folder, inputs=("tokens", "attention_mask")),
            "lacks the input input_ids",
        ),
    ],
)
def test_a_model_that_cannot_run_is_an_error_with_its_path(tmp_path, change, message):
    folder = shutil.copytree(TINY, tmp_path / "m")
    change(folder)
    with pytest.raises(InputError, match=message) as caught:
        OnnxScorer(folder).read([("a", "b")])
    assert str(folder) in str(caught.value)


def test_a_model_is_loaded_once(spec):
    assert session.load(spec) is session.load(replace(spec, temperature=2.0))


def test_threads_are_as_told_or_as_many_as_there_are(monkeypatch):
    monkeypatch.setenv(session.THREADS, "3")
    assert session.thread_count() == 3
    monkeypatch.setenv(session.THREADS, "none")
    with pytest.raises(InputError, match=session.THREADS):
        session.thread_count()
    monkeypatch.delenv(session.THREADS)
    assert session.thread_count() >= 1


@pytest.mark.parametrize(
    ("quota", "expected"), [("200000 100000\n", 2), ("50000 100000\n", 1), ("max 100000\n", None)]
)
def test_a_control_group_limits_the_threads(tmp_path, monkeypatch, quota, expected):
    path = tmp_path / "cpu.max"
    path.write_text(quota)
    monkeypatch.setattr(processors, "_QUOTA", path)
    assert processors._quota() == expected


def child(queue):
    queue.put(OnnxScorer(TINY).read([("a river", "a deck")])[0].supported)


@pytest.mark.filterwarnings("ignore:This process.*is multi-threaded:DeprecationWarning")
@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_another_process_reads_the_same(method):
    here = OnnxScorer(TINY).read([("a river", "a deck")])[0].supported
    context = multiprocessing.get_context(method)
    queue = context.Queue()
    process = context.Process(target=child, args=(queue,))
    process.start()
    assert queue.get(timeout=120) == here
    process.join()
    assert process.exitcode == 0


def test_half_of_a_surrogate_pair_is_read():
    scorer = OnnxScorer(TINY)
    broken, plain = scorer.read([("a \ud800 b", "c \udc00"), ("a ? b", "c ?")])
    assert broken == plain


def test_what_is_wrong_with_a_model_is_told_by_whoever_reads(tmp_path, spec):
    broken = replace(spec, path=tmp_path / "model.onnx")
    broken.path.write_bytes(b"no graph")
    scorer = OnnxScorer(broken)
    scorer.begin()
    for _ in range(2):
        with pytest.raises(InputError, match="not an ONNX model that runs here"):
            scorer.read([("a river", "a deck")])


def test_a_model_that_was_begun_is_the_one_that_is_read(monkeypatch, tmp_path):
    made = []
    init = session.Loaded.__init__
    monkeypatch.setattr(
        session.Loaded, "__init__", lambda self, spec: made.append(spec) or init(self, spec)
    )
    scorer = OnnxScorer(write(tmp_path))
    for _ in range(3):
        scorer.begin()
    assert scorer.read([("a river", "a deck")])
    assert len(made) == 1
