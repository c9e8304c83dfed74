"""Implements `gamedsl.values` at run time: classes like those of attrs, made about ten times as fast.

attrs writes and compiles the methods of every class anew, which took half of the time in which `gamedsl check` starts. Here no method is generated:
equality, hash and `repr` are the same functions for all classes, given the names of the fields, and `__init__` is a copy of a template with other names,
which all classes with fields of the same shapes share. attrs itself is imported only when somebody asks it for the fields of a class, as converters do.
"""

from __future__ import annotations

from _thread import allocate_lock
from collections.abc import Callable, Sequence
from enum import Enum
from functools import cache, cached_property, partial
from operator import attrgetter
from types import CellType, CodeType, FunctionType
from typing import TypeAlias, TypeVar

__all__ = ["define", "evolve", "field", "field_names", "frozen"]

T = TypeVar("T")
_Parameters: TypeAlias = tuple[tuple[str, ...], Callable[[object], tuple[object, ...]]]


class _Nothing(Enum):
    """The marker for a missing default."""

    NOTHING = 0


NOTHING = _Nothing.NOTHING


class _Field:
    """The declaration of one field; `name` is set when the class is made."""

    __slots__ = ("alias", "annotation", "default", "eq", "factory", "init", "kw_only", "name", "repr")

    def __init__(
        self,
        default: object = NOTHING,
        factory: Callable[[], object] | None = None,
        eq: bool = True,
        repr: bool = True,
        init: bool = True,
        kw_only: bool = False,
    ) -> None:
        self.default, self.factory = default, factory
        self.eq, self.repr, self.init, self.kw_only = eq, repr, init, kw_only
        self.name = self.alias = ""
        self.annotation: object = None

    @property
    def is_optional(self) -> bool:
        """Whether a new instance can omit the value."""
        return self.default is not NOTHING or self.factory is not None


field = _Field
"""Like `attrs.field`: the default of a field, and where the field is left out."""


def frozen(kind: type | None = None, /, *, eq: bool = True) -> object:
    """Like `attrs.frozen`: immutable, with slots; instances are equal if their classes and all fields with `eq` are equal."""
    return partial(_make_class, form=_Form.FROZEN, has_eq=eq) if kind is None else _make_class(kind, _Form.FROZEN, eq)


def define(kind: type | None = None, /, *, eq: bool = True) -> object:
    """Like `attrs.define`: as `frozen`, but fields can be replaced, and there is no hash."""
    return partial(_make_class, form=_Form.MUTABLE, has_eq=eq) if kind is None else _make_class(kind, _Form.MUTABLE, eq)


def evolve(instance: T, **changes: object) -> T:
    """Like `attrs.evolve`: returns a new instance with other values in some fields."""
    kind = instance.__class__
    known = _PARAMETERS.get(kind) or _parameters(kind)
    if known is None:
        import attrs

        return attrs.evolve(instance, **changes)  # type: ignore[misc]  # of another class: attrs says what is wrong
    names, values = known
    return kind(**{**dict(zip(names, values(instance), strict=True)), **changes})


def _parameters(kind: type) -> _Parameters | None:
    """Returns the parameters of a class that was made here, and a function that returns their values for an instance."""
    if kind not in _FIELDS:
        return None
    given = [one for one in _FIELDS[kind] if one.init]
    names = [one.name for one in given]
    values = attrgetter(*names) if len(names) > 1 else partial(_few_values, names)
    _PARAMETERS[kind] = found = tuple([one.alias for one in given]), values
    return found


def _few_values(names: list[str], instance: object) -> tuple[object, ...]:
    """Returns the values as `attrgetter` would, but as a tuple also for no name or one."""
    return tuple([getattr(instance, name) for name in names])


def field_names(kind: type) -> tuple[str, ...] | None:
    """Returns the names of the fields of a class that was made here, in order; None for other classes."""
    if kind not in _NAMES and kind in _FIELDS:
        _NAMES[kind] = tuple([one.name for one in _FIELDS[kind]])
    return _NAMES.get(kind)


