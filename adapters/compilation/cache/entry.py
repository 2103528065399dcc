"""One cached result, and its form on disk.

An entry file is `magic, version, three lengths, header, signatures, bytecode, CRC-32 of all before`. The
sum is checked before anything is taken from it, because MLIR aborts on some damaged bytecode and silently
parses other. Numbers are little-endian. Signatures are apart from the header so that a hit need not read
them. A sum finds damage, which is all that an unkeyed digest could find too, in less than half the time; the
header's SHA-256 of the bytecode is checked as well where time does not matter.
"""

from __future__ import annotations

import hashlib
import json
import struct
import zlib
from typing import TYPE_CHECKING, Any, NamedTuple

from passevents.errors import CacheError

if TYPE_CHECKING:
    from typing import Protocol

    class Readable(Protocol):
        """An open file of bytes."""

        def read(self, size: int, /) -> bytes:
            """Up to so many bytes; none at the end."""


MAGIC = b"PEVENTRY"
VERSION = 2
_HEAD = struct.Struct("<8sIIIQ")
_SUM = struct.Struct("<I")


class EntryError(CacheError):
    """A cached entry that cannot be used; `reason` is one word for counting."""

    def __init__(self, reason: str, message: str) -> None:
        super().__init__(f"{reason}: {message}")
        self.reason = reason


class Signature(NamedTuple):
    """A function of the source that can be called from Python: its name and MLIR types, as text."""

    name: str
    inputs: tuple[str, ...]
    results: tuple[str, ...]


class Metadata(NamedTuple):
    """What is known of a result without reading it.

    `locations` is `exact`, `stale` (from a structural hit: they are those of an earlier text) or
    `stripped`. `compile_ns` is what the compile took, `created_at` when, in seconds since the epoch.
    `declaration` is the plan's.
    """

    lookup_key: str
    source_digest: str
    source_name: str
    plan_identity: str
    declaration: dict[str, Any]
    mlir_version: str
    mlir_build: str
    bytecode_sha256: str
    bytecode_bytes: int
    compile_ns: int
    created_at: float
    locations: str = "exact"
    structural_hash: str | None = None


_FIELDS = frozenset(Metadata._fields)
_METADATA_TYPES: dict[str, type | tuple[type, ...]] = {
    "declaration": dict,
    "bytecode_bytes": int,
    "compile_ns": int,
    "created_at": (int, float),
    "structural_hash": (str, type(None)),
}


class Entry(NamedTuple):
    """A cached result: metadata, bytecode, and the signatures (encoded until somebody asks)."""

    metadata: Metadata
    bytecode: bytes
    encoded_signatures: bytes = b"[]"

    def __repr__(self) -> str:
        return f"<Entry {self.metadata.lookup_key} of {len(self.bytecode)} bytes>"

    def signatures(self) -> tuple[Signature, ...]:
        """The callable functions of the source."""
        rows = json.loads(self.encoded_signatures)
        return tuple(Signature(name, tuple(inputs), tuple(results)) for name, inputs, results in rows)

    @property
    def size(self) -> int:
        """Bytes this entry takes, near enough for a limit."""
        return len(self.bytecode) + len(self.encoded_signatures) + 1024


def encode_signatures(signatures: tuple[Signature, ...]) -> bytes:
    """Signatures as compact JSON."""
    rows = [[each.name, each.inputs, each.results] for each in signatures]
    return json.dumps(rows, separators=(",", ":")).encode()


def encode(entry: Entry) -> bytes:
    """The entry as the bytes of its file."""
    header = json.dumps(_plain(entry.metadata), separators=(",", ":")).encode()
    head = _HEAD.pack(MAGIC, VERSION, len(header), len(entry.encoded_signatures), len(entry.bytecode))
    content = b"".join((head, header, entry.encoded_signatures, entry.bytecode))
    return content + _SUM.pack(zlib.crc32(content))


def decode(file: Readable, size: int, key: str) -> Entry:
    """The entry in a file of so many bytes; EntryError unless it is whole, of a known version, and of `key`.

    Each part is read into the bytes that it is given out as: of a large entry every copy would be felt.
    """
    head = file.read(_HEAD.size)
    parts = [_exactly(file, part) for part in (*_sizes(head, size), _SUM.size)]
    checksum = zlib.crc32(head)
    for part in parts[:-1]:
        checksum = zlib.crc32(part, checksum)
    if _SUM.pack(checksum) != parts[-1]:
        raise EntryError("checksum", "the entry's bytes are not those that were written")
    header, signatures, bytecode, _ = parts
    metadata = _metadata(header)
    if metadata.lookup_key != key:
        raise EntryError("foreign", f"the entry belongs to the key {metadata.lookup_key}")
    return Entry(metadata, bytecode, signatures)


def verify(entry: Entry) -> None:
    """EntryError unless the bytecode is the very one that the metadata speaks of; a hit does without this."""
    if hashlib.sha256(entry.bytecode).hexdigest() != entry.metadata.bytecode_sha256:
        raise EntryError("digest", "the bytecode is not the one that its description names")


def _exactly(file: Readable, size: int) -> bytes:
    data = file.read(size)
    while len(data) < size:  # one read of the system gives at most 2 GiB
        more = file.read(size - len(data))
        if not more:
            raise EntryError("truncated", f"the entry ends {size - len(data)} bytes too early")
        data += more
    return data


def decode_metadata(head: bytes) -> Metadata:
    """Metadata from the first bytes of an entry file, unchecked: for listings, never for use."""
    if len(head) < _HEAD.size or head[:8] != MAGIC:
        raise EntryError("magic", "not an entry of this cache")
    _, version, size, _, _ = _HEAD.unpack_from(head)
    if version != VERSION:
        raise EntryError("version", f"written in form {version}, this library reads {VERSION}")
    return _metadata(head[_HEAD.size : _HEAD.size + size])


def _sizes(head: bytes, size: int) -> tuple[int, int, int]:
    if not head:
        raise EntryError("empty", "the entry has no bytes")
    if head[:8] != MAGIC[: len(head)]:
        raise EntryError("magic", "not an entry of this cache")
    if len(head) < _HEAD.size:
        raise EntryError("truncated", f"the entry has only {len(head)} bytes")
    _, version, header, signatures, bytecode = _HEAD.unpack(head)
    if version != VERSION:
        raise EntryError("version", f"written in form {version}, this library reads {VERSION}")
    expected = _HEAD.size + header + signatures + bytecode + _SUM.size
    if size != expected:
        raise EntryError("truncated", f"the entry has {size} bytes, {expected} were written")
    return header, signatures, bytecode


def _plain(metadata: Metadata) -> dict[str, Any]:
    return dict(sorted(metadata._asdict().items()))


def _metadata(header: bytes) -> Metadata:
    try:
        data = json.loads(header)
    except ValueError as error:
        raise EntryError("header", f"not readable: {error}") from error
    if not isinstance(data, dict) or set(data) != _FIELDS:
        raise EntryError("header", "its members are not those of this version")
    for name, value in data.items():
        if not isinstance(value, _METADATA_TYPES.get(name, str)):
            raise EntryError("header", f"{name} is {type(value).__name__}")
    return Metadata(**data)
