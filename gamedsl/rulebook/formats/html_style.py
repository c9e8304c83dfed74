"""The style of the HTML rulebook: light or dark like the system, a column of chapters beside the text, and one column on phones and on paper."""

STYLE = """\
:root {
  color-scheme: light dark;
  --paper: #fffdf8; --ink: #24211c; --soft: #665f55; --line: #ddd6c8; --panel: #f5f0e5; --mark: #8a3b12; --full: #efe3c8; }
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #181613; --ink: #ebe6dc; --soft: #a79f92; --line: #3c372f; --panel: #221f1a; --mark: #f0a675; --full: #40382a; }
}
* { box-sizing: border-box; }
html { scroll-padding-top: 1rem; }
body { margin: 0 auto; padding: 1.25rem 1rem 4rem; max-width: 72rem; background: var(--paper); color: var(--ink);
  font: 1rem/1.55 Georgia, "Times New Roman", serif; overflow-wrap: break-word; }
h1 { font-size: 2.2rem; line-height: 1.15; margin: 0 0 1rem; }
h2 { font-size: 1.5rem; margin: 3rem 0 .5rem; padding-top: .75rem; border-top: 2px solid var(--mark); break-after: avoid; }
h3 { font-size: 1.15rem; margin: 1.75rem 0 .25rem; break-after: avoid; }
h4, h5, h6 { font-size: 1rem; margin: 1.25rem 0 .2rem; break-after: avoid; }
.number { color: var(--soft); font-weight: 400; font-size: .8em; margin-right: .35em; }
p { margin: .4rem 0; }
.aside { font-size: .92rem; color: var(--soft); }
.small { font-size: .875rem; color: var(--soft); }
sup { line-height: 0; font-size: .7em; }
a.name { color: inherit; text-decoration-color: var(--line); text-underline-offset: .2em; }
a.word { color: inherit; text-decoration: none; }
a:is(.name, .word):hover { color: var(--mark); text-decoration-color: currentColor; }
h1 i, h2 i, h3 i, h4 i, h5 i, h6 i { color: inherit; }
a { color: var(--mark); }
nav { background: var(--panel); padding: .75rem 1rem; border-radius: .5rem; font-family: system-ui, sans-serif; font-size: .9rem; }
nav ol { margin: 0; padding-left: 1.6rem; columns: 14rem; }
nav .last { list-style: none; }
ol, ul { margin: .4rem 0; padding-left: 1.6rem; }
li { margin: .2rem 0; }
.wide { overflow-x: auto; margin: .6rem 0; }
table { border-collapse: collapse; font-size: .94rem; line-height: 1.4; font-variant-numeric: tabular-nums; }
th, td { text-align: left; vertical-align: top; padding: .25rem .8rem .25rem 0; border-bottom: 1px solid var(--line); overflow-wrap: normal; }
thead th { border-bottom-color: var(--soft); white-space: nowrap; }
tbody th { font-weight: 600; }
.position td, .position tbody th { line-height: 1.9; }
.position td i { font-style: normal; border: 1px solid var(--line); border-radius: .3rem; padding: .1rem .4rem; background: var(--panel); white-space: nowrap; }
figure { margin: .75rem 0; }
figcaption { color: var(--soft); font-size: .9rem; margin-bottom: .25rem; }
svg { display: block; max-width: 100%; height: auto; }
.picture { width: fit-content; max-width: 100%; }
.picture svg { background: #fff; border: 1px solid var(--line); border-radius: .4rem; padding: 2mm; print-color-adjust: exact; }
.picture svg text { font-family: system-ui, sans-serif; }
.picture figcaption { margin: .3rem 0 0; max-width: 42rem; }
details { font-size: .875rem; color: var(--soft); max-width: 42rem; }
.place { fill: none; stroke: var(--soft); stroke-width: 1; }
.full { fill: var(--full); }
figure:not(.picture) svg text { fill: var(--ink); font-family: system-ui, sans-serif; text-anchor: middle; dominant-baseline: central; }
figure:not(.picture) svg .count { fill: var(--soft); }
.index { columns: 15rem; list-style: none; padding: 0; }
@media (min-width: 64rem) {
  body { display: grid; grid-template-columns: 15rem minmax(0, 1fr); column-gap: 3rem; }
  header { grid-column: 1 / -1; }
  nav { position: sticky; top: 1rem; align-self: start; }
  nav ol { columns: auto; }
  main > h2:first-child { margin-top: 0; }
  main { max-width: 46rem; }
}
@media print {
  @page { margin: 18mm; }
  :root { --paper: #fff; --ink: #24211c; --soft: #665f55; --line: #ddd6c8; --panel: #f5f0e5; --mark: #8a3b12; --full: #efe3c8; }
  body { display: block; max-width: none; padding: 0; font-size: 10.5pt; }
  nav { position: static; }
  h2 { margin-top: 1.6rem; }
  p, li { orphans: 2; widows: 2; }
  figure, tr, li { break-inside: avoid; }
  p:has(+ :is(figure, .wide, ol, ul), + p + figure) { break-after: avoid; }
  tbody tr:nth-child(-n + 3), tbody tr:nth-last-child(-n + 3) { break-before: avoid; }
  .wide { overflow: visible; }
  .picture svg { border: 0; padding: 0; max-width: 100%; max-height: 150mm; }
  .picture details { display: none; }
}
"""
