"""Mistakes of people who have read the tour, as rows of the table of mistakes."""

from __future__ import annotations

from gamedsl.syntax.problems.forms import (
    InWords,
    PlainSentence,
    Unfitting,
)
from gamedsl.syntax.problems.pictures import (
    KindInPicture,
)
from gamedsl.syntax.problems.words import (
    ForeignWord,
)
from unit.syntax.mistake import Mistake, rule_of

OF_READERS: tuple[Mistake, ...] = (
    Mistake(rule_of("choose again: yes «or» no"), Unfitting),
    Mistake(rule_of("choose yes «or» no"), Unfitting),
    Mistake(rule_of("«choose one: work or rest»"), InWords),
    Mistake(rule_of("for each «cell» where row is 1: x = 1"), Unfitting),
    Mistake(rule_of("for cell «where» row is 1: x = 1"), Unfitting),
    Mistake(rule_of("each neighbours«(»p) where used: x = 1"), Unfitting),
    Mistake("ranking by highest gold, ties «by» lowest coals\n", Unfitting),
    Mistake("ranking by highest gold, ties «broken» by lowest coals\n", Unfitting),
    Mistake("«rounds until no(deck)»:\n    turns\n", InWords),
    Mistake("«rounds until no(deck), up to 9»:\n    turns\n", InWords),
    Mistake("shared:\n    market: 4 «cards», face up\n", Unfitting),
    Mistake("shared:\n    deck: pile of card, «face» down\n", Unfitting),
    Mistake("each player:\n    hand: cards, «hidden»\n", Unfitting),
    Mistake("each player:\n    score: 0«»\n", Unfitting),
    Mistake(rule_of("player «with» highest bid: points += 1"), Unfitting),
    Mistake(rule_of("player «with» most points loses 1 point"), Unfitting),
    Mistake(rule_of("points += 1 «to» player with highest bid"), Unfitting),
    Mistake(rule_of("pot = 0 if a is b«»"), Unfitting),
    Mistake(rule_of("let x = count «hand»"), Unfitting),
    Mistake(rule_of("if hand «has» 3 Ruby: points += 5"), Unfitting),
    Mistake(rule_of("if colour «of» gem is Ruby: points += 1"), Unfitting),
    Mistake(rule_of("if a is 9: all «lose»"), Unfitting),
    Mistake(rule_of("coins = max «100»"), Unfitting),
    Mistake(rule_of("coins «max» 100"), Unfitting),
    Mistake(rule_of("if round «number» > 3: y = 1"), Unfitting),
    Mistake(rule_of("if player «with» highest coins is me: y = 1"), Unfitting),
    Mistake(rule_of("remove «target»"), Unfitting),
    Mistake("example e:\n    rolls «die»: 5\n", Unfitting),
    Mistake("example e:\n    roll die«:» 5\n", Unfitting),
    Mistake("example e:\n    Ann «rolls» a 5\n", Unfitting),
    Mistake("example e:\n    the «die» shows 5\n", Unfitting),
    Mistake(rule_of("«end turn»"), ForeignWord),
    Mistake(rule_of("«next player»"), ForeignWord),
    Mistake(rule_of("«player wins»"), InWords),
    Mistake(rule_of("«discard all hand»"), InWords),
    Mistake(rule_of("if count(hand) > 7: «discard down to 7»"), InWords),
    Mistake(rule_of("«roll d6»"), InWords),
    Mistake(rule_of("«choose card from hand»"), InWords),
    Mistake("«winner: highest score»\n", InWords),
    Mistake("«end of game when the deck is empty»\n", InWords),
    Mistake("«scoring»:\n    x = 1\n", InWords),
    Mistake("example e:\n    given:\n        stall.ware:\n            «lantern[Red, 1]» Moth\n", KindInPicture),
    Mistake(rule_of("«Slide the market to the left.»"), PlainSentence),
    Mistake(rule_of("«Draw a card at random from another player's hand.»"), PlainSentence),
    Mistake(rule_of("«You can't take the same card twice»"), PlainSentence),
)
