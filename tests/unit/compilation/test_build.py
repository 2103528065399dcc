"""Which MLIR is installed, told from its files: another build of one version is another build."""

import os

import pytest

from passevents.adapters.compilation import build

LIBRARY = "mlir/_mlir_libs/libMLIRPythonCAPI.so"


@pytest.fixture
def site(tmp_path, monkeypatch):
    """A folder of packages with an MLIR in it; called, it tells the build found there now."""
    library = tmp_path / LIBRARY
    library.parent.mkdir(parents=True)
    library.write_bytes(b"code" * 1000)
    record = tmp_path / "some_mlir_bindings-22.1.8.dist-info" / "RECORD"
    record.parent.mkdir()
    record.write_text(f"mlir/__init__.py,,\n{LIBRARY},sha256=abc,4000\n")
    monkeypatch.syspath_prepend(str(tmp_path))

    def found():
        build.installed_build.cache_clear()
        return build.installed_build()

    yield found
    build.installed_build.cache_clear()


def test_the_version_and_the_build_are_the_installers(site, tmp_path):
    first = site()
    assert first.version == "22.1.8"
    record = next(tmp_path.glob("*.dist-info")) / "RECORD"
    record.write_text(record.read_text().replace("abc", "def"))
    assert first.build != site().build


def test_a_library_that_was_replaced_by_one_of_its_size_is_another_build(site, tmp_path):
    first = site()
    library = tmp_path / LIBRARY
    library.write_bytes(b"edoc" * 1000)
    later = library.stat().st_mtime_ns + 10**9
    os.utime(library, ns=(later, later))
    assert first.build != site().build
    assert site().version == "22.1.8"


def test_the_folder_and_the_time_of_installation_do_not_matter(site, tmp_path):
    first = site()
    for path in (tmp_path / LIBRARY, next(tmp_path.glob("*.dist-info")) / "RECORD"):
        os.utime(path, (1000, 1000))
    assert first == site()
