"""Sentences that keep claims company and claim nothing: courtesy, remarks, refusals."""

from __future__ import annotations

import re
from enum import StrEnum


class Company(StrEnum):
    """Why a sentence is no claim."""

    COURTESY = "courtesy"
    REMARK = "remark"
    REFUSAL = "refusal"


_SOURCE = (
    r"(?:(?:given|provided|supplied|available|retrieved|above)\s+)?"
    r"(?:contexts?|passages?|documents?|texts?|sources?|information|excerpts?|articles?|data)"
)
_COURTESY = (
    r"(?:hello|hi|hey|greetings|dear|good\s+(?:morning|afternoon|evening|day))(?:[\s,]+[\w.]+){0,3}"
    r"|thank(?:s|\s+you)(?:\s+(?:for|so|very)\b[^.!]{0,80}|\s+all)?"
    r"|you(?:['’]re|\s+are)\s+welcome|(?:that['’]s\s+)?(?:a\s+)?(?:great|good|excellent)\s+question"
    r"|sure(?:\s+thing)?|of\s+course|certainly|absolutely|no\s+problem|happy\s+to\s+help"
    r"|(?:best|kind|warm)?\s*regards(?:,\s*\w+)?|have\s+a\s+(?:great|nice|good|lovely)\s+\w+"
    r"|bonjour|bonsoir|salut|merci(?:\s+(?:de|pour|beaucoup)\b[^.!]{0,80})?|bien\s+sûr|cordialement"
    r"|hallo|guten\s+(?:tag|morgen|abend)|danke(?:\s+für\b[^.!]{0,80})?|vielen\s+dank[^.!]{0,80}"
    r"|gern(?:e)?|natürlich|selbstverständlich|mit\s+freundlichen\s+grüßen"
    r"|안녕하세요|안녕하십니까|감사합니다|고맙습니다|네|물론입니다|물론이죠|좋은\s*질문입니다"
)
_REMARK = (
    r"(?:i\s+)?hope\s+(?:this|that|it)\b[^.!]{0,60}\b(?:help|useful|clarif|answer)"
    r"|(?:please\s+)?(?:let\s+me\s+know|feel\s+free\s+to)\b"
    r"|(?:please\s+)?do(?:n['’]t|\s+not)\s+hesitate\s+to"
    r"|if\s+you(?:['’]d|\s+would)?\s+(?:have|need|want|like)\b[^.!]{0,40}"
    r"(?:question|help|detail|information|assistance|clarif|know)"
    r"|i(?:['’]d|['’]m|\s+would\s+be|\s+am)\s+(?:be\s+)?(?:happy|glad)\s+to\b"
    r"|(?:here|below)\s+(?:is|are|['’]s)\b[^.!]{0,120}:$"
    rf"|(?:based|according)\s+(?:up)?on\s+(?:the\s+)?{_SOURCE}[^.!]{{0,40}}:$"
    r"|(?:please\s+)?note\s+that\s+(?:i|this\s+answer|my)\b"
    r"|j['’]espère\s+que\b|n['’]hésitez\s+pas\b|voici\b[^.!]{0,120}:$"
    r"|ich\s+hoffe,?\s+(?:das|dies)\b|lassen\s+sie\s+(?:es\s+)?mich\b"
    r"|(?:falls|wenn)\s+sie\s+(?:noch\s+)?(?:weitere\s+)?fragen\b"
    r"|hier\s+(?:ist|sind|folgt)\b[^.!]{0,120}:$"
    r"|도움이\s*되(?:었|셨|길|기를|시)|(?:추가|다른|더)\s*(?:적인\s*)?질문|궁금한\s*(?:점|것|사항)"
    r"|언제든지?\s*(?:말씀|문의|질문)"
)
_REFUSAL = (
    r"(?:(?:i['’]?\s*a?m\s+)?(?:(?:very|so)\s+)?(?:sorry|afraid)|unfortunately|i\s+apologi[sz]e|"
    r"my\s+apologies)(?:\s+for\b[^.!]{0,60})?[\s,;:—–-]*(?:but\s+|however,?\s+|that\s+)*"
    rf"(?:$|i\b|as\s+an?\s+ai\b|(?:the|this)\s+{_SOURCE}\s+(?:do|is|are|has|have)|there\s+is\s+(?:no|not)\b)"
    r"|i(?:\s+am|['’]m)\s+(?:unable|not\s+able|not\s+sure|unsure)\b"
    r"|i\s+(?:can(?:not|['’]t|\s+not)|could(?:n['’]t|\s+not))\s+(?:answer|find|provide|determine|"
    r"help|say|assist|tell|confirm|verify|comment|give|share|access|locate|comply)\b"
    r"|i\s+(?:do\s+not|don['’]t)\s+(?:know|have)\b|as\s+an?\s+ai\b"
    r"|unable\s+to\s+answer|cannot\s+(?:be\s+)?answer|no\s+answer\b"
    rf"|(?:the|this)\s+{_SOURCE}\s+(?:do(?:es)?\s+not|do(?:es)?n['’]t)\s+"
    r"(?:\w+\s+)?(?:contain|mention|provide|specify|include|state|say|answer|give|address|discuss)"
    rf"|there\s+is\s+(?:no|not\s+enough|insufficient)\s+(?:information|mention|answer|{_SOURCE})\b"
    r"|(?:je\s+suis\s+)?désolée?\b|je\s+(?:ne\s+)?(?:sais|peux|dispose)\s+pas\b|je\s+ne\s+suis\s+pas\s+en\b"
    r"|le\s+(?:contexte|texte|document|passage)\s+ne\s+\w+\s+(?:pas|aucune?)\b"
    r"|(?:es\s+)?tut\s+mir\s+(?:sehr\s+)?leid|leider\s+(?:kann|weiß|habe|enthält)\b"
    r"|ich\s+(?:weiß\s+(?:es\s+|das\s+)?nicht|kann\b[^.!]{0,80}\bnicht\b|habe\s+keine)"
    r"|(?:der|das|die)\s+(?:kontext|text|dokument|passage)\s+"
    r"(?:enthält|nennt|erwähnt|gibt|sagt)\b[^.!]{0,80}\b(?:kein\w*|nicht)\b"
    r"|죄송|미안|(?:제공된\s*)?(?:문맥|맥락|문서|정보|자료|본문|지문)\S{0,4}\s[^.]{0,60}(?:없습니다|않습니다|않아)"
    r"|[^.]{0,60}(?:알\s*수\s*없습니다|모르겠습니다|답변(?:을|해)?\s*드릴\s*수\s*없)"
)
_PATTERN = re.compile(
    rf"(?:(?P<refusal>{_REFUSAL})|(?P<remark>{_REMARK})|(?P<courtesy>(?:{_COURTESY})[\s.!,:]*$))",
    re.IGNORECASE,
)
_LONGEST = 400


def company_of(sentence: str) -> Company | None:
    """Say why a sentence claims nothing; `None` where it may claim something.

    A sentence is judged by how it begins, courtesy by the whole of it, so that "Hello World was
    printed in 1978" remains a claim. Very long sentences are claims.
    """
    if len(sentence) > _LONGEST:
        return None
    found = _PATTERN.match(sentence)
    return Company(found.lastgroup) if found and found.lastgroup else None
