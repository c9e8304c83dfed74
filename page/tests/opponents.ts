// Which agent a strength means, and what a host's agent is called.
import assert from "node:assert/strict";
import { test } from "node:test";
import { agentAtOnce, agentOf, hostedTold } from "../src/game/opponents.js";

test("a beginner searches a little where there is room for a tree, and never waits", () => {
  assert.equal(agentOf("beginner", { computer: "thinks" }), "mcts:100");
  assert.equal(agentAtOnce("beginner", { computer: "thinks" }), "mcts:100");
  assert.equal(agentOf("beginner", { computer: "tries" }), "playouts:40");
  assert.equal(agentAtOnce("strong", { computer: "thinks" }), "mcts:200ms");
});

test("agents of hosts have the words of pages", () => {
  assert.deepEqual(["mcts:100", "mcts:2000ms", "mcts:6000ms", "mcts:2000", "random:moves", "greedy:20"].map(hostedTold),
    ["beginner", "steady", "strong", "computer", "at random", "computer"]);
});
