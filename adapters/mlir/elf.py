"""Just enough of the ELF format to say, without loading a library, what it needs."""

from __future__ import annotations

import mmap
import struct
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import NamedTuple, Self

_DYNAMIC_SECTION = 6
_TAG_NEEDED, _TAG_RPATH, _TAG_RUNPATH = 1, 15, 29


class _Section(NamedTuple):
    kind: int
    offset: int
    size: int
    link: int
    name: int


class ElfFile:
    """A 64-bit little-endian ELF file, mapped. Raises ValueError if it is none."""

    def __init__(self, path: Path) -> None:
        self.path = path
        with path.open("rb") as file:
            self._data = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        try:
            if self._data[:6] != b"\x7fELF\x02\x01":
                raise ValueError(f"{path} is not a 64-bit ELF file")
            self._sections = list(self._read_sections())
        except struct.error as error:
            self._data.close()
            raise ValueError(f"{path} is not a whole ELF file: {error}") from error
        except BaseException:
            self._data.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        exc_type: type[BaseException] | None,
        exc: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._data.close()

    def needed(self) -> list[str]:
        """The libraries it is linked to."""
        return [name for tag, name in self._dynamic() if tag == _TAG_NEEDED]

    def search_folders(self) -> list[Path]:
        """Where it looks for them first, ``$ORIGIN`` resolved."""
        origin = str(self.path.parent)
        paths = [name for tag, name in self._dynamic() if tag in (_TAG_RPATH, _TAG_RUNPATH)]
        return [Path(part.replace("$ORIGIN", origin)) for path in paths for part in path.split(":") if part]

    def _read_sections(self) -> Iterator[_Section]:
        (offset,) = struct.unpack_from("<Q", self._data, 0x28)
        size, count, self._name_section = struct.unpack_from("<HHH", self._data, 0x3A)
        for index in range(count):
            name, kind, _, _, start, length, link = struct.unpack_from(
                "<IIQQQQI", self._data, offset + index * size
            )
            yield _Section(kind, start, length, link, name)

    def _of_kind(self, kind: int) -> Iterator[_Section]:
        return (section for section in self._sections if section.kind == kind)

    def _bytes(self, section: _Section) -> bytes:
        return self._data[section.offset : section.offset + section.size]

    def _text(self, names: _Section, offset: int) -> str:
        start = names.offset + offset
        return self._data[start : self._data.find(b"\0", start)].decode("utf-8", "replace")

    def _dynamic(self) -> Iterator[tuple[int, str]]:
        for section in self._of_kind(_DYNAMIC_SECTION):
            for tag, value in struct.iter_unpack("<QQ", self._bytes(section)):
                if tag in (_TAG_NEEDED, _TAG_RPATH, _TAG_RUNPATH):
                    yield tag, self._text(self._sections[section.link], value)
