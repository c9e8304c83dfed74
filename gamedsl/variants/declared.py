"""Applies `add`, `replace` and `remove` to whole declarations, to one end of several, and to words in sentences."""

from __future__ import annotations

from collections.abc import Iterator

from gamedsl.semantics.problems.names import WrongSort
from gamedsl.semantics.problems.terms import Thing
from gamedsl.semantics.problems.variants import AlreadyThere, Change, SeveralTargets
from gamedsl.source import NOWHERE, Span
from gamedsl.syntax.tree import declarations, example_lines, fields
from gamedsl.syntax.tree.node import Ident
from gamedsl.syntax.tree.sentences import has_words, replace_words
from gamedsl.syntax.tree.walk import followers, list_asked_names
from gamedsl.values import evolve
from gamedsl.variants.line_changes import without
from gamedsl.variants.touches import Deed, Path
from gamedsl.variants.work import Work, find, find_member, name_of, names_to_suggest, note, unknown

ENDS = "game ends"


def replace(work: Work, change: declarations.Replace) -> None:
    """Replaces the declaration with the same name."""
    match change.decl:
        case declarations.Ends() as ends:
            _replace_only_end(work, ends)
        case fields.Fields() as block:
            _replace_members(work, block)
        case decl:
            _replace_named(work, change, decl)


def _replace_named(work: Work, change: declarations.Replace, new: declarations.Decl) -> None:
    name = name_of(new)
    if name is None:
        work.problems.append(WrongSort(change.span, "this", Thing.IRREPLACEABLE, Thing.NAMED_DECLARATION))
        return
    note(work, (name.text,), Deed.REPLACE, change.span)
    at = find(work, name.text)
    if at is None:
        if not (isinstance(new, fields.Define) and _replace_member(work, new)):
            unknown(work, name, Change.REPLACE, names_to_suggest(work))
        return
    old = work.decls[at]
    if isinstance(new, declarations.Rule) and isinstance(old, declarations.Rule) and new.into is None:
        new = evolve(new, into=old.into)
    work.decls[at] = new
    _forget_sets(work, name.text)


def _replace_member(work: Work, new: fields.Define) -> bool:
    """Replaces a `let` inside a block, keeping the block. Returns whether there is such a `let`."""
    found = find_member(work, new.name.text)
    if found is None:
        return False
    _put_member(work, *found, new)
    return True


def _put_member(work: Work, at: int, number: int, *new: fields.Field | fields.Define) -> None:
    """Replaces one member of a block by others, or by none."""
    block = work.decls[at]
    if isinstance(block, fields.Fields):
        work.decls[at] = evolve(block, members=(*block.members[:number], *new, *block.members[number + 1 :]))


def _replace_members(work: Work, block: fields.Fields) -> None:
    owner = block.owner.text if block.owner else None
    for member in block.members:
        note(work, (member.name.text,), Deed.REPLACE, member.span)
        found = find_member(work, member.name.text)
        old = work.decls[found[0]] if found is not None else None
        if found is not None and isinstance(old, fields.Fields) and (old.owner.text if old.owner else None) == owner:
            _put_member(work, *found, member)
        else:
            unknown(work, member.name, Change.REPLACE, names_to_suggest(work))


def _forget_sets(work: Work, name: str) -> None:
    """Drops the `set` lines inside a declaration that is replaced or removed."""
    work.sets = [(path, line) for path, line in work.sets if path[0] != name]


# ---------------------------------------------------------------- add, remove


def add(work: Work, change: declarations.Add) -> None:
    """Adds a declaration with a new name. The members of a block join the others of its owner."""
    decl = change.decl
    names = [member.name for member in decl.members] if isinstance(decl, fields.Fields) else [name_of(decl)]
    taken = False
    for name in (n for n in names if n is not None):
        at, member = _namesake(work, decl, name.text), find_member(work, name.text)
        before = len(work.touches.contradictions)
        note(work, (name.text,), Deed.ADD, change.span)
        if at is not None or member is not None:
            taken = True
            if len(work.touches.contradictions) == before:
                first = name_of(work.decls[at]) if at is not None else None
                work.problems.append(AlreadyThere(name.span, name.text, first.span if first else _place(work, member)))
    if isinstance(decl, declarations.Ends):
        note(work, (ENDS, decl.doc or "…"), Deed.ADD, change.span, ENDS)
    if not taken:
        work.decls.append(decl)


def _namesake(work: Work, decl: declarations.Decl, name: str) -> int | None:
    """Returns the position of a declaration with this name, or None. A field or `let` of a block may share its name with an example or a start."""
    at = find(work, name)
    is_apart = isinstance(decl, fields.Fields) and at is not None and isinstance(work.decls[at], _APART)
    return None if is_apart else at


_APART = example_lines.Example | example_lines.StartPosition | declarations.Invariant | declarations.Possible


def _place(work: Work, member: tuple[int, int] | None) -> Span:
    block = work.decls[member[0]] if member is not None else None
    return block.members[member[1]].name.span if member is not None and isinstance(block, fields.Fields) else NOWHERE