class _Form(Enum):
    FROZEN = 0
    MUTABLE = 1


_FIELDS: dict[type, tuple[_Field, ...]] = {}
"""The fields of all classes that were made."""

_NAMES: dict[type, tuple[str, ...]] = {}
"""A cache for `field_names`."""

_PARAMETERS: dict[type, _Parameters] = {}
"""A cache for `_parameters`."""

_LATE: dict[type, _Form] = {}
"""The classes whose `__init__` is made with their first instance."""


# ---------------------------------------------------------------- a class


def _make_class(kind: type, form: _Form, has_eq: bool) -> type:
    """Makes the class anew, with slots and methods."""
    space = dict(kind.__dict__)
    inherited = _fields_of_bases(kind)
    own = _own_fields(kind, space)
    fields = (*(one for name, one in inherited.items() if name not in own), *own.values())
    _add_slots(kind, space, [name for name in own if name not in inherited])
    _add_methods(space, fields, form, has_eq)
    has_own_init = "__init__" in space
    space.setdefault("__init__", _late_init)
    made = type(kind)(kind.__name__, kind.__bases__, space)
    if not has_own_init:
        _LATE[made] = form
    _FIELDS[made] = fields
    _renew_cells(space, kind, made)
    return made


def _fields_of_bases(kind: type) -> dict[str, _Field]:
    found: dict[str, _Field] = {}
    for base in kind.__mro__[-2:0:-1]:
        if base in _FIELDS:
            found |= {one.name: one for one in _FIELDS[base]}
        elif "__attrs_attrs__" in base.__dict__:
            raise TypeError(f"{kind.__qualname__} builds on {base.__qualname__}, which attrs itself has made")
    return found


def _own_fields(kind: type, space: dict[str, object]) -> dict[str, _Field]:
    """Returns the fields that the class itself declares, and removes their defaults from `space`, because slots cannot have class attributes of the same name."""
    own: dict[str, _Field] = {}
    for name, annotation in kind.__annotations__.items():
        if not str(annotation).startswith("ClassVar"):
            default = space.pop(name, NOTHING)
            own[name] = one = default if isinstance(default, _Field) else _Field(default)
            one.name, one.alias, one.annotation = name, name.lstrip("_"), annotation
    return own


def _add_slots(kind: type, space: dict[str, object], names: list[str]) -> None:
    """Adds a slot for each new field, and one for weak references; `cached_property` also needs a dictionary."""
    space.pop("__dict__", None)
    if space.pop("__weakref__", None) is not None:
        names.append("__weakref__")
    if any(value.__class__ is cached_property for value in space.values()):
        names.append("__dict__")
    space["__slots__"] = tuple(names)
    space["__qualname__"] = kind.__qualname__


def _renew_cells(space: dict[str, object], old: type, new: type) -> None:
    """Replaces the class in the closures of methods that use `super()` or `__class__` by the new class."""
    for value in space.values():
        function: object = getattr(value, "__func__", None) or getattr(value, "fget", None) or value
        if isinstance(function, FunctionType) and function.__closure__:
            for cell in function.__closure__:
                if _content(cell) is old:
                    cell.cell_contents = new


def _content(cell: CellType) -> object:
    try:
        return cell.cell_contents
    except ValueError:  # a name that is not bound yet
        return None


# ---------------------------------------------------------------- methods


