"""Checks layouts, icons and pictures of a look file against the rules: the shown values, their positions, and whether the files exist."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from pathlib import Path

from gamedsl.json import Json, JsonObject
from gamedsl.page.layouts import OWN_FIELDS, fields_in, file_of, file_word, format_of, icons_in
from gamedsl.page.mistakes import Mistakes, suggest
from gamedsl.page.models import bare, entries
from gamedsl.page.pictures import PictureError, is_picture, read_font, read_picture
from gamedsl.values import frozen

_COLOURED = ("word", "kind")
_SHOWN = ("show", "picture", "fill", "border")
_SHARES = tuple(f"{number}%" for number in range(1, 101))


@frozen
class _Kind:
    """A kind of piece: its name, its component, and the type and the name of its value in each column (None: none)."""

    name: str
    component: str
    types: Mapping[str, str]
    values: Mapping[str, str | None]


def check_layouts(look: JsonObject, models: Sequence[JsonObject], folder: Path | None, mistakes: Mistakes) -> None:
    """Adds the mistakes in layouts, icons and pictures. Without a folder, files are not checked."""
    kinds = {(one.component, one.name): one for model in models for one in _kinds(model)}
    layouts = tables(look, "layout")
    icons = {*_names_with_emblems(models), *tables(look, "icon")}
    files = _Files(folder, mistakes)
    for section in ("value", "icon"):
        for name, own in tables(look, section).items():
            files.picture(own.get("picture"), section, name, "picture")
    for name, own in tables(look, "value").items():
        _check_icons(str(own.get("text") or ""), f"[value.{name}] text", icons, mistakes, "value", name, "text")
    for name, own in tables(look, "class").items():
        back = own.get("back")
        files.picture(back if isinstance(back, str) and is_picture(back) else None, "class", name, "back")
    users = _users(look, [*kinds.values()], layouts, mistakes)
    for name, layout in layouts.items():
        if users[name]:
            _check_layout(name, layout, users[name], icons, files, mistakes)
        else:
            text = f'[layout.{name}] is used by nothing: write `layout = "{name}"` in a section [class.…] or [value.…]'
            mistakes.add(text, "layout", name)


def tables(look: Mapping[str, Json], section: str) -> dict[str, JsonObject]:
    """Returns the tables of a section of a look file, by their names."""
    found = look.get(section)
    return {name: one for name, one in found.items() if isinstance(one, dict)} if isinstance(found, dict) else {}


def _users(
    look: JsonObject, kinds: Sequence[_Kind], layouts: Mapping[str, object], mistakes: Mistakes
) -> dict[str, list[_Kind]]:
    """Returns the kinds that use each layout."""
    for section in ("class", "value"):
        for name, own in tables(look, section).items():
            layout = own.get("layout")
            if isinstance(layout, str) and layout not in layouts:
                text = f"[{section}.{name}]: there is no layout `{layout}`"
                advice = suggest(layout, layouts) or f": write a section [layout.{layout}.parts]"
                mistakes.add(f"{text}{advice}", section, name, "layout")
    found: dict[str, list[_Kind]] = {name: [] for name in layouts}
    for kind in kinds:
        of_kind = tables(look, "value").get(kind.name, {}).get("layout")
        layout = of_kind or tables(look, "class").get(kind.component, {}).get("layout")
        if isinstance(layout, str) and layout in found:
            found[layout].append(kind)
    return found


class _Files:
    """Checks whether pictures and fonts can be read, each once, and notes mistakes."""

    def __init__(self, folder: Path | None, mistakes: Mistakes) -> None:
        self._folder = folder
        self._mistakes = mistakes
        self._tried: set[str] = set()

    def picture(self, file: object, *keys: str) -> None:
        """Checks the picture that a look file names at these keys."""
        if not isinstance(file, str) or self._folder is None or file in self._tried:
            return
        self._tried.add(file)
        try:
            read_picture(self._folder, file)
        except PictureError as error:
            self._mistakes.add(f"[{'.'.join(keys[:-1])}] {keys[-1]}: {error}", *keys)

    def font(self, file: object, *keys: str) -> None:
        """Checks the font that a look file names at these keys."""
        if isinstance(file, str) and self._folder is not None:
            try:
                read_font(self._folder, file)
            except PictureError as error:
                self._mistakes.add(f"[{'.'.join(keys[:-1])}] {keys[-1]}: {error}", *keys)


def _check_layout(
    name: str,
    layout: JsonObject,
    users: Sequence[_Kind],
    icons: Set[str],
    files: _Files,
    mistakes: Mistakes,
) -> None:
    parts = tables(layout, "parts")
    if not parts:
        mistakes.add(
            f"[layout.{name}] shows nothing: write a section [layout.{name}.parts] with a line for each part",
            "layout", name,
        )  # fmt: skip
    files.font(layout.get("font"), "layout", name, "font")
    _check_colour(layout, users, mistakes, "layout", name, "paper")
    size = format_of(str(layout.get("size") or "poker"))
    for part_name, part in parts.items():
        keys = ("layout", name, "parts", part_name)
        title = f"[layout.{name}.parts] {part_name}"
        _check_place(part, title, None if size is None else (size.width, size.height), mistakes, *keys)
        if not any(part.get(key) for key in _SHOWN):
            advice = '`show = "{name}"`, `picture = "….png"` or `fill = "red"`'
            mistakes.add(f"{title} shows nothing: say {advice}", *keys)
        if part.get("show") and part.get("picture"):
            mistakes.add(f"{title}: `show` and `picture` are two parts, the later one lies above", *keys, "picture")
        for key in ("show", "picture"):
            _check_fields(str(part.get(key) or ""), f"{title}: ", users, mistakes, *keys, key)
        _check_icons(str(part.get("show") or ""), title, icons, mistakes, *keys, "show")
        for key in ("fill", "border", "ink"):
            _check_colour(part, users, mistakes, *keys, key)
        files.font(part.get("font"), *keys, "font")
        template = part.get("picture")
        if isinstance(template, str) and not icons_in(template):
            for kind in users:
                files.picture(file_of(template, kind.values.get), *keys, "picture")


def _check_icons(text: str, title: str, icons: Set[str], mistakes: Mistakes, *keys: str) -> None:
    for icon in icons_in(text):
        if icon not in icons:
            advice = suggest(icon, icons) or f": write a section [icon.{icon}]"
            mistakes.add(f"{title}: there is no icon `{icon}`{advice}", *keys)


def _check_place(
    part: JsonObject, title: str, size: tuple[float, float] | None, mistakes: Mistakes, *keys: str
) -> None:
    at = part.get("at")
    if not isinstance(at, list):
        mistakes.add(f"{title} has no place: say `at = [left, top, width, height]`, in millimetres", *keys)
        return
    left, top, width, height = (float(one) if isinstance(one, int | float) else 0.0 for one in at)
    if width <= 0 or height <= 0:
        mistakes.add(f"{title}: `at` has no width or no height: it is [left, top, width, height]", *keys, "at")
    elif size is not None:
        wide, high = size
        if left < 0 or top < 0 or left + width > wide + 0.01 or top + height > high + 0.01:
            text = (
                f"{title}: [{left:g}, {top:g}, {width:g}, {height:g}] reaches beyond the card of {wide:g} × {high:g} mm"
            )
            mistakes.add(f"{text}: what touches its edge is continued into the bleed", *keys, "at")


def _check_fields(text: str, title: str, users: Sequence[_Kind], mistakes: Mistakes, *keys: str) -> bool:
    """Checks that the kinds that use a layout have all columns that a text names. Returns whether they do."""
    for name in fields_in(text):
        for kind in users:
            known = [*OWN_FIELDS, *kind.types]
            if name not in known:
                advice = suggest(name, known) or f": it has {', '.join(known)}"
                mistakes.add(f"{title}`{kind.component}` has no column `{name}`{advice}", *keys)
                return False
    return True


def _check_colour(own: JsonObject, users: Sequence[_Kind], mistakes: Mistakes, *keys: str) -> None:
    """Checks a colour: a word, `#b58a2a`, or `{trade}`, with how much of it is mixed into white: `{trade} 15%`."""
    colour = own.get(keys[-1])
    if not isinstance(colour, str):
        return
    title = f"[{'.'.join(keys[:-1])}]: `{keys[-1]}` "
    share = colour.partition(" ")[2]
    if share and share not in _SHARES:
        mistakes.add(f"{title}is a colour, and how much of it is mixed into white, as `red 15%`", *keys)
        return
    if not _check_fields(colour, title, users, mistakes, *keys):
        return
    for name in fields_in(colour):
        other = next((kind.types[name] for kind in users if kind.types.get(name, "word") not in _COLOURED), None)
        if other or name == "text":
            mistakes.add(f"{title}`{{{name}}}` is no value with a colour: name a column of words, or `{{name}}`", *keys)


# ---------------------------------------------------------------- the rules


def _kinds(model: JsonObject) -> Iterator[_Kind]:
    components, columns = entries(model.get("components")), entries(model.get("columns"))
    for number, kind in enumerate(entries(model.get("kinds"))):
        of = kind.get("component", 0)
        component = components[of] if isinstance(of, int) and of < len(components) else {}
        first = component.get("first", 0)
        row = number - first if isinstance(first, int) else 0
        own = [one for one in columns if one["of"] == "component" and one["number"] == of]
        name = str(kind["name"])
        types = {str(one["name"]): str(bare(one["type"]).get("is")) for one in own}
        values = {str(one["name"]): _value_name(model, one, row) for one in own}
        yield _Kind(name, str(component.get("name", "")), types, {**values, "name": file_word(name), "text": None})


def _value_name(model: JsonObject, column: JsonObject, row: int) -> str | None:
    values = column["values"]
    value = values[row] if isinstance(values, list) and row < len(values) else None
    if not isinstance(value, int) or value is False:
        return None
    of = bare(column["type"])
    match of.get("is"):
        case "word":
            names = entries(model["types"])[int(str(of["type"]))]["values"]
            return str(names[value]) if isinstance(names, list) else None
        case "kind":
            return file_word(str(entries(model["kinds"])[value]["name"]))
        case "place":
            places = entries(model["boards"])[int(str(of["board"]))]["places"]
            return file_word(str(places[value])) if isinstance(places, list) else None
        case "flag":
            return str(column["name"])
        case _:
            return str(value)


def _names_with_emblems(models: Sequence[JsonObject]) -> Iterator[str]:
    """Yields the names of values and kinds, which all have an emblem."""
    for model in models:
        for one in entries(model.get("types")):
            values = one["values"]
            yield from map(str, values if isinstance(values, list) else ())
        for one in entries(model.get("kinds")):
            yield str(one["name"])
