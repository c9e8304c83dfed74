"""Adds the intended line to a problem, if the text around it shows the intention: `tired` alone is `tired = yes`, `roll die: d6` is `roll die: one of 1..6`."""

from __future__ import annotations

import re

from gamedsl.diagnostics.meant import Meant
from gamedsl.diagnostics.problem import Problem
from gamedsl.diagnostics.suggest import is_slip
from gamedsl.semantics.problems.elements import RepeatsLost
from gamedsl.semantics.problems.kinds_and_zones import CannotMove
from gamedsl.semantics.problems.names import UnknownName, WrongSort
from gamedsl.semantics.problems.terms import About, Described, Role, Thing
from gamedsl.semantics.problems.values import CannotAssign, Mismatch, NotComparable, WrongArguments
from gamedsl.source import Source, Span
from gamedsl.syntax.guessing.declared_lines import component_of_values
from gamedsl.syntax.guessing.own_names import own_names, same_name
from gamedsl.syntax.guessing.phrases import implicit_name
from gamedsl.syntax.guessing.told_players import SUBJECTS, conditions
from gamedsl.syntax.signs import end_of_line
from gamedsl.values import evolve

_DIE = re.compile(r"[dDwW]([1-9][0-9]{0,2})")
_DECLARED = re.compile(r"(\w+)([ \t]*:[ \t]*)$")
_IN_TURN = re.compile(r"each player in turn$")
_PATH = re.compile(r"\w+(?:\.\w+)*")
_TWO_NUMBERS = re.compile(r"\[\s*\d+\s*,\s*\d+\s*\]")
_START_OF_NONE = re.compile(r"(\s+\w+(?:\[[^\]]*\])?\s*:\s*)(\w+)\s*=\s*none\b")
_ONE_OR_NONE = re.compile(r"(?:one|1) of ([^,;:]+?)\s+or\s+none\b")
_SQUARE = re.compile(r"[A-Za-z][1-9][0-9]?")
_GRID = re.compile(r"(?m)^grid (\w+) (\d+) by (\d+)(?![^\n]*\b(?:columns|rows)\b)")
"""A grid whose places have no names of their own."""
_INTO_ZONE = re.compile(r" *\+?= *(?:draw\(([a-z]\w*)(?:, *(\d+))?\)|([A-Za-z]\w*(?:\.\w+)*))(?= *(?:#|\n|$))")
"""The text behind a zone that is written as if it were a number."""
_NO_PIECES = ("none", "yes", "no")
_EACH_VALUE = re.compile(r"component (?:\d+ )?(\w+) each \w+(?: in (\w+))?[ :]*(?=\n|$)")
_WORD = re.compile(r"\w+|[^\w\s]")
_BESIDE_BRACKETS = re.compile(r" (?=[().])|(?<=[(.]) ")
_METHOD = re.compile(r"([ \t]*)(\w+(?:\.\w+)*)\.(\w+)\((.*)\)[ \t]*(?=#|\n|$)")
_SET = re.compile(r"[ \t]+(\w+) = ")
_MOVED = re.compile(r"move ([\w.]+) to ([\w.\[\], ]+)$")
_STEP = re.compile(r"step\(([\w.]+), ([\w.]+)\)")
_FOLDS = re.compile(r"(sum|max|min)\(\s*$")


