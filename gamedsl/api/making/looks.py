"""Reads look files: colours, symbols and names for what is made of rules."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from gamedsl.api.asked import compile_setup
from gamedsl.api.rules import Rules, load_rules
from gamedsl.bases import LOOK_SUFFIX, content, has_file
from gamedsl.json import JsonObject
from gamedsl_interpreter import arguments

if TYPE_CHECKING:
    from gamedsl.graph.compiled import Setup
    from gamedsl.graph.model.game import Game


def look_beside(own: Path, rules: Rules) -> Path | None:
    """Returns the first look file that exists of these: `own`, which is the one beside the rules, and the one beside the nearest rules on which they build.
    None without one."""
    bases = (Path(name).with_suffix(LOOK_SUFFIX) for name, _ in reversed(rules.parsed.chain.files))
    return next((one for one in (own, *bases) if has_file(one)), None)


def look_text(path: str | Path) -> str:
    """Returns the text of a look file. Raises OSError, LookError if it is no text in UTF-8, and ArgumentError."""
    from gamedsl.page import LookError

    file = arguments.path("look", path, "a look file")
    try:
        return content(file).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise LookError(["this is no text in UTF-8"]) from None


def read_look(path: str | Path | None, rules: Rules, games: Sequence[Game]) -> JsonObject:
    """Reads a look file for some setups of the rules; nothing without one. It may also name things that only other setups have. Raises LookError,
    OSError, ArgumentError."""
    if path is None:
        return {}
    from gamedsl_interpreter.hosting.model import named_things

    return look_for_models(path, rules, [named_things(game) for game in games])


def look_for_models(path: str | Path | None, rules: Rules, models: Sequence[JsonObject]) -> JsonObject:
    """Reads a look file as `read_look` does, for setups whose models are known already."""
    if path is None:
        return {}
    from gamedsl.page import LookError, read_look

    text, folder = look_text(path), Path(path).parent
    base = _base(Path(path), rules)
    try:
        look = read_look(text, [*models, *(() if base is None else _models(base, base.setups()[:1]))], folder)
    except LookError:
        if base is None and len(models) == len(rules.setups()):
            raise
        every = [model for one in (rules, base) if one is not None for model in _models(one, one.setups())]
        look = read_look(text, every, folder)
    _check_rules(look, rules)
    return look


def _base(path: Path, rules: Rules) -> Rules | None:
    """Returns the rules beside which a look file lies, if others build on them: it may name what a variant takes away. None if it lies beside the rules."""
    ending = "".join(path.suffixes[-2:])
    below = path.with_name(path.name.removesuffix(ending) + ".gdl")
    files = [Path(name).resolve() for name, _ in rules.known.parsed.chain.files]
    if below.resolve() not in files[:-1]:
        return None
    return load_rules(below)


def _models(rules: Rules, setups: Sequence[Setup]) -> list[JsonObject]:
    from gamedsl_interpreter.hosting.model import named_things

    return [named_things(compile_setup(rules, setup).game) for setup in setups]


def _check_rules(look: JsonObject, rules: Rules) -> None:
    """Raises LookError if a look labels rules that there are not: models do not name them, but the rules do."""
    from gamedsl.page import LookError
    from gamedsl.rulebook import LabelError, check_labels, labels_in

    try:
        check_labels(labels_in(look), [decl for _, file in rules.known.parsed.chain.files for decl in file.decls])
    except LabelError as wrong:
        raise LookError(wrong.findings) from None


def names_for_people(game: Game, look: JsonObject) -> dict[str, str]:
    """Returns the names of kinds, places and rules as people read them, by their names in the rules: labels of the look file, or words. A place that has
    only a number has the name of its board before it."""
    from gamedsl.cards.faces import entry, text_of
    from gamedsl.cards.words import kind_title, place_name
    from gamedsl.reports.titles import title_of

    kinds = {one.name: text_of(entry(look, "value", one.name), "label") or kind_title(one.name) for one in game.kinds}
    boards = enumerate(game.boards)
    places = {
        name: told if re.search(r"[^\W\d_]", told) else f"{title_of(board.name)} {told}"
        for number, board in boards
        for at, name in enumerate(board.places)
        for told in [place_name(game, number, at)]
    }
    rules = look.get("rule", {})
    labels = (
        {name: label for name in rules if (label := text_of(entry(look, "rule", name), "label"))}
        if isinstance(rules, dict)
        else {}
    )
    return {**labels, **places, **kinds}
