"""The rules that a book describes."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from gamedsl.graph.compiled import Setup
from gamedsl.pipeline.reading import Parsed
from gamedsl.pipeline.setups import default_setup
from gamedsl.rulebook.changed_tables import SetLine, with_changed_cells
from gamedsl.rulebook.model import sentence_of_doc
from gamedsl.rulebook.names import names_of
from gamedsl.semantics.model.merged import Merged
from gamedsl.syntax.tree import declarations, example_lines
from gamedsl.syntax.tree.sentences import replace_words, rewordings
from gamedsl.syntax.tree.walk import list_asked_names, walk
from gamedsl.values import evolve, frozen
from gamedsl.variants.blame import setup_without
from gamedsl.variants.merge import Chain, merge


@frozen
class Contents:
    """The rules that a book describes: those that always hold, and the changes to them."""

    parsed: Parsed
    game: declarations.Game
    decls: tuple[declarations.Decl, ...]
    seats: tuple[declarations.Seat, ...]
    whens: tuple[declarations.When, ...]
    variants: tuple[declarations.Variant, ...]
    elsewhere: frozenset[SetLine]
    """The `set` lines that no table of the book can show."""
    before: tuple[declarations.Decl, ...] = ()
    """The rules without the changes of the last variant."""


def sentences_in(decls: Sequence[declarations.Decl]) -> Iterator[str]:
    """Yields the sentences of declarations and of their parts."""
    for node in (node for decl in decls for node in walk(decl)):
        doc = getattr(node, "doc", None)
        if isinstance(doc, str):
            yield doc


def has_all_sentences(decls: Sequence[declarations.Decl]) -> bool:
    """Whether each phase and action has a sentence."""
    parts = (one for one in decls if isinstance(one, declarations.Phase | declarations.Rule))
    return all(
        sentence_of_doc(one.body.doc) for one in parts if not isinstance(one, declarations.Rule) or one.is_action
    )


def contents(parsed: Parsed, without: Collection[str] = ()) -> Contents:
    """Sorts the declarations of a file without mistakes for a book. The examples named in `without`, and the examples that build on them, are left out."""
    setup = default_setup(parsed)
    if setup is None:
        raise ValueError("rules with mistakes have no rulebook")
    every = [
        decl
        for file, changes in reversed(list(rewordings([file for _, file in parsed.chain.files])))
        for decl in _reword(file, changes)
    ]
    merged = _without_conditions(parsed.chain, setup)
    decls, elsewhere = with_changed_cells(names_of(every), merged.written, merged.sets)
    return Contents(
        parsed,
        merged.game,
        tuple(_without_examples(decls, without)),
        tuple(_with_open_answers(decl, every, decls) for decl in every if isinstance(decl, declarations.Seat)),
        tuple(decl for decl in every if isinstance(decl, declarations.When)),
        tuple(decl for decl in every if isinstance(decl, declarations.Variant)),
        elsewhere,
        _rules_before(parsed.chain, setup),
    )


def _rules_before(chain: Chain, setup: Setup) -> tuple[declarations.Decl, ...]:
    """Returns the rules before the changes of a variant; empty for a game."""
    if not any(isinstance(decl, declarations.Variant) for decl in chain.files[-1][1].decls):
        return ()
    below = evolve(chain, files=chain.files[:-1])
    alike = setup_without(below, setup)
    if alike is None:
        return ()
    merged = _without_conditions(below, alike)
    names = names_of([decl for _, file in below.files for decl in file.decls])
    return with_changed_cells(names, merged.written, merged.sets)[0]


def _with_open_answers(
    seat: declarations.Seat, every: Sequence[declarations.Decl], decls: Sequence[declarations.Decl]
) -> declarations.Seat:
    """Returns a scripted seat without its answers to questions that a variant has removed."""
    conditional = (decl for decl in every if isinstance(decl, declarations.When | declarations.Seat))
    asked = {name for decl in (*decls, *conditional) for name in list_asked_names(decl)}
    gone = {name for decl in every for name in list_asked_names(decl)} - asked
    return evolve(
        seat,
        members=tuple(
            one for one in seat.members if not (isinstance(one, declarations.Answer) and one.name.text in gone)
        ),
    )


def _reword(file: declarations.File, changes: Sequence[declarations.Reword]) -> Iterator[declarations.Decl]:
    """Yields the declarations of a file in the words that later files give them."""
    for decl in file.decls:
        for change in changes:
            decl = replace_words(decl, change)
        yield decl


def _without_examples(decls: Sequence[declarations.Decl], without: Collection[str]) -> Iterator[declarations.Decl]:
    bases = {one.name.text: one.of.text for one in decls if isinstance(one, example_lines.Example) and one.of}
    for decl in decls:
        name = decl.name.text if isinstance(decl, example_lines.Example) else ""
        while name in bases and name not in without:
            name = bases[name]
        if name not in without:
            yield decl


def add_additions(told: Contents) -> Contents:
    """Returns the rules with the scripted seats and the conditions that variants add."""
    added = [change.decl for one in told.variants for change in one.changes if isinstance(change, declarations.Add)]
    seats = tuple(one for one in added if isinstance(one, declarations.Seat))
    whens = tuple(one for one in added if isinstance(one, declarations.When))
    return evolve(told, seats=(*told.seats, *seats), whens=(*told.whens, *whens))


def _without_conditions(chain: Chain, setup: Setup) -> Merged:
    """Merges the declarations that hold in every setup."""
    files = tuple(
        (
            name,
            evolve(
                file,
                decls=tuple(decl for decl in file.decls if not isinstance(decl, declarations.When | declarations.Seat)),
            ),
        )
        for name, file in chain.files
    )
    merged, _ = merge(evolve(chain, files=files), setup)
    if merged is None:
        raise ValueError("rules with mistakes have no rulebook")
    return merged