def add_meaning(problem: Problem, source: Source) -> Problem:
    """Returns the problem with the intended text, if its line shows that."""
    match problem:
        case UnknownName(sort=Role.TYPE | Role.COMPONENT) | Mismatch() | WrongArguments() if found := _field(
            problem, source
        ):
            return evolve(problem, meant=found)
        case UnknownName():
            found = _unknown(problem, source)
            if problem.sort is Role.NAME and (places := _places_like(problem.name, source)):
                return evolve(problem, places=places)
            is_field = found is not None and problem.sort in (Role.RULE, Role.RULE_OR_ACTION)
            return problem if found is None else evolve(problem, meant=found, is_field=is_field)
        case WrongArguments():
            found = _arguments(problem, source)
        case CannotAssign():
            if (declared := _field_without_let(problem.what, source)) is not None:
                return evolve(problem, declared=declared)
            found = _in_brackets(problem.span, source) or (_move_here(problem, source) if problem.is_zone else None)
        case WrongSort():
            found = _index(problem, source) or _method(problem, source)
        case NotComparable(part=(place, made)):
            found = Meant(place, made.format(source.text[place.start : place.end]))
        case RepeatsLost():
            found = _through_elements(problem, source)
        case Mismatch():
            found = _value(problem, source)
        case CannotMove():
            return evolve(problem, assignment=_assignment(problem.span, source))
        case _:
            return problem
    return problem if found is None else evolve(problem, meant=found)


def _unknown(problem: UnknownName, source: Source) -> Meant | None:
    """Returns the intended line for `roll die: d6`, `tired` as a line, `tired: no`."""
    name, span = problem.name, problem.span
    if problem.sort is Role.OWNER:
        return _component(name, source, span)
    if problem.sort is Role.NAME and name in SUBJECTS:
        return _condition(source, span)
    if problem.sort is Role.NAME and (zone := _zone_of_pieces(name, source, span)):
        return Meant(span, zone)
    line = _SET.match(source.text, source.line_start(span.start))
    if problem.sort is Role.NAME and line is not None and line.start(1) == span.start:
        is_misspelt = any(is_slip(name, one) or one in (f"{name}s", name.removesuffix("s")) for one in problem.known)
        return None if is_misspelt else Meant(span, f"let {name}", f"let {name} = …")
    if problem.sort is Role.PICK:
        die = _DIE.fullmatch(name)
        return Meant(span, f"one of 1..{die[1]}") if die else None
    if problem.sort in (Role.RULE, Role.RULE_OR_ACTION) and not _follows(source, span):
        own = own_names(source.text)
        change = f"{name} = yes" if name in own.flags else f"{name} += 1" if name in own.numbers else ""
        return Meant(span, change) if change else None
    if problem.sort is Role.TYPE and name in ("yes", "no"):
        before = _DECLARED.search(source.text, source.line_start(span.start), span.start)
        return before and Meant(Span(source.name, before.start(2), span.end), f" = {name}", f"{before[1]} = {name}")
    return None


def _field(problem: UnknownName | Mismatch | WrongArguments, source: Source) -> Meant | None:
    """Returns the intended declaration for `weather: Calm or Rough`, `weather = Calm or Rough`, `store: good = 0`, `opener: player = first`."""
    start = source.line_start(problem.span.start)
    line = _FIELD.match(source.text, start)
    tops = () if line is None else tuple(_TOP.finditer(source.text, 0, start))
    if line is None or not tops or not tops[-1][0].startswith(("shared:", "each ")):
        return None
    name, told, own = line[1], line[2].strip(), own_names(source.text)
    place = Span(source.name, line.start(1), line.start(2) + len(line[2].rstrip()))
    if isinstance(problem, WrongArguments):
        is_seat = problem.name == "first" and re.fullmatch(r"player = first", told) is not None
        return Meant(problem.span, "players[1]") if is_seat else None
    if isinstance(problem, Mismatch) and problem.expected is not Thing.FLAG:
        many = _ONE_FOR_EACH.fullmatch(told) if isinstance(problem.expected, About) else None
        is_told = many is not None and many[1] in own.types.values() and many[1] not in (*own.boards, *own.pieces)
        return Meant(place, f"{name}[{many[1]}]: 0..{max(99, int(many[2]))} = {many[2]}") if many and is_told else None
    values = [word for word in re.findall(r"\w+", told) if word not in ("or", "and")]
    types = {own.types.get(word, "direction" if word in _DIRECTIONS else "") for word in values}
    type_ = next(iter(types), "")
    is_one = len(types) == 1 and type_ not in ("", *own.pieces)
    return Meant(place, f"{name}: {type_} = {values[0]}") if is_one else None


