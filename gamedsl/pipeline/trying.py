"""Tries the lines that findings propose: inserts each into the text and checks the text again. A line with a mistake of its own is not proposed."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from gamedsl.diagnostics.model import Diagnostic, Edit, Fix, Severity, apply_edits
from gamedsl.pipeline.checking import TOO_MUCH_WORK, Report, check
from gamedsl.pipeline.reading import Read
from gamedsl.pipeline.setups import setups
from gamedsl.semantics.model.builtin_names import GIVEN
from gamedsl.semantics.model.effort import Effort
from gamedsl.source import Source, Span
from gamedsl.syntax.parse import LONGEST_TEXT, find_lines
from gamedsl.syntax.problems.problem import FIRST_OF_MEANING
from gamedsl.syntax.recovery.near import meant_line
from gamedsl.syntax.recovery.stumble import Stumble
from gamedsl.syntax.rewriting.search import search_lines
from gamedsl.syntax.rewriting.weight import lost_word
from gamedsl.syntax.sentences.reading import read_sentence
from gamedsl.syntax.tables import load
from gamedsl.values import define, evolve, field, frozen

_MISSING_SIGNS = {"E0021": "a `:`", "E0022": "a `,`", "E0075": "`of`"}
"""The findings that a sign or a small word is missing, which may be guesses, with what is missing."""

_EMPTY_BLOCK = "E0013"
"""The finding that nothing stands below a header."""

_PROPOSING = frozenset(["E0044", "E0059"])
"""Findings whose proposals are guesses at a whole line."""

_MEANING_NOTHING = frozenset(["E0301", "E0302", "E0307", "E0309", "E0401", "E0411", "E0801"])
"""Findings about lines that can be read, although they may be written in words of another language."""

_SENTENCES = frozenset(["E0044", "E0045", "E0059", "E0074"])
"""Findings about lines that are written as in a rulebook."""

_ENGLISH = frozenset(["E0045", "E0050", "E0053", "E0059"])
"""The findings about lines that may be English sentences."""

_MOST_PARTS = 2
"""The most lines that are tried for a part of a sentence."""

_BINDING = re.compile(r"(?m)^ *(?:may )?(?:choose|roll|let) (\w+)(?::| =)")

_NO_PLAYER = "E0307"
"""The finding that a line needs a player, and nobody acts there."""

_MEANT = "did you mean"

_MOST_TRIED = 10
"""The most lines that are tried for one text: each try checks it once."""

_MOST_FINDINGS = 12
"""With more findings nothing is tried: the text is no game yet, and checking it again for each line takes long."""


def try_proposals(report: Report, source: Source, read: Read, new_effort: Callable[[], Effort] = Effort) -> Report:
    """Returns the report in which each guess is a line that works, if one of its lines does; of those that are not tried, the likeliest is left. For a line
    without such a guess one is searched. Each check works with an effort of its own. Of a text that is too long nothing was read, so nothing is tried."""
    if len(source.text) > LONGEST_TEXT or not any(_may_be_answered(one, source) for one in report.diagnostics):
        return report
    is_too_much = any(one.code == TOO_MUCH_WORK for one in report.diagnostics)
    if is_too_much or len(report.diagnostics) > _MOST_FINDINGS:
        return evolve(
            report, diagnostics=tuple(evolve(one, fixes=_proposals(one)[:1] or one.fixes) for one in report.diagnostics)
        )
    asked = [_row(one, source) for one in report.diagnostics if _may_be_answered(one, source)]
    lines: dict[int, Stumble] = {}
    for line in find_lines(source, asked):
        lines.setdefault(source.position(line.first[2])[0], line)
    names = "\n".join(each.text for each in read(source).sources)
    messages = frozenset(one.message for one in report.diagnostics)
    trial = _Trial(source, read, new_effort, lines=lines, names=names, messages=messages)
    told = [trial.answer(one) if _may_be_answered(one, source) else one for one in report.diagnostics]
    accepted = [fix for one in told if one.code in _SENTENCES for fix in one.fixes if fix.edits in trial.left_over]
    kept = (one for one in told if not any(_is_mended(one, fix, trial) for fix in accepted))
    return evolve(report, diagnostics=tuple(kept))


def _is_mended(one: Diagnostic, fix: Fix, trial: _Trial) -> bool:
    """Whether a finding is about a name that the proposed line for a sentence gives, and is gone with this line."""
    span = one.primary.span
    if one.code < FIRST_OF_MEANING or span.source != trial.source.name or one.message in trial.left_over[fix.edits]:
        return False
    names = {name for edit in fix.edits for name in _BINDING.findall(edit.text)}
    return not names.isdisjoint(re.findall(r"\w+", trial.source.text[span.start : span.end]))


def _names_by_language(fix: Fix) -> bool:
    """Whether a line gives a word of the language to what is chosen as its name: `choose of: one of hand`."""
    name = _BINDING.match(fix.title.removeprefix("write `"))
    return name is not None and name[1] in load().words


def _row(one: Diagnostic, source: Source) -> int:
    return source.position(one.primary.span.start)[0]


def _may_be_answered(one: Diagnostic, source: Source) -> bool:
    """Whether a finding is about a line of a text that cannot be read, or whose words mean nothing. A header that has nothing below it can be read."""
    is_read = (one.code < FIRST_OF_MEANING and one.code != _EMPTY_BLOCK) or one.code in _MEANING_NOTHING
    return is_read and one.severity is Severity.ERROR and one.primary.span.source == source.name


def _proposals(one: Diagnostic) -> tuple[Fix, ...]:
    """Returns the lines that a finding guesses."""
    return one.fixes if one.code in _PROPOSING else ()


def without_proposals(diagnostic: Diagnostic) -> Diagnostic:
    """Returns a finding without the lines that are still to be tried."""
    is_guess = diagnostic.code in _PROPOSING and (diagnostic.fixes or diagnostic.otherwise)
    return evolve(diagnostic, help=(), fixes=(), otherwise=()) if is_guess else diagnostic


@frozen
class _Tried:
    """The outcome of a try: what is wrong with the lines that a correction writes, if anything is, and how many mistakes the text has then.
    `has_wrong_form`: a word of the language stands where a name belongs. `is_at_edit`: the words that were put in are wrong."""

    flaw: str
    errors: int = 0
    has_wrong_form: bool = False
    is_at_edit: bool = False


@define
class _Trial:
    """Puts lines into a text and checks it, as long as there are tries left."""

    source: Source
    read: Read
    new_effort: Callable[[], Effort]
    left: int = _MOST_TRIED
    lines: dict[int, Stumble] = field(factory=dict[int, Stumble])
    """The lines that findings are about, by their rows."""
    names: str = ""
    """A text with all names that they may use."""
    messages: frozenset[str] = frozenset()
    """What is wrong with the text as it is."""
    flaws: dict[int, str] = field(factory=dict[int, str])
    """What is wrong with lines after the corrections that their findings have themselves."""
    unhelpful: set[int] = field(factory=set[int])
    """Rows of such lines whose words fit no better after the correction."""
    left_over: dict[tuple[Edit, ...], frozenset[str]] = field(factory=dict[tuple[Edit, ...], frozenset[str]])
    """What is still wrong with the text after corrections that work."""
    searched: dict[int, Fix | None] = field(factory=dict[int, Fix | None])
    """Rows of lines for which others were searched, with what was found."""

    def answer(self, one: Diagnostic) -> Diagnostic:
        """Returns a finding with a line that works, if there is one."""
        proposals = _proposals(one)
        if len(proposals) > self.left:
            return evolve(one, fixes=proposals[:1])
        flaws: list[_Tried] = []
        for fix in proposals:
            tried = self._try(fix)
            if not tried.flaw:
                better = self._read(one, tried.errors)
                if better is not None:
                    return evolve(one, fixes=(better,), help=(f"{_MEANT} {better.title.removeprefix('write ')}?",))
                return evolve(one, fixes=(fix,), help=one.help if fix == proposals[0] else (_help(one, fix),))
            flaws.append(tried)
        found = self._search(one)
        row = _row(one, self.source)
        if row in self.unhelpful and one.code >= FIRST_OF_MEANING:
            one = evolve(one, fixes=(), help=tuple(line for line in one.help if not line.startswith(_MEANT)))
        if found is not None:
            kept = one.help if one.code >= FIRST_OF_MEANING else ()
            return evolve(one, fixes=(found,), help=(f"{_MEANT} {found.title.removeprefix('write ')}?", *kept))
        if one.code in _MISSING_SIGNS and (own := self.flaws.get(row)):
            return evolve(
                one, fixes=(), help=(f"{_MISSING_SIGNS[one.code]} alone does not help: {own}", *one.otherwise)
            )
        if nearly := self._nearly(one):
            return evolve(one, help=(nearly, *one.help[-1:]))
        if not flaws:
            return one
        told = [line for line in one.otherwise if "{flaw}" in line and not flaws[0].has_wrong_form]
        plain = [line for line in one.otherwise if "{flaw}" not in line]
        return evolve(one, fixes=(), help=tuple(line.replace("{flaw}", flaws[0].flaw) for line in told or plain))

    def _read(self, one: Diagnostic, errors: int) -> Fix | None:
        """Returns the line that a sentence says by its meaning, if fewer mistakes than these are left with it: it has the names that other lines expect."""
        line = self.lines.get(_row(one, self.source))
        for fix in () if line is None or not errors else self._told(line)[: self.left]:
            tried = self._try(fix)
            if not tried.flaw and tried.errors < errors:
                return fix
        return None

    def _nearly(self, one: Diagnostic) -> str:
        """Returns the advice with a line that works and says a part of a sentence; empty if there is none."""
        line = self.lines.get(_row(one, self.source)) if one.code in _ENGLISH and not one.fixes else None
        for reading in () if line is None else read_sentence(line, self.names, GIVEN)[: min(_MOST_PARTS, self.left)]:
            (edit,) = reading.fix.edits
            unsaid = reading.unsaid or lost_word(self.source.text[edit.span.start : edit.span.end], edit.text)
            is_most_said = 2 * len(unsaid.split()) <= len(self.source.text[edit.span.start : edit.span.end].split())
            if unsaid and is_most_said and not self._check(reading.fix).flaw:
                shown = reading.fix.title.removeprefix("write ")
                return f"something like {shown} would fit here, but it says nothing of `{unsaid}`"
        return ""

    def _told(self, line: Stumble) -> tuple[Fix, ...]:
        """Returns the lines that say all that a sentence says."""
        return tuple(one.fix for one in read_sentence(line, self.names, GIVEN) if not one.unsaid)

    def _search(self, one: Diagnostic) -> Fix | None:
        """Returns a line that works for a line that was not understood; none if its own correction works."""
        row = _row(one, self.source)
        line = self.lines.get(row)
        if row in self.searched:
            return self.searched[row] if one.code < FIRST_OF_MEANING else None
        if line is None or not self.left:
            return None
        self.searched[row] = None
        own = () if one.code in _PROPOSING else one.fixes
        told = self._told(line) if one.code < FIRST_OF_MEANING else ()
        if told and not self._is_flawed(own, row):
            return None
        best = self._best(told)
        if best is None:
            known = {fix.edits for fix in (*one.fixes, *told)}
            near = search_lines(line, self.names, GIVEN, lacks_player=one.code == _NO_PLAYER)
            meant = (fix for each in near for fix in meant_line(line, each).fixes if fix.edits not in known)
            lines = [fix for fix in meant if not _names_by_language(fix)]
            is_tried = lines or one.code in _MISSING_SIGNS or one.code in _MEANING_NOTHING
            best = self._best(lines) if is_tried and (told or self._is_flawed(own, row)) else None
        self.searched[row] = best
        return best

    def _best(self, lines: Sequence[Fix]) -> Fix | None:
        """Returns the line that works and leaves the fewest mistakes in the text, if one works."""
        best: tuple[int, Fix] | None = None
        for fix in lines[: self.left]:
            tried = self._try(fix)
            if not tried.flaw and (best is None or tried.errors < best[0]):
                best = (tried.errors, fix)
            if best is not None and not best[0]:
                break
        return None if best is None else best[1]

    def _is_flawed(self, own: tuple[Fix, ...], row: int) -> bool:
        """Whether no correction that a finding has itself works. Remembers why the first one does not."""
        for fix in own[: self.left]:
            tried = self._try(fix)
            if not tried.flaw:
                return False
            self.flaws.setdefault(row, tried.flaw)
            if tried.is_at_edit:
                self.unhelpful.add(row)
        return True

    def _try(self, fix: Fix) -> _Tried:
        """Checks the text after a correction, if its lines say all that was said."""
        lines = _changed_lines(fix, self.source)
        text = apply_edits(self.source.text, fix.edits)
        said = "".join(self.source.text[line.start : line.end] for line, _ in lines)
        lost = lost_word(said, "".join(text[line.start : line.end] for _, line in lines))
        return _Tried(f"it says nothing of `{lost}`") if lost else self._check(fix)

    def _check(self, fix: Fix) -> _Tried:
        """Checks the text after a correction."""
        lines = _changed_lines(fix, self.source)
        text = apply_edits(self.source.text, fix.edits)
        self.left -= 1
        parsed = self.read(Source(self.source.name, text))
        found = check(parsed, setups(parsed)[:1], self.new_effort()).diagnostics
        errors = [one for one in found if one.severity is Severity.ERROR]
        written = [one for one in errors if any(_is_about(one, line) for _, line in lines)]
        # That nothing stands below a header is another mistake, which may have been told.
        here = [one for one in written if one.code != _EMPTY_BLOCK or one.message not in self.messages]
        # A line that opens no block any more, or another one, is no correction.
        elsewhere = [one for one in errors if one.code < FIRST_OF_MEANING and one.message not in self.messages]
        span = next((one.primary.span for one in here), None)
        is_wrong = span is not None and text[span.start : span.end] in load().words
        is_at_edit = any(one.primary.span.start == edit.span.start for one in here for edit in fix.edits)
        flaw = next((one.message for one in (*here, *elsewhere)), "")
        if not flaw:
            self.left_over[fix.edits] = frozenset(one.message for one in errors)
        return _Tried(flaw, len(errors), is_wrong, is_at_edit)


def _help(diagnostic: Diagnostic, fix: Fix) -> str:
    """Returns the advice with another line, in the words of the first one."""
    line = fix.title.removeprefix("write ")
    return f"{_MEANT} {line}?" if diagnostic.help[0].startswith(_MEANT) else f"write {line}"


def _is_about(one: Diagnostic, line: Span) -> bool:
    """Whether a finding names a place in a line."""
    return any(label.span.begins_in(line) for label in (one.primary, *one.others))


def _changed_lines(fix: Fix, source: Source) -> tuple[tuple[Span, Span], ...]:
    """Returns the lines that each edit of a correction changes, in the text before it and in the text after it."""
    found: list[tuple[Span, Span]] = []
    shift = 0
    for edit in sorted(fix.edits, key=lambda one: one.span.start):
        start = source.text.rfind("\n", 0, edit.span.start) + 1
        stop = source.text.find("\n", edit.span.end)
        end = (len(source.text) if stop < 0 else stop) + 1
        grown = len(edit.text) - (edit.span.end - edit.span.start)
        found.append((Span(source.name, start, end), Span(source.name, start + shift, end + shift + grown)))
        shift += grown
    return tuple(found)
