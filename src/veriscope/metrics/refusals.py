"""The many forms of "I don't know", in English, French and Korean.

A refusal is what the system says of itself or of the thing asked for. "She invented the loom",
"there is no doubt" and "unknown to many" hold the same words and are answers; so each form says
whose words they must be, or what must follow. Texts come in lower case, with straight apostrophes
and single spaces. Every repetition is bounded: the search is linear in the text.
"""

from __future__ import annotations

import re

_SELF = r"(?:\bi|\bwe)"
_AM = r"(?:\bi'm|\bi am|\bi was|\bwe're|\bwe are|\bwe were|^)"
_START = r"(?:^|[.!?;:,] ?|\bbut |\bsorry |\bunfortunately )"
_NOT = r"(?:do not|don't|dont|did not|didn't)"
_CANNOT = (
    r"(?:can't|cannot|can not|could not|couldn't|(?:(?:am|was|are|were|'m|'re) )?(?:unable|not able) to"
    r"|(?:wasn't|weren't|won't be) able to)"
)
_FIND = (
    r"(?:find|locate|confirm|verify|provide|answer|determine|identify|say|tell|recall|access"
    r"|give|help|speak|comment|be (?:sure|certain|confident))"
)
_MATTER = (
    r"(?:information|info|data|records?|evidence|details?|documentation|mention|knowledge|trace"
    r"|references?|sources?|results?|matches|idea|clue|recollection|answer)"
)
_THERE = (
    r"(?:^|[.!?;:,] ?|\bthere (?:is|are|was|were|exists?|(?:appears?|seems?) to be) |\bthere's "
    r"|(?:\bi|\bwe)(?:'ve| have)? (?:have|had|found|find|see|can find|could find|know of|got) "
    r"|(?:\bi|\bwe)(?: have|'ve) |\b(?:contains?|provides?|includes?|has|have) )"
)
_PLACE = (
    r"(?:the |my |our |any |this |these |available |provided |given |known )*"
    r"(?:records?|database|data|sources?|documents?|context|text|index|knowledge base|search"
    r"|results|training data|files?|literature)"
)
_UNREAL = r"(?:fictional|fictitious|imaginary|made[- ]up|fabricated|invented|hypothetical)"
_SEEMS = (
    r"(?:\b(?:is|are|be|seems?|appears?|sounds?|looks?)"
    r"(?: to be| like| likely| probably| possibly| purely| entirely| completely)?"
    r"(?: to be)?(?: a| an| purely| entirely)? "
    r"|\b(?:it's|that's|this is|they're)(?: a| an| purely| entirely| probably| likely)? |^)"
)

