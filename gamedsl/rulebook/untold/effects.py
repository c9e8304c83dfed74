"""Finds sentences of rules, phases and set-ups that leave out a cost, a gain, a throw, a draw or a condition: then the steps stand below the sentence."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from gamedsl.pipeline.said_words import says_number
from gamedsl.rulebook.model import Section, Steps, plain_sentence, readable, sections_in_order, sentence_of_doc
from gamedsl.rulebook.names import Names
from gamedsl.rulebook.order import names_led_to
from gamedsl.rulebook.sentences.english import plural, singular
from gamedsl.syntax.tree import declarations, fields, formulas, statements
from gamedsl.syntax.tree.node import Node
from gamedsl.syntax.tree.walk import as_reaction, name_of_place, walk
from gamedsl.values import evolve

_WORDS_FOR_EACH = 3
"""The words that a sentence has at least for each choice, condition and effect, if it tells them all."""


def leaves_out_effects(names: Names, decl: declarations.Rule | declarations.Phase) -> bool:
    """Whether, in a printed book, the sentence of a rule or phase is too short for all that happens in it, and some cost or gain of players has no name in
    it. So does any sentence without a word for chance where something is rolled. The sentence of a phase leaves out too much as well if no word in it
    stands for a draw or a condition of the phase. Where other parts of the rules have no sentence at all, a sentence of any length has to name all this and
    each amount and number, also of the rules without a sentence that it covers. A sentence that only explains leaves out too much in any case."""
    if not names.is_printed:
        return False
    said = plain_sentence(decl.body.doc).casefold()
    bodies = (decl.body,) if names.is_told else (decl.body, *_helpers(names, decl))
    # A phase happens to all: whoever reads its sentence has no menu that tells its conditions.
    parts = (*_PARTS, statements.If) if isinstance(decl, declarations.Phase) else _PARTS
    is_short = len(said.split()) < _WORDS_FOR_EACH * sum(isinstance(node, parts) for node in walk(bodies))
    if said and names.is_told and _ROLL.search(said) is None and _has(bodies, statements.Roll):
        return True
    if said and _only_explains(names, decl, said):
        return True
    if not said or (names.is_told and not is_short):
        return False
    is_silent = (isinstance(decl, declarations.Phase) or not names.is_told) and any(
        isinstance(node, kind) and words.search(said) is None for node in walk(bodies) for kind, words in _WORDS_FOR
    )
    named = all(names_one(said, words) for body in bodies for words in changes_of_players(names, body))
    return is_silent or not named or (not names.is_told and not all(says_number(said, one) for one in _numbers(bodies)))


def _only_explains(names: Names, decl: declarations.Rule | declarations.Phase, said: str) -> bool:
    """Whether some pieces are moved that players chose, and a sentence has no word for the choice: none for choosing, and no name of what is chosen,
    of a board with its places, or of a number that it changes."""
    chosen = [one for one in walk(decl.body) if isinstance(one, statements.Selection)]
    words = {word for one in chosen for word in _words_of(names, one)}
    picked = {one.name.text for one in chosen}
    return (
        bool(chosen)
        and _CHOICE.search(said) is None
        and not names_one(said, sorted(words | names.boards))
        and not any(names_one(said, changed) for changed in changes_of_players(names, decl.body))
        and any(isinstance(one, statements.Move) and picked & _names_in(one) for one in walk(decl.body))
    )


def _words_of(names: Names, choice: statements.Selection) -> Iterator[str]:
    """Yields the words of which a sentence has one if it tells a choice: its name, and those of the places, pieces and kinds from which it is made."""
    yield choice.name.text
    for name in _names_in(choice):
        yield name
        if name in names.pieces:
            yield from (names.pieces[name], names.single(names.pieces[name]), names.several(names.pieces[name]))


def _names_in(node: Node) -> set[str]:
    return {name_of_place(one) for one in walk(node) if isinstance(one, _PLACES)}


def _helpers(names: Names, decl: declarations.Rule | declarations.Phase) -> Iterator[statements.Suite]:
    """Yields the bodies of the rules without a sentence that a rule or phase leads to: its sentence covers them."""
    yield from (names.helpers[name].body for name in sorted(names_led_to(decl.body, names.helpers)))


def _numbers(bodies: Sequence[statements.Suite]) -> set[int]:
    """Returns the numbers in some rules that mean something to players: those that no match reaches are promises for the checker."""
    dice = [node for body in bodies for roll in walk(body) if isinstance(roll, statements.Roll) for node in walk(roll)]
    of_dice = {id(node) for node in dice}
    return {
        node.value
        for body in bodies
        for node in walk(body)
        if isinstance(node, formulas.Number) and 1 < node.value < PROMISE and id(node) not in of_dice
    }


def numbers_left_out(sentence: str, said: str) -> bool:
    """Whether a sentence has a number that another text does not say."""
    return any(says_number(sentence, one) and not says_number(said, one) for one in range(2, PROMISE))


PROMISE = 50
"""From here on, a number in a rule is more likely a promise that nothing is larger."""


def is_covered(names: Names, decl: declarations.Decl, decls: Sequence[declarations.Decl]) -> bool:
    """Whether other sentences cover a reaction without a sentence: one of them has its name or that of a kind of piece that it is about, tells what it changes
    together with the rule before it, or explains what it changes."""
    reaction = as_reaction(decl)
    if reaction is None or sentence_of_doc(reaction.body.doc):
        return False
    changed = {name_of_place(one.target) for one in walk(reaction.body) if isinstance(one, statements.Assign)}
    blocks = (one for one in decls if isinstance(one, fields.Fields))
    if any(one.doc and one.name.text in changed for block in blocks for one in block.members):
        return True
    own = {one.id for one in walk(reaction) if isinstance(one, formulas.Name)} & names.kinds
    own |= set() if reaction.name is None else {reaction.name.text}
    return names_one(names.sentences, sorted(own)) or any(
        names_one(said, sorted(changed)) and (names_one(said, [reaction.of.text]) or _AFTERWARDS.search(said))
        for said in re.split(r"[.;!?]", names.sentences)
    )


_AFTERWARDS = re.compile(r"\b(whenever|(each|every) time|after (each|every))\b")


def left_out_of_set_up(names: Names, body: statements.Suite) -> statements.Suite:
    """Returns the statements of a set-up with an amount, or with pieces and a place, that its sentence does not name."""
    said = plain_sentence(body.doc).casefold()
    left = tuple(
        one
        for one in body.body
        if not all(names_one(said, words) for words in (*changes_of_players(names, one), *_moved(names, one)))
        or any(not _tells_draw(names, said, draw) for draw in walk(one) if isinstance(draw, statements.Draw))
    )
    return evolve(body, doc=None, body=left)


def _tells_draw(names: Names, said: str, draw: statements.Draw) -> bool:
    """Whether a sentence tells how many pieces are drawn, or names the place to which they go. One piece needs neither."""
    numbers = [one.value for one in walk(draw.number) if isinstance(one, formulas.Number) and one.value > 1]
    target = name_of_place(draw.target) if isinstance(draw.target, _PLACES) else ""
    return all(says_number(said, one) for one in numbers) or names_one(said, [target])


def _moved(names: Names, body: statements.Stmt) -> Iterator[tuple[str, ...]]:
    """Yields, for each move and draw in a set-up, the words of which a sentence has one if it tells it: its pieces and its places."""
    for node in walk(body):
        match node:
            case statements.Move(what=source, target=target) | statements.Draw(source=source, target=target):
                own = [name_of_place(one) for one in (source, target) if isinstance(one, _PLACES)]
                pieces = [names.pieces[one] for one in own if one in names.pieces]
                yield (*own, *pieces, *(names.several(one) for one in pieces))
            case _:
                pass


_PLACES = formulas.Name | formulas.Attribute


def _has(bodies: Sequence[statements.Suite], kind: type) -> bool:
    return any(isinstance(node, kind) for node in walk(bodies))


def told_alone(chapters: Sequence[Section], decls: Sequence[declarations.Decl]) -> Iterator[str]:
    """Yields the names of actions, and of phases with effects of their own, whose sentence stands in place of their steps."""
    phases = {one.name.text for one in decls if isinstance(one, declarations.Phase) and _has_effects(one)}
    for placed in sections_in_order(tuple(chapters)):
        if placed.section.exactly and not any(isinstance(one, Steps) for one in placed.section.blocks):
            told = (key for key in placed.section.tells if key.sort in ("action", "phase"))
            yield from (readable(key.name) for key in told if key.sort == "action" or key.name in phases)


def _has_effects(decl: declarations.Phase) -> bool:
    """Whether something happens in a phase itself, not only in the rules and actions that it calls."""
    return any(isinstance(node, _PARTS) for node in walk(decl.body))


_ROLL = re.compile(r"\b(rolls?|rolled|throws?|thrown?|dice|die|chance|random\w*|lots?|draws?|drawn|secret)\b")
_CHOICE = re.compile(
    r"\b(choos\w*|chose\w*|pick\w*|select\w*|decid\w*|nam(e|es|ed)|tak(e|es|en|ing)|pla(y|ys|yed|ying)|mov(e|es|ed|ing)|put\w*|la(y|ys|id|ying)|plac(e|es|ed|ing)"
    r"|give\w*|discard\w*|buy\w*|sell\w*|may|can|must|you)\b"
)
"""Words of a sentence that tells of a choice, or asks players to do something."""
DRAW = re.compile(
    r"\b(draws?|drawn|tak(e|es|en)|gets?|deals?|dealt|turn(s|ed)?|revealed|reveals?|laid|lay|put|offer(s|ed)?|new|fill(s|ed)?|refill\w*|brings?|comes?|cards?)\b"
)
"""Words of a sentence that tells of a draw."""
CONDITION = re.compile(
    r"\b(if|when(ever)?|who(ever)?|whose|which|that|unless|until|while|without|with|only|each|every|otherwise|else|as|than|first|last|second|third|may"
    r"|can|cannot|never|nothing|nobody|none|for an?|at (its|the|your)|in case|even if|also|but|then|both|must|enough)\b"
)
"""Words of a sentence that may tell of a condition."""
_WORDS_FOR = ((statements.Roll, _ROLL), (statements.Draw, DRAW), (statements.If, CONDITION))
"""For each kind of step that a sentence may leave out, the words of which it has one if it tells the step."""


_PARTS = (
    statements.Selection,
    statements.RequireStmt,
    statements.EnsureStmt,
    statements.Assign,
    statements.Move,
    statements.Draw,
)
"""What a sentence has to tell of a rule."""


def changes_of_players(names: Names, body: statements.Suite | statements.Stmt) -> Iterator[tuple[str, ...]]:
    """Yields, for each number of players that a rule changes, the words by which a sentence may name it."""
    seen: set[str] = set()
    for node in walk(body):
        if not isinstance(node, statements.Assign):
            continue
        target = node.target
        of, args = (target.of, target.args) if isinstance(target, formulas.Index) else (target, ())
        name = name_of_place(of) if isinstance(of, formulas.Name | formulas.Attribute) else ""
        if name in seen or name not in names.amounts & names.of_players:
            continue
        seen.add(name)
        by = [one.id for one in args if isinstance(one, formulas.Name)]
        yield (name, *by, *names.sorts.get(name, ()))


def names_one(said: str, words: Iterable[str]) -> bool:
    """Whether a sentence has one of some words."""
    return any(_is_named(said, word) for word in words)


def _is_named(said: str, name: str) -> bool:
    words = {readable(name).casefold(), singular(name).casefold(), plural(name).casefold()}
    return any(re.search(rf"\b{re.escape(word)}\b", said) for word in words)
