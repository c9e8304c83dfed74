import assert from "node:assert/strict";
import { test } from "node:test";
import { findAddress, framePage } from "../src/studio_page";

const ADDRESS = "http://127.0.0.1:39541/kLlU8y_ViDwUlY-JOYy/";

test("the address is found once its line is whole", () => {
  assert.equal(findAddress(`heap.gdl is at ${ADDRESS}\nCtrl-C ends it.\n`), ADDRESS);
  assert.equal(findAddress(`heap.gdl is at ${ADDRESS.slice(0, -4)}`), undefined);
});

test("the page shows that address, and may show no other one", () => {
  const page = framePage(ADDRESS);
  assert.match(page, /frame-src http:\/\/127\.0\.0\.1:39541;/);
  assert.ok(page.includes(`<iframe src="${ADDRESS}"`));
});
