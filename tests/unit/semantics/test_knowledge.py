"""What seats know at a point of the rules, when a local gets a new value: nothing speaks of the old one, and all else stays."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from gamedsl.graph.analysis.walk import free_locals
from gamedsl.graph.model.expressions import Expr, Local, ZoneAt
from gamedsl.graph.model.types import LocalId, Player, SiteId, Zone, ZoneId
from gamedsl.semantics.secrets.knowledge import Held, State
from gamedsl.semantics.secrets.model import Label, Secret
from property.walks import law

SEATS = [Local(LocalId(number), Player(4)) for number in range(3)]
ZONES = [ZoneAt(ZoneId(number), (seat,), Zone((), "bag"), SiteId(-1)) for number, seat in enumerate(SEATS)]

seats, zones = st.sampled_from(SEATS), st.sampled_from(ZONES)
secrets = st.builds(
    Secret,
    sort=st.just("zone"),
    name=st.sampled_from(("hand", "deck")),
    knows=st.sampled_from(("nobody", "owner", "others", "some")),
    owner=st.none() | seats,
    seen_by=st.frozensets(seats, max_size=2),
    place=st.none() | zones,
)
labels = st.frozensets(secrets, max_size=3)
held = st.builds(Held, value=labels, which=labels, same=st.none() | seats | zones)
states = st.builds(
    State,
    locals=st.dictionaries(st.integers(3, 8).map(LocalId), held, max_size=4),
    looks=st.frozensets(st.tuples(zones, st.none() | seats), max_size=4),
    shown=st.frozensets(st.integers(0, 8).map(LocalId), max_size=3),
)


@law(200)
@given(state=states, seat=seats, new=held)
def test_nothing_speaks_of_the_value_before(state: State, seat: Local, new: Held) -> None:
    before = state.copy()
    state.bind(seat.id, new)
    assert state.locals.pop(seat.id) == new
    assert state.looks == {one for one in before.looks if not _speaks(one, seat.id)}
    assert state.shown == before.shown - {seat.id}
    assert state.locals == {
        local: Held(_without(one.value, seat.id), _without(one.which, seat.id), _kept(one.same, seat.id))
        for local, one in before.locals.items()
    }


def _without(label: Label, local: LocalId) -> Label:
    """The secrets of a label without what speaks of a local; an unknown owner knows nothing."""
    return frozenset(
        Secret(
            one.sort,
            one.name,
            one.knows if _kept(one.owner, local) == one.owner else "nobody",
            _kept(one.owner, local),
            frozenset(part for part in one.seen_by if _kept(part, local) is not None),
            _kept(one.place, local),
        )
        for one in label
    )


def _kept(part: Expr | None, local: LocalId) -> Expr | None:
    return None if part is None or local in free_locals(part) else part


def _speaks(look: tuple[Expr, Expr | None], local: LocalId) -> bool:
    return any(part is not None and local in free_locals(part) for part in look)


@law(200)
@given(state=states, zone=zones, seat=st.none() | seats)
def test_who_looks_into_a_zone_knows_what_comes_from_it_until_it_changes(
    state: State, zone: ZoneAt, seat: Local | None
) -> None:
    before = state.copy()
    state.learn(zone, seat)
    for local, one in before.locals.items():
        assert state.locals[local].value == _learned(one.value, zone, seat)
        assert state.locals[local].which == _learned(one.which, zone, seat)
        assert state.locals[local].same == one.same
    state.change({zone.zone})
    for one in state.locals.values():
        assert all(part.place is None or part.place != zone for part in one.value | one.which)
    assert state.looks == {look for look in before.looks if look[0] != zone}


def _learned(label: Label, zone: ZoneAt, seat: Local | None) -> Label:
    from_zone = frozenset(one for one in label if one.place == zone)
    if seat is None:
        return label - from_zone
    seen = (Secret(one.sort, one.name, one.knows, one.owner, one.seen_by | {seat}, one.place) for one in from_zone)
    return (label - from_zone) | frozenset(seen)
