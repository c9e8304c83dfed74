"""Finds missing words for players in a rules file: for logs, questions and rulebooks (`gamedsl check --words`)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from gamedsl.diagnostics.model import Diagnostic
from gamedsl.pipeline.bare_names import bare_names
from gamedsl.pipeline.reading import Parsed
from gamedsl.pipeline.switches import without_comments
from gamedsl.rulebook.layout.brackets import flatten_brackets
from gamedsl.rulebook.model import Step
from gamedsl.rulebook.names import names_of
from gamedsl.rulebook.sentences.formulas import Formulas
from gamedsl.rulebook.sentences.outlines import value_outline
from gamedsl.semantics.problems.bare_names import FormulaWithoutSentence
from gamedsl.syntax.tree import fields
from gamedsl.syntax.tree.walk import walk


def words_findings(parsed: Parsed) -> tuple[Diagnostic, ...]:
    """Returns the parts of the file itself that lack a sentence for people, in the order of the text. Comments switch findings off as elsewhere."""
    if not parsed.chain.files:
        return ()
    _, file = parsed.chain.files[-1]
    source = next(one for one in parsed.sources if one.name == file.span.source)
    say = Formulas(names_of([decl for _, one in parsed.chain.files for decl in one.decls]))
    hard = [
        FormulaWithoutSentence(node.name.span, node.name.text)
        for node in walk(file.decls)
        if isinstance(node, fields.Define) and node.doc is None and _has_letters(say, node)
    ]
    found = (*bare_names(parsed), *without_comments([one.explain() for one in hard], source))
    return tuple(sorted(found, key=lambda one: (one.primary.span.start, one.code)))


def _has_letters(say: Formulas, node: fields.Define) -> bool:
    """Whether a rulebook explains parts of a formula by letters."""
    found = value_outline(say.binding(*(param.name.text for param in node.params)), node.value)
    return any(flatten_brackets(text)[1] for text in (found.text, *_texts(found.steps)))


def _texts(steps: Iterable[Step]) -> Iterator[str]:
    for step in steps:
        yield step.text
        yield from _texts(step.steps)
