"""Tells a drawing of a game in the sentences of its rulebook, and by the labels of its look file."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Container, Iterator, Mapping, Sequence

from gamedsl.graph.analysis import walk
from gamedsl.graph.analysis.nouns import noun_of_type
from gamedsl.graph.draw.groups import list_shown_effects
from gamedsl.graph.draw.model import Arrow, Cluster, Drawing, Element, drawing
from gamedsl.graph.model import types
from gamedsl.graph.model.expressions import Call, Compare, Const, Count, Equal, Expr, FieldAt, Local, Not
from gamedsl.graph.model.game import Game
from gamedsl.graph.model.nodes import BranchNode, ChanceNode, DecisionNode, EffectNode, Node, Plan, TogetherNode
from gamedsl.graph.model.statements import SetLocal
from gamedsl.graph.model.types import NodeId
from gamedsl.graph.text.formula_text import formula
from gamedsl.graph.text.names import Style, words
from gamedsl.pipeline.reading import Parsed
from gamedsl.rulebook.book import formulas_of
from gamedsl.rulebook.contents import contents
from gamedsl.rulebook.course import ranking_text
from gamedsl.rulebook.declarations import BEFORE, sentences_of
from gamedsl.rulebook.drawn.cases import Case, with_cases
from gamedsl.rulebook.drawn.happenings import Happenings, texts_of
from gamedsl.rulebook.glance import heart_of
from gamedsl.rulebook.labels import rename_marked
from gamedsl.rulebook.layout.brackets import flat
from gamedsl.rulebook.model import Step, capital, plain, plain_sentence, readable, small
from gamedsl.rulebook.sentences.formulas import Formulas
from gamedsl.syntax.tree import declarations
from gamedsl.values import evolve

_VALUES = (types.Enum, types.Kind, types.Position)
"""The types of whose values one is asked for."""
_HIDDEN = {
    "next seat": "Is there another player?",
    "the limit is reached": "Is the limit of rounds reached?",
    "nobody is left to act": "Has nobody a turn left?",
    "one more round": "Another round?",
}
"""Tests that no formula of the rules says, in words."""
_MENU_ENDS = {"may": "or nothing", "if_able": "if possible"}
_OPPOSITE = {"yes": "no", "no": "yes"}
_STATE = re.compile(r"^(?P<who>[^,;:(]+?) (?P<verb>is|are|has been|can) (?P<rest>[^,;:(]+)$")
_BRACKETED = re.compile(r"^\(([^()]*)\) (?=is |are )")
"""A subject in brackets at the beginning of a clause."""
_IS_YES, _IS_NO = re.compile(r"(?<!answer) is yes\b"), re.compile(r"(?<!answer) is no(?=[,.:;)]|$| and | or )")
_CLAUSE = re.compile(r"\b(?:the|your) (?P<clause>(?:Where|What|Which|Who|How|When) )")
"""The name of a choice that is a clause: `the reward of where it lands`."""
_FIRST = re.compile(r"\((the first (?:\d+ )?of [^()]*)\)")
"""Some of a pile, which is clear without the brackets that a formula has."""
_NEGATIVE = re.compile(r"\b(not|no|nobody|nothing|neither|cannot|is no|without)\b")
_JOINED = re.compile(r" (and|or|is|are|if|who|that|whose|than) ")
"""Words of a condition that is too long for a question that begins with the verb."""


def drawing_in_words(
    game: Game, parsed: Parsed, labels: Mapping[str, str], in_sentences: Mapping[str, str] = {}
) -> Drawing:
    """Returns the drawing of a game whose boxes hold sentences instead of lines of the rules. `labels` are the names of rules and things for people;
    `in_sentences` are the words for zones and fields inside sentences, by their readable names."""
    tell = _Telling(game, parsed, labels, in_sentences)
    drawn = drawing(game)
    clusters = {one.cluster: tell.label(one.cluster) for one in drawn.elements}
    forms = {one.id: one.form for one in drawn.elements}
    # A test that leads to the end of the game uses the reason of the end as its question.
    reasons = {
        one.source: one.label for one in drawn.arrows if forms[one.source] == "branch" and one.label.endswith(".")
    }
    alone = Counter(one.path for one in drawn.elements if one.form in ("effect", "chance"))
    told = {
        one.id: evolve(
            tell.element(one, has_rule=alone[one.path] == 1),
            cluster=clusters[one.cluster],
            is_told=True,
        )
        for one in drawn.elements
    }
    for id, reason in reasons.items():
        told[id] = evolve(told[id], title=f"{reason.rstrip('.')}?")
    turned = {
        id
        for id in forms.keys() - reasons.keys()
        if isinstance(node := game.nodes[id], BranchNode) and tell.question(node)[1]
    }
    made = evolve(
        drawn,
        doc=plain_sentence(drawn.doc),
        setup=_setup(game),
        labels={name: tell.label(name) for one in drawn.elements for name in one.path},
        elements=tuple(told.values()),
        arrows=tuple(
            evolve(
                one,
                label="yes"
                if reasons.get(one.source) == one.label
                else _turn(tell.ways(one.label), one.source in turned),
            )
            for one in drawn.arrows
        ),
        clusters=tuple(Cluster(clusters[one.name], one.elements, tell.heart(one.name)) for one in drawn.clusters),
    )
    cases = {
        id: case
        for id in forms.keys() - reasons.keys() - turned
        if isinstance(node := game.nodes[id], BranchNode) and (case := tell.case(node)) is not None
    }
    return _without_untold(with_cases(made, cases))


def _without_untold(drawn: Drawing) -> Drawing:
    """Returns a drawing without the boxes in which nothing happens that players need to read. An arrow to such a box leads to the next box instead, which
    then stands for the nodes of both."""
    after = {one.source: one.target for one in drawn.arrows}
    untold = {one.id for one in drawn.elements if one.form == "effect" and not one.lines}
    next_told = {id: _find_told(id, after, untold) for id in untold}
    gone = {id: target for id, target in next_told.items() if target not in untold}
    more: dict[NodeId, list[NodeId]] = {}
    for one in drawn.elements:
        if one.id in gone:
            more.setdefault(gone[one.id], []).extend(one.nodes)
    arrows: dict[tuple[NodeId, NodeId], Arrow] = {}
    for way in drawn.arrows:
        if way.source not in gone:
            aim = gone.get(way.target, way.target)
            first = arrows.setdefault((way.source, aim), evolve(way, target=aim))
            if first.label != way.label:
                arrows[way.source, aim] = evolve(first, label=", ".join(filter(None, (first.label, way.label))))
    return evolve(
        drawn,
        start=gone.get(drawn.start, drawn.start),
        elements=tuple(
            evolve(one, nodes=tuple(sorted((*one.nodes, *more.get(one.id, ())))))
            for one in drawn.elements
            if one.id not in gone
        ),
        arrows=tuple(arrows.values()),
        clusters=tuple(
            evolve(one, elements=left)
            for one in drawn.clusters
            if (left := tuple(id for id in one.elements if id not in gone))
        ),
    )


def _find_told(id: NodeId, after: Mapping[NodeId, NodeId], untold: Container[NodeId]) -> NodeId:
    """Returns the first box with text, from a given box on; in a ring of boxes without text, the box at which the ring closes."""
    seen = {id}
    while id in untold and (further := after.get(id)) is not None:
        id = further
        if id in seen:
            break
        seen.add(id)
    return id


def _setup(game: Game) -> str:
    """Returns the number of players and the chosen options."""
    number = len(game.seats)
    players = f"{number} player{'s' if number != 1 else ''}"
    options = [f"{readable(name)}: {readable(value)}" for name, value in game.options]
    return "; ".join((players, *options, *map(readable, game.variants)))


def _turn(label: str, is_turned: bool) -> str:
    return _OPPOSITE.get(label, label) if is_turned else label


class _Telling:
    """Words for the parts of one drawing."""

    def __init__(self, game: Game, parsed: Parsed, labels: Mapping[str, str], in_sentences: Mapping[str, str]) -> None:
        told = contents(parsed)
        self._game = game
        self._words = words(game, Style.RULES)
        self._labels = labels
        self._readable = {**in_sentences, **{readable(name): label for name, label in labels.items()}}
        self._say = formulas_of(told, "printed")
        self._decls = {
            decl.name.text: decl for decl in told.decls if isinstance(decl, declarations.Rule | declarations.Phase)
        }
        self._aim = self._show(_aim(self._say, told.decls))
        self._passes = {
            one.local: one.value.value
            for one in walk.statements(game.nodes)
            if isinstance(one, SetLocal) and isinstance(one.value, Const)
        }
        """The numbers of passes that loops begin with, by the locals that count down."""
        self._happen = Happenings(self._words, self._say, self.heart)

    # ------------------------------------------------------------ names and sentences

    def label(self, name: str) -> str:
        """Returns the name of a rule or a part of the game for people."""
        return self._labels.get(name) or capital(readable(name))

    def heart(self, name: str) -> str:
        """Returns the gist of a rule or a phase, in sentences of the rules; empty if they have no sentence that holds for this game."""
        decl = self._decls.get(name)
        said = "" if decl is None else " ".join(sentences_of(self._say, decl)[0])
        return "" if said.startswith(BEFORE) else self._show(heart_of(said))

    def ways(self, label: str) -> str:
        """Returns the label of an arrow: names of actions as people read them; other words stay."""
        return ", ".join(self._way(part) for part in label.split(", "))

    def _way(self, part: str) -> str:
        names = part.split(" > ")
        if all(name in self._labels or name in self._decls for name in names):
            return ", then ".join(map(self.label, names))
        return part

    def _show(self, text: str) -> str:
        """Returns a sentence for people: with the labels, without marks. "is yes" becomes "holds", "is no" becomes "does not hold"."""
        said = plain(flat(rename_marked(text, self._readable)))
        said = _CLAUSE.sub(lambda found: found["clause"][0].lower() + found["clause"][1:], said)
        said = _FIRST.sub(r"\1", said)
        return _IS_NO.sub(" does not hold", _IS_YES.sub(" holds", said))

    def _lines(self, steps: Sequence[Step]) -> tuple[str, ...]:
        return tuple(map(self._show, texts_of(steps)))

    # ------------------------------------------------------------ boxes

    def element(self, one: Element, has_rule: bool) -> Element:
        """Returns a box in words. `has_rule`: no other box belongs to its rule, so the sentence of the rule may replace the steps."""
        node = self._game.nodes[one.id]
        match node:
            case BranchNode():
                return evolve(one, title=self.question(node)[0], lines=())
            case DecisionNode(seat, plan):
                return self._decision(one, plan, self._who(seat))
            case TogetherNode(plan=plan, asked=asked):
                everybody = isinstance(asked, Const) and asked.value is True
                who = "all at once" if everybody else f"all at once, if {self._condition(asked)}"
                return self._decision(one, plan, who)
            case EffectNode() | ChanceNode():
                acting = node.seat if isinstance(node, ChanceNode) else None
                title = self.label(one.title) if one.title else ""
                steps = self._lines(tuple(self._happenings(one)))
                sentence = self.heart(one.title) if has_rule and one.title else ""
                return evolve(
                    one,
                    who="" if acting is None else self._who(acting),
                    title=title,
                    lines=(sentence,) if sentence else steps,
                    details=steps if sentence else (),
                )
            case _:
                return evolve(one, title=capital(one.title), lines=tuple(map(self._end, one.lines)))

    def _decision(self, one: Element, plan: Plan, who: str) -> Element:
        asked = self._lines(tuple(self._happen.ask(plan)))
        ways = tuple(dict.fromkeys(self._option(way) for way in _ways(plan)))
        end = () if plan.gate is None else (_MENU_ENDS[plan.gate],)
        details = self._lines(tuple(self._happen.detail(plan)))
        return evolve(one, who=who, title=self.label(one.title), lines=(*asked, *ways, *end), details=details)

    def _happenings(self, one: Element) -> Iterator[Step]:
        """Yields the steps of all nodes of a box; without steps, the sentences for the log, or that chance orders a pile."""
        nodes = [self._game.nodes[id] for id in one.nodes]
        steps = [step for node in nodes for step in self._steps(node)]
        yield from steps or dict.fromkeys(step for node in nodes for step in self._asides(node))

    def _steps(self, node: Node) -> Iterator[Step]:
        match node:
            case EffectNode():
                yield from self._happen.steps(list_shown_effects(self._game, node))
            case ChanceNode(event):
                yield from self._happen.event(event)
            case _:
                pass

    def _asides(self, node: Node) -> Iterator[Step]:
        match node:
            case EffectNode():
                yield from self._happen.announce(list_shown_effects(self._game, node))
            case ChanceNode(event):
                yield from self._happen.tell_order(event)
            case _:
                pass

    def _option(self, way: tuple[Plan, ...]) -> str:
        return ", then ".join(self._action(line) for line in way)

    def _action(self, line: Plan) -> str:
        only = "" if line.offered_if is None else f" (if {self._condition(line.offered_if)})"
        return f"{self.label(line.name)}{only}"

    def _who(self, seat: Expr) -> str:
        written = self._happen.written
        return "the player" if written.is_me(seat) else self._show(self._say.impersonal().value(written.formula(seat)))

    def _end(self, line: str) -> str:
        if line.startswith("ranking: "):
            return self._aim or "The match is over."
        return capital(line) if line.endswith((".", "!", "?")) else f"{capital(line)}."

    # ------------------------------------------------------------ tests

    def question(self, node: BranchNode) -> tuple[str, bool]:
        """Returns a test as a question, and whether the question is turned around, so that the answers change places: questions with "not" are hard to
        follow."""
        if node.label in _HIDDEN:
            return _HIDDEN[node.label], False
        if node.label == "had no choice":
            return "Has the player chosen already?", True
        if node.label == "one more":
            return self._ask_whether_loop_goes_on(node.condition), False
        if (own := self._adjective(node.condition)) is not None:
            return own
        if node.label != formula(self._words, node.condition):
            return f"{capital(node.label)}?", False
        said, opposite = self._condition(node.condition), self._show(self._happen.opposite(node.condition))
        is_turned = len(_NEGATIVE.findall(opposite)) < len(_NEGATIVE.findall(said))
        return _question(opposite if is_turned else said), is_turned

    def _ask_whether_loop_goes_on(self, condition: Expr) -> str:
        """Returns the question whether a loop continues. It names the elements that the loop goes through, or else the number of repetitions."""
        match condition:
            case Compare("<", _, Count(source)) if isinstance(source.type, types.ListOf | types.SetOf):
                return f"Another {readable(noun_of_type(self._game, source.type.of)) or 'one'}?"
            case Compare("<", _, Local(id)) if (most := self._passes.get(id)) is not None:
                return f"Fewer than {most} times so far?"
            case _:
                return "Once more?"

    def _adjective(self, condition: Expr) -> tuple[str, bool] | None:
        """Returns a test as a question with an adjective, and whether the question is turned around: about a flag (`Is the player out?`, `Still rolling?`),
        or about things with a flag (`Is any island full?`)."""
        match condition:
            case Not(operand):
                found = self._adjective(operand)
                return None if found is None else (found[0], not found[1])
            case FieldAt(field, (Local(type=types.Player()),)) if field == self._game.builtins.out:
                return "Is the player out?", False
            case FieldAt(field, ()) if (name := readable(self._game.fields[field].name)).endswith("ing"):
                return f"Still {name}?", False
            case Equal(Count(Call(function, ()) as called), Const(0)) if isinstance(called.type, types.SetOf):
                name, noun = readable(self._game.functions[function].name), noun_of_type(self._game, called.type.of)
                return None if not noun or name.endswith("s") else (f"Is any {readable(noun)} {name}?", True)
            case _:
                return None

    def case(self, node: BranchNode) -> Case | None:
        """Returns the case that a test asks about, if it asks whether something equals one value of a type or one kind of a component."""
        match node.condition:
            case Equal(left, Const() as value) if isinstance(value.type, _VALUES) and not isinstance(left, Const):
                written = self._happen.written
                subject = self._happen.say.value(written.formula(left))
                return Case(self._show(subject), self._show(self._say.value(written.formula(value))))
            case _:
                return None

    def _condition(self, expr: Expr) -> str:
        return self._show(self._happen.condition(expr))


def _question(said: str) -> str:
    """Returns a condition as a question: `Is the deck empty?`. A long one keeps its order."""
    if said.endswith(" holds"):
        return f"{capital(said.removesuffix(' holds').removeprefix('the '))}?"
    said = _BRACKETED.sub(r"\1 ", said)
    if said.startswith(("there is ", "there are ")):
        _, verb, rest = said.split(" ", 2)
        return f"{capital(verb)} there {rest}?"
    found = _STATE.match(said)
    if found is None or _JOINED.search(found["rest"]) or _JOINED.search(found["who"]):
        return f"{capital(said)}?"
    verb, _, more = found["verb"].partition(" ")
    rest = f"{more} {found['rest']}".strip()
    return f"{capital(verb)} {small(found['who']) if found['who'].startswith(_SMALL) else found['who']} {rest}?"


_SMALL = ("The ", "A ", "An ", "Your ", "You ")


def _ways(plan: Plan) -> Iterator[tuple[Plan, ...]]:
    """Yields the ways through the menus of a plan: the actions that are picked in turn."""
    for line in plan.menu or ():
        below = list(_ways(line))
        yield from ((line, *way) for way in below) if below else ((line,),)


def _aim(say: Formulas, decls: Sequence[declarations.Decl]) -> str:
    """Returns the sentence on who wins: the sentence of the rules if they have one, otherwise one of the rulebook; empty if the rules rank nobody."""
    scores = [decl for decl in decls if isinstance(decl, declarations.Score)]
    rank = next((decl for decl in decls if isinstance(decl, declarations.Ranking)), None)
    own = "" if rank is None else plain_sentence(rank.doc)
    if rank is None or _WINS.search(own):
        return own
    return ranking_text(say, rank, scores)


_WINS = re.compile(r"\bwins?\b")
