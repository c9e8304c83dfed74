import assert from "node:assert/strict";
import { test } from "node:test";
import { resolved, slug } from "../src/help.js";

test("a link on a page names another page", () => {
  assert.equal(resolved("learn/boards", "../language/reference.md#names-of-places"), "language/reference#names-of-places");
  assert.equal(resolved("how-to/drafting", "phrases/cards.md"), "how-to/phrases/cards");
  assert.equal(resolved("language/reference", "#boards"), "language/reference#boards");
});

test("a heading is named as links name it", () => {
  assert.equal(slug("`rotate`, and what goes wrong"), "rotate-and-what-goes-wrong");
  assert.equal(slug("Choose 2 or 3 cards"), "choose-2-or-3-cards");
});
