"""What an editor is told at once: nothing that the whole check takes back."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from gamedsl.bases import path_of
from gamedsl.pipeline import parse_files
from gamedsl.services import View, Workspace
from gamedsl.services.changed_part import find_changed_part
from gamedsl.services.early import Early, early
from gamedsl.source import Source
from games import shipped
from services.editing import changed_word, messages, told
from share import less, picked

RULES = """\
game pears:
    "Who picks most pears wins."
    players 2

component 6 pear in tree

shared:
    tree: bag of pear

each player:
    basket: bag of pear

rounds up to 3:
    picking

phase picking, each player:
    choose fruit: one of tree
    move fruit to basket

ranking by highest count(basket), ties shared
"""


def _opened(path: Path, text: str) -> Workspace:
    """Returns an editor in which a text has been checked."""
    path.write_text(text, encoding="utf-8")
    workspace = Workspace()
    workspace.open(str(path), text)
    assert _view(workspace, path).report.diagnostics is not None
    return workspace


def _view(workspace: Workspace, path: Path) -> View:
    view = workspace.view(str(path))
    assert view is not None
    return view


def _typed(workspace: Workspace, path: Path, text: str) -> tuple[View, Early]:
    workspace.open(str(path), text)
    view = _view(workspace, path)
    found = early(view)
    assert found is not None
    return view, found


def test_a_wrong_name_is_told_at_once(tmp_path: Path) -> None:
    path = tmp_path / "pears.gdl"
    workspace = _opened(path, RULES)
    view, found = _typed(workspace, path, RULES.replace("move fruit to basket", "move fruit to baskt"))
    assert [one.code for one in found.certain] == ["E0301"]
    assert view.source.text[found.certain[0].primary.span.start :].startswith("baskt")
    assert told(found.certain) <= told(view.report.diagnostics)


@pytest.mark.parametrize(
    ("place", "declaration"),
    [
        ("    basket: bag of pear\n", "    basket: bag of pear\n    let full = count(<tre>)\n"),
        ("rounds up to 3:\n    picking", "rounds up to 3:\n    picking\n    <pickin>"),
        ("phase picking, each player:", "phase picking, each player where count(<tre>) > 0:"),
        ("phase picking", "rule more(n: 1..3):\n    move n of <tre> to me.basket\n\nphase picking"),
        ("highest count(basket)", "lowest count(<baskt>)"),
        ("ranking by", "score most: count(<baskt>)\n\nranking by"),
        ("ranking by", "invariant few: count(<tre>) < 9\n\nranking by"),
        ("ranking by", 'game ends when count(<tre>) is 9 "None."\n\nranking by'),
        ("ranking by", "let high = count(<tre>)\n\nranking by"),
        ("ranking by", "let higher(n: 1..3) = n + count(<tre>)\n\nranking by"),
        ("ranking by", "setup:\n    move tree to <tre>\n\nranking by"),
    ],
)
def test_wrong_names_in_new_declarations_are_told_at_once(tmp_path: Path, place: str, declaration: str) -> None:
    path = tmp_path / "pears.gdl"
    workspace = _opened(path, RULES)
    wrong = declaration[declaration.index("<") + 1 : declaration.index(">", declaration.index("<"))]
    view, found = _typed(workspace, path, RULES.replace(place, declaration.replace(f"<{wrong}>", wrong)))
    assert [view.source.text[one.primary.span.start : one.primary.span.end] for one in found.certain] == [wrong]
    assert told(found.certain) <= told(view.report.diagnostics)


def test_a_changed_line_of_a_variant_is_looked_at_alone() -> None:
    text = "variant few of pears:\n    add let high = 3\n    add let low = 1\n"
    before, after = (
        parse_files(Source("few.gdl", one), lambda _: None) for one in (text, text.replace("low = 1", "low = 2"))
    )
    part = find_changed_part(before, after)
    assert part is not None
    assert part.pair is not None
    assert [text[part.old.start : part.old.end].strip()] == ["add let low = 1"]


def test_a_wrong_name_is_told_at_its_new_place(tmp_path: Path) -> None:
    path = tmp_path / "pears.gdl"
    workspace = _opened(path, RULES)
    longer = RULES.replace("    choose fruit", "    # the longer the comment, the further down\n    choose fruit")
    view, found = _typed(workspace, path, longer.replace("move fruit to basket", "move fruit to tre"))
    assert told(found.certain) == told(view.report.diagnostics) != set()


def test_a_mistake_of_writing_is_told_at_once(tmp_path: Path) -> None:
    path = tmp_path / "pears.gdl"
    workspace = _opened(path, RULES)
    view, found = _typed(workspace, path, RULES.replace("move fruit to basket", "move fruit to (basket"))
    assert told(found.certain) == told(view.report.diagnostics) != set()


def test_findings_elsewhere_stay_and_move(tmp_path: Path) -> None:
    path = tmp_path / "pears.gdl"
    unused = f"{RULES}\nlet nothing = 3\n"
    workspace = _opened(path, unused)
    before = _view(workspace, path).report.diagnostics
    view, found = _typed(workspace, path, unused.replace("    move fruit", "    #\n    move fruit"))
    assert found.certain == ()
    assert [one.code for one in found.before] == [one.code for one in before] != []
    assert told(found.before) == told(view.report.diagnostics)


def test_looking_leaves_nothing_behind(tmp_path: Path) -> None:
    """What was tried in one declaration must not count when another one is typed."""
    path = tmp_path / "pears.gdl"
    example = "\nexample pick_one:\n    players Ann, Bob\n    as Ann: picking\n    Ann plays picking(fruit = pear)\n"
    workspace = _opened(path, RULES + example)
    last = workspace.checked[str(path)]
    program = last.kept.programs[0]
    world = program.world

    def kept() -> list[object]:
        some = (world.locals, world.sites, world.functions, world.places, world.origins, world.chosen, world.problems)
        return [*(len(one) for one in some), dict(program.selection_types), dict(program.roll_types)]

    before, found = kept(), Early((), ())
    for old, new in (("one of tree", "one of 1..2"), ("one of tree", "up to 2 of tree"), ("= pear)", "= paer)")):
        _, found = _typed(workspace, path, (RULES + example).replace(old, new))
        assert kept() == before
    fresh = Workspace((), {str(path): (RULES + example).replace("= pear)", "= paer)")}).view(str(path))
    assert fresh is not None
    assert told(found.certain) == told(fresh.report.diagnostics) != set()


@pytest.mark.parametrize(
    "game", picked([*shipped.GAMES, *shipped.VARIANTS], ["branch_lines", "backgammon", "goofspiel", "omnibus_hearts"])
)
def test_the_whole_check_takes_nothing_back(game: str) -> None:
    path = str(Path(path_of(game)).resolve())
    text = Path(path).read_text(encoding="utf-8")
    workspace, dice = Workspace(), random.Random(f"typing in {game}")
    workspace.open(path, text)
    assert _view(workspace, Path(path)).report.diagnostics is not None
    last = workspace.checked[path]
    for _ in range(less(100, 4)):
        workspace.checked[path] = last
        workspace.open(path, changed_word(text, dice))
        view = _view(workspace, Path(path))
        found = early(view)
        if found is not None:  # another base may be named
            whole = view.report.diagnostics
            assert messages(found.certain) <= messages(whole)


VARIANT = """\
variant more_pears of pears:
    "Some pears are rotten."
    add component 2 rotten in heap
    add shared:
        heap: bag of rotten
    replace phase picking, each player:
        choose fruit: one of tree
        move fruit to basket
        may choose one:
            rest
    add action rest:
        move up to 1 of tree to box
    add action throw to picking:
        choose bad: one of heap
        move bad to box

