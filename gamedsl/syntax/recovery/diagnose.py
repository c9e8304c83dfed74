"""Diagnoses lines that do not fit: finds the problem, and the line as it was probably meant.

`diagnose` asks the questions of `_QUESTIONS` in turn; the first that has an answer gives it. Each question looks at the words of the line, at the blocks
around it and at the words that would have fitted; mistakes.py has an example line for each.
"""

from __future__ import annotations

from collections.abc import Callable

from gamedsl.syntax.problems.forms import Chained, MissingComma, MissingOf, NamelessChoice, Unfitting
from gamedsl.syntax.problems.words import MissingColon, Misspelt, NoDeclaration, StatementAtTop
from gamedsl.syntax.recovery.forms import (
    all_of_it,
    cell_in_path,
    colon_for_comma,
    comma_in_row,
    deed_in_choice,
    empty_brackets,
    for_in_brackets,
    for_of,
    foreign_quantity,
    header_chain,
    kind_in_picture,
    list_of_options,
    missing_number,
    missing_of,
    missing_part,
    nameless_choice,
    nameless_law,
    number_without_up_to,
    other_word,
    players_line,
    quoted_picture,
    range_alone,
    range_quantity,
    sentence_before_else,
    shape_of_nothing,
    then_for_colon,
    unopened_block,
)
from gamedsl.syntax.recovery.formulas import (
    case_without_colon,
    chain_of_comparisons,
    compare_as_set,
    count_sign,
    division_without_rounding,
    equals_in_condition,
    equals_in_match,
    no_left_side,
    two_names_of_for,
)
from gamedsl.syntax.recovery.near import finger_slip, near_words, other_change, saying
from gamedsl.syntax.recovery.rulebooks import in_words
from gamedsl.syntax.recovery.sentences import article_as_name, plain_sentence, small_sentence
from gamedsl.syntax.recovery.several_lines import several_lines
from gamedsl.syntax.recovery.starts import (
    at_top,
    expected_block,
    fact_outside_example,
    foreign_word,
    indented_declaration,
    lonely_else,
    misspelt_first,
    no_end_of_turn,
    reserved_as_name,
    unknown_order,
)
from gamedsl.syntax.recovery.stumble import Answer, Stumble
from gamedsl.syntax.recovery.words import comma_before_as, missing_colon, missing_comma, misspelt_here

Question = Callable[[Stumble], Answer | None]
"""Answers a line if its mistake is of one sort."""


def diagnose(stumble: Stumble) -> Answer:
    """Returns the problem of a line that does not fit, and the lines to continue with."""
    for question in _QUESTIONS:
        answer = question(stumble)
        if answer is not None:
            nearer = _nearer(stumble, question, answer)
            if nearer is not None or not _leads_nowhere(stumble, answer):
                return nearer or answer
    answer = other_change(stumble) or near_words(stumble) or small_sentence(stumble) or unknown_order(stumble)
    answer = answer or article_as_name(stumble)
    if answer is not None:
        return answer
    after = stumble.before[1] if stumble.position else ""
    return Unfitting(stumble.span(stumble.found), stumble.found[1], after, stumble.wanted()), []


_GUESSES = (
    Misspelt,
    NoDeclaration,
    MissingColon,
    MissingComma,
    MissingOf,
    StatementAtTop,
    Chained,
    NamelessChoice,
)
"""Answers that consider only one word. They are doubtful if the line cannot be read after them either."""


def _nearer(s: Stumble, question: Question, answer: Answer) -> Answer | None:
    """Returns a better answer than a doubtful one that leaves the line unreadable: an answer that changes a single word. None if there is none."""
    problem, lines = answer
    if (
        question is expected_block
        or not isinstance(problem, _GUESSES)
        or (lines and s.machine.reads(lines[0].tokens, s.height))
    ):
        return None
    return near_words(s) or article_as_name(s)


def _leads_nowhere(s: Stumble, answer: Answer) -> bool:
    """Whether one word was exchanged or put in, and the line stops again so soon after it that the slip was another one."""
    problem, lines = answer
    if not isinstance(problem, Misspelt | MissingComma | MissingOf) or not lines:
        return False
    tokens = lines[0].tokens
    more = len(tokens) - len(s.tokens)
    fits = s.machine.count_fitting(tokens, s.height)
    return fits < len(tokens) and fits - more <= s.position + _NEXT_WORDS


_NEXT_WORDS = 2
"""Words that fit after a wrong guess by chance: most can be names."""


_QUESTIONS: tuple[Question, ...] = (
    in_words,
    several_lines,
    plain_sentence,
    expected_block,
    deed_in_choice,
    list_of_options,
    no_end_of_turn,
    saying,
    count_sign,
    unopened_block,
    fact_outside_example,
    lonely_else,
    comma_before_as,
    foreign_quantity,
    for_in_brackets,
    for_of,
    all_of_it,
    finger_slip,
    shape_of_nothing,
    quoted_picture,
    kind_in_picture,
    other_word,
    foreign_word,
    at_top,
    indented_declaration,
    players_line,
    number_without_up_to,
    cell_in_path,
    comma_in_row,
    empty_brackets,
    colon_for_comma,
    header_chain,
    then_for_colon,
    nameless_choice,
    nameless_law,
    sentence_before_else,
    range_quantity,
    range_alone,
    missing_of,
    missing_number,
    missing_part,
    division_without_rounding,
    chain_of_comparisons,
    case_without_colon,
    two_names_of_for,
    equals_in_condition,
    equals_in_match,
    compare_as_set,
    no_left_side,
    reserved_as_name,
    missing_comma,
    misspelt_here,
    missing_colon,
    misspelt_first,
)
