"""Makes the short parts of a book: a round at a glance, and the sentences with which choices are refused."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gamedsl.rulebook.course import actors_text, ends_blocks, is_total, others_text, plain_aim
from gamedsl.rulebook.declarations import (
    BEFORE,
    detail,
    key_of,
    sentences_of,
    sort_of,
)
from gamedsl.rulebook.layout.flow import begins_steps
from gamedsl.rulebook.model import (
    Block,
    Paragraph,
    Section,
    Step,
    Steps,
    Table,
    mark_name,
    plain,
    readable,
    sentence_of_doc,
    spans,
    split_sentences,
    without_notes,
)
from gamedsl.rulebook.names import story_name
from gamedsl.rulebook.order import exceptional
from gamedsl.rulebook.sentences.choices import quote
from gamedsl.rulebook.sentences.formulas import Formulas
from gamedsl.rulebook.sentences.statements import suite_steps
from gamedsl.syntax.tree import declarations, example_lines, formulas, statements
from gamedsl.syntax.tree.node import Node
from gamedsl.syntax.tree.walk import walk_in_order


def ends_in_short(say: Formulas, decls: Sequence[declarations.Decl]) -> Iterator[Block]:
    """Says when a match ends, in the sentences of the rules, who wins, and what scores."""
    yield from ends_blocks(say, decls)
    ranking = next((decl for decl in decls if isinstance(decl, declarations.Ranking)), None)
    if ranking is None or say.is_flag(ranking.keys[0].value):
        return
    scores = [decl for decl in decls if isinstance(decl, declarations.Score)]
    who = "player" if ranking.of is None else readable(ranking.of.text)
    first, *others = ranking.keys
    found = plain_aim(say, first, scores)
    more = f"; among equals, the one with {others_text(say, others)}" if others else ""
    with_what = f"{found or f'the {say.impersonal().key_text(first)}'}{more}"
    equal = " Those who are equal share the victory." if ranking.ties_shared else ""
    yield Paragraph(f"Who wins: the {who} with {with_what}.{equal}")
    told = [_first_sentence(decl.doc) or _worth(say, decl) for decl in scores]
    if not found and is_total(first) and all(told) and len(plain(" ".join(told))) <= _LINE:
        yield Paragraph(f"How points are won or lost: {' '.join(told)}")


_LINE = 300
"""The most characters of what is said of points on the first page."""


def _worth(say: Formulas, decl: declarations.Score) -> str:
    """Describes a score, if one short sentence is enough: `You lose your points.`"""
    blocks = tuple(detail(say, decl))
    said = blocks[0].text if len(blocks) == 1 and isinstance(blocks[0], Paragraph) else ""
    return said if len(plain(said)) <= _SHORT else ""


def glance_blocks(say: Formulas, decls: Sequence[declarations.Decl]) -> Iterator[Block]:
    """Yields the phases of a round as a list: who acts, what the phase is about, and what can be chosen."""
    entries = [entry for decl in decls if isinstance(decl, declarations.Rounds) for entry in decl.phases]
    phases = {decl.name.text: decl for decl in decls if isinstance(decl, declarations.Phase)}
    known: dict[tuple[Step, ...], str] = {}
    steps = tuple(
        _phase_step(say, decls, phases[entry.name.text], known) for entry in entries if entry.name.text in phases
    )
    steps = tuple(_without_bare(steps))
    if steps:
        yield Paragraph("A round at a glance:")
        yield Steps(steps, is_ordered=len(steps) > 1)


def _phase_step(
    say: Formulas, decls: Sequence[declarations.Decl], phase: declarations.Phase, known: dict[tuple[Step, ...], str]
) -> Step:
    """Describes a phase. Choices equal to those of an earlier phase are not repeated. `known` maps the choices of earlier phases to the names of these
    phases."""
    rules = {decl.name.text: decl for decl in decls if isinstance(decl, declarations.Rule)}
    doc = heart_of(" ".join(sentences_of(say, phase)[0]).removeprefix(BEFORE))
    who = "" if phase.each is None else actors_text(say, phase.each, doc)
    told = " ".join(part for part in (who, doc) if part)
    lines = tuple(_lines(rules, phase, set())) or (() if doc else _short_steps(say, phase.body))
    if doc:
        lines = tuple(line for line in lines if not line.text.startswith("“"))
    name = mark_name(phase.name.text)
    first = known.setdefault(lines, name) if len(lines) > 1 else name
    if first != name:
        told, lines = f"{told} The same choices as in {first}.".strip(), ()
    if len(lines) == 1 and lines[0].text.startswith("“"):
        told, lines = f"{told} {lines[0].text}".strip(), ()
    elif lines and not told and phase.each is None and not any(line.steps for line in lines) and not _offers(lines):
        told, lines = " ".join(line.text for line in lines), ()
    return Step(f"{name}{f': {told}' if told else ':' if lines else '.'}", lines)


def _offers(lines: Sequence[Step]) -> bool:
    """Whether lines are things to choose from, not steps to do."""
    return any(line.text.startswith("“") or next(spans(line.text)).is_name for line in lines)


def _without_bare(steps: Sequence[Step]) -> Iterator[Step]:
    """Joins each phase that has only a name with the phase after it: `deal, cut`."""
    bare = ""
    for step in steps:
        if step.steps or not _is_bare(step.text):
            yield Step(f"{bare}{step.text}", step.steps)
            bare = ""
        else:
            bare += f"{step.text.removesuffix('.')}, "
    if bare:
        yield Step(f"{bare.removesuffix(', ')}.")


def _is_bare(text: str) -> bool:
    """Whether a text is only a name with a full stop."""
    name, *others = spans(text)
    return name.is_name and [one.text for one in others] == ["."]


def _short_steps(say: Formulas, body: statements.Suite) -> tuple[Step, ...]:
    """Returns the steps of a phase in which nobody chooses, if they are few and short."""
    steps = suite_steps(say, body)
    is_short = len(steps) <= _FEW and all(not step.steps and len(plain(step.text)) <= _SHORT for step in steps)
    return steps if is_short else ()


_FEW, _SHORT = 3, 80


def _first_sentence(doc: str | None) -> str:
    """Returns the first sentence of a declaration; the rest is told with it."""
    return _first_of(sentence_of_doc(doc))


def _first_of(text: str) -> str:
    return (*split_sentences(without_notes(text)), "")[0]


def heart_of(text: str) -> str:
    """Returns the gist of a phase: its first sentences, up to three, as long as they are short; a short text as a whole."""
    first, *others = split_sentences(without_notes(text)) or [""]
    if len(plain(text).split()) <= _WHOLE:
        return " ".join((first, *others))
    said = first
    for one in others[: _FEW - 1]:
        if len(plain(f"{said} {one}").split()) > _WORDS or begins_steps(one):
            break
        said += f" {one}"
    return said


_WHOLE, _WORDS = 24, 30
"""The most words of a text that is told as a whole, and of the beginning of a longer one."""


def choice_lines(rules: dict[str, declarations.Rule], part: Node) -> tuple[Step, ...]:
    """Returns the things to choose from in a part of the rules and in the rules that it calls: actions, and questions."""
    return tuple(_lines(rules, part, set()))


def _lines(rules: dict[str, declarations.Rule], decl: Node, seen: set[str]) -> Iterator[Step]:
    """Yields the things to choose from in a part of the rules and in the rules that it calls: actions, and questions."""
    rare = exceptional(decl, rules)
    later: list[declarations.Rule] = []
    for node in walk_in_order(decl):
        match node:
            case statements.Choose(lines=lines, menu=menu):
                asked = [line.ask for line in lines if isinstance(line, statements.Selection) and line.ask is not None]
                yield from (Step(quote(ask)) for ask in asked)
                for line in () if menu is None else menu.lines:
                    yield from _action(rules, line.call, seen)
            case statements.CallStmt(call):
                called = rules.get(name_of_call(call))
                if called is not None and any(id(one) in rare for one in walk_in_order(call)):
                    later.append(called)
                elif called is not None and called.name.text not in seen:
                    seen.add(called.name.text)
                    yield from _lines(rules, called, seen)
            case _:
                pass
    for called in later:
        if called.name.text not in seen:
            seen.add(called.name.text)
            yield from _lines(rules, called, seen)


def _action(rules: dict[str, declarations.Rule], call: formulas.Expr, seen: set[str]) -> Iterator[Step]:
    name = name_of_call(call)
    action = rules.get(name)
    if action is None or name in seen:
        return
    seen.update((name, *_list_actions(rules, action)))
    doc = _first_sentence(action.body.doc)
    yield Step(f"{mark_name(name)}{f': {doc}' if doc else '.'}")


def _list_actions(rules: dict[str, declarations.Rule], action: declarations.Rule) -> Iterator[str]:
    """Yields the actions between which an action lets players choose: its section tells them."""
    for node in walk_in_order(action.body):
        if isinstance(node, statements.Choose) and node.menu is not None:
            yield from (name for line in node.menu.lines if (name := name_of_call(line.call)) in rules)


def name_of_call(call: formulas.Expr) -> str:
    """Returns the name of the rule that a call runs; empty for a formula that is no call."""
    of = call.of if isinstance(call, formulas.Apply) else call
    return of.id if isinstance(of, formulas.Name) else ""


# ---------------------------------------------------------------- refusals

REFUSALS = "Why a choice may be refused"


def refusals_section(say: Formulas, decls: Sequence[declarations.Decl]) -> Section:
    """Lists the sentences by which rules refuse a choice, each with its rule and with the examples that show it; empty if there are no such sentences."""
    refusals = [one for decl in decls for one in _refusals(decl)]
    places = {(about, name) for about, name, _ in refusals}
    shown: dict[tuple[str, str], list[str]] = {}
    for decl in decls:
        if isinstance(decl, example_lines.Example):
            for line in decl.lines:
                if isinstance(line, example_lines.ExampleCannot) and line.because is not None:
                    name = line.because.text
                    own = {
                        (name_of_call(move), name) for move in line.moves if not isinstance(move, example_lines.Decline)
                    }
                    for place in (own & places) or {place for place in places if place[1] == name}:
                        shown.setdefault(place, []).append(story_name(say.names, decl.name.text))
    rows = tuple(
        dict.fromkeys(
            (
                quote(why),
                mark_name(about),
                ", ".join(map(mark_name, dict.fromkeys(shown.get((about, name), [])))) or "–",
            )
            for about, name, why in refusals
        )
    )
    head = ("what you may be told", "when it is about", "as in the example")
    return Section(REFUSALS, (Table(head, rows),) if rows else ())


def _refusals(decl: declarations.Decl) -> Iterator[tuple[str, str, str]]:
    """Yields the refusals of a declaration: the rule, the name of the requirement and its sentence."""
    if isinstance(decl, declarations.KindBlock):
        for member in decl.members:
            if isinstance(member, declarations.WithBody):
                about = member.name.text if isinstance(member, declarations.Rule) else decl.name.text
                yield from _refusals_in(member, about)
    elif isinstance(decl, declarations.Rule | declarations.Phase | declarations.PickDecl):
        yield from _refusals_in(decl, key_of(decl).name or sort_of(decl))


def _refusals_in(decl: Node, about: str) -> Iterator[tuple[str, str, str]]:
    for node in walk_in_order(decl):
        match node:
            case (
                statements.RequireStmt(name=name, why=str(why))
                | statements.EnsureStmt(name=name, why=str(why))
                | statements.Selection(name=name, why=str(why))
            ):
                yield about, name.text, why
            case _:
                pass
