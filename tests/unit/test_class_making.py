"""Classes that are made without attrs are like those that attrs makes."""

from __future__ import annotations

import copy
import inspect
import pickle
import sys
import weakref
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property, partial
from threading import Barrier
from typing import Any, ClassVar, Generic, TypeVar

import attrs
import pytest
from attrs.exceptions import FrozenInstanceError

from gamedsl import class_making

T = TypeVar("T")
MAKERS = [pytest.param(attrs, id="attrs"), pytest.param(class_making, id="ours")]
"""Every test holds for both."""


def classes(maker: Any) -> Any:
    """Classes with everything that the package uses, made by one of the two."""

    class Made:
        @maker.frozen
        class Point:
            """A point."""

            unit: ClassVar[str] = "mm"
            x: int
            y: int = 0
            site: int = maker.field(default=-1, eq=False, repr=False, kw_only=True)

            def up(self) -> Any:
                return maker.evolve(self, y=self.y + 1)

        @maker.frozen
        class Named(Point):
            name: str = "p"

            @cached_property
            def long(self) -> str:
                return f"{self.name}{self.unit}"

            def up(self) -> Any:
                parent: Any = super()
                return parent.up()

        @maker.define
        class Basket:
            owner: str
            _inside: list[int] = maker.field(factory=list)
            count: int = maker.field(init=False, default=0)
            later: int = maker.field(init=False)

            def __attrs_post_init__(self) -> None:
                self.later = len(self._inside)

        @maker.frozen(eq=False)
        class Token:
            value: int

            def __eq__(self, other: Any) -> bool:
                kind: Any = Made.Token
                return isinstance(other, kind) and self.value % 10 == other.value % 10

            def __hash__(self) -> int:
                return self.value % 10

        @maker.frozen
        class Box(Generic[T]):
            inside: T

        @maker.frozen
        class Nothing:
            pass

    return Made


@pytest.mark.parametrize("maker", MAKERS)
def test_values(maker: Any) -> None:
    made = classes(maker)
    point = made.Point(1, site=7)
    assert point == made.Point(x=1, y=0) == made.Point(1, 0, site=3)
    assert point != made.Point(1, 1)
    assert point != made.Named(1)
    assert {point: 1}[made.Point(1)] == 1
    assert repr(point).endswith("Point(x=1, y=0)")
    assert (point.site, made.Point(1).site, point.unit) == (7, -1, "mm")
    assert point.up() == made.Point(1, 1)
    assert point.up().site == 7
    assert made.Nothing() == made.Nothing()
    assert made.Box[int](1) == made.Box(1)
    match made.Named(1, 2, "q"):
        case made.Point(x, y):  # pyright: ignore[reportUnknownVariableType]
            assert (x, y) == (1, 2)
        case _:
            raise AssertionError


@pytest.mark.parametrize("maker", MAKERS)
def test_wrong_arguments(maker: Any) -> None:
    made = classes(maker)
    for args, named in (((), {}), ((1, 2, 3), {}), ((1,), {"z": 1}), ((1,), {"x": 1})):
        with pytest.raises(TypeError):
            made.Point(*args, **named)
    with pytest.raises(TypeError):
        maker.evolve(made.Point(1), z=1)


@pytest.mark.parametrize("maker", MAKERS)
def test_what_is_frozen_stays_as_it_is(maker: Any) -> None:
    made = classes(maker)
    point = made.Named(1)
    with pytest.raises(FrozenInstanceError):
        point.x = 2
    with pytest.raises(FrozenInstanceError):
        del point.x
    assert point.long == "pmm"
    assert point.long is point.long
    assert not hasattr(made.Point(1), "__dict__")
    assert weakref.ref(point)() is point


@pytest.mark.parametrize("maker", MAKERS)
def test_subclasses(maker: Any) -> None:
    made = classes(maker)
    named = made.Named(1, 2, "q", site=5)
    assert repr(named).endswith("Named(x=1, y=2, name='q')")
    assert named.up() == made.Named(1, 3, "q")
    assert type(named.up()) is made.Named


