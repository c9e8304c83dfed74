"""Parts of HTML that several writers need: a page that asks for nothing else, elements, and rows of tables.

Only `document` escapes what it is given: its title. The contents of elements are HTML already.
"""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

__all__ = ["document", "element", "elements", "escape", "row_with_name", "shell"]


def document(
    title: str,
    style: str,
    body: Iterable[str],
    *,
    doctype: str = "<!doctype html>",
    policy: str = "",
    generator: str = "",
    links: Iterable[str] = (),
) -> str:
    """A page with its style inside, in lines. `policy` is its content security policy, `generator` names the program that wrote it, and `links` are further
    lines of its head."""
    return "\n".join(
        (
            doctype,
            '<html lang="en">',
            "<head>",
            '<meta charset="utf-8">',
            *([f'<meta http-equiv="Content-Security-Policy" content="{escape(policy)}">'] if policy else []),
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            *([f'<meta name="generator" content="{escape(generator)}">'] if generator else []),
            f"<title>{escape(title)}</title>",
            *links,
            f"<style>{style}</style>",
            "</head>",
            "<body>",
            *body,
            "</body>",
            "</html>",
            "",
        )
    )


def element(tag: str, inside: str, **attributes: str) -> str:
    """An element with its content; `class_` stands for `class`, and an attribute without a value is left out."""
    given = "".join(f' {name.rstrip("_")}="{escape(value)}"' for name, value in attributes.items() if value)
    return f"<{tag}{given}>{inside}</{tag}>"


def elements(tag: str, insides: Iterable[str], **attributes: str) -> str:
    """An element for each content, such as the cells of a row."""
    return "".join(element(tag, inside, **attributes) for inside in insides)


def row_with_name(name: str, cells: Iterable[str]) -> str:
    """A row of a table whose first cell is the name of the row."""
    return element("tr", element("th", name, scope="row") + elements("td", cells))


def shell(title: str, name: str) -> str:
    """A page that the script of this name fills; a server has the script and its style beside it."""
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{escape(title)}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="{name}.css">
<script type="module" src="{name}.js"></script>
</head>
<body><div id="{name}"></div></body>
</html>
"""
