"""The API reference: a page for each group of names that `import gamedsl` offers, made from signatures and docstrings.

Griffe reads the source without running it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import cast

import griffe

from tools.site.pages import ROOT, Pages

INDEX = "reference/README.md"

GROUPS: dict[str, tuple[str, str]] = {
    "rules": (
        "Rules and games",
        "load_rules parse_rules format_rules shipped_games ShippedGame"
        " Rules Setup Report Game Traits traits_of svg_of RulesTest RulesTestResult ExampleResult ExampleNote Failure Diagnostic Severity"
        " Label Fix FixLevel Edit Source Span",
    ),
    "playing": (
        "Playing",
        "engine_for Engine Checking Forced BUDGET State S S_co Pending Move Step StepOption Refusal View ZoneView Event Outcome ChanceOutcome",
    ),
    "things": ("Things", "Thing Choice Place Piece Kind Zone Seat Word Counted"),
    "matches": (
        "Matches",
        "Match Refused play_match MatchRecord Played state_to_json state_from_json replay_to_json replay_from_json verify_replay Replay ReplayMove OpenSteps"
        " SeatedPerson",
    ),
    "agents": (
        "Agents, chance and worlds",
        "Agent RandomSteps RandomMoves Candidates Scripted Greedy Mcts Cfr MixedAgent Advice Adviser agent_from agents_from Dice Stream"
        " Weighed Worlds Lost LostKind",
    ),
    "many_matches": (
        "Many matches",
        "simulate Summary SeatSummary Contest Tally simulate_rows Rows Batch Finished Observing perft Level explore Exploration CountsItself ExploresItself",
    ),
    "studies": (
        "Studies",
        "compare Compared ComparedSide ComparedPair ComparedFigure report_of MatchReport ReportFigure ReportFinding mutate Mutated TriedMutant"
        " campaign CampaignResults CampaignCell CampaignPart tune Tuned TunedVariant TunedFigure",
    ),
    "learning": (
        "Numbers for programs that learn",
        "action_space ActionSpace legal_actions apply observation observation_space ObservationSpace Part information_key returns bounds GameBounds Known"
        " hides_something",
    ),
    "proofs": (
        "Exact answers and trouble",
        "solve exploit Exploited OpenSolution MoveValue HiddenSolution Mixture InformationSet Aim aim_of Utility utility_of EndlessError"
        " verify Verified Trouble Possible Idle"
        " secrets_told Disclosed Disclosure",
    ),
    "data": (
        "Data for other programs",
        "json_of model_of module_of server_of Server page_of rulebook_of cards_of Cards PrintedPiece graph_of differences_of RulesDifferences Json JsonObject"
        " ViewData ZoneViewData EventData MoveData ChoiceData PlayedData StepData StepOptionData RefusalData RefusedData"
        " OutcomeData ReplayData ReplayMoveData ReplayOutcomeData OpenStepsData SeatedPersonData"
        " CellData DifferenceData DifferencesData LineData MembersData SetupData ValueData",
    ),
    "messages": (
        "Messages to pages",
        "Message MessageView MessageField MessageZone MessagePieces MessageLocal MessageStep MessageOption MessageRefused MessageRefusal MessageChoice"
        " MessageMove MessageEvent MessageOutcome ThingData PlaceData SeatThingData WordData KindData ZoneThingData PieceData CountedData",
    ),
    "errors": (
        "Errors",
        "GameDslError ArgumentError SetupError RulesError IllegalMove OutOfDateError Fault MatchFault ScriptEndedError StateError ReplayError DivergedError"
        " TooManyError TooManyOutcomes LookError LabelError FontError PictureError PrintError BaseFailsError PlanError ResultsError ClusterError MissingExtraError"
        " AgentSpecError WorldsError NoStrategyError NoRoomError KeepingError WishesError WishMistake SearchError",
    ),
}
"""The pages: title and names, in the order in which they stand there."""

ADAPTERS: dict[str, str] = {
    "pettingzoo": "aec_env parallel_env",
    "gymnasium": "vector_env",
    "gymnasium_agent": "agent_env",
    "openspiel": "spiel_game spiel_tree forget",
    "hypothesis_strategies": "positions Position matches",
    "notebooks": "rules_html game_svg view_html summary_html",
}
"""What each module of `gamedsl.adapters` offers."""


def add(pages: Pages) -> None:
    """Put the pages of the reference, their entries in the navigation, and the list of all names on the first page."""
    source = _Source()
    groups = {page: (title, names.split()) for page, (title, names) in GROUPS.items()}
    listed = [name for _, names in groups.values() for name in names]
    pages.problems += [f"{INDEX}: `{name}` belongs to no page" for name in sorted({*source.offered} - {*listed})]
    pages.problems += [f"{INDEX}: there is no `{name}`" for name in sorted({*listed} - {*source.offered})]
    where = {name: f"{page}.md#{name}" for page, (_, names) in groups.items() for name in names}
    for page, (title, names) in groups.items():
        known = [_entry(name, source.offered[name], where) for name in names if name in source.offered]
        pages.files[f"reference/{page}.md"] = f"# {title}\n\n" + "\n\n".join(known) + "\n"
    pages.files["reference/adapters.md"] = _adapters(source, where)
    pages.sections["reference"] = [f"reference/{page}.md" for page in (*groups, "adapters")]
    lines = [
        f"| [{title}]({page}.md) | {', '.join(f'[`{name}`]({where[name]})' for name in names)} |"
        for page, (title, names) in groups.items()
    ]
    pages.fill(INDEX, "names", "\n".join(["| page | names |", "|---|---|", *lines]))


def _adapters(source: _Source, where: dict[str, str]) -> str:
    parts = ["# Frameworks", "These modules are imported by name, and each needs its framework."]
    for module, names in ADAPTERS.items():
        found = source.module(f"gamedsl.adapters.{module}")
        parts += [f"## `gamedsl.adapters.{module}`", _doc(found, where)]
        parts += [_entry(name, cast("griffe.Object", found[name]), where, level=3) for name in names.split()]
    return "\n\n".join(parts) + "\n"


class _Source:
    """The packages as they are written. Each module is read alone, because a reference needs few of them."""

    def __init__(self) -> None:
        self._modules: dict[str, griffe.Module] = {}
        package = self.module("gamedsl")
        self.offered = {
            name: self._object(member.target_path)
            for name, member in package.members.items()
            if isinstance(member, griffe.Alias)
        }
        """What `import gamedsl` offers, where it is defined."""

    def module(self, path: str) -> griffe.Module:
        """The module of this name. Raises FileNotFoundError."""
        if path not in self._modules:
            below = path.replace(".", "/")
            places = [
                root / f"{below}{form}"
                for root in (ROOT, ROOT / "interpreter")
                for form in (".py", "/__init__.pyi", "/__init__.py")
            ]
            file = next((place for place in places if place.exists()), places[0])
            self._modules[path] = griffe.visit(path, file, file.read_text(encoding="utf-8"))
        return self._modules[path]

    def _object(self, path: str) -> griffe.Object:
        """What a package may offer from a module below it."""
        module, _, name = path.rpartition(".")
        found = self.module(module)[name]
        return self._object(found.target_path) if isinstance(found, griffe.Alias) else cast("griffe.Object", found)


def _entry(name: str, found: griffe.Object, where: dict[str, str], level: int = 2) -> str:
    """The section of one name."""
    parts = [f"{'#' * level} `{name}` {{ #{name} }}", _code(_declaration(name, found)), _doc(found, where)]
    if isinstance(found, griffe.Class):
        members = [(key, member) for key, member in found.members.items() if _is_shown(member)]
        fields = [(key, member) for key, member in members if isinstance(member, griffe.Attribute)]
        if fields:
            parts.append(_attributes(found, fields, where))
        for key, member in members:
            if isinstance(member, griffe.Function):
                label = "" if key == "__init__" else f"{'#' * (level + 1)} `{name}.{key}` {{ #{name}.{key} }}"
                parts += [label, _code(_declaration(key, member)), _doc(member, where)]
    return "\n\n".join(part for part in parts if part)


def _attributes(found: griffe.Class, fields: list[tuple[str, griffe.Attribute]], where: dict[str, str]) -> str:
    """The attributes as a table; those of an enumeration are its values."""
    if any(str(base) == "Enum" for base in found.bases):
        return "Values: " + ", ".join(f"`{key}`" for key, _ in fields) + "."
    texts = [_cell(_doc(member, where)) for _, member in fields]
    head = ["| attribute | type | |", "|---|---|---|"] if any(texts) else ["| attribute | type |", "|---|---|"]
    rows = [f"| `{key}` | {_type(found, member)} |" for key, member in fields]
    return "\n".join(
        [*head, *(f"{row} {text} |" if any(texts) else row for row, text in zip(rows, texts, strict=True))]
    )


def _is_shown(member: griffe.Object | griffe.Alias) -> bool:
    if isinstance(member, griffe.Alias):
        return False
    if member.name == "__init__":
        return isinstance(member, griffe.Function) and len(member.parameters) > 1 and member.docstring is not None
    return not member.name.startswith("_")


def _declaration(name: str, found: griffe.Object) -> str:
    match found:
        case griffe.Function():
            marks = "".join(f"@{label}\n" for label in ("classmethod", "staticmethod") if label in found.labels)
            parameters = [one for one in found.parameters if one.name not in ("self", "cls")]
            return f"{marks}def {name}({', '.join(_parameters(parameters))}) -> {found.returns}"
        case griffe.Class():
            bases = [str(base) for base in found.bases]
            return f"class {name}({', '.join(bases)})" if bases else f"class {name}"
        case griffe.Attribute() if found.annotation is None or str(found.annotation) == "TypeAlias":
            return f"{name} = {str(found.value).strip(chr(39))}"
        case griffe.Attribute():
            return f"{name}: {found.annotation} = {found.value}"
        case _:
            return name


def _parameters(parameters: list[griffe.Parameter]) -> Iterator[str]:
    """The parameters of a signature, with the `*` before those that are given by name only."""
    is_named = False
    for one in parameters:
        stars = {griffe.ParameterKind.var_positional: "*", griffe.ParameterKind.var_keyword: "**"}.get(
            one.kind or griffe.ParameterKind.positional_or_keyword, ""
        )
        if one.kind is griffe.ParameterKind.keyword_only and not is_named:
            yield "*"
        is_named = is_named or one.kind in (griffe.ParameterKind.keyword_only, griffe.ParameterKind.var_positional)
        text = f"{stars}{one.name}" + (f": {one.annotation}" if one.annotation is not None else "")
        yield text if one.default is None or stars else f"{text} = {one.default}"


def _code(text: str) -> str:
    """A block; a long signature has a line for each parameter."""
    if len(text) > 100 and "(" in text:
        head, _, rest = text.partition("(")
        inside, _, tail = rest.rpartition(")")
        text = f"{head}(\n" + "".join(f"    {part},\n" for part in _split(inside)) + f"){tail}"
    return f"```python\n{text}\n```"


def _split(text: str) -> Iterator[str]:
    """The parts between commas outside of brackets."""
    depth, begin = 0, 0
    for i, sign in enumerate(text):
        depth += (sign in "([{") - (sign in ")]}")
        if sign == "," and not depth:
            yield text[begin:i].strip()
            begin = i + 1
    yield text[begin:].strip()


def _type(found: griffe.Class, member: griffe.Attribute) -> str:
    """The type of an attribute; one without is what the constructor was given."""
    kind = member.annotation
    start = found.members.get("__init__")
    if kind is None and isinstance(start, griffe.Function) and member.name in start.parameters:
        kind = start.parameters[member.name].annotation
    return f"`{kind}`".replace("|", "\\|") if kind is not None else ""


def _doc(found: griffe.Object, where: dict[str, str]) -> str:
    """A docstring, with links from the names in it to their places."""
    text = found.docstring.value if found.docstring else ""
    own = found.path.rpartition(".")[2]
    return re.sub(
        r"`(\w+)`",
        lambda name: f"[`{name[1]}`]({where[name[1]]})" if name[1] in where and name[1] != own else name[0],
        text,
    )


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")
