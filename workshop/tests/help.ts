// What the help finds, and where its links lead.
import assert from "node:assert/strict";
import { test } from "node:test";
import { type Page, search, sectionsOf, targetOf } from "../src/help.js";
import { slugOf } from "../src/markdown.js";

const PAGE: Page = { path: "how-to/phrases/cards.md", group: "Phrases", title: "Cards", text: "Before.\n\n## Discard down to seven\n\nOr to `7` cards.\n\n```gdl\n# no heading\nmove hand to discards\n```\n\n### `draw` a card\n\nSeven of them." };
const SECTIONS = sectionsOf(PAGE);

test("a page is divided by its headings, and not by comments of its rules", () => {
  assert.deepEqual(SECTIONS.map(({ title, depth }) => [title, depth]), [["Cards", 1], ["Discard down to seven", 2], ["draw a card", 3]]);
  assert.match(SECTIONS[1].text, /# no heading/);
});

test("titles with the words come before texts with them", () => {
  assert.deepEqual(search(SECTIONS, "seven").map(({ title }) => title), ["Discard down to seven", "draw a card"]);
  assert.deepEqual(search(SECTIONS, "seven castles"), []);
});

test("links lead to pages and headings as they do in the documentation", () => {
  assert.deepEqual(targetOf(PAGE.path, "../drafting.md"), { path: "how-to/drafting.md", slug: "" });
  assert.deepEqual(targetOf(PAGE.path, "#draw-a-card"), { path: PAGE.path, slug: "draw-a-card" });
  assert.deepEqual(targetOf("learn/choices.md", "../language/reference.md#nothing-to-choose"), { path: "language/reference.md", slug: "nothing-to-choose" });
  assert.equal(slugOf("`game ends when C`: the end"), "game-ends-when-c-the-end");
});
