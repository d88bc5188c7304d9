"""The checks that there are, when each applies, and how to make them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from importlib import import_module
from typing import cast

from veriscope.errors import InputError
from veriscope.model import JSON, Assessment, CheckName, Record
from veriscope.run.given import assess_refusals, assess_verdicts

Assess = Callable[[Sequence[Record]], list[Assessment]]


@dataclass(frozen=True)
class CheckOptions:
    """What the checks are made with; plain values, so that they travel to other processes."""

    checks: tuple[CheckName, ...] | None = None
    judge: str = "local"
    db: str | None = None
    facts: str | None = None


@dataclass(frozen=True)
class Check:
    """One check, ready to run; `assess` returns as many assessments as it gets records."""

    name: CheckName
    applies: Callable[[Record], bool]
    assess: Assess


def applies(name: CheckName, record: Record, *, database: bool) -> bool:
    """Whether a record has the fields that a check needs."""
    has = {
        CheckName.GROUNDING: bool(record.contexts),
        CheckName.NUMERIC: bool(record.contexts) or (database and record.scope is not None),
        CheckName.TRANSCRIPTION: record.reference is not None,
        CheckName.ASPECTS: record.aspects is not None,
        CheckName.ABSTENTION: record.is_nonexistent is not None,
        CheckName.VERDICTS: record.verdicts is not None,
    }
    return has[name]


def build_checks(options: CheckOptions) -> list[Check]:
    """Return the checks asked for, or all; what they need is loaded here and nowhere else."""
    wanted = options.checks or tuple(CheckName)
    database = options.db is not None
    return [
        Check(name, partial(_applies, name, database), _MAKERS[name](options))
        for name in CheckName
        if name in wanted
    ]


def _applies(name: CheckName, database: bool, record: Record) -> bool:
    return applies(name, record, database=database)


def check_names(names: Iterable[str]) -> tuple[CheckName, ...]:
    """Return checks by their names, in their own order; an unknown one is an error."""
    found = set()
    for name in names:
        try:
            found.add(CheckName(name.strip()))
        except ValueError:
            known = ", ".join(CheckName)
            raise InputError(f"no check {name!r}; there are {known}", field="--checks") from None
    return tuple(name for name in CheckName if name in found)


def _assess_of(room: str) -> Callable[..., list[Assessment]]:
    found = import_module(f"veriscope.{room}").assess
    return cast("Callable[..., list[Assessment]]", found)


def _grounding(options: CheckOptions) -> Assess:
    judge = import_module("veriscope.judges").make_judge(options.judge)
    check = import_module("veriscope.grounding").GroundingCheck(judge)
    return cast("Assess", check.assess)


def _wanted(options: CheckOptions, name: CheckName) -> bool:
    return options.checks is None or name in options.checks


def judge_model(options: CheckOptions) -> str | None:
    """Return name and digest of the model that judges on this machine; `None` where none does."""
    if not _wanted(options, CheckName.GROUNDING) or options.judge.partition(":")[0] != "local":
        return None
    judge = import_module("veriscope.judges").make_judge(options.judge)
    return cast("str", judge.identity)


def judge_prompts(options: CheckOptions) -> list[JSON] | None:
    """Return the versions of the prompts of a language model; `None` where none is asked."""
    asked = any(kind in options.judge for kind in ("openai:", "anthropic:"))
    if not (asked and _wanted(options, CheckName.GROUNDING)):
        return None
    load = import_module("veriscope.judges.llm.prompt").load_prompt
    return [load(name).id for name in ("extract", "verify", "verify_many")]


def numeric_settings(options: CheckOptions) -> dict[str, JSON] | None:
    """Return tolerances and switches, which the environment sets; `None` without that check."""
    if not _wanted(options, CheckName.NUMERIC):
        return None
    config = import_module("veriscope.numeric.config").HallucinationConfig()
    return cast("dict[str, JSON]", asdict(config))


def _numeric(options: CheckOptions) -> Assess:
    room = import_module("veriscope.numeric")
    detector = room.HallucinationDetector(options.db, mapping=options.facts)
    return cast("Assess", room.NumericCheck(detector).assess)


_MAKERS: Mapping[CheckName, Callable[[CheckOptions], Assess]] = {
    CheckName.GROUNDING: _grounding,
    CheckName.NUMERIC: _numeric,
    CheckName.TRANSCRIPTION: lambda _: _assess_of("transcription"),
    CheckName.ASPECTS: lambda _: _assess_of("aspects"),
    CheckName.ABSTENTION: lambda _: assess_refusals,
    CheckName.VERDICTS: lambda _: assess_verdicts,
}