_DIRECTIONS = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")
_FIELD = re.compile(r"[ \t]+(\w+)[ \t]*[:=]([^,#\"\n]*)")
_ONE_FOR_EACH = re.compile(r"([a-z]\w*) = (\d+)")


def _zone_of_pieces(name: str, source: Source, span: Span) -> str:
    """Returns the zone that is called by its pieces, as in `draw 1 from clouds`: the only one for them, or behind `from` the one from which they are drawn."""
    own = own_names(source.text)
    piece = same_name(name, own.pieces)
    zones = [zone.name for zone in own.zones if piece in zone.pieces]
    is_source = source.text[: span.start].rstrip().endswith((" from", " of"))
    if not piece or piece == name or not zones:
        return ""
    return zones[0] if len(zones) == 1 else implicit_name("deck", own, piece, None) if is_source else ""


def _component(of: str, source: Source, span: Span) -> Meant | None:
    """Returns the intended line for `component crate each good`, where `good` is a type: a kind for each of its values."""
    start = source.line_start(span.start)
    line = _EACH_VALUE.match(source.text, start)
    if line is None or not re.search(rf"(?m)^type {of}\b", source.text):
        return None
    lines = component_of_values(line[1], of, line[2], own_names(source.text))
    said = "` and below it `".join(one.strip() for one in lines)
    return Meant(Span(source.name, start, line.end()), "\n".join(lines), said)


def _condition(source: Source, span: Span) -> Meant | None:
    """Returns the intended condition for `everybody is resting`."""
    found = [*_WORD.finditer(source.text, span.start, end_of_line(source.text, span.start))]
    edit = next((one for one in conditions([word[0] for word in found], own_names(source.text)) if one[0] == 0), None)
    if edit is None:
        return None
    words = _BESIDE_BRACKETS.sub("", " ".join(edit[2]))
    return Meant(Span(source.name, span.start, found[edit[1] - 1].end()), words)


def _places_like(name: str, source: Source) -> str:
    """Returns the names of the places of the only grid, if somebody has named a place as players of chess do (`C2`); empty for other names."""
    grids = _GRID.findall(source.text) if _SQUARE.fullmatch(name) else []
    if len(grids) != 1:
        return ""
    ((board, rows, columns),) = grids
    last = chr(ord("a") + min(int(columns), 26) - 1)
    named = f"with `, columns a to {last}, rows from below` behind its size they are `a1` to `{last}{rows}`"
    return f"`{board}[1, 1]` to `{board}[{rows}, {columns}]`, by row and column; {named}"


def _follows(source: Source, span: Span) -> bool:
    """Whether more words follow a place in its line."""
    return bool(source.text[span.end :].partition("\n")[0].partition("#")[0].strip())


def _arguments(problem: WrongArguments, source: Source) -> Meant | None:
    """Returns the intended text for `each player in turn`, `no(c is Red for c in hand)`, `sum(basket)`, `basket.kind`."""
    name, span, text = problem.name, problem.span, source.text
    if name == "turn":
        line = _IN_TURN.search(text, source.line_start(span.start), span.end)
        return Meant(Span(source.name, line.start(), line.end()), "each player") if line else None
    called = re.match(rf"{name}\((.*)\)", text[span.start : span.end], re.DOTALL)
    if name in ("no", "some") and called is not None and re.search(r"\bfor \w+ in\b", called[1]):
        return Meant(span, f"{'not ' * (name == 'no')}any({called[1]})")
    if problem.expected is not Thing.INDEX:
        return None
    member = re.match(r"\.(\w+)", text[span.end :])
    if member is not None:
        return Meant(
            Span(source.name, span.start, span.end + member.end()), f"{text[span.start : span.end]}[{member[1]}]"
        )
    index = re.search(rf"^[ \t]+{name}\[([\w.]+)\]", text, re.MULTILINE)
    if (
        _FOLDS.search(text, source.line_start(span.start), span.start)
        and text[span.end : span.end + 1] == ")"
        and index is not None
    ):
        return Meant(span, f"{name}[x] for x in {index[1]}")
    return None


