"""Values to JSON and back, driven by their type hints.

A class takes part by being a frozen dataclass that inherits `Noun`. The hints say what is read:
scalars, enums, `Decimal`, tuples, mappings, nested nouns and unions. A union is resolved by the
shape of the JSON value, and several nouns in one union by their `kind`. Decoders are built once
for each class. Whatever does not fit is an `InputError` that names the field by its whole path.
"""

from __future__ import annotations

import dataclasses
import types
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from decimal import Decimal
from enum import Enum
from functools import cache
from typing import (
    Any,
    ClassVar,
    Literal,
    Self,
    TypeVar,
    Union,
    cast,
    get_args,
    get_origin,
)
from typing import get_type_hints as hints_of

from veriscope.errors import InputError
from veriscope.model.json_text import JSON, dump_json, parse_json
from veriscope.model.scalars import SCALARS, Decoder, expect, name_of

T = TypeVar("T")


def wire(
    name: str | None = None, *aliases: str, default: Any = dataclasses.MISSING, **more: Any
) -> Any:
    """Declare a dataclass field that is written under `name` and also read under `aliases`."""
    return dataclasses.field(default=default, metadata={"name": name, "aliases": aliases}, **more)


class Noun:
    """A value with an exact JSON round trip.

    `to_dict` leaves out what equals its default, unless the class sets `whole`, which those do
    whose files are read as columns.
    """

    whole: ClassVar[bool] = False

    def to_dict(self) -> dict[str, JSON]:
        """Return plain JSON values under the names used on disk."""
        return cast("dict[str, JSON]", encode(self))

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Self:
        """Read plain JSON values; an unknown, missing or unfit field is named in the error."""
        return decode(cls, data)

    def to_json(self, indent: int | None = None) -> str:
        """Return one JSON text; never with NaN or Infinity."""
        return dump_json(self.to_dict(), indent=indent)

    @classmethod
    def from_json(cls, text: str | bytes) -> Self:
        """Read one JSON text."""
        return cls.from_dict(parse_json(text))


def encode(value: object) -> JSON:
    """Turn a value made of nouns, enums, tuples and scalars into plain JSON values."""
    kind: Any = type(value)
    return _encoder(kind)(value)


@cache
def _encoder(kind: type) -> Callable[[Any], JSON]:
    """Return how values of a class are written, found out once for each."""
    if issubclass(kind, Noun):
        return _noun_encoder(kind)
    if issubclass(kind, Enum):
        return _value_of
    if issubclass(kind, Decimal):
        return str
    if issubclass(kind, datetime):
        return datetime.isoformat
    if issubclass(kind, Mapping):
        return lambda value: {str(key): encode(item) for key, item in value.items()}
    if issubclass(kind, (tuple, list)):
        return lambda value: [encode(item) for item in value]
    return _itself


def _value_of(value: Enum) -> JSON:
    return cast("JSON", value.value)


def _itself(value: Any) -> JSON:
    return cast("JSON", value)


def _noun_encoder(kind: Any) -> Callable[[Any], JSON]:
    # A default that nothing equals makes a field one that is always written.
    fields = [
        (one.attribute, one.name, object() if kind.whole or one.always else one.default)
        for one in _fields(kind)
    ]

    def write(value: Any) -> JSON:
        out: dict[str, JSON] = {}
        for attribute, name, default in fields:
            item = getattr(value, attribute)
            if item is not default and item != default:
                out[name] = item if type(item) in _PLAIN else encode(item)
        return out

    return write


_PLAIN = (str, float, int, bool, type(None))


def encode_attributes(value: object) -> Any:
    """Turn a value into plain JSON values under its attributes' names, defaults included.

    For values that are read as objects of this library and not as rows on disk; `from_dict` takes
    this form as well, through the aliases.
    """
    if isinstance(value, Noun):
        kind: Any = type(value)
        names = [field.attribute for field in _fields(kind)]
        return {name: encode_attributes(getattr(value, name)) for name in names}
    if isinstance(value, (tuple, list)):
        return [encode_attributes(item) for item in value]
    return encode(value)


