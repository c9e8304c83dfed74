# pyright: reportPrivateUsage=false
# (Notebooks call methods with these names.)
"""What notebooks show."""

from __future__ import annotations

import subprocess
import sys
from html.parser import HTMLParser

import gamedsl
from docs import pages

CLASSICS = pages.ROOT / "games/classics"


class _Balanced(HTMLParser):
    """Notes elements that are not closed."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def _checked(html: str) -> str:
    reader = _Balanced()
    reader.feed(html)
    assert reader.open == []
    return html


def test_each_shows_what_it_is() -> None:
    rules = gamedsl.load_rules(CLASSICS / "leduc_poker.gdl")
    engine = gamedsl.engine_for(rules.game())
    view = engine.view(engine.initial(3), 0)
    summary = gamedsl.simulate(engine, [gamedsl.RandomSteps()] * 2, 1, range(4))
    assert "<b>leduc_poker</b>" in _checked(rules._repr_html_())
    assert "<td>P2.hand</td><td>1 unseen</td>" in _checked(view._repr_html_())
    assert "4 matches of seed 1" in _checked(summary._repr_html_())
    assert _checked(engine.game._repr_svg_()).startswith("<svg ")


def test_what_rules_say_is_escaped() -> None:
    wrong = gamedsl.parse_rules("game x:\n    players 2\nfoo <script>alert(1)</script>\n")
    assert "&lt;script&gt;" in _checked(wrong._repr_html_())
    text = (CLASSICS / "nim.gdl").read_text(encoding="utf-8").replace("Take as many", "<b onclick=x>Take & as many", 1)
    rules = gamedsl.parse_rules(text)
    assert "<b onclick" not in _checked(rules._repr_html_()) + rules.game()._repr_svg_()


def test_long_tables_are_cut() -> None:
    zones = tuple(gamedsl.ZoneView(f"z{i}", None, i, (), ()) for i in range(100))
    view = gamedsl.View(0, "turns", (), zones, (), ())
    assert "… 40 more" in _checked(view._repr_html_())


def test_programs_without_notebooks_do_not_read_it_in() -> None:
    program = "import sys, gamedsl; gamedsl.load_rules(sys.argv[1]).game(); print('gamedsl.adapters.notebooks' in sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", program, str(CLASSICS / "nim.gdl")], capture_output=True, text=True, check=True
    )
    assert done.stdout == "False\n"