def _in_brackets(span: Span, source: Source) -> Meant | None:
    """Returns the intended line for `basket(kind) += 1`, where each kind has a basket of its own."""
    called = re.fullmatch(r"((?:\w+\.)*(\w+))\((.*)\)", source.text[span.start : span.end])
    if called is None or re.search(rf"^[ \t]+{called[2]}\[", source.text, re.MULTILINE) is None:
        return None
    return Meant(span, f"{called[1]}[{called[3]}]")


def _move_here(problem: CannotAssign, source: Source) -> Meant | None:
    """Returns the intended line for `hand += card`, `market += draw(deck)`: pieces move into a zone, or are drawn into it."""
    line = _INTO_ZONE.match(source.text, problem.span.end)
    if line is None:
        return None
    place = Span(source.name, problem.span.start, line.end())
    zones = {zone.name for zone in own_names(source.text).zones}
    if line[1] is not None:
        return Meant(place, f"draw {line[2] or 1} from {line[1]} to {problem.what}") if line[1] in zones else None
    return None if line[3] in _NO_PIECES else Meant(place, f"move {line[3]} to {problem.what}")


def _index(problem: WrongSort, source: Source) -> Meant | None:
    """Returns the intended text for `tax(3)`, where a table, a board or a field has a value for each number."""
    name = re.escape(problem.name.rpartition(".")[2])
    has_index = re.compile(rf"^(?:table|grid|row|ring) {name}\b|^[ \t]+{name}\[", re.MULTILINE)
    if problem.call is None or not has_index.search(source.text):
        return None
    given = source.text[problem.span.end : problem.call.end].strip()
    return Meant(problem.call, f"{problem.name}[{given[1:-1]}]") if "\n" not in given else None


def _method(problem: WrongSort, source: Source) -> Meant | None:
    """Returns the intended line for `deck.shuffle()`, `hand.add(card)`, `deck.draw(2)`, and in an example for `Ann.sell(Pear)`."""
    start = source.line_start(problem.span.start)
    line = _METHOD.match(source.text, start)
    if line is None:
        return None
    of, verb, given = line[2], line[3], line[4].strip()
    own = own_names(source.text)
    zones = {zone.name for zone in own.zones}
    words = ""
    if verb in own.actions and of.istitle() and (given == "") == (own.actions[verb] == ()):
        chosen = given if "=" in given or not given else f"{own.actions[verb][0]} = {given}"
        words = f"{of} plays {verb}" + (f"({chosen})" if chosen else "")
    elif of.rpartition(".")[2] in zones and verb == "shuffle" and not given:
        words = f"shuffle {of}"
    elif of.rpartition(".")[2] in zones and verb in ("draw", "pop", "take", "deal") and (not given or given.isdigit()):
        words = f"draw {given or 1} from {of} to {implicit_name('own', own, None, None)}"
    elif of.rpartition(".")[2] in zones and verb in ("add", "append", "push", "insert") and _PATH.fullmatch(given):
        words = f"move {given} to {of}"
    return Meant(Span(source.name, line.end(1), line.end()), words) if words else None


def _through_elements(problem: RepeatsLost, source: Source) -> Meant | None:
    """Returns the intended formula for `sum(built.points)`."""
    if problem.function == "count" or problem.collection is None:
        return None
    start, end = problem.collection.start, problem.collection.end
    place = Span(source.name, start, end + len(problem.path) + 1)
    is_written_so = source.text[end : place.end] == f".{problem.path}"
    return Meant(place, f"x.{problem.path} for x in {source.text[start:end]}") if is_written_so else None


def _field_without_let(name: str, source: Source) -> Meant | None:
    """Returns the intended declaration for `let late = no` below `shared:`, if a line sets `late`."""
    line = re.search(rf"(?m)^[ \t]+(let )({re.escape(name)} = \S+)[ \t]*(?=#|$)", source.text)
    tops = () if line is None else tuple(_TOP.finditer(source.text, 0, line.start()))
    if line is None or not tops or tops[-1][0] not in ("shared:", "each player:"):
        return None
    return Meant(Span(source.name, line.start(1), line.end(1)), "", line[2])