_FORMS: dict[str, str] = {
    "i don't know": rf"{_SELF}(?: \w+ly| just)? {_NOT}(?: \w+ly)? know\b|^{_NOT} know\b",
    "i'm not sure": rf"{_AM} ?(?: \w+ly)?not (?:\w+ )?(?:sure|certain)\b|{_AM} ?(?:unsure|uncertain)\b",
    "i cannot find": rf"(?:{_SELF} ?|{_START})(?:\w+ly )?{_CANNOT}(?: \w+ly)? {_FIND}\b",
    "it cannot be confirmed": (
        r"\b(?:it|this|that|which|information|existence|claim)"
        r" (?:cannot|can't|can not|could not|couldn't) be (?:\w+ly )?"
        r"(?:found|confirmed|verified|determined|provided|located|identified|answered)\b"
    ),
    "i did not find": rf"{_SELF} {_NOT}(?: \w+ly)? (?:find|see|recognise|recognize|recall)\b",
    "i don't have": (
        rf"{_SELF}(?: \w+ly)? (?:{_NOT} have|lack|have not found|haven't found)"
        rf"(?: access to)?(?: enough| any| the| sufficient| specific| reliable| such| \w+){{0,3}}"
        rf" {_MATTER}\b"
    ),
    "no information": rf"{_THERE}no (?:\w+ ){{0,2}}{_MATTER}\b",
    "no such": rf"{_THERE}no such\b|\bno such \w+(?: \w+)? (?:exists?|is known|was found)\b",
    "not enough information": (
        r"\b(?:not enough|insufficient|not sufficient) (?:information|data|evidence|context)\b"
    ),
    "not found": rf"\bnot found(?= ?(?:$|[.!?,;:)])| in {_PLACE}\b)",
    "does not exist": (
        r"\b(?:does not|doesn't|do not|don't)(?: \w+ly)?(?: (?:appear|seem) to)?(?: \w+ly)? exist\b"
        r"|\bnever (?:\w+ly )?existed\b|\b(?:is|are|be) non-?existent\b"
        r"|\b(?:does not|doesn't) (?:appear|seem) to be (?:a |an |any )?(?:real|actual|known)\b"
    ),
    "i'm unfamiliar": rf"{_AM} ?(?:not (?:\w+ly )?familiar|unfamiliar) with\b|\bunfamiliar to (?:me|us)\b",
    "i'm not aware": rf"{_AM} ?(?:not (?:\w+ly )?aware|unaware) of\b|{_AM} ?not aware\b",
    "never heard of": rf"(?:{_SELF}(?:'ve| have| had)? |^)never heard of\b"
    rf"|{_SELF}(?: have not|'ve not| haven't) heard of\b",
    "unknown to me": r"\bunknown to (?:me|us)\b",
    "outside my knowledge": (
        r"\b(?:outside|beyond|not in|not within|not part of)(?: of)?(?: the)?(?: scope of)?"
        r" (?:my|our)(?: current)? (?:knowledge|training|expertise|scope|information|database)\b"
    ),
    "not real": (
        r"(?:\b(?:is|are|was|were|it's|that's|be) not|\b(?:isn't|aren't|wasn't|weren't)) "
        r"(?:actually )?(?:(?:a|an) (?:actual |known )?real\b|real(?= ?(?:$|[.!?,;:])))"
    ),
    "fictional": rf"{_SEEMS}{_UNREAL}\b(?! (?:of|from|by|in|at|with|using|out|for|to)\b)",
    "je ne sais pas": r"\bje (?:ne |n')?(?:le )?sais (?:vraiment )?pas\b|\bnous ne savons pas\b",
    "je ne connais pas": r"\b(?:je|nous) ne (?:le |la |les )?conna(?:is|issons) (?:pas|aucun)",
    "je ne suis pas sûr": (
        r"\b(?:je ne suis|nous ne sommes) pas (?:\w+ )?"
        r"(?:sûre?s?|certaine?s?|au courant|en mesure de|capable de)"
    ),
    "je ne peux pas": (
        r"\b(?:je ne (?:peux|puis|parviens|suis)|je n'arrive|nous ne pouvons) (?:malheureusement )?pas"
        r" (?:à )?(?:vous )?(?:trouver|confirmer|fournir|répondre|vérifier|dire|donner|identifier)"
    ),
    "aucune information": (
        r"(?:\bn'(?:ai|avons|existe|y a|a|est)(?: pas)?(?: trouvé| pas)? |^|\bne (?:dispose|trouve|possède) )"
        r"(?:aucune?|pas d'|pas de) ?(?:\w+ )?(?:informations?|données?|traces?|mentions?|preuves?"
        r"|résultats?|documents?|renseignements?|sources?)\b"
    ),
    "je n'ai pas d'information": (
        r"\b(?:je ne dispose|je n'ai|nous n'avons|nous ne disposons|il n'y a|il n'existe) pas"
        r" (?:d'|de |assez d'|assez de |suffisamment d')(?:\w+ )?"
        r"(?:informations?|données?|renseignements?|preuves?|traces?)\b"
    ),
    "introuvable": r"\bintrouvables?\b",
    "n'existe pas": (
        r"\bn'existe(?:nt)? (?:\w+ )?pas\b|\bne (?:semble|paraît)(?:nt)? pas exister\b"
        r"|\bn'(?:a|ont) jamais existé\b|\bn'est pas (?:une? )?(?:\w+ )?réel(?:le)?\b"
    ),
    "jamais entendu parler": r"\b(?:je n'ai|nous n'avons) jamais entendu parler\b",
    "fictif": r"\b(?:est|sont|semble|semblent)(?: être)?(?: une?)?(?: \w+){0,2} (?:ficti(?:f|ve)s?|imaginaires?)\b",
    "모르겠습니다": r"모르겠|모릅니다|잘 몰라|알지 못합니다|알지 못해",
    "알 수 없습니다": r"알 수(?:가)? 없(?:습니다|어요|네요|다\b|음)",
    "찾을 수 없습니다": r"(?:찾을|확인할|제공할|답변할|답할|답변드릴|말씀드릴|검증할) ?수(?:가|는)? 없",
    "확인되지 않습니다": r"확인되지 않|찾지 못했|확실하지 않",
    "정보가 없습니다": r"(?:정보|자료|기록|데이터|근거|증거)(?:가|는|이|은|도)? ?(?:\w+ )?(?:없습니다|없어요|없네요|없음|없다\b|부족)",
    "존재하지 않습니다": r"(?:존재|실존|실재)하지(?:는)? ?않|존재하는 것으로 (?:보이지|확인되지) 않",
    "들어 본 적이 없습니다": r"들어 ?본 적(?:이|은|도)? ?없|알려진 바(?:가|는)? ?없|알고 있지 않",
    "허구입니다": r"(?:허구|가공|가상)의 (?:인물|장소|것|존재|이야기|작품|국가|도시|사건)입니다|허구입니다|지어낸",
}

BUILT_IN: dict[str, re.Pattern[str]] = {name: re.compile(form) for name, form in _FORMS.items()}
"""Each built-in pattern by the name under which users see, remove and add it."""
