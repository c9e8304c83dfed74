"""The shared parts of HTML: what is escaped, what is left out, and how a page is put together."""

from __future__ import annotations

from gamedsl.html import document, element, elements, row_with_name


def test_attributes_are_escaped_and_empty_ones_left_out() -> None:
    assert element("td", "<b>1</b>", class_='a"b', style="") == '<td class="a&quot;b"><b>1</b></td>'


def test_elements_stand_one_after_the_other() -> None:
    assert elements("p", ["one", "two"], class_="faint") == '<p class="faint">one</p><p class="faint">two</p>'


def test_the_first_cell_of_a_row_names_it() -> None:
    assert row_with_name("gold", ["1", "2"]) == '<tr><th scope="row">gold</th><td>1</td><td>2</td></tr>'


def test_a_page_escapes_its_title_and_has_only_the_head_that_is_asked_for() -> None:
    assert document("Dungeons & <Dice>", "p{}", ["<p>hello</p>"]).splitlines() == [
        "<!doctype html>",
        '<html lang="en">',
        "<head>",
        '<meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        "<title>Dungeons &amp; &lt;Dice&gt;</title>",
        "<style>p{}</style>",
        "</head>",
        "<body>",
        "<p>hello</p>",
        "</body>",
        "</html>",
    ]
    more = document("Dice", "", [], policy="default-src 'none'", generator="a program", links=['<link rel="icon">'])
    assert '<meta http-equiv="Content-Security-Policy" content="default-src &#x27;none&#x27;">\n' in more
    assert '<meta name="generator" content="a program">\n<title>Dice</title>\n<link rel="icon">\n<style>' in more
