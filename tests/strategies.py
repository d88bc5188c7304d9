"""Hypothesis strategies for the nouns."""

from hypothesis import strategies as st

from veriscope.model import (
    Aspect,
    AspectDetail,
    Assessment,
    Author,
    AuthorKind,
    BlockDetail,
    Cause,
    CheckName,
    Claim,
    ClaimType,
    Context,
    Evidence,
    Failure,
    FigureDetail,
    Gold,
    Record,
    Score,
    Stage,
    Verdict,
    VerdictLabel,
)

texts = st.text(max_size=12)
labels = st.sampled_from(VerdictLabel)
probabilities = st.floats(0, 1)
spans = st.tuples(st.integers(0, 50), st.integers(0, 50)).map(lambda s: (min(s), max(s)))
json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 9) | texts,
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(texts, inner, max_size=2),
    max_leaves=4,
)
objects = st.dictionaries(texts, json_values, max_size=2)
authors = st.builds(Author, st.sampled_from(AuthorKind), texts, st.none() | texts)
evidence = st.builds(Evidence, st.none() | texts, st.none() | spans, texts, st.none() | objects)
verdicts = st.builds(
    Verdict,
    labels,
    probabilities,
    st.lists(evidence, max_size=2),
    texts,
    st.none() | texts,
    st.none() | probabilities,
    st.none() | authors,
)
details = st.one_of(
    st.builds(
        FigureDetail,
        value=st.none() | st.decimals(allow_nan=False, allow_infinity=False, places=3),
        parts=st.none() | st.dictionaries(texts, st.integers(), max_size=2),
    ),
    st.builds(BlockDetail, start_token=st.integers(0, 9), end_token=st.integers(0, 9)),
    st.builds(AspectDetail, claimed_span=json_values, found_span=st.none() | spans),
)
claims = st.builds(
    Claim,
    texts,
    st.none() | spans,
    st.sampled_from(ClaimType),
    st.none() | texts,
    st.none() | details,
)
failures = st.builds(Failure, st.sampled_from(Stage), st.sampled_from(Cause), texts, st.booleans())


def one_or_by_name(values: st.SearchStrategy) -> st.SearchStrategy:
    many = st.lists(values, max_size=2)
    return st.none() | many | st.dictionaries(texts, many, max_size=2)


records = st.builds(
    Record,
    response=texts,
    id=texts,
    query=st.none() | texts,
    contexts=st.lists(st.builds(Context, texts, st.none() | texts, objects), max_size=2),
    reference=st.none() | texts,
    aspects=st.none() | st.lists(st.builds(Aspect, texts, json_values), max_size=2),
    scope=st.none() | objects,
    verdicts=one_or_by_name(verdicts),
    claims=one_or_by_name(claims),
    probabilities=st.none() | st.lists(probabilities, max_size=3),
    samples=st.none() | st.lists(st.lists(probabilities, max_size=3), max_size=2),
    responses=st.lists(texts, max_size=2),
    is_nonexistent=st.none() | st.booleans(),
    confidence=st.none() | probabilities,
    model=st.none() | texts,
    groups=st.dictionaries(texts, texts, max_size=2),
    gold=st.none() | st.builds(Gold, st.none() | st.booleans(), st.lists(spans, max_size=2)),
    metadata=objects,
)
assessments = st.builds(
    Assessment,
    texts,
    st.sampled_from(CheckName),
    st.lists(claims, max_size=2),
    st.lists(verdicts, max_size=2),
    st.dictionaries(texts, st.none() | probabilities, max_size=2),
    st.booleans(),
    st.none() | probabilities,
    st.lists(failures, max_size=2),
    st.dictionaries(texts, texts, max_size=2),
    st.none() | texts,
)
scores = st.builds(
    Score,
    metric=texts,
    value=probabilities,
    n_scored=st.integers(0, 99),
    interval=st.none() | st.tuples(probabilities, probabilities),
    n_failed=st.dictionaries(texts, st.integers(1, 9), max_size=2),
    n_abstained=st.integers(0, 9),
    bounds=st.none() | st.tuples(probabilities, probabilities),
)
