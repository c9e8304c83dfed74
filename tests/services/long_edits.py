"""Many random edits of shipped games, as an editor would send them: the answers are those about a fresh text.

    PYTHONPATH=tests python -m services.long_edits [EDITS] [SEED] [FILE]

Opens games and variants, two variants of one base at once, and changes texts at random. Files also vanish, come back under another name, and change on disk while
the editor shows them. After each change what is told at once must be told by the whole check too, and the whole check must find what a fresh one finds. Ends at
the first difference, with the text. Memory is printed every fifty edits. With a FILE it continues where it was stopped.
"""

from __future__ import annotations

import random
import resource
import sys
import tempfile
from pathlib import Path

from gamedsl.bases import path_of
from gamedsl.services import Workspace
from gamedsl.services.early import early
from games import shipped
from services.editing import changed_word, edited, mistakes


class Session:
    """A folder with copies of rules, and an editor that shows some of them."""

    def __init__(self, folder: Path, dice: random.Random) -> None:
        self.folder, self.dice = folder, dice
        self.workspace = Workspace()
        self.texts: dict[str, str] = {}
        """The texts that the editor shows, by path."""
        self.whole: dict[str, str] = {}

    def copy(self, names: list[str]) -> None:
        """Copies rules into the folder; all that build on each other lie in it, side by side."""
        for name in names:
            source = Path(path_of(name))
            self.whole[str(self.folder / source.name)] = source.read_text(encoding="utf-8")
        for path, text in self.whole.items():
            Path(path).write_text(text, encoding="utf-8")
            self.show(path, text)

    def show(self, path: str, text: str) -> None:
        self.texts[path] = text
        self.workspace.open(path, text)

    def change(self) -> str:
        """Makes a change; returns the path that it is about."""
        path = self.dice.choice(sorted(self.whole))
        shown = self.texts.get(path)
        match self.dice.randrange(20):
            case 0:  # vanishes, or comes back
                place = Path(path)
                if place.exists():
                    place.unlink()
                else:
                    place.write_text(self.whole[path], encoding="utf-8")
            case 1:  # has another name for a while
                place, other = Path(path), Path(path).with_name(f"other_{Path(path).name}")
                if place.exists():
                    place.rename(other)
                elif other.exists():
                    other.rename(place)
            case 2:  # changes on disk
                Path(path).write_text(changed_word(self.whole[path], self.dice), encoding="utf-8")
            case 3:
                self.texts.pop(path, None)
                self.workspace.close(path)
            case 4 | 5:
                self.show(path, self.whole[path])
            case 6 | 7 | 8:
                self.show(path, edited(self.whole[path] if shown is None else shown, self.dice)[0])
            case _:
                self.show(path, changed_word(self.whole[path] if shown is None else shown, self.dice))
        return path

    def differences(self, path: str) -> list[str]:
        """Returns what is wrong about the findings of all files that the change may concern."""
        found: list[str] = []
        for one in dict.fromkeys((path, *self.texts)):
            view = self.workspace.view(one)
            if view is None or (one != path and self.dice.randrange(4)):
                continue
            at_once = early(view)
            fresh = Workspace((), dict(self.texts)).view(one)
            if fresh is None:
                found.append(f"{one}: only the editor can read it")
                continue
            if view.report != fresh.report:
                found.append(f"{one}: other findings than those of a fresh check")
            if at_once is not None and not mistakes(at_once.certain) <= mistakes(fresh.report.diagnostics):
                found.append(
                    f"{one}: {sorted(map(str, mistakes(at_once.certain) - mistakes(fresh.report.diagnostics)))}"
                )
        return found


def groups() -> list[list[str]]:
    """Returns the rules that are open together: each game with two of its variants, and variants of variants with all that they build on."""
    by_game: dict[str, list[str]] = {}
    names = {Path(path_of(name)).stem: name for name in (*shipped.GAMES, *shipped.VARIANTS)}
    for stem, name in names.items():
        first = Path(path_of(name)).read_text(encoding="utf-8")
        base = next(
            (words.split()[3].strip(":,") for words in first.splitlines() if words.startswith("variant ")), stem
        )
        by_game.setdefault(base if base in names else stem, []).append(name)
    return [[names[base], *[n for n in found if n != names[base]][:2]] for base, found in by_game.items()]


AT_ONCE = 50
"""The edits in one folder: they depend on the seed and their number alone, so that a run can go on where it was stopped."""


def run(edits: int, seed: str, games: list[list[str]], done: int = 0, note: Path | None = None) -> str | None:
    """Makes so many edits, `done` of which were made before; returns the first difference, with the text. Notes in a file how many were made."""
    for begin in range(done - done % AT_ONCE, edits, AT_ONCE):
        dice = random.Random(f"{seed} {begin}")
        with tempfile.TemporaryDirectory() as folder:
            session = Session(Path(folder), dice)
            session.copy(dice.choice(games))
            for number in range(begin + 1, min(begin + AT_ONCE, edits) + 1):
                path = session.change()
                wrong = session.differences(path)
                if wrong:
                    return "\n".join((*wrong, f"seed {seed}, edit {number}", session.texts.get(path, "")))
        memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
        made = min(begin + AT_ONCE, edits)
        print(f"{made} edits, {memory} MB", flush=True)
        if note is not None:
            note.write_text(f"{made}\n", encoding="utf-8")
    return None


if __name__ == "__main__":
    number = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
    kept = Path(sys.argv[3]) if len(sys.argv) > 3 else None
    before = int(kept.read_text(encoding="utf-8")) if kept is not None and kept.exists() else 0
    difference = run(number, sys.argv[2] if len(sys.argv) > 2 else "edits", groups(), before, kept)
    print(difference or f"{number} edits: no difference")
    sys.exit(difference is not None)
