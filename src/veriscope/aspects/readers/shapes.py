"""The JSON of aspect models and datasets, brought into one form.

That form, an entry, is a plain dict: `text`, `aspects` (a list of `term`, `span`, `polarity`),
`text_id`, and whatever else the row says of its run. Nothing is mended on the way: a span that is
broken stays as it is, and a term that is not in the text stays too.

===================  ==========================================================================
shape                what it looks like
===================  ==========================================================================
plain                `text`, `aspects` of `term` and `span`; a Veriscope record likewise
SemEval as JSON      `aspectTerms` or `Opinions` with `term` or `target`, `from` and `to`
PyABSA               `sentence`, `tokens`, and parallel lists `aspect`, `position`, `sentiment`
token ranges         `words` or `tokens`, aspects whose `term` is a list, `from` and `to` in tokens
token classification `entities` of `word`, `start`, `end` (Hugging Face pipelines)
labelled spans       `label`, `labels` or `spans`, a list of `[start, end, label]` (doccano)
staged pipelines     `meta.input_text` and `stage1_ate.aspects`
===================  ==========================================================================
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from veriscope.aspects.aggregate import profile_of
from veriscope.aspects.readers.tokens import joined, token_places, token_span
from veriscope.errors import InputError
from veriscope.model import Span

Entry = dict[str, Any]

TEXTS = ("text", "response", "sentence", "raw_words", "raw_text", "input_text")
NAMES = ("text_id", "id", "sentence_id", "uid")
LISTS = ("aspects", "aspectTerms", "aspect_terms", "Opinions", "entities")
LABELLED = ("label", "labels", "spans")
TOKENS = ("tokens", "words", "token")
TERMS = ("term", "aspect", "target", "aspect_term", "word", "text")
POLARITIES = ("polarity", "sentiment", "label", "entity_group")
BORDERS = (("start", "end"), ("from", "to"), ("begin", "end"))
CARRIED = ("run_id", "profile", "mode", "case_type", "split", "extra_allow", "gold", "metadata")
BLOCKS = ("meta", "stage1_ate")
SCORED = ("ate", "ate_score", "inputs", "summary")


def is_scorecard(row: Mapping[str, Any]) -> bool:
    """Whether a row has been judged already: it has a block of a scorecard and no aspects."""
    return "aspects" not in row and any(name in row for name in SCORED)


def entry_of(row: Any) -> Entry:
    """Bring a row of any of the known shapes into the one form; a scorecard stays as it is."""
    if not isinstance(row, dict):
        raise InputError("must be an object")
    if is_scorecard(row):
        return dict(row)
    blocks = [row, *(row[name] for name in BLOCKS if isinstance(row.get(name), dict))]
    tokens = _tokens(row)
    text = _first(blocks, TEXTS)
    if text is None and tokens is not None:
        text = joined(tokens)
    if not isinstance(text, str):
        raise InputError("is missing" if text is None else "must be a string", field="text")
    name = _first(blocks, NAMES)
    entry: Entry = {"text_id": None if name is None else str(name), "text": text}
    for key in CARRIED:
        value = _first(blocks, (key,))
        if value is not None:
            entry[key] = value
    if "profile" not in entry and profile_of(row) is not None:
        entry["profile"] = profile_of(row)
    allow = entry.get("extra_allow", [])
    if not isinstance(allow, list) or not all(isinstance(term, str) for term in allow):
        raise InputError("must be a list of strings", field="extra_allow")
    entry["aspects"] = _aspects(blocks, text, tokens)
    return entry


def _first(blocks: Sequence[Mapping[str, Any]], names: Sequence[str]) -> Any:
    for block in blocks:
        for name in names:
            value = block.get(name)
            if value is not None:
                return value
    return None


def _tokens(row: Mapping[str, Any]) -> list[str] | None:
    tokens = _first([row], TOKENS)
    if isinstance(tokens, list) and all(isinstance(token, str) for token in tokens):
        return tokens
    return None


def _aspects(blocks: Sequence[Mapping[str, Any]], text: str, tokens: list[str] | None) -> list[Any]:
    row = blocks[0]
    if isinstance(row.get("aspect"), list) and "position" in row:
        return _parallel(row, text, tokens)
    for block in blocks:
        for name in LISTS:
            if name in block:
                return _listed(block[name], name, text, tokens)
    for name in LABELLED:
        if isinstance(row.get(name), list):
            return [_labelled(item, text) for item in row[name]]
    raise InputError("is missing", field="aspects")


def _listed(items: Any, name: str, text: str, tokens: list[str] | None) -> list[Any]:
    if items is None:
        return []
    if not isinstance(items, list):
        raise InputError("must be a list", field=name)
    places: list[Span | None] | None = None
    out: list[Any] = []
    for item in items:
        if not isinstance(item, dict):
            out.append(_labelled(item, text) if isinstance(item, list) else item)
            continue
        if item.get("target") == "NULL" and "term" not in item:
            continue  # SemEval writes so that the opinion names no term
        if isinstance(item.get("term"), list) and tokens is not None:
            places = token_places(text, tokens) if places is None else places
            out.append(_ranged(item, text, places))
        else:
            out.append(_plain(item))
    return out


def _plain(item: Mapping[str, Any]) -> dict[str, Any]:
    span = item.get("span")
    term = _first([item], TERMS)
    if isinstance(span, str) and term is None:
        term, span = span, None  # SetFit calls the term a span
    if span is None:
        span = _borders(item)
    elif _is_pair(span):
        span = {"start": span[0], "end": span[1]}
    return _aspect("" if term is None else term, span, _first([item], POLARITIES))


def _borders(item: Mapping[str, Any]) -> dict[str, Any] | None:
    for start, end in BORDERS:
        if start in item and end in item:
            return {"start": _whole(item[start]), "end": _whole(item[end])}
    return None


def _whole(value: Any) -> Any:
    """Read digits as a number, as XML turned into JSON holds them."""
    if isinstance(value, str) and value.isascii() and value.isdigit() and len(value) < 19:
        return int(value)
    return value


def _is_pair(value: Any) -> bool:
    return isinstance(value, (list, tuple)) and len(value) == 2


def _ranged(item: Mapping[str, Any], text: str, places: Sequence[Span | None]) -> dict[str, Any]:
    term = joined([str(token) for token in item["term"]])
    border = _borders(item) or {"start": None, "end": None}
    span = token_span(places, border["start"], border["end"])
    if span is not None and text[span["start"] : span["end"]].split() == term.split():
        term = text[span["start"] : span["end"]]  # the same tokens, with the text's own spaces
    return _aspect(term, span, _first([item], POLARITIES))


def _parallel(row: Mapping[str, Any], text: str, tokens: list[str] | None) -> list[Any]:
    places = token_places(text, tokens if tokens is not None else text.split())
    positions, moods = row["position"], row.get("sentiment")
    if not isinstance(positions, list) or len(positions) != len(row["aspect"]):
        raise InputError("must be a list as long as `aspect`", field="position")
    if not isinstance(moods, list) or len(moods) != len(positions):
        moods = [None] * len(positions)
    out = []
    for term, position, mood in zip(row["aspect"], positions, moods, strict=True):
        numbers = position if isinstance(position, list) and position else [None]
        first, last = numbers[0], numbers[-1]
        span = token_span(places, first, last + 1 if type(last) is int else None)
        out.append(_aspect(_spaced(term, span, text), span, mood))
    return out


def _spaced(term: Any, span: Mapping[str, int] | None, text: str) -> Any:
    """Return a term of joined tokens with the text's own spaces, if it is the same otherwise."""
    if span is None or not isinstance(term, str):
        return term
    found = text[span["start"] : span["end"]]
    return found if "".join(found.split()) == "".join(term.split()) else term


def _labelled(item: Any, text: str) -> Any:
    """Read `[start, end, label]`, whose term is what stands there, or `[term, polarity]`."""
    if isinstance(item, dict):
        made = _plain(item)
        return {**made, "term": made["term"] or _slice(text, made["span"])}
    if not isinstance(item, list) or not item:
        return item
    label = item[-1] if len(item) > 1 and isinstance(item[-1], str) else None
    if isinstance(item[0], str):
        return _aspect(item[0], None, label)
    span = {"start": item[0], "end": item[1] if len(item) > 1 else None}
    return _aspect(_slice(text, span), span, label)


def _slice(text: str, span: Any) -> str:
    if not isinstance(span, dict):
        return ""
    start, end = span.get("start"), span.get("end")
    if type(start) is int and type(end) is int and 0 <= start <= end:
        return text[start:end]
    return ""


def _aspect(term: Any, span: Any, polarity: Any) -> dict[str, Any]:
    made = {"term": term, "span": span}
    return made if polarity is None else {**made, "polarity": polarity}
