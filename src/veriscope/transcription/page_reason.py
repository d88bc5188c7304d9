"""What is the matter with a page, read from its measures alone."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

LEFT_OUT_LIMIT = 0.2
"""A page that lost a larger share of its words than this was cut, not misread."""
RESPELLED_LIMIT = 0.1


class PageReason(StrEnum):
    """Each a failure of its own; `RESPELLED` and `INVENTED_NAME` explain, they flag no page."""

    LOW_ANCHOR = "low_anchor"
    LONG_OUTPUT = "long_output"
    EMPTY_OUTPUT = "empty_output"
    SHORT_TEXT = "short_text"
    TEXT_ON_BLANK_PAGE = "text_on_blank_page"
    INVENTED_TEXT = "invented_text"
    REPEATED_TEXT = "repeated_text"
    LEFT_OUT = "left_out"
    INVENTED_FIGURE = "invented_figure"
    INVENTED_NAME = "invented_name"
    RESPELLED = "respelled"


NO_FAULT = frozenset({PageReason.SHORT_TEXT, PageReason.INVENTED_NAME, PageReason.RESPELLED})


def page_reasons(measures: Mapping[str, float | None]) -> list[PageReason]:
    """Return what the measures of an assessment say of its page, the gravest first."""
    have = {name: value or 0.0 for name, value in measures.items()}
    found = {
        PageReason.TEXT_ON_BLANK_PAGE: have["output_words"] and not have["reference_words"],
        PageReason.EMPTY_OUTPUT: have["reference_words"] and not have["output_words"],
        PageReason.INVENTED_TEXT: have["invented_words"],
        PageReason.REPEATED_TEXT: have["repeated_words"],
        PageReason.INVENTED_FIGURE: have["invented_figures"],
        PageReason.LEFT_OUT: have["left_out_rate"] > LEFT_OUT_LIMIT,
        PageReason.LOW_ANCHOR: have["low_anchor"],
        PageReason.LONG_OUTPUT: have["long_output"],
        PageReason.SHORT_TEXT: have["short_text"],
        PageReason.INVENTED_NAME: have["invented_names"],
        PageReason.RESPELLED: have["respelled_rate"] > RESPELLED_LIMIT,
    }
    return [reason for reason, holds in found.items() if holds]
