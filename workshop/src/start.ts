// What a new project begins with.
import { h } from "../../page/src/window/dom.js";

interface Catalogued { name: string; title: string; of: string[]; sentence: string }

/** The shipped games, for a menu. */
export async function gameEntries(): Promise<HTMLElement[]> {
  const games = (await (await fetch("games.json")).json()) as Catalogued[];
  return games.map(({ name, title, of, sentence }) => h("li", {}, h("b", {}, title), of.length ? h("small", {}, ` a variant of ${of.join(", ")}`) : null, h("p", {}, sentence),
    h("button", { class: "small", on: () => { location.hash = `game=${name}`; } }, "Open"), h("button", { class: "small", on: () => { location.hash = `variant=${name}`; } }, "Begin a variant")));
}

export const FIRST_GAME = `game sticks:
    "Take one, two or three sticks. Whoever takes the last one wins."
    players 2

shared:
    heap: 0..15 = 15

each player:
    wins: 0..1 = 0

rounds at most 15:
    turns

phase turns, each player:
    choose taken: one of 1..min(3, heap)
    heap -= taken
    if heap is 0: wins = 1

game ends when heap is 0 "The last stick is taken."

ranking by highest wins, ties shared

example the_last_two_sticks:
    "Two sticks are left. Ann cannot take three; she takes both and wins."
    players Ann, Bob
    given:
        heap = 2
    as Ann: turns
    Ann may choose taken: 1, 2
    Ann plays turns(taken = 2)
    then Ann.wins is 1
    then game over
`;

/** A variant of a game, with nothing changed yet. */
export const variantOf = (name: string): string => `variant my_${name} of ${name}:
    "Say here what is different."

# Each line changes one thing of ${name}. See "Variants" in the documentation.
`;