def _add_methods(space: dict[str, object], fields: tuple[_Field, ...], form: _Form, has_eq: bool) -> None:
    """Adds the methods that the class does not define itself."""
    space["__match_args__"] = tuple([one.name for one in fields if one.init and not one.kw_only])
    space["__attrs_attrs__"] = _AttrsFields(fields)
    space["__signature__"] = _SIGNATURE
    space.setdefault("__repr__", _repr)
    space.setdefault("__getstate__", _getstate)
    space.setdefault("__setstate__", _setstate)
    if form is _Form.FROZEN:
        space["__setattr__"], space["__delattr__"] = _refuse_setting, _refuse_deleting
    if has_eq and "__eq__" not in space:
        eq, hashed = _comparisons(str(space["__qualname__"]), [one.name for one in fields if one.eq])
        space["__eq__"] = eq
        if "__hash__" not in space:
            space["__hash__"] = hashed if form is _Form.FROZEN else None


def _comparisons(name: str, names: Sequence[str]) -> tuple[Callable[..., object], Callable[..., int]]:
    values: Callable[[object], object] = attrgetter(*names) if names else _no_values
    number = hash(name)

    def eq(self: object, other: object) -> object:
        return values(self) == values(other) if other.__class__ is self.__class__ else NotImplemented

    def hash_of(self: object) -> int:
        return hash((number, values(self)))

    return eq, hash_of


def _no_values(_: object) -> tuple[()]:
    return ()


def _repr(self: object) -> str:
    """Describes an instance: `Ident(text='deck')`, without the fields that have no `repr`."""
    kind = type(self)
    shown = (f"{one.name}={getattr(self, one.name)!r}" for one in _all_fields(kind) if one.repr)
    return f"{kind.__qualname__}({', '.join(shown)})"


def _all_fields(kind: type) -> tuple[_Field, ...]:
    """Returns the fields of a class, or of its nearest base with fields."""
    return next(_FIELDS[base] for base in kind.__mro__ if base in _FIELDS)


def _getstate(self: object) -> dict[str, object]:
    names = (one.name for one in _all_fields(type(self)))
    return {name: getattr(self, name) for name in names if hasattr(self, name)}


def _setstate(self: object, state: dict[str, object]) -> None:
    for name, value in state.items():
        object.__setattr__(self, name, value)


def _refuse_setting(self: object, name: str, value: object) -> None:
    from attrs.exceptions import FrozenInstanceError

    raise FrozenInstanceError


def _refuse_deleting(self: object, name: str) -> None:
    from attrs.exceptions import FrozenInstanceError

    raise FrozenInstanceError


# ---------------------------------------------------------------- how instances are made


def _late_init(self: object, *args: object, **named: object) -> None:
    """Stands in for the `__init__` of a class until its first instance is made."""
    kind = next(base for base in type(self).__mro__ if base in _LATE)
    init: Callable[..., None] = _with_init(kind).__dict__["__init__"]
    init(self, *args, **named)


def _with_init(kind: type) -> type:
    """Returns the class with its `__init__`. Two threads may make it at the same time, with equal results."""
    if kind in _LATE and kind.__dict__["__init__"] is _late_init:
        type.__setattr__(kind, "__init__", _init(kind, _FIELDS[kind], _LATE[kind]))
    return kind


class _Signature:
    """A descriptor that gives `inspect.signature` the parameters of a class's `__init__`."""

    __slots__ = ()

    def __get__(self, _: object, owner: type) -> object:
        from inspect import signature

        for base in owner.__mro__:
            _with_init(base)
        init: Callable[..., None] = next(vars(base)["__init__"] for base in owner.__mro__ if "__init__" in vars(base))
        whole = signature(init)
        return whole.replace(parameters=list(whole.parameters.values())[1:])