def remove(work: Work, change: declarations.Remove) -> None:
    """Removes a declaration; for a rule or phase also its calls and the declarations that follow it."""
    name = change.name.text
    note(work, (name,), Deed.REMOVE, change.span)
    _forget_sets(work, name)
    at, member = find(work, name), find_member(work, name)
    if at is not None:
        gone = work.decls.pop(at)
        if isinstance(gone, declarations.Rule | declarations.Phase):
            followed_by = tuple(followers(work.decls, name))
            kept = (decl for decl in work.decls if decl not in followed_by)
            work.decls = [without(d, name) for d in kept]
            _forget_answers(work, gone)
    elif member is not None:
        _put_member(work, *member)
    else:
        unknown(work, change.name, Change.REMOVE, names_to_suggest(work))


def _forget_answers(work: Work, gone: declarations.Rule | declarations.Phase) -> None:
    """Removes the answers of scripted seats to questions that only a removed declaration asks."""
    asked = list_asked_names(gone)
    answering = [seat for seat in work.seats.values() if any(one.name.text in asked for one in seat.answers)]
    left = {name for decl in work.decls for name in list_asked_names(decl)} if answering else set[str]()
    for seat in answering:
        others = left.union(*map(list_asked_names, seat.replaced))
        answers = tuple(one for one in seat.answers if one.name.text in others or one.name.text not in asked)
        work.seats[seat.name] = evolve(seat, answers=answers)


# ---------------------------------------------------------------- ends


def _replace_only_end(work: Work, new: declarations.Ends) -> None:
    """Applies `replace game ends when …`: there must be exactly one end, otherwise it is not clear which one is meant."""
    note(work, (ENDS,), Deed.REPLACE, new.span, ENDS)
    found = [i for i, d in enumerate(work.decls) if isinstance(d, declarations.Ends)]
    if len(found) == 1:
        work.decls[found[0]] = new
    elif found:
        places = tuple(work.decls[i].span for i in found)
        work.problems.append(SeveralTargets(new.span, ENDS, Change.REPLACE_END, work.frame.game.name.text, places))
    else:
        unknown(work, Ident(ENDS, span=new.span), Change.REPLACE, names_to_suggest(work))


def change_end(work: Work, change: declarations.ChangeEnd) -> None:
    """Applies `replace "The heap is empty.": game ends when …`, and `remove` likewise: an end is found by its sentence."""
    sentence = change.sentence
    deed = Deed.REMOVE if change.new is None else Deed.REPLACE
    is_clear = note(work, (ENDS, sentence.text), deed, change.span, f'"{sentence.text}"')
    if not work.touches.is_disputed((ENDS, sentence.text)):
        work.ends.pop(sentence.text, None)
    ends = [(i, d) for i, d in enumerate(work.decls) if isinstance(d, declarations.Ends)]
    found = [i for i, d in ends if d.doc == sentence.text or d is work.ends.get(sentence.text)]
    kind = Change.REMOVE if change.new is None else Change.REPLACE
    if not is_clear:
        return
    if not found:
        known = tuple(d.doc for _, d in ends if d.doc is not None)
        unknown(work, sentence, kind, known, (ENDS, sentence.text))
    elif len(found) > 1:
        places = tuple(work.decls[i].span for i in found)
        work.problems.append(SeveralTargets(sentence.span, sentence.text, kind, work.frame.game.name.text, places))
    else:
        work.decls[found[0] : found[0] + 1] = [] if change.new is None else [change.new]
        if change.new is not None:
            work.ends[sentence.text] = change.new


# ---------------------------------------------------------------- sentences


def reword(work: Work, change: declarations.Reword) -> None:
    """Replaces words in the sentences of all declarations so far; it is a change of each that has them."""
    words = change.old.text
    own = (f'"{words}"',)
    note(work, own, Deed.LINE, change.span)
    if work.touches.is_disputed(own):  # this replaces the other file's new words
        change = evolve(change, old=evolve(change.old, text=work.words.get(words, words)))
    work.words[words] = change.new
    for decl in work.listed:
        for path in _paths(decl, words):
            note(work, (*path, *own), Deed.LINE, change.span, *own)
    is_found = False
    for at, decl in enumerate(work.decls):
        new = replace_words(decl, change)
        is_found = is_found or new is not decl
        work.decls[at] = new
    if not is_found and not any(c.second.span == change.span for c in work.touches.contradictions):
        unknown(work, change.old, Change.REWORD, ())


def _paths(decl: declarations.Decl, words: str) -> Iterator[Path]:
    """Yields the paths of those parts of a declaration that variants change by name and whose sentences contain the words."""
    if not has_words(decl, words):
        return
    match decl:
        case fields.Fields(members=members):
            yield from ((member.name.text,) for member in members if has_words(member, words))
        case declarations.Ends(doc=doc):
            yield (ENDS, doc or "…")
        case _:
            name = name_of(decl)
            yield ("" if name is None else name.text,)
