"""Names of a look file in sentences: the article in front of a name fits the new one."""

from __future__ import annotations

import pytest

from gamedsl.rulebook.labels import rename_marked
from gamedsl.rulebook.model import mark_name, quiet
from gamedsl.rulebook.sentences.english import mark_whole


@pytest.mark.parametrize(
    ("said", "old", "new", "told"),
    [
        ("Take a {}.", "card", "egg", "Take an {}."),
        ("Take an {}.", "egg", "card", "Take a {}."),
        ("An {} is gone.", "egg", "card", "A {} is gone."),
        ("A {} is gone.", "card", "egg", "An {} is gone."),
        ("Take the {}.", "card", "egg", "Take the {}."),
        ("Take the {}.", "card", "the Crown", "Take {}."),
        ("Take {}.", "card", "egg", "Take {}."),
    ],
)
def test_the_article_fits_the_new_name(said: str, old: str, new: str, told: str) -> None:
    assert rename_marked(said.format(mark_name(old)), {old: new}) == told.format(mark_name(new))


def test_words_that_hold_together_have_the_label_of_the_first_ones() -> None:
    said = f"The {mark_whole('led suit')} is {mark_whole('was seen')}."
    assert (
        rename_marked(said, {"led": "suit led"}) == f"The {quiet(mark_name('suit led'))} is {mark_whole('was seen')}."
    )
