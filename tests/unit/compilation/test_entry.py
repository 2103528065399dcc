"""The entry's form: what was written is read back, and anything else is refused with its reason."""

import io
import random
import struct

import pytest

from passevents.adapters.compilation.cache import EntryError, Signature
from passevents.adapters.compilation.cache.entry import (
    VERSION,
    Entry,
    decode,
    decode_metadata,
    encode,
    encode_signatures,
)


def decoded(data: bytes, key: str) -> Entry:
    return decode(io.BytesIO(data), len(data), key)


def test_an_entry_reads_back_as_written(make_entry, key):
    signatures = (Signature("f", ("i32", "memref<?xf32>"), ("i32",)),)
    entry = make_entry(key, bytes(range(256)), structural_hash="h", locations="stale")
    entry = Entry(entry.metadata, entry.bytecode, encode_signatures(signatures))
    assert entry == decoded(encode(entry), key)
    assert signatures == decoded(encode(entry), key).signatures()
    assert entry.metadata == decode_metadata(encode(entry))


def reason_of(data: bytes, key: str) -> str:
    with pytest.raises(EntryError) as caught:
        decoded(data, key)
    return caught.value.reason


def test_each_kind_of_damage_has_its_reason(make_entry, key):
    data = encode(make_entry(key))
    newer = data[:8] + struct.pack("<I", VERSION + 1) + data[12:]
    assert {
        "empty": reason_of(b"", key),
        "short": reason_of(data[:10], key),
        "cut": reason_of(data[:-1], key),
        "longer": reason_of(data + b"x", key),
        "another format": reason_of(b"SQLite format 3\0" + data[16:], key),
        "newer": reason_of(newer, key),
        "flipped": reason_of(data[:-40] + bytes([data[-40] ^ 1]) + data[-39:], key),
    } == {
        "empty": "empty",
        "short": "truncated",
        "cut": "truncated",
        "longer": "truncated",
        "another format": "magic",
        "newer": "version",
        "flipped": "checksum",
    }


def test_the_entry_of_another_key_is_refused(make_entry, key):
    """A file copied or renamed by hand must not become another module's result."""
    assert reason_of(encode(make_entry("f" * 64)), key) == "foreign"


class Grudging(io.BytesIO):
    """A file that gives less than it was asked for, as one read of the system does beyond 2 GiB."""

    def read(self, size: int = -1, /) -> bytes:
        return super().read(min(size, 5) if size > 32 else size)


def test_an_entry_is_read_in_as_many_reads_as_it_takes(make_entry, key):
    entry = make_entry(key, bytes(range(256)))
    data = encode(entry)
    assert entry == decode(Grudging(data), len(data), key)


def test_an_entry_that_shrinks_while_it_is_read_is_truncated(make_entry, key):
    data = encode(make_entry(key))
    with pytest.raises(EntryError) as caught:
        decode(io.BytesIO(data[:-40]), len(data), key)
    assert caught.value.reason == "truncated"


def test_not_one_of_three_hundred_corrupted_entries_is_taken(make_entry, key):
    whole = encode(make_entry(key, random.Random(0).randbytes(400)))
    chance = random.Random(20)
    for _ in range(300):
        data = bytearray(whole)
        match chance.randrange(4):
            case 0:
                data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
            case 1:
                del data[chance.randrange(len(data)) :]
            case 2:
                start = chance.randrange(len(data) - 8)
                data[start : start + 8] = chance.randbytes(8)
            case 3:
                data = bytearray(chance.randbytes(chance.randrange(len(data))))
        if bytes(data) != whole:
            with pytest.raises(EntryError):
                decoded(bytes(data), key)