_TOP = re.compile(r"(?m)^\S[^\n#]*?(?=[ \t]*(?:#|$))")
"""A line in the first column."""


def _assignment(span: Span, source: Source) -> str:
    """Returns the intended assignment for `move wagon to goal`, where a field holds a place."""
    line = _MOVED.search(source.text[source.line_start(span.start) :].partition("\n")[0])
    held = {name for name, _ in own_names(source.text).standing}
    return f"{line[1]} = {line[2].strip()}" if line and line[1].rpartition(".")[2] in held else ""


def _value(problem: Mismatch, source: Source) -> Meant | None:
    """Returns the intended text for `goal = [2, 3]`, `goal: stone = none`, `points += sold.price`."""
    span, text = problem.span, source.text[problem.span.start : problem.span.end]
    board = _board_of(problem.expected)
    if board is not None and _TWO_NUMBERS.fullmatch(text):
        return Meant(span, f"{board}{text}")
    if problem.expected is Thing.ELEMENTS_TO_CHOOSE:
        chosen = _ONE_OR_NONE.search(source.text, source.line_start(span.start), span.end)
        return Meant(Span(source.name, chosen.start(), chosen.end()), f"up to 1 of {chosen[1]}") if chosen else None
    if problem.found is Thing.NONE:
        declared = _START_OF_NONE.match(source.text, source.line_start(span.start))
        if declared is not None and declared.end() == span.end:
            return Meant(Span(source.name, declared.start(2), declared.end(2)), f"{declared[2]} or none")
    if problem.expected is Thing.NUMBER and text == "[]":
        return Meant(span, "0")
    found = problem.found
    is_place = isinstance(found, About) and found.term is Thing.PLACE_OF
    if problem.expected is Thing.NUMBER and is_place and text.rpartition(".")[2] in _walkers(source):
        return Meant(span, f"{text}.number")
    if problem.expected is Thing.DIRECTION:
        return _steps(span, source)
    is_of_numbers = isinstance(found, About) and found.term in (Thing.SET_OF, Thing.LIST_OF, Thing.BAG_OF)
    if problem.expected is Thing.NUMBER and is_of_numbers and _PATH.fullmatch(text):
        of, _, field = text.rpartition(".")
        if isinstance(found, About) and found.parts[0] is Thing.NUMBER and not of:
            return Meant(span, f"sum({text})")
        pile = any(zone.name == of and zone.form == "pile" for zone in own_names(source.text).zones)
        one_or_all = f"last({of}).{field}" if pile else f"sum(c.{field} for c in {of})"
        return Meant(span, one_or_all) if of else None
    return None


def _steps(span: Span, source: Source) -> Meant | None:
    """Returns the intended text for `step(wagon, 2)`, where a field holds a place with a number."""
    call = next(
        (
            one
            for one in _STEP.finditer(source.text, source.line_start(span.start), span.end + 1)
            if one.start(2) == span.start
        ),
        None,
    )
    if call is None or call[1].rpartition(".")[2] not in _walkers(source):
        return None
    return Meant(Span(source.name, call.start(), call.end()), f"{call[1]} + {call[2]}")


def _walkers(source: Source) -> frozenset[str]:
    """Returns the fields that hold a place with a number."""
    return frozenset(name for name, _ in own_names(source.text).walkers)


def _board_of(expected: Described) -> str | None:
    """Returns the board if a place of a board is needed; None otherwise."""
    if isinstance(expected, About) and expected.term is Thing.OR_NONE and isinstance(expected.parts[0], About):
        expected = expected.parts[0]
    is_place = isinstance(expected, About) and expected.term is Thing.PLACE_OF
    return str(expected.parts[0]) if is_place and isinstance(expected, About) else None
