"""What failed, written as files: `<mark>.gdl` in the form of the zoo, and `<mark>.txt` with the stack and how to try it again."""

from __future__ import annotations

from pathlib import Path

from fuzz.stages import Stage
from fuzz.verdict import Verdict


def header(verdict: Verdict, origin: str, stage: Stage) -> bytes:
    """Comments at the head of a case; `expect` is left to whoever mends it."""
    lines = [
        "# expect: ?",
        f"# seconds: {stage.seconds:g}",
        f"# memory: {stage.memory >> 20} MiB",
        f"# run: {'check' if stage.name != 'play' else 'test --matches 2'}",
        f"# found: {verdict.outcome}, {verdict.what} ({origin})",
    ]
    return "".join(f"{line}\n" for line in lines).encode("utf-8", "replace")


def write_case(folder: Path, data: bytes, verdict: Verdict, origin: str, stage: str, original: int) -> Path:
    """Writes both files; `original` is the number of bytes before the file was made smaller."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{verdict.mark}.gdl"
    path.write_bytes(data)
    text = [
        f"{verdict.outcome}: {verdict.what}",
        f"{origin}, {original} bytes, here {len(data)}",
        f"again: python -m fuzz --stage {stage} {path}",
        "",
        verdict.trace,
    ]
    path.with_suffix(".txt").write_text("\n".join(text), encoding="utf-8", errors="replace")
    return path