@pytest.mark.parametrize("maker", MAKERS)
def test_what_can_be_changed(maker: Any) -> None:
    made = classes(maker)
    first, second = made.Basket("Ann"), made.Basket("Ann", inside=[])
    assert first == second
    first._inside.append(1)
    assert second._inside == []
    first.count += 1
    assert (first.count, second.count, made.Basket("Bob", [1, 2]).later) == (1, 0, 2)
    with pytest.raises(TypeError):
        hash(first)
    with pytest.raises(TypeError):
        made.Basket("Ann", [], 3)
    assert maker.evolve(first, owner="Bob") == made.Basket("Bob", [1]) or first.count


@pytest.mark.parametrize("maker", MAKERS)
def test_own_equality_counts(maker: Any) -> None:
    made = classes(maker)
    assert made.Token(1) == made.Token(11)
    assert len({made.Token(1), made.Token(11)}) == 1


@pytest.mark.parametrize("maker", MAKERS)
def test_copies(maker: Any) -> None:
    made = classes(maker)
    for one in (made.Named(1, 2, "q", site=5), made.Basket("Ann", [1])):
        assert copy.copy(one) == copy.deepcopy(one) == one
    assert copy.copy(made.Named(1, site=5)).site == 5


@class_making.frozen
class Kept:
    """On the level of the module, so that it can be pickled."""

    x: int
    y: tuple[int, ...] = ()


def test_pickles() -> None:
    kept: Any = Kept
    assert pickle.loads(pickle.dumps(kept(1, (2,)))) == kept(1, (2,))


@pytest.mark.parametrize("maker", MAKERS)
def test_what_others_see(maker: Any) -> None:
    made = classes(maker)
    assert made.Point.__doc__ == "A point."
    assert made.Point.__match_args__ == ("x", "y")
    assert list(inspect.signature(made.Point).parameters) == ["x", "y", "site"]
    assert [(a.name, a.eq, a.repr, a.init, a.kw_only) for a in attrs.fields(made.Point)] == [
        ("x", True, True, True, False),
        ("y", True, True, True, False),
        ("site", False, False, True, True),
    ]
    assert [a.alias for a in attrs.fields(made.Basket)] == ["owner", "inside", "count", "later"]
    assert bool(attrs.has(made.Point))
    evolved: Any = attrs.evolve
    assert evolved(made.Point(1), x=3) == made.Point(3)
    assert attrs.asdict(made.Named(1, site=2)) == {"x": 1, "y": 0, "site": 2, "name": "p"}


def test_names_of_fields() -> None:
    made = classes(class_making)
    assert class_making.field_names(made.Named) == ("x", "y", "site", "name")
    assert class_making.field_names(int) is None


def test_classes_of_attrs_can_be_evolved() -> None:
    made = classes(attrs)
    assert class_making.evolve(made.Point(1), x=2) == made.Point(2)


def test_it_does_not_build_on_classes_of_attrs() -> None:
    more = type("More", (classes(attrs).Point,), {"__annotations__": {"z": "int"}})
    with pytest.raises(TypeError, match="which attrs itself has made"):
        class_making.frozen(more)


def test_all_kinds_of_fields_in_one_class() -> None:
    maker: Any = class_making

    @maker.frozen
    class Odd:
        a: int
        b: int = maker.field(kw_only=True)
        c: list[int] = maker.field(factory=list)
        d: list[int] = maker.field(factory=list, kw_only=True)
        e: list[int] = maker.field(factory=list, init=False)
        f: int = maker.field(default=6, init=False)

    odd: Any = Odd
    assert repr(odd(1, b=2)).endswith("Odd(a=1, b=2, c=[], d=[], e=[], f=6)")


def test_threads_that_ask_at_once_get_the_same_fields() -> None:
    usual = sys.getswitchinterval()
    sys.setswitchinterval(5e-6)
    try:
        with ThreadPoolExecutor(THREADS) as pool:
            for _ in range(50):
                kind = type("Fresh", (), {"__annotations__": {"number": "int", "text": "str"}})
                asking = partial(_asked_at_once, Barrier(THREADS), class_making.frozen(kind))
                assert len(set(pool.map(asking, range(THREADS)))) == 1
    finally:
        sys.setswitchinterval(usual)


THREADS = 4


def _asked_at_once(start: Barrier, kind: Any, _: int) -> int:
    """The identity of the fields of a class, asked for when all threads are there."""
    start.wait()
    return id(kind.__attrs_attrs__)