example none_is_rotten:
    players Ann, Bob
    then count(heap) is 2
"""


@pytest.mark.parametrize(
    ("right", "wrong", "code"),
    [
        ("move bad to box", "move bad to bix", "E0301"),
        ("replace phase picking", "replace phase pickin", "E0701"),
        ("move fruit to basket", "move fruit to baskt", "E0301"),
        ("heap: bag of rotten", "heap: bag of roten", "E0301"),
        ("then count(heap)", "then count(heep)", "E0301"),
        ("to picking:", "to pickin:", "E0301"),
    ],
)
def test_a_mistake_in_a_variant_is_told_at_once(tmp_path: Path, right: str, wrong: str, code: str) -> None:
    (tmp_path / "pears.gdl").write_text(RULES)
    path = tmp_path / "more_pears.gdl"
    workspace = _opened(path, VARIANT)
    view, found = _typed(workspace, path, VARIANT.replace(right, wrong))
    assert [one.code for one in found.certain] == [code]
    assert told(found.certain) <= told(view.report.diagnostics)


@pytest.mark.parametrize(
    ("right", "wrong", "code"),
    [
        ("basket: bag of pear", "basket: bag of paer", "E0301"),
        ("  Plum   2", "  Plum   Two", "E0301"),
        ("  Plum   2", "  Plum", "E0602"),
    ],
)
def test_a_mistake_in_data_is_told_at_once(tmp_path: Path, right: str, wrong: str, code: str) -> None:
    path = tmp_path / "pears.gdl"
    rules = f"{RULES}\ntable worth:\n    fruit  points\n    Plum   2\n    Fig    3\n\ntype fruits: Plum, Fig\n"
    workspace = _opened(path, rules)
    view, found = _typed(workspace, path, rules.replace(right, wrong))
    assert [one.code for one in found.certain] == [code]
    assert told(found.certain) <= told(view.report.diagnostics)


def test_a_mistake_in_what_a_seat_replaces_is_told_at_once(tmp_path: Path) -> None:
    rules = (Path(__file__).parents[1] / "corpus/meaning/scripted.gdl").read_text(encoding="utf-8")
    path = tmp_path / "scripted.gdl"
    workspace = _opened(path, rules)
    view, found = _typed(workspace, path, rules.replace("rule own_way: points += 5000", "rule own_way: pointz += 5000"))
    assert [one.code for one in found.certain] == ["E0301"]
    assert told(found.certain) <= told(view.report.diagnostics)
