"""The style of the HTML page of differences: light or dark like the system, one column on a phone. Signs and lines repeat what the colours show."""

STYLE = """\
:root {
  color-scheme: light dark;
  --paper: #ffffff; --ink: #1f2328; --soft: #59636e; --line: #d5dae0; --panel: #f6f8fa;
  --old: #ffebe9; --old-ink: #82071e; --new: #dafbe1; --new-ink: #0b4f1e; --mark: #0550ae;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #14171c; --ink: #e4e8ed; --soft: #9aa5b1; --line: #343b44; --panel: #1c2128;
    --old: #4a1d20; --old-ink: #ffc9c4; --new: #143d23; --new-ink: #b4f1c2; --mark: #8cc2ff;
  }
}
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 1rem; max-width: 78rem; background: var(--paper); color: var(--ink);
  font: 16px/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
header { border-bottom: 1px solid var(--line); margin-bottom: 1rem; }
h1 { font-size: 1.5rem; margin: 0.5rem 0; }
h2 { font-size: 1.25rem; margin: 2rem 0 0.5rem; }
h3 { font-size: 1rem; margin: 0; font-weight: 600; }
code, pre, .sides td, .values td, .cells td { font-family: ui-monospace, Consolas, monospace; font-size: 0.875rem; }
h3 code { font-size: 1em; color: var(--mark); }
section { border: 1px solid var(--line); border-left-width: 4px; border-radius: 6px; padding: 0.75rem 1rem; margin: 0.75rem 0; }
section.added { border-left-color: var(--new-ink); }
section.removed { border-left-color: var(--old-ink); border-left-style: dashed; }
section.changed, section.renamed { border-left-color: var(--mark); border-left-style: double; }
.sign { display: inline-block; min-width: 1.25rem; font-weight: 700; }
.only { color: var(--soft); font-weight: 400; }
ul { margin: 0.25rem 0 0 1.25rem; padding: 0; color: var(--soft); }
.wide { overflow-x: auto; }
table { border-collapse: collapse; margin-top: 0.5rem; }
th, td { text-align: left; vertical-align: top; padding: 0.15rem 0.6rem; border: 1px solid var(--line); }
thead th { background: var(--panel); color: var(--soft); font-weight: 600; font-size: 0.8rem; }
tbody th { font-weight: 500; }
ins, del { text-decoration: none; }
del { background: var(--old); color: var(--old-ink); }
ins { background: var(--new); color: var(--new-ink); }
.values tbody th, .cells th { white-space: nowrap; }
.sides { width: 100%; table-layout: fixed; border-bottom: 1px solid var(--line); }
.sides td { position: relative; padding-left: calc(1.8rem + var(--depth) * 1.6rem); border-top: 0; border-bottom: 0; }
.sides tr:not(.same) .old { background: var(--old); color: var(--old-ink); }
.sides tr:not(.same) .new { background: var(--new); color: var(--new-ink); }
.sides tr:not(.same) .none { background: var(--panel); }
.sides td::before { position: absolute; left: 0.6rem; }
.sides tr:not(.same) .old:not(.none)::before { content: "−"; }
.sides tr:not(.same) .new:not(.none)::before { content: "+"; }
details.same { margin: 2rem 0; border-top: 1px solid var(--line); padding-top: 0.75rem; }
details details { margin: 0.15rem 0 0.15rem 1rem; }
summary { cursor: pointer; }
pre { background: var(--panel); border: 1px solid var(--line); border-radius: 6px; padding: 0.6rem; overflow-x: auto; margin: 0.3rem 0; }
@media (max-width: 44rem) {
  body { padding: 0.6rem; }
  section { padding: 0.6rem; }
  .sides, .sides tbody, .sides tr, .sides td { display: block; }
  .sides thead, .sides .none, .sides .same .new, .values thead { display: none; }
  .sides td { border-left: 0; border-right: 0; }
  .values, .values tbody, .values tr, .values th, .values td { display: block; border: 0; }
  .values td { padding-left: 1.2rem; }
  .values .none { display: none; }
  .values .old::before { content: "− "; }
  .values .new::before { content: "+ "; }
}
"""
