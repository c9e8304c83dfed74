"""`frozen`, the decorator for hundreds of small classes: like that of attrs, but quicker to apply.

attrs writes and compiles the methods of every class anew, which was half of the time in which `gamedsl check` starts.
Equality, hash and `repr` are the same for all classes but for the names of the fields; only `__init__` is compiled.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

__all__ = ["frozen"]

if TYPE_CHECKING:
    from attrs import frozen
else:
    from operator import attrgetter

    import attrs

    def frozen(kind: type) -> type:
        """A frozen attrs class: immutable, with slots, equal where the class and all fields with `eq` are equal."""
        made = attrs.frozen(kind, repr=False, eq=False)
        names = [field.name for field in attrs.fields(made) if field.eq]
        values, name = _values(names), hash(kind.__qualname__)

        def eq(self: object, other: object) -> bool:
            return values(self) == values(other) if other.__class__ is self.__class__ else NotImplemented

        def hashed(self: object) -> int:
            return hash((name, values(self)))

        made.__eq__, made.__hash__, made.__repr__ = eq, hashed, _repr
        return made

    def _values(names: list[str]) -> object:
        return attrgetter(*names) if names else lambda _: ()

    def _repr(self: object) -> str:
        """`Ident(text='deck')`, fields without `repr` left out."""
        shown = (f"{field.name}={getattr(self, field.name)!r}" for field in attrs.fields(type(self)) if field.repr)
        return f"{type(self).__qualname__}({', '.join(shown)})"
