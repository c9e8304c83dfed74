"""Facts about what may not be chosen: the sentences with which rules refuse an action, where the text does not say the same."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from gamedsl.rulebook.declarations import key_of
from gamedsl.rulebook.model import small, told_doc
from gamedsl.rulebook.sentences.shapes import listed
from gamedsl.rulebook.untold.fact import Fact
from gamedsl.syntax.tree import declarations, statements
from gamedsl.syntax.tree.walk import walk_in_order


def refusal_facts(decls: Sequence[declarations.Decl]) -> Iterator[Fact]:
    """Yields what makes an action with a sentence impossible: `Not possible: you have no snare left.`"""
    for decl in decls:
        if isinstance(decl, declarations.Rule) and decl.is_action and (own := told_doc(decl.body.doc)):
            whys = [
                told_doc(node.why)
                for node in walk_in_order(decl.body)
                if isinstance(node, statements.RequireStmt) and node.why
            ]
            untold = [
                small(why.removesuffix("."))
                for why in dict.fromkeys(whys)
                if _IS_STATE.fullmatch(why) and not _is_said(why, own)
            ]
            if untold:
                yield Fact(f"Not possible if {listed(untold, 'or')}.", _NEVER, (key_of(decl),), is_local=True)


_IS_STATE = re.compile(
    r"(There (is|are)|You (have|are|cannot)|Nobody|Nothing|Somebody|No|All|That would|Another|(The|An?) ([\w’']+ )+(is|are|has|have))\b(?!.*\bonly\b)[^.;:]*\."
)
"""A refusal that says what is so, and not what should be done."""
_NEVER = re.compile(r"\bNot possible\b")


def _is_said(why: str, text: str) -> bool:
    """Whether a text has at least half of the longer words of a sentence."""
    words = [word[:_STEM] for word in re.findall(r"\w+", why.casefold()) if len(word) >= _STEM]
    return sum(re.search(rf"\b{re.escape(word)}", text, re.IGNORECASE) is not None for word in words) * 2 >= len(words)


_STEM = 5
"""The letters of a word that its other forms share, and the fewest of one that matters."""
