"""The seats that see each zone and each field, as bit masks."""

from __future__ import annotations

from collections.abc import Iterable

from gamedsl.graph.model.game import FieldSpec, ZoneSpec
from gamedsl.graph.model.types import FunctionId
from gamedsl.values import frozen
from gamedsl_interpreter.reference.formulas.compiler import Formulas
from gamedsl_interpreter.reference.values.slots import Formula, Frame
from gamedsl_interpreter.watchers import everyone, find_fixed_watchers, index_of
from gamedsl_interpreter.wording.texts import specs_by_instance


@frozen
class Audience:
    """Masks by instance number; a formula if the rules compute them (`seen by f`, owners who may change)."""

    zones: tuple[int | Formula, ...]
    fields: tuple[int | Formula, ...]
    all: int
    """The mask of all seats."""

    def zone(self, instance: int, frame: Frame) -> int:
        """Returns the seats that see the content of a zone."""
        return _now(self.zones[instance], frame)

    def field(self, instance: int, frame: Frame) -> int:
        """Returns the seats that see a field."""
        return _now(self.fields[instance], frame)


def audience(make: Formulas) -> Audience:
    """Finds the audiences of all zones and fields of a Game."""
    fields, zones = specs_by_instance(make.game)
    return Audience(
        zones=tuple(_watchers(make, spec, i - spec.base) for i, spec in enumerate(zones)),
        fields=tuple(_watchers(make, spec, i - spec.base) for i, spec in enumerate(fields)),
        all=everyone(make.game),
    )


def _now(mask: int | Formula, frame: Frame) -> int:
    if isinstance(mask, int):
        return mask
    found: int = mask(frame)
    return found


def _watchers(make: Formulas, spec: FieldSpec | ZoneSpec, flat: int) -> int | Formula:
    fixed = find_fixed_watchers(make.game, spec, flat)
    if fixed is not None:
        return fixed
    if spec.visibility.who == "function":
        return _by_function(make, spec, flat, spec.visibility.function)
    owners, full = _owners(make, spec, flat), everyone(make.game)
    return owners if spec.visibility.who == "owner" else lambda f: full & ~owners(f)


def _owners(make: Formulas, spec: FieldSpec | ZoneSpec, flat: int) -> Formula:
    if spec.owners is None:
        raise ValueError(f"no function says who owns `{spec.name}`")
    players = make.function(spec.owners, index_of(spec.dimensions, flat)[0])
    return lambda f: mask_of(players(f))


def _by_function(make: Formulas, spec: FieldSpec | ZoneSpec, flat: int, function: FunctionId | None) -> Formula:
    if function is None:
        raise ValueError(f"no function says who sees `{spec.name}`")
    params = len(make.game.functions[function].params)
    players = make.function(function, *index_of(spec.dimensions, flat)[:params])
    return lambda f: mask_of(players(f))


def mask_of(numbers: Iterable[int]) -> int:
    """Returns the set of these numbers as bits."""
    mask = 0
    for number in numbers:
        mask |= 1 << number
    return mask
