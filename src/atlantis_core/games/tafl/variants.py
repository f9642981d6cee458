"""The fourteen named variants, as rules records.

Two of the original's are called Tablut; here the name of the larger one includes its size.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from .rules_text import parse_rules
from .ruleset import Rules

_FETLAR = "start:/3ttttt3/5t5/11/t4T4t/t3TTT3t/tt1TTKTT1tt/t3TTT3t/t4T4t/11/5t5/3ttttt3/"
_TABLUT = "start:/3ttt3/4t4/4T4/t3T3t/ttTTKTTtt/t3T3t/4T4/4t4/3ttt3/"
_BRANDUB = "start:/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/"


class TaflVariant(NamedTuple):
    name: str
    """One word, as a user types it."""
    description: str
    record: str

    @property
    def rules(self) -> Rules:
        return parse_rules(self.record)


VARIANTS = (
    TaflVariant(
        "copenhagen",
        "11x11, escape to a corner; shieldwalls, edge forts",
        f"dim:11 name:Copenhagen atkf:y tfr:w sw:s efe:y {_FETLAR}",
    ),
    TaflVariant(
        "copenhagen-relaxed",
        "Copenhagen, but any move may close a shieldwall",
        "dim:11 name:Copenhagen_(relaxed_shieldwall) atkf:y tfr:w sw:s swf:n efe:y " + _FETLAR,
    ),
    TaflVariant(
        "fetlar",
        "11x11, escape to a corner",
        f"dim:11 name:Fetlar atkf:y nj:n cj:n {_FETLAR}",
    ),
    TaflVariant(
        "computer-fetlar",
        "Fetlar, but repetition loses",
        f"dim:11 name:Computer_Fetlar atkf:y tfr:w {_FETLAR}",
    ),
    TaflVariant(
        "berserk",
        "11x11, commanders; a capturing piece moves again",
        "dim:11 name:Berserk surf:n atkf:n tfr:l kj:r ber:c "
        "start:/3ttttt3/5c5/11/t4T4t/t3NTT3t/tc1TTKTT1ct/t3TTT3t/t4T4t/11/5c5/3ttttt3/",
    ),
    TaflVariant(
        "brandub",
        "7x7, weak king, escape to a corner",
        f"dim:7 name:Brandub surf:n atkf:y ks:w cenh: cenhe: {_BRANDUB}",
    ),
    TaflVariant(
        "magpie",
        "7x7, slow king, escape to a corner",
        "dim:7 name:Magpie surf:n atkf:y ks:m spd:-1,-1,-1,-1,-1,-1,-1,-1,-1,1,-1,-1, " + _BRANDUB,
    ),
    TaflVariant(
        "tablut",
        "9x9, escape to the edge; described by Linnaeus",
        "dim:9 name:Tablut esc:e atkf:y ks:c nj:n cor: cenp:tcnkTCNK cens: cenh: "
        f"cenhe:tcnkTCNK linc:y {_TABLUT}",
    ),
    TaflVariant(
        "tablut-15",
        "15x15, escape to the edge",
        "dim:15 name:Tablut esc:e atkf:y ks:c nj:n cor: cens: cenh: "
        "start:/5ttttt5/6ttt6/7t7/7t7/7T7/t5TTT5t/tt3T1T1T3tt/ttttTTTKTTTtttt/tt3T1T1T3tt"
        "/t5TTT5t/7T7/7t7/7t7/6ttt6/5ttttt5/",
    ),
    TaflVariant(
        "foteviken",
        "9x9, attackers cannot return to their camps",
        "dim:9 name:Foteviken_Tablut esc:e atkf:y nj:n cor: "
        "afor:a4,a5,a6,b5,d1,e1,f1,e2,i4,i5,i6,h5,d9,e9,f9,e8, cenp:tcnkTCNK aforp:tcnkTCNK "
        f"cens: cenh: cenhe:K aforh:K cenre: aforre: {_TABLUT}",
    ),
    TaflVariant(
        "sea-battle",
        "9x9, unarmed king, escape to the edge",
        f"dim:9 name:Sea_Battle esc:e atkf:y ka:n nj:n cj:n cor: cen: {_TABLUT}",
    ),
    TaflVariant(
        "parlett",
        "13x13 sea battle, unarmed king, escape to the edge",
        "dim:13 name:Sea_Battle_(Parlett) esc:e atkf:y ka:n nj:n cj:n cor: cen: "
        "start:/4ttttt4/5t1t5/6t6/6T6/t3T3T3t/tt3TTT3tt/t1tT1TKT1Tt1t/tt3TTT3tt/t3T3T3t/6T6"
        "/6t6/5t1t5/4ttttt4/",
    ),
    TaflVariant(
        "tawlbwrdd",
        "11x11, weak king, escape to the edge",
        "dim:11 name:Tawlbwrdd esc:e atkf:y ks:w nj:n cj:n cor: cen: "
        "start:/4ttt4/4t1t4/5t5/5T5/tt2TTT2tt/t1tTTKTTt1t/tt2TTT2tt/5T5/5t5/4t1t4/4ttt4/",
    ),
    TaflVariant(
        "alea-evangelii",
        "19x19, escape to a corner fort",
        "dim:19 name:Alea_Evangelii atkf:y tfr:w "
        "cor:a1,a2,b1,b2,a18,b18,a19,b19,r1,r2,s1,s2,r18,r19,s18,s19, cenp:tcnkTCNK cens: "
        "cenh: cenhe:tcnkTCNK "
        "start:/2t2t7t2t2/19/t4t7t4t/7t1t1t7/6t1T1T1t6/t1t2t7t2t1t/4t4T4t4/3t4T1T4t3"
        "/4T2T1T1T2T4/3t2T1TKT1T2t3/4T2T1T1T2T4/3t4T1T4t3/4t4T4t4/t1t2t7t2t1t/6t1T1T1t6"
        "/7t1t1t7/t4t7t4t/19/2t2t7t2t2/",
    ),
)


def find_variant(name: str) -> TaflVariant | None:
    """Find a variant by its name or that in its rules, ignoring blanks, case and punctuation."""
    wanted = _plain(name)
    for variant in VARIANTS:
        if wanted == _plain(variant.name):
            return variant
    return next((one for one in VARIANTS if wanted == _plain(one.rules.name)), None)


def _plain(name: str) -> str:
    return re.sub(r"[^a-z0-9]", "", name.lower())
