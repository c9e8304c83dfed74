// What the tab and a worker with Python say to each other.
import type { Parts } from "./parts.js";

/** What a worker is for: it answers the editor, or does jobs. */
export type Role = "editor" | "jobs";

export type ToWorker =
  | { kind: "memory"; path: string }
  | { kind: "start"; role: Role; parts: Parts }
  | { kind: "message"; text: string }
  | { kind: "files"; files: Record<string, string> }
  | { kind: "ping" };

export type FromWorker =
  | { kind: "ready" }
  | { kind: "message"; text: string }
  | { kind: "pong" }
  | { kind: "broken"; text: string };

/** The folder in which workers lay the files of a project. */
export const FOLDER = "/home/rules";