def decode(kind: type[T], data: object, path: str = "") -> T:
    """Read `data` as `kind`; `path` is where it stands, for messages."""
    hint: Any = kind
    return cast("T", _decoder(hint)(data, path))


@dataclasses.dataclass(frozen=True, slots=True)
class _Field:
    attribute: str
    name: str
    aliases: tuple[str, ...]
    hint: Any
    default: Any
    required: bool

    @property
    def always(self) -> bool:
        """Whether it is written even when it equals its default: a tag tells a union's members."""
        return self.required or get_origin(self.hint) is Literal


@cache
def _fields(kind: Any) -> tuple[_Field, ...]:
    hints = hints_of(kind)
    return tuple(_field(field, hints[field.name]) for field in dataclasses.fields(kind))


def _field(field: dataclasses.Field[Any], hint: Any) -> _Field:
    factory = field.default_factory
    default = factory() if factory is not dataclasses.MISSING else field.default
    return _Field(
        attribute=field.name,
        name=field.metadata.get("name") or field.name,
        aliases=field.metadata.get("aliases", ()),
        hint=hint,
        default=default,
        required=default is dataclasses.MISSING,
    )


@cache
def _decoder(hint: Any) -> Decoder:
    if hint in SCALARS:
        return SCALARS[hint]
    by_origin = _GENERICS.get(get_origin(hint))
    if by_origin is not None:
        return by_origin(get_args(hint))
    if isinstance(hint, type) and issubclass(hint, Enum):
        return _enum(hint)
    if isinstance(hint, type) and issubclass(hint, Noun):
        return _noun(hint)
    raise TypeError(f"no JSON form for {hint!r}")


def _literal(choices: tuple[Any, ...]) -> Decoder:
    def read(data: Any, path: str) -> Any:
        if data not in choices:
            known = ", ".join(map(str, choices))
            raise InputError(f"must be one of {known}, not {data!r}", field=path or None)
        return data

    return read


def _enum(kind: type[Enum]) -> Decoder:
    def read(data: Any, path: str) -> Enum:
        try:
            return kind(data)
        except ValueError:
            known = ", ".join(str(member.value) for member in kind)
            raise InputError(f"must be one of {known}, not {data!r}", field=path or None) from None

    return read


def _tuple(arguments: tuple[Any, ...]) -> Decoder:
    if len(arguments) == 2 and arguments[1] is Ellipsis:
        item = _decoder(arguments[0])

        def read_many(data: Any, path: str) -> tuple[Any, ...]:
            expect(isinstance(data, (list, tuple)), "a list", data, path)
            return tuple(item(value, f"{path}[{i}]") for i, value in enumerate(data))

        return read_many

    items = [_decoder(argument) for argument in arguments]

    def read_fixed(data: Any, path: str) -> tuple[Any, ...]:
        expect(isinstance(data, (list, tuple)), "a list", data, path)
        if len(data) != len(items):
            raise InputError(f"must hold {len(items)} values, not {len(data)}", field=path or None)
        return tuple(
            read(value, f"{path}[{i}]")
            for i, (read, value) in enumerate(zip(items, data, strict=True))
        )

    return read_fixed


def _mapping(arguments: tuple[Any, ...]) -> Decoder:
    item = _decoder(arguments[1])

    def read(data: Any, path: str) -> dict[str, Any]:
        expect(isinstance(data, Mapping), "an object", data, path)
        return {
            SCALARS[str](key, path): item(value, f"{path}.{key}" if path else str(key))
            for key, value in data.items()
        }

    return read


_SHAPES: dict[type, str] = {type(None): "null", str: "text", bool: "flag", int: "number"}
_SHAPES |= {float: "number", Decimal: "number", datetime: "text"}


def _shape_of_hint(hint: Any) -> str:
    origin = get_origin(hint)
    if hint in _SHAPES:
        return _SHAPES[hint]
    if origin in (tuple, Sequence):
        return "list"
    if isinstance(hint, type) and issubclass(hint, Enum):
        return "text"
    return "object"