def _init(kind: type, fields: Sequence[_Field], form: _Form) -> FunctionType:
    """Makes the `__init__` of a class from a template for fields of this form; it inserts their names, and passes their setters and defaults as globals."""
    has_more = hasattr(kind, "__attrs_post_init__")
    code = _template("".join([_shape(one) for one in fields]), form is _Form.FROZEN, has_more)
    names = {f"p{i}": one.alias for i, one in enumerate(fields)} | {f"n{i}": one.name for i, one in enumerate(fields)}
    own: dict[str, object] = {"NOTHING": NOTHING}
    for i, one in enumerate(fields):
        own[f"s{i}"], own[f"d{i}"] = getattr(kind, one.name).__set__, one.factory or one.default
    init = FunctionType(
        code.replace(
            co_varnames=tuple([names.get(name, name) for name in code.co_varnames]),
            co_names=tuple([names.get(name, name) for name in code.co_names]),
        ),
        own,
    )
    given = [one for one in fields if one.init and one.is_optional]
    init.__defaults__ = tuple([_default(one) for one in given if not one.kw_only])
    init.__kwdefaults__ = {one.alias: _default(one) for one in given if one.kw_only}
    init.__qualname__ = f"{kind.__qualname__}.__init__"
    init.__annotations__ = {one.alias: one.annotation for one in fields if one.init} | {"return": None}
    return init


def _default(one: _Field) -> object:
    return NOTHING if one.factory else one.default


def _shape(one: _Field) -> str:
    """Returns how a field gets its first value, as one letter of a template: `g`iven by the caller, `o`ptional (else made by a function), `n`amed (given
    by keyword), `p`ossibly given by keyword, `f`ixed, `m`ade by a function, or `l`eft out."""
    if not one.init:
        return "m" if one.factory else "f" if one.is_optional else "l"
    if one.kw_only:
        return "p" if one.factory else "n"
    return "o" if one.factory else "g"


@cache
def _template(shapes: str, is_frozen: bool, has_more: bool) -> CodeType:
    """Compiles an `__init__` for fields called n0, n1, … and parameters called p0, p1, …, which gets setters and defaults from its globals. All classes
    with fields of the same shapes share it. `has_more`: the `__init__` also calls `__attrs_post_init__`."""
    parameters = ["self", *[f"p{i}" for i, shape in enumerate(shapes) if shape in "go"]]
    by_name = [f"p{i}" for i, shape in enumerate(shapes) if shape in "np"]
    parameters += ["*", *by_name] if by_name else []
    values = [(i, _value(i, shape)) for i, shape in enumerate(shapes) if shape != "l"]
    lines = [f"s{i}(self, {value})" if is_frozen else f"self.n{i} = {value}" for i, value in values]
    lines += ["self.__attrs_post_init__()"] if has_more else []
    text = f"def __init__({', '.join(parameters)}): {'; '.join(lines or ['pass'])}"
    return next(part for part in compile(text, "<init>", "exec").co_consts if isinstance(part, CodeType))


def _value(i: int, shape: str) -> str:
    match shape:
        case "g" | "n":
            return f"p{i}"
        case "o" | "p":
            return f"d{i}() if p{i} is NOTHING else p{i}"
        case "m":
            return f"d{i}()"
        case _:
            return f"d{i}"


_SIGNATURE = _Signature()


# ---------------------------------------------------------------- for attrs


class _AttrsFields:
    """A descriptor for the fields of a class in the form of attrs, made on first use; once for all threads, because converters note the types there."""

    __slots__ = ("_fields", "_made")

    def __init__(self, fields: tuple[_Field, ...]) -> None:
        self._fields = fields
        self._made: tuple[object, ...] | None = None

    def __get__(self, _: object, owner: type) -> tuple[object, ...]:
        made = self._made
        if made is None:
            import attr

            with _MAKING:
                made = self._made
                if made is None:
                    own = {one.name: _attrs_field(one) for one in self._fields}
                    made = self._made = attr.fields(attr.make_class(owner.__name__, own))
        return made


_MAKING = allocate_lock()


def _attrs_field(one: _Field) -> object:
    import attr

    default = attr.Factory(one.factory) if one.factory else attr.NOTHING if one.default is NOTHING else one.default
    return attr.ib(default=default, eq=one.eq, repr=one.repr, init=one.init, kw_only=one.kw_only, type=one.annotation)
