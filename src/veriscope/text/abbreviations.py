"""Words whose full stop seldom ends a sentence; English, French, German in one set each."""

from __future__ import annotations


def word_set(text: str) -> frozenset[str]:
    """Return the words of a line as a set."""
    return frozenset(text.split())


# A name, a noun or a number follows; no sentence ends here.
NEVER_LAST = word_set(
    "mr mrs ms dr prof rev gen sen rep gov capt cpt lt col sgt maj cmdr hon st mt ft vs "
    "e.g i.e eg ie cf viz al approx dept univ est "
    "m mm mme mlle mgr p.ex env ex cie "
    "hr fr hrn frl z.b d.h u.a o.ä i.d.r v.a bzw ca evtl ggf inkl exkl sog vgl geb gest usf zzgl "
    "abzgl dipl ing"
)

# Short for "number", "page" and the like: no end where a figure follows.
BEFORE_FIGURE = word_set(
    "no nos nr num n° art abs fig figs p pp s vol bd ch chap sec par para eq ref tab jan feb mar "
    "apr jun jul aug sep sept oct okt nov dec dez janv févr avr juil tél tel kap ziff"
)

# Either may be meant; the next word tells.
MAYBE_LAST = word_set(
    "inc ltd co corp llc plc bros jr sr etc usw u.s u.k u.n e.u d.c a.m p.m b.c a.d ph.d m.d "
    "b.a m.a u.s.a no gmbh s.a"
)

# Words that open sentences and seldom follow an abbreviation inside one.
OPENERS = word_set(
    "The A An It He She They We You I This That These Those In On At As But And However There "
    "Its His Her Their Our When While After Before Since For If Although Also By With From To "
    "Le La Les Il Elle Ils Elles Ce Cette Ces Un Une Des Dans En Mais "
    "Der Die Das Er Sie Es Ein Eine Im In Am Auf Aber Diese Dieser Dieses Wir Ich"
)

# After "3." a German date or rank goes on.
AFTER_ORDINAL = word_set(
    "Januar Februar März April Mai Juni Juli August September Oktober November Dezember "
    "Jahrhundert Jahrhunderts Jahrtausend Quartal Quartals Platz Rang Tag Monat Jahr Mal Weltkrieg "
    "Weltkriegs Geburtstag Auflage Klasse Stock Etage Liga Halbjahr Kapitel Absatz"
)

# Before "3." they announce a date or a rank.
BEFORE_ORDINAL = word_set("am vom zum im der dem den des die das seit bis ab")