def _shape_of_data(data: object) -> str:
    if isinstance(data, bool):
        return "flag"
    if isinstance(data, (int, float)):
        return "number"
    if isinstance(data, (list, tuple)):
        return "list"
    return {str: "text", type(None): "null"}.get(type(data), "object")


def _union(members: tuple[Any, ...]) -> Decoder:
    tagged = {member: _tag(member) for member in members}
    tags = {tag: _decoder(member) for member, tag in tagged.items() if tag is not None}
    if tags:
        members = tuple(member for member in members if tagged[member] is None)
    by_shape = {_shape_of_hint(member): _decoder(member) for member in reversed(members)}
    if tags:
        by_shape["object"] = _tagged(tags)
    # A string may stand for a Decimal as well as for text; text is only text where declared.
    if Decimal in members:
        by_shape.setdefault("text", SCALARS[Decimal])

    def read(data: Any, path: str) -> Any:
        found = by_shape.get(_shape_of_data(data))
        if found is None:
            known = " or ".join(sorted(by_shape))
            raise InputError(f"must be {known}, not {name_of(data)}", field=path or None)
        return found(data, path)

    return read


def _tag(member: Any) -> str | None:
    """Return the one value of a noun's `kind`, where it has such a field to be told by."""
    if not (isinstance(member, type) and issubclass(member, Noun)):
        return None
    hint: Any = member
    kinds = [field.hint for field in _fields(hint) if field.name == "kind"]
    return get_args(kinds[0])[0] if kinds and get_origin(kinds[0]) is Literal else None


def _tagged(tags: Mapping[str, Decoder]) -> Decoder:
    def read(data: Any, path: str) -> Any:
        expect(isinstance(data, Mapping), "an object", data, path)
        kind = data.get("kind")
        found = tags.get(kind) if isinstance(kind, str) else None
        if found is None:
            where = f"{path}.kind" if path else "kind"
            raise InputError(f"must be one of {', '.join(tags)}", field=where)
        return found(data, path)

    return read


_GENERICS: dict[Any, Callable[[tuple[Any, ...]], Decoder]] = {
    Literal: _literal,
    Union: _union,
    types.UnionType: _union,
    tuple: _tuple,
    Sequence: lambda arguments: _tuple((arguments[0], Ellipsis)),
    Mapping: _mapping,
}


def _noun(kind: Any) -> Decoder:
    plan: list[tuple[_Field, Decoder]] | None = None
    known: dict[str, str] = {}

    def read(data: Any, path: str) -> Any:
        nonlocal plan
        if isinstance(data, kind):
            return data
        shorthand = getattr(kind, "from_shorthand", None)
        if shorthand is not None and isinstance(data, str):
            return _build(kind, shorthand(data), path)
        expect(isinstance(data, Mapping), "an object", data, path)
        if plan is None:
            plan = [(field, _decoder(field.hint)) for field in _fields(kind)]
            known.update({name: f.name for f, _ in plan for name in (f.name, *f.aliases)})
        values = _named(data, known, path)
        arguments = {}
        for field, decoder in plan:
            if field.name in values:
                arguments[field.attribute] = decoder(values[field.name], _join(path, field.name))
            elif field.required:
                raise InputError("is missing", field=_join(path, field.name))
        return _build(kind, arguments, path)

    return read


def _join(path: str, name: str) -> str:
    return f"{path}.{name}" if path else name


def _named(data: Mapping[Any, Any], known: Mapping[str, str], path: str) -> dict[str, Any]:
    """Bring a JSON object's fields under their one name; name the first that is not known."""
    values: dict[str, Any] = {}
    for key, value in data.items():
        name = known.get(key)
        if name is None:
            raise InputError("unknown field", field=_join(path, str(key)))
        if name in values:
            raise InputError(f"given twice, also as {name!r}", field=_join(path, str(key)))
        values[name] = value
    return values


def _build(kind: type[Noun], arguments: Mapping[str, Any], path: str) -> Any:
    """Construct, and put the path before the field that the constructor complains of."""
    try:
        return kind(**arguments)
    except InputError as error:
        field = _join(path, error.field) if error.field else path
        raise InputError(error.problem, field=field or None) from None
