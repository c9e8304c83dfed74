// Projects are kept in the browser: each is one entry of its storage, under a name of its own.
import { type Shared, sharedIn } from "./share.js";

/** Some files of which `main` is played. `when`: milliseconds since 1970. */
export interface Project extends Shared { id: string; when: number }

const PREFIX = "gamedsl workshop ";
const LAST = "gamedsl workshop: last";

/** What the browser keeps; nothing where it keeps nothing, as in some private windows. */
export class Projects {
  constructor(private readonly store: Storage | null) {}

  /** All projects, the newest first. */
  all(): Project[] {
    const { store } = this;
    if (!store) return [];
    const keys = Array.from({ length: store.length }, (_, i) => store.key(i) ?? "").filter((key) => key.startsWith(PREFIX));
    return keys.map((key) => projectIn(store.getItem(key))).filter((one) => one !== null).sort((a, b) => b.when - a.when);
  }

  /** The project with these very texts, if one is kept. */
  same(main: string, files: Record<string, string>): Project | undefined {
    const names = Object.keys(files);
    return this.all().find((one) => one.main === main && Object.keys(one.files).length === names.length && names.every((name) => one.files[name] === files[name]));
  }

  /** Keeps a project. Says whether there was room for it. */
  keep(project: Project): boolean {
    try {
      this.store?.setItem(PREFIX + project.id, JSON.stringify(project));
      this.store?.setItem(LAST, project.id);
      return this.store !== null;
    } catch (error) {
      if (error instanceof DOMException) return false;
      throw error;
    }
  }

  remove(id: string): void {
    this.store?.removeItem(PREFIX + id);
  }

  /** The project that was open last. */
  last(): Project | null {
    return projectIn(this.store?.getItem(PREFIX + (this.store.getItem(LAST) ?? "")) ?? null);
  }
}

/** A new project. */
export function project(main: string, files: Record<string, string>): Project {
  return { id: crypto.randomUUID(), main, files, when: Date.now() };
}

function projectIn(text: string | null): Project | null {
  if (text === null) return null;
  try {
    const data = JSON.parse(text) as Partial<Project> | null;
    const shared = sharedIn(data);
    return shared && typeof data?.id === "string" && typeof data.when === "number" ? { ...shared, id: data.id, when: data.when } : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** The storage of the browser; null where it has none. */
export function storage(): Storage | null {
  try {
    return localStorage;
  } catch (error) {
    if (error instanceof DOMException) return null;
    throw error;
  }
}
