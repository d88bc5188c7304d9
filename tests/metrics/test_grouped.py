"""Many records to profiles by group: what is counted, and what stands in the denominators."""

import json
import tempfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests import strategies as make
from veriscope import InputError
from veriscope.run import FileProfile, profile_file


def write(tmp_path, *records) -> str:
    path = tmp_path / "records.jsonl"
    lines = [r if isinstance(r, str) else json.dumps(r, ensure_ascii=False) for r in records]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return str(path)


def judged(labels: str | dict, **more) -> dict:
    names = {"S": "SUPPORTED", "R": "REFUTED", "N": "NOT_ENOUGH_INFO"}
    if isinstance(labels, dict):
        verdicts = {judge: [names[x] for x in given] for judge, given in labels.items()}
    else:
        verdicts = [names[x] for x in labels]
    return {"response": "r", "verdicts": verdicts, **more}


def test_verdicts_by_response(tmp_path) -> None:
    found = profile_file(write(tmp_path, judged("SSR"), judged(""), {"response": "x"}))
    assert (found.total.n_records, found.total.n_not_applicable) == (3, 1)
    assert found.total.profile.mihr.total_claims == 3
    assert found.total.profile.mahr.total_responses == 2
    assert found.total.score("mahr").value == 0.5
    assert found.total.score("far").undefined == "no non-existent queries"
    assert found.groups == ()


def test_several_judges_stand_by_majority_and_a_tie_goes_to_the_worst(tmp_path) -> None:
    path = write(
        tmp_path,
        judged({"a": "SSS", "b": "SRN", "c": "RRS"}),
        judged({"a": "S", "b": "N", "c": "R"}),
    )
    total = profile_file(path).total
    assert (total.profile.mihr.unsupported_claims, total.profile.mihr.total_claims) == (2, 4)
    assert total.profile.fleiss_kappa.kappa == pytest.approx(total.score("fleiss_kappa").value)
    assert total.score("fleiss_kappa").n_scored == 4


def test_one_judge_alone_gives_no_agreement(tmp_path) -> None:
    total = profile_file(write(tmp_path, judged({"a": "SR"}))).total
    assert total.profile.fleiss_kappa is None
    assert total.score("fleiss_kappa").undefined == "no items"
    assert total.profile.mihr.value == 0.5


def test_records_with_unlike_numbers_of_judges_leave_kappa_undefined(tmp_path) -> None:
    path = write(tmp_path, judged({"a": "S", "b": "S"}), judged({"a": "S", "b": "S", "c": "R"}))
    total = profile_file(path).total
    assert "2 and 3 judges" in total.score("fleiss_kappa").undefined
    assert total.profile.fleiss_kappa.is_undefined
    assert total.profile.mihr.value == 0.0


def test_claims_by_model_give_consensus_query_by_query(tmp_path) -> None:
    path = write(
        tmp_path,
        {"response": "", "claims": {"a": ["x", "y"], "b": ["x"]}},
        {"response": "", "claims": {"a": ["z"], "b": ["Z "]}},
        {"response": "", "claims": ["no", "matrix"]},
    )
    total = profile_file(path, level=0.9).total
    assert (total.agreed_claims, total.disputed_claims) == (3, 0)
    assert total.score("consensus_f1").n_scored == 3
    # a: 2 of 3 claims shared, 3 of 3 consensus claims; b: 2 of 2, 2 of 3.
    assert total.profile.consensus_f1.precision == pytest.approx((2 / 3 + 1) / 2)
    assert total.n_not_applicable == 1


def test_verdicts_under_the_models_names_are_about_their_claims(tmp_path) -> None:
    record = {"response": "", "claims": {"a": ["x", "y"], "b": ["x"]}}
    record["verdicts"] = {"a": ["SUPPORTED", "REFUTED"], "b": ["SUPPORTED"]}
    total = profile_file(write(tmp_path, record)).total
    assert (total.profile.mihr.unsupported_claims, total.profile.mihr.total_claims) == (1, 3)
    assert total.profile.fleiss_kappa is None
    assert total.disputed_claims == 1


def test_uncertainty_is_the_mean_over_records(tmp_path) -> None:
    path = write(
        tmp_path,
        {"response": "", "probabilities": [0.5, 0.5], "samples": [[1, 0], [0, 1]]},
        {"response": "", "probabilities": [1, 0], "samples": [[0.5, 0.5], [0.5, 0.5]]},
    )
    total = profile_file(path).total
    assert total.profile.uncertainty.total == 0.25
    assert total.profile.evidence == "uncertainty"
    assert total.score("high_uncertainty_rate").n_scored == 2


def test_groups_are_rows_and_add_up(tmp_path) -> None:
    path = write(
        tmp_path,
        judged("SR", model="m1", groups={"lang": "fr"}),
        judged("SS", model="m2"),
        judged("RR", model="m1"),
    )
    found = profile_file(path, by="model")
    assert [(g.group, g.n_records, g.score("mihr").value) for g in found.groups] == [
        ("m1", 2, 0.75),
        ("m2", 1, 0.0),
    ]
    assert found.total.score("mihr").n_scored == sum(g.score("mihr").n_scored for g in found.groups)
    assert [g.group for g in profile_file(path, by="lang").groups] == ["(none)", "fr"]


def test_skipped_lines_stand_in_every_denominator(tmp_path) -> None:
    path = write(tmp_path, judged("SR", model="a"), "{", judged("S", model="b"))
    found = profile_file(path, by="model", skip_bad=True)
    assert found.skipped_lines == 1
    for group in (*found.groups, found.total):
        assert all(score.n_failed == {"unreadable": 1} for score in group.scores)
    assert found.total.score("mahr").bounds == (1 / 3, 2 / 3)


@pytest.mark.parametrize(
    ("bad", "message"),
    [
        ('{"respons": "x"}', "2: respons: unknown field"),
        (judged({"a": "S", "b": ""}), "2: verdicts.b: has 0 verdicts"),
        ({"response": "", "probabilities": [0.5, 0.6]}, "2: probabilities: must sum to 1"),
        ({"response": "", "claims": {"a": ["x"]}, "verdicts": {"a": []}}, "2: model 'a'"),
    ],
)
def test_a_line_that_cannot_be_used_is_named(tmp_path, bad, message) -> None:
    path = write(tmp_path, judged("S"), bad)
    with pytest.raises(InputError, match=message):
        profile_file(path)
    assert profile_file(path, skip_bad=True).skipped_lines == 1


def test_an_empty_file_and_an_unknown_group_are_errors(tmp_path) -> None:
    with pytest.raises(InputError, match="holds no records"):
        profile_file(write(tmp_path, ""))
    with pytest.raises(InputError, match="no record has 'team'"):
        profile_file(write(tmp_path, judged("S")), by="team")


@given(st.lists(make.records, max_size=6), st.sampled_from([None, 0.9]))
def test_any_records_give_finite_numbers_that_round_trip(records, level) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "records.jsonl"
        path.write_text("".join(r.to_json() + "\n" for r in records) + "{\n", encoding="utf-8")
        found = profile_file(path, by=None, level=level, skip_bad=True)
    text = found.to_json()
    json.loads(text, parse_constant=pytest.fail)
    assert FileProfile.from_json(text) == found
    assert found.total.n_records + found.skipped_lines == len(records) + 1
