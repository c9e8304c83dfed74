"""Questions to players become what they do, in the generated text of examples."""

from __future__ import annotations

import pytest

from gamedsl.rulebook.stories.questions import answer_text, possible_answers, yes_or_no_text


@pytest.mark.parametrize(
    ("question", "done"),
    [
        ("Which card do you clear?", "clears the ace"),
        ("Which cell do you try?", "tries the ace"),
        ("Which card do you give away?", "gives the ace away"),
        ("What do you buy?", "buys the ace"),
        ("Whom do you miss?", "misses the ace"),
        ("Where do you place a stone?", "places a stone at the ace"),
        ("Where do you go?", "goes to the ace"),
        ("Where do you send somebody?", "sends somebody to the ace"),
        ("Which pawn runs?", ""),
        ("How many days?", ""),
        ("", ""),
    ],
)
def test_an_answer_is_what_somebody_does(question: str, done: str) -> None:
    assert answer_text(question, "the ace") == done


def test_possible_answers_are_what_somebody_may_do() -> None:
    assert possible_answers("Which flask do you take along?", "Oil or Water") == "take only Oil or Water along"
    assert possible_answers("Which pawn runs?", "1 or 41") == "choose only 1 or 41"


def test_yes_and_no_are_done_or_not() -> None:
    assert yes_or_no_text("Do you plant a flag?", is_so=True) == "plants a flag"
    assert yes_or_no_text("Do you carry it on?", is_so=False) == "does not carry it on"
    assert yes_or_no_text("Does the weather count?", is_so=True) == ""
    assert yes_or_no_text("Do you stay, or go?", is_so=False) == ""
