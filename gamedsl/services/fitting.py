"""Finds names that fit at a place, from the words of the line before it: declarations that a variant can replace, rules that an example can play, and so on."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

from gamedsl.bases import rules_names
from gamedsl.services.declarations import Declared, walk_declarations
from gamedsl.services.workspace import View
from gamedsl.syntax.tree import declarations, statements
from gamedsl.syntax.tree.node import Ident, Node
from gamedsl.syntax.tree.walk import walk_in_order
from gamedsl.values import frozen


@frozen
class Fitting:
    """A name that fits: the sort of thing that it names, and the declaration with this name, if there is one."""

    name: str
    sort: str
    declared: Declared | None = None


_RUN = ("rule", "action", "phase")
_CONTENTS = ("value", "kind", "place", "shape", "column")


def fitting(view: View, text: str, offset: int) -> list[Fitting] | None:
    """Returns the names that fit at an offset, in place of the word that begins there; None if any name of the rules may stand there."""
    begin = text.rfind("\n", 0, offset) + 1
    line = text[begin:offset]
    if not line.strip() and _find_header(text, begin, len(line)) == "answers:":
        return list(_in_rule(view, None, statements.Selection))
    for pattern, find in _FORMS:
        found = pattern.fullmatch(line)
        if found is not None:
            return list(find(view, found))
    return None


def _find_header(text: str, begin: int, indentation: int) -> str:
    """Returns the line that opens the block of a line."""
    for line in reversed(text[:begin].splitlines()):
        if line.strip() and len(line) - len(line.lstrip()) < indentation:
            return line.strip()
    return ""


def _of_sorts(view: View, *sorts: str) -> Iterator[Fitting]:
    for one in view.declared.values():
        if one.sort in sorts:
            yield Fitting(one.name, one.sort, one)


def _of_word(view: View, found: re.Match[str]) -> Iterator[Fitting]:
    """Yields the declarations that can be replaced after a word such as `rule`: declarations of this sort."""
    word = found[1]
    if word in ("require", "ensure"):
        return _requirements(view, None)
    return _of_sorts(view, *{"let": ("let",), "pick": ("pick",), "grid": ("board",), "ring": ("board",), "row": ("board",),
                             "track": ("board",), "graph": ("board",)}.get(word, (word,)))  # fmt: skip


def _removable(view: View, _: re.Match[str]) -> Iterator[Fitting]:
    for one in view.declared.values():
        if one.sort not in (*_CONTENTS, "game", "variant", "part", "block"):
            yield Fitting(one.name, one.sort, one)
    for decl in (decl for _name, file in view.parsed.chain.files for decl in walk_declarations(file.decls)):
        if isinstance(decl, declarations.KindBlock):
            yield Fitting(decl.name.text, "kind")


def _bases(view: View, found: re.Match[str]) -> Iterator[Fitting]:
    """Yields the games and variants that can be found, without the one that is written."""
    own = (found[1], Path(view.path).stem)
    for name in rules_names(Path(view.path).parent, view.workspace.more):
        if name not in own:
            yield Fitting(name, "game or variant")


def _keys(view: View, found: re.Match[str]) -> Iterator[Fitting]:
    """Yields the selections that an example answers with a move."""
    return _in_rule(view, found[1], statements.Selection)


def _reasons(view: View, found: re.Match[str]) -> Iterator[Fitting]:
    return _requirements(view, found[1])


def _requirements(view: View, rule: str | None) -> Iterator[Fitting]:
    return _in_rule(view, rule, statements.RequireStmt, statements.EnsureStmt)


def _in_rule(view: View, rule: str | None, *kinds: type[Node]) -> Iterator[Fitting]:
    """Yields the names that the statements of a rule (None: of all rules) give to themselves."""
    seen: set[str] = set()
    for _, file in reversed(view.parsed.chain.files):
        for decl in walk_declarations(file.decls):
            if rule is not None and getattr(getattr(decl, "name", None), "text", None) != rule:
                continue
            for node in walk_in_order(decl) if isinstance(decl, declarations.WithBody) else ():
                name = getattr(node, "name", None)
                if isinstance(node, kinds) and isinstance(name, Ident) and name.text not in seen:
                    seen.add(name.text)
                    yield Fitting(name.text, "selection" if isinstance(node, statements.Selection) else "requirement")


def _sorts(*sorts: str) -> Callable[[View, re.Match[str]], Iterator[Fitting]]:
    return lambda view, _: _of_sorts(view, *sorts)


_FORMS: tuple[tuple[re.Pattern[str], Callable[[View, re.Match[str]], Iterator[Fitting]]], ...] = tuple(
    (re.compile(rf"\s*{form}"), find)
    for form, find in (
        (r"replace (rule|action|phase|let|table|component|score|option|history|pick|example|start|invariant|possible"
         r"|type|grid|ring|row|track|graph|require|ensure) +", _of_word),
        (r"remove (require|ensure) +", _of_word),
        (r"(?:replace|remove) (?:require|ensure) +\w+ +in +", _sorts(*_RUN)),
        (r"remove +", _removable),
        (r"remove examples broken by +", _removable),
        (r"(?:add +)?action +\w+(?:\(.*\))? +to +", _sorts(*_RUN)),
        (r"add +\w+(?:\(.*\))? +(?:before|after) +", _sorts(*_RUN)),
        (r"add +\w+(?:\(.*\))? +(?:before|after) +\w+ +in +", _sorts(*_RUN, "part")),
        (r"set +copies +of +", _sorts("kind", "component")),
        (r"variant +(\w+) +of +(?:.*, *)?", _bases),
        (r"example +\w+ +of +", _sorts("example")),
        (r"\w+ +(?:plays|may +not|may) +", _sorts("action")),
        (r"\w+ +declines +", _sorts(*_RUN)),
        (r"\w+ +(?:plays|may +not|may) +(\w+)\((?:[^()]*, *)?", _keys),
        (r"\w+ +may +not +(\w+)(?:\(.*\))? +because +", _reasons),
        (r"as +\w+ *: *", _sorts(*_RUN)),
        (r"from +", _sorts("start")),
        (r"with +(?:.*, *)?", _sorts("option")),
    )
)  # fmt: skip
"""The starts of lines behind which only some names fit."""
